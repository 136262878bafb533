"""The default table in the page: it draws each kind of field, and moves are tapped on it."""

import importlib
from random import Random

import pytest

from ludotheque.cli.new_game.writer import new_game
from ludotheque.core.game import Game
from ludotheque.core.state import State
from tests.outside.fourfall import GAME as FOURFALL
from tests.outside.pig import GAME as PIG

from ..html import Page
from .drawn_table import clicked, drawn, frame_of, landed, sent, setup_of, thrown_next

DEFAULT = "/static/table/default_table.js"


def rolled(game: Game, *faces: int) -> State:
    """The state after a first throw."""
    state = game.start(game.players[0])
    for face in faces:
        state.draw(face - 1)
    return state


def html_of(state: State) -> str:
    frame = frame_of(state, state.seat, moves=state.moves())
    return drawn(frame, setup_of(state, state.seat), script=DEFAULT)


def test_dice_and_numbers_lie_on_the_felt() -> None:
    page = Page(html_of(rolled(PIG, 5)))
    faces = [each.get("href") for each in page.elements if each.tag == "use"]
    assert "#die-5" in faces
    plates = [each.text.split() for each in page.elements if "plain-plate" in each.get("class")]
    assert [plate[0] for plate in plates] == ["5", "100"]


def test_a_move_is_a_button_with_its_name() -> None:
    state = rolled(PIG, 5)
    page = Page(html_of(state))
    names = [
        each.text.strip() for each in page.elements if "plain-move" in each.get("class").split()
    ]
    assert names == ["Roll again", "Hold"]
    clicked("[data-move='hold']")
    assert [command["move"] for command in sent()] == ["hold"]


def test_cells_where_a_piece_may_fall_are_buttons() -> None:
    state = rolled(FOURFALL, 3)
    page = Page(html_of(state))
    open_cells = [each for each in page.elements if "is-open" in each.get("class").split()]
    assert sorted(each.get("data-move") for each in open_cells) == sorted(state.moves())
    assert {each.get("role") for each in open_cells} == {"button"}
    clicked("[data-move='c1']")
    assert [command["move"] for command in sent()] == ["c1"]


def test_dice_that_the_rules_pick_up_at_once_are_still_seen() -> None:
    """A 1 ends the turn, and the next seat holds the die: the page shows the 1 all the same."""
    before = PIG.start(2)
    after = rolled(PIG, 1)
    setup = setup_of(before, 0)
    frame = frame_of(after, 0, version=1, kind="throw", events=[{"draw": [6, 0]}])
    drawn(frame_of(before, 0), setup, script=DEFAULT)
    thrown_next(frame)
    assert "#die-1" in landed()


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game that `new-game` writes."""
    folder = tmp_path_factory.mktemp("shelf")
    new_game("written_race", folder, [], package=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        game: Game = importlib.import_module("written_race").GAME
        game.rules, game.table  # noqa: B018  loaded while the folder is known
        return game


def test_a_track_has_all_spaces_and_every_pawn(race: Game) -> None:
    state, chance = race.start(4), Random(1)
    while state.length < 6:
        if state.draw_size is None:
            state.play(state.moves()[0])
        else:
            state.draw(chance.randrange(state.draw_size))
    page = Page(html_of(state))
    spaces = [each for each in page.elements if "plain-space" in each.get("class").split()]
    assert len(spaces) == 1 + race.edition["spaces"]
    pawns = [each for each in page.elements if "plain-pawn" in each.get("class").split()]
    assert len(pawns) == 4
