"""Invariants of every state of Les Trotteurs, with any edition."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque.core.state import State

from .position import GAME, start

relaxed = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
bands = st.lists(st.sampled_from("---TSP"), min_size=8, max_size=8).map(" ".join)
figures = st.lists(st.integers(1, 99), min_size=10, max_size=10)


@st.composite
def editions(draw: st.DrawFn) -> dict[str, Any]:
    signs = {f"band_{band}": draw(bands) for band in range(5)}
    return {**GAME.edition, "name": "any box", "figures": draw(figures), **signs}


@st.composite
def matches(draw: st.DrawFn, vigilance: str) -> tuple[State, int]:
    """A match before it starts, and the seed of its chance."""
    edition = draw(st.none() | editions())
    state = start(draw(st.integers(2, 6)), vigilance, draw(st.integers(1, 3)), edition)
    return state, draw(st.integers(0, 2**32))


def moments(state: State, seed: int) -> Iterator[State]:
    chance = Random(seed)
    yield state
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(state.moves()))
        yield state


@relaxed
@given(matches("auto") | matches("manual"))
def test_points_are_what_some_win_from_others(setting: tuple[State, int]) -> None:
    """TR-14 They add up to nothing, and change with a game only."""
    points, number = None, 0
    for state in moments(*setting):
        seen = state.snapshot()
        assert sum(seen["points"]) == 0
        assert state.points == seen["points"]
        if seen["round"] == number and state.awaits != "end":
            assert seen["points"] == points
        points, number = seen["points"], seen["round"]


@relaxed
@given(matches("auto") | matches("manual"))
def test_one_match_has_one_game_won_after_the_other(setting: tuple[State, int]) -> None:
    """TR-13 While a game is played nobody is home; at the end exactly one player is."""
    for state in moments(*setting):
        home = [board for board in state.snapshot()["boards"] if board == [10] * 5]
        assert len(home) == (state.awaits == "end")
    assert state.snapshot()["round"] == state.options["rounds"]


@relaxed
@given(matches("auto"))
def test_one_player_at_a_time_is_on_triangles(setting: tuple[State, int]) -> None:
    """TR-8, TR-13 By themselves signs leave nobody else there; the same holds for pentagons."""
    for state in moments(*setting):
        if state.awaits == "end":
            break  # a victory stops the throw before its other signs take effect
        signs, boards = state.record.signs, state.snapshot()["boards"]
        for kind in (1, 2, 3):
            seats = {
                seat
                for seat, board in enumerate(boards)
                for band, place in enumerate(board)
                if signs[band, place] == kind
            }
            assert len(seats) <= 1


@relaxed
@given(matches("manual"))
def test_an_offer_is_about_two_trotters_on_signs_of_one_kind(setting: tuple[State, int]) -> None:
    """TR-19 Of two players; the one who is asked is one of them."""
    names = {"triangle": 1, "square": 2, "pentagon": 3}
    for state in moments(*setting):
        seen = state.snapshot()
        offer = seen["offer"]
        assert (offer is None) == (state.awaits != "move")
        if offer is None:
            continue
        for seat, band in (offer["newcomer"], offer["resident"]):
            kind = state.record.signs[band, seen["boards"][seat][band]]
            assert kind == names[offer["kind"]]
        newcomer, resident = offer["newcomer"][0], offer["resident"][0]
        assert newcomer != resident
        claims_for_newcomer = offer["kind"] == "square"
        assert state.seat == (newcomer if claims_for_newcomer != offer["omission"] else resident)


@relaxed
@given(matches("auto") | matches("manual"))
def test_prisoners_are_those_on_pentagons(setting: tuple[State, int]) -> None:
    """TR-10 Exactly those, at every moment."""
    for state in moments(*setting):
        seen, signs = state.snapshot(), state.record.signs
        assert seen["prisoners"] == [
            [bool(signs[band, place] == 3) for band, place in enumerate(board)]
            for board in seen["boards"]
        ]
