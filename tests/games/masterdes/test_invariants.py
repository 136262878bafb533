"""Invariants of every state of MasterDés, with any edition."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque import BadEdition, IllegalMove
from ludotheque.core.state import State

from .position import GAME, box

relaxed = settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Setting:
    """Everything that a match follows from, its chance included."""

    level: str
    edition: dict[str, Any] | None
    seed: int

    def moments(self, most: int = 1500) -> Iterator[State]:
        """A match played at random, from its start to its end or for so many events."""
        chance = Random(self.seed)
        state = GAME.start(2, {"level": self.level}, self.edition)
        yield state
        while state.awaits != "end" and most:
            if state.draw_size is not None:
                state.draw(chance.randrange(state.draw_size))
            else:
                state.play(chance.choice(sorted(state.moves())))
            most -= 1
            yield state

    def somewhere(self, part: float, awaits: str | None = None) -> State:
        """The state after that part of the match, of those that await such a thing."""
        moments = [state.copy() for state in self.moments() if awaits in (None, state.awaits)]
        return moments[round(part * (len(moments) - 1))]


@st.composite
def editions(draw: st.DrawFn) -> dict[str, Any] | None:
    """A box with another MasterDé and other zones, if they make sense."""
    doubled = draw(st.integers(0, 4))
    spaces = sorted(draw(st.lists(st.integers(1, 99), min_size=8, max_size=8, unique=True)))
    edition = box(
        master=[2 if kind == doubled else 1 for kind in range(5)],
        malus=[*spaces[0:2], *spaces[4:6]],
        cagnotte=[*spaces[2:4], *spaces[6:8]],
    )
    try:
        GAME.start(2, edition=edition)
    except BadEdition:
        return None
    return edition


any_setting = st.builds(
    Setting, st.sampled_from(["flash", "expert"]), st.none() | editions(), st.integers(0, 2**32)
)


@relaxed
@given(any_setting)
def test_dice_go_out_in_pairs_and_are_nowhere_else(setting: Setting) -> None:
    """MD-2 On the table, in the hand and gone, each player has three dice."""
    for state in setting.moments():
        record, now = state.record, state.snapshot()
        for seat, playing in enumerate(now["playing"]):
            held = len(now["dice"][seat]) + int(record.in_hand[seat])
            assert held + int(record.pairs.sum()) == 3 * playing


@relaxed
@given(any_setting)
def test_once_a_throw_is_over_no_red_die_equals_a_blue_one(setting: Setting) -> None:
    """MD-2 Nor does anybody with nothing but equal dice have a MasterDé."""
    for state in setting.moments():
        now = state.snapshot()
        if now["phase"] == "choose":
            red, blue = map(set, now["dice"])
            assert not red & blue
            for dice, master in zip(now["dice"], now["master"], strict=True):
                assert not (len(dice) > 1 and len(set(dice)) == 1 and master)


@relaxed
@given(any_setting)
def test_the_snapshot_says_what_is_awaited(setting: Setting) -> None:
    """MD-3 Phases, order and seat fit together at every moment."""
    for state in setting.moments():
        now = state.snapshot()
        awaited = {"throw": "draw", "rethrow": "move", "end": "end"}
        assert state.awaits == awaited.get(now["phase"], state.awaits)
        if now["phase"] == "rethrow":
            assert now["order"][0] == state.seat
            assert "keep" in state.moves()
        if now["phase"] == "choose":
            assert now["order"] == []
            assert all(now["playing"])
        assert now["throw"] in ((0,) if now["phase"] == "end" else (1, 2, 3, 4))


@relaxed
@given(any_setting)
def test_points_and_pot_stay_where_they_can_be(setting: Setting) -> None:
    """MD-8, MD-11 Never below 0, in Expert never past 100; at the end somebody has won."""
    for state in setting.moments():
        now = state.snapshot()
        assert all(points >= 0 for points in now["points"])
        if setting.level == "expert":
            assert all(points <= 100 for points in now["points"])
            assert now["pot"] >= 0
            assert (100 in now["points"]) is (state.awaits == "end")
        else:
            assert now["pot"] is None
        if state.awaits == "end":
            assert state.winners


@relaxed
@given(any_setting, st.floats(0, 1))
def test_every_listed_move_is_listed_once_and_read_back(setting: Setting, part: float) -> None:
    """MD-3 And it leads somewhere."""
    state = setting.somewhere(part, awaits="move")
    moves = state.moves()
    assert len(moves) == len(set(moves)) <= GAME.rules.MOST_MOVES
    for move in moves:
        code = GAME.notation.read_move(move)
        assert code is not None
        assert GAME.notation.write_move(code) == move
        after = state.copy()
        after.play(move)
        assert after.states.tobytes() != state.states.tobytes()


def texts() -> st.SearchStrategy[str]:
    """Texts that look like moves, and any other."""
    dice = st.lists(st.sampled_from([*"1234567m", "", "01"]), max_size=6)
    joined = st.builds(str.join, st.sampled_from([",", " ", ""]), dice)
    throws = st.builds(str.__add__, st.sampled_from(["throw:", "throw", ""]), joined)
    return throws | st.sampled_from(["first", "second", "keep"]) | st.text(max_size=12)


@relaxed
@given(any_setting, st.floats(0, 1), st.lists(texts(), min_size=1, max_size=20))
def test_a_refused_text_changes_nothing(setting: Setting, part: float, played: list[str]) -> None:
    """MD-3 Play takes exactly the texts listed; it refuses any other, with a reason."""
    state = setting.somewhere(part)
    before, moves = state.states.tobytes(), set(state.moves())
    for text in played:
        if text in moves:
            state.copy().play(text)
            continue
        with pytest.raises(IllegalMove) as refusal:
            state.play(text)
        assert refusal.value.rule.startswith("MD-")
        assert state.states.tobytes() == before


@relaxed
@given(any_setting, st.floats(0, 1))
def test_a_view_resamples_to_the_very_state_it_was_taken_from(
    setting: Setting, part: float
) -> None:
    """Nothing is hidden: to the last byte."""
    state = setting.somewhere(part)
    for seat in (0, 1):
        resampled = GAME.resample(state.view(seat), Random(0))
        assert resampled.states.tobytes() == state.states.tobytes()
