"""The table in the browser: what the template and the script are given, and what is drawn."""

import json
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ludotheque import State
from ludotheque.games.masterdes import browser, lesson, terminal
from ludotheque.games.masterdes.chips import chips_of
from ludotheque.games.masterdes.scoreboard import if_counted
from ludotheque.games.masterdes.track_layout import middle_of

from .. import rendered_table as markup
from ..rendered_table import check_content_security_policy, elements, table_page
from .position import BLUE, GAME, RED, box, counted, go, keep_all, start

NAMES = ["Ada", "Ben"]
ENGLISH, FRENCH = GAME.language("en"), GAME.language("fr")
PRINTED = ("4 6 3 heart", "4 4 4 two")


def table(state: State, viewer: object = RED) -> dict[str, Any]:
    return browser.table(state, NAMES, ENGLISH, viewer)


def choices(state: State) -> dict[str, dict[str, Any]]:
    return {each["move"]: each for each in browser.choices(state, NAMES, ENGLISH)}


def dice(state: State, *manners: str) -> dict[str, dict[str, Any]]:
    """The dice that lie in one of these manners, by id."""
    return {die["id"]: die for die in table(state)["dice"] if die["manner"] in manners}


def moments(level: str, seed: int, matches: int = 1) -> list[State]:
    """Every state of matches played by chance."""
    chance, found = Random(seed), []
    for _ in range(matches):
        state = start(level)
        while state.awaits != "end":
            found.append(state.copy())
            if state.draw_size is not None:
                state.draw(chance.randrange(state.draw_size))
            else:
                state.play(chance.choice(sorted(state.moves())))
        found.append(state)
    return found


# Dice on the table


def test_everything_that_is_sent_is_plain_json() -> None:
    for level in ("flash", "expert"):
        state = go(counted("4 5 6 out", "1 2 3 blank", level), "6 6 1 blank", "keep")
        for data in (table(state), choices(go(start(level), *PRINTED)), lesson.guide(ENGLISH)):
            assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_each_player_has_three_dice_somewhere_all_the_time(level: str) -> None:
    """MD-1, MD-2 On the table, on the rim or in the hand; each id once, all within the drawing."""
    for state in moments(level, seed=5)[:400]:
        data = table(state)
        assert len({die["id"] for die in data["dice"]}) == len(data["dice"]) == 36
        seen = [die["seat"] for die in data["dice"] if die["manner"] != "off"]
        held = [each["seat"] for each in data["hands"] if each["seen"]]
        for tray in data["trays"]:
            expected = 0 if tray["absent"] else 3
            assert Counter(seen + held)[tray["seat"]] == expected


def test_dice_lie_in_the_column_of_their_face_and_their_colours_face_each_other() -> None:
    data = table(go(start(), "1 2 6 blank", "3 4 6 blank"))
    columns = {column["face"]: column["x"] for column in data["columns"]}
    for die in data["dice"]:
        if die["manner"] != "off":
            assert die["at"].startswith(f"translate({columns[die['face']]:g} ")


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_three_dice_in_one_column_can_each_be_tapped(level: str) -> None:
    """MD-3 The middle of none lies under another, and all are in the tray."""
    state = go(start(level), "6 6 6 blank", "1 2 3 blank")
    tray = table(state)["trays"][1]
    places = [die["at"].split() for die in dice(state, "left").values() if die["seat"] == RED]
    heights = [float(y.rstrip(")")) for _, y, _ in places]
    half = 32 * float(places[0][2][len("scale(") : -1])
    assert all(next_y - y > half for y, next_y in pairwise(heights))
    assert tray["top"] <= heights[0] - half
    assert heights[-1] + half <= tray["top"] + tray["height"]


def test_a_die_that_is_not_thrown_again_stays_where_it_is() -> None:
    """MD-3 Whatever falls beside it, and whatever went out before."""
    state = go(start(), *PRINTED, "second", "keep")
    before = dice(state, "left")["0-6-0"]
    state = go(state, "throw:3")
    assert dice(state, "left")["0-6-0"] == {**before, "pick": False}
    assert dice(go(state, "1"), "left")["0-6-0"]["at"] == before["at"]


def test_a_die_that_goes_out_slides_from_where_it_lay_to_its_side_of_the_rim() -> None:
    """MD-2 The same id: so it is seen to go."""
    state = go(start(), "1 2 3 two", "4 5 6 blank", "second", "throw:1", "4")
    lay = {name: dice(state, "left")[name]["at"] for name in ("0-4-0", "1-4-0")}
    gone = dice(go(state, "keep"), "out")
    assert {name: die["from"] for name, die in gone.items()} == lay
    heights = {seat: float(gone[f"{seat}-4-0"]["at"].split()[1].rstrip(")")) for seat in (0, 1)}
    rim = table(state)["rim"]
    assert rim["top"] < heights[BLUE] < heights[RED] < rim["top"] + rim["height"]


