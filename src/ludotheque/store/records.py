"""Stored matches as records."""

from collections.abc import Callable

from ..core.game import Game
from ..core.options import with_legacy_values
from ..table.event_data import fold
from ..table.record import Record
from .serialization import HEADER_KEYS
from .stored import StoredMatch


def record_of(stored: StoredMatch, find: Callable[[str], Game]) -> Record:
    """The record of a stored match; it holds every secret."""
    header, game = stored.header, find(stored.header["game"])
    events, result = fold(stored.events)
    options = with_legacy_values(game.options, header["options"])
    return Record(
        game=game,
        players=header["players"],
        options=options,
        edition=header["edition"],
        events=events,
        result=result,
        more={key: value for key, value in header.items() if key not in HEADER_KEYS},
        old_options=None if options == header["options"] else header["options"],
    )
