"""DiceRun taught in the browser: a guided first turn, and the rulebook's examples as drawings."""

from typing import Any

from ...core.language import Language
from .._race.lesson_drawing import LessonDrawing, record_with
from . import GAME
from .cards import NOTATION

Data = dict[str, Any]

#: The drawn examples, in the order of the rulebook's: the race before, and what advances.
EXAMPLES = ("start", "breakaway", "alone", "dissolved")

ALL = "r1 r2 r3 r4 r6 r6 o1 o2 o2 o3 o5 o6 g1 g3 g4 g4 g5 g6 p1 p2 p3 p4 p5 p6"
BLUE = "b1 b2 b3 b4 b5 b6"
RACES = {
    "start": (f"{ALL} {BLUE}", "b"),
    "breakaway": (f"{BLUE} / {ALL}", "6"),
    "alone": (
        "b6 / r6 r6 o6 g6 b1 b2 b3 b4 b5 p6 "
        "/ r1 r2 r3 r4 o1 o2 o2 o3 o5 g1 g3 g4 g4 g5 p1 p2 p3 p4 p5",
        "6",
    ),
    "dissolved": ("r2 b4 p5 / o6 g6 / r6 b6 o3 g1 / p6 r1 g4 b2", "6"),
}


def guide(language: Language) -> list[Data]:
    """The first turn of somebody who has never played; a step waits for what `until` names."""
    steps = (
        (
            "#board",
            None,
            language(
                "Thirty dice run from left to right; the group by the flag is the lead. None of "
                "the dice is yours."
            ),
        ),
        (
            "#goals",
            None,
            language(
                "These are your secret objectives. In a group, each die of the colour is worth a "
                "point, each die of the value too, and one more for both. The number says what "
                "an objective is worth in the lead now."
            ),
        ),
        (
            "#hand",
            None,
            language(
                "On your turn you play a card: all dice of its colour or value move up by one "
                "group. Tap a card to see what would happen."
            ),
        ),
        (
            "#board",
            None,
            language(
                "The dice show where they would stand. Some cards ask for a target first: it "
                "lights up on the road. Tap the card again to take it back."
            ),
        ),
        (
            "#goals",
            None,
            language(
                "You may also play an objective itself: its colour and its value both move up, "
                "but then everybody knows it."
            ),
        ),
        (
            "#commit",
            "move",
            language("Nothing is played before you press this button. You then draw a card."),
        ),
        (
            "#board",
            None,
            language(
                "When a flag shows on the pile, the stage is over: everybody chooses an "
                "objective, and whoever has the most points in the lead wins the stage."
            ),
        ),
    )
    return [{"target": target, "text": text, "until": until} for target, until, text in steps]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing: the race before and after."""
    labels = {
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
    }
    race, target = RACES[name]
    record = record_with(GAME, NOTATION, race)
    drawing = LessonDrawing(labels[name], NOTATION, first=name == EXAMPLES[0])
    drawing.road(record)
    drawing.advance(record, target)
    return drawing.data()
