"""Levels: their names as people type them, what each considers, how often each notices signs."""

import math
from collections import Counter
from itertools import pairwise
from random import Random
from types import ModuleType

import pytest

import ludotheque
from ludotheque import BadOption, State
from ludotheque.bots import BOTS, attention_of, bot_if_any, bot_named, make_bot
from ludotheque.bots.attentive_player import AttentivePlayer
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.random_player import RandomPlayer
from ludotheque.core.compiler import Binding, Mode
from ludotheque.core.contracts import CONTRACTS
from ludotheque.core.loading import with_defaults
from ludotheque.core.view import View
from tests.core.random_play import somewhere
from tests.entry_points import evaluate_regular_at
from tests.games.masterdes.position import BLUE, go
from tests.games.masterdes.position import start as start_duel
from tests.games.trotteurs.position import position, throw

SEEDS = 400
MODES: tuple[Mode, ...] = ("interpreted", "compiled")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("maitre", "maître"), ("debutant", "débutant"), ("habitue", "habitué"), ("maître", "maître")],
)
def test_a_level_may_be_named_without_its_accents(typed: str, meant: str) -> None:
    assert bot_named(typed) == meant
    assert bot_named("mai\u0302tre") == "maître"  # the accent as a character of its own


def test_every_bot_is_known_by_its_own_name_and_nobody_else_is() -> None:
    assert [bot_named(name) for name in BOTS] == list(BOTS)
    assert [bot_if_any(name) for name in ("", "Maitre!", None, 3, ["random"])] == [None] * 5
    with pytest.raises(BadOption, match=r"there is no bot 'maitresse'; the bots are: .*maître"):
        make_bot("maitresse")


def test_a_tournament_calls_its_players_by_their_own_names() -> None:
    frame = ludotheque.arena("masterdes", ["debutant", "random"], 2, workers=1)
    assert set(frame["player"]) == {"débutant", "random"}
    with pytest.raises(BadOption, match="'maître' is named twice"):
        ludotheque.arena("masterdes", ["maitre", "maître"], 2)


# ---- Attention ---------------------------------------------------------------------------------


def something_to_notice() -> View:
    """TR-16 Red stops on a triangle; the other has a trotter on one."""
    state = throw(position("D D D D D", "D 4 D D D", vigilance="manual"), "3 red M", marks=0)
    assert state.seat is not None
    return state.view(state.seat)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_notices_as_often_as_its_attention_says(level: str) -> None:
    """TR-16"""
    view = something_to_notice()
    answers = Counter(make_bot(level, seed).choose(view) for seed in range(SEEDS))
    assert answers["claim"] + answers["silent"] == SEEDS
    assert answers["claim"] / SEEDS == pytest.approx(LEVELS[level].attention, abs=0.1)


def test_a_higher_level_notices_more_often_in_even_steps() -> None:
    steps = [after - before for before, after in pairwise(map(attention_of, LEVELS))]
    assert min(steps) > 0
    assert max(steps) == pytest.approx(min(steps))


def test_whoever_moves_at_random_notices_every_other_time_and_greed_overlooks_nothing() -> None:
    view = something_to_notice()
    answers = Counter(make_bot("random", seed).choose(view) for seed in range(SEEDS))
    assert answers["claim"] / SEEDS == pytest.approx(attention_of("random"), abs=0.1)
    assert {make_bot("greedy", seed).choose(view) for seed in range(5)} == {"claim"}
    assert attention_of("greedy") == 1


def test_where_there_is_nothing_to_notice_only_thought_counts() -> None:
    state = somewhere(ludotheque.game("levelx"), Random(3), "move")
    assert state.seat is not None
    view = state.view(state.seat)
    for seed in range(10):
        blind = AttentivePlayer(RandomPlayer(seed), attention=0.0, seed=seed)
        assert blind.choose(view) == RandomPlayer(seed).choose(view)


# ---- Sight -------------------------------------------------------------------------------------


