"""Verification of a record: its seeds, its draws, its moves and its result.

A finding is *wrong* if it contradicts the rules or the record's own proof, and *unproven* if it may
be right but cannot be verified. A record without findings is *proven*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from ..core.errors import BadRecord, UnknownGame
from ..core.game import Game
from ..core.language import N_
from .fairness import LARGEST_DRAW, fair_draw
from .proof import Proof
from .record import EventData, Record, is_typed, parse_lines

Part = Literal["seeds", "draws", "rules"]
Verdict = Literal["proven", "unproven", "wrong"]
Find = Callable[[str], Game]


VERDICTS: dict[Verdict, str] = {
    "proven": N_("Proven: nobody chose or changed a draw after the commitments."),
    "unproven": N_("Unproven: nothing here is wrong, but not everything can be shown to be right."),
    "wrong": N_("Wrong: this record contradicts the rules, or its own proof."),
}

UNPROVEN_IN_VERSION_1 = N_(
    "This proof is of version 1: it says nothing about the names, the robots, the date, the "
    "options and the edition, nor about rounds begun anew before the match."
)


@dataclass(frozen=True)
class Finding:
    """Something in a record that is wrong or cannot be proven, as a template and its parameters."""

    part: Part
    line: int
    verdict: Literal["unproven", "wrong"]
    template: str
    params: dict[str, Any] = field(default_factory=dict)
    rule: str | None = None

    @classmethod
    def refused(cls, part: Part, problem: BadRecord) -> Finding:
        return cls(part, problem.line, "wrong", problem.template, problem.params, problem.rule)


@dataclass
class Report:
    """The result of a verification."""

    findings: list[Finding] = field(default_factory=list)  # in the order of the lines
    game: Game | None = None  # None if the record names no known game
    record: Record | None = None  # None if it breaks the rules
    proof: Proof | None = None  # None if there is none, or it cannot be parsed
    draws: int = 0
    proven: int = 0  # of the draws
    typed: int = 0  # of the draws
    moves: int = 0
    stand_ins: int = 0  # of the moves

    @property
    def verdict(self) -> Verdict:
        found = {finding.verdict for finding in self.findings}
        return "wrong" if "wrong" in found else "unproven" if found else "proven"

    def about(self, part: Part) -> list[Finding]:
        return [finding for finding in self.findings if finding.part == part]


def verify(text: str, find: Find) -> Report:
    """Check a record, collecting findings instead of stopping at the first error."""
    try:
        lines, _ = parse_lines(text)
        if not lines:
            raise BadRecord(1, "the record is empty")
    except BadRecord as problem:
        return Report([Finding.refused("rules", problem)])
    report = counted(lines)
    report.game = game_of(lines[0], find)
    check_rules(report, text, len(lines), find)
    check_proof(report, lines)
    report.findings.sort(key=lambda finding: finding.line)
    return report


def counted(lines: list[EventData]) -> Report:
    events = lines[1:]
    return Report(
        draws=sum("draw" in line for line in events),
        typed=sum(is_typed(line) for line in events),
        moves=sum("move" in line for line in events),
        stand_ins=sum("move" in line and line.get("by") == "stand-in" for line in events),
    )


def game_of(header: EventData, find: Find) -> Game | None:
    try:
        return find(header.get("game", ""))
    except UnknownGame:
        return None


def check_rules(report: Report, text: str, lines: int, find: Find) -> None:
    """Replay the record: its header, each event and the result against the rules."""
    try:
        record = report.record = Record.read(text, find)
    except BadRecord as problem:
        report.findings.append(Finding.refused("rules", problem))
        return
    if record.result is None:
        ends = N_("the record ends here, before the match does: there is no result to check")
        report.findings.append(Finding("rules", lines, "unproven", ends))


def check_proof(report: Report, lines: list[EventData]) -> None:
    """Check the seeds, and each draw that is derived from them."""
    header = lines[0]
    if header.get("fairness") is None:
        none = N_("there is no proof of fairness in this record")
        report.findings.append(Finding("seeds", 1, "unproven", none))
        return
    try:
        proof = report.proof = Proof.read(header)
    except BadRecord as problem:
        report.findings.append(Finding.refused("seeds", problem))
        return
    wrong = [Finding.refused("seeds", problem) for problem in proof.mismatches()]
    report.findings += wrong
    if proof.server_seed is None:
        report.findings.append(Finding("seeds", 1, "unproven", still_secret(lines)))
    key = proof.key()
    if key is not None and not wrong:
        check_draws(report, lines, key)
    misses = len([each for each in report.about("draws") if each.verdict == "wrong"])
    if proof.version > 1 and misses > report.proven:
        changed = N_(
            "most draws do not follow from the seeds: this line, on which they depend too, must "
            "have been changed, or the draws replaced"
        )
        report.findings.append(Finding("seeds", 1, "wrong", changed))


def still_secret(lines: list[EventData]) -> str:
    if "ended" in lines[-1]:
        return N_("the server has not published its seed: the draws cannot be checked")
    return N_("the match is not over yet: its draws cannot be checked before the end")


def check_draws(report: Report, lines: list[EventData], key: bytes) -> None:
    """Check every draw against the key. A typed one is unproven, but counts as a draw."""
    drawn_at = [place for place, line in enumerate(lines) if place and "draw" in line]
    typed = [place for place in drawn_at if is_typed(lines[place])]
    for number, place in enumerate(drawn_at):
        found = lines[place]["draw"]
        if is_typed(lines[place]) or not is_draw(found):  # `check_rules` reports the latter
            continue
        problem = wrong_draw(found, number, key, place + 1)
        if problem is None:
            report.proven += 1
        else:
            report.findings.append(Finding.refused("draws", problem))
    if typed:
        template = N_("draws typed in by hand, which nobody can prove: {count}; the first is here")
        finding = Finding("draws", typed[0] + 1, "unproven", template, {"count": len(typed)})
        report.findings.append(finding)


def is_draw(found: Any) -> bool:
    return (
        isinstance(found, list)
        and [type(each) for each in found] == [int, int]
        and 1 <= found[0] <= LARGEST_DRAW
    )


def wrong_draw(found: list[int], number: int, key: bytes, line: int) -> BadRecord | None:
    size, k = found
    right = fair_draw(key, number, size)
    if k == right:
        return None
    return BadRecord(
        line,
        "draw {number} (of {size} outcomes) is {k!r}; the seeds give {right}",
        number=number,
        size=size,
        k=k,
        right=right,
    )
