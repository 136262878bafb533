"""Les Trotteurs, an old French race: five trotters each, and the cup says who marks the throw."""

from ...core.game import Game
from ...core.options import LocalizedText, Option

GAME = Game(
    id="trotteurs",
    title="Les Trotteurs",
    year=None,
    author="",  # its title and its author are lost with the first page
    publisher="",
    players=range(2, 7),
    minutes=15,
    age=7,
    pitch=LocalizedText(
        fr="Trois dés, un cornet, cinq trotteurs chacun : le hasard court, gardez l’œil ouvert.",
        en="Three dice, a cup, five trotters each: chance does the running, keep your eyes open.",
    ),
    unit=LocalizedText(fr="coups", en="throws"),
    package=__name__,
    options={
        "vigilance": Option(
            name="vigilance",
            default="auto",
            allowed=("manual", "auto"),  # the printed rule first
            labels=(
                LocalizedText(fr="À remarquer (la règle imprimée)", en="Noticed (as printed)"),
                LocalizedText(fr="Automatique (détendu)", en="Automatic (relaxed)"),
            ),
            title=LocalizedText(fr="Vigilance", en="Vigilance"),
            sentence=LocalizedText(
                fr="La règle imprimée veut qu’on remarque les signes et qu’on les réclame. "
                "Plus détendu : ils agissent d’eux-mêmes.",
                en="By the printed rule, signs have to be noticed and claimed. "
                "More relaxed: they take effect by themselves.",
            ),
        ),
        "rounds": Option(
            name="rounds",
            default=1,
            allowed=tuple(range(1, 100)),
            most_live=20,
            title=LocalizedText(fr="Parties", en="Games"),
            sentence=LocalizedText(
                fr="Le nombre de parties de la rencontre ; les dettes s’additionnent.",
                en="How many games the match has; debts add up.",
            ),
        ),
    },
)
