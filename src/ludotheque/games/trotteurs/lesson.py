"""The lesson of Les Trotteurs: a guided first throw, and the rulebook's examples as positions."""

from dataclasses import dataclass
from typing import Any

from ...core.language import Language
from ...core.state import State
from .._lesson import guide_steps
from . import GAME
from .board import BANDS, DEPART, DOWN, ORDERS, UP, WHEEL, place_after
from .browser import details
from .positions import band_colours

Data = dict[str, Any]

HIDDEN = "-"  # a trotter that a board does not show


@dataclass(frozen=True)
class ThrowExample:
    """Boards, and a throw that one of them marks.

    A board is its five bands in order: `D` for DEPART, a hole by its number, `-` for a trotter that
    is on DEPART and not shown. A throw is points, the colour or `wheel`, and the order.
    """

    boards: tuple[str, ...]
    throw: str
    marks: int = 0  # the seat, which is also the board's place in the drawing
    shows_dice: bool = True


@dataclass(frozen=True)
class StepsExample:
    """From DEPART, so many steps forwards or backwards, band by band."""

    steps: tuple[int, ...]


#: The rulebook's examples, in its order.
EXAMPLES: dict[str, ThrowExample | StepsExample] = {
    "wheel": ThrowExample(("D D D D D",), "5 wheel M2"),
    "ring": StepsExample((12, -10, -12, -11)),
    "prisoner": ThrowExample(("- - - 3 -",), "3 blue BUT"),
    "triangles": ThrowExample(("3 4 5 6 7", "D - - - -"), "3 red M", marks=1, shows_dice=False),
}


def guide(language: Language) -> list[Data]:
    """The first throw of somebody who has never played; a step waits for what `until` names."""
    return guide_steps(
        (
            "#board",
            None,
            language(
                "Five trotters run on your board, the large one: from DEPART through the holes "
                "to BUT. Whoever has all five at BUT first wins."
            ),
        ),
        ("#roll", "roll", language("It is up to you: throw the three dice.")),
        (
            "#dice",
            None,
            language(
                "They say how far, which colour and which way: M forwards, D backwards, M2 and D2 "
                "twice as far, O to the circled hole, BUT straight home. The Wheel is all colours."
            ),
        ),
        (
            "#dice",
            None,
            language(
                "But for whom? The cup names the player who marks the throw, and it may be anybody."
            ),
        ),
        (
            "#board",
            None,
            language(
                "Where a trotter stops, signs act on the others. Triangle: theirs on triangles go "
                "to BUT. Square: theirs on squares go back to DEPART. Pentagon: it is a prisoner, "
                "and theirs are free."
            ),
        ),
        (
            "#board",
            None,
            language(
                "The coin on a board shows what it would cost if the game were won now. And if "
                "four buttons appear after a throw, nothing acts by itself: call out what you see. "
                "A wrong call closes your buttons for a while."
            ),
        ),
        (
            "#board",
            None,
            language(
                "This guide leaves out SORTIE, how a prisoner gets away, and what may be done "
                "about a call that somebody missed. The rulebook has it all."
            ),
        ),
    )


def caption(name: str, language: Language) -> str:
    """The text alternative of an example's drawing."""
    return {
        "wheel": language("The dice 5, the Wheel, M2: all five trotters run from DEPART to BUT."),
        "ring": language(
            "From DEPART: 12 forwards is hole 2, 12 backwards hole 9, 10 backwards the circled "
            "hole, 11 backwards BUT."
        ),
        "prisoner": language(
            "The dice 3, blue, BUT: the blue trotter stays behind bars on its pentagon."
        ),
        "triangles": language(
            "On the first board five trotters stand on triangles. On the second one a red trotter "
            "stops on a triangle, and all five go to BUT."
        ),
    }[name]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as `table.js` draws it: positions before and after, and the bands to show."""
    found = EXAMPLES[name]
    drawn = steps_taken(found) if isinstance(found, StepsExample) else throw_marked(found)
    return {"label": caption(name, language), "edition": GAME.edition, **drawn}


def throw_marked(example: ThrowExample) -> Data:
    boards = [board.split() for board in example.boards]
    state = position([[0 if cell in ("D", HIDDEN) else int(cell) for cell in b] for b in boards])
    before = shown(state)
    points, colour, order = example.throw.split()
    colours = band_colours(state.record)
    face = WHEEL if colour == "wheel" else colours.index(colour)
    for k in (int(points) - 1, face, ORDERS.index(order), example.marks):
        state.draw(k)
    return {
        "before": before,
        "after": shown(state),
        "trotters": [
            [band for band, cell in enumerate(board) if cell != HIDDEN] for board in boards
        ],
        "dice": example.shows_dice,
    }


def steps_taken(example: StepsExample) -> Data:
    """One board, each band with its number of steps from DEPART."""
    ends = [
        int(place_after(DEPART, UP if count > 0 else DOWN, abs(count))) for count in example.steps
    ]
    return {
        "before": shown(position([])),
        "after": shown(position([ends + [DEPART] * (BANDS - len(ends))])),
        "trotters": [list(range(len(ends)))],
        "dice": False,
        "notes": [f"{count:+d}".replace("-", "−") for count in example.steps],
    }


def position(boards: list[list[int]]) -> State:
    """A state with these boards, in which the first seat throws."""
    state = GAME.start(max(len(boards), GAME.players[0]))
    state.draw(0)
    for seat, places in enumerate(boards):
        state.record.boards[seat] = places
    return state


def shown(state: State) -> Data:
    """A position as `table.js` draws it."""
    return {**state.snapshot(), **details(state, None)}
