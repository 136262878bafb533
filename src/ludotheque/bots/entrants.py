"""Who may enter a tournament or a simulation: any player, given in any of several ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.errors import BadOption
from . import BOTS, bot_if_any, bot_named, make_bot
from .custom import registry
from .custom.entrant import Entrant, Factory, Instance, has_choose
from .player import Player

#: A bot's name, `module:Class`, `program:COMMAND`, a player, or a class of players.
PlayerLike = str | Player | type[Player] | Entrant


class NamedBot(Entrant):
    """One of this package's bots."""

    def __init__(self, name: str) -> None:
        self.name = name

    def make(self, seed: int | None) -> Player:
        return make_bot(self.name, seed)

    def fingerprint(self) -> str:
        return self.name

    def check(self) -> None:
        """It can always play."""


def entrant_of(player: PlayerLike) -> Entrant:
    """The entrant that is meant; BadOption says what is allowed."""
    if isinstance(player, str):
        return entrant_called(player)
    if isinstance(player, Entrant):
        return checked(player)
    if isinstance(player, type) and has_choose(player):
        return checked(Factory(player))
    if not isinstance(player, type) and has_choose(player):
        return Instance(player)
    raise BadOption(
        "a player is a bot's name, module:Class, or an object with a method choose(view), "
        "not {name!r}",
        name=player,
    )


def entrant_called(text: str) -> Entrant:
    """The entrant that a text names: a bot, `module:Class` or `program:COMMAND`."""
    name = bot_if_any(text)
    if name is None and registry.is_written(text):
        return checked(registry.written(text))
    name = bot_named(text)  # BadOption if there is none
    if name in BOTS:
        return NamedBot(name)
    entrant = registry.find(name)
    assert entrant is not None  # `bot_named` has found it
    return checked(entrant)


def checked(entrant: Entrant) -> Entrant:
    entrant.check()
    return entrant


def entrants_of(players: Any) -> list[Entrant]:
    """The entrants of a list of players."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise BadOption("the players are a list of players, not {players!r}", players=players)
    return [entrant_of(player) for player in players]


def distinct_names(entrants: Sequence[Entrant]) -> tuple[str, ...]:
    """The entrants' names, numbered where several have the same: `MyBot`, `MyBot 2`."""
    names: list[str] = []
    for entrant in entrants:
        name, number = entrant.name, 1
        while name in names:
            number += 1
            name = f"{entrant.name} {number}"
        names.append(name)
    return tuple(names)
