"""The story of a match: its moments, from the rows in which everything that happened is kept.

A row is a line of the record (a draw, a move, the result) or `{"take_back": seat}`. Rows are only
ever added; what was taken back is still there, but no longer in the record's lines. A match's
version is the number of its rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from ..core.state import State
from .events import Drawn, Ended, Event, Moved, TakenBack

Row = dict[str, Any]
Kind = Literal["start", "throw", "move", "take-back", "end"]


@dataclass
class Moment:
    """The match after one thing that people see as one: a throw, a move, …"""

    version: int
    state: State
    kind: Kind
    rows: list[Row]
    said: dict[str, str | None] = field(default_factory=dict)  # by language, once it was told


class Story:
    """A match's moments so far; `go_on` adds what has happened since."""

    def __init__(self, start: State, rows: Iterable[Row] = ()) -> None:
        self.state = start.copy()
        self.version = 0
        self.lines: list[Row] = []  # the record's, without what was taken back
        self.result: Row | None = None
        self.moments = [Moment(0, start.copy(), "start", [])]
        self._before: list[State] = []  # the states before the moves made since the last draw
        self.go_on(rows)

    def go_on(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self.version += 1
            if "draw" in row:
                self._draw(row)
            elif "move" in row:
                self._before.append(self.state.copy())
                self.state.play(row["move"])
                self.lines.append(row)
                self._add("move", row)
            elif "take_back" in row:
                self.state = self._before.pop()
                self.lines.pop()
                self._add("take-back", row)
            else:
                self.result = row
                self._add("end", row)

    @property
    def taker_back(self) -> int | None:
        """The seat that may take its last move back, if any may."""
        if self.result is not None or not self._before:
            return None
        seat: int = self.lines[-1]["seat"]
        return seat

    def _draw(self, row: Row) -> None:
        """Draws that belong together make one moment; a throw that opens a turn is its first."""
        opens = self.state.roller is not None
        follows = self.moments[-1].kind in ("start", "throw")
        self._before.clear()
        self.state.draw(row["draw"][1])
        self.lines.append(row)
        if follows and not opens:
            last = self.moments.pop()
            self._add(last.kind, *last.rows, row)
        else:
            self._add("throw", row)

    def _add(self, kind: Kind, *rows: Row) -> None:
        self.moments.append(Moment(self.version, self.state.copy(), kind, list(rows)))


def row_of(event: Event) -> Row:
    """An event as it is kept."""
    match event:
        case Drawn():
            return {"draw": [event.size, event.k]}
        case Moved():
            return {"seat": event.seat, "move": event.move}
        case TakenBack():
            return {"take_back": event.seat}
        case Ended():
            return event.as_line()
    raise TypeError(f"{event!r} cannot be kept")


def ended_of(result: Row, version: int) -> Ended:
    """The end that a result row tells of."""
    return Ended(version, result["points"], result["winners"], result["ended"], result.get("seat"))
