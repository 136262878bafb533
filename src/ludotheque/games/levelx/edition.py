"""Validation of Level X's components: an edition, checked against hard maxima."""

from collections.abc import Mapping
from typing import Any

from ...core.edition import Components
from ...core.errors import BadEdition
from .rules import MOST_SEATS, MOST_TILES, ROWS

MOST_SPACES = 12
MOST_CHIPS = 99
HIGHEST_TILE = 99


def unpack(data: Mapping[str, Any]) -> dict[str, Any]:
    """The components as plain data; BadEdition says which one makes no sense."""
    components = Components(data)
    edition: dict[str, Any] = {
        "name": components.text("name"),
        "spaces": components.integers("spaces", 1, MOST_SPACES, least=ROWS),
        "chips": components.integers("chips", 1, MOST_CHIPS, least=ROWS),
        "chips_withheld": components.integers(
            "chips_withheld", 0, MOST_CHIPS - 1, least=MOST_SEATS - 1
        ),
        "tiles": components.integers("tiles", 0, HIGHEST_TILE, least=1, most=MOST_TILES),
    }
    components.reject_unknown()
    scarcest, withheld = min(edition["chips"]), max(edition["chips_withheld"])
    if withheld >= scarcest:
        raise BadEdition(
            "chips_withheld takes {withheld} chips from every row, but a row has only "
            "{scarcest}: at least one chip must be left in each row",
            withheld=withheld,
            scarcest=scarcest,
        )
    return edition
