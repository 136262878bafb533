"""The table in the browser: what the template and the script are given, and what is drawn."""

import json
from collections import Counter
from typing import Any

import pytest

from ludotheque.core.state import State
from ludotheque.games.levelx import browser, lesson
from ludotheque.games.levelx.groups import turnings

from .. import rendered_table as markup
from ..rendered_table import check_content_security_policy, elements, table_page
from .position import GAME, box, moves_with, position, roll, start, take_turn

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
ENGLISH = GAME.language("en")

CROWDED = """
            5   6   7   8   9  10
    left    9   1   9   5   0   6
    ada     2   3   1   2   .   1
    ada has 1   1   2   1   1   1
    ben     2   1   1   X   .   1
    cleo    2   .   2   2   .   X
    dan     2   .   1   .   .   .
"""
EXAMPLE_3 = """
          5   6   7   8   9  10
    red   3   X   .   .   .   .
    green X   .   .   .   .   .
"""


def table(state: State) -> dict[str, Any]:
    return browser.table(state, NAMES[: state.players], ENGLISH)


def choices(state: State) -> dict[str, dict[str, Any]]:
    found = browser.choices(state, NAMES[: state.players], ENGLISH)
    return {choice["move"]: choice for choice in found}


def pawn(data: dict[str, Any], seat: int, row: int) -> dict[str, Any]:
    (found,) = [each for each in data["pawns"] if (each["seat"], each["row"]) == (seat, row)]
    return dict(found)


# The position


def test_everything_that_is_sent_is_plain_json() -> None:
    state = roll(position(CROWDED), "2-3-5-6")
    for data in (table(state), choices(state), lesson.guide(ENGLISH)):
        assert json.loads(json.dumps(data)) == data


def test_row_ten_is_on_top_and_all_x_spaces_stand_in_one_column() -> None:
    rows = table(start())["rows"]
    assert [row["row"] for row in rows] == [10, 9, 8, 7, 6, 5]
    assert [len(row["spaces"]) for row in rows] == [2, 2, 3, 3, 4, 4]
    assert len({row["spaces"][-1] for row in rows}) == 1


def test_every_seat_has_one_pawn_in_each_row_seen_only_on_the_board() -> None:
    data = table(position(CROWDED))
    assert len({(each["seat"], each["row"]) for each in data["pawns"]}) == 24
    assert pawn(data, 0, 6)["on_board"]
    assert not pawn(data, 0, 9)["on_board"]


def test_pawns_that_share_a_space_stand_side_by_side_within_it() -> None:
    data = table(position(CROWDED))
    (row,) = [each for each in data["rows"] if each["row"] == 5]
    places = [(each["x"], each["y"]) for each in (pawn(data, seat, 5) for seat in range(4))]
    assert len(set(places)) == 4
    assert all(abs(x - row["spaces"][1]) < 20 and abs(y - row["y"]) < 20 for x, y in places)


def test_a_row_says_in_words_who_stands_where() -> None:
    labels = {row["row"]: row["label"] for row in table(position(CROWDED))["rows"]}
    assert labels[6] == "row 6: 1 chip left; Ada on space 3 of 4; Ben on space 1 of 4"
    assert (
        labels[8] == "row 8: 5 chips left; Ada on space 2 of 3; Ben on the X; Cleo on space 2 of 3"
    )
    assert labels[9] == "row 9: closed"


def test_a_row_tells_how_many_groups_it_can_use() -> None:
    """LX-8 What the script needs to say why a group is refused."""
    state = position("""
            5   6   7   8   9  10
    left    2   0   1   8   7   6
    ada     X   .   .   .   .   .
    ben     .   .   .   .   .   .
    """)
    assert {row["room"] for row in table(state)["rows"]} == {0}
    room = {row["row"]: row["room"] for row in table(roll(state, "5-5-5-1"))["rows"]}
    assert (room[5], room[6], room[7], room[8]) == (2, 0, 3, 4)


def test_a_taken_bonus_tile_has_an_owner() -> None:
    tiles = table(position(CROWDED, bonus=[[12], [], [15], []]))["tiles"]
    assert [(tile["value"], tile["owner"]) for tile in tiles] == [
        (15, 2),
        (12, 0),
        (9, None),
        (6, None),
    ]


def test_tiles_of_the_same_value_find_their_owners() -> None:
    state = position(
        """
             5   6   7   8   9  10
        ada  .   .   .   .   .   .
        ben  .   .   .   .   .   .
        """,
        bonus=[[10, 7], [10]],
        edition=box(tiles=[10, 10, 7, 7]),
    )
    owners = [tile["owner"] for tile in table(state)["tiles"]]
    assert Counter(owners[:2]) == {0: 1, 1: 1}
    assert owners[2:] == [0, None]


