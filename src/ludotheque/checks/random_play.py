"""Random self-play of any game, for tests that know no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from ..core.compiler import Mode
from ..core.errors import BadOption
from ..core.game import Game
from ..core.state import State

MOST_VALUES = 6  # of an option that are tried


@dataclass(frozen=True)
class Setting:
    """A match before it starts."""

    game: Game
    players: int
    options: dict[str, Any]
    edition: dict[str, Any] | None

    def start(self, mode: Mode = "interpreted") -> State:
        return self.game.start(self.players, self.options, self.edition, mode=mode)


def any_setting(game: Game, players: int, rng: Random) -> Setting:
    """Options at random, and one time in two a smaller box than the printed one.

    Of a long range of values the first ones will do: a match of 99 games is none for a test.
    """
    options = {
        name: rng.choice(option.allowed_for(players)[:MOST_VALUES])
        for name, option in game.options.items()
    }
    setting = Setting(game, players, options, smaller(game.edition, rng))
    try:
        setting.start()
    except BadOption:
        return Setting(game, players, options, None)
    return setting if rng.random() < 0.5 else Setting(game, players, options, None)


def smaller(part: Any, rng: Random) -> Any:
    """The same components, fewer or shorter; whether they make sense is for the game to say."""
    if isinstance(part, Mapping):
        return {name: smaller(value, rng) for name, value in part.items()}
    if isinstance(part, list):
        return [smaller(value, rng) for value in part]
    return rng.randint(1, part) if type(part) is int and part > 1 else part


def playthrough(state: State, rng: Random) -> Iterator[State]:
    """Play at random to the end; yields the state, which changes, before every draw and move."""
    yield state
    while state.awaits != "end":
        step(state, rng)
        yield state


def step(state: State, rng: Random) -> None:
    if state.draw_size is not None:
        state.draw(rng.randrange(state.draw_size))
    else:
        state.play(rng.choice(state.moves()))


def somewhere(game: Game, rng: Random, awaits: str) -> State:
    """A random state of a random match, of those that await such a thing.

    With some options a game awaits no moves at all: then other options are tried.
    """
    found: list[State] = []
    while not found:
        setting = any_setting(game, rng.choice(game.players), rng)
        found = [
            state.copy() for state in playthrough(setting.start(), rng) if state.awaits == awaits
        ]
    return rng.choice(found)
