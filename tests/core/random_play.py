"""Any game, set up and played by chance: what tests that know no game need."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import ludotheque
from ludotheque import BadOption, Game, State
from ludotheque.core.compiler import Mode
from tests.project.pebbles import GAME as PEBBLES

#: Every game on the shelf, and a guest with secrets.
GAMES = [*(ludotheque.game(name) for name in ludotheque.games()), PEBBLES]

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


def any_setting(game: Game, players: int, chance: Random) -> Setting:
    """Options at random, and one time in two a smaller box than the printed one.

    Of a long range of values the first ones will do: a match of 99 games is none for a test.
    """
    options = {
        name: chance.choice(option.allowed_for(players)[:MOST_VALUES])
        for name, option in game.options.items()
    }
    setting = Setting(game, players, options, smaller(game.edition, chance))
    try:
        setting.start()
    except BadOption:
        return Setting(game, players, options, None)
    return setting if chance.random() < 0.5 else Setting(game, players, options, None)


def smaller(part: Any, chance: Random) -> Any:
    """The same components, fewer or shorter; whether they make sense is for the game to say."""
    if isinstance(part, Mapping):
        return {name: smaller(value, chance) for name, value in part.items()}
    if isinstance(part, list):
        return [smaller(value, chance) for value in part]
    return chance.randint(1, part) if type(part) is int and part > 1 else part


def moments(state: State, chance: Random) -> Iterator[State]:
    """The state itself, at every moment from here to the end of a match played by chance."""
    yield state
    while state.awaits != "end":
        step(state, chance)
        yield state


def step(state: State, chance: Random) -> None:
    if state.draw_size is not None:
        state.draw(chance.randrange(state.draw_size))
    else:
        state.play(chance.choice(state.moves()))


def somewhere(game: Game, chance: Random, awaits: str) -> State:
    """A state of a match played by chance, of those that await such a thing.

    With some options a game awaits no moves at all: then other options are tried.
    """
    found: list[State] = []
    while not found:
        setting = any_setting(game, chance.choice(game.players), chance)
        found = [
            moment.copy() for moment in moments(setting.start(), chance) if moment.awaits == awaits
        ]
    return chance.choice(found)
