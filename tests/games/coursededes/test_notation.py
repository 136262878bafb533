"""Moves as text: both ways, what others learn, and why a move is refused."""

from random import Random
from typing import Any

import pytest

from ludotheque import IllegalMove
from ludotheque.core.state import State
from ludotheque.games.coursededes.notation import NOTATION
from tests.cases import cases

from .position import GAME, begun, play, put_road, step

read, write, public = GAME.notation.read_move, GAME.notation.write_move, GAME.notation.public_text


def test_every_legal_move_reads_back_as_itself() -> None:
    """CD-4 Codes and texts are two names of one thing."""
    for seed in range(6):
        chance = Random(seed)
        options = {"objectives": ("single", "variable")[seed % 2]}
        state = GAME.start(2 + seed % 5, options)
        while state.awaits != "end":
            for move in state.moves():
                code = read(move)
                assert code is not None
                assert write(code) == move
            step(state, chance)


@cases(
    ("move", "seen"),
    [
        ("choose:b3", "choose"),
        ("exchange:b3", "exchange"),
        ("tumble:3:value:6", "tumble:3"),
        ("tumble:12:swap", "tumble:12"),
        ("discard:swap", "discard:swap"),
        ("color:b", "color:b"),
        ("overtake", "overtake"),
    ],
)
def test_what_others_learn_of_a_move(move: str, seen: str) -> None:
    """CD-5, CD-15 Neither the objective nor the card laid face down."""
    assert public(move) == seen
    assert public(seen) == seen


@cases(
    "text",
    [
        *(
            "",
            "color",
            "color:",
            "color:x",
            "color:b:",
            "Color:b",
            "color:b ",
            "value:0",
            "value:7",
        ),
        *("value:06", "joker", "joker:", "joker:7", "joker:bb", "gap", "gap:0", "gap:01", "gap:x"),
        *("gap:31", "gap:-1", "swap", "swap:٢", "overtake:", "overtake:2", "tumble:2", "tumble"),
        *("tumble:2:joker:b", "tumble::swap", "tumble:2:", "discard", "discard:joker:b"),
        *("choose", "choose:b7", "exchange:3b", "sprint:r1,r2,r3", "flip:2:6", "crash:r6", "surge"),
        *("reroll:2:swap", "goal:b3:color", "color:o", "color:p"),
    ],
)
def test_there_is_no_other_spelling(text: str) -> None:
    """CD-4 Nor any move of the younger sister of this game."""
    assert read(text) is None
    state = begun(hands=["color:b joker swap"])
    with pytest.raises(IllegalMove) as caught:
        state.play(text)
    assert (caught.value.code, caught.value.rule) == ("unreadable", "CD-4")


def refused(state: State, move: Any) -> tuple[str, str, dict[str, Any]]:
    before = state.states.tobytes()
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert state.states.tobytes() == before
    assert "{" not in str(caught.value)
    return caught.value.code, caught.value.rule, caught.value.params


@cases(
    ("move", "code", "rule", "params"),
    [
        ("color:r", "not_in_hand", "CD-4", {"card": "color:r"}),
        ("joker:b", "not_in_hand", "CD-4", {"card": "joker"}),
        ("tumble:2:joker", "not_in_hand", "CD-4", {"card": "joker"}),
        ("discard:overtake", "not_in_hand", "CD-4", {"card": "overtake"}),
        ("discard:swap", "can_play", "CD-8", {}),
        ("tumble:1:swap", "tumble_lead", "CD-5", {}),
        ("tumble:5:swap", "no_group", "CD-5", {"group": 5, "last": 4}),
        ("swap:1", "swap_lead", "CD-7", {}),
        ("swap:4", "nothing_behind", "CD-7", {"group": 4}),
        ("swap:9", "no_group", "CD-7", {"group": 9, "last": 4}),
        ("gap:4", "nothing_behind", "CD-7", {"group": 4}),
        ("gap:6", "no_group", "CD-7", {"group": 6, "last": 4}),
        ("choose:b3", "not_variable", "CD-15", {}),
        ("exchange:b3", "not_variable", "CD-15", {}),
        (None, "not_text", "CD-4", {}),
    ],
)
def test_a_refusal_says_why(move: Any, code: str, rule: str, params: dict[str, Any]) -> None:
    """CD-5, CD-7, CD-8 With the rule, and what it is about."""
    state = begun(hands=["color:b gap swap"])
    put_road(state, "b1 | r1 | gap | g1 | …")
    assert refused(state, move) == (code, rule, params)


