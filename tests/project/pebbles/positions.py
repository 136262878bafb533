"""Positions of Pebbles as plain data. Lucky numbers and guesses are secrets."""

from typing import Any

from ludotheque.core.draws import Draw
from ludotheque.core.rule import END

from . import rules


def snapshot(state: Any, seat: object = None) -> dict[str, Any]:
    seats = range(state.players)
    open_to_all = seat is None or state.awaits == END
    shown = {
        "heap": state.heap,
        "turn": state.turn,
        "dealt": state.dealt,
        "limit": state.limit or None,
        "luck": [state.luck[s] if open_to_all or s == seat else None for s in seats],
        "taken": list(state.taken[: state.players]),
        "right": list(state.right[: state.players]),
    }
    return shown | ({"guess": state.guess} if seat is None else {})


def roller(state: Any) -> int | None:
    return int(rules.seat_in_turn(state)) if state.dealt == state.players else None


def pending_draws(state: Any) -> list[Draw]:
    size = int(state.draw_size)
    if state.dealt == state.players:
        return [Draw("die", "the die", tuple(str(face) for face in range(1, size + 1)))]
    faces = tuple(str(face) for face in range(size))
    return [
        Draw("card", f"luck of seat {seat}", faces, secret=True, replaced=False)
        for seat in range(state.dealt, state.players)
    ]


def memory(state: Any, seat: int) -> dict[str, Any]:
    """Whether a guess lies there, and the own one."""
    own = rules.seat_in_turn(state) == seat
    return {
        "guessed": bool(state.guess >= 0),
        "guess": int(state.guess) if own and state.guess >= 0 else None,
    }
