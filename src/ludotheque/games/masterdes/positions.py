"""Positions of MasterDés as plain data: the snapshot, the throw, what a seat remembers.

Nothing is secret: every seat's view is the same.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from ...core.draws import Draw, seat_draw
from . import rules
from .duel import DICE, FACES, NONE
from .rules import CHOOSING, DRAWING_LOTS, OVER, RETHROWING, SEATS, THROWING
from .track import EXPERT, LEVELS

Snapshot = dict[str, Any]
MASTERS = ("heart", "two", "replay", "out", "blank")
COLOURS = ("red", "blue")

PHASES = {
    THROWING: "throw",
    DRAWING_LOTS: "choose",
    CHOOSING: "choose",
    RETHROWING: "rethrow",
    OVER: "end",
}

#: What everybody has seen but is not on the table any more, or not yet: fields of the state.
REMEMBERED = (
    *("in_hand", "master_in_hand", "threw", "pairs", "alike", "lost", "lost_in"),
    *("last_duel", "last_throw", "last_playing", "last_dice", "last_master"),
    *("last_pairs", "last_alike", "last_lost", "last_lost_in", "last_points", "last_pot"),
)

MAX_DRAW_SIZE = FACES  # a die, or a MasterDé
MAX_LENGTH = None  # Expert goes on until somebody has exactly 100 points


def snapshot(state: Any, seat: object = None) -> Snapshot:
    return {
        "level": LEVELS[state.level],
        "duel": state.duel,
        "throw": state.throw,
        "dice": [faces_of(counts) for counts in state.dice],
        "master": master_names(state.master),
        "playing": [playing == 1 for playing in state.playing],
        "points": list(state.points),
        "pot": state.pot if state.level == EXPERT else None,
        "phase": PHASES[state.phase],
        "order": [asked for asked in state.order if asked >= 0],
    }


def master_names(faces: Sequence[int]) -> list[str | None]:
    """MasterDés as what they show; None for one that is not on the table."""
    return [None if face == NONE else MASTERS[face] for face in faces]


def faces_of(counts: Sequence[int]) -> list[int]:
    """Dice as their faces, sorted."""
    return [face for face, count in enumerate(counts, 1) for _ in range(count)]


def counts_of(faces: list[int]) -> list[int]:
    """Dice as counts, the 1s first."""
    return [faces.count(face) for face in range(1, FACES + 1)]


def roller(state: Any) -> int | None:
    """MD-1 The seat that rolls, before a duel's first throw: red, or whoever plays alone.

    None for all other draws: a rethrow follows from a move, and a lot is drawn without asking.
    """
    if state.throw != rules.FIRST:
        return None
    opens = sum(state.in_hand) == DICE * sum(state.playing)
    return int(rules.thrower(state)) if opens else None


def pending_draws(state: Any) -> list[Draw]:
    if state.phase == DRAWING_LOTS:
        return [seat_draw("seat", "the seat that chooses", SEATS)]
    draws = []
    for seat, colour in enumerate(COLOURS):
        draws += [die_draw(colour)] * int(state.in_hand[seat])
        if state.master_in_hand[seat]:
            draws.append(master_draw(colour, tuple(map(int, state.master_faces))))
    return draws


@cache
def die_draw(colour: str) -> Draw:
    return Draw("die", f"{colour} die", tuple(str(face) for face in range(1, FACES + 1)))


@cache
def master_draw(colour: str, kinds: tuple[int, ...]) -> Draw:
    return Draw("master", f"{colour} MasterDé", tuple(MASTERS[kind] for kind in kinds))


def memory(state: Any, seat: int) -> dict[str, Any]:
    """Dice in the hand, what has gone out and why, how the last duel ended."""
    return {name: state[name].tolist() for name in REMEMBERED}
