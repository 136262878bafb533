"""The table of DiceRun in the browser: what is shown to whom, and previews of moves."""

from itertools import pairwise
from random import Random

import pytest

from ludotheque import State
from ludotheque.games._race.ranking import points_by_group, points_in
from ludotheque.games._race.snapshots import dice_in
from ludotheque.games.dicerun.rules import BONUS

from ...html import Page
from ..drawn_table import (
    NAMES,
    clicked,
    drawn,
    found,
    frame_of,
    landed,
    previews_of,
    sent,
    setup_of,
    thrown_next,
)
from ..race import drawn_race as promises
from ..race.drawn_race import (
    details,
    labels,
    opened,
    page,
    preview,
    previews,
    refusals,
    refused_by,
    texts,
    tumbles,
    with_class,
)
from .position import GAME, after, draw, end_stage, first_pick, first_turn, give, position
from .test_secrets import moments

LONG = "r6 / b3 b6 / gap / g2 o1 / o2 o3 p4 / p4 / p6 r2 / g4 g4 / g5 b1 / gap / b2 b5 / r1 / *3"
POSITIONS = {
    "the start": lambda: position("*5", hand="value:6 color:b joker"),
    "few groups": lambda: position("r6 b3 / gap / g2 o1 o6 / *3", hand="swap gap flip"),
    "a long race": lambda: position(LONG, hand="crash surge joker"),
    "a sprint": lambda: position("r6 r6 b3 b2 o1 / *3", hand="sprint crash color:p"),
    "nothing to play": lambda: position("*3", hand="swap gap crash"),
    "the end of a stage": lambda: stage_over(),
}


def stage_over() -> State:
    state = position("r6 b3 / o1 / *3", hand="value:6 swap swap", goals="b3 r6 g2 p5")
    end_stage(state, "value:6")
    return state


def scored() -> State:
    """The first stage, just scored."""
    state = stage_over()
    while state.snapshot()["phase"] == "choose":
        state.play(sorted(state.moves())[0])
    return state


# What previews promise


@pytest.mark.parametrize("name", POSITIONS)
def test_previews_show_what_legal_moves_do_and_each_is_made_by_tapping(name: str) -> None:
    state = POSITIONS[name]()
    promises.previews_show_what_happens(state, BONUS)
    promises.every_move_is_made_by_tapping(state)


def test_any_position_of_a_match_keeps_its_promises() -> None:
    for state in moments(3, 21)[60::9]:
        if state.seat is not None:
            promises.previews_show_what_happens(state, BONUS)
            promises.every_move_is_made_by_tapping(state)


def test_a_sprint_is_made_of_three_dice_of_the_lead() -> None:
    """DR-14 Written by colour, then value, in whatever order they are tapped."""
    state = POSITIONS["a sprint"]()
    move = "sprint:r6,r6,b2"
    drawn(frame_of(state, 0), setup_of(state, 0), previews=previews_of(state, [move]))
    lit = with_class(Page(clicked('[data-step="card:sprint"]')), "rc-lit")
    assert [die["data-look"] for die in lit] == ["r6", "r6", "o1", "b3", "b2"]
    dice = (f'.rc-die[data-look="{die}"]:not(.rc-chosen)' for die in ("b2", "r6", "r6"))
    shown = Page(clicked(*dice))
    assert shown.by_id("commit").text.strip() == "Sprint: red 6, red 6, blue 2"
    assert len(with_class(shown, "rc-ghost")) == 3
    clicked("#commit")
    assert sent()[0]["move"] == move


def test_the_list_of_moves_leaves_out_what_is_picked_on_the_road() -> None:
    """DR-7, DR-14 There are hundreds of sprints, and of picks for the roll-off."""
    sprints = POSITIONS["a sprint"]()
    assert 0 < len(previews(sprints)) < len(sprints.moves())
    assert previews(first_pick()) == {}


