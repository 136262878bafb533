"""Narration and terminal table of Course de dés: they describe events, and show no secrets."""

import io
import re
from random import Random
from typing import Any

from rich.console import Console

from ludotheque.core.state import State
from ludotheque.games.coursededes import narration, terminal
from tests.cases import cases

from .position import GAME, begun, draw_any, draw_named, play, put_road, stage_card_on_top, step

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"]
ENGLISH, FRENCH = GAME.language("en"), GAME.language("fr")


def told(state: State, move: str, names: list[str] = NAMES) -> str | None:
    before = state.copy()
    line = {"seat": state.seat, "move": move}
    state.play(move)
    return narration.tell(before, line, state, names[: state.players], ENGLISH)


def told_draw(state: State, face: str) -> str | None:
    before = state.copy()
    draw_named(state, face)
    return narration.tell(before, {"draw": [0, 0]}, state, NAMES[: state.players], ENGLISH)


def drawn(state: State, seat: int | None = None, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(terminal.board(state, NAMES[: state.players], ENGLISH, seat))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


# Sentences


@cases(
    ("move", "sentence"),
    [
        ("color:b", "Ada: the blue dice advance."),
        ("joker:6", "Ada plays a joker: the 6s advance."),
        ("gap:2", "Ada lays a gap card behind group 2."),
        ("tumble:2:gap", "Ada lays a card face down: group 2 tumbles."),
    ],
)
def test_a_move_is_told(move: str, sentence: str) -> None:
    state = begun(hands=["color:b joker gap"])
    put_road(state, "b1 | r1 | …")
    assert told(state, move) == sentence


def test_swaps_overtakes_and_discards_are_told() -> None:
    state = begun(hands=["swap overtake", "swap swap swap"])
    assert told(state.copy(), "discard:swap") == "Ada discards swap, without effect."
    put_road(state, "b1 | r1 | …")
    assert told(state.copy(), "swap:2") == "Ada swaps groups 2 and 3."
    assert told(state, "overtake") == "Ada brings the last group up to second place."


def test_a_tumble_is_told_when_its_last_die_has_fallen() -> None:
    state = begun(hands=["swap"])
    put_road(state, "b1 | r1 g1 | …")
    state.play("tumble:2:swap")
    assert told_draw(state, "3") is None
    assert told_draw(state, "4") == "Group 2 is now green 3, red 4."


def test_a_stage_is_told_with_objectives_and_tokens() -> None:
    state = begun(3, hands=["gap"], goals=["b3", "r2", "v6"])
    put_road(state, "b1 b1 r1 | …")
    stage_card_on_top(state)
    sentence = told(state, "gap:1")
    assert sentence is not None
    assert sentence.endswith(
        "Stage 1 is over — Ada (blue 3) +3 · Ben (red 2) +2 · Cleo (violet 6) +1."
    )


def test_a_tie_break_is_told() -> None:
    state = begun(3, hands=["gap"], goals=["b3", "b2", "v6"])
    put_road(state, "b1 b1 r1 | …")
    state.record.stage = 3
    stage_card_on_top(state)
    sentence = told(state, "gap:1")
    assert sentence is not None
    assert sentence.endswith("Ada and Ben are tied and play on alone.")
    state.record.pile, state.record.deck[:] = 1, [0] * 14 + [1]
    draw_named(state, "b1")
    draw_named(state, "r1")
    assert told_draw(state, "overtake") == "The last card is drawn — Ada (blue 1) · Ben (red 1)."


def test_who_begins_is_told_and_dice_and_cards_are_not() -> None:
    state = GAME.start(2)
    for _ in range(29):
        assert told_draw(state, "1") is None
    assert told_draw(state, "1") == "The thirty dice are rolled and form one group."
    for _ in range(8):
        before = state.copy()
        state.draw(0)
        assert narration.tell(before, {"draw": [0, 0]}, state, NAMES, ENGLISH) is None
    assert told_draw(state, "3") is None
    assert told_draw(state, "4") == "Ben begins."


def secrets(state: State) -> tuple[State, State]:
    """Two states that differ in every secret: hands, objectives, what lies face down."""
    other = state.copy()
    chance = Random(5)
    record = other.record
    for seat in range(state.players):
        held = record.hands[seat].tolist()
        chance.shuffle(held)
        record.hands[seat] = held
    record.goals[: state.players] = record.goals[: state.players][::-1].copy()
    record.in_force[: state.players] = record.in_force[: state.players][::-1].copy()
    return state, other


def test_nothing_public_depends_on_secrets() -> None:
    """CD-2, CD-5 The table as everybody sees it, the question, and what is told of a draw."""
    compared, chance = 0, Random(2)
    state = GAME.start(3, {"objectives": "variable"})
    while state.awaits != "end":
        if state.snapshot()["phase"] == "turn":
            one, other = secrets(state)
            assert drawn(one) == drawn(other)
            compared += one.snapshot() != other.snapshot()
        step(state, chance)
    assert compared > 20


def test_picks_and_exchanges_are_told_without_the_objective() -> None:
    """CD-15"""
    state = begun(objectives="variable", goals=["b3 g1 v6 k2", "r2 r3 g4 k5"])
    assert told(state, "choose:b3") == "Ada picks an objective."
    assert told(state, "choose:r2") == "Ben picks an objective."
    assert told(state, "exchange:g1") == "Ada exchanges the objective in force."


def test_every_event_can_be_told_in_both_languages() -> None:
    for seed in range(4):
        chance = Random(seed)
        state = GAME.start(2 + seed, {"objectives": ("single", "variable")[seed % 2]})
        while state.awaits != "end":
            before = state.copy()
            seat = state.seat
            line: dict[str, Any] = {"draw": [0, 0]}
            if state.draw_size is not None:
                state.draw(chance.randrange(state.draw_size))
            else:
                move = chance.choice(state.moves())
                state.play(move)
                line = {"seat": seat, "move": move}
            for language in (ENGLISH, FRENCH):
                names = NAMES[: state.players]
                assert narration.ask(before, names, language)
                sentence = narration.tell(before, line, state, names, language)
                assert sentence is None or not re.search(r"{|\b[gkbrv][1-6]\b|\w:\w", sentence)
                if seat is not None:
                    assert sentence
                    narration.brief(before, state, names, language)


# What a move brings


@cases(
    ("move", "marks"),
    [
        ("color:b", "0→1·1·5"),
        ("joker:3", "0→0·2·0"),
        ("tumble:2:gap", "0→0·?·1"),
        ("gap:1", "0→0·1·1"),
    ],
)
def test_brief_counts_with_the_own_objective(move: str, marks: str) -> None:
    state = begun(hands=["color:b joker gap"], goals=["b3", "k3"])
    put_road(state, "r1 | b1 | k3 g4 | g1 | …")
    after = state.copy()
    after.play(move)
    assert narration.brief(state, after, NAMES, ENGLISH) == marks


def test_brief_does_not_tell_how_a_stage_ends() -> None:
    """CD-9 The move ends a stage: what it brings does not depend on the others' objectives."""
    found = set()
    for other in ("k3", "r1", "v6"):
        state = begun(hands=["gap"], goals=["b3", other])
        put_road(state, "r1 | b1 | …")
        stage_card_on_top(state)
        after = state.copy()
        after.play("gap:1")
        found.add(narration.brief(state, after, NAMES, ENGLISH))
    assert found == {"0→0·1·5"}


# The table


def test_the_table_shows_the_road_from_the_lead() -> None:
    state = begun(goals=["b3", "k3"])
    put_road(state, "r1 r2 | b1 | gap | …")
    lines = drawn(state).splitlines()
    assert lines[0].startswith("stage 1 of 4 · pile: 70")
    assert lines[1].split() == ["1", "r1", "r2"]
    assert lines[2].split() == ["2", "b1"]
    assert "╌" in lines[3]


def test_only_the_seat_that_looks_sees_its_cards() -> None:
    """CD-2 Without a seat the table shows nobody's."""
    state = begun(hands=["swap swap swap", "overtake overtake overtake"], goals=["b3", "k3"])
    put_road(state, "r1 r2 | b1 | …")
    assert "your" not in drawn(state)
    assert "swap" not in drawn(state)
    assert "your cards: swap, swap, swap" in drawn(state, 0)
    assert "your objectives:  blue 3" in drawn(state, 0)
    assert "overtake" not in drawn(state, 0)
    assert "pink 3" not in drawn(state, 0)


@cases("width", [40, 60, 80, 120])
def test_the_table_fits(width: int) -> None:
    chance = Random(width)
    state = GAME.start(6)
    while state.awaits != "end":
        step(state, chance)
        if chance.random() < 0.1:
            assert all(len(line) <= width for line in drawn(state, width=width).splitlines())


@cases(
    ("typed", "meant"),
    [
        ("b", "color:b"),
        ("Couleur b", "color:b"),
        ("valeur 6", "value:6"),
        ("écart 2", "gap:2"),
        ("Échange:2", "swap:2"),
        ("dépassement", "overtake"),
        ("culbute 3 valeur 6", "tumble:3:value:6"),
        ("tumble 3 joker", "tumble:3:joker"),
        ("défausser échange", "discard:swap"),
        ("choisir B3", "choose:b3"),
        ("color:b", "color:b"),
        ("", ""),
    ],
)
def test_what_somebody_types_is_tidied(typed: str, meant: str) -> None:
    assert terminal.normalize_move(typed) == meant


def test_every_move_is_tidy_as_it_is() -> None:
    chance = Random(1)
    state = GAME.start(4, {"objectives": "variable"})
    while state.awaits != "end":
        for move in state.moves():
            assert terminal.normalize_move(move) == move
        step(state, chance)


def test_playing_on_after_a_table_was_drawn_changes_nothing() -> None:
    state = begun()
    before = state.states.tobytes()
    drawn(state, 0)
    narration.ask(state, NAMES, ENGLISH)
    assert state.states.tobytes() == before
    draw_any(play(state))
