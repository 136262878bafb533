"""The lesson of Les Trotteurs: its guide, and the rulebook's examples as positions."""

from dataclasses import dataclass
from typing import Any

from ...core.guide import Falls, Guide, GuideStep, Plays
from ...core.language import Language
from ...core.state import State
from ...core.typography import with_minus
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


def guide(language: Language) -> Guide:
    """Signs that the player notices, one that the robot misses, and a prisoner."""
    return Guide(
        players=2,
        options={"vigilance": "manual"},
        before=(
            Falls("0"),  # the player throws first
            Falls("3 red M 0"),  # onto a triangle
            Falls("4 blue M2 1"),  # the robot's, onto a square
        ),
        script=(
            *(Falls("4 yellow M 1"), Plays("claim")),
            *(Falls("4 green D 0"), Plays("claim")),
            *(Falls("4 white D 0"), Plays("silent")),
            *(Falls("4 red M 1"), Plays("call")),
            Falls("3 blue M 0"),
        ),
        steps=(*noticed(language), *missed(language)),
        ending=language(
            "This guide leaves out SORTIE, how a prisoner gets away, and what everybody owes the "
            "winner. The rulebook has it all."
        ),
    )


def noticed(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "Your five trotters, on the large board, run from DEPART to BUT. The dice say how "
                "far, which colour and which way; the cup names who moves. Throw."
            ),
            taps=("#roll",),
            instead=language("First throw the dice, with this button."),
            rules=("TR-2", "TR-3", "TR-4"),
        ),
        GuideStep(
            language(
                "M is forwards: the robot’s yellow trotter stops on a triangle, and your red one "
                "stands on one. That sends yours to BUT, but only if you call it. Press Triangle!"
            ),
            taps=("#press-0-triangle",),
            instead=language("Two trotters stand on triangles: call out the triangle."),
            rules=("TR-8", "TR-16"),
            about=("#trotter-0-0", "#trotter-1-1"),
        ),
        GuideStep(
            language(
                "D is backwards: your green trotter stops on a square, and the robot’s blue one "
                "stands on one. Give warning, and it goes back to DEPART. Press Square!"
            ),
            taps=("#press-0-square",),
            instead=language("Two trotters stand on squares: call out the square."),
            rules=("TR-9", "TR-17"),
            about=("#trotter-0-2", "#trotter-1-3"),
        ),
    )


def missed(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "The other faces: M2 and D2 go twice as far, O leads to the circled hole, BUT "
                "straight home, and the Wheel is all colours. Throw."
            ),
            taps=("#roll",),
            instead=language("Throw the dice, with this button."),
            rules=("TR-3", "TR-4"),
        ),
        GuideStep(
            language(
                "Your white trotter had stopped on a triangle, and the robot, whose yellow one "
                "stands on one, said nothing. Call the omission, and yours goes to BUT. Press "
                "Missed!"
            ),
            taps=("#press-0-omission",),
            instead=language("The robot has missed a triangle: press the last button."),
            rules=("TR-16", "TR-20"),
            about=("#trotter-0-4", "#trotter-1-1"),
        ),
        GuideStep(
            language(
                "The third sign is the pentagon: who stops there is a prisoner, and frees those of "
                "the others. A wrong call closes your buttons for a while. Throw."
            ),
            taps=("#roll",),
            instead=language("Throw once more, with this button."),
            rules=("TR-10", "TR-18"),
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
        "notes": [with_minus(f"{count:+d}") for count in example.steps],
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
