"""What the rows of a match say: its record, and every moment of it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from ..core.errors import BadRecord
from ..core.game import Game
from ..core.state import State
from ..table.record import Line, Record, check_result, happen
from .rows import HEADER_KEYS, Row, RowKind, after_the_end, kind_of
from .stored import Stored

Kind = Literal["start", "throw", "move", "take-back", "end"]


class Moment(NamedTuple):
    """A step of a match that can be shown: what has just happened, and where that has led."""

    version: int  # how many rows there are up to here
    state: State
    kind: Kind
    rows: list[Row]  # those that led here from the moment before


def fold(rows: Iterable[Row]) -> tuple[list[Line], Line | None]:
    """The lines of the record, without what was taken back, and its result (None: not yet)."""
    lines: list[Line] = []
    result: Line | None = None
    for number, row in enumerate(rows, 1):
        if result is not None:
            raise after_the_end(number)
        match kind_of(row, number):
            case "end":
                result = row
            case "take-back":
                check_take_back(lines[-1] if lines else None, row, number)
                lines.pop()
            case _:
                lines.append(row)
    return lines, result


def check_take_back(last: Line | None, row: Row, number: int) -> None:
    """Only the last line can be taken back, if it is a move, and only by who made it."""
    mover = None if last is None else last.get("seat")
    if mover is None or mover != row["take_back"]:
        raise BadRecord(
            number + 1, "seat {seat!r} has no last move to take back", seat=row["take_back"]
        )


def record_of(stored: Stored, find: Callable[[str], Game]) -> Record:
    """The match as a record that can be given away: it holds every secret."""
    header = stored.header
    lines, result = fold(stored.events)
    return Record(
        game=find(header["game"]),
        players=header["players"],
        options=header["options"],
        edition=header["edition"],
        lines=lines,
        result=result,
        more={key: value for key, value in header.items() if key not in HEADER_KEYS},
    )


def moments(start: State, rows: Iterable[Row]) -> Iterator[Moment]:
    """Every moment of a match, from its first state. BadRecord where a row cannot have happened.

    The first is always the start, with the opening draws, for which nobody was asked. Then all
    draws of one throw are a moment, and every other row is one.
    """
    course = Course(start)
    kind: Kind = "start"
    version, since = 0, list[Row]()
    for version, row in enumerate(rows, 1):
        found = kind_of(row, version)
        more_of_it = found == "draw" and kind in ("start", "throw") and course.asks_nobody
        if not more_of_it:
            yield Moment(version - 1, course.state.copy(), kind, since)
            kind, since = "throw" if found == "draw" else found, []
        course.go_on(row, found, version)
        since.append(row)
    yield Moment(version, course.state.copy(), kind, since)


class Course:
    """The course of a match: rows bring it forward, or a move back."""

    def __init__(self, start: State) -> None:
        self.state = start.copy()
        self._ended = False
        self._moves: list[tuple[Row, State]] = []  # since the last draw, with the states before

    @property
    def asks_nobody(self) -> bool:
        """Whether a draw would come by itself now, not because a seat asks for its throw."""
        return self.state.roller is None

    def go_on(self, row: Row, kind: RowKind, number: int) -> None:
        if self._ended:
            raise after_the_end(number)
        match kind:
            case "draw":
                happen(self.state, row, number + 1)
                self._moves.clear()
            case "move":
                before = self.state.copy()
                happen(self.state, row, number + 1)
                self._moves.append((row, before))
            case "take-back":
                check_take_back(self._moves[-1][0] if self._moves else None, row, number)
                self.state = self._moves.pop()[1]
            case "end":
                check_result(self.state, row, number + 1)
                self._ended = True