def test_a_regular_judges_as_greed_does_where_the_game_names_no_habit() -> None:
    game = ludotheque.game("levelx")
    unsaid = ModuleType("evaluation")
    unsaid.win_probability = game.evaluation.win_probability  # type: ignore[attr-defined]
    sees = Binding(game.rules, evaluation=with_defaults(unsaid, CONTRACTS["evaluation"], game))(
        evaluate_regular_at
    )
    state = somewhere(game, Random(3), "move")
    assert sees(state.states, 0) == game.evaluation.win_probability(state.record, 0)
    assert game.binding()(evaluate_regular_at)(state.states, 0) == game.evaluation.evaluate_regular(
        state.record, 0
    )


@pytest.mark.parametrize("name", ["coursededes", "dicerun", "levelx", "masterdes"])
def test_a_habit_judges_every_position_and_compiled_the_same(name: str) -> None:
    """From the first draw to the end of the match."""
    game, chance = ludotheque.game(name), Random(name)
    plain, compiled = (game.binding(mode)(evaluate_regular_at) for mode in MODES)
    state = game.start(game.players[0])
    while True:
        if state.awaits == "end" or chance.random() < 0.2:
            for seat in range(state.players):
                seen = float(plain(state.states, seat))
                assert math.isfinite(seen)
                assert compiled(state.states, seat) == pytest.approx(seen, rel=1e-9)
        if state.awaits == "end":
            return
        if state.awaits == "draw":
            assert state.draw_size is not None
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(state.moves()))


@pytest.mark.parametrize("name", ["coursededes", "dicerun", "levelx", "masterdes"])
def test_what_a_regular_sees_is_the_same_compiled(name: str) -> None:
    game = ludotheque.game(name)
    for seed in range(3):
        state = somewhere(game, Random(seed), "move")
        seen = [game.binding(mode)(evaluate_regular_at)(state.states, 0) for mode in MODES]
        assert seen == pytest.approx([seen[0]] * len(MODES), rel=1e-9)


@pytest.mark.parametrize(("name", "players"), [("levelx", 2), ("levelx", 3), ("masterdes", 2)])
def test_regulars_among_themselves_come_to_an_end(name: str, players: int) -> None:
    """Somebody has to want the end: whoever is ahead."""
    entrants = ["habitué", "greedy", "débutant"]
    frame = ludotheque.arena(name, entrants, 18, seats=players, seed=0, workers=1)
    assert len(frame) == 3 * 18 * players


def test_a_level_searches_as_long_as_the_games_evaluation_says() -> None:
    expert, master = LEVELS["expert"], LEVELS["maître"]
    levelx, masterdes = ludotheque.game("levelx"), ludotheque.game("masterdes")
    assert master.iterations_in(levelx) == 250
    assert expert.iterations_in(masterdes) == expert.iterations
    assert (master.rollout_depth_in(levelx), master.rollout_depth_in(masterdes)) == (1, 2)
    assert expert.uses_random_rollouts_in(levelx)
    assert not expert.uses_random_rollouts_in(masterdes)
    assert not master.uses_random_rollouts_in(levelx)


def choices(level: str, state: State) -> set[str]:
    assert state.seat is not None
    view = state.view(state.seat)
    return {make_bot(level, seed).choose(view) for seed in range(20)}


def test_levels_throw_what_each_of_them_thinks_low() -> None:
    """MD-3 A beginner throws a 1 again, a regular all that is below the average."""
    state = go(start_duel(), "4 5 6 two", "1 3 4 two", "second")
    assert state.snapshot()["dice"] == [[5, 6], [1, 3]]
    assert state.seat == BLUE
    assert choices("débutant", state) == {"throw:1"}
    assert choices("habitué", state) == {"throw:1,3"}


def test_only_a_duel_that_is_counted_shows_them_what_a_heart_does() -> None:
    """MD-8 The master does not collect what is to be given away."""
    state = go(start_duel(points=[30, 30]), "1 2 3 blank", "4 5 6 heart")
    assert state.seat == BLUE
    state.play("first")
    assert choices("débutant", state) == choices("habitué", state) == {"keep"}
    assert "keep" not in choices("maître", state)


def test_a_regular_does_not_see_that_a_1_saves_the_lower_score() -> None:
    """MD-7 The master keeps the 1, beside a score that is lower anyway."""
    state = go(start_duel(), "4 6 6 two", "1 5 5 two", "second")
    assert choices("habitué", state) == {"throw:1"}
    assert "throw:1" not in choices("maître", state)
