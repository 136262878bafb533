"""Bounds hold in every match, and returns share out the victory."""

from random import Random

import pytest

import ludotheque
from ludotheque import Game

from ..random_play import GAMES, any_setting, playthrough

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))


@games
def test_no_draw_and_no_match_exceeds_its_bound(game: Game) -> None:
    rng = Random(1)
    for players in game.players:
        for _ in range(3):
            for state in playthrough(any_setting(game, players, rng).start(), rng):
                if game.max_draw_size is not None:
                    assert (state.draw_size or 0) <= game.max_draw_size
            if game.max_length is not None:
                assert state.length <= game.max_length


def test_bounds_hold_for_the_largest_box_of_a_race() -> None:
    for name, lists in (("dicerun", ("colours", "values")), ("coursededes", ("colors", "values"))):
        game = ludotheque.game(name)
        specials = [each for each, count in game.edition.items() if type(count) is int]
        box = game.edition | {each: [24] * len(game.edition[each]) for each in lists}
        box |= dict.fromkeys(specials, 24)
        rng, largest = Random(1), 0
        for state in playthrough(game.start(game.players[-1], edition=box), rng):
            largest = max(largest, state.draw_size or 0)
        assert largest == game.max_draw_size
        assert game.max_length is not None
        assert state.length <= game.max_length


def test_bounds_are_none_where_there_are_none() -> None:
    bounds = {name: ludotheque.game(name) for name in ("levelx", "masterdes", "trotteurs")}
    assert {game.max_length for game in bounds.values()} == {None}
    assert {game.max_draw_size for game in bounds.values()} == {6}


@games
def test_returns_are_shares_of_the_victory_from_minus_one_to_one(game: Game) -> None:
    for players in game.players:
        rng = Random(players)
        for state in playthrough(any_setting(game, players, rng).start(), rng):
            if state.awaits != "end":
                assert state.returns == []
        returns = state.returns
        assert len(returns) == players
        assert all(-1 <= value <= 1 for value in returns)
        assert abs(sum(returns)) < 1e-9
        best = max(returns)
        shared_by_all = len(state.winners) == players
        assert [s for s in range(players) if returns[s] == best] == state.winners
        assert (best == 0) == shared_by_all
        assert best == 1 or len(state.winners) > 1
