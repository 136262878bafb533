"""The evaluation of MasterDés, by the moves of the greedy bot."""

import pytest

from ludotheque import State
from ludotheque.bots import make_bot
from ludotheque.games.masterdes.evaluation import win_probability
from tests.entry_points import win_probability_at

from .position import BLUE, GAME, RED, counted, go, start


def chosen(state: State) -> str:
    assert state.seat is not None
    return make_bot("greedy", seed=0).choose(state.view(state.seat))


def last_word(red: str, blue: str, level: str = "flash", **setting: list[int]) -> State:
    """Blue's last move of the third throw; red has kept."""
    state = go(start(level, **setting), red, blue)  # type: ignore[arg-type]
    while state.snapshot()["throw"] != 3 or state.seat != BLUE or "first" in state.moves():
        if "first" in state.moves():
            state.play("first" if state.seat == RED else "second")
        elif state.snapshot()["throw"] == 2 and state.seat == BLUE:
            face = state.snapshot()["dice"][BLUE][0]
            go(state, f"throw:{face}", str(face))
        else:
            state.play("keep")
    return state


def test_a_good_score_is_kept() -> None:
    """MD-7 15 against 9."""
    assert chosen(last_word("2 3 4 blank", "5 6 5 two")) == "keep"


def test_a_hopeless_score_is_thrown_again() -> None:
    """MD-7 Seven against fifteen, without a 1."""
    assert chosen(last_word("4 5 6 two", "2 2 3 two")) != "keep"


def test_a_heart_wants_low_dice() -> None:
    """MD-8 What is given away should be little."""
    state = last_word("1 2 3 blank", "5 6 6 heart", points=[30, 30])
    assert chosen(state) == "throw:5,6,6"


def test_a_victory_is_seen() -> None:
    """MD-11 70 and 2 × 15."""
    state = last_word("2 3 2 blank", "4 5 6 two", "expert", points=[0, 70])
    assert chosen(state) == "keep"


def test_the_worth_is_a_lead_and_the_end_is_the_end() -> None:
    """MD-10 What one seat likes the other does not."""
    over = counted("4 5 6 blank", "2 2 3 blank", duel=10)
    assert win_probability(over.record, RED) == 1 - win_probability(over.record, BLUE) > 0.5
    state = start(points=[10, 0])
    assert win_probability(state.record, RED) > 0.5 > win_probability(state.record, BLUE)


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_the_worth_is_the_same_compiled(level: str) -> None:
    compiled = GAME.binding("compiled")(win_probability_at)
    state = go(start(level, points=[30, 12]), "4 5 6 heart", "1 2 3 blank", "second")
    for after in (state, *state.successors().values()):
        for seat in (RED, BLUE):
            assert compiled(after.states, seat) == pytest.approx(
                win_probability(after.record, seat)
            )
