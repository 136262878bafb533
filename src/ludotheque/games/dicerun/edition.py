"""What a box of DiceRun holds, checked before it is played with."""

from collections.abc import Mapping
from typing import Any

from ...core.edition import Box
from .._race.cards import MOST_COPIES, STAGES
from .._race.road import COLOURS, VALUES
from .rules import PLACES_PAID

HIGHEST_STAGE = 99
OTHERS = ("joker", "swap", "sprint", "surge", "flip", "gap", "crash")


def unpack(data: Mapping[str, Any]) -> dict[str, Any]:
    """The components as plain data; BadEdition says which one makes no sense.

    Whether the cards are enough depends on the number of players: that is looked at when a match
    is set up.
    """
    box = Box(data)
    edition: dict[str, Any] = {
        "name": box.text("name"),
        "colours": box.wholes("colours", 0, MOST_COPIES, least=COLOURS),
        "values": box.wholes("values", 0, MOST_COPIES, least=VALUES),
        **{card: box.whole(card, 0, MOST_COPIES) for card in OTHERS},
        "stages": box.wholes("stages", 1, HIGHEST_STAGE, least=STAGES),
        "places": box.wholes("places", 0, HIGHEST_STAGE, least=PLACES_PAID),
    }
    box.done()
    return edition