@cases(
    ("groups", "move", "params"),
    [
        ("…", "gap:1", {"needed": 2, "groups": 1}),
        ("b1 | …", "swap:2", {"needed": 3, "groups": 2}),
        ("b1 | gap | …", "overtake", {"needed": 3, "groups": 2}),
    ],
)
def test_too_few_groups(groups: str, move: str, params: dict[str, int]) -> None:
    """CD-7 Gap cards are no groups."""
    state = begun(hands=["gap swap overtake"])
    put_road(state, groups)
    assert refused(state, move) == ("too_few_groups", "CD-7", params)


def test_a_second_tumble_is_refused() -> None:
    """CD-5 Until somebody else has."""
    state = begun(hands=["swap swap color:b", "color:g"])
    put_road(state, "b1 | …")
    play(state, "tumble:2:swap", "color:g")
    assert refused(state, "tumble:2:swap") == ("tumbled_last", "CD-5", {})


def test_refusals_about_objectives() -> None:
    """CD-15 To be picked, exchanged once, and one's own."""
    state = begun(
        objectives="variable", goals=["b3 g1 v6 k2", "r2 r3 g4 k5"], hands=["color:b gap swap"]
    )
    assert refused(state, "color:b")[:2] == ("pick_first", "CD-15")
    assert refused(state, "exchange:b3")[:2] == ("nothing_to_exchange", "CD-15")
    assert refused(state, "choose:r2") == ("not_own", "CD-15", {"objective": "r2"})
    play(state, "choose:b3", "choose:r2")
    assert refused(state, "choose:g1") == ("picked_already", "CD-15", {"objective": "g1"})
    assert refused(state, "exchange:b3") == ("in_force", "CD-15", {"objective": "b3"})
    assert refused(state, "exchange:r3") == ("not_own", "CD-15", {"objective": "r3"})
    state.play("exchange:g1")
    assert refused(state, "exchange:b3")[:2] == ("exchanged_already", "CD-15")


def test_no_move_is_awaited_while_something_is_drawn_or_all_is_over() -> None:
    """CD-14 And nothing changes."""
    state = GAME.start(2)
    assert refused(state, "color:b")[:2] == ("not_awaited", "CD-4")
    chance = Random(0)
    while state.awaits != "end":
        step(state, chance)
    assert refused(state, "color:b")[:2] == ("over", "CD-14")


def test_every_refusal_of_every_text_has_a_reason() -> None:
    """CD-4 All moves that the notation can write, at many moments of two matches."""
    cards = NOTATION.cards
    texts = [
        *(card for card in cards if ":" in card),
        *(f"joker:{name}" for name in "gkbrv123456"),
        *(f"{verb}:{group}" for verb in ("gap", "swap") for group in range(1, 31)),
        *(f"tumble:{group}:{card}" for group in (1, 2, 5, 30) for card in cards),
        *(f"discard:{card}" for card in cards),
        *(f"{verb}:{goal}" for verb in ("choose", "exchange") for goal in ("g1", "b3", "v6")),
        "overtake",
    ]
    for seed, objectives in enumerate(("single", "variable")):
        chance = Random(seed)
        state = GAME.start(3, {"objectives": objectives})
        while state.awaits != "end":
            legal = set(state.moves())
            if state.awaits == "move" and chance.random() < 0.3:
                for text in texts:
                    if text not in legal:
                        refused(state, text)
            step(state, chance)
