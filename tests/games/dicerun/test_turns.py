"""Before the start, the turns, the nine cards. DR-5 to DR-19."""

from random import Random

import pytest

from ludotheque import IllegalMove, State

from .position import (
    GAME,
    after,
    box,
    draw,
    drawn,
    first_turn,
    give,
    position,
    race_of,
    verbs,
)


def test_everybody_is_dealt_four_objectives_in_seat_order() -> None:
    """DR-5 Each drawn among those left, by colour and value."""
    state = GAME.start(3)
    draw(state, *[0] * 30)
    for left in range(30, 18, -1):
        assert state.draw_size == left
        assert state.throw[0]["kind"] == "objective"
        draw(state, 1 if left == 30 else 0)
    goals = [["r1", "r2", "r3", "r4"], ["r5", "r6", "o1", "o2"], ["o3", "o4", "o5", "o6"]]
    assert state.snapshot()["goals"] == goals
    assert state.snapshot(1)["goals"] == [4, goals[1], 4]


def test_everybody_is_dealt_three_cards_and_the_rest_is_cut() -> None:
    """DR-6 The k-th card left in card order; then four cuts of five outcomes."""
    state = GAME.start(3)
    draw(state, *[0] * 42)
    assert state.draw_size == 76
    draw(state, 75, 0, 30, *[0] * 6)
    assert state.snapshot()["hands"][0] == ["color:r", "value:1", "crash"]
    assert state.snapshot()["pile"] == 67
    for _ in range(4):
        assert state.draw_size == 5
        assert state.throw[0] == {**state.throw[0], "kind": "cut", "secret": True}
        draw(state, 4)
    assert state.record.cuts.tolist() == [15, 28, 42, 55]


def test_a_deck_that_could_leave_a_pack_empty_is_refused() -> None:
    """DR-6 24 cards can be cut, 23 cannot."""
    small = {"colours": [3, 3, 3, 3, 3], "values": [2, 2, 2, 2, 2, 2]}
    others = dict.fromkeys(("joker", "swap", "sprint", "surge", "flip", "crash"), 1)
    assert GAME.start(3, edition=box(**small, **others, gap=0)).awaits == "draw"
    with pytest.raises(ValueError, match="at least 33"):
        GAME.start(3, edition=box(**small, **{**others, "joker": 0}, gap=0))
    with pytest.raises(ValueError, match="at least 36"):
        GAME.start(4, edition=box(**small, **others, gap=0))


def test_the_highest_total_of_two_dice_begins() -> None:
    """DR-7 Beside the race: those tied for it roll again; the race stays as it was."""
    state = GAME.start(4, {"roll_off": "aside"})
    draw(state, *[0] * (30 + 16 + 12), *[2] * 4)
    race = race_of(state)
    draw(state, 3, 3, 0, 0, 5, 1, 4, 2)  # seats 0, 2 and 3 have 8
    assert [each["what"][:6] for each in state.throw] == [f"seat {s}" for s in (0, 0, 2, 2, 3, 3)]
    draw(state, 0, 0, 5, 0, 0, 5)  # seats 2 and 3
    draw(state, 0, 0)
    assert state.snapshot()["phase"] == "setup"
    draw(state, 0, 1)
    assert (state.seat, state.snapshot()["phase"]) == (3, "turn")
    assert race_of(state) == race
    state.play("color:o")
    draw(state, 0)
    assert state.seat == 0


def test_a_card_played_is_discarded_and_another_drawn() -> None:
    """DR-8 All that needs no chance is done before the draw."""
    state = position("r1 *5", hand="value:2 value:3 swap")
    state.play("value:2")
    assert state.snapshot() | {"hands": state.snapshot()["hands"][0]} == {
        **state.snapshot(),
        "hands": ["value:3", "swap"],
        "discard": {"value:2": 1},
        "phase": "turn",
    }
    assert state.draw_size == 67
    draw(state, 66)
    assert state.snapshot()["hands"][0] == ["value:3", "swap", "crash"]
    assert state.seat == 1


def test_a_gap_card_is_not_discarded_when_played() -> None:
    """DR-8 It stays in the race."""
    state = position("r1 / *5", hand="gap swap swap")
    state.play("gap:1")
    assert state.snapshot()["discard"] == {}


