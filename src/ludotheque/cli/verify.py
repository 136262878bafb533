"""`ludotheque verify`: is a record what it says it is?"""

import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ..core.errors import BadRecord
from ..core.language import Language
from ..games import find
from ..table.files import all_of
from ..table.verifying import VERDICTS, Finding, Part, Report, verify
from .paper import paper
from .records import names_of
from .speech import translated

STANDARD_INPUT = "-"
EXIT_CODES = {"proven": 0, "wrong": 1, "unproven": 2}
MOST_SHOWN = 10  # findings of one kind; a forged record has hundreds
STYLES = {"✓": "green", "✗": "bold red", "?": "yellow"}


def verify_command(house: Language, file: Path) -> int:
    report, console = verify(text_in(file), find), paper(soft_wrap=True)
    if report.record is not None:
        names = ", ".join(names_of(report.record, house))
        console.print(Text(f"{report.record.game.title} · {names}", style="bold"))
    for part in ("seeds", "draws", "rules"):
        show_part(console, report, part, house)
    console.print()
    console.print(Text(house(VERDICTS[report.verdict]), style="bold"))
    for sentence in caveats(report, house):
        console.print(Text(sentence))
    return EXIT_CODES[report.verdict]


def text_in(file: Path) -> str:
    """The text of a file or of the standard input; BadRecord for what cannot be a record."""
    if str(file) == STANDARD_INPUT:
        data = all_of(sys.stdin.buffer)
    else:
        with file.open("rb") as opened:
            data = all_of(opened)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise BadRecord(line, "not UTF-8 text") from None


def show_part(console: Console, report: Report, part: Part, house: Language) -> None:
    findings = report.about(part)
    for finding in findings[:MOST_SHOWN]:
        sign = "✗" if finding.verdict == "wrong" else "?"
        show(console, sign, said_of(finding, house))
    if len(findings) > MOST_SHOWN:
        more = len(findings) - MOST_SHOWN
        show(console, "✗", house("… and {count} more", count=more))
    wrong = any(finding.verdict == "wrong" for finding in findings)
    for sentence in [] if wrong else holding(report, part, house):
        show(console, "✓", sentence)


def show(console: Console, sign: str, sentence: str) -> None:
    console.print(Text.assemble((sign, STYLES[sign]), f" {sentence}"))


def said_of(finding: Finding, house: Language) -> str:
    text = translated(finding.template, house, finding.params)
    reason = f"{text} ({finding.rule})" if finding.rule else text
    return house("line {line}: {reason}", line=finding.line, reason=reason)


def holding(report: Report, part: Part, house: Language) -> list[str]:
    """What was checked and is right."""
    match part:
        case "seeds":
            return seeds_holding(report, house)
        case "draws":
            return draws_holding(report, house)
    return rules_holding(report, house)


def seeds_holding(report: Report, house: Language) -> list[str]:
    proof = report.proof
    if proof is None or proof.server_seed is None:
        return []
    told = [house("Every seed fits what was committed to.")]
    if proof.devices:
        told.append(
            house(
                "Seats that brought a seed of their own: {count} of {seats}.",
                count=proof.devices,
                seats=len(proof.seed_by),
            )
        )
    return told


def draws_holding(report: Report, house: Language) -> list[str]:
    if not report.proven:
        return []
    return [
        house("Draws computed again from the seeds, and right: {count}.", count=report.proven),
    ]


def rules_holding(report: Report, house: Language) -> list[str]:
    told = [house("Moves, all of them legal: {count}.", count=report.moves)]
    if report.stand_ins:
        told.append(house("Moves made by a stand-in: {count}.", count=report.stand_ins))
    if report.record is not None and report.record.result is not None:
        told.append(house("The result follows from the draws and the moves."))
    return told


def caveats(report: Report, house: Language) -> list[str]:
    """What no record can prove by itself."""
    if report.verdict != "proven" or report.proof is None:
        return []
    told = [
        house(
            "Compare this commitment with the one that you were shown before the match: {digits}",
            digits=report.proof.commitment.hex(),
        ),
        house(
            "No record can prove that whoever ran the match, and knew the seeds, did not look "
            "ahead."
        ),
    ]
    if not report.proof.devices:
        told.append(
            house(
                "No seat brought a seed of its own: before it committed, the server could have "
                "tried several."
            )
        )
    return told
