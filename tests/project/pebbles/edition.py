"""Validation of Pebbles' components."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.edition import Components

from .rules import MOST_FACES


def unpack(data: Mapping[str, Any]) -> dict[str, Any]:
    components = Components(data)
    edition = {
        "name": components.text("name"),
        "heap": components.integer("heap", 1, 999),
        "die": components.integer("die", 1, MOST_FACES),
    }
    components.reject_unknown()
    return edition