def test_later_pairs_of_a_face_lie_beside_the_earlier_ones() -> None:
    """MD-2 The printed duel's two pairs of 4s; only what went last is marked."""
    state = go(start(), *PRINTED, "second", "keep", "throw:3,6", "4 1")
    gone = dice(state, "out")
    assert set(gone) == {"0-4-0", "0-4-1", "1-4-0", "1-4-1"}
    assert [gone[f"0-4-{rank}"]["latest"] for rank in (0, 1)] == [False, True]
    assert len({die["at"] for die in gone.values()}) == 4
    assert set(dice(state, "left")) == {"0-1-0", "1-4-2"}


def test_whoever_looks_has_the_own_tray_below() -> None:
    state = go(start(), *PRINTED)
    for viewer, near in ((RED, RED), (BLUE, BLUE), ("public", RED), (None, RED)):
        data = table(state, viewer)
        assert [tray["seat"] for tray in data["trays"]] == [1 - near, near]
        assert data["trays"][0]["top"] < data["rim"]["top"] < data["trays"][1]["top"]


def test_the_last_duel_lies_there_until_the_next_is_thrown() -> None:
    """MD-7 What brought nothing is dimmed."""
    state = counted("4 5 6 blank", "2 2 3 blank")
    assert {die["seat"] for die in dice(state, "left").values()} == {RED}
    assert {die["seat"] for die in dice(state, "vain").values()} == {BLUE}
    assert not any(held["seen"] for held in table(state)["hands"])


def test_dice_not_thrown_yet_are_in_the_hand() -> None:
    data = table(start())
    assert all(held["seen"] for held in data["hands"])
    assert [master["manner"] for master in data["masters"]] == ["hand", "hand"]
    data = table(go(start(), *PRINTED, "second", "keep", "throw:3,6"))
    assert [(held["seat"], held["seen"]) for held in data["hands"]][:3] == [
        (0, True),
        (0, True),
        (0, False),
    ]


# MasterDés, in pictures and in words


def test_a_masterde_says_what_it_shows_and_what_that_does() -> None:
    """MD-8 For those who do not see the picture."""
    red, blue = table(go(start(), "4 6 3 heart", "1 2 5 blank"))["masters"]
    assert red["shown"] == "heart"
    assert red["label"] == (
        "MasterDé of Ada: heart; gives your score to your opponent, and you lose as much"
    )
    assert blue["label"] == "MasterDé of Ben: blank; nothing; it can be thrown again"


def test_a_masterde_that_is_out_says_why() -> None:
    """MD-2"""
    data = table(go(start(), *PRINTED))
    blue = data["masters"][BLUE]
    assert (blue["manner"], blue["shown"], blue["alike"]) == ("out", "two", 4)
    assert data["rim"]["label"] == (
        "Out of the duel: a pair of 4s; the MasterDé of Ben, whose dice all showed 4"
    )


def test_only_a_blank_masterde_can_be_picked_up() -> None:
    """MD-3"""
    state = go(start(), "4 6 3 heart", "1 2 5 blank", "first")
    assert [each["pick"] for each in table(state)["masters"]] == [True, False]
    assert table(state)["masters"][RED]["stays"]
    state = go(state, "keep")
    assert not table(state)["masters"][BLUE]["stays"]


def test_whoever_is_out_is_said_to() -> None:
    """MD-9"""
    data = table(counted("4 5 6 out", "2 2 3 blank"))
    assert not any(tray["absent"] for tray in data["trays"])
    data = table(go(counted("4 5 6 out", "2 2 3 blank"), "6 5 1 heart"))
    assert [tray["absent"] for tray in data["trays"]] == [False, True]
    assert data["trays"][1]["label"] == "Ada, red: does not play this duel"


# The choices


def test_the_choices_are_the_legal_moves_and_asking_changes_nothing() -> None:
    """MD-3 Keeping everything comes first."""
    state = go(start(), "4 6 3 blank", "1 2 5 blank", "first")
    before = state.snapshot()
    assert sorted(choices(state)) == sorted(state.moves())
    assert next(iter(choices(state))) == "keep"
    assert state.snapshot() == before


