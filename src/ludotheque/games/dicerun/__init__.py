"""DiceRun, a race of thirty dice by Spartaco Albertarelli: push the dice of your secret goal."""

from ...core.game import Game
from ...core.options import LocalizedText

GAME = Game(
    id="dicerun",
    title="DiceRun",
    year=2013,
    author="Spartaco Albertarelli",
    publisher="KaleidosGames",
    players=range(3, 7),
    minutes=45,
    age=8,
    pitch=LocalizedText(
        fr="Trente dés courent, et personne ne dit lesquels sont les siens : poussez, bluffez.",
        en="Thirty dice are racing, and nobody says which are their own: push, and bluff.",
    ),
    unit=LocalizedText(fr="tours", en="turns"),
    package=__name__,
    secrets=True,
    related="_race",
)