def test_an_objective_advances_its_colour_and_its_value_and_lies_open() -> None:
    """DR-9 In either order; no card is drawn; once in a stage."""
    state = position("r1 r2 o1 *5", goals="r1 o1 g1 b1")
    assert after(state, "goal:r1:color") == drawn("r1 / r2 o1 r5 r5 r5 r5 / *5")
    assert after(state, "goal:r1:value") == drawn("r1 / o1 r2 r5 r5 r5 r5 / *5")
    state.play("goal:r1:value")
    assert state.seat == 1
    assert state.snapshot("public")["open"] == ["r1", None, None]
    assert state.snapshot()["goals"][0] == ["o1", "g1", "b1"]
    assert state.snapshot()["pile"] == 67
    for _ in range(2):
        state.play(next(move for move in state.moves() if move.startswith("goal")))
    assert "goal" not in verbs(state)
    with pytest.raises(IllegalMove, match="open already") as caught:
        state.play("goal:o1:color")
    assert (caught.value.code, caught.value.rule) == ("goal_played", "DR-9")


def test_an_objective_can_be_played_even_if_nothing_moves() -> None:
    """DR-9 Always, once in a stage."""
    state = position("r1 r1 r1 r1 r1 r1 / *5", goals="r1 o1 g1 b1")
    assert after(state, "goal:r1:color") == race_of(state)


def test_a_reroll_throws_a_group_and_hides_a_card() -> None:
    """DR-10 Dice in dice order; until the last has fallen the old faces show; then the card."""
    state = position("r1 / p2 o3 o4 / *5", hand="joker swap gap")
    assert {m for m in state.moves() if m.startswith("reroll")} == {
        f"reroll:{group}:{card}" for group in (2, 3) for card in ("joker", "swap", "gap")
    }
    state.play("reroll:2:joker")
    assert state.snapshot()["rerolled"] == 0
    assert state.snapshot()["discard"] == {}
    assert len(state.throw) == 3
    draw(state, 5, 4)
    assert race_of(state) == drawn("r1 / p2 o3 o4 / *5")
    draw(state, 0)
    assert race_of(state) == drawn("r1 / o6 o5 p1 / *5")
    assert state.draw_size == 67
    assert "joker" not in state.snapshot()["hands"][0]


def test_whoever_rerolled_last_waits_until_another_has() -> None:
    """DR-10 A stage changes nothing; the older card is discarded unseen."""
    state = position("r1 / p2 / *5", hand="joker swap gap")
    end_stage_by_reroll(state)
    assert state.snapshot()["stage"] == 2
    give(state, 1, "crash crash surge")
    state.play("surge")
    draw(state, 0)
    give(state, 2, "crash value:6 value:6")
    state.play("value:6")
    draw(state, 0)
    assert state.seat == 0
    assert "reroll" not in verbs(state)
    with pytest.raises(IllegalMove, match="latest reroll"):
        state.play(f"reroll:2:{state.snapshot()['hands'][0][0]}")
    state.play(next(move for move in state.moves() if move.startswith("goal")))
    state.play("reroll:2:" + state.snapshot()["hands"][1][0])
    assert state.snapshot()["rerolled"] == 1
    assert state.snapshot()["discard"]["joker"] == 1
    for seat in (0, 1, 2, "public"):
        assert state.snapshot(seat)["discard"]["?"] == 1
        assert "joker" not in state.snapshot(seat)["discard"]


def end_stage_by_reroll(state: State) -> None:
    state.record.cuts[0] = state.record.packs - state.record.pile + 1
    state.play("reroll:2:joker")
    draw(state, 0, 0)
    while state.snapshot()["phase"] == "choose":
        state.play(state.moves()[0])


def test_colour_and_value_cards_can_always_be_played() -> None:
    """DR-11 Also when no die ends up elsewhere."""
    state = position("*5", hand="value:1 value:5 color:b")
    assert {"value:1", "value:5", "color:b"} <= set(state.moves())
    assert after(state, "value:1") == after(state, "value:5") == race_of(state)
    assert after(state, "color:b") == drawn("b5 b5 b5 b5 b5 b5 / *5")


def test_a_joker_names_any_colour_or_value() -> None:
    """DR-12 Eleven choices."""
    state = position("r1 r2 *5", hand="joker joker joker")
    jokers = {move for move in state.moves() if move.startswith("joker")}
    assert jokers == {f"joker:{target}" for target in "rogbp123456"}
    assert after(state, "joker:1") == drawn("r1 / r2 *5")


def test_a_swap_never_takes_the_lead() -> None:
    """DR-13 Groups change places, gap cards stay where they lie."""
    state = position("r1 / o2 / gap / g3 / *5", hand="swap swap swap")
    assert {m for m in state.moves() if m.startswith("swap")} == {"swap:2", "swap:3"}
    assert after(state, "swap:2") == drawn("r1 / g3 / gap / o2 / *5")
    assert after(state, "swap:3") == drawn("r1 / o2 / gap / *5 / g3")
    assert "swap" not in verbs(position("r1 / *5", hand="swap swap swap"))