def test_a_move_of_the_list_is_shown_by_the_first_tap_and_played_by_the_second() -> None:
    state = position("r1 / *3", hand="color:b value:6 swap")
    found = previews_of(state, ["color:b", "value:6"])
    drawn(frame_of(state, 0), setup_of(state, 0), previews=found)
    opened("#moves", ".rc-move")
    option = '.rc-move[value="value:6"]'
    shown = Page(clicked(option))
    assert texts(shown, "rc-move") == [f"{each['label']} {each['say']}" for each in found.values()]
    assert shown.by_id("card-1").get("aria-pressed") == "true"
    assert sent() == []
    clicked(option)
    assert [command["move"] for command in sent()] == ["value:6"]


def test_a_reroll_marks_its_dice_and_says_nothing_of_their_faces() -> None:
    """DR-10"""
    state = POSITIONS["few groups"]()
    move = "reroll:2:swap"
    found = preview(state, move)
    assert found["moved"] == []
    drawn(frame_of(state, 0), setup_of(state, 0), previews=previews_of(state, [move]))
    shown = Page(clicked("#reroll", '[data-step="card:swap"]', '[data-step="group:2"]'))
    assert [die["data-look"] for die in with_class(shown, "rc-air")] == ["o1", "o6", "g2"]


def test_both_orders_of_an_objective_are_shown() -> None:
    """DR-9"""
    state = position("b6 b3 / r3 b1 / r1 *3", goals="b3 r6 g2 p5")
    first, second = (preview(state, f"goal:b3:{order}") for order in ("color", "value"))
    assert first["road"] != second["road"]
    assert after(state, "goal:b3:color") != after(state, "goal:b3:value")


def test_a_preview_is_drawn_where_the_dice_will_be() -> None:
    """DR-3 The dice that would move are marked, and their objective's points before and after."""
    state = position("b1 / b3 o1 / *3", hand="color:b joker swap", goals="b3 r6 g2 p5")
    drawn(frame_of(state, 0), setup_of(state, 0), previews=previews_of(state, ["color:b"]))
    assert len(with_class(Page(clicked()), "rc-group")) == 3
    shown = Page(clicked("#card-0"))
    assert {die["data-look"][0] for die in with_class(shown, "rc-ghost")} == {"b"}
    assert labels(shown, "rc-group")[0] == "lead: blue 1, blue 3"
    assert "rc-better" in shown.by_id("goal-b3").get("class")
    assert "→" in shown.by_id("goal-b3").text
    assert shown.by_id("commit").text.strip() == "Play blue"
    put_back = Page(clicked("#card-0"))
    assert with_class(put_back, "rc-ghost") == []
    assert put_back.by_id("commit").get("aria-disabled") == "true"


# What is refused, and why


@pytest.mark.parametrize(
    ("race", "hand", "rules"),
    [
        ("*3", "swap gap crash", [None, None, None]),  # DR-19 they may be discarded
        ("*3", "value:6 swap gap", [None, "DR-13", "DR-17"]),
        ("r1 / *3", "color:b surge sprint", [None, "DR-14", "DR-15"]),
        ("*3", "joker crash crash", [None, "DR-18", "DR-18"]),
    ],
)
def test_a_card_that_cannot_be_played_says_which_rule_forbids_it(
    race: str, hand: str, rules: list[str | None]
) -> None:
    assert refusals(position(race, hand=hand)) == rules


def test_who_made_the_latest_reroll_is_told_that_another_must_reroll_first() -> None:
    """DR-10"""
    state = position("r1 / *3")
    assert "aria-disabled" not in page(state, 0).by_id("reroll").attributes
    state.record.rerolled = 0
    shown = page(state, 0)
    assert refused_by(state, "#reroll") == "DR-10"
    locked = ["made the latest reroll" in each["title"] for each in with_class(shown, "rc-seat")]
    assert locked == [True, False, False]
    assert len(with_class(shown, "rc-lock")) == 1


