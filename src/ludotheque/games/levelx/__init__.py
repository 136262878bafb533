"""Level X, a dice game by Stefan Risthaus: group four dice, climb to the X, hold it."""

from ...core.game import Game
from ...core.options import LocalizedText, SeatOption

GAME = Game(
    id="levelx",
    title="Level X",
    year=2010,
    author="Stefan Risthaus",
    publisher="Schmidt Spiele",
    players=range(2, 5),
    minutes=20,
    age=8,
    pitch=LocalizedText(
        fr="Quatre dés, six rangées, une seule place au sommet : grimpez, tenez bon, délogez.",
        en="Four dice, six rows, room for one at the top: climb, hold on, throw the others off.",
    ),
    unit=LocalizedText(fr="tours", en="turns"),
    package=__name__,
    options={
        "first": SeatOption(
            name="first",
            default=None,
            allowed=(None, 0, 1, 2, 3),
            title=LocalizedText(fr="Qui commence", en="Who begins"),
            sentence=LocalizedText(
                fr="La place qui joue en premier ; sans choix, elle est tirée au sort.",
                en="The seat that plays first; without a choice it is drawn by lot.",
            ),
        ),
    },
)
