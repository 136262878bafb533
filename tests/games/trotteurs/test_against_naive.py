"""The package's Les Trotteurs against a second, naive one: event by event."""

from random import Random
from typing import Any

import pytest

from ludotheque.core.state import State

from . import naive
from .position import GAME, start

KINDS = {"T": "triangle", "S": "square", "P": "pentagon"}
FIGURES = [99, 1, 50, 2, 40, 3, 30, 4, 20, 5]
BOXES: dict[str, list[str]] = {
    "printed": [GAME.edition[f"band_{band}"] for band in range(5)],
    "crowded": [
        "T S T S T S T S",
        "T T T T T T T P",
        "S S S S S S S T",
        "P T S P T S P T",
        "P " * 8,
    ],
    "all triangles": ["T T T T T T T T"] * 5,
    "all squares": ["S S S S S S S S"] * 5,
    "all pentagons": ["P P P P P P P P"] * 5,
    "no signs": ["- - - - - - - -"] * 5,
}


def signs_of(bands: list[str]) -> dict[tuple[int, int], str]:
    return {
        (band, hole): KINDS[letter]
        for band, letters in enumerate(bands)
        for hole, letter in enumerate(letters.split(), 2)
        if letter in KINDS
    }


def boxed(name: str) -> dict[str, Any] | None:
    """An edition with the bands of that name, and figures of its own; None for the printed one."""
    if name == "printed":
        return None
    bands = {f"band_{band}": letters.strip() for band, letters in enumerate(BOXES[name])}
    return {**GAME.edition, "name": name, "figures": FIGURES, **bands}


def compare(state: State, match: naive.Match) -> None:
    assert state.awaits == match.awaits
    assert state.draw_size == match.draw_size
    assert state.seat == match.seat
    assert sorted(state.moves()) == sorted(match.moves())
    assert state.snapshot() == match.snapshot()
    assert state.points == match.points
    assert state.winners == match.winners
    assert state.roller == (match.thrower if match.awaits == "draw" and opens(match) else None)


def opens(match: naive.Match) -> bool:
    """Whether somebody is asked to throw: the dice, and with manual vigilance the cup as well."""
    return not match.drawn or (match.manual and len(match.drawn) == 3)


def play_both(players: int, vigilance: str, rounds: int, name: str, chance: Random) -> int:
    """A whole match in both, compared after every event; how many moves it had."""
    figures = None if name == "printed" else FIGURES
    state = start(players, vigilance, rounds, boxed(name))
    match = naive.Match(players, vigilance, rounds, figures, signs_of(BOXES[name]))
    moves = 0
    compare(state, match)
    while state.awaits != "end":
        if state.draw_size is not None:
            k = chance.randrange(state.draw_size)
            state.draw(k)
            match.draw(k)
        else:
            move = chance.choice(state.moves())
            state.play(move)
            match.play(move)
            moves += 1
        compare(state, match)
    return moves


@pytest.mark.parametrize("vigilance", ["auto", "manual"])
@pytest.mark.parametrize("players", range(2, 7))
def test_matches_agree_event_by_event(players: int, vigilance: str) -> None:
    chance = Random(f"{players} players, {vigilance}")
    moves = sum(play_both(players, vigilance, rounds, "printed", chance) for rounds in (1, 2, 7))
    assert (moves > 0) == (vigilance == "manual")


@pytest.mark.parametrize("vigilance", ["auto", "manual"])
@pytest.mark.parametrize("name", BOXES)
def test_matches_with_odd_editions_agree(name: str, vigilance: str) -> None:
    chance = Random(f"{name}, {vigilance}")
    for players in range(2, 7):
        play_both(players, vigilance, 3, name, chance)


def test_the_naive_box_is_the_printed_one() -> None:
    assert GAME.edition["figures"] == naive.FIGURES
    assert GAME.edition["colours"] == naive.COLOURS
    assert signs_of(BOXES["printed"]) == naive.SIGNS
