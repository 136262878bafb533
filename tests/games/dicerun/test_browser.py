"""The table of DiceRun in the browser: what is shown to whom, and previews of moves."""

from random import Random

import pytest

from ludotheque import State

from ..race import table_checks as promises
from ..race.rendered_race import NAMES, page
from ..race.table_checks import choice, choices, table
from ..rendered_table import elements, rendered
from .position import GAME, after, draw, end_stage, first_turn, give, position
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


# What choices promise


@pytest.mark.parametrize("name", POSITIONS)
def test_choices_are_the_legal_moves_and_show_what_they_do(name: str) -> None:
    state = POSITIONS[name]()
    promises.lists_every_move(state)
    promises.previews_what_happens(state)
    promises.steps_lead_to_one_move_each(state)
    promises.can_be_played_without_a_script(state)


def test_any_position_of_a_match_keeps_its_promises() -> None:
    for state in moments(3, 21)[60::9]:
        if state.seat is not None:
            promises.lists_every_move(state)
            promises.previews_what_happens(state)
            promises.steps_lead_to_one_move_each(state)


def test_a_sprint_is_previewed_when_its_dice_are_known() -> None:
    """DR-14"""
    state = POSITIONS["a sprint"]()
    assert choices(state)["sprint"]["pick"] == 3
    shown = choice(state, "sprint:r6,r6,b2")
    assert len(shown["moved"]) == 3
    assert shown["steps"] == ["card:sprint"]
    lead = shown["scene"]["tiles"][0]
    for die in shown["moved"]:
        x, y = shown["scene"]["dice"][die]
        assert lead[0] < x < lead[0] + lead[2]
        assert lead[1] < y < lead[1] + lead[3]


def test_a_reroll_marks_its_dice_and_says_nothing_of_their_faces() -> None:
    """DR-10"""
    state = POSITIONS["few groups"]()
    shown = choices(state)["reroll:2:swap"]
    assert shown["scene"] is None
    assert {table(state, 0)["dice"][die]["look"] for die in shown["thrown"]} == {"g2", "o1", "o6"}


def test_both_orders_of_an_objective_are_shown() -> None:
    """DR-9"""
    state = position("b6 b3 / r3 b1 / r1 *3", goals="b3 r6 g2 p5")
    first, second = (choices(state)[f"goal:b3:{order}"] for order in ("color", "value"))
    assert first["steps"][0] == second["steps"][0] == "goal:b3"
    assert first["scene"] != second["scene"]
    assert after(state, "goal:b3:color") != after(state, "goal:b3:value")


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
    cards = table(position(race, hand=hand), 0)["own"]["hand"]
    assert [card["why"] and card["why"]["rule"] for card in cards] == rules


def test_who_made_the_latest_reroll_is_told_that_another_must_reroll_first() -> None:
    """DR-10"""
    state = position("r1 / *3")
    assert table(state, 0)["own"]["reroll"] == {"why": None}
    state.record.rerolled = 0
    shown = table(state, 0)
    assert shown["own"]["reroll"]["why"]["rule"] == "DR-10"
    assert [seat["locked"] for seat in shown["strip"]] == [True, False, False]


def test_one_objective_a_stage_is_played_openly() -> None:
    """DR-9"""
    state = position("r1 / *3", goals="b3 r6 g2 p5")
    state.play("goal:b3:color")
    for seat in (1, 2):
        assert state.seat == seat
        state.play(next(move for move in state.moves() if move.startswith(("color", "value"))))
        draw(state, 0)
    shown = table(state, 0)
    assert [goal["manner"] for goal in shown["own"]["goals"]] == ["open", "held", "held", "held"]
    assert {goal["why"]["rule"] for goal in shown["own"]["goals"][1:]} == {"DR-9"}
    assert [mark["open"] for mark in shown["strip"][0]["marks"]] == [True]


# Who sees what


def test_states_that_differ_only_in_secrets_are_shown_alike() -> None:
    chance, differ = Random(3), 0
    for players in (3, 5):
        for state in moments(players, players)[40::23]:
            differ += promises.shows_no_secret(state, chance)
    assert differ > 20


def test_a_spectator_sees_the_backs_of_cards_and_objectives() -> None:
    state = position("r1 / *3", hand="joker swap gap", goals="b3 r6 g2 p5")
    own = table(state, "public")["own"]
    assert own["covered"]
    assert (own["backs"], own["goal_backs"], own["hand"], own["goals"]) == (3, 4, [], [])
    promises.offers_nothing_to_others(state, "public")
    promises.offers_nothing_to_others(state, 1)
    promises.offers_nothing_to_others(state, None)


def test_everything_is_shown_of_a_match_that_is_over_and_nothing_is_refused() -> None:
    """Also while a card is being drawn, when nobody is to move."""
    state = position("r1 / *3", hand="value:6 swap gap")
    state.play("value:6")
    assert state.seat is None
    own = table(state, None)["own"]
    assert [card["card"] for card in own["hand"]] == ["swap", "gap"]
    assert [each["why"] for each in own["hand"] + own["goals"]] == [None] * 6


