"""The ends of stages, and of the game. DR-20 to DR-26."""

from random import Random

import pytest

from ludotheque import State
from ludotheque.games.dicerun.rules import end_game
from tests.tie_breaks import tie_break_of

from .position import GAME, box, draw, end_stage, first_turn, give, give_goals, position


def put_goals(state: State, *goals: str) -> None:
    for seat, own in enumerate(goals):
        give_goals(state, seat, own)


def scored(state: State, *choices: str) -> None:
    """The stage ends with a card without effect on the race, and these are chosen."""
    hand = {0: "crash swap value:6", 1: "surge swap value:6", 2: "flip swap value:6"}
    assert state.seat is not None
    give(state, state.seat, hand.get(state.seat, "gap joker value:6"))
    end_stage(state, "value:6")
    for choice in choices:
        state.play(f"choose:{choice}")


def test_a_stage_ends_when_a_draw_leaves_the_stage_card_on_top() -> None:
    """DR-20 After the thirteenth card of 67, the cut being in its place."""
    state, chance = first_turn(3), Random(1)
    drawn = 0
    while state.snapshot()["phase"] == "turn":
        assert drawn < 13
        if state.draw_size is None:
            state.play(chance.choice([m for m in state.moves() if m[:4] not in ("rero", "goal")]))
        else:
            draw(state, chance.randrange(state.draw_size))
            drawn += 1
    assert drawn == 13
    assert (state.snapshot()["phase"], state.snapshot()["stage"]) == ("choose", 1)


def test_everybody_chooses_in_secret_and_in_seat_order() -> None:
    """DR-21 Whoever has played an objective is not asked."""
    state = position("*5", goals="r1 r2 r3 r4")
    put_goals(state, "r1 r2 r3 r4", "o1 o2 o3 o4", "g1 g2 g3 g4")
    state.play("goal:r1:color")
    give(state, 1, "value:6 value:6 swap")
    end_stage(state, "value:6")
    assert state.seat == 1
    assert sorted(state.moves()) == [f"choose:o{value}" for value in (1, 2, 3, 4)]
    before = state.snapshot("public")
    state.play("choose:o3")
    assert state.seat == 2
    assert state.snapshot("public") == before
    assert state.snapshot()["goals"][1] == ["o1", "o2", "o3", "o4"]
    state.play("choose:g4")
    assert state.snapshot("public")["spent"] == [["r1"], ["o3"], ["g4"]]
    assert state.snapshot()["goals"][1] == ["o1", "o2", "o4"]
    assert state.snapshot("public")["open"] == [None] * 3


def test_the_only_objective_left_is_chosen_without_asking() -> None:
    """DR-21 So nobody is asked in the fourth stage."""
    state = position("*5")
    for choices in (3, 3, 3, 0):
        scored(state)
        for _ in range(choices):
            assert state.snapshot()["phase"] == "choose"
            state.play(state.moves()[0])
        assert state.snapshot()["phase"] in ("turn", "end")
    assert state.awaits == "end"


@pytest.mark.parametrize(
    ("lead", "first"),
    [
        ("r1 r2 / o3 g5 *6", 0),  # 2 for red against 1 and 0
        ("o3 o4 r2 / *6", 1),  # an orange 3 counts three, with an orange 4: 4
        ("g5 b5 p5 o1 o1 r2 r2 / *6", 2),  # a green 5 and two more 5s: 5
    ],
)
def test_colour_value_and_both_count(lead: str, first: int) -> None:
    """DR-22 One for the colour, one for the value, one more for both."""
    state = position(lead)
    put_goals(state, "r1 r2 r3 r4", "o1 o2 o3 o4", "g3 g4 g5 g6")
    state.record.cuts[0] = 1
    give(state, 0, "value:4 swap surge")
    scored_by(state, "r4", "o3", "g5")
    assert state.snapshot()["points"][first] == 3


def scored_by(state: State, *choices: str) -> None:
    """The revealer is seat 0, and the race stays as it is: a gap card is all that happens."""
    give(state, 0, "gap swap joker")
    end_stage(state, "gap:1")
    for choice in choices:
        state.play(f"choose:{choice}")


def test_the_tied_compare_the_groups_behind() -> None:
    """DR-23 Gap cards do not count; nobody else is let in."""
    state = position("r1 o1 p1 p1 / gap / o2 / r2 r3 r4 r5 *6")
    put_goals(state, "r6 p3 p4 p5", "o6 p2 b3 b4", "g1 g2 b1 g4")
    scored_by(state, "r6", "o6", "g4")
    assert state.snapshot()["points"] == [2, 3, 1]  # red 1-0, orange 1-1, green none in the lead


