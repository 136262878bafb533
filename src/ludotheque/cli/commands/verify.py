"""`ludotheque verify`: whether a record's dice were fair and its moves legal."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from ...core.errors import BadRecord
from ...core.language import Language
from ...games import find
from ...table.files import all_of
from ...table.verification import UNPROVEN_IN_VERSION_1, VERDICTS, Finding, Part, Report, verify
from ..shared.console import make_console
from ..shared.messages import translated
from ..shared.options import file_argument, translated_command
from ..shared.records import names_of, title_of

STANDARD_INPUT = "-"
EXIT_CODES = {"proven": 0, "wrong": 1, "unproven": 2}
MOST_SHOWN = 10  # findings of one kind; a forged record has hundreds
STYLES = {"✓": "green", "✗": "bold red", "?": "yellow", "·": "yellow"}


def command(language: Language) -> click.Command:
    @translated_command("verify", language)
    @file_argument(language)
    def verify(file: Path) -> Any:
        return verify_record(language, file)

    return verify


def verify_record(language: Language, file: Path) -> int:
    report, console = verify(read_text(file), find), make_console(soft_wrap=True)
    if report.record is not None:
        console.print(title_of(report.record, names_of(report.record, language)))
    for part in ("seeds", "draws", "rules"):
        print_part(console, report, part, language)
    console.print()
    console.print(Text(language(VERDICTS[report.verdict]), style="bold"))
    for sentence in caveats(report, language):
        console.print(Text(sentence))
    return EXIT_CODES[report.verdict]


def read_text(file: Path) -> str:
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


def print_part(console: Console, report: Report, part: Part, language: Language) -> None:
    findings = report.about(part)
    for finding in findings[:MOST_SHOWN]:
        sign = "✗" if finding.verdict == "wrong" else "?"
        print_line(console, sign, finding_text(finding, language))
    if len(findings) > MOST_SHOWN:
        more = len(findings) - MOST_SHOWN
        print_line(console, "✗", language("… and {count} more", count=more))
    wrong = any(finding.verdict == "wrong" for finding in findings)
    for sentence in [] if wrong else confirmations(report, part, language):
        print_line(console, "✓", sentence)
    if part == "seeds":
        for sentence in rounds_begun_anew(report, language):
            print_line(console, "·", sentence)


def rounds_begun_anew(report: Report, language: Language) -> list[str]:
    """How often the seeds were made anew before the match, and by whose doing."""
    rounds = [] if report.proof is None else report.proof.rounds
    if not rounds:
        return []
    names = [] if report.record is None else names_of(report.record, language)
    return [
        language(
            "The dice were agreed upon anew before the match. How often: {count}.",
            count=len(rounds),
        ),
        *(
            language(
                "Round {round}: a seed was not revealed by seat {seats}.",
                round=number,
                seats=", ".join(seat_text(seat, names) for seat in failed.late),
            )
            for number, failed in enumerate(rounds[:MOST_SHOWN])
        ),
    ]


def seat_text(seat: int, names: Sequence[str]) -> str:
    return f"{seat} ({names[seat]})" if names else str(seat)


def print_line(console: Console, sign: str, sentence: str) -> None:
    console.print(Text.assemble((sign, STYLES[sign]), f" {sentence}"))


def finding_text(finding: Finding, language: Language) -> str:
    text = translated(finding.template, language, finding.params)
    reason = f"{text} ({finding.rule})" if finding.rule else text
    return language("line {line}: {reason}", line=finding.line, reason=reason)


def confirmations(report: Report, part: Part, language: Language) -> list[str]:
    """What was checked and found right."""
    match part:
        case "seeds":
            return seeds_confirmed(report, language)
        case "draws":
            return draws_confirmed(report, language)
    return rules_confirmed(report, language)


def seeds_confirmed(report: Report, language: Language) -> list[str]:
    proof = report.proof
    if proof is None or proof.server_seed is None:
        return []
    sentences = [
        language("Version of the proof: {version}.", version=proof.version),
        language("Every seed fits what was committed to."),
    ]
    if proof.version > 1:
        sentences.append(
            language(
                "Names, robots, date, options and edition are part of the proof: if the draws "
                "are right, so are they."
            )
        )
    if proof.devices:
        sentences.append(
            language(
                "Seats that brought a seed of their own: {count} of {seats}.",
                count=proof.devices,
                seats=len(proof.seed_by),
            )
        )
    return sentences


def draws_confirmed(report: Report, language: Language) -> list[str]:
    if not report.proven:
        return []
    return [
        language("Draws computed again from the seeds, and right: {count}.", count=report.proven),
    ]


def rules_confirmed(report: Report, language: Language) -> list[str]:
    sentences = [language("Moves, all of them legal: {count}.", count=report.moves)]
    if report.stand_ins:
        sentences.append(language("Moves made by a stand-in: {count}.", count=report.stand_ins))
    if report.record is not None and report.record.resigned:
        count = len(report.record.resigned)
        sentences.append(language("Seats that resigned, and could not win: {count}.", count=count))
    if report.record is not None and report.record.result is not None:
        sentences.append(language("The result follows from the draws and the moves."))
    return sentences


def caveats(report: Report, language: Language) -> list[str]:
    """What no record can prove by itself."""
    if report.verdict != "proven" or report.proof is None:
        return []
    sentences = [
        language(
            "Compare this commitment with the one that you were shown before the match: {digits}",
            digits=report.proof.commitment.hex(),
        ),
        language(
            "No record can prove that whoever ran the match, and knew the seeds, did not look "
            "ahead."
        ),
    ]
    if report.proof.version == 1:
        sentences.append(language(UNPROVEN_IN_VERSION_1))
    if not report.proof.devices:
        sentences.append(
            language(
                "No seat brought a seed of its own: before it committed, the server could have "
                "tried several."
            )
        )
    return sentences
