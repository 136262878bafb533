"""The two options: variable objectives, and the bonus."""

from ludotheque.core.state import State
from tests.cases import cases
from tests.tie_breaks import tie_break_of

from .position import begun, draw_any, draw_named, moves_of, play, put_road, stage_card_on_top
from .test_stages import scored

FOUR_EACH = ["b3 g1 v6 k2", "r2 r3 g4 k5"]


def variable(first: int = 0, hands: list[str] | None = None) -> State:
    return begun(
        2, objectives="variable", goals=FOUR_EACH, first=first, hands=hands or ["gap", "gap"]
    )


def test_everybody_picks_one_of_four_before_the_first_turn() -> None:
    """CD-15 In seat order, whoever begins; the one in force comes first from then on."""
    state = variable(first=1)
    assert (state.seat, state.snapshot()["phase"]) == (0, "choose")
    assert state.snapshot()["goals"][0] == ["g1", "k2", "b3", "v6"]
    assert set(state.moves()) == {"choose:b3", "choose:g1", "choose:v6", "choose:k2"}
    state.play("choose:b3")
    assert state.snapshot()["goals"][0] == ["b3", "g1", "k2", "v6"]
    assert state.snapshot(0)["goals"] == [["b3", "g1", "k2", "v6"], 4]
    assert state.snapshot(1)["goals"] == [4, ["g4", "k5", "r2", "r3"]]
    assert (state.seat, state.snapshot()["phase"]) == (1, "choose")
    state.play("choose:r2")
    assert (state.seat, state.snapshot()["phase"]) == (1, "turn")


def picked(hands: list[str] | None = None) -> State:
    return play(variable(hands=hands), "choose:b3", "choose:r2")


def test_an_objective_may_be_exchanged_once_in_the_own_turn() -> None:
    """CD-15 Before playing; the turn goes on."""
    state = picked()
    assert moves_of(state, "exchange") == {"exchange:g1", "exchange:k2", "exchange:v6"}
    plays = {move for move in state.moves() if not move.startswith("exchange")}
    state.play("exchange:v6")
    assert (state.awaits, state.seat) == ("move", 0)
    assert state.snapshot()["goals"][0] == ["v6", "g1", "k2", "b3"]
    assert set(state.moves()) == plays
    play(state, sorted(plays)[0])
    assert moves_of(state, "exchange") == {"exchange:g4", "exchange:k5", "exchange:r3"}
    play(state, sorted(set(state.moves()) - moves_of(state, "exchange"))[0])
    assert moves_of(state, "exchange") == {"exchange:g1", "exchange:k2", "exchange:b3"}


def test_the_objective_in_force_is_the_one_that_counts() -> None:
    """CD-15 It is spent, and the others stay."""
    state = picked()
    put_road(state, "v6 | …")
    stage_card_on_top(state)
    play(state, "exchange:v6")
    state.play("gap:1")
    assert state.points == [3, 2]
    assert state.snapshot()["spent"] == [["v6"], ["r2"]]
    assert state.snapshot()["goals"] == [["g1", "k2", "b3"], ["g4", "k5", "r3"]]


def test_after_a_stage_everybody_picks_and_then_the_card_is_drawn() -> None:
    """CD-15, CD-9 The stage has gone up before the picks; no objective is drawn."""
    state = picked()
    put_road(state, "v6 | …")
    stage_card_on_top(state)
    state.play("gap:1")
    assert (state.seat, state.snapshot()["phase"], state.snapshot()["stage"]) == (0, "choose", 2)
    state.play("choose:k2")
    state.play("choose:r3")
    assert state.snapshot()["phase"] == "turn"
    assert state.throw[0]["what"] == "card of seat 0"
    draw_any(state)
    assert state.seat == 1


def test_with_one_objective_left_there_is_nothing_to_pick() -> None:
    """CD-15 Three are left, then two, then one, and none after the fourth stage."""
    state = picked(["gap gap gap", "gap gap gap"])
    put_road(state, "v6 | …")
    for left in (3, 2, 1):
        stage_card_on_top(state)
        play(state, "gap:1")
        assert [len(goals) for goals in state.snapshot()["goals"]] == [left, left]
        while state.snapshot()["phase"] == "choose":
            assert left > 1
            play(state, sorted(moves_of(state, "choose"))[0])
        state.record.hands[state.seat] = [0] * 12 + [3, 0, 0]
    assert moves_of(state, "exchange") == set()
    stage_card_on_top(state)
    state.play("gap:1")
    assert [len(spent) for spent in state.snapshot()["spent"]] == [4, 4]


def test_a_tie_break_deals_a_new_objective_to_the_tied() -> None:
    """CD-15, CD-14 From those that nobody has had."""
    state = picked()
    state.record.goals[:2] = [1 << 14, 1 << 20]  # b3 and r3: neither is ahead anywhere
    state.record.in_force[:2] = [14, 20]
    put_road(state, "g6 b4 r4 b4 r4 b4 r4 b4 r4 b4 r4 b4 r4 | …")
    state.record.stage = 3
    stage_card_on_top(state)
    state.play("gap:1")
    assert state.snapshot()["tiebreak"] == [0, 1]
    assert state.draw_size == 22
    draw_named(state, "g6")
    assert state.snapshot(0)["goals"] == [["g6"], 0]
    draw_any(state)
    assert moves_of(state, "exchange") == set()


@cases(("bonus", "points"), [(False, [2, 3]), (True, [3, 2])])
def test_a_die_that_matches_exactly_counts_three(bonus: bool, points: list[int]) -> None:
    """CD-16 Without the option the second group decides between b3 and r2: it is red."""
    state = scored(["b3", "r2"], "b3 r4 k2 | r4 | …", bonus=bonus)
    assert state.points == points


def test_the_bonus_counts_in_a_tie_break() -> None:
    """CD-16, CD-14 Three for b3 against two for red dice; the ending says what decided."""
    names = ["Ada", "Blaise"]
    for bonus, winners in ((False, [0]), (True, [1])):
        state = scored(["k1", "k2"], "k5 r4 k3 b3 r4 | r4 | …", bonus=bonus, stage=4)
        assert state.snapshot()["tiebreak"] == [0, 1]
        state.record.pile, state.record.deck[:] = 1, [0] * 14 + [1]
        draw_named(state, "r1")
        draw_named(state, "b3")
        put_road(state, "r4 b3 r4 | r4 | …")
        state.draw(0)
        assert state.winners == winners
        said = (
            f"Ada and Blaise had {state.points[0]} tokens each and played on alone: "
            f"at the last card, {names[winners[0]]} was ahead."
        )
        assert tie_break_of(state, "en", names) == said
