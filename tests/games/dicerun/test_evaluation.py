"""The evaluation of DiceRun, and what a greedy player does with it."""

from random import Random

import numpy as np
import pytest

from ludotheque import State
from ludotheque.bots import make_bot
from ludotheque.core.compiler import Mode
from ludotheque.core.driver import shortlisted_at
from ludotheque.games._race.evaluation import compute_strengths
from ludotheque.games.dicerun import evaluation
from ludotheque.games.dicerun.cards import NOTATION
from ludotheque.games.dicerun.rules import BONUS
from tests.entry_points import win_probability_at

from .position import GAME, draw, end_stage, first_turn, give, position

ALL_DIFFERENT = " ".join(NOTATION.dice)  # thirty dice that all differ


def moments(players: int, seed: int) -> list[State]:
    """Every state of a match of random moves from its first turn on."""
    chance, state, found = Random(seed), first_turn(players), []
    while state.awaits != "end":
        found.append(state.copy())
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(state.moves()))
    return [*found, state]


def win_probability(state: State, seat: int = 0) -> float:
    return float(evaluation.win_probability(state.record, seat))


def chosen(state: State) -> str:
    assert state.seat is not None
    return make_bot("greedy", seed=1).choose(state.view(state.seat))


def about_to_end(state: State) -> State:
    """Wherever the cut is, the next card but one at the latest is the stage card."""
    record = state.record
    most = int(record.packs) // 5 + 1
    moved = int(record.pile) - int(record.packs) + most
    while moved:
        kind = int(np.argmax(record.deck))
        record.deck[kind] -= 1
        record.discard[kind] += 1
        record.pile -= 1
        moved -= 1
    record.cuts[0] = most + 1
    return state


@pytest.mark.parametrize("players", GAME.players)
def test_a_worth_is_a_chance_and_compiled_the_same(players: int) -> None:
    compiled = GAME.binding("compiled")(win_probability_at)
    for state in moments(players, seed=players)[::9]:
        for seat in range(players):
            assert 0.0 <= win_probability(state, seat) <= 1.0
            assert compiled(state.states, seat) == pytest.approx(
                win_probability(state, seat), rel=1e-9
            )


def test_at_the_end_the_winner_has_everything() -> None:
    end = moments(4, seed=2)[-1]
    assert [win_probability(end, seat) for seat in range(4)] == [
        float(s in end.winners) for s in range(4)
    ]


def test_a_worth_does_not_depend_on_what_the_seat_cannot_know() -> None:
    chance, differing = Random(1), 0
    for state in moments(3, seed=7)[::5]:
        for seat in range(3):
            other = GAME.resample(state.view(seat), chance)
            differing += other.snapshot() != state.snapshot()
            assert win_probability(other, seat) == pytest.approx(
                win_probability(state, seat), rel=1e-9
            )
    assert differing > 50


def test_dice_in_the_hand_count_as_if_they_showed_every_value() -> None:
    state = position("b6 / *1", hand="color:r swap joker")
    state.play("reroll:2:swap")
    strengths = np.zeros((2, 30))
    compute_strengths(state.record, np.array([0.5, 0.0]), BONUS, strengths)
    of_b6, of_b6_in_the_lead = strengths[:, NOTATION.dice.index("b6")]
    of_g3 = strengths[0, NOTATION.dice.index("g3")]
    # The blue 6 itself; then, half as much each: blues, a sixth of 29 dice, a sixth of the blues.
    assert of_b6 == pytest.approx(3 + 0.5 * (5 + 29 / 6 + 5 / 6))
    assert of_g3 == pytest.approx(0.5 * (6 + 29 / 6 + 6 / 6))
    assert of_b6_in_the_lead == pytest.approx(3)


def test_a_lead_is_worth_more_when_the_stage_is_about_to_end() -> None:
    early = position("b3 b3 b3 / *1", goals="b3 r1 g2 p4")
    late = about_to_end(early.copy())
    assert win_probability(late) > win_probability(early) > 1 / 3


def test_an_objective_of_the_own_in_the_lead_is_better_than_one_behind() -> None:
    ahead = position("b3 b2 / o1 o5 / *4", goals="b3 r1 g2 p6")
    behind = position("o1 o5 / b3 b2 / *4", goals="b3 r1 g2 p6")
    assert win_probability(about_to_end(ahead)) > win_probability(about_to_end(behind))


def test_a_greedy_player_advances_its_own_colour() -> None:
    state = position("*5", hand="color:b color:o color:p", goals="b1 b2 b3 b4")
    state.play(chosen(about_to_end(state)))
    assert state.snapshot()["groups"][0] == ["b5"] * 6


