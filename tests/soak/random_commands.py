"""Random commands: those that are awaited, and all kinds of others."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ludotheque.table.events import Command, Move, Resign, Retype, Roll, TakeBack
from ludotheque.table.manual_dice import draws_to_type
from ludotheque.table.match import Match

#: Of a hundred commands, about how many are of each sort.
SORTS = {
    "right": 34,
    "by a stand-in": 4,
    "taking back": 8,
    "typing anew": 4,
    "stale": 12,
    "repeated": 12,
    "of another seat": 12,
    "garbled": 14,
}
RESIGNED, ABANDONED, PUT_AWAY = 0.0008, 0.0002, 0.004  # how often, beside them

WRONG_SEATS: tuple[Any, ...] = (-1, 6, 99, True, False, "0", None, 0.0, (0,), 2**70)
WRONG_VERSIONS: tuple[Any, ...] = (None, "0", True, 0.5, -1, 2**70)
WRONG_MOVES: tuple[Any, ...] = (
    *(None, 5, True, b"5 5", ["5 5"], {}),
    *("", " ", "-", "5 5 6", "5 5  6", "6 5 5", "1", "odd", "claim", "silent", "é", "\ud800"),
    *("9" * 400, "choose 1 2 3 4", "exchange", "gap 1", "5 5 6\n"),
)
WRONG_FACES: tuple[Any, ...] = (-1, 2**70, None, "1", 1.0, True)


class Asked(Struct, frozen=True):
    """A command, and how far its version is from the match's own; None: it has none to count."""

    sort: str
    command: Command
    off: int | None

    def to(self, match: Match) -> Command:
        if self.off is None:
            return self.command
        return replace(self.command, version=match.version + self.off)


class Asker:
    """Whoever asks; the last command that was carried out is remembered, to be repeated."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.last: Command | None = None
        self._known: tuple[int, Asked] | None = None  # what is right at a version

    def next(self, match: Match) -> Asked:
        if self.chance.random() < RESIGNED:
            seat = self.chance.randrange(len(match.seats))
            return Asked("resigning", Resign(seat, 0), 0)
        (sort,) = self.chance.choices([*SORTS], [*SORTS.values()])
        made: dict[str, Callable[[Match], Asked]] = {
            "right": self._right,
            "by a stand-in": self._by_a_stand_in,
            "taking back": self._taking_back,
            "typing anew": self._typing_anew,
            "stale": self._stale,
            "repeated": self._repeated,
            "of another seat": self._of_another_seat,
            "garbled": self._garbled,
        }
        return replace(made[sort](match), sort=sort)

    def _right(self, match: Match) -> Asked:
        if self._known is None or self._known[0] != match.version:
            self._known = (match.version, self._awaited(match))
        return self._known[1]

    def _awaited(self, match: Match) -> Asked:
        """What is awaited, from whom it is; from anybody where nothing is."""
        waiting = match.waits_for
        seat = self._any_seat(match) if waiting.seat is None else waiting.seat
        if waiting.what == "move":
            return Asked("", Move(seat, 0, self.chance.choice(match.state.moves())), 0)
        typed = self._typed(match) if waiting.what == "throw" else None
        return Asked("", Roll(seat, 0, typed), 0)

    def _any_seat(self, match: Match) -> int:
        return self.chance.randrange(len(match.seats))

    def _typed(self, match: Match) -> tuple[int, ...]:
        return tuple(self.chance.randrange(len(each.faces)) for each in draws_to_type(match.state))

    def _by_a_stand_in(self, match: Match) -> Asked:
        asked = self._right(match)
        if isinstance(asked.command, Move):
            return replace(asked, command=replace(asked.command, by="stand-in"))
        return asked

    def _taking_back(self, match: Match) -> Asked:
        taker = match.taker_back
        return Asked("", TakeBack(self._any_seat(match) if taker is None else taker, 0), 0)

    def _typing_anew(self, match: Match) -> Asked:
        return Asked("", Retype(self._any_seat(match), 0), 0)

    def _stale(self, match: Match) -> Asked:
        """Right, were it not for the version."""
        return replace(self._right(match), off=self.chance.choice((-2, -1, 1, 7)))

    def _repeated(self, match: Match) -> Asked:
        if self.last is None:
            return self._right(match)
        return Asked("", self.last, self.last.version - match.version)

    def _of_another_seat(self, match: Match) -> Asked:
        asked = self._right(match)
        seat = (asked.command.seat + self.chance.randrange(1, len(match.seats))) % len(match.seats)
        return replace(asked, command=replace(asked.command, seat=seat))

    def _garbled(self, match: Match) -> Asked:
        asked, which = self._right(match), self.chance.randrange(4)
        if which == 0:
            return replace(
                asked, command=replace(asked.command, seat=self.chance.choice(WRONG_SEATS))
            )
        if which == 1:
            command = replace(asked.command, version=self.chance.choice(WRONG_VERSIONS))
            return replace(asked, command=command, off=None)
        if which == 2:
            return self._garbled_move(match)
        return self._garbled_throw(match)

    def _garbled_move(self, match: Match) -> Asked:
        """Half of them are a legal move with something wrong in it."""
        right, move = self._right(match).command, self.chance.choice(WRONG_MOVES)
        if isinstance(right, Move) and self.chance.random() < 0.5:
            text = right.move
            move = self.chance.choice((f" {text}", f"{text} ", text.upper(), text[:-1], text * 2))
        return Asked("", Move(right.seat, 0, move), 0)

    def _garbled_throw(self, match: Match) -> Asked:
        right = self._right(match).command
        typed: list[Any] = [*((isinstance(right, Roll) and right.typed) or (0,))]
        which = self.chance.randrange(3)
        if which == 0:
            typed.append(0)
        elif which == 1:
            typed.pop()
        else:
            typed[self.chance.randrange(len(typed))] = self.chance.choice(WRONG_FACES)
        return Asked("", Roll(self._any_seat(match), 0, tuple(typed)), 0)
