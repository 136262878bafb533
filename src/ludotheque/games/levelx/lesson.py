"""The lesson of Level X: its guide, and the rulebook's examples as positions."""

from dataclasses import dataclass, field
from typing import Any

from ...core.guide import Falls, Guide, GuideStep, Plays
from ...core.language import Language
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


def guide(language: Language) -> Guide:
    """Two turns: a pawn is thrown off an X, and the Lucky Loser turns a 1."""
    return Guide(
        players=2,
        options={"first": 0},
        before=(
            *(Falls("5 5 5 1"), Plays("5 5 5")),  # the player's pawn, a space before the X
            *(Falls("5 5 5 5"), Plays("5 5 5 5")),  # the robot's, on it
        ),
        script=(
            *(Falls("2 3 5 1"), Plays("5 5", shows=("5",))),
            *(Falls("3 6 4 4"), Plays("8 9")),
            *(Falls("1 1 3 6"), Plays("5 7", shows=("5",))),
        ),
        steps=(*first_turn(language), *lucky_turn(language)),
        ending=language(
            "This guide leaves out rows that close and the last round. The rulebook has it all."
        ),
    )


def first_turn(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "Six rows lead to an X. In row 5 the robot stands on it, and you one space before. "
                "Roll your four dice."
            ),
            taps=("#roll",),
            instead=language("First roll the dice, with this button."),
            rules=("LX-2",),
            about=("#row-5",),
        ),
        GuideStep(
            language(
                "Gather dice: their sum, from 5 to 10, is the row in which your pawn steps "
                "forward. Tap the 2 and the 3."
            ),
            taps=("#lx-die-0", "#lx-die-1"),
            instead=language("Tap the 2 and the 3: together they make 5."),
            rules=("LX-3", "LX-4"),
        ),
        GuideStep(
            language(
                "You reach the X: you take a chip worth 5, and throw the robot’s pawn off the row. "
                "Tap row 5 to close the group."
            ),
            taps=("#row-5",),
            instead=language("Tap row 5, which is lit, to close the group."),
            rules=("LX-6",),
        ),
        GuideStep(
            language(
                "Dice left? Make another group. You stand on the X now, so each further 5 is "
                "another chip. Tap the 5."
            ),
            taps=("#lx-die-2",),
            instead=language("Tap the die that shows 5: alone it is a group too."),
            rules=("LX-7",),
        ),
        GuideStep(
            language(
                "The 1 stays aside: that is allowed. Nothing is played before you press this "
                "button."
            ),
            taps=("#commit",),
            instead=language("Your two groups are ready: press the button that plays them."),
            rules=("LX-9",),
            about=("#told",),
        ),
    )


def lucky_turn(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "You have two chips, 10 points. The robot may throw you off in turn: use the X "
                "while you hold it. Roll."
            ),
            taps=("#roll",),
            instead=language("Roll the dice, with this button."),
            rules=("LX-5", "LX-6"),
            about=("#winnings-0",),
        ),
        GuideStep(
            language(
                "Two 1s or more make you the Lucky Loser: turn all of them but one to any face. "
                "Tap the arrow: this 1 becomes a 2."
            ),
            taps=("#turn-0",),
            instead=language("Tap the small arrow on the first die: it turns the 1."),
            rules=("LX-10",),
        ),
        GuideStep(
            language("Now 2 and 3 make 5, and one more chip. Tap them."),
            taps=("#lx-die-0", "#lx-die-2"),
            instead=language("Tap the 2 and the 3."),
            rules=("LX-7",),
        ),
        GuideStep(
            language("Tap the row to close the group."),
            taps=("#row-5",),
            instead=language("Tap row 5, which is lit."),
            rules=("LX-3",),
        ),
        GuideStep(
            language(
                "A short way: tap a row, and dice that make it are gathered. With 1 and 6 your "
                "pawn enters row 7."
            ),
            taps=("#row-7",),
            instead=language("Tap row 7."),
            rules=("LX-4",),
        ),
        GuideStep(
            language(
                "With a chip of every row, 5 to 10, you take the top bonus tile: first 15, then "
                "12, 9 and 6. Play your groups."
            ),
            taps=("#commit",),
            instead=language("Press the button: it plays both groups."),
            rules=("LX-11",),
            about=(".lx-tiles",),
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
