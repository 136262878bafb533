"""The quick evaluation of the races: it uses the own cards only, and is the same when compiled."""

from random import Random

import numpy as np
import pytest

import ludotheque
from ludotheque.bots import rollout
from ludotheque.core.compiler import Mode
from ludotheque.core.driver import shortlisted_at
from ludotheque.core.game import Game
from ludotheque.core.state import State
from ludotheque.games._race.quick_evaluation import strength_beyond
from tests.entry_points import quick_choice, quick_evaluate_at
from tests.games.dicerun.position import position

RACES = [ludotheque.game("dicerun"), ludotheque.game("coursededes")]
races = pytest.mark.parametrize("game", RACES, ids=lambda game: str(game.id))


def moments(game: Game, seed: int) -> list[State]:
    """The states of a match of random moves in which no throw is half done, as after a move."""
    chance, state, found = Random(seed), game.start(3), []
    while state.awaits != "end":
        if state.awaits == "draw":
            state.draw(chance.randrange(state.draw_size or 1))
        else:
            state.play(chance.choice(state.moves()))
        if state.record.places > 0 and not state.record.thrown.any():
            found.append(state.copy())
    return found[:-1]


def quick_value(state: State, seat: int = 0) -> float:
    return float(state.game.evaluation.quick_evaluate(state.record, seat))


@races
def test_the_quick_evaluation_is_the_same_compiled(game: Game) -> None:
    compiled = game.binding("compiled")(quick_evaluate_at)
    for state in moments(game, seed=3)[::5]:
        for seat in range(3):
            assert compiled(state.states, seat) == pytest.approx(quick_value(state, seat), rel=1e-9)


@races
def test_the_quick_evaluation_does_not_depend_on_what_the_seat_cannot_know(game: Game) -> None:
    chance, differing = Random(1), 0
    for state in moments(game, seed=7)[::5]:
        for seat in range(3):
            other = game.resample(state.view(seat), chance)
            differing += other.snapshot() != state.snapshot()
            assert quick_value(other, seat) == pytest.approx(quick_value(state, seat), rel=1e-9)
    assert differing > 20


@races
@pytest.mark.parametrize("bonus", [0, 1])
def test_strengths_beyond_the_average_add_up_to_zero(game: Game, bonus: int) -> None:
    for state in moments(game, seed=5)[::7]:
        beyond = [strength_beyond(state.record, each, 0.4, bonus) for each in range(30)]
        assert sum(beyond) == pytest.approx(0.0, abs=1e-9)
        assert max(beyond) > 0.0


def test_dice_of_the_own_objective_are_worth_more_the_nearer_they_are_to_the_lead() -> None:
    def value(race: str) -> float:
        return quick_value(position(race, hand="swap swap surge", goals="b3 r1 g2 p6"))

    ahead, second, last = "b3 b2 / o5 / *4", "o5 / b3 b2 / *4", "o5 / *4 / b3 b2"
    assert value(ahead) > value(second) > value(last)


def test_points_are_worth_more_than_a_die_or_two_ahead() -> None:
    behind = position("o5 / b3 / *4", goals="b3 r1 g2 p6")
    ahead = position("b3 / o5 / *4", goals="b3 r1 g2 p6")
    behind.record.points[0] += 3
    assert quick_value(behind) > quick_value(ahead)


@races
@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_of_few_moves_the_one_with_the_best_quick_evaluation_is_made(
    game: Game, mode: Mode
) -> None:
    decisions = [state for state in moments(game, seed=4) if state.awaits == "move"]
    for state in decisions[3::11]:
        moves = np.zeros(game.rules.MOST_MOVES, np.int64)
        count = game.binding(mode)(shortlisted_at)(state.states, moves)
        assert value_after(state, quick_choice(state, mode)) == pytest.approx(
            max(value_after(state, move) for move in moves[:count])
        )


def value_after(state: State, move: int) -> float:
    after = state.copy()
    seat = int(after.record.seat)
    after.game.rules.make_move(after.record, move)
    if after.awaits == "end":
        return 1e9 if seat in after.winners else -1e9
    return quick_value(after, seat)


@races
def test_a_quick_rollout_takes_the_given_number_of_decisions(game: Game) -> None:
    turns = (state for state in moments(game, seed=6) if state.snapshot()["phase"] == "turn")
    state = next(state for state in turns if state.awaits == "move")
    states = np.concatenate([state.states, state.states])
    before = int(states[0].turn) if game.id == "dicerun" else int(states[0].pile)
    moves, generator = np.zeros(game.rules.MOST_MOVES, np.int64), np.zeros(1, np.uint64)
    with np.errstate(over="ignore"):
        game.binding()(rollout.quick_rollout)(states, moves, 0, 4, generator)
    after = int(states[0].turn) if game.id == "dicerun" else int(states[0].pile)
    assert abs(after - before) in (3, 4)  # the card of the last decision may still be drawn
