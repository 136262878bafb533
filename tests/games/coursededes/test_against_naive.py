"""The package's Course de dés against a second, naive one: event by event."""

from itertools import count
from random import Random
from typing import Any

import pytest

from ludotheque.core.state import State

from . import naive
from .position import GAME

NAMED = {"name": "an odd box"}
ODD_EDITIONS: dict[str, dict[str, Any]] = {
    "only gaps, swaps and overtakes": {
        "colors": [0, 0, 0, 0, 0],
        "values": [0, 0, 0, 0, 0, 0],
        "joker": 0,
        "gap": 12,
        "swap": 12,
        "overtake": 12,
    },
    "hardly anything moves": {
        "colors": [2, 0, 0, 1, 0],
        "values": [0, 1, 0, 0, 0, 1],
        "joker": 0,
        "gap": 10,
        "swap": 10,
        "overtake": 10,
    },
    "gaps everywhere": {"gap": 24, "joker": 12},
    "jokers": {"colors": [0, 0, 0, 0, 0], "values": [0, 0, 0, 0, 0, 0], "joker": 24, "gap": 9},
    "overtakes and swaps": {"swap": 24, "overtake": 24, "gap": 24},
    "a larger box": {"colors": [9, 0, 24, 3, 1], "values": [1, 2, 3, 0, 24, 6]},
}


def thrown(state: State) -> list[tuple[Any, ...]]:
    return [(each["kind"], each["faces"], each["secret"]) for each in state.throw]


def compare(state: State, match: naive.Match, turn: int) -> None:
    """Everything is compared at every turn, and what a seat may see for one seat after another."""
    assert state.awaits == match.awaits
    assert state.draw_size == match.draw_size
    assert state.seat == match.seat
    assert thrown(state) == match.throw
    moves = state.moves()
    assert sorted(moves) == sorted(match.moves())
    assert len(moves) == len(set(moves)) <= GAME.rules.MOST_MOVES
    for seat in (None, "public", turn % state.players):
        assert state.snapshot(seat) == match.snapshot(seat)
    assert state.points == match.points
    assert state.winners == match.winners


def busy(moves: list[str], chance: Random) -> str:
    """A move at random, seldom a tumble: there are so many of them."""
    plays = [move for move in moves if not move.startswith("tumble")]
    return chance.choice(plays if plays and chance.random() < 0.7 else moves)


def play_both(
    players: int, options: dict[str, Any], changes: dict[str, Any], chance: Random
) -> State:
    """A whole match in both, compared after every event."""
    edition = {**naive.PRINTED, **changes}
    state = GAME.start(players, options, NAMED | edition if changes else None)
    match = naive.Match(players, **options, edition=edition)
    turns = count()
    compare(state, match, next(turns))
    while state.awaits != "end":
        if state.draw_size is not None:
            k = chance.randrange(state.draw_size)
            state.draw(k)
            match.go_on(k)
        else:
            move = busy(sorted(state.moves()), chance)
            state.play(move)
            match.go_on(move)
        compare(state, match, next(turns))
    return state


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("objectives", ["single", "variable"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_matches_agree_event_by_event(players: int, objectives: str, bonus: bool) -> None:
    options = {"objectives": objectives, "bonus": bonus}
    for number in range(2):
        play_both(players, options, {}, Random(f"{players} {objectives} {bonus} {number}"))


@pytest.mark.parametrize("name", ODD_EDITIONS)
@pytest.mark.parametrize(
    ("players", "objectives"), [(2, "single"), (2, "variable"), (3, "variable"), (6, "single")]
)
def test_matches_with_odd_editions_agree(name: str, players: int, objectives: str) -> None:
    options = {"objectives": objectives, "bonus": True}
    play_both(players, options, ODD_EDITIONS[name], Random(f"{name} {players} {objectives}"))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_matches_with_one_card_a_pack_agree(players: int) -> None:
    """CD-1, CD-9 Every second draw is a stage card."""
    for number in range(10):
        options = {"objectives": ("single", "variable")[number % 2], "bonus": False}
        play_both(players, options, fewest(players), Random(number))


def fewest(players: int) -> dict[str, Any]:
    """A box with one card for each pack, and nothing more."""
    cards = 3 * players + 5
    return {
        "colors": [1, 1, 1, 1, 1],
        "values": [0, 0, 0, 0, 0, 0],
        "joker": cards - 8,
        "gap": 1,
        "swap": 1,
        "overtake": 1,
    }


@pytest.mark.parametrize("players", [2, 3])
def test_tie_breaks_agree_too(players: int) -> None:
    """CD-14 Small boxes, so that there are many; some tie-breaks end with their first card."""
    tiebreaks = number = 0
    while tiebreaks < 3:
        changes = fewest(players) | {"gap": 1 + number % 8}
        options = {"objectives": ("single", "variable")[number % 2], "bonus": False}
        state = play_both(players, options, changes, Random(number))
        tiebreaks += state.snapshot()["tiebreak"] is not None
        number += 1
        assert number < 200


def test_the_naive_edition_is_the_printed_one() -> None:
    assert {"name": GAME.edition["name"], **naive.PRINTED} == GAME.edition