def test_winnings_are_said_in_words() -> None:
    columns = table(position(CROWDED, bonus=[[15], [], [], []]))["winnings"]
    assert columns[0]["label"] == (
        "Ada: 67 points; chips 1 × 5, 1 × 6, 2 × 7, 1 × 8, 1 × 9, 1 × 10; bonus tiles 15"
    )
    assert columns[1]["label"] == "Ben: 0 points"


# The dice


def faces(state: State) -> list[int]:
    return [die["face"] for die in table(state)["tray"]["dice"]]


def test_dice_are_blank_before_the_first_roll_and_while_they_are_in_the_air() -> None:
    state = start()
    assert faces(state) == [0, 0, 0, 0]
    take_turn(state, "2-3-5-6", "-")
    state.draw(3)
    assert faces(state) == [4, 0, 0, 0]


def test_the_last_roll_stays_on_the_table_until_the_next() -> None:
    state = take_turn(start(), "2-3-5-6", "5 5 6")
    assert faces(state) == [2, 3, 5, 6]
    assert not table(state)["tray"]["rolled"]


def test_each_roll_has_a_number_of_its_own() -> None:
    state = roll(start(), "1-2-3-4")
    first = table(state)["tray"]["roll"]
    state.play("-")
    assert table(roll(state, "1-2-3-4"))["tray"]["roll"] != first


@pytest.mark.parametrize(
    ("dice", "turns"),
    [
        ("1-5-1-2", [True, False, True, False]),
        ("1-5-4-2", [False] * 4),
        ("1-1-1-1", [True] * 4),
    ],
)
def test_ones_can_be_turned_if_there_are_two_or_more(dice: str, turns: list[bool]) -> None:
    """LX-10 The script refuses the last of them."""
    assert [die["turns"] for die in table(roll(start(), dice))["tray"]["dice"]] == turns


def test_a_die_is_named_by_its_place_and_its_face() -> None:
    assert table(roll(start(), "5-1-2-3"))["tray"]["dice"][0]["label"] == "die 1: five"


# The choices


@pytest.mark.parametrize("dice", ["2-3-5-6", "1-1-1-5", "1-1-1-1", "6-6-6-6"])
def test_the_choices_are_the_legal_moves(dice: str) -> None:
    state = roll(position(CROWDED), dice)
    before = state.snapshot()
    assert sorted(choices(state)) == sorted(state.moves())
    assert state.snapshot() == before


def test_what_brings_most_points_comes_first() -> None:
    found = list(choices(roll(position(EXAMPLE_3), "2-3-5-6")).values())
    assert found[0]["move"] == "5 5 6"
    assert found[0]["points"] == 16
    points = [choice["points"] for choice in found]
    assert points == sorted(points, reverse=True)


def test_a_choice_tells_what_it_would_do_row_by_row() -> None:
    """LX-6, LX-7 The third worked example, as a preview."""
    choice = choices(roll(position(EXAMPLE_3), "2-3-5-6"))["5 5 6"]
    five, six = choice["rows"]
    assert (five["row"], five["groups"], five["from"], five["to"]) == (5, 2, 3, 4)
    assert (five["chips"], five["sent_back"], five["closes"]) == (2, 1, False)
    assert (six["row"], six["groups"], six["from"], six["to"]) == (6, 1, 4, 4)
    assert choice["after"] == 16


def test_a_choice_knows_where_pawns_would_stand_as_the_board_will_draw_them() -> None:
    state = roll(position(CROWDED), "2-3-5-6")
    for move, choice in choices(state).items():
        after = state.copy()
        after.play(move)
        drawn = table(after)
        for row in choice["rows"]:
            assert row["closes"] or 0 in {each["seat"] for each in row["stand"]}
            for stands in row["stand"]:
                there = pawn(drawn, stands["seat"], row["row"])
                assert (stands["x"], stands["y"]) == (there["x"], there["y"])


def test_a_choice_that_closes_a_row_leaves_no_pawn_there() -> None:
    """LX-8"""
    (row,) = choices(roll(position(CROWDED), "6-4-4-4"))["6"]["rows"]
    assert row["closes"]
    assert row["stand"] == []
    assert row["to"] == 0


def test_a_choice_tells_the_bonus_tiles_it_would_bring() -> None:
    """LX-11"""
    state = position("""
                5   6   7   8   9  10
        ada     .   X   .   .   .   .
        ada has 1   0   1   1   1   1
        ben     .   .   .   .   .   .
    """)
    choice = choices(roll(state, "6-1-1-4"))["6"]
    assert choice["tiles"] == [15]
    assert choice["points"] == 21


