"""What a box of Level X holds, checked before it is played with."""

from collections.abc import Mapping
from typing import Any

from ...core.edition import Box
from ...core.errors import BadEdition
from .rules import MOST_SEATS, MOST_TILES, ROWS

MOST_SPACES = 12
MOST_CHIPS = 99
HIGHEST_TILE = 99


def unpack(data: Mapping[str, Any]) -> dict[str, Any]:
    """The components as plain data; BadEdition says which one makes no sense."""
    box = Box(data)
    edition: dict[str, Any] = {
        "name": box.text("name"),
        "spaces": box.wholes("spaces", 1, MOST_SPACES, least=ROWS),
        "chips": box.wholes("chips", 1, MOST_CHIPS, least=ROWS),
        "chips_withheld": box.wholes("chips_withheld", 0, MOST_CHIPS - 1, least=MOST_SEATS - 1),
        "tiles": box.wholes("tiles", 0, HIGHEST_TILE, least=1, most=MOST_TILES),
    }
    box.done()
    scarcest, withheld = min(edition["chips"]), max(edition["chips_withheld"])
    if withheld >= scarcest:
        raise BadEdition(
            "chips_withheld takes {withheld} chips from every row, but a row has only "
            "{scarcest}: at least one chip must be left in each row",
            withheld=withheld,
            scarcest=scarcest,
        )
    return edition
