"""The table of Les Trotteurs in the browser: what the template gets, and what it draws."""

import re
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from ludotheque.core.state import State
from ludotheque.games.trotteurs import browser
from ludotheque.games.trotteurs.board import COLOURS
from ludotheque.games.trotteurs.geometry import Layout

from .. import rendered_table as markup
from ..rendered_table import check_content_security_policy, elements
from .position import GAME, box, position, start, throw

ENGLISH = GAME.language("en")
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"]
EVERYWHERE = ("D 3 B 9 7", "1 4 5 8 D", "2 2 2 2 2", "B B 6 6 4", "5 6 7 8 9", "9 1 1 1 1")


def table(state: State, viewer: object = 0) -> dict[str, Any]:
    return browser.table(state, NAMES[: state.players], ENGLISH, viewer)


# Whose board is large


def test_the_viewers_own_board_is_the_large_one() -> None:
    state = throw(position(*EVERYWHERE[:3]), "1 red M", marks=2)
    assert [board["is_large"] for board in table(state, viewer=1)["boards"]] == [False, True, False]


@pytest.mark.parametrize("viewer", ["public", None])
def test_spectators_see_the_board_large_that_was_marked_last(viewer: str | None) -> None:
    state = position(*EVERYWHERE[:3])
    assert table(state, viewer)["boards"][0]["is_large"]
    assert table(throw(state, "1 red M", marks=2), viewer)["boards"][2]["is_large"]


@pytest.mark.parametrize("players", GAME.players)
def test_boards_fit_the_drawing_and_never_overlap(players: int) -> None:
    for large in range(players):
        layout = Layout(players, large)
        boards = layout.boards
        assert [board.is_large for board in boards].count(True) == 1
        for board in boards:
            assert board.x >= 0
            assert board.x + board.width <= 374
            assert board.y + board.height <= layout.height
        for one, other in combinations(boards, 2):
            beside = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y


@pytest.mark.parametrize("players", GAME.players)
def test_the_drawing_leaves_a_phone_room_for_what_is_asked(players: int) -> None:
    assert Layout(players, 0).height <= 508  # 844 pixels, less the page's own 336


# Trotters


def test_trotters_stand_where_the_boards_say() -> None:
    state = position(*EVERYWHERE)
    data = table(state)
    for each in data["trotters"]:
        board = data["boards"][each["seat"]]
        place = state.snapshot()["boards"][each["seat"]][each["band"]]
        column = 11 if place == 10 else place
        assert each["place"] == place
        assert (each["x"], each["y"]) == (board["columns"][column], board["rows"][each["band"]])


def test_trotters_keep_their_ids_and_their_order_wherever_they_go() -> None:
    """So a browser moves them, and they are seen to run."""
    state = position(*EVERYWHERE[:3])
    before = re.findall(r'id="trotter-[^"]*"', page(state))
    throw(state, "3 wheel M2", marks=1)
    assert len(before) == 15
    assert re.findall(r'id="trotter-[^"]*"', page(state, viewer=2)) == before


def test_a_trotter_on_a_sign_shows_it_and_a_prisoner_stands_behind_bars() -> None:
    state = position("3 D 7 3 D", "D D D D D")
    html = page(state)
    groups = dict(re.findall(r'<g id="trotter-0-(\d)"(.*?)</g>', html, re.DOTALL))
    assert [("tr-halo" in groups[band], "tr-bars" in groups[band]) for band in "01234"] == [
        (True, False),
        (False, False),
        (True, False),
        (True, True),
        (False, False),
    ]


# Dice and cup


def test_the_last_throw_lies_there_and_the_cup_shows_its_number() -> None:
    state = throw(position(*EVERYWHERE[:3]), "5 wheel D2", marks=2)
    stage = table(state)["stage"]
    assert [die["face"] for die in stage["dice"]] == ["die-5", "tr-colour-5", "tr-order-3"]
    assert (stage["marks"], stage["name"]) == (2, "Cleo")
    assert stage["label"] == "The dice: 5, the Wheel, D2; the cup names Cleo"


def test_the_named_bands_are_lit_on_the_board_of_whoever_marks() -> None:
    """TR-3 The Wheel names all of them."""
    state = position(*EVERYWHERE[:2])
    throw(state, "1 blue M", marks=1)
    assert [[lane["band"] for lane in b["named"]] for b in table(state)["boards"]] == [[], [3]]
    throw(state, "1 wheel O", marks=0)
    named = [len(board["named"]) for board in table(state)["boards"]]
    assert named == [5, 0]


def test_before_the_first_throw_there_are_no_dice() -> None:
    stage = table(start())["stage"]
    assert [die["face"] for die in stage["dice"]] == [None, None, None]
    assert stage["marks"] is None


