"""Pig, the folk game: roll on, or keep what you have."""

from ludotheque.core.game import Game
from ludotheque.core.options import LocalizedText

GAME = Game(
    id="pig",
    title="Pig",
    players=range(2, 5),
    minutes=10,
    age=7,
    pitch=LocalizedText(fr="Un dé : encore un jet ?", en="One die: one more roll?"),
    unit=LocalizedText(fr="tours", en="turns"),
    package=__name__,
)
