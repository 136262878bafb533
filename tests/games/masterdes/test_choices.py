"""The choices in the browser: what a move would do, dice picked up, and what is sent."""

from typing import Any

import pytest

from ludotheque import State
from ludotheque.games.masterdes import browser

from ..drawn_table import drawer, sent
from .drawn import Table, drawing_of, table, tapped
from .position import BLUE, GAME, RED, go, start

ENGLISH = GAME.language("en")
PRINTED = ("4 6 3 heart", "4 4 4 two")
RETHROW = ("4 6 3 blank", "1 2 5 two", "first")


def preview(state: State, move: str) -> dict[str, Any]:
    after = state.copy()
    after.play(move)
    return browser.preview(state, after, move, ["Ada", "Ben"], ENGLISH)


# What a move would do


@pytest.mark.parametrize(
    ("move", "label", "say"),
    [
        ("keep", "Keep all", "What stays: 3-4-6 + blank."),
        ("throw:3", "Throw 1 die again", "What stays: 4-6 + blank."),
        ("throw:3,4", "Throw 2 dice again", "What stays: 6 + blank."),
        ("throw:m", "Throw the MasterDé again", "What stays: 3-4-6."),
        ("throw:3,m", "Throw 1 die and the MasterDé again", "What stays: 4-6."),
        ("throw:3,4,6,m", "Throw 3 dice and the MasterDé again", "What stays: nothing."),
    ],
)
def test_a_move_says_what_is_thrown_and_what_stays(move: str, label: str, say: str) -> None:
    """MD-3"""
    state = go(start(), "4 6 3 blank", "1 2 5 blank", "first")
    before = state.snapshot()
    assert preview(state, move) == {"label": label, "say": say}
    assert state.snapshot() == before


def test_a_move_that_ends_the_duel_says_so() -> None:
    """MD-3 Nobody has thrown again."""
    state = go(start(), "4 6 3 blank", "1 2 5 blank", "first", "keep")
    assert preview(state, "keep")["say"] == "What stays: 1-2-5 + blank. The duel is counted then."
    assert "counted" not in preview(state, "throw:1")["say"]


def test_going_first_or_second_says_what_it_means() -> None:
    """MD-3"""
    state = go(start(), *PRINTED)
    assert {move: preview(state, move)["say"] for move in state.moves()} == {
        "first": "Ben will know your dice before throwing.",
        "second": "You will know Ben’s dice before throwing.",
    }


# Dice that are picked up


def picked(shown: Table) -> list[str]:
    return [each.get("id") for each in shown.buttons if each.get("aria-pressed") == "true"]


def test_the_own_dice_can_be_picked_up_and_nothing_else() -> None:
    """MD-3 By tap or by keyboard, each with a name; only a blank MasterDé."""
    shown = table(go(start(), *RETHROW))
    dice = [each for each in shown.buttons if each.get("role") == "button"]
    assert [each.get("id") for each in dice] == [
        "md-die-0-3-0",
        "md-die-0-4-0",
        "md-die-0-6-0",
        "md-master-0",
    ]
    assert all(each.get("tabindex") == "0" and each.get("aria-label") for each in dice)
    assert not any("aria-disabled" in each.attributes for each in dice)
    shown = table(go(start(), *RETHROW, "keep"), BLUE)
    assert shown["md-master-1"].get("aria-disabled") == "true"


def test_picking_dice_up_says_what_is_thrown_and_what_stays() -> None:
    """MD-3 The same words as in the list of moves."""
    state = go(start(), *RETHROW)
    shown = table(state)
    assert (shown.text("commit"), shown.text("score-0")) == ("Keep all", "13")
    assert shown.text("told") == "Tap the dice you want to throw again."
    shown = tapped("#md-die-0-4-0", "#md-master-0")
    said = preview(state, "throw:4,m")
    assert (shown.text("commit"), shown.text("told")) == (said["label"], said["say"])
    assert shown.text("score-0") == "9 + ?"
    assert picked(shown) == ["md-die-0-4-0", "md-master-0"]
    assert shown["md-die-0-4-0"].get("aria-label") == "red 4; picked up"
    assert "md-off" in shown["change-0"].get("class")
    tapped("#commit")
    assert sent() == [{"kind": "move", "seat": 0, "move": "throw:4,m", "version": 0}]


