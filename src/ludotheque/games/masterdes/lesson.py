"""The lesson of MasterDés: a guided first duel, and the rulebook's examples as positions."""

from dataclasses import dataclass
from typing import Any

from ...core.language import Language
from .._lesson import guide_steps
from .lesson_drawing import draw_duel, draw_gain
from .positions import COLOURS

Data = dict[str, Any]
Throw = tuple[str, str]  # red's dice and blue's on the table, such as "4 6 3 heart"

RED, BLUE = range(len(COLOURS))


@dataclass(frozen=True)
class DuelExample:
    """A duel, throw by throw, up to its count."""

    throws: tuple[Throw, ...]


@dataclass(frozen=True)
class GainExample:
    """A gain on the track of Expert, and the stretch of the track to show."""

    seat: int
    points: int  # before
    gain: int
    first: int
    last: int


#: The rulebook's examples, in its order.
EXAMPLES: dict[str, DuelExample | GainExample] = {
    "printed": DuelExample((("4 6 3 heart", "4 4 4 two"), ("4 1 heart", "4 4"), ("2 heart", "3"))),
    "one": DuelExample((("6 5", "1 3"),)),
    "past": GainExample(RED, points=95, gain=8, first=90, last=100),
    "malus": GainExample(BLUE, points=15, gain=8, first=15, last=26),
}


def guide(language: Language) -> list[Data]:
    """The first duel of somebody who has never played; a step waits for what `until` names."""
    return guide_steps(
        (
            "#board",
            None,
            language(
                "Two trays face each other: three dice and a MasterDé for each player. The better "
                "sum of dice wins the duel, and is added to the points."
            ),
        ),
        ("#roll", "roll", language("A duel begins with all eight dice: throw them.")),
        (
            "#rim",
            None,
            language(
                "Every die lies in the column of its face. Where a red and a blue one meet, both "
                "are out and lie on the rim. If all your dice left are equal, your MasterDé is out."
            ),
        ),
        (
            "#board",
            None,
            language(
                "There are two more throws. Whoever has the better sum chooses who goes first; "
                "then tap the dice that you want to throw again. The others stay."
            ),
        ),
        (
            "#commit, #first",
            "move",
            language("Nothing happens before you press a button. You may also keep all your dice."),
        ),
        (
            "#board",
            None,
            language(
                "The dashed number is what the duel would bring if it were counted now. The lower "
                "score brings nothing, unless one of its dice shows 1."
            ),
        ),
        (
            "#md-master-0, #md-master-1",
            None,
            language(
                "The MasterDé can change everything: ×2 doubles your score, the heart gives it "
                "away, the round arrow grants one more throw, the door costs you the next duel."
            ),
        ),
        (
            "#board",
            None,
            language(
                "This guide leaves out equal scores, a duel played alone, and the track of "
                "Expert. The rulebook has it all."
            ),
        ),
    )


def caption(name: str, language: Language) -> str:
    """The text alternative of an example's drawing."""
    return {
        "printed": language(
            "First throw: red 4, 6, 3 and heart, blue 4, 4, 4 and two; a pair of 4s and the blue "
            "MasterDé go out. Second throw: red 4, 1 and heart, blue 4, 4; another pair of 4s goes "
            "out. Third throw: red 2 and heart, blue 3. The heart gives 2: blue scores 5."
        ),
        "one": language(
            "Red is left with 6 and 5 and records 11; blue with 1 and 3 records 4 too."
        ),
        "past": language("Red goes on from 95, 5 spaces to 100 and 3 back: red stands on 97."),
        "malus": language(
            "Blue would go from 15 to 23, a Malus space: blue stays on 15, and 8 points go into "
            "the pot."
        ),
    }[name]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing; the first on the page brings the symbols that all use."""
    found, label = EXAMPLES[name], caption(name, language)
    drawn = (
        draw_duel(found.throws, label)
        if isinstance(found, DuelExample)
        else draw_gain(found.seat, found.points, found.gain, (found.first, found.last), label)
    )
    return {"sprite": name == next(iter(EXAMPLES)), **drawn}
