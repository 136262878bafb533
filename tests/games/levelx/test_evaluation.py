"""The evaluation of Level X: prospects, features of a position, pruning of moves."""

from collections import Counter
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.bots import make_bot
from ludotheque.core.compiler import Mode
from ludotheque.core.rule import read_features, rule
from ludotheque.core.rule import shortlist as shortlist_of
from ludotheque.core.state import State
from ludotheque.games.levelx import evaluation, prospects
from ludotheque.games.levelx.groups import packed, unpacked
from tests.core.random_play import playthrough
from tests.entry_points import win_probability_at

from .position import GAME, ROWS, box, moves_with, position, roll, start

MATCHES = 20  # whose moments are looked at
MODES: tuple[Mode, ...] = ("interpreted", "compiled")

OPENING = """
            5   6   7   8   9  10
    red     .   .   .   .   .   .
    green   .   .   .   .   .   .
"""


@rule
def read(states: Any, seat: Any, into: Any) -> None:
    read_features(states[0], seat, into)


@rule
def shorten(states: Any, moves: Any, count: Any) -> Any:
    return shortlist_of(states[0], moves, count)


def midway(players: int, seed: int) -> State:
    """A moment of a match played by chance, at which somebody is to move."""
    chance = Random(seed)
    return chance.choice(decisions(players, chance.randrange(MATCHES))).copy()


@cache
def decisions(players: int, number: int) -> list[State]:
    chance = Random(number)
    match = playthrough(start(players, number % players), chance)
    return [moment.copy() for moment in match if moment.awaits == "move"]


def worth_for(state: State, seat: int = 0, mode: Mode = "interpreted") -> float:
    return float(GAME.binding(mode)(win_probability_at)(state.states, seat))


def traits_for(state: State, seat: int = 0) -> dict[str, float]:
    into = np.zeros(len(evaluation.FEATURES))
    GAME.binding()(read)(state.states, seat, into)
    return dict(zip(evaluation.FEATURES, into.tolist(), strict=True))


def prospects_of(state: State, seat: int, turns: float) -> float:
    return float(GAME.binding()(prospects.prospects)(state.record, seat, turns))


# -- prospects


def naive_prospects(state: State, seat: int, turns: float) -> float:
    """The same straight from the formulas, without any table."""
    shown = state.snapshot()
    points = float(shown["scores"][seat])
    if turns == 0:
        return points
    chance_of_series, series = 1.0, len(shown["bonus"][seat]) + 1
    for row in range(6):
        pace, left = float(prospects.PACE[row]), shown["chips"][row]
        missing = series - shown["won"][seat][row]
        chance_of_series *= missing <= left
        if not left:
            continue
        length = GAME.edition["spaces"][row]
        steps = length - shown["pawns"][seat][row]
        rivals = [own[row] for other, own in enumerate(shown["pawns"]) if other != seat]
        coming = [length - space for space in rivals if space < length]
        danger = prospects.FEAR * pace ** min(coming) if coming else 0.0
        reach = (pace / (pace + 1 / turns)) ** steps
        held = pace / (danger + 1 / turns)
        chips = min(held, left) if steps == 0 else reach * (1 + min(held, left - 1))
        points += (5 + row) * chips
        another = pace / (pace + danger + 1 / turns)
        if missing > 0:
            chance_of_series *= another**missing if steps == 0 else reach * another ** (missing - 1)
    return points + (chance_of_series * shown["tiles"][0] if shown["tiles"] else 0.0)


@pytest.mark.parametrize("players", GAME.players)
@given(seed=st.integers(0, 2**32))
def test_prospects_are_what_the_formulas_say(players: int, seed: int) -> None:
    state = midway(players, seed)
    for seat, turns in product(range(players), (0.0, prospects.NEAR, prospects.HORIZON)):
        expected = naive_prospects(state, seat, turns)
        assert prospects_of(state, seat, turns) == pytest.approx(expected, rel=1e-9)


def test_whoever_has_no_turn_left_has_the_points_and_no_more() -> None:
    """LX-12 Three rows are closed, and seat 0 has had the last turn of the round."""
    state = position(
        """
                5   6   7   8   9  10
    red         .   .   .   X   .   .
    green       .   .   .   .   X   .
    red has     5   5   4   0   0   0
    left        0   0   0   4   4   4
    """,
        turn=19,
    )
    seen = GAME.binding()(prospects.turns_to_come)
    state.record.last_round = 1
    assert (seen(state.record, 0), seen(state.record, 1)) == (0.0, prospects.NEAR)
    assert traits_for(state)["prospects"] < traits_for(state)["lead"]


# -- features


