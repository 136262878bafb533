"""The last steps of a match as they were told in one language: sentences, and who had moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...table.timeline import StepKind

RECENT = 12  # steps whose take-backs are still to be seen
OLDER = 52  # sentences before them: even if all recent steps are take-backs, enough are left
SLACK = 8  # steps by which the log may grow before it is shortened
LONGEST_TURN = 8  # steps of a seat's last turn that are told; the latest of them


class Told(NamedTuple):
    """A step and its sentence; UTF-8 takes half the memory of a text with curly apostrophes."""

    version: int
    is_take_back: bool
    sentence: bytes | None
    seat: int | None = None  # who has done it, if it was somebody
    drawn: bytes | None = None  # what the game draws it from, as JSON

    @property
    def is_a_move(self) -> bool:
        """Whether somebody has done something that can be told or drawn."""
        return self.seat is not None and (self.sentence is not None or self.drawn is not None)


class StepLog:
    """What the last steps told. `version` is that of the last of them, -1 without any."""

    def __init__(self) -> None:
        self._told: list[Told] = []
        self._turns: list[Told] | None = None  # after the last step, if they are known
        self.version = -1

    def copy(self) -> StepLog:
        copied = StepLog()
        copied._told, copied._turns, copied.version = self._told[:], self._turns, self.version
        return copied

    def append(
        self,
        version: int,
        kind: StepKind,
        sentence: str | None,
        seat: int | None = None,
        drawn: bytes | None = None,
    ) -> None:
        kept = None if sentence is None else sentence.encode()
        told = Told(version, kind == "take-back", kept, seat, drawn)
        self._told.append(told)
        self.version = version
        if told.is_take_back:
            self._turns = None
        elif self._turns is not None and told.is_a_move:
            self._turns = turns_with(self._turns, told)
        if len(self._told) > OLDER + RECENT + SLACK:
            self._shorten()

    def _shorten(self) -> None:
        """Forget the oldest steps, what was taken back long ago, and drawings nobody sees now."""
        older: list[Told] = []
        for told in self._told[:-RECENT]:
            if told.is_take_back:
                del older[-1:]
            else:
                older.append(told)
        drawn = {told.version for told in last_turns(reversed(older))}
        older = [
            told if told.version in drawn else told._replace(drawn=None)
            for told in older
            if told.sentence is not None or told.version in drawn
        ]
        self._told = older[-OLDER:] + self._told[-RECENT:]

    def last_turns(self, version: int, players: int) -> list[Told]:
        """Each seat's last turn up to a version: see the function of this name."""
        if version != self.version:
            return last_turns(self.standing(version), players)
        if self._turns is None:
            self._turns = last_turns(self.standing(version), players)
        return self._turns

    def standing(self, version: int) -> Iterator[Told]:
        """The steps up to a version, the latest first, without what was taken back."""
        taken_back = 0
        for told in reversed(self._told):
            if told.version > version:
                continue
            if told.is_take_back:
                taken_back += 1
            elif taken_back:
                taken_back -= 1
            else:
                yield told

    def before(self, version: int) -> Iterator[str]:
        """The sentences up to a version, the latest first, without what was taken back."""
        for told in self.standing(version):
            if told.sentence is not None:
                yield told.sentence.decode()


def turns_with(turns: list[Told], told: Told) -> list[Told]:
    """The last turns after one more move: it goes on with the latest of them, or begins another."""
    if not turns or turns[-1].seat != told.seat:
        return [*(each for each in turns if each.seat != told.seat), told]
    own = [each for each in turns if each.seat == told.seat]
    dropped = own[0] if len(own) >= LONGEST_TURN else None
    return [*(each for each in turns if each is not dropped), told]


def last_turns(told: Iterable[Told], players: int | None = None) -> list[Told]:
    """Of steps, the latest first, those of each seat's last turn; the latest of these last.

    A turn is what a seat has done without another one doing anything in between. With the number of
    players, no more steps are looked at than needed.
    """
    turns: dict[int, list[Told]] = {}
    current: int | None = None  # whose last turn we are in
    for step in told:
        if step.seat is None or not step.is_a_move:
            continue
        if step.seat not in turns:
            current, turns[step.seat] = step.seat, [step]
        elif step.seat != current:
            current = None
            if len(turns) == players:
                break
        elif len(turns[step.seat]) < LONGEST_TURN:
            turns[step.seat].append(step)
    return sorted((step for turn in turns.values() for step in turn), key=lambda each: each.version)
