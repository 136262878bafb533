"""Brute-force enumeration of a duel: tries every draw and every move on the game's own states.

It shares no line with the solver. Slow, so it is for positions with little left to throw.
"""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.core.state import State

Worth = Callable[[State], float]  # of a state after the duel, for red


def enumerated(state: State, duel: int, worth: Worth) -> dict[str, float]:
    """What every move is worth to the seat that decides, both playing as well as can be."""
    assert state.seat is not None
    sign, known = 1 if state.seat == 0 else -1, dict[bytes, float]()
    return {
        move: sign * value(after, duel, worth, known)
        for move, after in compiled(state).successors().items()
    }


def compiled(state: State) -> State:
    """The same state, whose rules run faster."""
    fast = state.game.start(state.players, state.options, state.edition, mode="compiled")
    fast.states[:] = state.states
    return fast


def value(state: State, duel: int, worth: Worth, known: dict[bytes, float]) -> float:
    """Red's."""
    if state.awaits == "end" or state.record.duel != duel:
        return worth(state)
    key = state.states.tobytes()
    if key not in known:
        known[key] = looked_up(state, duel, worth, known)
    return known[key]


def looked_up(state: State, duel: int, worth: Worth, known: dict[bytes, float]) -> float:
    if state.draw_size is not None:
        values = []
        for k in range(state.draw_size):
            after = state.copy()
            after.draw(k)
            values.append(value(after, duel, worth, known))
        return sum(values) / len(values)
    values = [value(after, duel, worth, known) for after in state.successors().values()]
    return max(values) if state.seat == 0 else min(values)


def lead_with(absence: float, before: int) -> Worth:
    """The change of red's lead; whoever does not play the next duel has lost `absence` as well."""

    def worth(state: State) -> float:
        red, blue = state.points
        red_plays, blue_plays = state.snapshot()["playing"]
        return red - blue - before + absence * (int(red_plays) - int(blue_plays))

    return worth
