"""`ludotheque play`: set a match up, or take one up again, and sit down."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from ...core.errors import BadOption, BadRecord
from ...core.language import Language
from ...games import find, names
from ...table import files
from ...table.dice import Dice, SeededDice, SystemDice
from ...table.match import Match
from ...table.record import HAND, Record
from ..shared.console import console_for
from ..shared.messages import error_text
from ..shared.parsing import option_values, seats_of, usual_seats
from ..shared.paths import check_writable
from ..terminal.players import Bots, seats_in, seed_in
from ..terminal.saves import Save, latest
from ..terminal.seeds import fairness_in, proven, with_seeds
from ..terminal.session import PutAway, Session

#: What a resumed match has already, by the name it has on the command line.
SETTLED = {
    "seats": "--seats",
    "options": "--option",
    "edition": "--edition",
    "seed": "--seed",
    "real_dice": "--real-dice",
}


def play_command(
    language: Language,
    game: str | None = None,
    seats: str | None = None,
    options: tuple[str, ...] = (),
    edition: Path | None = None,
    seed: int | None = None,
    record: Path | None = None,
    resume: bool = False,
    pace: float = 0.8,
    real_dice: bool = False,
    named: Collection[str] = (),
) -> int:
    """The exit code of a match played, or put away; `named` is what the user wrote out."""
    if resume:
        check_settled(named)
        check_record_path(record, may_exist=True)
        save, kept = latest(None if game is None else find(game).id, Resumed(language))
    else:
        kept = new_record(language, game, seats, options, edition, seed)
        if real_dice:
            kept.more["dice"] = HAND
        check_record_path(record, may_exist=False)
        save = Save.fresh(kept.game)
    try:
        return play_on(language, console_for(), save, kept, record, pace)
    finally:
        save.release()


def check_settled(named: Collection[str]) -> None:
    for name, written in SETTLED.items():
        if name in named:
            raise BadOption(
                "--resume takes the match up as it was put away: leave {option} out", option=written
            )


def new_record(
    language: Language,
    game: str | None,
    seats: str | None,
    options: tuple[str, ...],
    edition: Path | None,
    seed: int | None,
) -> Record:
    """A match as it will be played, before its first draw."""
    if game is None:
        raise BadOption("which game? The games are: {known}", known=", ".join(names()))
    found = find(game)
    places = seats_of(seats or usual_seats(found), found, language)
    start = found.start(len(places), option_values(found, options), edition)
    more: dict[str, Any] = {
        "names": [place.name for place in places],
        "bots": [place.bot for place in places],
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    if seed is not None:
        return Record.of(start, **more, seed=seed)
    return with_seeds(Record.of(start, **more))


class Resumed:
    """Reads a match put away; a damaged one is named, so that it can be mended or removed."""

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


def play_on(
    language: Language, console: Console, save: Save, kept: Record, path: Path | None, pace: float
) -> int:
    seats, seed = seats_in(kept), seed_in(kept)
    dice = dice_of(kept)
    match = Match(kept.start(), seats, dice, kept.lines, by_hand=kept.by_hand)
    session = Session(match, kept, Bots(seats, seed), save, console, language, pace)
    try:
        session.play()
    except (PutAway, KeyboardInterrupt):
        session.put_away()
        write_record(console, language, path, kept)
        return 0
    write_record(console, language, path, kept)
    save.discard()
    return 0


def dice_of(record: Record) -> Dice:
    """A seed's dice, or fair ones; the system's in what was put away before there were any."""
    seed, fairness = seed_in(record), fairness_in(record)
    if seed is not None:
        return SeededDice(seed)
    return SystemDice() if fairness is None else fairness.dice()


def check_record_path(path: Path | None, *, may_exist: bool) -> None:
    """Is there room for the record where it should go?"""
    if path is None:
        return
    check_writable(path)
    if not may_exist and path.exists() and path.stat().st_size:
        raise BadOption("{path}: there is a file already; choose another name", path=str(path))


def write_record(console: Console, language: Language, path: Path | None, kept: Record) -> None:
    if path is not None:
        files.save(path, proven(kept))
        told = language("The record is in {path}.", path=str(path))
        console.print(told, markup=False, soft_wrap=True)
    if path is not None and kept.result is not None:
        told = language("Luck or skill? Look back on it: ludotheque review {path}", path=str(path))
        console.print(told, markup=False, soft_wrap=True)
