"""The rows of a match: the lines of its record, and what a record has no trace of.

{"draw": [6, 3]}                                     a draw
{"seat": 0, "move": "5 5 6"}                         a move
{"take_back": 0}                                     seat 0 has taken its last move back
{"points": [...], "winners": [...], "ended": "played"}   the end
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from ..core.errors import BadRecord
from ..table.events import Drawn, Ended, Event, Moved, TakenBack
from ..table.record import FORMAT

Row = dict[str, Any]
RowKind = Literal["draw", "move", "take-back", "end"]

HEADER_KEYS = ("format", "game", "players", "options", "edition")


def rows_of(events: Iterable[Event]) -> list[Row]:
    """What happened in a match, as it is kept: a row for each event, of the same version."""
    return [row_of(event) for event in events]


def row_of(event: Event) -> Row:
    match event:
        case Drawn(size=size, k=int(k)):
            return {"draw": [size, k]}
        case Moved(seat=seat, move=move):
            return {"seat": seat, "move": move}
        case TakenBack(seat=seat):
            return {"take_back": seat}
        case Ended():
            return event.as_line()
    raise ValueError(f"{event!r} cannot be kept: it does not say all that happened")


def kind_of(row: Row, number: int) -> RowKind:
    """What a row is; BadRecord with the number of its line, the header being line 1."""
    if isinstance(row, dict):
        if "ended" in row:
            return "end"
        if "draw" in row:
            return "draw"
        if row.keys() == {"take_back"}:
            return "take-back"
        if {"seat", "move"} <= row.keys():
            return "move"
    raise BadRecord(number + 1, "neither a draw ('draw') nor a move ('seat' and 'move')")


def row_texts(rows: Sequence[Row], first_number: int) -> list[str]:
    """The rows as they are kept. BadRecord for what cannot be a row there."""
    for number, row in enumerate(rows, first_number):
        if kind_of(row, number) == "end" and number < first_number + len(rows) - 1:
            raise after_the_end(number + 1)
    return [as_text(row, number) for number, row in enumerate(rows, first_number)]


def header_text(header: Row) -> str:
    """The header as it is kept. BadRecord for what cannot be a record's first line."""
    for key in HEADER_KEYS:
        if key not in header:
            raise BadRecord(1, "the first line lacks {key!r}", key=key)
    if header["format"] != FORMAT:
        raise BadRecord(
            1,
            "format is {found!r}; it must be {format!r}",
            found=header["format"],
            format=FORMAT,
        )
    return as_text(header, 0)


def after_the_end(number: int) -> BadRecord:
    """A row that comes after the end; `number` is the row's own."""
    return BadRecord(number + 1, "the match has ended already: nothing can follow")


def as_text(data: Row, number: int) -> str:
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:
        raise BadRecord(number + 1, "not UTF-8 text") from None
    except (TypeError, ValueError, RecursionError) as problem:
        raise BadRecord(number + 1, "not JSON ({problem})", problem=str(problem)) from None
    return text


def is_storable(name: object) -> bool:
    """Whether a match can have that name: half a character can come in by an address."""
    if not isinstance(name, str) or not name:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