def test_a_sprint_takes_three_dice_of_a_lead_of_four() -> None:
    """DR-14 Dice that look alike are listed once."""
    state = position("r1 r1 r1 o2 / gap / *5", hand="sprint swap swap")
    sprints = {move for move in state.moves() if move.startswith("sprint")}
    assert sprints == {"sprint:r1,r1,r1", "sprint:r1,r1,o2"}
    assert after(state, "sprint:r1,r1,o2") == drawn("r1 r1 o2 / r1 / gap / *5")
    assert "sprint" not in verbs(position("r1 r1 r1 / *5", hand="sprint swap swap"))


def test_the_most_sprints_there_can_be_are_listed() -> None:
    """DR-14 Thirty dice, all different: 4,060 ways to take three."""
    race = " ".join(f"{colour}{value}" for colour in "rogbp" for value in range(1, 7))
    moves = position(race, hand="sprint joker flip").moves()
    assert len([move for move in moves if move.startswith("sprint")]) == 4060
    assert len(moves) == len(set(moves)) <= GAME.rules.MOST_MOVES


def test_a_surge_brings_the_last_group_behind_the_lead() -> None:
    """DR-15 Ahead of gap cards there; three groups are needed."""
    state = position("r1 / gap / o2 / g3 / *5", hand="surge swap swap")
    assert after(state, "surge") == drawn("r1 / *5 / gap / o2 / g3")
    assert "surge" not in verbs(position("r1 / gap / *5", hand="surge swap swap"))


def test_a_flip_turns_the_dice_of_a_value_in_a_group() -> None:
    """DR-16 Of any group, the lead too; the value must be there."""
    state = position("r1 o1 g6 / b1 *5", hand="flip swap swap")
    flips = {move for move in state.moves() if move.startswith("flip")}
    assert flips == {"flip:1:1", "flip:1:6", "flip:2:1", "flip:2:5"}
    assert after(state, "flip:1:1") == drawn("r6 o6 g6 / b1 *5")
    assert after(state, "flip:1:6") == drawn("r1 o1 g1 / b1 *5")


def test_a_gap_card_goes_between_two_groups() -> None:
    """DR-17 Next to those that lie there; two groups are needed."""
    state = position("r1 / gap / o2 / *5", hand="gap swap swap")
    assert {m for m in state.moves() if m.startswith("gap")} == {"gap:1", "gap:2"}
    assert after(state, "gap:1") == drawn("r1 / gap / gap / o2 / *5")
    assert after(state, "gap:2") == drawn("r1 / gap / o2 / gap / *5")
    assert "gap" not in verbs(position("*5", hand="gap swap swap"))


def test_a_crash_sends_a_die_of_the_lead_to_the_last_group() -> None:
    """DR-18 A lead emptied by it disappears; two groups are needed."""
    state = position("r1 r1 o2 / g3 / *5", hand="crash swap swap")
    assert {m for m in state.moves() if m.startswith("crash")} == {"crash:r1", "crash:o2"}
    assert after(state, "crash:r1") == drawn("r1 o2 / g3 / r1 *5")
    assert after(position("r1 / *5", hand="crash swap swap"), "crash:r1") == drawn("r1 *5")
    assert "crash" not in verbs(position("*5", hand="crash swap swap"))


def test_who_can_play_no_card_may_discard_one() -> None:
    """DR-19 Openly, without effect, and then draws; everything else stays open."""
    state = position("*5", hand="crash swap swap")
    assert verbs(state) == {"discard", "goal"}
    assert {m for m in state.moves() if m[0] == "d"} == {"discard:crash", "discard:swap"}
    state.play("discard:swap")
    assert race_of(state) == drawn("*5")
    assert state.snapshot("public")["discard"] == {"swap": 1}
    assert state.awaits == "draw"
    assert verbs(position("r1 / *5", hand="surge swap swap")) == {"discard", "goal", "reroll"}
    assert "discard" not in verbs(position("*5", hand="flip swap swap"))


def test_play_goes_clockwise_round_the_table() -> None:
    """DR-7 Seat + 1, from whoever began."""
    state, chance = first_turn(5, first=3), Random(4)
    order: list[int] = []
    while len(order) < 7:
        if state.seat is None:
            draw(state, chance.randrange(state.draw_size or 1))
        else:
            order.append(state.seat)
            state.play(chance.choice(state.moves()))
    assert order == [3, 4, 0, 1, 2, 3, 4]
