"""Invariants of every state of Course de dés, with any edition."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque.core.state import State

from .position import GAME, step
from .test_secrets import all_cards, all_objectives

relaxed = settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Setting:
    """Everything that a match follows from, its chance included."""

    players: int
    options: dict[str, Any]
    edition: dict[str, Any] | None
    seed: int

    def moments(self) -> Iterator[State]:
        chance = Random(self.seed)
        state = GAME.start(self.players, self.options, self.edition)
        yield state
        while state.awaits != "end":
            step(state, chance)
            yield state


@st.composite
def any_setting(draw: st.DrawFn) -> Setting:
    few = st.integers(0, 6)
    edition = {
        "name": "any box",
        "colors": draw(st.lists(few, min_size=5, max_size=5)),
        "values": draw(st.lists(few, min_size=6, max_size=6)),
        **{name: draw(few) for name in ("gap", "swap", "overtake")},
        "joker": 23,  # enough for every pack, whatever the rest is
        "objectives": [1] * 30,
    }
    return Setting(
        draw(st.integers(2, 6)),
        {"objectives": draw(st.sampled_from(["single", "variable"])), "bonus": draw(st.booleans())},
        draw(st.none() | st.just(edition)),
        draw(st.integers(0, 2**32)),
    )


@relaxed
@given(any_setting())
def test_nothing_is_ever_lost(setting: Setting) -> None:
    """CD-1 Thirty dice, six of each colour; all cards; all objectives, each once."""
    cards: list[int] | None = None
    for state in setting.moments():
        cards = cards or all_cards(state)
        assert all_cards(state) == cards
        assert all_objectives(state) == list(range(30))
        snapshot = state.snapshot()
        dice = [die for group in snapshot["groups"] if group != "gap" for die in group]
        assert len(dice) in (0, 30)
        for colour in "gkbrv":
            assert sum(die[0] == colour for die in dice) == len(dice) // 5


@relaxed
@given(any_setting())
def test_the_road_begins_and_ends_with_a_group(setting: Setting) -> None:
    """CD-7 Gap cards lie between groups only, and no group is empty."""
    for state in setting.moments():
        groups = state.snapshot()["groups"]
        if groups:
            assert "gap" not in (groups[0], groups[-1])
            assert all(groups)


@relaxed
@given(any_setting())
def test_hands_are_three_cards_when_a_move_is_awaited(setting: Setting) -> None:
    """CD-4 In a tie-break, of those who are in it; and there is always something to do."""
    for state in setting.moments():
        snapshot = state.snapshot()
        if snapshot["phase"] == "turn" and state.awaits == "move":
            playing = snapshot["tiebreak"] or range(setting.players)
            assert {len(snapshot["hands"][seat]) for seat in playing} == {3}
            assert state.seat in playing
            assert state.moves()


@relaxed
@given(any_setting())
def test_tokens_come_with_stages_only(setting: Setting) -> None:
    """CD-12 Whatever else happens, and never fewer."""
    before = None
    for state in setting.moments():
        snapshot = state.snapshot()
        stages = min(4, len(snapshot["spent"][0]))
        assert snapshot["points"] == state.points
        if before is not None and before[0] == stages:
            assert snapshot["points"] == before[1]
        elif before is not None:
            gained = sorted(
                now - then for now, then in zip(snapshot["points"], before[1], strict=True)
            )
            assert gained[-1] == (5 if stages == 4 else 3)
        before = stages, snapshot["points"]
