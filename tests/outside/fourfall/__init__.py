"""Fourfall, a game of ours: a die says where your pieces may fall; four in a row win."""

from ludotheque.core.game import Game
from ludotheque.core.options import LocalizedText

GAME = Game(
    id="fourfall",
    title="Fourfall",
    year=2026,
    author="The ludotheque team",
    players=range(2, 4),
    minutes=10,
    age=7,
    pitch=LocalizedText(
        fr="Le dé choisit la colonne, vous choisissez le côté : alignez-en quatre.",
        en="The die picks the column, you pick the side: four in a row.",
    ),
    unit=LocalizedText(fr="tours", en="turns"),
    package=__name__,
)
