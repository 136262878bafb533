"""What a box of Level X holds, checked before it is played with."""

from collections.abc import Mapping
from typing import Any

from ...core.edition import Box
from ...core.errors import BadEdition
from .rules import MOST_SEATS, MOST_TILES, ROWS

MOST_SPACES = 12
MOST_CHIPS = 99
HIGHEST_TILE = 99

EVERY_ROW = "for the rows 5, 6, 7, 8, 9, 10"
EVERY_COUNT = "for 2, 3 and 4 players"


def unpack(data: Mapping[str, Any]) -> dict[str, Any]:
    """The components as plain data; BadEdition says which one makes no sense."""
    box = Box(data)
    edition = {
        "name": box.text("name"),
        "spaces": box.wholes("spaces", 1, MOST_SPACES, least=ROWS, of=EVERY_ROW),
        "chips": box.wholes("chips", 1, MOST_CHIPS, least=ROWS, of=EVERY_ROW),
        "chips_withheld": box.wholes(
            "chips_withheld", 0, MOST_CHIPS - 1, least=MOST_SEATS - 1, of=EVERY_COUNT
        ),
        "tiles": box.wholes("tiles", 0, HIGHEST_TILE, least=1, most=MOST_TILES),
    }
    box.done()
    scarcest, withheld = min(edition["chips"]), max(edition["chips_withheld"])
    if withheld >= scarcest:
        raise BadEdition(
            f"chips_withheld takes {withheld} chips from every row, but a row has only "
            f"{scarcest}: at least one chip must be left in each row"
        )
    return edition
