"""The check of an edition, derived from the `COMPONENTS` that `table.py` declares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..declared import Whole
from ..edition import Components

if TYPE_CHECKING:
    from ..game import Game


class Edition:
    def __init__(self, game: Game) -> None:
        self._game = game

    def unpack(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The name and the declared components; BadEdition for anything else."""
        components = Components(data)
        edition: dict[str, Any] = {"name": components.text("name")}
        for name, declared in self._game.table.COMPONENTS.items():
            if isinstance(declared, Whole):
                edition[name] = components.integer(name, declared.low, declared.high)
            else:
                count = len(declared.printed)
                least = count if declared.least is None else declared.least
                most = max(least, count) if declared.most is None else declared.most
                edition[name] = components.integers(
                    name, declared.low, declared.high, least=least, most=most
                )
        components.reject_unknown()
        return edition


def printed_edition(game: Game) -> dict[str, Any]:
    """The edition of a game without an `edition.toml`: every component as it is printed."""
    edition: dict[str, Any] = {"name": game.title}
    for name, declared in game.table.COMPONENTS.items():
        printed = declared.printed
        edition[name] = list(printed) if isinstance(printed, tuple) else printed
    return edition


def edition_text(game: Game) -> str:
    """The same as TOML, to change and play with."""
    lines = [
        f"{name} = {json.dumps(value, ensure_ascii=False)}"
        for name, value in printed_edition(game).items()
    ]
    return "\n".join(lines) + "\n"