def traits_by_hand(state: State, seat: int) -> dict[str, float]:
    """Those that can be counted on the table."""
    shown, players = state.snapshot(), state.players
    rivals = [other for other in range(players) if other != seat]
    scores, place = shown["scores"], (seat - shown["first"]) % players
    seen = {
        "constant": 1.0,
        "lead": (scores[seat] - max(scores[rival] for rival in rivals)) / 20,
        "lead on average": (scores[seat] - np.mean([scores[rival] for rival in rivals])) / 20,
        "players": players / 4,
        "closed rows": shown["chips"].count(0) / 3,
        "chips left": sum(shown["chips"]) / 20,
        "last round": float(shown["last_round"]),
        "next": (place - shown["turn"]) % players / players,
        "last word": place / (players - 1),
        "bonus to come": shown["tiles"][0] / 20 if shown["tiles"] else 0.0,
    }
    for at, row in enumerate(ROWS):
        length, is_open = GAME.edition["spaces"][at], shown["chips"][at] > 0
        own = shown["pawns"][seat][at]
        foremost = max(shown["pawns"][rival][at] for rival in rivals)
        served = [shown["won"][each][at] > len(shown["bonus"][each]) for each in range(players)]
        seen |= {
            f"climbed, row {row}": own / length,
            f"on the X, row {row}": float(is_open and own == length),
            f"rival, row {row}": foremost / length,
            f"rival on the X, row {row}": float(is_open and foremost == length),
            f"chips, row {row}": shown["chips"][at] / 4,
            f"in the series, row {row}": float(served[seat]),
            f"in a rival's series, row {row}": float(np.mean([served[each] for each in rivals])),
        }
    return seen


@pytest.mark.parametrize("players", GAME.players)
@given(seed=st.integers(0, 2**32))
def test_every_trait_is_what_its_name_says(players: int, seed: int) -> None:
    state = midway(players, seed)
    for seat in range(players):
        seen, expected = traits_for(state, seat), traits_by_hand(state, seat)
        assert {name: seen[name] for name in expected} == pytest.approx(expected)
        assert set(seen) - set(expected) == {
            "prospects",
            "prospects on average",
            "prospects late",
        }


# -- the chance to win


@pytest.mark.parametrize("players", GAME.players)
def test_a_chance_to_win_is_the_same_in_every_mode(players: int) -> None:
    for seed in range(6):
        state = midway(players, seed)
        for seat in range(players):
            seen = [worth_for(state, seat, mode) for mode in MODES]
            assert 0.0 <= min(seen) <= max(seen) <= 1.0
            assert seen == pytest.approx([seen[0]] * len(MODES), rel=1e-9)


def test_chances_among_two_are_near_to_one_in_all() -> None:
    """Nobody is told so: it is learned."""
    for seed in range(40):
        state = midway(2, seed)
        assert sum(worth_for(state, seat) for seat in range(2)) == pytest.approx(1.0, abs=0.3)


@pytest.mark.parametrize(
    "better",
    [
        OPENING + "red has 0 0 0 0 0 1",
        OPENING.replace("red     .", "red     X"),
        OPENING.replace("red     .   .   .   .   .   .", "red     2   2   2   2   1   1"),
    ],
    ids=["a chip", "an X", "pawns on their way"],
)
def test_what_is_good_for_a_player_is_seen(better: str) -> None:
    even = worth_for(position(OPENING))
    assert worth_for(position(better)) > even > worth_for(position(better), 1)


@pytest.mark.parametrize(
    "edition",
    [box(spaces=[12] * 6, chips=[99] * 6), box(spaces=[1] * 6, chips=[2] * 6, tiles=[0])],
    ids=["huge", "tiny"],
)
def test_boxes_of_every_size_are_judged(edition: dict[str, Any]) -> None:
    chance = Random(2)
    for players in GAME.players:
        state = start(players, edition=edition)
        for _ in range(40):
            if state.awaits == "end":
                break
            if state.draw_size:
                state.draw(chance.randrange(state.draw_size))
            else:
                assert all(0.0 <= worth_for(state, seat) <= 1.0 for seat in range(players))
                state.play(make_bot("greedy", 1).choose(state.view(state.seat or 0)))


# -- pruning


def shortlisted(state: State) -> set[str]:
    codes = [GAME.notation.read_move(move) for move in state.moves()]
    moves = np.array(codes, np.int64)
    kept = GAME.binding()(shorten)(state.states, moves, len(moves))
    return {GAME.notation.write_move(int(move)) for move in moves[:kept]}


def groups_of(move: str) -> Counter[str]:
    return Counter() if move == "-" else Counter(move.split())


@given(seed=st.integers(0, 2**32))
def test_moves_are_dropped_that_are_part_of_one_that_is_kept(seed: int) -> None:
    state = midway(2, seed)
    kept, moves = shortlisted(state), set(state.moves())
    assert kept <= moves
    for move in moves:
        larger = [other for other in kept - {move} if groups_of(move) <= groups_of(other)]
        assert bool(larger) == (move not in kept)


def test_passing_is_worth_a_thought_when_nothing_else_can_be_done() -> None:
    assert moves_with(position(OPENING), "1-2-1-6") > {"-"}
    assert "-" not in shortlisted(roll(start(), "1-2-1-6"))
    stuck = roll(position(OPENING + "left 1 1 1 0 0 0"), "4-4-4-4")
    assert shortlisted(stuck) == {"-"}


def test_the_example_of_the_rulebook_is_shortlisted_to_its_largest_moves() -> None:
    kept = shortlisted(roll(start(), "2-3-5-6"))
    assert {"5 5 6", "8 8"} <= kept
    assert not kept & {"-", "5", "6", "5 5", "5 6"}
    assert all(unpacked(packed(tuple(map(int, move.split())))) for move in kept)
