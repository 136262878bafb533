"""The table of Course de dés in the browser: what is shown to whom, and previews of moves."""

from random import Random

import pytest

from ludotheque import State

from ...html import Page
from ..drawn_table import NAMES, clicked, drawn, frame_of, previews_of, setup_of, shown_next
from ..race import drawn_race as promises
from ..race.drawn_race import (
    details,
    labels,
    page,
    preview,
    refusals,
    refused_by,
    texts,
    with_class,
)
from .position import GAME, begun, draw_any, play, put_road, stage_card_on_top, step
from .test_secrets import moments

POSITIONS = {
    "the start": lambda: begun(3, hands=["value:6 color:b joker"]),
    "few groups": lambda: put_road(
        begun(3, hands=["swap gap overtake"]), "g6 b1 | gap | k2 | r3 r1 v2 | …"
    ),
    "nothing to play": lambda: begun(2, hands=["swap swap overtake"]),
    "variable": lambda: picked(),
    "a pick": lambda: begun(3, objectives="variable"),
}


def picked() -> State:
    """Variable objectives, one of them in force."""
    state = begun(2, hands=["joker value:1 gap"], objectives="variable")
    for _ in range(2):
        state.play(sorted(state.moves())[1])
    return state


def scored(players: int = 3, *, bonus: bool = False) -> State:
    """The first stage, just scored; the next player's turn."""
    state = begun(players, hands=["color:b"], goals=["b3", "b4", "r1", "v6"][:players], bonus=bonus)
    state = put_road(state, "b3 b3 b4 r3 | b1 r1 | …")
    stage_card_on_top(state)
    return play(state, "color:b")


# What previews promise


@pytest.mark.parametrize("name", POSITIONS)
def test_previews_show_what_legal_moves_do_and_each_is_made_by_tapping(name: str) -> None:
    state = POSITIONS[name]()
    promises.previews_show_what_happens(state, 0)
    promises.every_move_is_made_by_tapping(state)


@pytest.mark.parametrize("objectives", ["single", "variable"])
def test_any_position_of_a_match_keeps_its_promises(objectives: str) -> None:
    for state in list(moments(3, objectives, 5))[60::11]:
        if state.seat is not None:
            promises.previews_show_what_happens(state, int(state.record.bonus))
            promises.every_move_is_made_by_tapping(state)


def test_a_move_that_ends_the_stage_is_previewed_with_the_objective_of_that_stage() -> None:
    """CD-9 The stage is scored with the move itself: what counts is the objective held now."""
    state = put_road(begun(2, hands=["color:b"], goals=["b3"]), "g1 | b3 r3 | …")
    stage_card_on_top(state)
    assert preview(state, "color:b")["worth"] == {"b3": [2, 6, 0]}


def test_a_preview_of_a_move_that_ends_the_stage_shows_nobodys_objective() -> None:
    """CD-9 All objectives would be revealed with it."""
    state = stage_card_on_top(begun(2, hands=["color:b"], goals=["b3"]))
    found = previews_of(state, ["color:b"])["color:b"]
    assert "snapshot" not in found
    assert "details" not in found
    assert found["worth"].keys() == {"b3"}


def test_a_tumble_marks_its_dice_and_says_nothing_of_their_faces() -> None:
    """CD-5"""
    state = POSITIONS["few groups"]()
    move = "tumble:3:swap"
    assert preview(state, move)["moved"] == []
    drawn(frame_of(state, 0), setup_of(state, 0), previews=previews_of(state, [move]))
    shown = Page(clicked("#reroll", '[data-step="card:swap"]', '[data-step="group:3"]'))
    assert {die["data-look"] for die in with_class(shown, "rc-air")} == {"r3", "r1", "v2"}


# What is refused, and why


def test_a_card_that_cannot_be_played_says_which_rule_forbids_it() -> None:
    """CD-7"""
    assert refusals(begun(2, hands=["color:b swap gap"])) == [None, "CD-7", "CD-7"]


def test_who_tumbled_last_is_told_that_another_must_tumble_first() -> None:
    """CD-5"""
    state = POSITIONS["few groups"]()
    state.record.rerolled = 0
    page(state, 0)
    assert refused_by(state, "#reroll") == "CD-5"


def test_the_objective_in_force_comes_first_and_the_others_can_be_taken() -> None:
    """CD-15"""
    state = picked()
    goals = with_class(page(state, 0), "rc-goal")
    assert ["rc-force" in goal["class"].split() for goal in goals] == [True, False, False, False]
    assert "in force" in goals[0]["aria-label"]
    refused = [refused_by(state, f"#{goal['id']}") for goal in goals]
    assert refused == ["CD-15", None, None, None]
    state.play(f"exchange:{goals[2]['id'].removeprefix('goal-')}")
    after = with_class(page(state, 0), "rc-goal")
    assert after[0]["id"] == goals[2]["id"]
    assert {refused_by(state, f"#{goal['id']}") for goal in after} == {"CD-15"}


def test_single_objectives_are_nothing_to_tap() -> None:
    """CD-2"""
    tags = [page(state, 0).by_id(f"goal-{goal_of(state)}").tag for state in (begun(2), picked())]
    assert tags == ["div", "button"]


def goal_of(state: State) -> str:
    """The first objective of seat 0."""
    return str(state.snapshot(0)["goals"][0][0])


# Who sees what


@pytest.mark.parametrize("objectives", ["single", "variable"])
def test_states_that_differ_only_in_secrets_are_shown_alike(objectives: str) -> None:
    chance, differ = Random(3), 0
    for state in list(moments(3, objectives, 9))[40::17]:
        differ += promises.shows_no_secret(state, chance)
    assert differ > 20


