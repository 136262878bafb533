"""Les Trotteurs, an old French race: five trotters each, and the cup says who marks the throw."""

from ...core.game import Game
from ...core.options import Option, Words

GAME = Game(
    id="trotteurs",
    title="Les Trotteurs",
    year=None,
    author="Anonyme",
    publisher="",
    players=range(2, 7),
    minutes=15,
    age=7,
    pitch=Words(
        fr="Trois dés, un cornet, cinq trotteurs chacun : le hasard court, gardez l’œil ouvert.",
        en="Three dice, a cup, five trotters each: chance does the running, keep your eyes open.",
    ),
    unit=Words(fr="coups", en="throws"),
    package=__name__,
    options={
        "vigilance": Option(
            name="vigilance",
            default="auto",
            allowed=("auto", "manual"),
            title=Words(fr="Vigilance", en="Vigilance"),
            sentence=Words(
                fr="Les signes agissent d’eux-mêmes, ou il faut les remarquer et les réclamer.",
                en="Signs take effect by themselves, or they have to be noticed and claimed.",
            ),
        ),
        "rounds": Option(
            name="rounds",
            default=1,
            allowed=tuple(range(1, 100)),
            title=Words(fr="Parties", en="Games"),
            sentence=Words(
                fr="Le nombre de parties de la rencontre ; les dettes s’additionnent.",
                en="How many games the match has; debts add up.",
            ),
        ),
    },
)
