"""Headers, events and private data as the JSON texts that are stored."""

from collections.abc import Sequence

from sqlalchemy import Dialect

from ..core.errors import BadRecord
from ..table.event_data import after_the_end, kind_of_event
from ..table.event_log import event_text
from ..table.record import FORMAT, EventData

HEADER_KEYS = ("format", "game", "players", "options", "edition")


def event_texts(events: Sequence[EventData], first_number: int) -> list[str]:
    """The texts of events; BadRecord for data that is not an event, or comes after the end."""
    for number, event in enumerate(events, first_number):
        if kind_of_event(event, number) == "end" and number < first_number + len(events) - 1:
            raise after_the_end(number + 1)
    return [as_text(event, number) for number, event in enumerate(events, first_number)]


def header_text(header: EventData) -> str:
    """The text of a header; BadRecord if it lacks something."""
    check_header(header)
    return as_text(header, 0)


def check_header(header: EventData) -> None:
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


def private_text(private: EventData) -> str:
    """The text of a match's private data."""
    return as_text(private, 0)


def as_text(data: EventData, number: int) -> str:
    try:
        text = event_text(data)
        if not text.isascii():
            text.encode()
    except UnicodeEncodeError:
        raise BadRecord(number + 1, "not UTF-8 text") from None
    except (TypeError, ValueError, RecursionError) as problem:
        raise BadRecord(number + 1, "not JSON ({problem})", problem=str(problem)) from None
    return text


def is_storable(name: object, dialect: Dialect) -> bool:
    """Whether a name is a valid match id: text without lone surrogates, which a URL may contain; in
    PostgreSQL, without NUL."""
    if not isinstance(name, str) or not name:
        return False
    if dialect.name != "sqlite" and "\0" in name:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
