"""Stored matches as records."""

from collections.abc import Callable

from ..core.game import Game
from ..table.record import Record
from ..table.timeline import fold
from .serialization import HEADER_KEYS
from .stored import StoredMatch


def record_of(stored: StoredMatch, find: Callable[[str], Game]) -> Record:
    """The record of a stored match; it holds every secret."""
    header = stored.header
    events, result = fold(stored.events)
    return Record(
        game=find(header["game"]),
        players=header["players"],
        options=header["options"],
        edition=header["edition"],
        events=events,
        result=result,
        more={key: value for key, value in header.items() if key not in HEADER_KEYS},
    )
