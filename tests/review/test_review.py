"""The review: luck and skill add up, and moves are judged by what their seat could know."""

from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.core.game import Game
from ludotheque.core.language import Language
from ludotheque.core.state import State
from ludotheque.review.estimates import (
    NORMAL_95,
    Estimate,
    estimate_clustered_mean,
    estimate_mean,
)
from ludotheque.review.judge import Judge, Judgement, verdict_on
from ludotheque.review.narration import Narration
from ludotheque.review.replay import Replay
from ludotheque.review.report import notes_on, per_cent, report_of
from ludotheque.review.reviewer import review_match
from ludotheque.review.rollouts import ROUNDS, Rollouts
from tests.core.random_play import GAMES, step
from tests.project.pebbles import GAME as PEBBLES

from ..bots.test_search import pebbles

Line = dict[str, Any]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
secretive = pytest.mark.parametrize(
    "game", [game for game in GAMES if game.secrets], ids=lambda game: str(game.id)
)


def happening(state: State, chance: Random) -> Line:
    """The next event of a match played by chance, as a record has it."""
    size, seat = state.draw_size, state.seat
    if size is not None:
        k = chance.randrange(size)
        state.draw(k)
        return {"draw": [size, k]}
    move = chance.choice(state.moves())
    state.play(move)
    return {"seat": seat, "move": move}


def last_events(game: Game, count: int, seed: int = 3) -> tuple[State, list[Line]]:
    """The last draws and moves of a match played by chance, and the state before them."""
    chance, state = Random(seed), game.start(game.players[0])
    before, lines = [state.copy()], list[Line]()
    while state.awaits != "end":
        lines.append(happening(state, chance))
        before.append(state.copy())
    return before[-count - 1], lines[-count:]


def last_choice(game: Game) -> State:
    """A state near the end of a match in which somebody has several moves."""
    chance, state, found = Random(5), game.start(game.players[0]), None
    while state.awaits != "end":
        if state.seat is not None and len(state.moves()) > 1:
            found = state.copy()
        step(state, chance)
    assert found is not None
    return found


@games
def test_luck_and_moves_add_up_from_the_first_chance_to_the_last(game: Game) -> None:
    start, lines = last_events(game, 14)
    review = review_match(Replay(start, lines), rollouts=4, mode="compiled")
    for seat in range(start.players):
        parts = (review.luck[seat], review.own_moves[seat], review.others_moves[seat])
        whole = review.final[seat].value - review.initial[seat].value
        assert sum(part.value for part in parts) == pytest.approx(whole)
    assert sum(chance.value for chance in review.initial) == pytest.approx(1)
    assert sum(chance.value for chance in review.final) == pytest.approx(1)
    assert all(chance.error == 0 for chance in review.final)


@games
def test_the_same_seed_gives_the_same_review(game: Game) -> None:
    start, lines = last_events(game, 6)
    one, other = (
        review_match(Replay(start, lines), rollouts=3, seed=9, mode="compiled") for _ in range(2)
    )
    assert one == other


def test_compiled_and_interpreted_it_comes_to_the_same() -> None:
    start, lines = last_events(PEBBLES, 12)
    one, other = (
        review_match(Replay(start, lines), rollouts=40, seed=2, mode=mode)
        for mode in ("interpreted", "compiled")
    )
    assert one == other


def test_another_seed_gives_other_numbers_within_their_intervals() -> None:
    start = pebbles(12, 2)
    chances = [
        review_match(Replay(start, []), rollouts=400, seed=seed).initial[0] for seed in range(2)
    ]
    assert chances[0] != chances[1]
    assert abs(chances[0].value - chances[1].value) < 2 * sum(each.margin for each in chances)


@pytest.mark.parametrize("code", ["fr", "en"])
@pytest.mark.parametrize("name", ludotheque.games())
def test_every_game_is_reviewed_in_words(name: str, code: str) -> None:
    game = ludotheque.game(name)
    start, lines = last_events(game, 8)
    review = review_match(Replay(start, lines), rollouts=2, mode="compiled")
    names = ["Ada", "Blaise", "Camille"][: start.players]
    told = report_of(review, Narration(Replay(start, lines), names, game.language(code)))
    assert [seat["name"] for seat in told["seats"]] == names
    assert told["course"][-1]["line"] == len(lines)
    assert all(seat["sentences"] for seat in told["seats"])
    assert len(told["notes"]) >= 3


