"""DiceRun, a race of thirty dice by Spartaco Albertarelli: push the dice of your secret goal."""

from ...core.game import Game
from ...core.options import LocalizedText, Option

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
    options={
        "roll_off": Option(
            name="roll_off",
            default="race",
            allowed=("race", "aside"),
            title=LocalizedText(fr="Qui commence", en="Who begins"),
            sentence=LocalizedText(
                fr="Chacun relance deux dés de la course, qui restent comme ils sont tombés ; "
                "ou deux dés à côté, plus vite, sans rien y changer.",
                en="Everybody rerolls two dice of the race, which stay as they fell; "
                "or two dice beside it, which is quicker and changes nothing.",
            ),
            labels=(
                LocalizedText(fr="avec la course (règle imprimée)", en="in the race (as printed)"),
                LocalizedText(fr="à côté de la course", en="beside the race"),
            ),
            legacy_value="aside",
        ),
    },
)
