"""What all tables share in the page: players, questions, the log, real dice, the end; and the table
of a game that draws none itself."""

import random

import pytest

from ludotheque.core.state import State
from ludotheque.games import find
from ludotheque.web.live.told_match import LOG_SHOWN

from ..html import Page
from .drawn_table import (
    Data,
    clicked,
    drawn,
    focused,
    frame_of,
    landed,
    sent,
    setup_of,
    shown_next,
    thrown_next,
)

DEFAULT = "/static/table/default_table.js"


def after_a_roll() -> State:
    state = find("levelx").start(2)
    chance = random.Random(7)
    while state.awaits == "draw":
        assert state.draw_size is not None
        state.draw(chance.randrange(state.draw_size))
    return state


@pytest.fixture(scope="module")
def state() -> State:
    return after_a_roll()


@pytest.fixture(scope="module")
def setup(state: State) -> Data:
    return setup_of(state, state.seat)


@pytest.fixture
def frame(state: State) -> Data:
    return frame_of(state, state.seat, moves=state.moves())


def texts_of(html: str, css: str) -> list[str]:
    """The texts of the elements with a class."""
    return [each.text.strip() for each in Page(html).elements if css in each.get("class").split()]


def test_a_game_without_a_module_of_its_own_gets_a_table_to_play_at(
    state: State, setup: Data, frame: Data
) -> None:
    html = drawn(frame, setup, script=DEFAULT)
    dice = " · ".join(map(str, state.snapshot()["dice"]))
    assert f"<dt>dice</dt><dd>{dice}</dd>" in html
    options = [each for each in Page(html).elements if "plain-move" in each.get("class").split()]
    assert [each.get("value") for each in options] == state.moves()
    clicked(f".plain-move[value='{state.moves()[-1]}']")
    command = {"kind": "move", "seat": state.seat, "move": state.moves()[-1], "version": 0}
    assert sent() == [command]


def test_a_spectator_is_offered_no_move(state: State) -> None:
    html = drawn(frame_of(state), setup_of(state), script=DEFAULT)
    assert "<button" not in html
    assert "Ada is playing." in html or "Blaise is playing." in html


def test_the_log_grows_and_is_replaced_after_a_gap(setup: Data, frame: Data) -> None:
    drawn({**frame, "log": ["one"]}, setup, script=DEFAULT)
    html = shown_next({**frame, "version": 1, "said": "two", "log": None})
    assert html.index("<li>two</li>") < html.index("<li>one</li>")
    again = shown_next({**frame, "version": 1, "said": "two", "log": None})
    assert again.count("<li>two</li>") == 1
    html = shown_next({**frame, "version": 9, "said": "nine", "log": ["eight", "nine"]})
    assert "<li>two</li>" not in html
    assert html.count("<li>nine</li>") == 1


def test_the_log_keeps_only_the_last_sentences(setup: Data, frame: Data) -> None:
    drawn({**frame, "log": [f"s{n}" for n in range(LOG_SHOWN)]}, setup, script=DEFAULT)
    html = shown_next({**frame, "version": 1, "said": "new"})
    assert html.count("<li>s") == LOG_SHOWN - 1
    assert "<li>s0</li>" not in html


def test_a_shared_screen_asks_who_is_alone_and_shows_no_moves(setup: Data, frame: Data) -> None:
    covered = {**frame, "covered": True, "mine": False, "moves": []}
    html = drawn(covered, {**setup, "shared": True}, script=DEFAULT)
    assert 'id="alone"' in html
    assert "move-option" not in html
    html = drawn(frame, {**setup, "shared": True}, script=DEFAULT)
    assert 'id="hide-hand"' in html


def test_reaction_buttons_are_closed_after_a_wrong_call(setup: Data, frame: Data) -> None:
    buttons = [{"name": "stop", "label": "Stop!"}, {"name": "go", "label": "Go!"}]
    row = {"seat": 0, "buttons": buttons, "closed": True}
    watch = {**frame, "waits_for": "watch", "presses": [row], "lockouts": ["Closed for a while."]}
    html = drawn(watch, setup, script=DEFAULT)
    pressed = [each for each in Page(html).elements if "press" in each.get("class").split()]
    assert [each.get("value") for each in pressed] == ["stop", "go"]
    assert all("disabled" in each.attributes for each in pressed)
    assert texts_of(html, "locked-out") == ["Closed for a while."]


