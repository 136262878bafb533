"""Bots get a View and return one of its moves; the same seed gives the same decisions."""

from collections import Counter
from random import Random

import pytest

import ludotheque
from ludotheque import BadOption, Game
from ludotheque.bots import BOTS, make_bot, prepare
from tests.core.random_play import GAMES, somewhere

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
SEARCHING = ("expert", "maître", "playouts")  # they take their time: other tests ask them less
kinds = pytest.mark.parametrize("kind", BOTS)


@games
@pytest.mark.parametrize("kind", [kind for kind in BOTS if kind not in SEARCHING])
def test_a_bot_plays_any_game_to_its_end(game: Game, kind: str) -> None:
    prepare(kind, game)
    for players in game.players:
        state, dice = game.start(players), Random(players)
        bots = [make_bot(kind, seat) for seat in range(players)]
        while state.awaits != "end":
            if state.draw_size is not None:
                state.draw(dice.randrange(state.draw_size))
            else:
                assert state.seat is not None
                state.play(bots[state.seat].choose(state.view(state.seat)))
        assert state.winners


@games
@kinds
def test_a_bot_with_the_same_seed_decides_the_same(game: Game, kind: str) -> None:
    prepare(kind, game)
    state = somewhere(game, Random(1), "move")
    assert state.seat is not None
    view = state.view(state.seat)
    times = 2 if kind in SEARCHING else 20
    one, other = ([make_bot(kind, 5).choose(view) for _ in range(times)] for _ in range(2))
    assert one == other
    assert set(one) <= set(view.moves)


def test_a_random_player_takes_every_move_as_often() -> None:
    state = ludotheque.game("levelx").start(2, {"first": 0})
    for k in (1, 2, 4, 5):
        state.draw(k)
    view, bot = state.view(0), make_bot("random", 1)
    counts = Counter(bot.choose(view) for _ in range(200 * len(view.moves)))
    assert counts.keys() == set(view.moves)
    assert all(140 < count < 270 for count in counts.values())


def test_an_unknown_bot_is_refused_with_the_bots_there_are() -> None:
    with pytest.raises(BadOption, match=r"there is no bot 'deep'; the bots are: .*random"):
        make_bot("deep")