def test_one_objective_a_stage_is_played_openly() -> None:
    """DR-9"""
    state = position("r1 / *3", goals="b3 r6 g2 p5")
    state.play("goal:b3:color")
    for seat in (1, 2):
        assert state.seat == seat
        state.play(next(move for move in state.moves() if move.startswith(("color", "value"))))
        draw(state, 0)
    shown = page(state, 0)
    goals = with_class(shown, "rc-goal")
    assert [goal["id"] for goal in goals] == ["goal-b3", "goal-r6", "goal-g2", "goal-p5"]
    assert ["rc-open" in goal["class"].split() for goal in goals] == [True, False, False, False]
    assert {refused_by(state, f"#goal-{goal}") for goal in ("r6", "g2", "p5")} == {"DR-9"}
    assert len([mark for mark in with_class(shown, "rc-mark") if "rc-open" in mark["class"]]) == 1


# Who sees what


def test_states_that_differ_only_in_secrets_are_shown_alike() -> None:
    chance, differ = Random(3), 0
    for players in (3, 5):
        for state in moments(players, players)[40::23]:
            differ += promises.shows_no_secret(state, chance)
    assert differ > 20


def test_a_preview_of_the_last_choice_shows_nobody_elses() -> None:
    """DR-21 The stage would be scored with it, and all objectives revealed."""
    state = stage_over()
    while len(state.record.chosen[: state.players][state.record.chosen[: state.players] < 0]) > 1:
        state.play(sorted(state.moves())[0])
    move = sorted(state.moves())[0]
    (found,) = previews_of(state, [move]).values()
    assert "snapshot" not in found
    assert "details" not in found


def test_a_spectator_sees_the_backs_of_cards_and_objectives() -> None:
    state = position("r1 / *3", hand="joker swap gap", goals="b3 r6 g2 p5")
    shown = page(state, "public")
    assert details(state, "public")["worth"] == {}
    assert labels(shown, "rc-goal") == ["an objective, face down"] * 4
    assert labels(shown, "rc-card") == ["a card, face down"] * 3
    promises.offers_nothing_to_others(state, "public")
    promises.offers_nothing_to_others(state, 1)
    promises.offers_nothing_to_others(state, None)


def test_everything_is_shown_of_a_match_that_is_over_and_nothing_is_refused() -> None:
    """Also while a card is being drawn, when nobody is to move."""
    state = position("r1 / *3", hand="value:6 swap gap")
    state.play("value:6")
    assert state.seat is None
    shown = page(state, None)
    assert texts(shown, "rc-name") == ["swap", "gap"]
    assert with_class(shown, "rc-dim") == []


def test_a_seat_keeps_its_own_hand_before_it_while_others_play() -> None:
    state = first_turn(first=1)
    give(state, 0, "joker swap gap")
    shown = page(state, 0)
    assert texts(shown, "rc-name") == ["joker", "swap", "gap"]
    assert with_class(shown, "rc-dim") == []


@pytest.mark.parametrize("name", POSITIONS)
def test_the_table_is_plain_data_and_keeps_to_the_content_security_policy(name: str) -> None:
    state = POSITIONS[name]()
    for viewer in (0, 1, "public", None):
        promises.is_plain_and_safe(state, viewer)


def test_names_are_never_markup() -> None:
    state = scored()
    setup = {**setup_of(state, 0), "names": ["<b>Ada</b>", '"><script>', "C"]}
    html = drawn(frame_of(state, 0), setup)
    assert "<b>Ada" not in html
    assert "<script>" not in html


# The race in words, and the end of a stage


def test_groups_and_dice_are_named() -> None:
    shown = page(position("r6 b3 / gap / o1 / *3"), 0)
    assert labels(shown, "rc-group")[:2] == ["lead: red 6, blue 3", "group 2: orange 1"]
    assert shown.by_id("rc-die-0").text.strip().startswith("red 6")
    assert labels(shown, "rc-gap") == ["gap card"]


def test_dice_in_the_hand_are_in_the_air_until_all_have_fallen() -> None:
    state = position("r6 b3 / o1 g2 / *3", hand="joker swap gap")
    state.play("reroll:2:joker")
    draw(state, 4)
    air = {die["data-look"] for die in with_class(page(state, 1), "rc-air")}
    assert air == {"o1", "g2"}
    draw(state, 4)
    assert with_class(page(state, 1), "rc-air") == []


