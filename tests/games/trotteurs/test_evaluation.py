"""The evaluation of Les Trotteurs, by the greedy bot's answers with manual vigilance."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from ludotheque.bots import make_bot
from ludotheque.core.state import State
from ludotheque.games.trotteurs import evaluation
from tests.entry_points import win_probability_at

from .position import GAME, start, throw
from .position import position as any_position

position = partial(any_position, vigilance="manual")
NOWHERE = "D D D D D"
OFFERS = [("D 4 D D D", "3 red M"), ("D 6 D D D", "5 red M"), ("D 9 D D D", "2 green M")]


def chosen(state: State) -> str:
    assert state.seat is not None
    return make_bot("greedy", seed=0).choose(state.view(state.seat))


@pytest.mark.parametrize(("resident", "dice"), OFFERS)
def test_a_greedy_player_claims_and_calls(resident: str, dice: str) -> None:
    """TR-16, TR-17, TR-18 Every kind of sign helps whoever notices it."""
    state = throw(position(NOWHERE, resident), dice, marks=0)
    assert chosen(state) == "claim"
    state.play("silent")
    throw(state, "1 white O", marks=0)
    assert chosen(state) == "call"


def test_a_greedy_player_claims_the_last_trotter_home() -> None:
    state = throw(position(NOWHERE, "B B B B 7"), "3 red M", marks=0)
    state.play(chosen(state))
    assert state.winners == [1]


def test_every_place_has_its_distance_and_even_holes_are_nearest() -> None:
    """TR-5 M2 and D2 go by twos: only from even holes do they reach SORTIE."""
    needed = evaluation.NEEDED
    assert needed[10] == 0
    assert min(needed[:10]) == pytest.approx(needed[2])
    assert all(needed[even] < needed[odd] for even in (2, 4, 6, 8) for odd in (1, 3, 5, 7, 9))


def test_an_omission_that_can_still_be_called_is_reckoned_with() -> None:
    """TR-16 Silence leaves a newcomer who is as good as home."""
    state = throw(position(NOWHERE, "D 4 D D D", NOWHERE), "3 red M", marks=0)
    before = evaluation.win_probability(state.record, 0)
    state.play("silent")
    assert evaluation.win_probability(state.record, 0) > before
    throw(state, "1 white O", marks=2)
    assert evaluation.win_probability(state.record, 0) > before
    state.play("silent")
    assert evaluation.win_probability(state.record, 0) < before


def test_at_the_end_a_position_is_worth_its_balance() -> None:
    state = throw(position("B B B B 1", NOWHERE), "1 white D", marks=0)
    assert [evaluation.expected_balance(state.record, seat) for seat in (0, 1)] == [125.0, -125.0]


def test_compiled_advice_is_the_interpreted_advice() -> None:
    compiled = GAME.binding("compiled")(win_probability_at)
    chance, state = Random(4), start(3, "manual", 2)
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(state.moves()))
        for seat in range(3):
            expected = evaluation.win_probability(state.record, seat)
            assert compiled(state.states, seat) == pytest.approx(expected, rel=1e-9)


def test_in_the_course_of_matches_a_greedy_player_mostly_speaks_up() -> None:
    """TR-16, TR-17, TR-18 Silence is for when the known throw or the figures make it better."""
    chance, answers = Random(8), Counter[str]()
    for players in range(2, 7):
        state = start(players, "manual", 8)
        while state.awaits != "end":
            if state.draw_size is not None:
                state.draw(chance.randrange(state.draw_size))
                continue
            answers[chosen(state)] += 1
            state.play(chance.choice(state.moves()))
    assert answers.total() > 100
    assert answers["silent"] < 0.25 * answers.total()
