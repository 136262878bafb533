"""The lesson of DiceRun: a guided first turn, and the rulebook's examples as positions."""

from typing import Any

from ...core.language import Language
from .._lesson import guide_steps, only_if
from .._race import lesson as race
from .._race.lesson import Example
from . import GAME
from .cards import NOTATION

Data = dict[str, Any]

BLUE = "b1 b2 b3 b4 b5 b6"
OTHERS = "r1 r2 r3 r4 r6 r6 o1 o2 o2 o3 o5 o6 g1 g3 g4 g4 g5 g6 p1 p2 p3 p4 p5 p6"

#: The rulebook's examples, in its order.
EXAMPLES = {
    "start": Example(f"{OTHERS} {BLUE}", ("b",)),
    "breakaway": Example(f"{BLUE} / {OTHERS}", ("6",)),
    "alone": Example(
        "b6 / r6 r6 o6 g6 b1 b2 b3 b4 b5 p6 "
        "/ r1 r2 r3 r4 o1 o2 o2 o3 o5 g1 g3 g4 g4 g5 p1 p2 p3 p4 p5",
        ("6",),
    ),
    "dissolved": Example("r2 b4 p5 / o6 g6 / r6 b6 o3 g1 / p6 r1 g4 b2", ("6",)),
}


def guide(language: Language) -> list[Data]:
    """The first turn of somebody who has never played; a step waits for what `until` names."""
    board, objectives, *turn = race.guide(
        language(
            "These are your secret objectives. In a group, each die of the colour is worth a "
            "point, each die of the value too, and one more for both. The number says what "
            "an objective is worth in the lead now."
        ),
        (
            (
                "#goals",
                None,
                language(
                    "You may also play an objective itself: its colour and its value both move up, "
                    "but then everybody knows it."
                ),
            ),
        ),
        language(
            "When a flag shows on the pile, the stage is over: everybody chooses an "
            "objective, and whoever has the most points in the lead wins the stage."
        ),
        language(
            "This guide leaves out rerolling a group, what the cards with a picture do, and "
            "how ties are broken. The rulebook has it all."
        ),
        language,
    )
    return [board, objectives, *only_if(".rc-picking", roll_off_steps(language)), *turn]


def roll_off_steps(language: Language) -> list[Data]:
    """DR-7 For a guide that begins with the roll-off."""
    return guide_steps(
        (
            "#board",
            "move",
            language(
                "First, who begins? Everybody rolls two dice of the race, which stay as they "
                "fall. Tap two dice whose values are none of your objectives', and press the "
                "button."
            ),
        ),
        (
            "#board",
            "#reroll",
            language(
                "The highest total begins; those tied for it roll again. We go on when it is "
                "your turn."
            ),
        ),
    )


def caption(name: str, language: Language) -> str:
    """The text alternative of an example's drawing."""
    return {
        "start": language("All dice together; blue advances: the six blue dice lead."),
        "breakaway": language(
            "The six blue dice lead; the 6s advance: the blue 6 leads alone, and the other 6s "
            "join the blue dice behind it."
        ),
        "alone": language("The blue 6 leads alone; the 6s advance: it stays, and they join it."),
        "dissolved": language(
            "Four groups; the 6s advance: the second group dissolves into the lead, the 6s of the "
            "third reach the lead as well, and that of the last reaches the second."
        ),
    }[name]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing."""
    return race.draw(
        GAME,
        NOTATION,
        EXAMPLES[name],
        caption(name, language),
        is_first=name == next(iter(EXAMPLES)),
    )
