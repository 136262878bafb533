"""Moves of DiceRun as text, why one is refused, editions, and invariants of every state."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque import IllegalMove
from ludotheque.core.errors import BadEdition
from ludotheque.games.dicerun.cards import NOTATION as CARDS
from ludotheque.games.dicerun.terminal import normalize_move
from tests.cases import cases

from .position import GAME, box, draw, end_stage, give, position
from .test_against_naive import EDITIONS, any_verb

NOTATION = GAME.notation
EXAMPLES = [
    *("color:b", "value:6", "joker:b", "joker:6", "swap:2", "sprint:r6,b1,b2", "surge"),
    *("flip:2:6", "gap:2", "crash:r6", "goal:b3:color", "goal:b3:value", "reroll:3:value:6"),
    *("reroll:30:joker", "discard:swap", "choose:b3"),
]


@cases("text", EXAMPLES)
def test_a_text_names_a_move_and_back(text: str) -> None:
    move = NOTATION.read_move(text)
    assert move is not None
    assert NOTATION.write_move(move) == text


@cases(
    "text",
    [
        *("color:k", "color:6", "value:7", "value:b", "joker", "joker:", "joker:0", "swap", "gap:"),
        *("swap:0", "swap:31", "swap:02", "swap:٢", "surge:", "surge:1", "overtake", "exchange:b3"),
        *("sprint:r6,b1", "sprint:r6,b1,b2,b3", "flip:2", "flip:2:0", "crash:r7", "goal:b3"),
        *("goal:b3:colour", "reroll:3", "reroll:3:joker:6", "discard:", "choose", "choose:b", ":"),
        *("tumble:3:swap", "Color:b", "color:b:", "discard:swap:", "color", "value:"),
    ],
)
def test_a_text_that_names_no_move_is_none(text: str) -> None:
    assert NOTATION.read_move(text) is None


@given(st.integers(0, 2**20))
def test_every_code_that_can_be_written_reads_back(code: int) -> None:
    try:
        text = NOTATION.write_move(code)
    except (KeyError, IndexError):
        return
    read = NOTATION.read_move(text)
    assert read is None or NOTATION.write_move(read) == text


@cases(
    ("race", "hand", "move", "code", "rule"),
    [
        ("*5", "swap swap swap", "color:b", "not_in_hand", "DR-11"),
        ("*5", "swap swap swap", "joker:b", "not_in_hand", "DR-12"),
        ("r1 / *5", "swap swap swap", "swap:2", "too_few_groups", "DR-13"),
        ("r1 / o1 / *5", "swap swap swap", "swap:1", "swap_lead", "DR-13"),
        ("r1 / o1 / *5", "swap swap swap", "swap:3", "nothing_behind", "DR-13"),
        ("r1 / o1 / *5", "swap swap swap", "swap:9", "no_group", "DR-13"),
        ("r1 o1 g1 / *5", "sprint swap swap", "sprint:r1,o1,g1", "lead_too_small", "DR-14"),
        ("*5", "sprint swap swap", "sprint:o5,r5,g5", "spelling", "DR-14"),
        ("*5", "sprint swap swap", "sprint:r5,o5,g6", "not_in_lead", "DR-14"),
        ("r1 r2 r3 r4 / *5", "sprint swap swap", "sprint:r1,r1,r2", "not_in_lead", "DR-14"),
        ("r1 / *5", "surge swap swap", "surge", "too_few_groups", "DR-15"),
        ("r1 / *5", "flip swap swap", "flip:1:2", "no_such_value", "DR-16"),
        ("r1 / *5", "flip swap swap", "flip:3:2", "no_group", "DR-16"),
        ("*5", "gap swap swap", "gap:1", "too_few_groups", "DR-17"),
        ("r1 / *5", "gap swap swap", "gap:2", "nothing_behind", "DR-17"),
        ("*5", "crash swap swap", "crash:r5", "too_few_groups", "DR-18"),
        ("r1 / *5", "crash swap swap", "crash:r5", "not_in_lead", "DR-18"),
        ("r1 / *5", "flip swap swap", "discard:swap", "can_play", "DR-19"),
        ("r1 / *5", "swap swap swap", "discard:flip", "not_in_hand", "DR-19"),
        ("r1 / *5", "swap swap swap", "reroll:2:flip", "not_in_hand", "DR-10"),
        ("r1 / *5", "swap swap swap", "reroll:1:swap", "reroll_lead", "DR-10"),
        ("r1 / *5", "swap swap swap", "reroll:3:swap", "no_group", "DR-10"),
        ("*5", "swap swap swap", "goal:p6:color", "not_own_goal", "DR-9"),
        ("*5", "swap swap swap", "choose:r1", "no_stage_end", "DR-21"),
        ("*5", "swap swap swap", "tumble:2:swap", "unreadable", "DR-8"),
    ],
)
def test_a_refusal_says_why_and_where_it_is_written(
    race: str, hand: str, move: str, code: str, rule: str
) -> None:
    state = position(race, hand=hand)
    before = state.states.tobytes()
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert "{" not in str(caught.value)
    assert state.states.tobytes() == before


def test_at_the_end_of_a_stage_only_a_choice_is_taken() -> None:
    state = position("*5", hand="value:6 swap swap")
    with pytest.raises(IllegalMove, match="not now"):
        state.play("choose:r1")
    end_stage(state, "value:6")
    with pytest.raises(IllegalMove, match="choose one"):
        state.play("value:6")
    with pytest.raises(IllegalMove, match="none of your objectives"):
        state.play("choose:p6")


def test_every_illegal_text_of_the_notation_gets_a_reason() -> None:
    """At moments of a match, every text that is a move somewhere."""
    chance, state = Random(9), GAME.start(3)
    texts = [*EXAMPLES, "crash:o2", "swap:1", "flip:1:1", "choose:r1", "goal:r1:value", "gap:1"]
    while state.awaits != "end":
        if state.draw_size is not None:
            draw(state, chance.randrange(state.draw_size))
            continue
        for text in texts:
            if text not in state.moves():
                with pytest.raises(IllegalMove) as caught:
                    state.play(text)
                assert "{" not in str(caught.value)
        state.play(any_verb(sorted(state.moves()), chance))


@cases(
    ("changes", "said"),
    [
        ({"colours": [6, 6, 6, 6]}, "colours"),
        ({"values": [4, 4, 4, 4, 4, 25]}, "values: number 6 is 25"),
        ({"gap": 25}, "gap = 25 is not a whole number from 0 to 24"),
        ({"joker": True}, "joker"),
        ({"stages": [3, 4, 5, 0]}, "stages"),
        ({"places": [2]}, "places"),
        ({"sprints": 3}, "unknown component 'sprints'"),
    ],
)
def test_a_box_that_makes_no_sense_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadEdition) as caught:
        GAME.start(3, edition=box(**changes))
    assert said in str(caught.value)


def test_the_printed_box_has_76_movement_cards() -> None:
    assert GAME.start(3).snapshot()["pile"] == 76


@cases("move", ["value:1", "surge", "crash:r1", "swap:29"])
def test_the_longest_line_there_can_be_is_raced_on(move: str) -> None:
    """Every die alone, and all gap cards of the largest box in the race, in checked mode."""
    others = dict.fromkeys(CARDS.cards[11:], 24)
    largest = box(colours=[24] * 5, values=[24] * 6, **others)
    dice = [f"{colour}{value}" for colour in "rogbp" for value in range(1, 7)]
    line = " / ".join([dice[0], *["gap / gap"] * 11, *dice[1:-1], "gap", "gap", dice[-1]])
    state = position(line, edition=largest)
    give(state, 0, f"flip flip {move if move == 'value:1' else move.partition(':')[0]}")
    checked = GAME.start(3, edition=largest, mode="checked")
    checked.states[:] = state.states
    for each in (state, checked):
        each.play(move)
    assert checked.states.tobytes() == state.states.tobytes()


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 6), st.integers(), st.sampled_from(sorted(EDITIONS)))
def test_dice_and_cards_are_never_lost(players: int, seed: int, name: str) -> None:
    chance, edition = Random(seed), EDITIONS[name]
    state = GAME.start(players, edition=edition)
    cards = state.snapshot()["pile"]
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(any_verb(sorted(state.moves()), chance))
        seen = state.snapshot()
        groups = [group for group in seen["groups"] if group != "gap"]
        gaps = len(seen["groups"]) - len(groups)
        assert "gap" not in [*seen["groups"][:1], *seen["groups"][-1:]]
        assert not groups or sorted(die[0] for group in groups for die in group) == sorted(
            "rogbp" * 6
        )
        assert all(groups)
        held = sum(map(len, seen["hands"])) + sum(seen["discard"].values()) + seen["pile"]
        assert held + gaps + (seen["rerolled"] is not None) == cards
        assert all(len(hand) <= 3 for hand in seen["hands"])


@cases(
    ("typed", "text"),
    [
        ("Sprint b2 r6 b1", "sprint:r6,b1,b2"),
        ("color b", "color:b"),
        ("b", "color:b"),
        ("couleur : b", "color:b"),
        ("écart 2", "gap:2"),
        ("goal b3 colour", "goal:b3:color"),
        ("reroll 3 value 6", "reroll:3:value:6"),
        ("6", "6"),
    ],
)
def test_what_somebody_types_is_tidied(typed: str, text: str) -> None:
    assert normalize_move(typed) == text
