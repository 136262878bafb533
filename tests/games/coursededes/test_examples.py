"""The worked examples of the rulebook."""

from ludotheque.core.state import State

from .position import begun, play, put_road, road, stage_card_on_top


def test_the_blue_dice_break_away_and_then_the_ones() -> None:
    """CD-6 Example 1: the 1s of the pack behind join the other blue dice, now second."""
    state = begun(hands=["color:b", "value:1"])
    play(state, "color:b")
    lead, pack = state.snapshot()["groups"]
    assert lead == ["b1", "b2", "b3", "b4", "b5", "b6"]
    assert len(pack) == 24
    play(state, "value:1")
    groups = state.snapshot()["groups"]
    assert groups[0] == ["b1"]
    assert groups[1] == ["g1", "k1", "b2", "b3", "b4", "b5", "b6", "r1", "v1"]
    assert groups[2] == [die for die in pack if not die.endswith("1")]


def test_the_sixes_of_drawing_a_end_up_as_in_drawing_b() -> None:
    """CD-6 Example 2: the third group is absorbed, and the old fourth is third."""
    state = begun(hands=["value:6"])
    put_road(state, "g1 g2 | k6 b3 b4 | r6 r6 v6 | …")
    play(state, "value:6")
    groups = state.snapshot()["groups"]
    assert groups[:2] == [["g1", "g2", "k6"], ["b3", "b4", "r6", "r6", "v6"]]
    assert len(groups) == 3
    assert {die[1] for die in groups[2]} == {"5"}


def test_the_ones_in_the_lead_of_drawing_c_stay() -> None:
    """CD-6 Example 3: the whole lead matches, and the 1s behind join it."""
    state = begun(hands=["value:1"])
    put_road(state, "b1 r1 | g1 k2 v1 | …")
    play(state, "value:1")
    assert road(state).startswith("g1 b1 r1 v1 | k2 | ")


def test_only_the_tied_compare_the_second_group() -> None:
    """CD-11 Example 4: C is third, whatever C has in the second group."""
    state = begun(3, hands=["gap"], goals=["b3", "r2", "v6"])
    put_road(state, "b1 b1 b1 b4 g3 r1 r1 r4 r4 k2 v1 v1 v4 g6 | b5 k1 v6 v6 v6 k6 | …")
    assert lead_points(state) == [5, 5, 4]
    stage_card_on_top(state)
    state.play("gap:1")
    assert state.points == [3, 2, 1]
    assert state.snapshot()["spent"] == [["b3"], ["r2"], ["v6"]]


def lead_points(state: State) -> list[int]:
    """Counted here, die by die."""
    lead = state.snapshot()["groups"][0]
    return [
        sum((die[0] == goal[0]) + (die[1] == goal[1]) for die in lead)
        for (goal,) in state.snapshot()["goals"]
    ]