def test_before_the_dice_are_rolled_none_is_seen() -> None:
    shown = page(GAME.start(3), "public")
    assert len(with_class(shown, "rc-die")) == 30
    assert all("rc-off" in die["class"] for die in with_class(shown, "rc-die"))
    assert with_class(shown, "rc-group") == []


def test_an_objective_says_what_it_is_worth_in_every_group() -> None:
    """DR-22"""
    state = position("b3 b1 r3 / b2 / *4", goals="b3 r6 g2 p5")
    assert details(state, 0)["worth"]["b3"] == [5, 1, 3]
    goal = page(state, 0).by_id("goal-b3")
    assert goal.get("title") == "5 · 1 · 3"
    assert goal.get("aria-label") == "objective blue 3: 5 points in the lead"


def test_points_of_objectives_are_counted_as_the_rules_do() -> None:
    """DR-22"""
    record = position(LONG).record
    groups = [dice for dice in record.line[: record.places] if dice]
    for objective in dice_in((1 << 30) - 1):
        expected = [int(points_in(record, dice, objective, BONUS)) for dice in groups]
        assert points_by_group(record, objective, BONUS) == expected


def test_a_scored_stage_is_shown_until_its_reader_goes_on() -> None:
    """DR-23, DR-24 In order, with what each has won; then the turn that follows."""
    state = scored()
    rows = details(state, "public")["scored"]["rows"]
    assert [row["won"] for row in rows] == [3, 2, 1]
    assert [(row["seat"], row["won"]) for row in rows if row["won"]] == sorted(
        ((seat, points) for seat, points in enumerate(state.points) if points),
        key=lambda pair: -pair[1],
    )
    seat = state.seat
    shown = Page(drawn(frame_of(state, seat, results=True), setup_of(state, seat)))
    assert shown.by_id("results").text == f"Stage 1: {NAMES[rows[0]['seat']]} wins"
    assert texts(shown, "rc-win") == ["+3", "+2", "+1"]
    assert "commit" not in shown.ids
    assert not [card for card in with_class(shown, "rc-card") if "data-step" in card]
    going_on = Page(clicked("#go-on"))
    assert "results" not in going_on.ids
    assert "commit" in going_on.ids
    state.play(next(move for move in state.moves() if move.startswith(("color", "goal"))))
    assert "scored" not in details(state, "public")


def test_results_draw_the_dice_that_count_and_light_them_on_the_road() -> None:
    """DR-22 Those of the first player to begin with, then of whom the reader taps."""
    state = position("b3 b6 r3 o1 / *3", hand="value:5 swap swap", goals="b3 r6 g2 p5")
    end_stage(state, "value:5")
    while state.snapshot()["phase"] == "choose":
        state.play("choose:b3" if state.seat == 0 else sorted(state.moves())[0])
    results = details(state, "public")["scored"]
    assert results["rows"][0] == {
        "seat": 0, "goal": "b3", "points": [5], "won": 3, "first": True, "tied": False,
    }  # fmt: skip
    shown = Page(drawn(frame_of(state, "public", results=True), setup_of(state, "public")))
    assert found(".rc-result:first-child .rc-matched [role=img]", "aria-label") == [
        "blue 3, which is both",
        "red 3",
        "blue 6",
    ]
    assert {die["data-look"] for die in with_class(shown, "rc-scores")} == {"b3", "b6", "r3"}
    assert [
        die["data-look"] for die in with_class(shown, "rc-scores") if "rc-both" in die["class"]
    ] == ["b3"]
    assert texts(shown, "rc-points") == ["5 pts"]
    other = results["rows"][1]
    shown = Page(clicked(".rc-result:nth-child(2) .rc-player"))
    pressed = [each.get("aria-pressed") for each in with_class(shown, "rc-player")]
    assert pressed == ["false", "true", "false"]
    assert len(texts(shown, "rc-points")) == len(other["points"])
    assert with_class(Page(clicked(".rc-result:nth-child(2) .rc-player")), "rc-rest") == []


