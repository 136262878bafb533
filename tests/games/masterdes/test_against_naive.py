"""The package's MasterDés against a second, naive one: event by event, to the letter."""

from random import Random
from typing import Any

import pytest

from ludotheque.core.state import State

from .naive import PRINTED, Naive
from .position import GAME, box

ODD_EDITIONS: dict[str, dict[str, Any]] = {
    "printed": {},
    "two hearts": {"master": [2, 1, 1, 1, 1]},
    "two twos": {"master": [1, 2, 1, 1, 1]},
    "two replays": {"master": [1, 1, 2, 1, 1]},
    "twice out": {"master": [1, 1, 1, 2, 1]},
    "zones everywhere": {"malus": [1, 9, 90, 99], "cagnotte": [10, 40, 41, 89]},
    "zones of one space": {"malus": [50, 50, 99, 99], "cagnotte": [1, 1, 98, 98]},
}


def compare(state: State, match: Naive) -> None:
    assert state.awaits == match.awaits
    assert state.draw_size == match.draw_size
    assert state.seat == match.seat
    assert sorted(state.moves()) == sorted(match.legal)
    for seat in (None, "public", 0, 1):
        assert state.snapshot(seat) == match.snapshot()
    assert state.points == [player.points for player in match.players]
    assert state.winners == (match.winners if match.awaits == "end" else [])
    check_throw(state, match)


def check_throw(state: State, match: Naive) -> None:
    """The next die is named as what it is, with its faces in order."""
    if match.phase == "choose" or match.awaits != "draw":
        assert [drawn["kind"] for drawn in state.throw] == ["seat"] * (match.awaits == "draw")
        return
    drawn = state.throw[0]
    faces = match.master_faces if drawn["kind"] == "master" else list("123456")
    assert drawn["faces"] == faces


def likely(moves: list[str], chance: Random) -> str:
    """Keeping everything is rare among many moves, and ends duels early: it gets its share."""
    if "keep" in moves and chance.random() < 0.3:
        return "keep"
    return chance.choice(sorted(moves))


def play_both(level: str, changes: dict[str, Any], chance: Random) -> Naive:
    """A whole match in both, compared after every event."""
    state = GAME.start(2, {"level": level}, box(**changes) if changes else None)
    match = Naive(level, {**PRINTED, **changes})
    compare(state, match)
    while state.awaits != "end":
        if state.draw_size is not None:
            k = chance.randrange(state.draw_size)
            state.draw(k)
            match.go_on(k)
        else:
            move = likely(match.legal, chance)
            state.play(move)
            match.go_on(move)
        compare(state, match)
    return match


@pytest.mark.parametrize("edition", ODD_EDITIONS)
def test_flash_matches_agree_event_by_event(edition: str) -> None:
    chance = Random(f"flash {edition}")
    for _ in range(15):
        assert play_both("flash", ODD_EDITIONS[edition], chance).duel >= 10


@pytest.mark.parametrize("edition", ODD_EDITIONS)
def test_expert_matches_agree_event_by_event(edition: str) -> None:
    chance = Random(f"expert {edition}")
    for _ in range(4):
        match = play_both("expert", ODD_EDITIONS[edition], chance)
        assert 100 in [player.points for player in match.players]


def test_the_naive_edition_is_the_printed_one() -> None:
    assert {"name": GAME.edition["name"], **PRINTED} == GAME.edition
