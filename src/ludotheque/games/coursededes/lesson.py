"""The lesson of Course de dés: a guided first turn, and the rulebook's examples as positions."""

from typing import Any

from ...core.language import Language
from .._race import lesson as race
from .._race.lesson import Example, Ranked
from . import GAME
from .notation import NOTATION

Data = dict[str, Any]

#: The rulebook's examples, in its order.
EXAMPLES = {
    "start": Example(
        "g1 g2 g3 g4 g6 g6 k1 k2 k2 k3 k5 k6 b1 b1 b2 b3 b5 b6 r1 r3 r4 r4 r5 r6 v1 v2 v3 v4 v5 v6",
        ("b", "1"),
    ),
    "absorbed": Example("g2 k4 v5 / r6 b3 b4 / g6 k6 v6 / r1 k2 g3", ("6",)),
    "stays": Example("k1 b1 / g1 r1 v3 b5 / r2 k4 g6", ("1",)),
    "tied": Example("b3 b2 b3 g5 g5 g1 v4 v6 v6 / b4 g3 g2 v1 v1 v5 / r1 k2 r4"),
}


def guide(language: Language) -> list[Data]:
    """The first turn of somebody who has never played; a step waits for what `until` names."""
    return race.guide(
        language(
            "This is your secret objective. In a group, each die of its colour is worth a "
            "point, and each die of its value. The number says what it is worth in the lead "
            "now."
        ),
        (),
        language(
            "When a stage card is drawn, objectives are laid open: the most points in the "
            "lead take 3 tokens, then 2, then 1. The number by the small flag says how many "
            "cards come before."
        ),
        language(
            "This guide leaves out the tumble, what the cards with a picture do, ties and the "
            "play-off. The rulebook has it all."
        ),
        language,
    )


def caption(name: str, language: Language) -> str:
    """The text alternative of an example's drawing."""
    return {
        "start": language(
            "All dice together; blue advances and leads; then the 1s advance: those among the "
            "blue dice lead, and the other 1s join the blue dice, now second."
        ),
        "absorbed": language(
            "The 6s advance: the 6 of the second group is in the lead, those of the third join "
            "blue 3 and blue 4, and the fourth group is third now."
        ),
        "stays": language("The lead is two 1s; the 1s advance: it stays, and others join it."),
        "tied": language(
            "A and B have 5 points in the lead, C has 4: only A and B compare the second group."
        ),
    }[name]


def ranking(name: str, language: Language) -> tuple[Ranked, ...]:
    """Who has which objective in the last example, how many groups count, and the place."""
    if name != "tied":
        return ()
    return (
        Ranked("A", "g5", 2, language("first")),
        Ranked("B", "b3", 2, language("second")),
        Ranked("C", "v1", 1, language("third")),
    )


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing."""
    return race.draw(
        GAME,
        NOTATION,
        EXAMPLES[name],
        caption(name, language),
        ranking=ranking(name, language),
        is_first=name == next(iter(EXAMPLES)),
    )
