"""Hidden information in Course de dés: snapshots, views and determinization."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludotheque.core.state import State

from .position import GAME, begun, draw_any, draw_named, play, put_road, stage_card_on_top, step

SETTINGS = [(2, "single"), (3, "variable"), (6, "single"), (4, "variable")]


def moments(players: int, objectives: str, seed: int) -> Iterator[State]:
    chance = Random(seed)
    state = GAME.start(players, {"objectives": objectives})
    yield state
    while state.awaits != "end":
        step(state, chance)
        yield state


def seen_by(state: State, seat: int) -> dict[str, Any]:
    """All that reaches a seat: its view, and the public side of what is awaited."""
    view = state.view(seat)
    return {
        "snapshot": view.snapshot,
        "memory": view.memory,
        "moves": sorted(view.moves),
        "awaits": (view.awaits, view.to_move, state.draw_size),
        "public": state.snapshot("public"),
        "throw": [
            (each["kind"], each["what"], len(each["faces"]), each["secret"]) for each in state.throw
        ],
    }


@pytest.mark.parametrize(("players", "objectives"), SETTINGS)
def test_states_that_differ_in_what_a_seat_cannot_know_look_alike_to_it(
    players: int, objectives: str
) -> None:
    """CD-2, CD-5, CD-15 Cards and objectives are dealt anew behind the seat's back."""
    differing = 0
    for number, state in enumerate(moments(players, objectives, seed=players)):
        if number % 4:
            continue
        for seat in range(players):
            other = GAME.resample(state.view(seat), Random(number))
            assert seen_by(other, seat) == seen_by(state, seat)
            differing += other.snapshot() != state.snapshot()
    assert differing > 50


@pytest.mark.parametrize(("players", "objectives"), SETTINGS)
def test_what_is_imagined_is_a_whole_box(players: int, objectives: str) -> None:
    """CD-1 All cards and all objectives are somewhere, each once."""
    for number, state in enumerate(moments(players, objectives, seed=players)):
        if number % 9 == 0:
            imagined = GAME.resample(state.view(number % players), Random(number))
            assert all_cards(imagined) == all_cards(state)
            assert all_objectives(imagined) == list(range(30))
            assert imagined.length == state.length


def all_cards(state: State) -> list[int]:
    record = state.record
    counts = record.deck + record.hands.sum(axis=0) + record.discard + record.buried.sum(axis=0)
    if record.face_down >= 0:
        counts[record.face_down] += 1
    counts[12] += state.snapshot()["groups"].count("gap")
    found: list[int] = counts.tolist()
    return found


def all_objectives(state: State) -> list[int]:
    record = state.record
    sets = [int(record.undealt), *map(int, record.goals[: state.players])]
    found = [number for held in sets for number in range(30) if held >> number & 1]
    for seat in range(state.players):
        found += record.spent[seat, : record.spent_count[seat]].tolist()
    return sorted(found)


def test_others_see_numbers_instead_of_cards_and_objectives() -> None:
    """CD-2 At the end, too."""
    for state in moments(3, "variable", seed=1):
        for seat in (0, 1, 2, "public"):
            snapshot = state.snapshot(seat)
            full = state.snapshot()
            for other in range(3):
                for what in ("hands", "goals"):
                    whole = full[what][other]
                    assert snapshot[what][other] == (whole if other == seat else len(whole))


def test_the_card_laid_face_down_is_in_no_snapshot() -> None:
    """CD-5 Its owner remembers it, and nobody else."""
    state = begun(hands=["value:6 swap swap", "color:g color:g joker"])
    put_road(state, "b1 | …")
    play(state, "tumble:2:value:6")
    for seat in (None, 0, 1, "public"):
        snapshot = state.snapshot(seat)
        assert "value:6" not in json.dumps([snapshot["discard"], snapshot["hands"]])
    assert state.view(0).memory["own_face_down"] == "value:6"
    assert state.view(1).memory["own_face_down"] is None
    play(state, "tumble:2:joker")
    assert state.view(0).memory["own_buried"] == ["value:6"]
    assert "value:6" not in json.dumps(state.view(1).memory)


