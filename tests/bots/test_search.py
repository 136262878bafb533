"""The tree search: it finds what is best where that is known, and knows no more than its seat."""

from functools import cache
from random import Random

import numpy as np
import pytest

import ludotheque
from ludotheque.bots import mcts
from ludotheque.bots.greedy_player import GreedyPlayer
from ludotheque.bots.player import Player
from ludotheque.bots.search_player import SearchPlayer
from ludotheque.core.compiler import Mode
from ludotheque.core.game import Game
from ludotheque.core.state import State
from ludotheque.core.view import View
from ludotheque.games.dicerun.cards import NOTATION
from tests.core.random_play import GAMES, somewhere
from tests.games.dicerun.position import position
from tests.project.pebbles import GAME as PEBBLES

FACES = 3
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))


def pebbles(heap: int, thrown: int) -> State:
    """Pebbles without secrets: a heap, and the die of the seat to move."""
    edition = {**PEBBLES.edition, "heap": heap, "die": FACES}
    state = PEBBLES.start(2, {"guesses": False, "luckiest": 0}, edition)
    for k in (0, 0, thrown - 1):
        state.draw(k)
    return state


@cache
def value(heap: int, lead: int) -> float:
    """The share of victories of the seat that throws next, both playing best."""
    if heap == 0:
        return (lead > 0) + (lead == 0) / 2
    return sum(max(values(heap, thrown, lead)) for thrown in range(1, FACES + 1)) / FACES


def values(heap: int, thrown: int, lead: int) -> list[float]:
    """What taking 1, 2, … pebbles is worth, the die thrown."""
    most = min(thrown, heap)
    return [1 - value(heap - taken, -(lead + taken)) for taken in range(1, most + 1)]


@pytest.mark.parametrize(("heap", "thrown"), [(4, 3), (5, 2), (6, 3), (7, 3), (8, 2)])
@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_it_finds_what_is_best_in_a_game_that_can_be_solved(
    heap: int, thrown: int, mode: Mode
) -> None:
    exact = values(heap, thrown, 0)
    iterations = 400 if mode == "interpreted" else 4000
    bot = SearchPlayer(1, iterations=iterations, rollout_depth=50, mode=mode)
    chosen = int(bot.choose(pebbles(heap, thrown).view(0)))
    assert exact[chosen - 1] == pytest.approx(max(exact), abs=0.02)


def test_its_chances_come_near_the_true_ones() -> None:
    bot = SearchPlayer(3, iterations=20_000, rollout_depth=50)
    ranked = bot.rank_moves(pebbles(6, 3).view(0))
    best = ranked[0]
    assert best.chance == pytest.approx(max(values(6, 3, 0)), abs=0.04)
    assert sum(each.visits for each in ranked) == 20_000


@games
def test_compiled_and_interpreted_it_ranks_moves_the_same(game: Game) -> None:
    state = somewhere(game, Random(4), "move")
    assert state.seat is not None
    view = state.view(state.seat)
    one, other = (
        SearchPlayer(5, iterations=6, rollout_depth=1, mode=mode).rank_moves(view)
        for mode in ("interpreted", "compiled")
    )
    assert [(each.move, each.visits) for each in one] == [
        (each.move, each.visits) for each in other
    ]
    assert [each.chance for each in one] == pytest.approx([each.chance for each in other])


@games
def test_equal_views_get_equal_answers_whatever_is_hidden(game: Game) -> None:
    state = somewhere(game, Random(7), "move")
    seat = state.seat
    assert seat is not None
    other = game.resample(state.view(seat), Random(1))
    bots = [SearchPlayer(5, iterations=30) for _ in range(2)]
    assert bots[0].rank_moves(state.view(seat)) == bots[1].rank_moves(other.view(seat))


@games
def test_it_names_only_legal_moves_and_leaves_the_view_alone(game: Game) -> None:
    chance = Random(2)
    for seed in range(3):
        state = somewhere(game, Random(seed), "move")
        assert state.seat is not None
        view = state.view(state.seat)
        before = (list(view.moves), str(view.snapshot), str(view.memory))
        ranked = SearchPlayer(chance.getrandbits(30), iterations=40).rank_moves(view)
        assert {each.move for each in ranked} <= set(view.moves)
        assert all(0 <= each.chance <= 1 for each in ranked)
        assert (view.moves, str(view.snapshot), str(view.memory)) == before


def test_a_full_tree_is_searched_on_without_growing() -> None:
    state = pebbles(8, 3)
    nodes = np.zeros(6, mcts.NODE)
    with np.errstate(over="ignore"):
        PEBBLES.binding("interpreted")(mcts.search)(
            state.states,
            2,
            200,
            0,
            False,
            True,
            np.uint64(9),
            nodes,
            np.zeros(2, state.states.dtype),
            np.zeros(PEBBLES.rules.MOST_MOVES, np.int64),
            np.array([1, 2, 3], np.int64),
            np.zeros(3),
            np.zeros(3, np.int64),
        )
    assert nodes[0].visits == 200
    assert sum(int(node.visits) for node in nodes[1:4]) == 200


def test_of_thousands_of_moves_a_few_are_compared() -> None:
    """DR-14 Three of thirty dice that all differ."""
    state = position(" ".join(NOTATION.dice), hand="sprint joker flip", goals="b1 g2 p3 r4")
    view = state.view(0)
    assert len(view.moves) > 4000
    ranked = SearchPlayer(3, iterations=60).rank_moves(view)
    assert 2 <= len(ranked) <= 24
    assert {each.move for each in ranked} <= set(view.moves)
    assert sum(each.visits for each in ranked) == 60


def test_the_better_half_gets_more_iterations() -> None:
    visits = [each.visits for each in SearchPlayer(1, iterations=600).rank_moves(a_turn())]
    assert visits == sorted(visits, reverse=True)
    assert visits[0] > 4 * visits[-1] > 0


def a_turn() -> View:
    """A turn of Level X with many moves."""
    state = ludotheque.game("levelx").start(2, {"first": 0})
    for k in (0, 1, 2, 3):
        state.draw(k)
    return state.view(0)


def test_an_only_move_is_made_without_a_search() -> None:
    state = ludotheque.game("levelx").start(2, {"first": 0})
    for k in (0, 0, 0, 0):
        state.draw(k)
    view = state.view(0)
    alone = type(view)(**{**vars(view), "moves": ["-"]})
    assert SearchPlayer(1, iterations=10**9).choose(alone) == "-"


def test_in_level_x_it_beats_the_player_who_looks_one_move_ahead() -> None:
    won = 0.0
    for match in range(40):
        first = match % 2
        dice = Random(match // 2)
        state = ludotheque.game("levelx").start(2, mode="compiled")
        players: dict[int, Player] = {
            first: SearchPlayer(match, iterations=400),
            1 - first: GreedyPlayer(match),
        }
        while state.awaits != "end":
            if state.draw_size is not None:
                state.draw(dice.randrange(state.draw_size))
            else:
                assert state.seat is not None
                state.play(players[state.seat].choose(state.view(state.seat)))
        won += (first in state.winners) / len(state.winners)
    assert won > 22