@pytest.mark.parametrize(
    ("move", "label", "say", "total"),
    [
        ("keep", "Keep all", "What stays: 3-4-6 + blank.", 13),
        ("throw:3", "Throw 1 die again", "What stays: 4-6 + blank.", 10),
        ("throw:3,4", "Throw 2 dice again", "What stays: 6 + blank.", 6),
        ("throw:m", "Throw the MasterDé again", "What stays: 3-4-6.", 13),
        ("throw:3,m", "Throw 1 die and the MasterDé again", "What stays: 4-6.", 10),
        ("throw:3,4,6,m", "Throw 3 dice and the MasterDé again", "What stays: nothing.", 0),
    ],
)
def test_a_choice_says_what_is_thrown_and_what_stays(
    move: str, label: str, say: str, total: int
) -> None:
    """MD-3"""
    choice = choices(go(start(), "4 6 3 blank", "1 2 5 blank", "first"))[move]
    assert (choice["label"], choice["say"], choice["sum"]) == (label, say, total)


def test_a_choice_that_ends_the_duel_says_so() -> None:
    """MD-3 Nobody has thrown again."""
    state = go(start(), "4 6 3 blank", "1 2 5 blank", "first", "keep")
    assert choices(state)["keep"]["say"] == "What stays: 1-2-5 + blank. The duel is counted then."
    assert "counted" not in choices(state)["throw:1"]["say"]


def test_going_first_or_second_says_what_it_means() -> None:
    """MD-3"""
    found = choices(go(start(), *PRINTED))
    assert {move: each["say"] for move, each in found.items()} == {
        "first": "Ben will know your dice before throwing.",
        "second": "You will know Ben’s dice before throwing.",
    }


def test_one_choice_is_what_the_list_says_of_it() -> None:
    state = go(start(), "4 6 3 blank", "1 2 5 blank", "first")
    for move, choice in choices(state).items():
        assert browser.choice(state, move, NAMES, ENGLISH) == choice


# Points


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_what_a_duel_would_bring_is_what_it_brings_if_everybody_keeps(level: str) -> None:
    """MD-6, MD-7, MD-8, MD-12 The dashed number is the rules' own."""
    looked = 0
    for state in moments(level, seed=11, matches=4):
        if state.awaits == "move" and not state.record.threw:
            assert if_counted(state) == keep_all(state.copy()).points
            looked += 1
    assert looked > 20


def test_nothing_is_foretold_while_dice_are_in_the_hand() -> None:
    assert if_counted(start()) is None
    assert if_counted(go(start(), *PRINTED, "second", "keep", "throw:3")) is None


def test_a_doubled_score_can_be_followed() -> None:
    """MD-6"""
    red, blue = table(go(start(), "5 6 1 two", "4 3 2 blank"))["ledgers"]
    assert (red["score"], red["change"], red["manner"]) == ("2 × 12 = 24", "+24", "would")
    assert (blue["score"], blue["change"]) == ("9", "+0")


def test_a_heart_takes_points_away() -> None:
    """MD-8"""
    red, blue = table(counted("4 2 1 heart", "6 3 3 blank", points=[20, 0]))["ledgers"]
    assert (red["change"], blue["change"], red["manner"]) == ("−7", "+19", "counted")


@pytest.mark.parametrize("points", [[0, 0], [88, 0], [100, 100], [150, 70], [37, 62]])
def test_chips_are_those_of_the_terminal(points: list[int]) -> None:
    """MD-10 Red helps itself first; what the box cannot show is a number."""
    for seat in (RED, BLUE):
        shown, short = chips_of(points, seat, GAME.edition)
        assert sum(value for _, value in shown) + short == points[seat]
        said = [f"{count}×◉{value}" for (_, value), count in Counter(shown).items()]
        said += [f"+{short}"] if short else []
        assert " ".join(said) == terminal.chips_words(points, seat, GAME.edition)


def test_chips_stay_within_their_part_of_the_ledger() -> None:
    red, blue = table(start(points=[99, 99]))["ledgers"]
    for line in (red, blue):
        assert line["chips"]
        assert all(112 <= chip["x"] <= 240 for chip in line["chips"])


# The count of the last duel


def count_of(state: State) -> Any:
    return table(state)["slip"]


def test_the_count_is_open_between_duels_and_stays_at_hand_in_the_next() -> None:
    assert count_of(start()) is None
    state = counted("4 5 6 blank", "2 2 3 blank")
    assert count_of(state)["open"]
    assert count_of(state)["changes"] == "Ada +15 · Ben +0"
    state = go(state, *PRINTED)
    assert not count_of(state)["open"]
    assert count_of(state)["title"] == "Duel 1 counted"