def test_a_second_tap_puts_a_die_back() -> None:
    before = drawing_of(table(go(start(), *RETHROW)))
    assert drawing_of(tapped("#md-die-0-4-0")) != before
    assert drawing_of(tapped("#md-die-0-4-0")) == before


@pytest.mark.parametrize(
    ("dice", "selector", "refusal", "rule"),
    [
        (RETHROW, "#md-die-1-1-0", "These are the dice of Blaise.", "MD-3"),
        (RETHROW, "#md-master-1", "These are the dice of Blaise.", "MD-3"),
        (
            ("4 6 3 two", "4 1 2 two", "first"),
            "#md-die-1-4-0",
            "Out of this duel: a red 4 met a blue 4.",
            "MD-2",
        ),
        (
            ("4 6 3 two", "1 1 1 two", "first"),
            "#md-master-1",
            "Out of this duel: all the dice left showed 1.",
            "MD-2",
        ),
        (
            ("4 6 3 two", "4 1 2 two", "first"),
            "#md-master-0",
            "The MasterDé shows a picture and stays: only a blank one is thrown again.",
            "MD-3",
        ),
    ],
)
def test_what_cannot_be_thrown_says_why(
    dice: tuple[str, ...], selector: str, refusal: str, rule: str
) -> None:
    state = go(start(), *dice)
    table(state, state.seat)
    assert not picked(tapped(selector))
    assert sent() == [{"refused": refusal, "rule": rule}]


# The list of moves, and buttons


def opened_list() -> Table:
    drawer().do(lambda page: page.locator("#moves summary").dispatch_event("click"))
    drawer().do(lambda page: page.locator(".md-move").first.wait_for(state="attached"))
    return tapped()


def test_every_move_is_in_the_list_and_keeping_comes_first() -> None:
    """MD-3 Then few dice before many."""
    state = go(start(), *RETHROW)
    assert "All moves (16)" in table(state).html
    listed = [each.get("value") for each in opened_list().of_class("md-move")]
    assert sorted(listed) == sorted(state.moves())
    assert listed[0] == "keep"
    assert [move.count(",") for move in listed[1:]] == sorted(
        move.count(",") for move in listed[1:]
    )


def test_the_list_shows_a_move_before_it_plays_it() -> None:
    table(go(start(), "6 6 3 blank", "1 2 5 two", "first"))
    opened_list()
    shown = tapped(".md-move[value='throw:6,m']")
    assert picked(shown)[:2] == ["md-die-0-6-0", "md-master-0"]
    assert sent() == []
    tapped(".md-move[value='throw:6,m']")
    assert [each["move"] for each in sent()] == ["throw:6,m"]


@pytest.mark.parametrize("move", ["first", "second"])
def test_the_order_is_chosen_with_a_button(move: str) -> None:
    """MD-3"""
    shown = table(go(start(), *PRINTED))
    assert {each.get("id") for each in shown.buttons} == {"first", "second"}
    assert shown.text("first") == "Throw first Blaise will know your dice before throwing."
    tapped(f"#{move}")
    assert sent() == [{"kind": "move", "seat": 0, "move": move, "version": 0}]


def test_a_duel_begins_with_a_throw_and_a_move_can_be_taken_back() -> None:
    shown = table(start(), taker_back=RED)
    assert {each.get("id"): each.text for each in shown.buttons} == {
        "roll": "Throw",
        "take-back": "Take the last move back",
    }


def test_whoever_watches_is_offered_nothing() -> None:
    shown = table(go(start(), *RETHROW), "public")
    assert not shown.buttons
    assert not [each for each in shown.of_class("md-die") if "tabindex" in each.attributes]


# Keys


def pressed(*keys: str) -> Table:
    """Keys, as the page hands them to the game's module."""
    press = """(keys) => keys.map((key) => table.module.keydown(
        { key, code: /^[0-9]$/.test(key) ? `Digit${key}` : key, target: document.body },
        table.view(table.frame)))"""
    drawer().do(lambda page: page.evaluate(press, list(keys)))
    return tapped()


def test_dice_are_picked_up_with_digits_and_thrown_with_enter() -> None:
    """MD-3 The n-th die from the left, m for the MasterDé, Escape puts all back."""
    table(go(start(), *RETHROW))
    assert picked(pressed("1", "3", "m")) == ["md-die-0-3-0", "md-die-0-6-0", "md-master-0"]
    assert picked(pressed("Escape")) == []
    pressed("2", "4", "Enter")
    assert [each["move"] for each in sent()] == ["throw:4,m"]