@pytest.mark.parametrize("code", ["fr", "en"])
@pytest.mark.parametrize(
    ("name", "options", "hiding"),
    [
        ("dicerun", {}, {"choose", "reroll"}),
        ("coursededes", {"objectives": "variable"}, {"choose", "exchange", "tumble"}),
    ],
)
def test_once_the_match_is_over_moves_are_told_with_what_they_hid(
    name: str, options: Line, hiding: set[str], code: str
) -> None:
    """Moves that looked the same to the others are told apart, and none is told as notation."""
    game = ludotheque.game(name)
    chance, state, hidden = Random(3), game.start(game.players[0], options), set[str]()
    while state.awaits != "end":
        if state.seat is not None:
            moves = state.moves()
            secret = {move for move in moves if game.notation.public_text(move) != move}
            some = secret | set(chance.sample(moves, min(len(moves), 5)))
            spoken = [{"seat": state.seat, "move": moves[0]}]
            names = ["Ada", "Blaise", "Camille"]
            narration = Narration(Replay(state, spoken), names, game.language(code))
            told = {narration.move(1, move) for move in some}
            assert len(told) == len(some)
            assert not told & some
            hidden |= {move.partition(":")[0] for move in secret}
        step(state, chance)
    assert hidden == hiding


@games
def test_playouts_end_with_the_match_unless_the_advice_has_learned_to_judge(game: Game) -> None:
    """A few rounds say what a throw has done; a whole race says who was lucky afterwards."""
    start, lines = last_events(game, 4)
    review = review_match(Replay(start, lines), rollouts=2, mode="compiled")
    has_learned = bool(game.evaluation.FEATURES)
    assert review.depth == (ROUNDS * start.players if has_learned else None)
    note = notes_on(review, Language.of("en"))[0]
    assert ("have learned to judge" in note) == has_learned


def test_a_playout_that_is_judged_on_its_way_gives_everybody_a_part_of_the_victory() -> None:
    game = ludotheque.game("dicerun")
    start = game.start(game.players[0])
    shares = Rollouts(game, start.players, 1, "interpreted").win_shares(start.states, 3)
    assert np.allclose(shares.sum(axis=1), 1)
    assert ((shares > 0.05) & (shares < 0.95)).all()


def test_a_move_that_gave_half_a_victory_away_is_named_with_the_better_one() -> None:
    """Two pebbles are left, and the die allows for both: who takes one shares the victory."""
    review = review_match(Replay(pebbles(2, 2), [{"seat": 0, "move": "1"}]), rollouts=300)
    (mistake,) = review.mistakes()
    judgement = mistake.judgement
    assert judgement is not None
    assert (judgement.best, judgement.verdict) == ("2", "costly")
    assert judgement.lost.low <= 0.5 <= judgement.lost.high
    assert review.given_away[0].value == judgement.lost.value
    assert review.given_away[1] == Estimate(0.0, 0.0)


def test_where_there_is_a_solver_a_move_costs_what_the_solver_says() -> None:
    game = ludotheque.game("masterdes")
    chance, state, solver = Random(1), game.start(2), game.solver
    assert solver is not None
    while True:
        if state.seat is not None:
            ranked = solver.rank_moves(state.view(state.seat))
            worst = min(ranked, key=lambda each: float(each.chance))
            if ranked[0].chance - worst.chance > 0.1:
                break
        step(state, chance)
    lines = [{"seat": state.seat, "move": worst.move}]
    review = review_match(Replay(state, lines), rollouts=2, mode="interpreted")
    (judgement,) = review.judgements
    assert (judgement.best, judgement.verdict) == (ranked[0].move, "costly")
    assert judgement.lost == Estimate(float(ranked[0].chance - worst.chance), 0.0)


def test_the_best_move_is_no_mistake() -> None:
    review = review_match(Replay(pebbles(2, 2), [{"seat": 0, "move": "2"}]), rollouts=300)
    assert review.mistakes() == []
    assert review.count(0, "good") == 1


