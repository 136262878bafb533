"""Stages, tokens and the tie-break: a test for every rule."""

from random import Random

import pytest

from ludotheque.core.state import State

from .position import (
    GAME,
    begun,
    draw_any,
    draw_named,
    finished,
    moves_of,
    play,
    put_road,
    road,
    stage_card_on_top,
)


def scored(
    goals: list[str], groups: str, *, stage: int = 1, bonus: bool = False, first: int = 0
) -> State:
    """A stage is scored on that road, by the first seat's turn."""
    hands = ["gap"] * len(goals)
    state = begun(len(goals), hands=hands, goals=goals, bonus=bonus, first=first)
    put_road(state, groups)
    state.record.stage = stage - 1
    stage_card_on_top(state)
    state.play("gap:1")
    return state


# The end of a stage


def test_a_stage_ends_when_its_card_is_drawn() -> None:
    """CD-9 With two players after fourteen cards: the fifteenth draw is the stage card."""
    state, chance = begun(2), Random(1)
    while state.snapshot()["pile"] > 56:
        assert state.snapshot()["stage"] == 1
        state.play(chance.choice(sorted(state.moves())))
        while state.awaits == "draw":
            assert state.draw_size is not None
            state.draw(chance.randrange(state.draw_size))
    assert state.snapshot()["stage"] == 1
    while state.snapshot()["stage"] == 1:
        if state.seat is not None:
            state.play(moves_without_dice(state)[0])
        else:
            state.draw(0)
    assert state.snapshot()["pile"] == 56
    assert len(state.snapshot()["spent"][0]) == 1


def moves_without_dice(state: State) -> list[str]:
    return [move for move in state.moves() if not move.startswith("tumble")]


def test_after_a_stage_all_draw_objectives_and_then_its_drawer_a_card() -> None:
    """CD-9 The player to the left goes on, and the dice stay where they are."""
    state = scored(["b3", "r2", "v6"], "b3 r2 | …", first=1)
    before = road(state)
    assert (state.snapshot()["stage"], state.snapshot()["phase"]) == (2, "turn")
    assert state.snapshot()["goals"] == [[], [], []]
    for seat, goal in enumerate(["g1", "g2", "g3"]):
        assert state.throw[0]["what"] == f"objective of seat {seat}"
        assert state.draw_size == 27 - seat
        draw_named(state, goal)
        assert state.snapshot()["goals"][seat] == [goal]
    assert state.throw[0]["what"] == "card of seat 1"
    assert [len(hand) for hand in state.snapshot()["hands"]] == [3, 2, 3]
    draw_any(state)
    assert (state.seat, road(state)) == (2, before)
    assert [len(hand) for hand in state.snapshot()["hands"]] == [3, 3, 3]


def test_a_tumble_may_end_a_stage() -> None:
    """CD-9 Its dice are rolled before the stage card is drawn."""
    state = begun(goals=["b6", "g2"], hands=["swap"])
    put_road(state, "r1 r1 | b1 | …")
    stage_card_on_top(state)
    state.play("tumble:2:swap")
    assert state.snapshot()["stage"] == 1
    draw_named(state, "6")
    assert road(state).startswith("r1 r1 | b6 | ")
    assert (state.snapshot()["stage"], state.points) == (2, [3, 2])


# Points and ranks


@pytest.mark.parametrize(
    ("lead", "winner"),
    [
        ("b1 b2", 0),
        ("g3 k3 r1 r1", 0),
        ("b3 r1", 0),
        ("b3 r1 r4", 1),
        ("b3 r2 r4", 1),
        ("b3 b1 r2 g3", 0),
    ],
)
def test_a_die_counts_for_its_colour_and_for_its_value(lead: str, winner: int) -> None:
    """CD-10 Two for a die that has both; seat 0 wants b3, seat 1 wants r2.

    Where the lead does not part them the second group does.
    """
    state = scored(["b3", "r2"], f"{lead} | {'b5' if winner == 0 else 'r5'} | …")
    assert state.points[winner] == 3


def test_groups_behind_the_lead_count_only_for_the_tied() -> None:
    """CD-11 One after another, as far as it takes; gap cards do not count."""
    state = scored(["b3", "r2", "g1"], "b1 r1 g6 | gap | g4 g4 b4 r4 | k1 | r4 | …")
    # The lead: b3 has 1, r2 has 1, g1 has 3. Second: b3 1, r2 1. Third: none. Fourth: r2 1.
    assert state.points == [1, 2, 3]


TIES = [
    (["b1", "b2", "b3"], [3, 3, 3]),
    (["b1", "b2", "r3"], [3, 3, 1]),
    (["b1", "b2", "r3", "r4"], [3, 3, 1, 1]),
    (["r1", "r2", "b3"], [2, 2, 3]),
    (["r1", "r2", "b3", "v1"], [2, 2, 3, 0]),
    (["v1", "b3", "r1", "v2", "v3"], [1, 3, 2, 1, 1]),
    (["b1", "b2", "b3", "r1"], [3, 3, 3, 0]),
]


@pytest.mark.parametrize(("goals", "tokens"), TIES)
def test_the_tied_share_a_place_and_use_the_next_ones_up(
    goals: list[str], tokens: list[int]
) -> None:
    """CD-12 Blue leads, red follows, violet is behind: values part nobody."""
    assert scored(goals, EVEN).points == tokens
    last = [5 if token == 3 else token for token in tokens]
    assert scored(goals, EVEN, stage=4).points == last


