"""`ludotheque play`: start a match in the terminal, or resume a saved one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ...bots import BOTS
from ...bots.warmup import is_warming_up
from ...core.errors import BadOption, BadPlayer, BadRecord
from ...core.language import Language
from ...games import find, names
from ...table import files
from ...table.dice import Dice, SeededDice, SystemDice
from ...table.match import Match
from ...table.record import MANUAL, Record
from ..shared.console import make_console
from ..shared.messages import error_text
from ..shared.options import file_option, game_argument, match_options, translated_command
from ..shared.parameter_types import Seconds
from ..shared.parsing import default_seats, parse_options, parse_seats
from ..shared.paths import check_writable
from ..terminal.players import Bots, seats_in, seed_in
from ..terminal.saves import Save, resume_latest
from ..terminal.seeds import fairness_in, with_proof, with_seeds
from ..terminal.session import PutAway, Session

#: Options that a saved match brings with it, so that `--resume` refuses them.
FIXED_BY_SAVE = {
    "seats": "--seats",
    "options": "--option",
    "edition": "--edition",
    "seed": "--seed",
    "real_dice": "--real-dice",
}


def command(language: Language) -> click.Command:
    @translated_command("play", language)
    @game_argument(language, required=False)
    @click.option(
        "--seats",
        metavar=language("SEATS"),
        help=language(
            "Who plays, in seat order: me, me:Name or a bot ({bots}), with commas between "
            "(default: you, and as many regulars as it takes).",
            bots=", ".join(BOTS),
        ),
    )
    @match_options(language)
    @click.option(
        "--real-dice",
        is_flag=True,
        help=language("Roll real dice and type in what they show; what is secret is dealt here."),
    )
    @file_option(language, "--record", language("Write the match's record to FILE."))
    @click.option(
        "--resume", is_flag=True, help=language("Take up the match that was put away last.")
    )
    @click.option(
        "--pace",
        type=Seconds(language),
        metavar=language("SECONDS"),
        default=0.8,
        show_default=True,
        help=language("How long a bot takes for a move."),
    )
    @click.pass_context
    def play(context: click.Context, /, **options: Any) -> Any:
        typed = {name for name in options if is_typed(context, name)}
        return play_match(language, typed=typed, **options)

    return play


def is_typed(context: click.Context, name: str) -> bool:
    """Whether an option stands on the command line, and was not left to its default."""
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def play_match(
    language: Language,
    *,
    game: str | None,
    seats: str | None,
    options: tuple[str, ...],
    edition: Path | None,
    seed: int | None,
    record: Path | None,
    resume: bool,
    pace: float,
    real_dice: bool,
    typed: Collection[str],
) -> int:
    """Start or resume a match; `typed` names the options that stand on the command line."""
    if resume:
        check_resumable(typed)
        check_record_path(record, may_exist=True)
        save, saved = resume_latest(None if game is None else find(game).id, SavedMatch(language))
    else:
        saved = new_record(language, game, seats, options, edition, seed, real_dice=real_dice)
        check_record_path(record, may_exist=False)
        save = Save.create(saved.game)
    try:
        return run_session(language, make_console(), save, saved, record, pace)
    finally:
        save.release()


def check_resumable(typed: Collection[str]) -> None:
    for name, option in FIXED_BY_SAVE.items():
        if name in typed:
            raise BadOption(
                "--resume takes the match up as it was put away: leave {option} out", option=option
            )


def new_record(
    language: Language,
    game: str | None,
    seats: str | None,
    options: tuple[str, ...],
    edition: Path | None,
    seed: int | None,
    *,
    real_dice: bool = False,
) -> Record:
    """The record of a match before its first draw."""
    if game is None:
        raise BadOption("which game? The games are: {known}", known=", ".join(names()))
    found = find(game)
    seated = parse_seats(seats or default_seats(found), found, language)
    start = found.start(len(seated), parse_options(found, options), edition)
    more: dict[str, Any] = {
        "names": [seat.name for seat in seated],
        "bots": [seat.bot for seat in seated],
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        **({"dice": MANUAL} if real_dice else {}),
    }
    if seed is not None:
        return Record.of(start, **more, seed=seed)
    return with_seeds(Record.of(start, **more))


class SavedMatch:
    """Reads a saved match; the error for a damaged one names the file."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, path: Path) -> Record:
        try:
            record = files.load(path, find)
            seats_in(record), seed_in(record), fairness_in(record)
        except BadRecord as problem:
            raise BadOption(
                "the match put away last is damaged ({path}, {problem}); "
                "remove that file to resume the one before it",
                path=str(path),
                problem=error_text(problem, self.language),
            ) from None
        return record


def run_session(
    language: Language, console: Console, save: Save, record: Record, path: Path | None, pace: float
) -> int:
    seats, seed = seats_in(record), seed_in(record)
    match = Match.load(
        record.start(), seats, dice_of(record), record.events, manual_dice=record.manual_dice
    )
    match = match.settle().after  # it may have been saved in the middle of a throw
    if is_warming_up(record.game, [seat.bot for seat in seats]):
        text = language("The robots are warming up: for a minute or so they look less far ahead.")
        console.print(text, style="dim")
    session = Session(match, record, Bots(seats, seed), save, console, language, pace)
    try:
        session.play()
    except (PutAway, KeyboardInterrupt):
        session.put_away()
        write_record(console, language, path, record)
        return 0
    except BadPlayer:
        session.put_away()
        raise
    write_record(console, language, path, record)
    save.discard()
    return 0


def dice_of(record: Record) -> Dice:
    """Seeded dice, or provably fair ones; the system's generator for older saves without seeds."""
    seed, fairness = seed_in(record), fairness_in(record)
    if seed is not None:
        return SeededDice(seed)
    return SystemDice() if fairness is None else fairness.dice()


def check_record_path(path: Path | None, *, may_exist: bool) -> None:
    """BadOption unless the record can be written there; only a resumed match may replace a file."""
    if path is None:
        return
    check_writable(path)
    if not may_exist and path.exists() and path.stat().st_size:
        raise BadOption("{path}: there is a file already; choose another name", path=str(path))


def write_record(console: Console, language: Language, path: Path | None, record: Record) -> None:
    if path is None:
        return
    files.save(path, with_proof(record))
    sentence = language("The record is in {path}.", path=str(path))
    console.print(sentence, markup=False, soft_wrap=True)
    if record.result is not None:
        sentence = language(
            "Luck or skill? Look back on it: ludotheque review {path}", path=str(path)
        )
        console.print(sentence, markup=False, soft_wrap=True)
