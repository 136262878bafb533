"""Setting up and taking turns: a test for every rule up to the stages."""

import pytest

from tests.cases import cases

from .position import (
    GAME,
    begun,
    draw_any,
    draw_named,
    moves_of,
    named_road,
    play,
    put_road,
    road,
)

COLOURS = ["g", "k", "b", "r", "v"]


# Setting up


@pytest.mark.parametrize(
    ("players", "packs"),
    [
        (2, [14, 14, 14, 14, 14]),
        (3, [14, 14, 13, 13, 13]),
        (4, [13, 13, 13, 13, 12]),
        (5, [13, 12, 12, 12, 12]),
        (6, [12, 12, 12, 11, 11]),
    ],
)
def test_the_first_packs_have_one_card_more(players: int, packs: list[int]) -> None:
    """CD-1 A stage card lies on each pack but the first."""
    state = begun(players)
    left = state.snapshot()["pile"]
    assert left == 76 - 3 * players == sum(packs)
    assert state.record.stage_at.tolist() == [sum(packs[gone:]) for gone in (1, 2, 3, 4)]


def test_all_dice_are_one_group_and_everybody_has_three_cards() -> None:
    """CD-1 The dice are seen when the last of them has been drawn."""
    state = GAME.start(3)
    for _ in range(29):
        state.draw(2)
        assert state.snapshot()["groups"] == []
    state.draw(5)
    (group,) = state.snapshot()["groups"]
    threes = [f"{colour}3" for colour in COLOURS for _ in range(6)]
    assert group == [*threes[:-1], "v6"]
    assert (state.draw_size, state.throw[0]["kind"]) == (76, "card")
    for _ in range(9):
        state.draw(0)
    assert state.snapshot()["hands"] == [["color:g"] * 3, ["color:g"] * 3, ["color:k"] * 3]


def test_everybody_is_dealt_one_objective() -> None:
    """CD-2 Only its owner sees it."""
    state = begun(3, goals=["b3", "g1", "v6"])
    assert state.snapshot()["goals"] == [["b3"], ["g1"], ["v6"]]
    assert state.snapshot(1)["goals"] == [1, ["g1"], 1]
    assert state.snapshot("public")["goals"] == [1, 1, 1]


def test_the_highest_die_begins_and_the_race_stays_as_it_was() -> None:
    """CD-3 Those tied for the highest roll again, in seat order; play goes to the left."""
    state = GAME.start(4)
    for _ in range(30 + 12 + 4):
        state.draw(0)
    before = state.snapshot()["groups"]
    assert [drawn["what"] for drawn in state.throw] == [f"die of seat {seat}" for seat in range(4)]
    for face in "3535":
        draw_named(state, face)
    assert [drawn["what"] for drawn in state.throw] == ["die of seat 1", "die of seat 3"]
    assert state.snapshot()["phase"] == "setup"
    for face in "22":
        draw_named(state, face)
    for face in "26":
        draw_named(state, face)
    assert (state.seat, state.snapshot()["phase"]) == (3, "turn")
    assert state.snapshot()["groups"] == before
    play(state, state.moves()[0])
    assert state.seat == 0


# Turns


def test_a_card_is_played_discarded_and_another_drawn() -> None:
    """CD-4 The card has left the hand before the draw."""
    state = begun(hands=["color:b joker gap"])
    state.play("color:b")
    assert state.snapshot()["hands"][0] == ["joker", "gap"]
    assert state.snapshot()["discard"] == {"color:b": 1}
    assert state.snapshot()["phase"] == "turn"
    draw_named(state, "swap")
    assert state.snapshot()["hands"][0] == ["joker", "gap", "swap"]
    assert state.seat == 1


def test_a_gap_card_stays_in_the_race() -> None:
    """CD-4 It is not in the discard until it leaves the road."""
    state = begun(hands=["gap", "color:g"])
    put_road(state, "b1 | …")
    state.play("gap:1")
    assert road(state).startswith("b1 | gap | ")
    assert state.snapshot()["discard"] == {}
    draw_any(state)
    play(state, "color:g")
    assert state.snapshot()["discard"] == {"color:g": 1, "gap": 1}