def test_a_seat_keeps_its_own_hand_before_it_while_others_play() -> None:
    state = first_turn(first=1)
    give(state, 0, "joker swap gap")
    own = table(state, 0)["own"]
    assert [card["card"] for card in own["hand"]] == ["joker", "swap", "gap"]
    assert [card["why"] for card in own["hand"]] == [None] * 3


@pytest.mark.parametrize("name", POSITIONS)
def test_the_table_is_plain_data_and_keeps_to_the_content_security_policy(name: str) -> None:
    state = POSITIONS[name]()
    for viewer in (0, 1, "public", None):
        promises.is_plain_and_safe(state, viewer)
    promises.is_plain_and_safe(scored(), 1)


def test_names_are_never_markup() -> None:
    names = ["<b>Ada</b>", '"><script>', "C"]
    data = GAME.browser.table(scored(), names, GAME.language("en"), 0)
    html = rendered(GAME, "{{ piece.board(t) }}", t={**data, "waits": "move", "mine": False})
    assert "<b>Ada" not in html
    assert "<script>" not in html


# The race in words, and the end of a stage


def test_groups_and_dice_are_named() -> None:
    shown = table(position("r6 b3 / gap / o1 / *3"), 0)
    assert shown["groups"][0]["label"] == "lead: red 6, blue 3"
    assert shown["groups"][1]["label"] == "group 2: orange 1"
    assert shown["dice"][0]["label"] == "red 6 (r6)"
    assert len(shown["scene"]["gaps"]) == 1


def test_dice_in_the_hand_are_in_the_air_until_all_have_fallen() -> None:
    state = position("r6 b3 / o1 g2 / *3", hand="joker swap gap")
    state.play("reroll:2:joker")
    draw(state, 4)
    air = {die["look"] for die in table(state, 1)["dice"] if die["in_the_air"]}
    assert air == {"o1", "g2"}
    draw(state, 4)
    assert not any(die["in_the_air"] for die in table(state, 1)["dice"])


def test_before_the_dice_are_rolled_none_is_seen() -> None:
    shown = table(GAME.start(3), "public")
    assert {die["face"] for die in shown["dice"]} == {0}
    assert shown["groups"] == []


def test_an_objective_says_what_it_is_worth_in_every_group() -> None:
    """DR-22"""
    shown = table(position("b3 b1 r3 / b2 / *4", goals="b3 r6 g2 p5"), 0)
    (goal,) = [goal for goal in shown["own"]["goals"] if goal["goal"] == "b3"]
    assert goal["worth"] == [5, 1, 3]
    assert goal["label"] == "objective blue 3: 5 points in the lead"


def test_a_scored_stage_is_shown_until_somebody_plays() -> None:
    """DR-23, DR-24 In order, with what each has won."""
    state = scored()
    shown = table(state, "public")["ceremony"]
    assert [row["won"] for row in shown["rows"]] == [3, 2, 1]
    assert [(row["seat"], row["won"]) for row in shown["rows"] if row["won"]] == sorted(
        ((seat, points) for seat, points in enumerate(state.points) if points),
        key=lambda pair: -pair[1],
    )
    assert shown["title"] == f"Stage 1: {NAMES[shown['rows'][0]['seat']]} wins"
    state.play(next(move for move in state.moves() if move.startswith(("color", "goal"))))
    assert table(state, "public")["ceremony"] is None


def test_a_stage_that_ends_is_always_shown_as_it_was_paid() -> None:
    """DR-24 Over whole matches, ties and the last stage included."""
    shown = 0
    for players in (3, 4):
        before = [0] * players
        for state in moments(players, 30 + players):
            gained = [now - then for now, then in zip(state.points, before, strict=True)]
            ceremony = table(state, "public")["ceremony"]
            if any(gained):
                assert {row["seat"]: row["won"] for row in ceremony["rows"]} == dict(
                    enumerate(gained)
                )
                shown += 1
            elif ceremony is not None:
                assert state.awaits in ("move", "end")
            before = state.points
    assert shown == 8


def test_stages_show_their_worth_and_their_winner() -> None:
    stages = table(scored(), "public")["stages"]
    assert [stage["worth"] for stage in stages] == [3, 4, 5, 6]
    assert [stage["now"] for stage in stages] == [False, True, False, False]
    assert stages[0]["seat"] is not None


def test_the_button_and_the_list_are_in_the_page_of_who_is_to_move() -> None:
    found = elements(page(position("r1 / *3", hand="joker swap gap"), 0))
    ids = {attributes.get("id") for _, attributes in found}
    assert {"board", "goals", "hand", "commit", "reroll", "told", "moves", "choices"} <= ids
