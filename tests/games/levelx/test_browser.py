"""The table in the browser: what the page is given, and what its script draws of it."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from ludotheque.core.state import State
from ludotheque.games.levelx import browser, lesson
from ludotheque.games.levelx.groups import turnings

from ..drawn_table import (
    clicked,
    drawn,
    drawn_example,
    found,
    frame_of,
    previews_of,
    sent,
    setup_of,
    shown_next,
)
from ..markup import check_content_security_policy, elements
from .position import GAME, box, moves_with, position, roll, start, take_turn

ENGLISH = GAME.language("en")

CROWDED = """
            5   6   7   8   9  10
    left    9   1   9   5   0   6
    ada     2   3   1   2   .   1
    ada has 1   1   2   1   1   1
    blaise  2   1   1   X   .   1
    camille 2   .   2   2   .   X
    denis   2   .   1   .   .   .
"""
EXAMPLE_3 = """
          5   6   7   8   9  10
    red   3   X   .   .   .   .
    green X   .   .   .   .   .
"""


def table(state: State, seat: int | str = 0, **changes: Any) -> str:
    """Draw a state as a seat sees it, with all its moves there to be previewed."""
    asked = state.awaits == "move" and seat == state.seat
    previews = previews_of(state, state.moves()) if asked else {}
    return drawn(frame_of(state, seat, **changes), setup_of(state, seat), previews=previews)


def list_moves(state: State) -> None:
    """Draw a state and open the list of moves."""
    table(state)
    clicked("#moves summary", "#moves li")  # the second click does nothing, but waits for a move


def place_of(selector: str) -> tuple[float, float]:
    """Where a pawn or a ghost stands."""
    (text,) = found(selector, "transform")
    x, y = re.findall(r"[-\d.]+", text)[:2]
    return float(x), float(y)


# The position


def test_everything_that_is_sent_is_plain_json() -> None:
    state = roll(position(CROWDED), "2-3-5-6")
    texts = browser.words(ENGLISH), lesson.example("climb", ENGLISH)
    for data in (browser.details(state), previews_of(state, state.moves()), *texts):
        assert json.loads(json.dumps(data)) == data


def test_row_ten_is_on_top_and_all_x_spaces_stand_in_one_column() -> None:
    table(start())
    assert found(".lx-row", "id") == ["row-10", "row-9", "row-8", "row-7", "row-6", "row-5"]
    assert [len(found(f"#row-{row} .lx-space", "x")) for row in range(5, 11)] == [4, 4, 3, 3, 2, 2]
    assert len(set(found(".lx-x", "x"))) == 1


def test_every_seat_has_one_pawn_in_each_row_seen_only_on_the_board() -> None:
    table(position(CROWDED))
    assert len(set(found(".lx-pawn", "id"))) == 24
    assert found("#pawn-0-6:not(.lx-off)", "id")
    assert found("#pawn-0-9.lx-off", "id")


def test_pawns_that_share_a_space_stand_side_by_side_within_it() -> None:
    table(position(CROWDED))
    places = [place_of(f"#pawn-{seat}-5") for seat in range(4)]
    left, top = (float(found("#row-5 .lx-space", name)[1]) for name in ("x", "y"))
    assert len(set(places)) == 4
    assert all(left < x < left + 40 and top < y < top + 40 for x, y in places)


def test_a_row_says_in_words_who_stands_where() -> None:
    table(position(CROWDED))
    labels = dict(zip(found(".lx-row", "id"), found(".lx-row", "aria-label"), strict=True))
    assert labels["row-6"] == "row 6: 1 chip left; Ada on space 3 of 4; Blaise on space 1 of 4"
    assert labels["row-8"] == (
        "row 8: 5 chips left; Ada on space 2 of 3; Blaise on the X; Camille on space 2 of 3"
    )
    assert labels["row-9"] == "row 9: closed"


def test_a_row_tells_how_many_groups_it_can_use() -> None:
    """LX-8 What the script needs to say why a group is refused."""
    state = position("""
            5   6   7   8   9  10
    left    2   0   1   8   7   6
    ada     X   .   .   .   .   .
    ben     .   .   .   .   .   .
    """)
    assert browser.details(state)["room"] == [0] * 6
    assert browser.details(roll(state, "5-5-5-1"))["room"][:4] == [2, 0, 3, 4]


def owners() -> list[str | None]:
    """The seat that has each bonus tile, None for one that is left."""
    places = range(len(found(".lx-tile", "id")))
    marks = [found(f"#tile-{place} .lx-owner", "class") for place in places]
    return [mark[0].split()[-1] if mark else None for mark in marks]


def test_a_taken_bonus_tile_has_an_owner() -> None:
    table(position(CROWDED, bonus=[[12], [], [15], []]))
    assert found(".lx-tile text") == ["15", "12", "9", "6"]
    assert owners() == ["seat-2", "seat-0", None, None]
    assert found(".lx-tiles", "aria-label") == ["bonus tiles left: 9 6"]


def test_tiles_of_the_same_value_find_their_owners() -> None:
    table(
        position(
            """
                 5   6   7   8   9  10
            ada  .   .   .   .   .   .
            ben  .   .   .   .   .   .
            """,
            bonus=[[10, 7], [10]],
            edition=box(tiles=[10, 10, 7, 7]),
        )
    )
    assert Counter(owners()[:2]) == {"seat-0": 1, "seat-1": 1}
    assert owners()[2:] == ["seat-0", None]


def test_winnings_are_said_in_words() -> None:
    table(position(CROWDED, bonus=[[15], [], [], []]))
    labels = found(".lx-winnings", "aria-label")
    assert labels[0] == (
        "Ada: 67 points; chips 1 × 5, 1 × 6, 2 × 7, 1 × 8, 1 × 9, 1 × 10; bonus tiles 15"
    )
    assert labels[1] == "Blaise: 0 points"


# The dice


def faces(state: State) -> list[int]:
    table(state, "public")
    return [
        int(face[0].removeprefix("#die-")) if face else 0
        for face in (found(f"#lx-die-{die} use", "href") for die in range(4))
    ]


def test_dice_are_blank_before_the_first_roll_and_while_they_are_in_the_air() -> None:
    state = start()
    assert faces(state) == [0, 0, 0, 0]
    assert found("#lx-die-0", "aria-label") == ["die 1: not rolled yet"]
    take_turn(state, "2-3-5-6", "-")
    state.draw(3)
    assert faces(state) == [4, 0, 0, 0]


def test_the_last_roll_stays_on_the_table_until_the_next() -> None:
    assert faces(take_turn(start(), "2-3-5-6", "5 5 6")) == [2, 3, 5, 6]
    assert found("#dice.lx-rest", "id")


@pytest.mark.parametrize(
    ("dice", "turns"),
    [
        ("1-5-1-2", ["turn-0", "turn-2"]),
        ("1-5-4-2", []),
        ("1-1-1-1", ["turn-0", "turn-1", "turn-2", "turn-3"]),
    ],
)
def test_ones_can_be_turned_if_there_are_two_or_more(dice: str, turns: list[str]) -> None:
    """LX-10"""
    table(roll(start(), dice))
    assert found(".lx-turn", "id") == turns


def test_the_last_one_is_not_turned() -> None:
    """LX-10"""
    table(roll(start(), "1-5-1-2"))
    clicked("#turn-0", "#turn-2")
    assert found(".lx-die", "aria-label")[:3:2] == ["die 1: two, turned from one", "die 3: one"]
    assert sent() == [{"refused": "The last one stays a one.", "rule": "LX-10"}]


def test_a_die_is_named_by_its_place_and_its_face() -> None:
    table(roll(start(), "5-1-2-3"))
    assert found("#lx-die-0", "aria-label") == ["die 1: five"]


# The move that is composed


@pytest.mark.parametrize("dice", ["2-3-5-6", "1-1-1-5", "1-1-1-1", "6-6-6-6"])
def test_the_list_has_the_legal_moves(dice: str) -> None:
    state = roll(position(CROWDED), dice)
    before = state.snapshot()
    list_moves(state)
    assert sorted(found(".lx-move", "value")) == sorted(state.moves())
    assert state.snapshot() == before


def test_what_brings_most_points_comes_first() -> None:
    list_moves(roll(position(EXAMPLE_3), "2-3-5-6"))
    assert found(".lx-move", "value")[0] == "5 5 6"
    points = [int(text or 0) for text in found(".lx-gain")]
    assert points[0] == 16
    assert points == sorted(points, reverse=True)


def test_gathered_dice_show_what_they_would_do() -> None:
    """LX-6, LX-7 The third worked example, as a preview."""
    table(roll(position(EXAMPLE_3), "2-3-5-6"))
    clicked("#lx-die-0", "#lx-die-1", "#group", "#lx-die-2", "#group", "#lx-die-3")
    assert found("#commit") == ["Play 5 5 6"]
    assert found("#told") == ["row 5: 2 chips, Blaise is sent back · row 6: 1 chip · 0 → 16 points"]
    assert place_of("#ghost-5") != place_of("#pawn-0-5")
    assert found(".ghost:not(.lx-off)", "id") == ["ghost-5"]
    assert found(".lx-sent-back", "id") == ["pawn-1-5"]
    assert found("#won-0-5.lx-gaining text") + found("#won-0-6.lx-gaining text") == ["2", "1"]
    assert [len(found(f"#row-{row} .lx-going", "cx")) for row in (5, 6)] == [2, 1]
    assert found("#points-0.lx-gaining") == ["16"]


def test_a_preview_shows_pawns_where_they_will_stand() -> None:
    state = roll(position(CROWDED), "2-3-5-6")
    list_moves(state)
    shown = {move: arriving(move) for move in state.moves()}
    for move, coming in shown.items():
        after = state.copy()
        after.play(move)
        table(after, "public")
        assert {name: place_of(f"#{name}") for name in coming} == coming


def arriving(move: str) -> dict[str, tuple[float, float]]:
    """Choose a move in the list; the pawns that its preview shows, and where."""
    clicked(f".lx-move[value='{move}']")
    ghosts = found(".ghost:not(.lx-off)", "id")
    return {ghost.replace("ghost", "pawn-0"): place_of(f"#{ghost}") for ghost in ghosts}


def test_a_move_that_closes_a_row_leaves_no_pawn_there() -> None:
    """LX-8"""
    table(roll(position(CROWDED), "6-4-4-4"))
    clicked("#lx-die-0")
    assert found("#ghost-6.lx-off", "id")
    assert found(".lx-leaving", "id") == [f"pawn-{seat}-6" for seat in range(4)]


def test_a_preview_shows_the_bonus_tiles_it_would_bring() -> None:
    """LX-11"""
    state = position("""
                5   6   7   8   9  10
        ada     .   X   .   .   .   .
        ada has 1   0   1   1   1   1
        ben     .   .   .   .   .   .
    """)
    table(roll(state, "6-1-1-4"))
    clicked("#lx-die-0")
    assert found(".lx-coming", "id") == ["tile-0"]
    assert found("#points-0") == [str(5 + 7 + 8 + 9 + 10 + 21)]


def test_a_row_that_is_tapped_gathers_dice_for_it_and_then_closes_the_group() -> None:
    table(roll(start(), "2-3-5-6"))
    clicked("#row-8")
    assert found("#row-8.lx-lit", "id")
    assert found(".lx-open text") == ["3 + 5 = 8"]
    clicked("#row-8", "#row-8", "#row-8", "#commit")
    assert found(".lx-cluster:not(.lx-off) text") == ["8", "8"]
    assert sent() == [{"kind": "move", "seat": 0, "move": "8 8", "version": 0}]


def test_what_cannot_be_grouped_is_refused_with_its_rule() -> None:
    """LX-3, LX-8"""
    table(roll(position(CROWDED), "2-3-5-6"))
    clicked("#lx-die-0", "#group", "#lx-die-3", "#lx-die-2", "#row-9")
    assert sent() == [
        {"refused": "2: at least 5 is needed.", "rule": "LX-3"},
        {
            "refused": "2 + 6 + 5 = 13: a group is 10 at most. Close this group first.",
            "rule": "LX-3",
        },
        {"refused": "Row 9 is closed: its chips are gone.", "rule": "LX-8"},
    ]


def test_passing_is_asked_twice_and_shows_nothing() -> None:
    table(roll(start(), "2-3-5-6"))
    clicked("#commit")
    assert found("#commit") == ["Really pass?"]
    assert not found(".ghost:not(.lx-off), .lx-gaining", "id")
    clicked("#commit")
    assert sent() == [{"kind": "move", "seat": 0, "move": "-", "version": 0}]


def test_the_list_stays_open_when_the_same_version_is_shown_next() -> None:
    state = roll(start(), "2-3-5-6")
    list_moves(state)
    assert found("#moves[open] .lx-move", "value")
    shown_next(frame_of(state, 0))
    assert found("#moves[open] .lx-move", "value")


# The lesson


def faces_drawn(selector: str = "use") -> list[int]:
    return [int(face.removeprefix("#die-")) for face in found(f".lx-example {selector}", "href")]


def test_the_drawn_groupings_are_legal() -> None:
    """LX-3 The first worked example."""
    drawn_example(GAME, "groups")
    assert set(found(".lx-written")) <= moves_with(start(), "2-3-5-6")
    assert Counter(faces_drawn()) == {2: 4, 3: 4, 5: 4, 6: 4}


def test_the_drawn_luck_turns_all_ones_but_one() -> None:
    """LX-10 The fourth worked example."""
    drawn_example(GAME, "luck")
    rolled, turned = faces_drawn()[:4], faces_drawn()[4:]
    assert rolled == [1, 1, 1, 5]
    assert tuple(sorted(turned)) in turnings((1, 1, 1, 5))
    assert faces_drawn(".lx-die:has(.lx-turn) use") == [6, 5]
    assert found(".lx-written")[0] in moves_with(start(), "1-1-1-5")


def test_the_drawn_moves_do_what_the_rules_do() -> None:
    """LX-5, LX-6 The second and the third worked example."""
    drawn_example(GAME, "climb")
    assert len(found(".lx-yellow.lx-passing", "transform")) == 3
    assert len(found(".lx-yellow:not(.lx-passing)", "transform")) == 1
    assert len(found(".lx-red.lx-passing", "transform")) == 1
    assert found(".lx-won text") == ["5"]
    drawn_example(GAME, "chips")
    assert found(".lx-won text") == ["6", "5", "5"]
    assert len(found(".lx-green.lx-passing", "transform")) == 1


@pytest.mark.parametrize("name", lesson.EXAMPLES)
def test_an_example_fits_its_drawing(name: str) -> None:
    drawn_example(GAME, name)
    assert found(".lx-example", "aria-label") == [lesson.caption(name, ENGLISH)]
    (box_text,) = found(".lx-example", "viewBox")
    width, height = map(float, box_text.split()[2:])
    things = found(".lx-example .lx-die, .lx-example .lx-pawn", "transform")
    places = [[float(each) for each in re.findall(r"[\d.]+", thing)[:2]] for thing in things]
    assert all(0 < x < width and 0 < y < height for x, y in places)


# What is drawn


PAGES = {
    "to roll": lambda: table(start(), taker_back=1),
    "to move": lambda: table(roll(position(CROWDED, bonus=[[15], [], [], []]), "1-1-5-6")),
    "watching": lambda: table(roll(position(CROWDED), "1-1-5-6"), "public"),
}


@pytest.mark.parametrize("moment", PAGES)
def test_the_table_keeps_to_a_strict_content_security_policy(moment: str) -> None:
    check_content_security_policy(PAGES[moment]())


def test_a_roll_and_taking_back_are_buttons_of_their_own() -> None:
    PAGES["to roll"]()
    clicked("#roll", "#take-back")
    assert sent() == [
        {"kind": "roll", "seat": 0, "version": 0},
        {"kind": "take-back", "seat": 1, "version": 0},
    ]


def test_whoever_watches_is_offered_nothing() -> None:
    PAGES["watching"]()
    board = ".board, .asked"
    assert not found(f":is({board}) :is(button, form, input, [role=button], [tabindex])", "id")


def test_names_are_never_markup() -> None:
    state = roll(start(), "2-3-5-6")
    names = ["<b>Ada</b>", '"><script>']
    html = drawn(frame_of(state, 0), {**setup_of(state, 0), "names": names})
    tags = {tag for tag, _ in elements(html)}
    assert "script" not in tags
    assert found(".seat-name") == names
    assert found("#winnings-1", "aria-label") == ['"><script>: 0 points']