def test_a_forced_move_is_never_a_mistake() -> None:
    review = review_match(Replay(pebbles(1, 3), [{"seat": 0, "move": "1"}]), rollouts=20)
    (judgement,) = review.judgements
    assert (judgement.verdict, judgement.lost) == ("forced", Estimate(0.0, 0.0))
    assert review.is_all_luck


@secretive
def test_what_the_mover_cannot_see_does_not_change_the_judgement(game: Game) -> None:
    state = last_choice(game)
    seat = state.seat
    assert seat is not None
    view = state.view(seat)
    other = game.resample(view, Random(8)).view(seat)
    assert judgement_of(game, view, view.moves[0]) == judgement_of(game, other, view.moves[0])


def judgement_of(game: Game, view: Any, move: str) -> Judgement:
    rollouts = Rollouts(game, view.players, 4, "compiled")
    return Judge(rollouts, 4, 4, "compiled").judge(view, move, 11)


def test_a_match_without_decisions_is_all_luck() -> None:
    game = ludotheque.game("trotteurs")
    start, lines = last_events(game, 20)
    review = review_match(Replay(start, lines), rollouts=20, mode="interpreted")
    assert review.is_all_luck
    assert all(step.kind == "throw" for step in review.steps)
    assert all(part == Estimate(0.0, 0.0) for part in review.given_away)


def test_draws_that_belong_together_are_one_throw() -> None:
    start = ludotheque.game("levelx").start(2, {"first": 0})
    dice: list[Line] = [{"draw": [6, k]} for k in (0, 1, 2, 3)]
    lines = [*dice, {"seat": 0, "move": "-"}, *dice]
    steps = Replay(start, lines).steps
    assert [(step.events, step.kind) for step in steps] == [
        (4, "throw"),
        (5, "move"),
        (9, "throw"),
    ]
    assert [step.draws for step in steps] == [4, 4, 8]


def test_a_match_that_stops_in_the_middle_is_reviewed_as_far_as_it_goes() -> None:
    start, lines = last_events(PEBBLES, 10)
    review = review_match(Replay(start, lines[:-3]), rollouts=20)
    assert review.steps[-1].events == len(lines) - 3
    assert all(chance.error > 0 for chance in review.final)


def test_where_nothing_has_happened_there_is_nothing_but_the_first_chances() -> None:
    review = review_match(Replay(pebbles(4, 2), []), rollouts=20)
    assert review.steps == []
    assert review.final == review.initial


@pytest.mark.parametrize(
    ("value", "error", "verdict"),
    [
        (0.0, 0.0, "good"),
        (-0.1, 0.02, "good"),
        (0.05, 0.02, "undecided"),
        (0.04, 0.01, "inexact"),
        (0.2, 0.03, "costly"),
    ],
)
def test_only_what_is_beyond_doubt_is_called_a_mistake(
    value: float, error: float, verdict: str
) -> None:
    assert verdict_on(Estimate(value, error)) == verdict


@pytest.mark.parametrize(
    ("value", "margin", "text"),
    [(0.3417, 0.0029, "34,2 ± 0,3 %"), (0.3417, 0.052, "34 ± 5 %"), (0.5, 0.0, "50 %")],
)
def test_a_number_has_as_many_digits_as_are_known(value: float, margin: float, text: str) -> None:
    said = per_cent(Estimate(value, margin / NORMAL_95), Language.of("fr"))
    assert said.replace("\u00a0", " ") == text


def test_no_interval_is_without_width_even_where_all_playouts_agree() -> None:
    assert estimate_mean(np.ones(50)).margin > 1 / 50
    assert estimate_clustered_mean(np.zeros(48), 24).margin > 1 / 50


def test_samples_that_are_alike_in_groups_count_for_less() -> None:
    chance = np.random.default_rng(1)
    alike = np.tile(chance.random(8), 50)
    assert estimate_clustered_mean(alike, 8).error > 3 * estimate_mean(alike).error


def test_moments_are_told_by_how_much_of_their_change_is_beyond_doubt() -> None:
    start, lines = last_events(PEBBLES, 12)
    review = review_match(Replay(start, lines), rollouts=100)
    turning = review.turning_points()
    assert turning
    certain = [step.certain_change for step in turning]
    assert certain == sorted(certain, reverse=True)
    assert all(part > 0 for part in certain)