def test_a_tumble_rolls_a_group_again_where_it_stands() -> None:
    """CD-5 In dice order; the old faces show until the last die has fallen, then a card."""
    state = begun(hands=["value:6 swap"])
    put_road(state, "g1 | b2 k2 v2 | …")
    state.play("tumble:2:value:6")
    assert "value:6" not in state.snapshot()["hands"][0]
    assert state.snapshot()["tumbled"] == 0
    assert len(state.throw) == 3
    for face in "64":
        draw_named(state, face)
        assert road(state).startswith("g1 | k2 b2 v2 | ")
    draw_named(state, "1")
    assert road(state).startswith("g1 | k6 b4 v1 | ")
    assert state.throw[0]["kind"] == "card"
    draw_named(state, "joker")
    assert state.snapshot()["hands"][0] == ["joker", "swap", "overtake"]


def test_the_lead_cannot_tumble() -> None:
    """CD-5 Any other group can, with any card of the hand."""
    state = begun(hands=["value:6 swap swap"])
    assert moves_of(state, "tumble") == set()
    put_road(state, "g1 | b2 k2 v2 | …")
    assert moves_of(state, "tumble") == {
        "tumble:2:value:6",
        "tumble:3:value:6",
        "tumble:2:swap",
        "tumble:3:swap",
    }


def test_who_tumbled_last_waits_until_somebody_else_has() -> None:
    """CD-5 The next tumble discards the card that lies face down, unseen."""
    state = begun(hands=["value:6 color:g joker", "color:k color:k color:r"])
    put_road(state, "g1 | b2 | …")
    play(state, "tumble:2:value:6")
    assert state.snapshot()["discard"] == {}
    play(state, "color:k")
    assert moves_of(state, "tumble") == set()
    play(state, "color:g", "tumble:2:color:k")
    assert state.snapshot()["tumbled"] == 1
    assert state.snapshot()["discard"]["value:6"] == 1
    for seat in (0, 1, "public"):
        assert state.snapshot(seat)["discard"] == {"color:g": 1, "color:k": 1, "?": 1}
    assert moves_of(state, "tumble") != set()


# The cards


@pytest.mark.parametrize(
    ("before", "card", "after"),
    [
        ("b1 | r1 r2 | …", "color:b", "b1 | r1 r2 | …"),
        ("b1 g2 | r1 r2 | …", "color:r", "g2 b1 r1 r2 | …"),
        ("b1 g2 | r1 r2 | g1 r3 | …", "color:r", "g2 b1 r1 r2 r3 | g1 | …"),
        ("b1 g2 | r1 | g1 r3 | v1 r4 | …", "value:1", "b1 | g1 g2 r1 | r3 v1 | r4 | …"),
        ("b1 g2 | r2 | g1 r3 | k1 v3 | …", "value:3", "g2 b1 | r2 r3 | g1 v3 | k1 | …"),
    ],
)
def test_matching_dice_join_the_group_ahead_of_them_at_that_moment(
    before: str, card: str, after: str
) -> None:
    """CD-6 From the lead backwards, no die twice."""
    assert_road(before, card, after)


def assert_road(before: str, move: str, after: str) -> None:
    card = move if move.split(":")[0] in ("color", "value") else move.split(":")[0]
    state = begun(hands=[card])
    put_road(state, before)
    state.play(move)
    assert named_road(state) == after


def test_a_joker_moves_any_colour_or_value() -> None:
    """CD-6 Eleven of them, and each does what the card would do."""
    state = begun(hands=["joker"])
    assert moves_of(state, "joker") == {f"joker:{name}" for name in "gkbrv123456"}
    play(state, "joker:k")
    assert state.snapshot()["groups"][0] == ["k1", "k2", "k3", "k4", "k5", "k6"]
    assert state.snapshot()["discard"] == {"joker": 1}


