"""`ludotheque play`: set a match up, or take one up again, and sit down."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from ..bots import seated
from ..core.errors import BadOption
from ..core.language import Language
from ..games import find, names
from ..table import files
from ..table.dice import Dice, SeededDice, SystemDice
from ..table.match import Match, Seat
from ..table.record import Record
from .saves import Save
from .session import PutAway, Session
from .values import option_values, seats_of


def play_command(
    house: Language,
    game: str | None = None,
    seats: str = "me,random",
    options: tuple[str, ...] = (),
    edition: Path | None = None,
    seed: int | None = None,
    record: Path | None = None,
    resume: bool = False,
    pace: float = 0.8,
) -> int:
    """The exit code of a match played, or put away."""
    console = Console(highlight=False)
    check_record_path(record, resume)
    if resume:
        save, kept = Save.latest(None if game is None else find(game).id, find)
    else:
        kept = new_record(house, game, seats, options, edition, seed)
        save = Save.fresh(kept.game)
    try:
        return play_on(house, console, save, kept, record, pace)
    finally:
        save.release()


def new_record(
    house: Language,
    game: str | None,
    seats: str,
    options: tuple[str, ...],
    edition: Path | None,
    seed: int | None,
) -> Record:
    """A match as it will be played, before its first draw."""
    if game is None:
        raise BadOption("which game? The games are: {known}", known=", ".join(names()))
    found = find(game)
    places = seats_of(seats, found, house)
    start = found.start(len(places), option_values(found, options), edition)
    more: dict[str, Any] = {
        "names": [place.name for place in places],
        "bots": [place.bot for place in places],
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return Record.of(start, **more | ({} if seed is None else {"seed": seed}))


def play_on(
    house: Language, console: Console, save: Save, kept: Record, path: Path | None, pace: float
) -> int:
    seats = [
        Seat(name, bot) for name, bot in zip(kept.more["names"], kept.more["bots"], strict=True)
    ]
    seed = kept.more.get("seed")
    dice: Dice = SystemDice() if seed is None else SeededDice(seed)
    match = Match(kept.final_state(), seats, dice, kept.lines)
    bots = {
        place: seated(seat.bot, None if seed is None else seed + place)
        for place, seat in enumerate(seats)
        if seat.bot is not None
    }
    session = Session(match, kept, bots, save, console, house, pace)
    try:
        session.play()
    except (PutAway, KeyboardInterrupt):
        write_record(console, house, path, kept)
        console.print(house("Put away. To take it up again: ludotheque play --resume"))
        return 0
    write_record(console, house, path, kept)
    save.discard()
    return 0


def check_record_path(path: Path | None, resume: bool) -> None:
    """Before the match, not after it: is there room for the record where it should go?"""
    if path is None:
        return
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise BadOption("{path}: no file can be written there", path=str(path))
    if not resume and path.exists() and path.stat().st_size:
        raise BadOption("{path}: there is a file already; choose another name", path=str(path))


def write_record(console: Console, house: Language, path: Path | None, kept: Record) -> None:
    if path is not None:
        files.save(path, kept)
        console.print(house("The record is in {path}.", path=str(path)), markup=False)
