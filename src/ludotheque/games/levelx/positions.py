"""Positions of Level X as plain data: the snapshot, the throw, what a seat remembers.

Nothing is secret: every seat's view is the same.
"""

from typing import Any

from ...core.draws import Draw, seat_draw
from ...core.rule import MOVE
from . import rules
from .groups import DICE, FACES

Snapshot = dict[str, Any]

#: A die, or the lot of who begins. Whoever always passes makes a match as long as they like.
MAX_DRAW_SIZE = FACES
MAX_LENGTH = None


def snapshot(state: Any, seat: object = None) -> Snapshot:
    seats = range(state.players)
    return {
        "first": None if state.first < 0 else state.first,
        "turn": state.turn,
        "dice": list(state.dice) if state.awaits == MOVE else None,
        "pawns": [list(state.pawns[s]) for s in seats],
        "chips": list(state.chips),
        "won": [list(state.won[s]) for s in seats],
        "bonus": [list(state.bonus[s][: state.bonus_count[s]]) for s in seats],
        "tiles": list(state.tiles[state.tiles_taken : state.tile_count]),
        "scores": [rules.points_of(state, s) for s in seats],
        "last_round": bool(state.last_round),
    }


def roller(state: Any) -> int | None:
    """LX-2 The seat that rolls, before a turn's first die; None for the draw of the first seat."""
    opens_a_turn = state.first >= 0 and state.thrown == 0
    return int(rules.seat_in_turn(state)) if opens_a_turn else None


FACE_TEXTS = tuple(str(face) for face in range(1, FACES + 1))
THROW = tuple(Draw("die", f"die {die + 1}", FACE_TEXTS) for die in range(DICE))


def pending_draws(state: Any) -> list[Draw]:
    if state.first < 0:
        return [seat_draw("seat", "the first seat", state.players)]
    return list(THROW[int(state.thrown) :])


def memory(state: Any, seat: int) -> dict[str, Any]:
    """The dice of a throw under way, which a snapshot shows only when all have fallen."""
    return {"thrown": state.dice[: state.thrown].tolist()}
