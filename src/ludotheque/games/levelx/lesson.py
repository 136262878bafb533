"""The lesson of Level X: a guided first turn, and the rulebook's examples as positions."""

from dataclasses import dataclass, field
from typing import Any

from ...core.language import Language
from .._lesson import guide_steps
from . import GAME
from .groups import LOWEST_SUM

Data = dict[str, Any]
Grouping = tuple[tuple[int, ...], ...]  # the faces of each group

#: Seats of the players whom the rulebook calls by their colours.
RED, YELLOW, GREEN = 1, 2, 3


@dataclass(frozen=True)
class Example:
    """A roll and ways to group it; with pawns, the position in which a seat plays the only way."""

    roll: tuple[int, ...]
    groupings: tuple[Grouping, ...]
    seat: int = RED
    pawns: dict[int, dict[int, int]] = field(default_factory=dict)  # by row and seat: the space


#: The rulebook's examples, in its order.
EXAMPLES = {
    "groups": Example(
        roll=(2, 3, 5, 6),
        groupings=(((2, 3), (5,), (6,)), ((3, 5), (2, 6)), ((6,), (2, 5)), ((3, 6),)),
    ),
    "climb": Example(
        roll=(5, 5, 5, 5),
        groupings=(((5,), (5,), (5,), (5,)),),
        seat=YELLOW,
        pawns={5: {RED: 4}},
    ),
    "chips": Example(
        roll=(2, 3, 5, 6),
        groupings=(((2, 3), (5,), (6,)),),
        seat=RED,
        pawns={6: {RED: 4}, 5: {RED: 3, GREEN: 4}},
    ),
    "luck": Example(roll=(1, 1, 1, 5), groupings=(((1, 6), (5, 5)),)),
}


def guide(language: Language) -> list[Data]:
    """The first turn of somebody who has never played; a step waits for what `until` names."""
    return guide_steps(
        (
            "#board",
            None,
            language(
                "Six rows lead to an X. Whoever stands on an X collects chips, and chips are "
                "points: a chip of row 7 is worth 7. The most points win."
            ),
        ),
        ("#roll", "roll", language("Your turn begins with the four dice: roll them.")),
        (
            "#dice",
            None,
            language(
                "Gather dice: tap one or more. Their sum, from 5 to 10, is the row in which your "
                "pawn steps forward."
            ),
        ),
        (
            "#board",
            None,
            language(
                "That row lights up, and a ghost shows where your pawn would stand. Tap the row "
                "to close the group."
            ),
        ),
        (
            "#dice",
            None,
            language(
                "Dice left? Make another group: each group is one step. Tap a group to take it "
                "apart."
            ),
        ),
        (
            "#commit",
            "move",
            language("Nothing is played before you press this button. Dice may stay aside."),
        ),
        (
            "#board",
            None,
            language(
                "On the X you take a chip at once, and one more with every further group of that "
                "row, until somebody else arrives and sends you back."
            ),
        ),
        (
            "#board",
            None,
            language(
                "This guide leaves out what to do with several 1s, the bonus tiles, and how the "
                "game ends. The rulebook has it all."
            ),
        ),
    )


def caption(name: str, language: Language) -> str:
    """The text alternative of an example's drawing."""
    return {
        "groups": language("The dice 2-3-5-6, grouped in four ways: 5 5 6, 8 8, 6 7, and 9 alone."),
        "climb": language(
            "Four groups of 5: the yellow pawn enters row 5, climbs to its X and takes a chip of "
            "5; the red pawn goes back."
        ),
        "chips": language(
            "The groups 5, 5 and 6: red stands on the X of row 6 and takes a chip of 6; in row 5 "
            "the red pawn arrives on the X and takes two chips of 5; the green pawn goes back."
        ),
        "luck": language(
            "The dice 1-1-1-5: one 1 is turned to 6 and one to 5; then 1+6 is 7, 5+5 is 10."
        ),
    }[name]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES for the table's script, which draws it."""
    shown = EXAMPLES[name]
    return {
        "label": caption(name, language),
        "roll": list(shown.roll),
        "groupings": [[list(group) for group in grouping] for grouping in shown.groupings],
        "seat": shown.seat,
        "spaces": GAME.edition["spaces"],
        **(positions(shown) if shown.pawns else {}),
    }


def positions(example: Example) -> Data:
    """The snapshots before and after the example's move, played by the rules."""
    state = GAME.start(GAME.players[-1], {"first": example.seat})
    for row, spaces in example.pawns.items():
        for seat, space in spaces.items():
            state.record.pawns[seat, row - LOWEST_SUM] = space
    before = state.snapshot()
    for face in example.roll:
        state.draw(face - 1)
    state.play(" ".join(map(str, sorted(sum(group) for group in example.groupings[0]))))
    return {"before": before, "after": state.snapshot()}
