"""Descriptions of pending draws: the public keys of `State.throw`, and internal ones."""

from random import Random

import pytest

from ludotheque.core.draws import Draw, seat_draw
from ludotheque.core.game import Game

from .random_play import GAMES


def test_a_draw_as_plain_data_has_the_four_public_keys_and_a_list_of_its_own() -> None:
    draw = Draw("die", "red die", ("1", "2"), secret=True)
    data = draw.as_dict()
    assert data == {"kind": "die", "what": "red die", "faces": ["1", "2"], "secret": True}
    data["faces"].append("3")
    assert draw.faces == ("1", "2")


def test_a_draw_among_seats_names_them_by_number() -> None:
    draw = seat_draw("cup", "who begins", 3)
    assert (draw.kind, draw.what, draw.faces) == ("cup", "who begins", ("0", "1", "2"))
    assert draw.of_seats
    assert not draw.secret


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_throw_is_the_pending_draws_as_plain_data(game: Game) -> None:
    state, rng = game.start(game.players[0]), Random(1)  # not always 0: equal dice may tie
    while state.awaits == "draw":
        assert state.throw == [draw.as_dict() for draw in state.pending_draws]
        assert len(state.pending_draws[0].faces) == state.draw_size
        state.draw(rng.randrange(state.draw_size or 1))
    assert (state.throw, state.pending_draws) == ([], [])