def test_a_colour_can_be_played_though_nothing_moves() -> None:
    """CD-6 The blue dice lead already, all of them."""
    state = begun(hands=["color:b", "color:b"])
    play(state, "color:b")
    before = road(state)
    play(state, "color:b")
    assert road(state) == before


@cases(
    ("before", "move", "after"),
    [
        ("b1 | r1 r2 | …", "gap:1", "b1 | gap | r1 r2 | …"),
        ("b1 | gap | r1 r2 | …", "gap:1", "b1 | gap | gap | r1 r2 | …"),
        ("b1 | gap | r1 r2 | …", "color:r", "b1 | r1 r2 | …"),
        ("b1 | gap | r1 r2 | …", "value:1", "b1 | r1 | r2 | …"),
        ("b1 | gap | gap | r1 r2 | …", "value:1", "b1 | gap | r1 | r2 | …"),
        ("b1 | r1 | gap | r2 g1 | …", "color:r", "b1 r1 | r2 | g1 | …"),
        ("b1 | gap | r1 | r2 g1 | …", "color:r", "b1 | r1 r2 | g1 | …"),
        ("b1 g1 | gap | g2 | …", "color:b", "b1 | g1 | gap | g2 | …"),
        ("b1 | r1 | g1 | …", "swap:2", "b1 | g1 | r1 | …"),
        ("b1 | r1 | gap | g1 | …", "swap:2", "b1 | g1 | gap | r1 | …"),
        ("b1 | gap | … | g1 r1", "overtake", "b1 | g1 r1 | gap | …"),
    ],
)
def test_gap_swap_and_overtake(before: str, move: str, after: str) -> None:
    """CD-7 A gap card is an empty group: dice enter the hindmost first."""
    assert_road(before, move, after)


def test_a_gap_card_with_nothing_behind_it_is_discarded() -> None:
    """CD-7 The last group has gone up to second place."""
    state = begun(hands=["overtake"])
    put_road(state, "b1 | gap | … | gap | gap | g1 r1")
    state.play("overtake")
    assert [group for group in state.snapshot()["groups"] if group == "gap"] == ["gap"]
    assert road(state).startswith("b1 | g1 r1 | gap | ")
    assert state.snapshot()["discard"] == {"overtake": 1, "gap": 2}


@pytest.mark.parametrize(
    ("groups", "gaps", "swaps", "overtakes"),
    [
        ("…", [], [], 0),
        ("b1 | …", ["gap:1"], [], 0),
        ("b1 | gap | …", ["gap:1"], [], 0),
        ("b1 | b2 | …", ["gap:1", "gap:2"], ["swap:2"], 1),
        ("b1 | b2 | b3 | …", ["gap:1", "gap:2", "gap:3"], ["swap:2", "swap:3"], 1),
    ],
)
def test_what_needs_two_or_three_groups(
    groups: str, gaps: list[str], swaps: list[str], overtakes: int
) -> None:
    """CD-7, CD-8 A card whose action is impossible cannot be played; the lead never swaps."""
    state = begun(hands=["gap swap overtake"])
    put_road(state, groups)
    assert sorted(moves_of(state, "gap")) == gaps
    assert sorted(moves_of(state, "swap")) == swaps
    assert len(moves_of(state, "overtake")) == overtakes


def test_who_can_play_nothing_may_discard() -> None:
    """CD-8 Openly, and a card is drawn; tumbling stays possible."""
    state = begun(hands=["swap swap overtake"])
    assert set(state.moves()) == {"discard:swap", "discard:overtake"}
    put_road(state, "b1 | …")
    assert set(state.moves()) == {
        "discard:swap",
        "discard:overtake",
        "tumble:2:swap",
        "tumble:2:overtake",
    }
    before = road(state)
    state.play("discard:swap")
    assert road(state) == before
    assert state.snapshot("public")["discard"] == {"swap": 1}
    draw_any(state)
    assert state.seat == 1


def test_who_can_play_one_card_cannot_discard_another() -> None:
    """CD-8 Laying one down for a tumble does not count as playing it."""
    state = begun(hands=["swap swap color:g"])
    assert moves_of(state, "discard") == set()