def test_a_greedy_player_brings_its_own_die_with_it_in_a_sprint() -> None:
    state = position(ALL_DIFFERENT, hand="sprint swap surge", goals="b1 b2 b3 b4")
    sprinters = chosen(about_to_end(state)).removeprefix("sprint:").split(",")
    assert [die[0] for die in sprinters] == ["b"] * 3


def test_at_a_stages_end_a_greedy_player_takes_the_objective_that_leads() -> None:
    state = position("b3 b3 b3 / *5", hand="joker swap surge", goals="b3 r1 g2 p4")
    state.record.open_goals[1:3] = [NOTATION.dice.index("o5"), NOTATION.dice.index("r5")]
    end_stage(state, "joker:2")
    assert state.snapshot()["phase"] == "choose"
    assert chosen(state) == "choose:b3"


def test_of_thousands_of_sprints_those_that_serve_an_objective_are_thought_about() -> None:
    state = position(ALL_DIFFERENT, hand="sprint joker flip", goals="b1 g2 p3 r4")
    legal = set(state.moves())
    assert sum(move.startswith("sprint:") for move in legal) == 30 * 29 * 28 // 6
    kept = shortlisted(state)
    assert kept <= legal
    assert {move for move in legal - kept if not move.startswith("sprint:")} == set()
    sprints = {move.removeprefix("sprint:") for move in kept if move.startswith("sprint:")}
    assert 4 <= len(sprints) <= 4 * 8
    for colour, goal in zip("bgpr", ("b1", "g2", "p3", "r4"), strict=True):
        best = [s for s in sprints if goal in s and s.count(colour) + s.count(goal[1]) == 4]
        assert best, f"three dice for {goal}"


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_bots_try_no_move_that_the_advice_does_not_think_about(mode: Mode) -> None:
    state = position(ALL_DIFFERENT, hand="sprint joker flip", goals="b1 g2 p3 r4")
    moves = np.zeros(GAME.rules.MOST_MOVES, np.int64)
    tried = moves[: GAME.binding(mode)(shortlisted_at)(state.states, moves)]
    assert {NOTATION.write(int(move)) for move in tried} == shortlisted(state)


def shortlisted(state: State) -> set[str]:
    moves = np.zeros(GAME.rules.MOST_MOVES, np.int64)
    count = GAME.rules.list_moves(state.record, moves)
    kept = moves[: evaluation.shortlist(state.record, moves, count)]
    return {NOTATION.write(int(move)) for move in kept}


def test_where_moves_are_few_only_rerolls_for_better_cards_are_not_thought_about() -> None:
    state = position("b6 b5 b4 b3 / *1", hand="sprint color:b color:o", goals="b1 b2 r3 g4")
    dropped = set(state.moves()) - shortlisted(state)
    assert dropped == {"reroll:2:sprint", "reroll:2:color:b"}


def test_a_joker_is_the_last_card_to_be_laid_down() -> None:
    state = position("b6 b5 b4 b3 / *1", hand="joker color:b swap", goals="b1 b2 b3 b4")
    assert {move for move in shortlisted(state) if move.startswith("reroll")} == {"reroll:2:swap"}


@pytest.mark.parametrize("seed", range(6))
def test_the_best_sprint_of_all_is_as_good_as_the_best_of_the_shortlist(seed: int) -> None:
    chance = Random(seed)
    faces = [chance.choice("123456") for _ in range(30)]
    race = " ".join(die[0] + face for die, face in zip(NOTATION.dice, faces, strict=True))
    state = position(race, hand="sprint color:b swap")
    kept = shortlisted(state)
    values = {}
    for move in chance.sample(sorted(set(state.moves()) - kept), 150) + sorted(kept):
        after = state.copy()
        after.play(move)
        values[move] = win_probability(after)
    assert max(values[move] for move in kept) >= max(values.values()) - 0.005


def test_a_beginner_sees_points_and_the_best_objective_in_the_lead() -> None:
    state = position("b3 b2 / *5", goals="b3 r1 g2 p4")
    assert evaluation.evaluate_beginner(state.record, 0) == 3 + 1
    state.record.points[0] = 2
    assert evaluation.evaluate_beginner(state.record, 0) == 2 * 30 + 3 + 1
    give(state, 0, "joker swap surge")
    state.play("goal:r1:color")
    draw(state, *[0] * (state.draw_size is not None))
    lead = state.snapshot()["groups"][0]
    assert evaluation.evaluate_beginner(state.record, 0) == 60 + sum(die[0] == "r" for die in lead)
