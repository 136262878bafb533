"""Course de dés taught in the browser: a guided first turn, and the rulebook's examples drawn."""

from typing import Any

from ...core.language import Language
from .._race.lesson_drawing import LessonDrawing, record_with
from . import GAME
from .notation import NOTATION

Data = dict[str, Any]

#: The drawn examples, in the order of the rulebook's.
EXAMPLES = ("start", "absorbed", "stays", "tied")

#: The race before, and what advances, one after the other.
RACES = {
    "start": (
        "g1 g2 g3 g4 g6 g6 k1 k2 k2 k3 k5 k6 b1 b1 b2 b3 b5 b6 r1 r3 r4 r4 r5 r6 v1 v2 v3 v4 v5 v6",
        ("b", "1"),
    ),
    "absorbed": ("g2 k4 v5 / r6 b3 b4 / g6 k6 v6 / r1 k2 g3", ("6",)),
    "stays": ("k1 b1 / g1 r1 v3 b5 / r2 k4 g6", ("1",)),
    "tied": ("b3 b2 b3 g5 g5 g1 v4 v6 v6 / b4 g3 g2 v1 v1 v5 / r1 k2 r4", ()),
}
#: Who has which objective in the last of them, how many groups count, and the place it takes.
OBJECTIVES = (("A", "g5", 2, 1), ("B", "b3", 2, 2), ("C", "v1", 1, 3))


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
                "This is your secret objective. In a group, each die of its colour is worth a "
                "point, and each die of its value. The number says what it is worth in the lead "
                "now."
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
            "#commit",
            "move",
            language("Nothing is played before you press this button. You then draw a card."),
        ),
        (
            "#board",
            None,
            language(
                "When a stage card is drawn, objectives are laid open: the most points in the "
                "lead take 3 tokens, then 2, then 1. The number by the small flag says how many "
                "cards come before."
            ),
        ),
    )
    return [{"target": target, "text": text, "until": until} for target, until, text in steps]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing: the race before and after, or what objectives are worth."""
    labels = {
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
    }
    race, targets = RACES[name]
    record = record_with(GAME, NOTATION, race)
    drawing = LessonDrawing(labels[name], NOTATION, first=name == EXAMPLES[0])
    drawing.road(record)
    for target in targets:
        drawing.advance(record, target)
    if name == "tied":
        for player, goal, counts, place in OBJECTIVES:
            drawing.objective(record, player, goal, counts, place_words(place, language))
    return drawing.data()


def place_words(place: int, language: Language) -> str:
    return [language("first"), language("second"), language("third")][place - 1]
