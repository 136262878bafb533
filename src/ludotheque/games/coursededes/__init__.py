"""Course de dés, the first edition of Spartaco Albertarelli's race of thirty dice."""

from ...core.game import Game
from ...core.options import LocalizedText, Option

GAME = Game(
    id="coursededes",
    title="Course de dés",
    year=2002,
    author="Spartaco Albertarelli",
    publisher="Kidult Game",
    players=range(2, 7),
    minutes=45,
    age=10,
    pitch=LocalizedText(
        fr="Trente dés en course, un objectif secret : poussez vos couleurs sans vous trahir.",
        en="Thirty dice in a race, one secret objective: push your colours, give nothing away.",
    ),
    unit=LocalizedText(fr="tours", en="turns"),
    package=__name__,
    secrets=True,
    related="_race",
    options={
        "objectives": Option(
            name="objectives",
            default="single",
            allowed=("single", "variable"),
            labels=(
                LocalizedText(fr="Un par étape", en="One for each stage"),
                LocalizedText(fr="Quatre dès le départ", en="Four from the start"),
            ),
            title=LocalizedText(fr="Objectifs", en="Objectives"),
            sentence=LocalizedText(
                fr="Un objectif par étape, ou quatre dès le départ, à choisir et à échanger.",
                en="One objective for each stage, or four from the start, to pick and exchange.",
            ),
        ),
        "bonus": Option(
            name="bonus",
            default=False,
            allowed=(False, True),
            title=LocalizedText(fr="Bonus", en="Bonus"),
            sentence=LocalizedText(
                fr="Un dé qui a la couleur et la valeur de l’objectif compte 3 au lieu de 2.",
                en="A die that has both colour and value of the objective counts 3 instead of 2.",
            ),
        ),
    },
)