def test_a_perfect_tie_is_broken_clockwise_from_the_revealer() -> None:
    """DR-23 The revealer first, at every place."""
    state = position("r1 o1 g1 b1 / *1", players=4)
    put_goals(state, "r2 r3 r4 r5", "o2 o3 o4 o5", "g2 g3 g4 g5", "b2 b3 b4 b5")
    state.play("goal:r2:value")
    give(state, 1, "gap swap joker")
    end_stage(state, "gap:1")
    for choice in ("o2", "g2", "b2"):
        state.play(f"choose:{choice}")
    # Red has left its own group: it is alone in front.
    assert state.snapshot()["points"] == [3, 2, 1, 0]
    state = position("r1 o1 g1 b1 / *1", players=4)
    put_goals(state, "r2 r3 r4 r5", "o2 o3 o4 o5", "g2 g3 g4 g5", "b2 b3 b4 b5")
    state.record.seat = state.record.playing = 2
    give(state, 2, "gap swap joker")
    end_stage(state, "gap:1")
    for choice in ("r2", "o2", "g2", "b2"):
        state.play(f"choose:{choice}")
    assert state.snapshot()["points"] == [1, 0, 3, 2]


def test_the_first_three_score_and_the_first_takes_the_stage_card() -> None:
    """DR-24 3, 4, 5, 6 for the winner, 2 and 1 for the next, also without a point in the lead."""
    state = position("*1")
    put_goals(state, "r2 r3 r4 r5", "o2 o3 o4 o5", "g2 g3 g4 g5")
    for stage in range(4):
        assert state.snapshot()["stage"] == stage + 1
        revealer = state.seat
        scored(state)
        while state.snapshot()["phase"] == "choose":
            state.play(sorted(state.moves())[0])
        assert revealer is not None
        assert state.snapshot()["stage_wins"][revealer][-1] == stage + 3
    assert state.points == [3 + 1 + 2 + 6, 2 + 4 + 1 + 2, 1 + 2 + 5 + 1]
    assert state.snapshot()["spent"][0] == ["r2", "r3", "r4", "r5"]
    assert state.snapshot()["stage_wins"] == [[3, 6], [4], [5]]


def test_the_race_goes_on_with_the_player_after_the_revealer() -> None:
    """DR-25 And the game is over after the fourth stage, with cards left in the pile."""
    state = position("*1")
    for seat in (0, 1, 2, 0):
        assert state.seat == seat
        scored(state)
        while state.snapshot()["phase"] == "choose":
            state.play(state.moves()[0])
    assert (state.awaits, state.snapshot()["phase"], state.snapshot()["stage"]) == ("end", "end", 4)
    assert state.snapshot()["pile"] > 0
    assert state.moves() == []


@pytest.mark.parametrize(
    ("points", "stage_winners", "stages", "winners"),
    [
        ([9, 8, 7], [0, 1, 2, 1], [3, 4, 5, 6], [0]),
        ([9, 9, 7], [0, 1, 2, 1], [3, 4, 5, 6], [1]),
        ([9, 9, 9], [2, 2, 2, 0], [3, 4, 5, 6], [0]),
        ([9, 9, 8], [0, 1, 2, 2], [3, 3, 3, 3], [0, 1]),
        ([9, 9, 8], [2, 2, 2, 2], [1, 1, 1, 1], [0, 1]),
    ],
)
def test_the_most_points_win_then_the_highest_stage(
    points: list[int], stage_winners: list[int], stages: list[int], winners: list[int]
) -> None:
    """DR-26 With cards of one's own the victory may be shared."""
    state = GAME.start(3, edition=box(stages=stages))
    record = state.record
    record.points[:3], record.stage_winners[:] = points, stage_winners
    assert state.winners == []
    end_game(record)
    assert state.winners == winners


@pytest.mark.parametrize(
    ("stages", "stage_winners", "code", "said"),
    [
        (
            [3, 4, 5, 6],
            [1, 0, 2, 0],
            "en",
            "Ada, Blaise and Chloé have 8 points each: Ada wins by the highest stage card among "
            "them, the 6.",
        ),
        (
            [3, 4, 5, 6],
            [1, 0, 2, 0],
            "fr",
            "Ada, Blaise et Chloé ont chacun 8 points : Ada l’emporte grâce à la plus forte de "
            "leurs cartes étape, la 6.",
        ),
        (
            [3, 3, 3, 3],
            [0, 1, 2, 2],
            "en",
            "Ada, Blaise and Chloé have 8 points each, and their stage cards do not separate them.",
        ),
    ],
)
def test_the_ending_says_what_decided_a_tie(
    stages: list[int], stage_winners: list[int], code: str, said: str
) -> None:
    """DR-26 Points alone would not tell why somebody has won by 8 to 8 to 8."""
    state = GAME.start(3, edition=box(stages=stages))
    state.record.points[:3], state.record.stage_winners[:] = [8, 8, 8], stage_winners
    end_game(state.record)
    assert tie_break_of(state, code, ["Ada", "Blaise", "Chloé"]) == said


def test_without_a_tie_the_ending_has_nothing_to_explain() -> None:
    """DR-26 Whoever has resigned cannot win, and so is tied with nobody."""
    state = GAME.start(3)
    state.record.points[:3], state.record.stage_winners[:] = [8, 8, 7], [0, 1, 2, 1]
    end_game(state.record)
    names = ["Ada", "Blaise", "Chloé"]
    assert tie_break_of(state, "en", names) is not None
    assert tie_break_of(state, "en", names, resigned={0}) is None