def test_real_dice_are_tapped_or_typed_in(setup: Data, frame: Data) -> None:
    pads = [[{"writes": str(face), "label": str(face), "picture": None} for face in range(1, 7)]]
    typing = {"seat": 0, "count": 2, "example": "1 1", "pads": pads}
    typing["runs"] = [{"what": "dice", "pads": [0, 0]}]
    given = {**frame, "waits_for": "throw", "typing": typing}
    drawn(given, setup, script=DEFAULT)
    html = clicked("[data-writes='4']")
    assert texts_of(html, "hand-slot") == ["4", ""]
    html = clicked("[data-writes='6']")
    assert texts_of(html, "hand-slot") == ["4", "6"]
    assert html.count("disabled") == 6  # all dice are typed
    html = clicked("[data-erase]")
    assert texts_of(html, "hand-slot") == ["4", ""]


def test_the_end_names_the_winner_and_draws_the_story(setup: Data, frame: Data) -> None:
    series = [
        {"seat": 0, "name": "Ada", "points": [0, 3, 12]},
        {"seat": 1, "name": "Blaise", "points": [0, -2, 5]},
    ]
    ending = {
        "ended": "played",
        "winners": [0],
        "resigned": None,
        "leavers": [],
        "makers": [0],
        "rematch": True,
        "points": [12, 5],
        "names": ["Ada", "Blaise"],
        "unit": "turns",
        "series": series,
    }
    over = {**frame, "kind": "end", "waits_for": "end", "winners": [0], "ending": ending}
    html = drawn({**over, "seat": None}, setup, script=DEFAULT)
    assert texts_of(html, "ending-title") == ["Ada wins!"]
    # A number that counts up, and what is read aloud.
    assert texts_of(html, "score-points") == ["12" + "12 points", "5" + "5 points"]
    assert "Ada: 12; Blaise: 5. All the numbers are in the table below." in html
    assert html.count("<polyline") == 2


def test_what_players_are_called_is_never_markup(setup: Data, frame: Data) -> None:
    names = ["<img src=x onerror=alert(1)>", "Blaise"]
    html = drawn(frame, {**setup, "names": names}, script=DEFAULT)
    assert "<img" not in html
    assert "&lt;img src=x" in html


@pytest.fixture
def before_the_roll(setup: Data, frame: Data) -> Data:
    """A table of Level X where a throw is asked for, with the button that throws in focus."""
    snapshot = {**frame["snapshot"], "dice": None}
    rolling = {"kind": "start", "waits_for": "roll", "moves": [], "asked": "Ada, roll."}
    first = {**frame, **rolling, "snapshot": snapshot, "log": ["one"]}
    drawn(first, {**setup, "pace": "normal"})
    focused("#roll")
    return first


def test_what_is_said_of_a_throw_waits_until_its_dice_have_landed(
    before_the_roll: Data, frame: Data
) -> None:
    points = [7 for _ in before_the_roll["points"]]
    thrown = {**frame, "kind": "throw", "version": 1, "said": "two", "points": points}
    in_the_air = thrown_next(thrown)
    assert "rolling" in in_the_air
    assert "Ada, roll." in in_the_air
    assert 'id="roll"' in in_the_air  # closed, so that nothing below the board moves
    assert "<li>two</li>" not in in_the_air
    assert "7 points" not in texts_of(in_the_air, "seat-points")
    html = landed()
    assert "rolling" not in html
    assert "<li>two</li>" in html
    assert set(texts_of(html, "seat-points")) == {"7 points"}
    assert 'id="roll"' not in html


def test_the_focus_stays_at_the_table_when_the_button_that_had_it_is_closed(
    before_the_roll: Data, frame: Data
) -> None:
    thrown_next({**frame, "kind": "throw", "version": 1})
    assert focused() == ".board"
    landed()
    assert focused() == ".board"


def test_a_frame_shown_while_dice_are_in_the_air_is_the_one_that_stays(
    before_the_roll: Data, frame: Data
) -> None:
    thrown_next({**frame, "kind": "throw", "version": 1, "asked": "earlier"})
    html = shown_next({**before_the_roll, "version": 2, "kind": "move", "asked": "later"})
    assert "rolling" not in html
    assert landed() == html
    assert "later" in html
    assert "earlier" not in html


def test_what_is_asked_stays_where_it_is_while_a_move_leads_to_a_throw(
    setup: Data, frame: Data
) -> None:
    drawn({**frame, "asked": "Ada, choose."}, setup, script=DEFAULT)
    falling: Data = {"waits_for": "roll", "seat": None, "mine": False, "moves": []}
    html = shown_next({**frame, **falling, "version": 1, "asked": "The dice are falling."})
    asked = next(each for each in Page(html).elements if each.get("class") == "asked")
    assert "Ada, choose." in asked.text
    assert "inert" in html
    html = shown_next({**frame, "version": 2, "asked": "Blaise, choose."})
    assert "Blaise, choose." in html
    assert "inert" not in html