def test_a_spectator_sees_the_backs_of_cards_and_objectives() -> None:
    state = picked()
    shown = page(state, "public")
    assert labels(shown, "rc-goal") == ["an objective, face down"] * 4
    assert labels(shown, "rc-card") == ["a card, face down"] * 3
    for viewer in ("public", 1, None):
        promises.offers_nothing_to_others(state, viewer)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_table_is_plain_data_and_keeps_to_the_content_security_policy(name: str) -> None:
    state = POSITIONS[name]()
    for viewer in (0, 1, "public", None):
        promises.is_plain_and_safe(state, viewer)
    promises.is_plain_and_safe(scored(), 1)


# Stages


def test_everybody_can_count_the_cards_before_the_stage_card() -> None:
    """CD-1 The packs are equal."""
    state = begun(2)
    assert details(state, "public")["before"] == 14
    assert "14 cards before the stage card" in with_class(page(state, 0), "rc-pile")[0]["title"]
    stage_card_on_top(state)
    assert details(state, "public")["before"] == 0


def test_a_scored_stage_is_shown_until_its_reader_goes_on() -> None:
    """CD-11, CD-12"""
    state = scored()
    rows = details(state, "public")["scored"]["rows"]
    assert [row["won"] for row in rows] == [3, 2, 1]
    assert [row["goal"] for row in rows] == ["b3", "b4", "r1"]
    shown = Page(drawn(frame_of(state, "public", results=True), setup_of(state, "public")))
    assert shown.by_id("results").text == "Stage 1: Ada ahead"
    assert texts(shown, "rc-win") == ["+3", "+2", "+1"]
    assert "2 if both" in texts(shown, "rc-counting")[0]
    assert "results" not in Page(clicked("#go-on")).ids
    state.play(sorted(state.moves())[0])
    assert "scored" not in details(state, "public")


def test_results_come_when_everything_is_dealt_that_follows_a_stage() -> None:
    """CD-9 The move that ends the stage is seen first, with the objectives still hidden."""
    state = begun(2, hands=["color:b"], goals=["b3", "r1"])
    stage_card_on_top(state)
    before, ended = state.copy(), state
    ended.play("color:b")
    assert ended.awaits == "draw"
    assert "scored" in details(ended, "public")
    assert not GAME.browser.shows_results(before, ended)
    setup = setup_of(before, "public")
    drawn(frame_of(before, "public"), setup)
    shown = Page(shown_next(frame_of(ended, "public", version=1, kind="move")))
    assert "results" not in shown.ids
    assert texts(shown, "seat-points") == ["0 points", "0 points"]
    assert len(with_class(shown, "rc-left")) == 2
    dealt = ended.copy()
    draw_any(dealt)
    assert GAME.browser.shows_results(ended, dealt)


@pytest.mark.parametrize(("players", "objectives"), [(2, "single"), (4, "variable")])
def test_a_stage_is_told_by_results_once(players: int, objectives: str) -> None:
    for seed in range(3):
        chance, told, before = Random(seed), [], GAME.start(players, {"objectives": objectives})
        while before.awaits != "end":
            after = before.copy()
            while True:  # a step is a move, or all draws until the next one
                step(after, chance)
                if before.awaits == "move" or after.awaits != "draw":
                    break
            if GAME.browser.shows_results(before, after):
                told.append(details(after, "public")["scored"])
            before = after
        tiebreak = [True] if before.snapshot()["tiebreak"] else []
        assert [each["stage"] for each in told] == [1, 2, 3, 4, *(4 for _ in tiebreak)]
        assert [each["tiebreak"] for each in told if "tiebreak" in each] == tiebreak


@pytest.mark.parametrize(
    ("players", "objectives", "seed"), [(2, "single", 1), (3, "variable", 2), (4, "single", 3)]
)
def test_a_stage_that_ends_is_always_shown_as_it_was_paid(
    players: int, objectives: str, seed: int
) -> None:
    """CD-12 Over whole matches, ties included."""
    chance, shown = Random(seed), 0
    state = GAME.start(players, {"objectives": objectives, "bonus": bool(seed % 2)})
    while state.awaits != "end":
        before = state.points
        step(state, chance)
        gained = [now - then for now, then in zip(state.points, before, strict=True)]
        if any(gained):
            rows = details(state, "public")["scored"]["rows"]
            assert {row["seat"]: row["won"] for row in rows} == dict(enumerate(gained))
            shown += 1
    assert shown == 4


def test_a_tie_break_is_shown_among_the_tied_alone() -> None:
    """CD-14 No tokens are given for it."""
    for seed in range(60):
        chance = Random(seed)
        state = GAME.start(2)
        while state.awaits != "end":
            step(state, chance)
        if state.snapshot()["tiebreak"]:
            break
    rows = details(state, "public")["scored"]["rows"]
    assert {row["seat"] for row in rows} == set(state.snapshot()["tiebreak"])
    assert {row["won"] for row in rows} == {0}
    first = next(NAMES[row["seat"]] for row in rows if row["first"])
    frame = frame_of(state, "public", results=True)
    shown = Page(drawn(frame, setup_of(state, "public")))
    assert "Wins" not in texts(shown, "rc-results")[0]
    title = shown.by_id("results").text
    assert "Tie-break" in title
    assert first in title


def test_the_last_stage_is_worth_five() -> None:
    """CD-12"""
    assert [stage["worth"] for stage in details(begun(2), "public")["stages"]] == [3, 3, 3, 5]
