"""What a box of Pebbles holds."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.edition import Box

from .rules import MOST_FACES


def unpack(data: Mapping[str, Any]) -> dict[str, Any]:
    box = Box(data)
    edition = {
        "name": box.text("name"),
        "heap": box.whole("heap", 1, 999),
        "die": box.whole("die", 1, MOST_FACES),
    }
    box.done()
    return edition