@pytest.mark.parametrize(
    ("red", "blue", "said"),
    [
        ("5 2 1 two", "6 4 1 blank", ["Ada records 14.", "Ben records nothing."]),
        ("4 5 6 blank", "1 2 3 blank", ["Ada records 15.", "Ben records 6 too, thanks to a 1."]),
        (
            "2 1 3 heart",
            "6 5 4 blank",
            ["Ada gives 6 to Ben (heart). Ada has no more than 0 to lose.", "Ben records 15."],
        ),
    ],
)
def test_the_count_gives_its_reasons(red: str, blue: str, said: list[str]) -> None:
    """MD-6, MD-7, MD-8"""
    assert [row["said"] for row in count_of(counted(red, blue))["rows"]] == said


def test_the_count_says_who_misses_the_next_duel() -> None:
    """MD-9"""
    slip = count_of(counted("4 5 6 out", "2 2 3 blank"))
    assert slip["next"] == ["Out: Ada does not play the next duel."]
    state = go(counted("4 5 6 out", "2 2 3 blank"), "6 5 1 blank", "keep")
    red, blue = count_of(state)["rows"]
    assert (red["score"], red["said"]) == ("–", "Ada was out.")
    assert (blue["score"], blue["change"]) == ("12", "+12")


def test_the_count_tells_of_malus_cagnotte_and_the_way_back() -> None:
    """MD-11, MD-12, MD-13"""
    red, blue = count_of(counted("6 2 3 blank", "5 1 3 blank", "expert", points=[15, 35]))["rows"]
    assert "23 is Malus: Ada stays on 15" in red["said"]
    assert (red["change"], blue["change"]) == ("+0", "+19")
    assert "41 is Cagnotte: Ben takes the pot of 13" in blue["said"]
    red, _ = count_of(counted("6 2 3 blank", "5 1 3 blank", "expert", points=[95, 0]))["rows"]
    assert "goes past 100 (95 + 8) and back to 97" in red["said"]


# The track


def test_the_track_winds_through_a_hundred_spaces_without_a_leap() -> None:
    """MD-11 Neighbours are neighbours."""
    places = [middle_of(space) for space in range(101)]
    assert len(set(places)) == 101
    for (x, y), (next_x, next_y) in pairwise(places):
        assert abs(x - next_x) + abs(y - next_y) < 25


def test_the_track_shows_zones_pawns_the_pot_and_where_the_duel_would_lead() -> None:
    """MD-11, MD-12, MD-13"""
    state = go(start("expert", points=[3, 50], pot=12), "6 5 4 blank", "1 2 3 blank")
    track = table(state)["track"]
    assert "".join(each["sign"] for each in track["zones"] if each["space"] < 26) == "MALUS"
    assert sum(each["zone"] == "cagnotte" for each in track["zones"]) == 10
    assert [pawn["space"] for pawn in track["pawns"]] == [3, 50]
    assert [(ghost["seat"], ghost["space"]) for ghost in track["ghosts"]] == [(0, 18), (1, 56)]
    assert track["label"] == (
        "The track: Ada on 3, Ben on 50; in the pot 12; Malus 21–25, 61–65, Cagnotte 41–45, 81–85"
    )
    assert table(start())["track"] is None


def test_zones_of_another_box_are_drawn_too() -> None:
    """MD-12 Shorter ones, and one that turns a corner."""
    state = start("expert", edition=box(malus=[24, 28, 60, 61], cagnotte=[1, 2, 99, 99]))
    zones = table(state)["track"]["zones"]
    signs = {each["space"]: each["sign"] for each in zones if each["zone"] == "malus"}
    assert signs == dict.fromkeys((24, 25, 26, 27, 28, 60, 61), "×")


def test_pawns_on_one_space_do_not_hide_each_other() -> None:
    red, blue = table(start("expert", points=[50, 50]))["track"]["pawns"]
    assert (red["x"], red["y"]) != (blue["x"], blue["y"])


# Which duel it is


@pytest.mark.parametrize(
    ("state", "title", "stage"),
    [
        (start(), "Duel 1 of 10", "throw 1 of 3"),
        (go(start(duel=11), *PRINTED), "Duel 11", "throw 2 of 3"),
        (go(start("expert"), *PRINTED), "Duel 1", "throw 2 of 3"),
        (counted("4 5 6 blank", "2 2 3 blank"), "Duel 1 of 10", "counted"),
        (
            go(start(), "4 5 6 replay", "1 2 3 two", "first", "keep", "keep"),
            "Duel 1 of 10",
            "replay",
        ),
    ],
)
def test_the_heading_says_which_duel_and_which_throw(state: State, title: str, stage: str) -> None:
    """MD-5, MD-10"""
    heading = table(state)["heading"]
    assert (heading["title"], heading["stage"]) == (title, stage)