def test_dice_that_have_fallen_are_seen_while_the_cup_is_covered() -> None:
    """TR-20 Everybody has a look at the dice before the cup says for whom they are."""
    state = throw(position(*EVERYWHERE[:2], vigilance="manual"), "1 red M", marks=1)
    while state.awaits == "move":
        state.play("silent")
    for k in (3, 4, 5):
        state.draw(k)
    data = table(state)
    assert [die["face"] for die in data["stage"]["dice"]] == ["die-4", "tr-colour-4", "tr-order-5"]
    assert data["stage"]["marks"] is None
    assert not any(board["named"] or board["marks"] for board in data["boards"])


# Vigilance: nothing to be noticed is given away


def moments(seed: int) -> Iterator[State]:
    """States of a match with manual vigilance in which a claim is awaited."""
    chance = Random(seed)
    state = start(chance.choice(list(GAME.players)), vigilance="manual", rounds=2)
    while state.awaits != "end":
        if state.awaits == "draw":
            state.draw(chance.randrange(state.draw_size or 1))
        else:
            if not state.snapshot()["offer"]["omission"]:
                yield state.copy()
            state.play(chance.choice(state.moves()))


def silenced(state: State) -> State:
    """The same table when nobody has said anything."""
    later = state.copy()
    while later.awaits == "move":
        later.play("silent")
    return later


@pytest.mark.parametrize("seed", range(6))
def test_a_table_with_something_to_notice_looks_like_one_without(seed: int) -> None:
    """TR-16, TR-17, TR-18 Only who looks at the boards can know."""
    found = 0
    for state in moments(seed):
        unnoticed = silenced(state)
        assert unnoticed.snapshot()["offer"] is None
        for viewer in (0, "public"):
            assert table(state, viewer) == table(unnoticed, viewer)
        found += 1
    assert found


def test_a_missed_opportunity_leaves_no_trace_while_the_dice_lie_there() -> None:
    """TR-20 An omission waits for its call: nothing shows that it does."""
    missed = throw(position("3 D D D D", "D 1 D D D", vigilance="manual"), "3 yellow M", marks=1)
    assert missed.snapshot()["offer"]["kind"] == "triangle"
    missed.play("silent")
    assert missed.record.pair_count == 1
    plain = missed.copy()
    plain.record.pair_count = 0
    for k in (2, 3, 4):
        missed.draw(k)
        plain.draw(k)
    assert table(missed) == table(plain)
    assert page(missed) == page(plain)


# Balance


def test_a_board_shows_what_it_would_cost() -> None:
    """TR-14 The figures beside the trotters still in play."""
    state = position("D 3 B 9 7", "D D D D D")
    assert [board["account"] for board in table(state)["boards"]] == ["53", "125"]


def test_a_game_won_shows_what_the_others_owe() -> None:
    state = throw(position("B B B B 9", "D 1 2 3 4", "B 9 9 9 9"), "1 white M", marks=0)
    data = table(state)
    assert [board["account"] for board in data["boards"]] == ["+109", "−93", "−16"]
    assert [board["won"] for board in data["boards"]] == [True, False, False]
    assert (data["stage"]["name"], data["stage"]["does"]) == ("Ada", "wins the game")


def test_a_game_won_in_a_longer_match_is_shown_as_it_was_won() -> None:
    """TR-15 The next game is set up at once, but people see how the last one ended."""
    before = position("B B B B 9", "D 1 2 3 4", rounds=3)
    rows = [{"draw": [6, 0]}, {"draw": [6, 4]}, {"draw": [6, 0]}, {"draw": [2, 0]}]
    rows.append({"draw": [2, 1]})  # the first thrower of the second game
    after = before.copy()
    for row in rows:
        after.draw(row["draw"][1])
    assert table(after)["stage"]["games"] == "game 2 of 3"
    data = table(browser.displayed_state(before, rows, after))
    assert data["boards"][0]["won"]
    assert data["boards"][1]["account"] == "−93"
    assert data["stage"]["games"] == "game 1 of 3"
    assert data["stage"]["marks"] == 0


def test_what_did_not_end_a_game_is_shown_as_it_is() -> None:
    before = position(*EVERYWHERE[:2], rounds=3)
    rows = [{"draw": [6, 0]}, {"draw": [6, 4]}, {"draw": [6, 0]}, {"draw": [2, 0]}]
    after = throw(before.copy(), "1 white M", marks=0)
    assert browser.displayed_state(before, rows, after) is after


def test_a_claim_that_wins_a_game_is_shown_too() -> None:
    """TR-13 Looked at after each claim."""
    before = position("3 B B B B", "D 1 D D D", vigilance="manual", rounds=2)
    throw(before, "3 yellow M", marks=1)
    rows: list[dict[str, Any]] = [
        {"seat": 0, "move": "claim"},
        {"draw": [2, 1]},
        {"points": [], "ended": "played"},
    ]
    after = before.copy()
    after.play("claim")
    after.draw(1)
    assert table(browser.displayed_state(before, rows, after))["boards"][0]["won"]


# Words


