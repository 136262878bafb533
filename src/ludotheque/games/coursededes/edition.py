"""Validation of Course de dés's components: an edition, checked against hard maxima."""

from collections.abc import Mapping
from typing import Any

from ...core.edition import Components
from ...core.errors import BadEdition
from .._race.cards import HAND, MOST_COPIES, OBJECTIVES, STAGES
from .._race.road import COLOURS, VALUES

SPECIALS = ("joker", "gap", "swap", "overtake")  # in card order
PACKS = 5
OBJECTIVES_EACH = STAGES + 1  # the last for a tie-break


def unpack(data: Mapping[str, Any]) -> dict[str, Any]:
    """The components as plain data; BadEdition says which one makes no sense."""
    components = Components(data)
    edition: dict[str, Any] = {
        "name": components.text("name"),
        "colors": components.integers("colors", 0, MOST_COPIES, least=COLOURS),
        "values": components.integers("values", 0, MOST_COPIES, least=VALUES),
        **{name: components.integer(name, 0, MOST_COPIES) for name in SPECIALS},
        "objectives": components.integers("objectives", 0, 1, least=OBJECTIVES),
    }
    components.reject_unknown()
    return edition


def cards_of(edition: Mapping[str, Any]) -> list[int]:
    """How many cards of each kind, in card order."""
    return [*edition["colors"], *edition["values"], *(edition[name] for name in SPECIALS)]


def objectives_of(edition: Mapping[str, Any]) -> int:
    """The objectives of the box as a set: one bit for each."""
    return sum(there << number for number, there in enumerate(edition["objectives"]))


def check_room(edition: Mapping[str, Any], players: int) -> None:
    """CD-1 Every pack has a card, and the objectives last for all stages and a tie-break."""
    cards, least = sum(cards_of(edition)), HAND * players + PACKS
    if cards < least:
        raise BadEdition(
            "{cards} cards are too few for {players} players: three each and one for every pack "
            "make {least}",
            cards=cards,
            players=players,
            least=least,
        )
    objectives, needed = sum(edition["objectives"]), OBJECTIVES_EACH * players
    if objectives < needed:
        raise BadEdition(
            "{objectives} objectives are too few for {players} players: one each for four stages "
            "and a tie-break make {needed}",
            objectives=objectives,
            players=players,
            needed=needed,
        )