# What is drawn


def rendered(source: str, language: Any = ENGLISH, **context: Any) -> str:
    return markup.rendered(GAME, source, language.code, **context)


def page(state: State, *, mine: bool = True, taker: int | None = None) -> str:
    offered = list(choices(state).values()) if state.awaits == "move" else []
    return table_page(state, table(state), offered, mine=mine, taker=taker)


RETHROW = ("4 6 3 blank", "1 2 5 two", "first")
PAGES = {
    "to throw": lambda: page(start(), taker=1),
    "to choose": lambda: page(go(start("expert"), *PRINTED)),
    "to rethrow": lambda: page(go(start(), *RETHROW), taker=0),
    "counted": lambda: page(counted("6 2 3 out", "5 1 3 blank", "expert", points=[15, 35])),
    "watching": lambda: page(go(start(), *RETHROW), mine=False),
}


@pytest.mark.parametrize("moment", PAGES)
def test_the_table_keeps_to_a_strict_content_security_policy(moment: str) -> None:
    check_content_security_policy(PAGES[moment]())


@pytest.mark.parametrize("events", [RETHROW, PRINTED])
def test_every_move_can_be_sent_without_any_script(events: tuple[str, ...]) -> None:
    """MD-3 Rethrows, and the choice of the order."""
    state = go(start(), *events)
    found = elements(page(state))
    buttons = [attributes for tag, attributes in found if tag == "button"]
    values = [each["value"] for each in buttons if each.get("name") == "move"]
    assert set(values) == set(state.moves())
    hidden = [(each["name"], each["value"]) for tag, each in found if tag == "input"]
    assert set(hidden) == {("kind", "move"), ("seat", str(state.seat)), ("version", "17")}


def test_a_throw_and_taking_back_are_forms_of_their_own() -> None:
    found = elements(PAGES["to throw"]())
    hidden = [(each["name"], each["value"]) for tag, each in found if tag == "input"]
    assert hidden == [
        ("kind", "roll"),
        ("seat", "0"),
        ("version", "17"),
        ("kind", "take-back"),
        ("seat", "1"),
        ("version", "17"),
    ]


def test_the_own_dice_can_be_picked_up_and_nothing_else() -> None:
    """MD-3 By tap or by keyboard, each with a name."""
    found = elements(PAGES["to rethrow"]())
    buttons = [each for _, each in found if each.get("role") == "button"]
    assert [each["id"] for each in buttons] == [
        "md-die-0-3-0",
        "md-die-0-4-0",
        "md-die-0-6-0",
        "md-master-0",
    ]
    assert all(each["tabindex"] == "0" and each["aria-label"] for each in buttons)


def test_whoever_watches_is_offered_nothing() -> None:
    found = elements(PAGES["watching"]())
    assert not [each for tag, each in found if tag in ("button", "form", "input")]
    assert not [each for _, each in found if each.get("role") == "button" or "tabindex" in each]


def test_names_are_never_markup() -> None:
    state = counted("4 2 1 heart", "6 3 3 blank", points=[20, 0])
    data = browser.table(state, ["<b>Ada</b>", '"><script>'], ENGLISH)
    html = rendered("{{ piece.board(t) }}", t={**data, "waits": "roll", "seat": 0, "mine": True})
    assert "<b>Ada" not in html
    assert "<script>" not in html


def test_the_guide_points_at_things_that_are_there() -> None:
    there = {
        attributes.get("id")
        for moment in ("to throw", "to choose", "to rethrow")
        for _, attributes in elements(PAGES[moment]())
    }
    for step in lesson.guide(ENGLISH):
        assert {target.strip(" #") for target in step["target"].split(",")} <= there


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_a_match_is_drawn_in_both_languages_without_gaps(level: str) -> None:
    asked = [state for state in moments(level, seed=3) if state.awaits != "draw"]
    for state in [*asked[:30], asked[-1]]:
        for language in (ENGLISH, FRENCH):
            data = browser.table(state, NAMES, language, BLUE)
            shown = {**data, "waits": "end", "mine": False, "seat": None}
            html = rendered("{{ piece.board(t) }}", language, t=shown)
            assert "{" not in html
            assert "None" not in html
