"""MasterDés, a duel of dice: equal dice go out in pairs; a MasterDé doubles, gives or replays."""

from ...core.game import Game
from ...core.options import LocalizedText, Option

GAME = Game(
    id="masterdes",
    title="MasterDés",
    year=None,
    author="",  # the rulebook names neither author nor publisher
    publisher="",
    players=range(2, 3),
    minutes=20,
    age=8,
    pitch=LocalizedText(
        fr="Trois dés et un MasterDé chacun : éliminez les dés adverses, doublez, offrez, rejouez.",
        en="Three dice and a MasterDé each: knock dice out, double your score, or give it away.",
    ),
    unit=LocalizedText(fr="duels", en="duels"),
    package=__name__,
    options={
        "level": Option(
            name="level",
            default="flash",
            allowed=("flash", "expert"),
            labels=(
                LocalizedText(fr="Flash : dix duels", en="Flash: ten duels"),
                LocalizedText(fr="Expert : 100 points pile", en="Expert: exactly 100 points"),
            ),
            title=LocalizedText(fr="Niveau", en="Level"),
            sentence=LocalizedText(
                fr="Flash : dix duels, le plus de points gagne. Expert : 100 points pile, "
                "sur une piste à zones Malus et Cagnotte.",
                en="Flash: ten duels, most points win. Expert: exactly 100 points, "
                "on a track with Malus and Cagnotte zones.",
            ),
        ),
    },
)
