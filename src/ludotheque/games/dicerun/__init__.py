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
                fr="Chacun choisit et lance deux dés de la course, qui y restent comme ils sont "
                "tombés ; ou bien deux dés à part, ce qui va plus vite et n’y change rien.",
                en="Everybody picks and rolls two dice of the race, which stay as they fell; or "
                "two other dice, which is quicker and leaves the race alone.",
            ),
            labels=(
                LocalizedText(
                    fr="Deux dés de la course (règle imprimée)",
                    en="Two dice of the race (as printed)",
                ),
                LocalizedText(fr="Deux dés à part", en="Two other dice"),
            ),
            legacy_value="aside",
        ),
    },
)
