"""Pebbles, a game made up for the tests: small, outside the package, and full of secrets.

Everybody gets a secret lucky number. On a turn a seat throws the die and takes up to that many
pebbles from the heap; then the next seat guesses in secret whether its own throw will be odd.
The game ends when the heap is empty. Pebbles, right guesses and, at the end, lucky numbers score.
"""

from ludotheque.core.game import Game
from ludotheque.core.options import LocalizedText, Option

GAME = Game(
    id="pebbles",
    title="Pebbles",
    year=None,
    author="nobody",
    publisher="nobody",
    players=range(2, 5),
    minutes=1,
    age=5,
    pitch=LocalizedText(fr="Des cailloux.", en="Pebbles."),
    unit=LocalizedText(fr="tours", en="turns"),
    package=__name__,
    options={
        "guesses": Option(
            name="guesses",
            default=True,
            allowed=(True, False),
            title=LocalizedText(fr="Deviner", en="Guessing"),
            sentence=LocalizedText(fr="On devine.", en="There is guessing."),
        ),
        "luckiest": Option(
            name="luckiest",
            default=2,
            allowed=tuple(range(10)),
            title=LocalizedText(fr="Chance", en="Luck"),
            sentence=LocalizedText(fr="Le plus de chance.", en="The best of luck."),
        ),
    },
)