#: Blue leads, red is second, violet third; 1s to 4s are nowhere.
EVEN = "b5 b5 b5 | r5 r5 | v5 | …"


def test_points_in_the_lead_are_not_needed() -> None:
    """CD-12 Nobody has any: the second group decides, and tokens are given."""
    assert scored(["b1", "r1"], "g6 | r5 | …").points == [2, 3]


def test_spent_objectives_are_out_of_the_game() -> None:
    """CD-13 They are not among those that can be drawn."""
    state = scored(["b3", "r2"], EVEN)
    assert state.snapshot("public")["spent"] == [["b3"], ["r2"]]
    for _ in range(2):
        assert not {"b3", "r2"} & set(state.throw[0]["faces"])
        state.draw(0)


# The end


def test_the_most_tokens_win_after_the_fourth_stage() -> None:
    """CD-14 No card and no objective is drawn any more."""
    state = scored(["b1", "r1", "v1"], EVEN, stage=4)
    assert (state.awaits, state.winners, state.points) == ("end", [0], [5, 2, 1])
    snapshot = state.snapshot()
    assert (snapshot["phase"], snapshot["stage"], snapshot["tiebreak"]) == ("end", 4, None)
    assert len(snapshot["hands"][0]) == 2


def tied(goals: list[str], first: int, groups: str = EVEN) -> State:
    """After a fourth stage that leaves those with blue objectives tied for the most."""
    return scored(goals, groups, stage=4, first=first)


def test_only_those_tied_for_the_most_play_on() -> None:
    """CD-14 Each draws an objective; the drawer of the stage card, not being tied, draws none."""
    state = tied(["b1", "r1", "b2", "r2"], first=1)
    assert state.snapshot()["tiebreak"] == [0, 2]
    assert (state.snapshot()["stage"], state.snapshot()["phase"]) == (4, "turn")
    for seat in (0, 2):
        assert state.throw[0]["what"] == f"objective of seat {seat}"
        state.draw(0)
    assert state.seat == 2
    seats = []
    for _ in range(4):
        assert state.seat is not None
        seats.append(state.seat)
        play(state, moves_without_dice(state)[0])
    assert seats == [2, 0, 2, 0]
    assert [len(hand) for hand in state.snapshot()["hands"]] == [3, 2, 3, 3]


def test_a_tied_drawer_of_the_stage_card_draws_another_and_plays_last() -> None:
    """CD-14 The first of the tied to the left begins."""
    state = tied(["b1", "r1", "b2"], first=2)
    state.draw(0)
    state.draw(0)
    assert state.throw[0]["what"] == "card of seat 2"
    state.draw(0)
    assert state.seat == 0


def to_the_last_card(state: State) -> State:
    """Cards are drawn until one is left; nobody tumbles, and the dice are put back."""
    while state.awaits == "draw":
        draw_any(state)
    state.record.pile, state.record.deck[:] = 1, [0] * 14 + [1]
    return state


@pytest.mark.parametrize(
    ("goals", "winners"), [(["b1", "r1"], [0]), (["r1", "b1"], [2]), (["b1", "b2"], [0, 2])]
)
def test_the_last_card_ends_the_tie_break(goals: list[str], winners: list[int]) -> None:
    """CD-14 Objectives are revealed with that very draw; a perfect tie shares the victory."""
    state = tied(["b3", "r3", "b4"], first=0)
    for goal in goals:
        draw_named(state, goal)
    to_the_last_card(state)
    points = state.points
    assert state.seat == 2
    state.record.hands[2] = [0] * 12 + [3, 0, 0]
    state.play("gap:1")
    assert state.snapshot()["goals"] == [[goals[0]], [], [goals[1]]]
    state.draw(0)
    assert (state.awaits, state.winners, state.points) == ("end", winners, points)
    snapshot = state.snapshot("public")
    assert snapshot["tiebreak"] == [0, 2]
    assert snapshot["goals"] == [0, 0, 0]
    assert snapshot["spent"] == [["b3", goals[0]], ["r3"], ["b4", goals[1]]]
    assert (snapshot["stage"], snapshot["phase"], snapshot["pile"]) == (4, "end", 0)


def test_the_card_after_the_stage_card_may_be_the_last() -> None:
    """CD-14 With one card a pack a tied drawer of the stage card ends the tie-break at once."""
    state = tied(["b3", "b4"], first=0)
    state.record.pile, state.record.deck[:] = 1, [0] * 14 + [1]
    draw_named(state, "r1")
    draw_named(state, "b1")
    assert state.draw_size == 1
    state.draw(0)
    assert (state.awaits, state.winners) == ("end", [1])


def test_the_tumble_lock_outlasts_stages_and_the_last_one() -> None:
    """CD-14, CD-5 Whoever tumbled last waits for somebody else's, as before."""
    state = tied(["b3", "b4"], first=1)
    state.record.rerolled, state.record.face_down = 0, 1
    draw_any(state)
    assert state.seat == 0
    assert moves_of(state, "tumble") == set()
    play(state, moves_without_dice(state)[0])
    assert moves_of(state, "tumble") != set()


def test_every_match_ends_with_four_stages() -> None:
    """CD-14 Whoever plays, and whatever happens."""
    for seed in range(5):
        state = finished(GAME.start(2 + seed), Random(seed))
        assert {len(spent) for spent in state.snapshot()["spent"]} <= {4, 5}
        assert state.winners