def test_boards_are_told_in_words_to_those_who_do_not_see_them() -> None:
    labels = [board["label"] for board in table(position("D 3 B 6 4", "1 D D D D"))["boards"]]
    assert labels == [
        "Ada, board 1: red DEPART, yellow 3, green BUT, blue 6 (triangle), white 4 (prisoner), "
        "would owe 65",
        "Ben, board 2: red 1, yellow DEPART, green DEPART, blue DEPART, white DEPART, "
        "would owe 120",
    ]


def test_long_names_are_cut_to_the_room_there_is() -> None:
    state = position(*EVERYWHERE)
    data = browser.table(state, ["A" * 30, "Mississippi " * 2, *NAMES[2:]], ENGLISH, 0)
    assert [board["name"][-1] for board in data["boards"][:3]] == ["A", "…", "o"]
    assert "Mississippi Mississippi" in data["boards"][1]["label"]


def test_the_legal_moves_say_what_they_do() -> None:
    """TR-16 With manual vigilance there are decisions; otherwise there are none."""
    state = throw(position("3 D D D D", "D 1 D D D", vigilance="manual"), "3 yellow M", marks=1)
    said = {each["move"]: each["say"] for each in browser.choices(state, NAMES[:2], ENGLISH)}
    assert said == {"claim": "Ada (red) 3 → BUT", "silent": "nobody is moved"}
    assert browser.choices(position(*EVERYWHERE[:2]), NAMES[:2], ENGLISH) == []


# What is drawn


def rendered(source: str, language: Any = ENGLISH, **context: Any) -> str:
    return markup.rendered(GAME, source, language.code, **context)


def page(state: State, viewer: object = 0, *, waits: str = "roll", mine: bool = True) -> str:
    data = {
        **table(state, viewer),
        "match_id": "m1",
        "version": 17,
        "waits": waits,
        "seat": 0,
        "mine": mine,
    }
    return rendered("{{ piece.board(t) }}{{ piece.asked(t) }}", t=data)


PAGES = {
    "at the start": lambda: page(start(6)),
    "to throw": lambda: page(throw(position(*EVERYWHERE, rounds=9), "2 wheel M", marks=3)),
    "won": lambda: page(throw(position("B B B B 9", "D 1 2 3 4"), "1 white M", marks=0)),
    "watching": lambda: page(position(*EVERYWHERE[:4]), "public", mine=False),
}


@pytest.mark.parametrize("moment", PAGES)
def test_the_table_keeps_to_a_strict_content_security_policy(moment: str) -> None:
    """No style, no script, no handler in the markup; every id once, and every one used is there."""
    html = PAGES[moment]()
    ids, found = check_content_security_policy(html), elements(html)
    assert "script" not in {tag for tag, _ in found}
    used = {str(each["href"]).removeprefix("#") for tag, each in found if tag == "use"}
    assert used <= ids | {f"die-{points}" for points in range(1, 7)}


def test_a_throw_can_be_asked_for_without_any_script() -> None:
    found = elements(PAGES["to throw"]())
    hidden = [(each["name"], each["value"]) for tag, each in found if tag == "input"]
    assert hidden == [("kind", "roll"), ("seat", "0"), ("version", "17")]
    assert ("button", "roll") in [(tag, each.get("id")) for tag, each in found]


def test_whoever_watches_is_offered_nothing() -> None:
    found = elements(PAGES["watching"]())
    assert not [each for tag, each in found if tag in ("button", "form", "input")]
    assert not [each for _, each in found if each.get("role") == "button" or "tabindex" in each]


def test_names_are_never_markup() -> None:
    state = throw(position(*EVERYWHERE[:2]), "1 red M", marks=1)
    data = browser.table(state, ["<b>Ada</b>", '"><script>'], ENGLISH)
    html = rendered("{{ piece.board(t) }}", t=data)
    assert "<b>" not in html
    assert "<script>" not in html


def test_every_colour_has_an_emblem_of_its_own_and_a_style() -> None:
    """A colour is never alone, whatever edition is played."""
    emblems = {rendered(f"{{{{ piece.emblem('{colour}') }}}}") for colour in COLOURS}
    assert len(emblems) == len(COLOURS)
    style = (GAME.folder / "table.css").read_text("utf-8")
    assert all(f".tr-{colour} {{" in style for colour in COLOURS)


def test_another_edition_is_drawn_with_its_own_colours_figures_and_signs() -> None:
    edition = box(colours="pink brown black orange purple", band_0="T T T T T T T T")
    data = table(position("2 D D D D", "D D D D D", edition=edition))
    large = data["prints"][0]
    assert [lane["word"] for lane in large["lanes"]] == [
        "pink",
        "brown",
        "black",
        "orange",
        "purple",
    ]
    assert [hole["sign"] for hole in large["lanes"][0]["holes"]] == [0, *[1] * 8]
    assert data["trotters"][0]["sign"] == 1
    assert "tr-pink" in page(position("D D D D D", "D D D D D", edition=edition))
