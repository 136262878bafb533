"""Positions of Les Trotteurs as plain data: the snapshot, the throw, what a seat remembers.

Nothing is secret: every seat's view is the same.
"""

from functools import lru_cache
from typing import Any

from ...core.draws import Draw, seat_draw
from ...core.rule import MOVE
from .board import BANDS, COLOURS, FACES, ORDERS, PENTAGON, SIGN_NAMES, WHEEL
from .rules import COLOUR, MARKS, NOBODY, ORDER, POINTS

Snapshot = dict[str, Any]

REMEMBERED_THROWS = 64  # for each number of players and colours of the bands
MAX_DRAW_SIZE = FACES  # a die; the cup has six seats at most
MAX_LENGTH = None  # trotters are sent back, and may be so for ever


def snapshot(state: Any, seat: object = None) -> Snapshot:
    boards, signs = state.boards[: state.players], state.signs
    return {
        "thrower": None if state.thrower == NOBODY else state.thrower,
        "throw": last_throw(state),
        "boards": [list(board) for board in boards],
        "prisoners": [
            [signs[band][board[band]] == PENTAGON for band in range(BANDS)] for board in boards
        ],
        "round": state.game,
        "points": list(state.balance[: state.players]),
        "offer": offer(state),
    }


def last_throw(state: Any) -> dict[str, Any] | None:
    """The last complete throw of this game."""
    if state.throw[MARKS] == NOBODY:
        return None
    colour = state.throw[COLOUR]
    return {
        "points": state.throw[POINTS] + 1,
        "color": "wheel" if colour == WHEEL else colour,
        "order": ORDERS[state.throw[ORDER]],
        "marks": state.throw[MARKS],
    }


def offer(state: Any) -> dict[str, Any] | None:
    """TR-19 What the seat to move may claim or call: the state's `seat` is whose answer it is."""
    if state.awaits != MOVE:
        return None
    band, resident, other = state.pairs[state.asked]
    kind = state.signs[other][state.boards[resident][other]]
    return {
        "kind": SIGN_NAMES[kind],
        "newcomer": [state.newcomer, band],
        "resident": [resident, other],
        "omission": bool(state.calling),
    }


def starter(state: Any) -> int | None:
    """TR-1 The first thrower of the first game, counted back from a decision; later games: None."""
    if state.thrower == NOBODY or state.game > 1:
        return None
    return int(state.thrower + state.throws - 1) % int(state.players)


def roller(state: Any) -> int | None:
    """TR-2 The seat that rolls before a throw; None when the cup names the first thrower.

    With manual vigilance the cup waits for a roll too, so that everybody first sees the dice.
    """
    opens = state.drawn == 0 or (state.manual == 1 and state.drawn == MARKS)
    return int(state.thrower) if opens and state.thrower != NOBODY else None


def pending_draws(state: Any) -> list[Draw]:
    if state.thrower == NOBODY:
        return [seat_draw("cup", "the first thrower", state.players)]
    throw = whole_throw(tuple(band_colours(state)), int(state.players))
    return list(throw[state.drawn :])


@lru_cache(REMEMBERED_THROWS)
def whole_throw(colours: tuple[str, ...], players: int) -> tuple[Draw, ...]:
    return (
        Draw("die", "the points", tuple(str(face) for face in range(1, FACES + 1))),
        Draw("die", "the colour", (*colours, "wheel")),
        Draw("die", "the order", tuple(ORDERS)),
        seat_draw("cup", "who marks", players),
    )


def band_colours(state: Any) -> list[str]:
    """The colours of the bands, by their English names."""
    return [COLOURS[colour] for colour in state.colours]


def memory(state: Any, seat: int) -> dict[str, Any]:
    """What everybody has seen and the snapshot does not show.

    The dice of a throw under way; the opportunities that are still open, missed ones first.
    """
    kept = [*range(state.missed), *range(state.asked, state.pair_count)]
    return {
        "throws": int(state.throws),
        "dice": state.dice[: state.drawn].tolist(),
        "calling": bool(state.calling),
        "newcomer": int(state.newcomer),
        "missed": int(state.missed),
        "pairs": [state.pairs[place].tolist() for place in kept],
    }