def test_results_say_how_points_are_counted_and_how_ties_are_broken() -> None:
    """DR-22, DR-23"""
    state = scored()
    setup = setup_of(state, "public")
    frame = frame_of(state, "public", results=True)
    rows = frame["details"]["scored"]["rows"]
    for row in rows:
        row.update(points=[1], tied=False)
    assert texts(Page(drawn(frame, setup)), "rc-counting") == [
        "In the lead: 1 point for each die of the colour, 1 for each of the value, 3 if both."
    ]
    rows[1].update(points=[1, 2], tied=True)
    rows[2].update(points=[1, 2], tied=True)
    [said] = texts(Page(drawn(frame, setup)), "rc-counting")
    assert "the next group decides" in said
    names = " and ".join(NAMES[row["seat"]] for row in rows[1:])
    assert f"{names} have the same points in every group" in said


def test_a_stage_is_told_by_results_once() -> None:
    for players in (3, 6):
        states = moments(players, players)
        told = [one.game.browser.shows_results(one, other) for one, other in pairwise(states)]
        assert sum(told) == 4


def test_results_wait_until_dice_have_landed() -> None:
    """Nor is anything else shown that follows from them: a card drawn, an objective spent."""
    state = position("r6 b3 / o1 g2 / *3", hand="joker swap gap")
    state.play("reroll:2:joker")
    before, after = frame_of(state, "public"), scored()
    drawn(before, {**setup_of(state, "public"), "pace": "normal"})
    frame = frame_of(after, "public", results=True, version=1, kind="throw")
    flying = Page(thrown_next(frame))
    assert with_class(flying, "rolling")
    assert "results" not in flying.ids
    assert texts(flying, "seat-points") == ["0 points"] * 3
    assert len(with_class(flying, "rc-left")) == 12
    assert "results" in Page(landed()).ids


def test_a_stage_that_ends_is_always_shown_as_it_was_paid() -> None:
    """DR-24 Over whole matches, ties and the last stage included."""
    shown = 0
    for players in (3, 4):
        before = [0] * players
        for state in moments(players, 30 + players):
            gained = [now - then for now, then in zip(state.points, before, strict=True)]
            results = details(state, "public").get("scored")
            if any(gained):
                assert results is not None
                assert {row["seat"]: row["won"] for row in results["rows"]} == dict(
                    enumerate(gained)
                )
                shown += 1
            elif results is not None:
                assert state.awaits in ("move", "end")
            before = state.points
    assert shown == 8


def test_stages_show_their_worth_and_their_winner() -> None:
    stages = details(scored(), "public")["stages"]
    assert [stage["worth"] for stage in stages] == [3, 4, 5, 6]
    assert [stage["state"] for stage in stages] == ["won", "now", "to come", "to come"]
    shown = page(scored(), "public")
    assert f"won by {NAMES[stages[0]['seat']]}" in texts(shown, "rc-stage")[0]
    assert f"seat-{stages[0]['seat']}" in with_class(shown, "rc-stage")[0]["class"]


def test_the_button_and_the_list_are_in_the_page_of_who_is_to_move() -> None:
    shown = page(position("r1 / *3", hand="joker swap gap"), 0)
    assert {"board", "goals", "hand", "commit", "reroll", "told", "moves"} <= set(shown.ids)


def test_dice_tumble_when_a_throw_has_fallen() -> None:
    """DR-10 All dice of the group, and no others."""
    state = position("r6 b3 / o1 g2 / *3", hand="joker swap gap")
    state.play("reroll:2:joker")
    before = frame_of(state, "public")
    draw(state, 4, 4)
    thrown = tumbles(frame_of(state, "public"), before)
    dice = details(state, "public")["line"][1]
    assert thrown == [str(die) for die in dice_in(dice)]