def test_passing_is_the_choice_that_does_nothing() -> None:
    choice = choices(roll(start(), "2-3-5-6"))["-"]
    assert (choice["points"], choice["rows"], choice["tiles"]) == (0, [], [])


# The lesson


def test_the_guided_turn_waits_for_one_roll_and_then_one_move() -> None:
    steps = lesson.guide(ENGLISH)
    assert 5 <= len(steps) <= 8
    assert [step["until"] for step in steps if step["until"]] == ["roll", "move"]


def test_the_guide_points_at_things_that_are_there() -> None:
    to_roll = elements(page(start()))
    to_move = elements(page(roll(start(), "2-3-5-6")))
    there = {attributes.get("id") for _, attributes in to_roll + to_move}
    assert {step["target"].removeprefix("#") for step in lesson.guide(ENGLISH)} <= there


def test_the_drawn_groupings_are_legal() -> None:
    """LX-3 The first worked example."""
    drawn = lesson.example("groups", ENGLISH)
    assert {line["move"] for line in drawn["moves"]} <= moves_with(start(), "2-3-5-6")
    assert Counter(die["face"] for die in drawn["dice"]) == {2: 4, 3: 4, 5: 4, 6: 4}


def test_the_drawn_luck_turns_all_ones_but_one() -> None:
    """LX-10 The fourth worked example."""
    drawn = lesson.example("luck", ENGLISH)
    rolled, turned = drawn["dice"][:4], drawn["dice"][4:]
    assert [die["face"] for die in rolled] == [1, 1, 1, 5]
    assert tuple(sorted(die["face"] for die in turned)) in turnings((1, 1, 1, 5))
    assert sum(die["turned"] for die in turned) == 2
    assert drawn["moves"][0]["move"] in moves_with(start(), "1-1-1-5")


@pytest.mark.parametrize("name", lesson.EXAMPLES)
def test_an_example_fits_its_drawing(name: str) -> None:
    drawn = lesson.example(name, ENGLISH)
    things = drawn["dice"] + drawn["pawns"]
    assert all(
        0 < each["x"] < drawn["width"] and 0 < each["y"] < drawn["height"] for each in things
    )
    assert f'aria-label="{drawn["label"]}"' in rendered("{{ piece.example(e) }}", e=drawn)


# What is drawn


def rendered(source: str, **context: Any) -> str:
    return markup.rendered(GAME, source, **context)


def page(state: State, *, mine: bool = True, taker: int | None = None) -> str:
    offered = list(choices(state).values()) if state.awaits == "move" else []
    return table_page(state, table(state), offered, mine=mine, taker=taker)


PAGES = {
    "to roll": lambda: page(start(), taker=1),
    "to move": lambda: page(roll(position(CROWDED, bonus=[[15], [], [], []]), "1-1-5-6")),
    "watching": lambda: page(roll(position(CROWDED), "1-1-5-6"), mine=False),
}


@pytest.mark.parametrize("moment", PAGES)
def test_the_table_keeps_to_a_strict_content_security_policy(moment: str) -> None:
    check_content_security_policy(PAGES[moment]())


def test_every_move_can_be_sent_without_any_script() -> None:
    state = roll(start(), "2-3-5-6")
    found = elements(page(state))
    buttons = [attributes for tag, attributes in found if tag == "button"]
    values = [each["value"] for each in buttons if each.get("name") == "move"]
    assert set(values) == set(state.moves())
    hidden = [(each["name"], each["value"]) for tag, each in found if tag == "input"]
    assert set(hidden) == {("kind", "move"), ("seat", "0"), ("version", "17")}


def test_a_roll_and_taking_back_are_forms_of_their_own() -> None:
    found = elements(page(start(), taker=1))
    hidden = [(each["name"], each["value"]) for tag, each in found if tag == "input"]
    assert hidden == [
        ("kind", "roll"),
        ("seat", "0"),
        ("version", "17"),
        ("kind", "take-back"),
        ("seat", "1"),
        ("version", "17"),
    ]


def test_whoever_watches_is_offered_nothing() -> None:
    found = elements(PAGES["watching"]())
    assert not [each for tag, each in found if tag in ("button", "form", "input")]
    assert not [each for _, each in found if each.get("role") == "button" or "tabindex" in each]


def test_names_are_never_markup() -> None:
    state = roll(start(), "2-3-5-6")
    data = browser.table(state, ["<b>Ada</b>", '"><script>'], ENGLISH)
    html = rendered("{{ piece.board(t) }}", t={**data, "waits": "move", "seat": 0, "mine": True})
    assert "<b>" not in html
    assert "<script>" not in html
