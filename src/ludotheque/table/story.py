"""The story of a match: its moments, from the rows in which everything that happened is kept.

Rows are the lines of the record, and what a record has no trace of:

    {"draw": [6, 3]}                                         a draw
    {"seat": 0, "move": "5 5 6"}                             a move
    {"take_back": 0}                                         seat 0 has taken its last move back
    {"retype": 4}                                            the last 4 draws, a typed throw and
                                                             what followed it, are to be typed anew
    {"points": [...], "winners": [...], "ended": "played"}   the end

Rows are only ever added. A match's version is the number of its rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from ..core.errors import BadRecord
from ..core.state import State
from .events import Drawn, Ended, Event, Moved, TakenBack, ThrowTakenBack
from .hand import TypedThrows
from .match import shows_secret
from .record import HAND, check_result, happen, is_typed

Row = dict[str, Any]
RowKind = Literal["draw", "move", "take-back", "retype", "end"]
Kind = Literal["start", "throw", "move", "take-back", "end"]


@dataclass(eq=False)
class Moment:
    """The match after one thing that people see as one: a throw, a move, …

    No two are equal: to find one among many, nothing in them need be compared.
    """

    version: int  # how many rows there are up to here
    state: State
    kind: Kind
    rows: list[Row]  # those that led here from the moment before
    said: dict[str, str | None] = field(default_factory=dict)  # by language, once it was told
    choices: dict[str, list[Any]] = field(default_factory=dict)  # likewise, while it is the last
    watching: bool = False  # everybody looks for something to call out, and nobody is asked


class Story:
    """A match's moments so far; `go_on` adds what has happened since.

    BadRecord, with the row's line in a record whose header is line 1, for a row that cannot have
    happened.
    """

    def __init__(self, start: State, rows: Iterable[Row] = ()) -> None:
        self.state = start.copy()
        self.version = 0
        self.lines: list[Row] = []  # the record's, without what was taken back
        self.result: Row | None = None
        self.moments = [Moment(0, start.copy(), "start", [])]
        self._before: list[State] = []  # the states before the moves made since the last draw
        self._typed = TypedThrows()
        self.go_on(rows)

    def go_on(self, rows: Iterable[Row]) -> None:
        for row in rows:
            kind = kind_of(row, self.version + 1)
            if self.result is not None:
                raise after_the_end(self.version + 1)
            line = self.version + 2
            match kind:
                case "draw":
                    self._draw(row, line)
                case "move":
                    before = self.state.copy()
                    happen(self.state, row, line)
                    self._before.append(before)
                    if shows_secret(before, self.state):
                        self._before.clear()
                    self._add("move", row)
                case "take-back":
                    check_take_back(self.lines, row, self.version + 1)
                    if not self._before:
                        raise no_move_to_take_back(row, self.version + 1)
                    self.state = self._before.pop()
                    self._add("take-back", row)
                case "retype":
                    self._retype(row, self.version + 1)
                case "end":
                    check_result(self.state, row, line)
                    self.result = row
                    self._add("end", row)
            keep_line(self.lines, row, kind)

    @property
    def taker_back(self) -> int | None:
        """The seat that may take its last move back, if any may."""
        if self.result is not None or not self._before:
            return None
        seat: int = self.lines[-1]["seat"]
        return seat

    @property
    def can_retype(self) -> bool:
        """Whether the last typed throw may be typed anew."""
        return self.result is None and self._typed.last(self.lines) is not None

    def _retype(self, row: Row, number: int) -> None:
        check_retype(self.lines, row, number)
        before = self._typed.last(self.lines)
        if before is None or len(self.lines) - before[1] != row["retype"]:
            raise no_typed_throw(row, number)
        self.state, _ = before
        self._typed.drop_last()
        self._add("take-back", row)

    def _draw(self, row: Row, line: int) -> None:
        """Draws that belong together make one moment.

        A throw that opens a turn begins one, and so does every typed throw.
        """
        opens = self._typed.note(self.state, self.lines, row)
        opens = opens or (self.state.roller is not None and not is_typed(row))
        happen(self.state, row, line)
        self._before.clear()
        last = self.moments[-1]
        if last.kind in ("start", "throw") and not opens:
            self.moments.pop()
            self._add(last.kind, row, last.rows)
        else:
            self._add("throw", row)

    def _add(self, kind: Kind, row: Row, before: Iterable[Row] = ()) -> None:
        self.version += 1
        if self.moments:
            self.moments[-1].choices.clear()  # nobody can choose there any more
        self.moments.append(Moment(self.version, self.state.copy(), kind, [*before, row]))


def fold(rows: Iterable[Row]) -> tuple[list[Row], Row | None]:
    """The lines of the record, without what was taken back, and its result (None: not yet)."""
    lines: list[Row] = []
    result: Row | None = None
    for number, row in enumerate(rows, 1):
        kind = kind_of(row, number)
        if result is not None:
            raise after_the_end(number)
        if kind == "take-back":
            check_take_back(lines, row, number)
        elif kind == "retype":
            check_retype(lines, row, number)
        result = row if kind == "end" else None
        keep_line(lines, row, kind)
    return lines, result


def keep_line(lines: list[Row], row: Row, kind: RowKind) -> None:
    """Bring the lines of a record up to a row."""
    if kind == "take-back":
        lines.pop()
    elif kind == "retype":
        del lines[-row["retype"] :]
    elif kind != "end":
        lines.append(row)


def kind_of(row: Row, number: int) -> RowKind:
    """What a row is; BadRecord with the number of its line, the header being line 1."""
    if isinstance(row, dict):
        if "ended" in row:
            return "end"
        if "draw" in row:
            return "draw"
        if row.keys() == {"take_back"}:
            return "take-back"
        if row.keys() == {"retype"}:
            return "retype"
        if {"seat", "move"} <= row.keys():
            return "move"
    raise BadRecord(number + 1, "neither a draw ('draw') nor a move ('seat' and 'move')")


def check_take_back(lines: list[Row], row: Row, number: int) -> None:
    """Only the last line can be taken back, if it is a move, and only by who made it."""
    mover = lines[-1].get("seat") if lines else None
    if mover is None or mover != row["take_back"]:
        raise no_move_to_take_back(row, number)


def no_move_to_take_back(row: Row, number: int) -> BadRecord:
    return BadRecord(
        number + 1, "seat {seat!r} has no last move to take back", seat=row["take_back"]
    )


def check_retype(lines: list[Row], row: Row, number: int) -> None:
    """Only draws at the end can be taken off the table, and the first of them was typed."""
    count = row["retype"]
    if type(count) is not int or not 1 <= count <= len(lines):
        raise no_typed_throw(row, number)
    if not is_typed(lines[-count]) or any("draw" not in line for line in lines[-count:]):
        raise no_typed_throw(row, number)


def no_typed_throw(row: Row, number: int) -> BadRecord:
    return BadRecord(number + 1, "the last {count!r} draws are no typed throw", count=row["retype"])


def after_the_end(number: int) -> BadRecord:
    """A row that comes after the end; `number` is the row's own."""
    return BadRecord(number + 1, "the match has ended already: nothing can follow")


def rows_of(events: Iterable[Event]) -> list[Row]:
    """What happened in a match, as it is kept: a row for each event, of the same version."""
    return [row_of(event) for event in events]


def row_of(event: Event) -> Row:
    match event:
        case Drawn(size=size, k=int(k), by_hand=by_hand):
            return {"draw": [size, k]} | ({"by": HAND} if by_hand else {})
        case Moved(seat=seat, move=move, by=by):
            return {"seat": seat, "move": move} | ({} if by is None else {"by": by})
        case TakenBack(seat=seat):
            return {"take_back": seat}
        case ThrowTakenBack(draws=draws):
            return {"retype": draws}
        case Ended():
            return event.as_line()
    raise ValueError(f"{event!r} cannot be kept: it does not say all that happened")


def ended_of(result: Row, version: int) -> Ended:
    """The end that a result row tells of."""
    return Ended(version, result["points"], result["winners"], result["ended"], result.get("seat"))
