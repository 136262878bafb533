"""Boards as text and as SVG, for notebooks: any game, and nothing but what a seat may see."""

from random import Random
from xml.etree import ElementTree

import pytest

import ludotheque
from ludotheque import Game
from ludotheque.core.picture import board_svg, board_text
from ludotheque.table.dice import SystemDice
from ludotheque.table.match import Match, Seat

from .random_play import somewhere

DRAWN = [ludotheque.game(name) for name in ludotheque.games()]


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: str(game.id))
def test_a_notebook_shows_the_board_as_svg_that_asks_no_server_for_anything(game: Game) -> None:
    state = somewhere(game, Random(1), "move")
    picture = state._repr_html_()
    assert picture is not None
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "url(http" not in picture
    assert picture == board_svg(state, seat=state.seat)
    assert "seat 0" in board_text(state)


def test_a_match_is_shown_with_the_names_of_its_players_and_no_hand() -> None:
    game = next(game for game in DRAWN if game.secrets)
    seats = [Seat(f"Ada {number}") for number in range(game.players[0])]
    match = Match.begin(game.start(len(seats)), seats, SystemDice()).after
    assert match._repr_html_() == board_svg(match.state, [seat.name for seat in seats])
    assert "Ada&#160;0" in match._repr_html_()
