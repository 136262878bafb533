"""The package's Level X against a second, naive one: event by event, and roll by roll."""

from copy import deepcopy
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from ludotheque.core.state import State

from . import naive
from .position import GAME, start

ODD_EDITIONS: dict[str, dict[str, Any]] = {
    "one space a row": {"spaces": [1, 1, 1, 1, 1, 1]},
    "one chip a row": {"chips": [1, 1, 1, 1, 1, 1], "chips_withheld": [0, 0, 0]},
    "long rows": {"spaces": [12, 1, 9, 5, 12, 7], "chips": [3, 2, 3, 2, 3, 2]},
    "one tile": {"spaces": [2, 2, 1, 1, 1, 1], "chips": [30, 30, 30, 30, 30, 30], "tiles": [99]},
    "many tiles": {"spaces": [1, 2, 1, 2, 1, 2], "tiles": [15, 12, 9, 6, 5, 4, 3, 2, 1, 0, 0, 99]},
    "withheld by players": {"chips": [9, 9, 9, 9, 9, 9], "chips_withheld": [8, 4, 0]},
}


def compare(state: State, match: naive.Match) -> None:
    assert state.awaits == match.awaits
    assert state.draw_size == match.draw_size
    assert state.seat == match.seat
    assert sorted(state.moves()) == sorted(match.moves())
    assert state.snapshot() == match.snapshot()
    assert state.points == match.points
    assert state.winners == match.winners


def eager(state: State, chance: Random) -> str:
    """A move at random, or mostly the one with the most groups: so that matches get somewhere."""
    moves = sorted(state.moves())
    if chance.random() < 0.3:
        return chance.choice(moves)
    return max(moves, key=lambda move: (len(move.split()), move != "-", chance.random()))


def play_both(players: int, first: int | None, changes: dict[str, Any], chance: Random) -> int:
    """A whole match in both, compared after every event; its length in turns."""
    edition = {**naive.PRINTED, **changes}
    named = {"name": "an odd box", **edition} if changes else None
    state = start(players, first, named)
    match = naive.Match(players, first, edition)
    compare(state, match)
    while state.awaits != "end":
        if state.draw_size is not None:
            k = chance.randrange(state.draw_size)
            state.draw(k)
            match.draw(k)
        else:
            move = eager(state, chance)
            state.play(move)
            match.play(move)
        compare(state, match)
    return match.turns


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_matches_agree_event_by_event(players: int, seed: int) -> None:
    chance = Random(f"{players} players, match {seed}")
    first = None if seed % 2 else chance.randrange(players)
    assert play_both(players, first, {}, chance) % players == 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ODD_EDITIONS)
@pytest.mark.parametrize("first", [None, 1])
def test_matches_with_odd_editions_agree(players: int, name: str, first: int | None) -> None:
    chance = Random(f"{name}, {players} players, first {first}")
    assert play_both(players, first, ODD_EDITIONS[name], chance) % players == 0


def test_the_naive_edition_is_the_printed_one() -> None:
    assert {"name": GAME.edition["name"], **naive.PRINTED} == GAME.edition


def test_all_rolls_have_the_same_moves_in_both() -> None:
    """LX-3, LX-9, LX-10 All 1,296 rolls; passing is among the moves of each."""
    for dice in product(range(1, 7), repeat=4):
        state = start()
        for face in dice:
            state.draw(face - 1)
        moves = state.moves()
        assert sorted(moves) == sorted(map(naive.text_of, naive.sums_of(dice))), dice
        assert "-" in moves


def test_there_are_forty_nine_moves_and_at_most_twenty_nine_a_roll() -> None:
    """LX-3, LX-10 Counted by the naive rules, which know nothing of the tables."""
    rolls = [naive.sums_of(dice) for dice in product(range(1, 7), repeat=4)]
    assert len(set().union(*rolls)) == 49
    assert max(map(len, rolls)) == 29
    assert GAME.rules.MOST_MOVES == 29


def test_the_order_of_the_groups_never_matters() -> None:
    """LX-14 Every move of a naive match, carried out in every order, leaves the same table."""
    chance = Random("orders")
    match = naive.Match(3, 0, {**naive.PRINTED, "chips": [4, 4, 4, 3, 3, 3]})
    compared = 0
    while match.awaits != "end":
        while match.awaits == "draw":
            match.draw(chance.randrange(6))
        for move in match.moves():
            compared += compare_orders(match, move)
        match.play(chance.choice(match.moves()))
    assert compared > 100


def compare_orders(match: naive.Match, move: str) -> int:
    """How many orders of the move's groups were carried out and found the same."""
    assert match.seat is not None
    outcomes = []
    for order in set(permutations(move.replace("-", "").split())):
        trial = deepcopy(match)
        for group in order:
            assert trial.board.carry_out(match.seat, int(group))
        outcomes.append(trial.snapshot())
    assert all(outcome == outcomes[0] for outcome in outcomes)
    return len(outcomes)