def test_an_own_card_laid_face_down_is_never_imagined_elsewhere() -> None:
    """CD-5 All four value cards of a kind are accounted for: none is left for others."""
    state = begun(hands=["value:6 value:6 value:6", "color:g color:g value:6"])
    put_road(state, "b1 | …")
    play(state, "tumble:2:value:6")
    for seed in range(20):
        imagined = GAME.resample(state.view(0), Random(seed))
        assert imagined.record.face_down == 10
        assert imagined.record.deck[10] + imagined.record.hands[1, 10] == 1


def test_secret_draws_are_marked() -> None:
    """CD-2 Cards and objectives are; dice are not."""
    for state in moments(2, "variable", seed=3):
        for drawn in state.throw:
            assert drawn["secret"] == (drawn["kind"] != "die")
            assert drawn["kind"] in ("die", "card", "objective")
        assert state.roller is None


def test_dice_thrown_together_are_told_together() -> None:
    """CD-1, CD-5 Thirty at the start, then those of a group; a card comes by itself."""
    state = GAME.start(2)
    assert len(state.throw) == 30
    state.draw(0)
    assert len(state.throw) == 29
    state = begun(hands=["swap"])
    put_road(state, "b1 | b2 b3 | …")
    state.play("tumble:2:swap")
    assert [drawn["kind"] for drawn in state.throw] == ["die", "die"]
    assert state.view(1).memory["tumbling"] == 2
    draw_named(state, "4")
    assert state.view(1).memory["fallen"] == [4]
    draw_named(state, "4")
    assert [drawn["kind"] for drawn in state.throw] == ["card"]
    assert len(state.throw[0]["faces"]) == state.draw_size == 70


def test_everything_unseen_is_imagined_equally_often() -> None:
    """CD-1, CD-2 The other's objective, and where the last overtake card is."""
    state = begun(hands=["overtake overtake overtake"], goals=["b3"])
    view, goals, places = state.view(0), Counter[str](), Counter[str]()
    draws = 2900
    for seed in range(draws):
        imagined = GAME.resample(view, Random(seed)).record
        goals[str(imagined.goals[1])] += 1
        places["hand"] += int(imagined.hands[1, 14])
        places["pile"] += int(imagined.deck[14])
    assert len(goals) == 29
    assert all(60 < count < 145 for count in goals.values())  # 100 each, give or take four sigma
    # Three overtakes among 73 unseen cards, of which three are in the hand.
    assert sum(places.values()) == 3 * draws
    assert 270 < places["hand"] < 450


def test_of_variable_objectives_any_may_be_in_force() -> None:
    """CD-15 What another has picked is open; what has not been picked is not in force."""
    state = begun(objectives="variable", goals=["b3 g1 v6 k2", "r2 r3 g4 k5"])
    state.play("choose:b3")
    view = state.view(1)
    force = Counter(int(GAME.resample(view, Random(seed)).record.in_force[0]) for seed in range(99))
    assert len(force) > 10
    assert -1 not in force
    for seed in range(9):
        assert GAME.resample(state.view(0), Random(seed)).record.in_force[:2].tolist() == [14, -1]
    state.play("choose:r2")
    draw_any(state)
    for seed in range(9):
        assert GAME.resample(state.view(0), Random(seed)).record.in_force[1] >= 0


def test_a_move_that_ends_a_stage_lays_objectives_open() -> None:
    """CD-9, CD-15 With variable objectives nothing is drawn after it: it cannot be taken back."""
    state = begun(objectives="variable", goals=["b3 g1 v6 k2", "r2 r3 g4 k5"], hands=["gap"])
    put_road(state, "b1 | …")
    reveals = GAME.positions.reveals
    before = state.copy()
    play(state, "choose:b3", "choose:r2", "exchange:g1")
    assert not reveals(before.record, state.record)
    before = state.copy()
    stage_card_on_top(state).play("gap:1")
    assert state.awaits == "move"
    assert reveals(before.record, state.record)
