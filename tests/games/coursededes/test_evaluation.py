"""The evaluation of Course de dés, and what a greedy player does with it."""

from random import Random

import numpy as np
import pytest

from ludotheque.bots import make_bot
from ludotheque.core.state import State
from ludotheque.games.coursededes import evaluation
from tests.entry_points import win_probability_at

from .position import GAME, begun, put_road, step

SETTINGS = [(2, "single"), (3, "variable"), (6, "single"), (4, "variable")]
settings = pytest.mark.parametrize(("players", "objectives"), SETTINGS)


def moments(players: int, objectives: str, seed: int) -> list[State]:
    """Every state of a match of random moves."""
    chance, found = Random(seed), []
    state = GAME.start(players, {"objectives": objectives, "bonus": seed % 2 == 0})
    while state.awaits != "end":
        found.append(state.copy())
        step(state, chance)
    return [*found, state]


def win_probability(state: State, seat: int = 0) -> float:
    return float(evaluation.win_probability(state.record, seat))


def chosen(state: State) -> str:
    assert state.seat is not None
    return make_bot("greedy", seed=1).choose(state.view(state.seat))


def in_last_turn(state: State) -> State:
    """Cards are discarded until whoever plays next draws the stage card."""
    record = state.record
    while record.pile > record.stage_at[record.stage]:
        card = int(record.deck.argmax())
        record.deck[card] -= 1
        record.discard[card] += 1
        record.pile -= 1
    return state


def turns_left(state: State) -> int:
    """How many turns are really played until the next stage is scored, or the match is over."""
    later, turns, chance = state.copy(), 0, Random(0)
    before = later.record.spent_count.tolist()
    while later.awaits != "end" and later.record.spent_count.tolist() == before:
        if later.seat is not None and later.snapshot()["phase"] == "turn":
            moves = [move for move in later.moves() if not move.startswith("exchange")]
            later.play(chance.choice(moves))
            turns += 1
        else:
            step(later, chance)
    return turns


@settings
def test_a_worth_is_a_chance_and_compiled_the_same(players: int, objectives: str) -> None:
    compiled = GAME.binding("compiled")(win_probability_at)
    for state in moments(players, objectives, seed=players)[::9]:
        for seat in range(players):
            assert 0.0 <= win_probability(state, seat) <= 1.0
            assert compiled(state.states, seat) == pytest.approx(
                win_probability(state, seat), rel=1e-9
            )


def test_at_the_end_the_winners_share_everything() -> None:
    end = moments(3, "single", seed=1)[-1]
    expected = [(seat in end.winners) / len(end.winners) for seat in range(3)]
    assert [win_probability(end, seat) for seat in range(3)] == expected


@settings
def test_a_worth_does_not_depend_on_what_the_seat_cannot_know(
    players: int, objectives: str
) -> None:
    chance, differing = Random(1), 0
    for state in moments(players, objectives, seed=7)[60::7]:
        for seat in range(players):
            other = GAME.resample(state.view(seat), chance)
            differing += other.snapshot() != state.snapshot()
            assert win_probability(other, seat) == pytest.approx(
                win_probability(state, seat), rel=1e-9
            )
    assert differing > 20


@settings
def test_the_turns_that_a_stage_has_left_are_counted(players: int, objectives: str) -> None:
    """CD-9 Which draw meets a stage card follows from the pile alone."""
    in_turns = [s for s in moments(players, objectives, seed=3) if s.snapshot()["phase"] == "turn"]
    for state in in_turns[::11]:
        assert evaluation.turns_to_come(state.record) == turns_left(state)
        own = [evaluation.own_turns_to_come(state.record, seat) for seat in range(players)]
        if state.record.tied == 0:
            assert sum(own) == evaluation.turns_to_come(state.record)
            assert max(own) - min(own) <= 1


def test_who_is_not_in_the_tie_break_has_lost() -> None:
    """CD-14 Only those tied for the most tokens go on."""
    state = begun(3, goals=["b1", "g1", "r1"])
    state.record.stage, state.record.tied = 4, 0b011
    assert win_probability(state, 2) == 0.0
    assert win_probability(state, 0) + win_probability(state, 1) == pytest.approx(1.0, abs=0.3)


def test_a_greedy_player_advances_its_own_colour_with_the_last_turn_of_a_stage() -> None:
    state = begun(2, hands=["color:b color:g value:1"], goals=["b6"])
    put_road(state, "g1 g1 b6 b6 | …")
    assert chosen(in_last_turn(state)) == "color:b"


def test_before_a_stage_ends_a_greedy_player_exchanges_for_the_objective_that_leads() -> None:
    """CD-15 The exchange leaves the turn to be played."""
    state = begun(2, hands=["swap gap overtake"], goals=["b6 g1 r2 v3"], objectives="variable")
    state.play("choose:g1")
    state.play(state.moves()[0])
    put_road(state, "b6 b6 b6 | k2 | …")
    assert state.seat == 0
    assert chosen(in_last_turn(state)) == "exchange:b6"


def test_a_greedy_player_picks_an_objective_that_is_far_ahead() -> None:
    state = begun(2, goals=["b6 g1 r2 v3"], objectives="variable")
    put_road(state, "b6 b6 b6 b6 b6 b6 | k2 | …")
    assert chosen(in_last_turn(state)) == "choose:b6"


def test_an_objective_in_force_in_the_lead_is_better_than_one_behind() -> None:
    ahead = put_road(begun(3, goals=["b6", "g1", "r2"]), "b6 b1 | k2 k3 | …")
    behind = put_road(begun(3, goals=["b6", "g1", "r2"]), "k2 k3 | b6 b1 | …")
    assert win_probability(ahead) > win_probability(behind)


def test_a_useful_card_in_the_hand_is_better_than_another() -> None:
    useful = begun(2, hands=["color:b swap swap"], goals=["b6"])
    useless = begun(2, hands=["color:g swap swap"], goals=["b6"])
    assert win_probability(useful) > win_probability(useless)


def test_a_beginner_sees_tokens_and_the_objective_in_force_in_the_lead() -> None:
    state = put_road(begun(2, goals=["b6", "g1"]), "b6 b1 | k2 | …")
    assert evaluation.evaluate_beginner(state.record, 0) == 2 + 1
    state.record.tokens[0] = 3
    assert evaluation.evaluate_beginner(state.record, 0) == 3 * 30 + 2 + 1
    state.record.in_force[0] = -1
    assert evaluation.evaluate_beginner(state.record, 0) == 3 * 30


def test_a_tumble_costs_the_card_that_is_needed_least() -> None:
    state = put_road(begun(2, hands=["color:b value:2 joker"], goals=["b6"]), "b6 b1 | k2 | …")
    moves = np.zeros(GAME.rules.MOST_MOVES, np.int64)
    count = GAME.rules.list_moves(state.record, moves)
    kept = moves[: evaluation.shortlist(state.record, moves, count)]
    texts = {GAME.notation.write_move(int(move)) for move in kept}
    dropped = set(state.moves()) - texts
    assert dropped == {f"tumble:{n}:{card}" for n in (2, 3) for card in ("color:b", "joker")}
