"""Positions of Les Trotteurs written as boards, and throws made in them.

    state = position("D D D D D", "3 B 1 6 D")
    throw(state, "5 red M2", marks=1)

A board is its five bands in order, red to white: `D` for DEPART, a hole by its number, `B` for BUT.
The first board belongs to seat 0, who is the thrower unless another is named. On the printed
boards the triangles are on 3 4 5 6 7, the squares on 5 6 7 8 9, the pentagons on 8 9 2 3 4.
"""

from typing import Any

import ludotheque
from ludotheque.core.state import State

GAME = ludotheque.game("trotteurs")
COLOURS = ["red", "yellow", "green", "blue", "white", "wheel"]
ORDERS = ["M", "M2", "D", "D2", "O", "BUT"]
PLACES = {"D": 0, "B": 10}


def start(players: int = 2, vigilance: str = "auto", rounds: int = 1, edition: Any = None) -> State:
    return GAME.start(players, {"vigilance": vigilance, "rounds": rounds}, edition)


def position(
    *boards: str,
    thrower: int = 0,
    vigilance: str = "auto",
    rounds: int = 1,
    edition: Any = None,
) -> State:
    """The state that the boards show, before a throw that is not the game's first draw."""
    fresh = start(len(boards), vigilance, rounds, edition)
    fresh.draw(thrower)
    fresh.record.boards[: len(boards)] = [places(board) for board in boards]
    return fresh


def places(board: str) -> list[int]:
    found = [PLACES[cell] if cell in PLACES else int(cell) for cell in board.split()]
    assert len(found) == 5, f"a board has five bands, not {board!r}"
    return found


def throw(state: State, dice: str, marks: int) -> State:
    """Throw points, colour and order, written like `5 red M2`; the cup names who marks."""
    points, colour, order = dice.split()
    for k in (int(points) - 1, COLOURS.index(colour), ORDERS.index(order), marks):
        state.draw(k)
    return state


def boards(state: State) -> list[str]:
    """The boards as they are written here."""
    names = {place: letter for letter, place in PLACES.items()}
    return [
        " ".join(names.get(place, str(place)) for place in board)
        for board in state.snapshot()["boards"]
    ]


def offered(state: State) -> tuple[int | None, str, list[int], list[int], bool]:
    """Who is asked, and about what: kind, newcomer, resident, omission."""
    offer = state.snapshot()["offer"]
    return state.seat, offer["kind"], offer["newcomer"], offer["resident"], offer["omission"]


def box(**changes: Any) -> dict[str, Any]:
    """The printed edition with some of its components exchanged."""
    return {**GAME.edition, **changes}
