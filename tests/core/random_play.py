"""The games that tests of all games use, and random self-play of any game."""

import ludotheque
from ludotheque.checks.random_play import (
    MOST_VALUES,
    Setting,
    any_setting,
    playthrough,
    smaller,
    somewhere,
    step,
)
from tests.project.pebbles import GAME as PEBBLES

__all__ = [
    "GAMES",
    "MOST_VALUES",
    "Setting",
    "any_setting",
    "playthrough",
    "smaller",
    "somewhere",
    "step",
]

#: Every built-in game, and one from elsewhere that has secrets.
GAMES = [*(ludotheque.game(name) for name in ludotheque.games()), PEBBLES]
