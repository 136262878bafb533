"""Duels of MasterDés for tests, written as a list of throws and moves.

    state = start("expert", points=[15, 0])
    go(state, "4 6 3 heart", "4 4 4 two", "second", "keep", "throw:3,6", "4 1")

Where dice are awaited a text names their faces in dice order; where a seat is drawn by lot it is
`seat 1`; where a move is awaited it is that move.
"""

from typing import Any

import ludotheque
from ludotheque.core.state import State

GAME = ludotheque.game("masterdes")
RED, BLUE = 0, 1
PRINTED_FACES = ("heart", "two", "replay", "out", "blank", "blank")


def start(
    level: str = "flash",
    *,
    points: list[int] | None = None,
    pot: int | None = None,
    duel: int = 1,
    edition: Any = None,
) -> State:
    """A match before the first throw of a duel, with so many points each."""
    state = GAME.start(2, {"level": level}, edition)
    state.record.duel = duel
    if points is not None:
        state.record.points[:] = points
    if pot is not None:
        state.record.pot = pot
    return state


def go(state: State, *events: str) -> State:
    """Dice fall and moves are made, in order."""
    for event in events:
        if state.awaits == "move":
            state.play(event)
        elif event.startswith("seat "):
            state.draw(int(event.removeprefix("seat ")))
        else:
            for face in event.split():
                assert state.draw_size == 6
                drawn = state.throw[0]
                state.draw(drawn["faces"].index(face))
    return state


def keep_all(state: State) -> State:
    """Nobody throws again: the duel is counted."""
    duel = state.snapshot()["duel"]
    while state.awaits != "end" and state.snapshot()["duel"] == duel:
        assert state.snapshot()["throw"] > 1, "the dice have not fallen yet"
        if state.draw_size is not None:
            state.draw(0)
        else:
            state.play("first" if "first" in state.moves() else "keep")
    return state


def counted(red: str, blue: str, level: str = "flash", **setting: Any) -> State:
    """A duel of one throw, counted; pairs among these dice go out, of course."""
    return keep_all(go(start(level, **setting), red, blue))


def seen(state: State, *names: str) -> list[Any]:
    """Parts of the snapshot."""
    snapshot = state.snapshot()
    return [snapshot[name] for name in names]


def box(**changes: Any) -> dict[str, Any]:
    """The printed edition with some of its components exchanged."""
    return {**GAME.edition, **changes}
