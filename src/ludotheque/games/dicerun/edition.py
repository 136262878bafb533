"""Validation of DiceRun's components: an edition, checked against hard maxima."""

from collections.abc import Mapping
from typing import Any

from ...core.edition import Components
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
    components = Components(data)
    edition: dict[str, Any] = {
        "name": components.text("name"),
        "colours": components.integers("colours", 0, MOST_COPIES, least=COLOURS),
        "values": components.integers("values", 0, MOST_COPIES, least=VALUES),
        **{card: components.integer(card, 0, MOST_COPIES) for card in OTHERS},
        "stages": components.integers("stages", 1, HIGHEST_STAGE, least=STAGES),
        "places": components.integers("places", 0, HIGHEST_STAGE, least=PLACES_PAID),
    }
    components.reject_unknown()
    return edition
