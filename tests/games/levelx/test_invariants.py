"""Invariants of every state of Level X, with any edition."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque import IllegalMove
from ludotheque.core.state import State

from .position import GAME, ROWS

relaxed = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Setting:
    """Everything that a match follows from, its chance included."""

    players: int
    first: int | None
    edition: dict[str, Any] | None
    seed: int

    def start(self) -> State:
        return GAME.start(self.players, {"first": self.first}, self.edition)

    def moments(self) -> Iterator[State]:
        """A match played at random, at every moment from its start to its end."""
        chance = Random(self.seed)
        state = self.start()
        yield state
        while state.awaits != "end":
            if state.draw_size is not None:
                state.draw(chance.randrange(state.draw_size))
            else:
                state.play(chance.choice(sorted(state.moves())))
            yield state

    def somewhere(self, part: float, awaits: str | None = None) -> State:
        """The state after that part of the match, of those that await such a thing."""
        moments = [state.copy() for state in self.moments() if awaits in (None, state.awaits)]
        return moments[round(part * (len(moments) - 1))]


@st.composite
def editions(draw: st.DrawFn) -> dict[str, Any]:
    """Any box that is not too large to be played through in a moment."""
    chips = draw(st.lists(st.integers(1, 9), min_size=6, max_size=6))
    withheld = st.integers(0, min(chips) - 1)
    return {
        "name": "any box",
        "spaces": draw(st.lists(st.integers(1, 6), min_size=6, max_size=6)),
        "chips": chips,
        "chips_withheld": draw(st.lists(withheld, min_size=3, max_size=3)),
        "tiles": draw(st.lists(st.integers(0, 99), min_size=1, max_size=12)),
    }


@st.composite
def any_setting(draw: st.DrawFn) -> Setting:
    players = draw(st.integers(2, 4))
    return Setting(
        players,
        draw(st.none() | st.integers(0, players - 1)),
        draw(st.none() | editions()),
        draw(st.integers(0, 2**32)),
    )


def lengths(setting: Setting) -> list[int]:
    spaces: list[int] = (setting.edition or GAME.edition)["spaces"]
    return spaces


@relaxed
@given(any_setting())
def test_chips_are_conserved(setting: Setting) -> None:
    """LX-6, LX-7 What the rows have lost, the seats have won; and so it is with the tiles."""
    opening = setting.start().snapshot()
    for state in setting.moments():
        now = state.snapshot()
        owned = [sum(column) for column in zip(*now["won"], strict=True)]
        together = [left + won for left, won in zip(now["chips"], owned, strict=True)]
        assert together == opening["chips"]
        assert all(left >= 0 for left in now["chips"])
        assert sorted(sum(now["bonus"], now["tiles"])) == sorted(opening["tiles"])


@relaxed
@given(any_setting())
def test_pawns_stand_where_pawns_can_stand(setting: Setting) -> None:
    """LX-5, LX-8 Within their row, one at most on an X, none in a closed row."""
    spaces = lengths(setting)
    for state in setting.moments():
        now = state.snapshot()
        for row, column in enumerate(zip(*now["pawns"], strict=True)):
            assert all(0 <= space <= spaces[row] for space in column)
            assert column.count(spaces[row]) <= 1
            assert now["chips"][row] > 0 or not any(column)


@relaxed
@given(any_setting())
def test_scores_are_chips_and_tiles(setting: Setting) -> None:
    """LX-11, LX-13 And every seat has the tiles that its series have earned, while they lasted."""
    for state in setting.moments():
        now = state.snapshot()
        for seat, score in enumerate(now["scores"]):
            chips = sum(row * won for row, won in zip(ROWS, now["won"][seat], strict=True))
            assert score == chips + sum(now["bonus"][seat])
            series, tiles = min(now["won"][seat]), len(now["bonus"][seat])
            assert tiles == series or (tiles < series and not now["tiles"])
        assert state.points == now["scores"]


@relaxed
@given(any_setting())
def test_the_end_comes_with_its_trigger_after_equal_turns(setting: Setting) -> None:
    """LX-12, LX-13 Not before, not later, and the most points have won."""
    for state in setting.moments():
        now = state.snapshot()
        triggered = now["chips"].count(0) >= 3 or not now["tiles"]
        assert now["last_round"] is triggered
        assert (state.awaits == "end") is (triggered and now["turn"] % setting.players == 0)
    best = max(state.points)
    assert state.winners == [seat for seat in range(setting.players) if state.points[seat] == best]


@relaxed
@given(any_setting())
def test_turns_go_round_from_the_first_seat(setting: Setting) -> None:
    """LX-1, LX-12 So at the end all have had the same number of turns."""
    movers = [state.seat for state in setting.moments() if state.seat is not None]
    first = movers[0]
    assert setting.first in (None, first)
    assert movers == [(first + turn) % setting.players for turn in range(len(movers))]
    assert len({movers.count(seat) for seat in range(setting.players)}) == 1


@relaxed
@given(any_setting(), st.floats(0, 1))
def test_every_listed_move_is_listed_once_and_playable(setting: Setting, part: float) -> None:
    """LX-9, LX-14 On a copy, each changes the rows of its groups and no other; one passes."""
    state = setting.somewhere(part, awaits="move")
    before = state.snapshot()
    moves = state.moves()
    assert len(moves) == len(set(moves))
    assert "-" in moves
    for move in moves:
        copy = state.copy()
        copy.play(move)
        assert copy.snapshot()["turn"] == before["turn"] + 1
        assert changed_rows(before, copy.snapshot()) == set(move.replace("-", "").split())
    assert state.snapshot() == before


def changed_rows(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    """The rows in which pawns or chips are no longer what they were."""
    return {
        str(row)
        for place, row in enumerate(ROWS)
        if before["chips"][place] != after["chips"][place]
        or [pawns[place] for pawns in before["pawns"]] != [p[place] for p in after["pawns"]]
    }


@relaxed
@given(any_setting(), st.floats(0, 1))
def test_every_listed_text_is_read_as_the_move_it_was_written_from(
    setting: Setting, part: float
) -> None:
    """LX-14 Text to move and back."""
    notation = GAME.notation
    for move in setting.somewhere(part, awaits="move").moves():
        code = notation.read_move(move)
        assert code is not None
        assert notation.write_move(code) == move


def texts() -> st.SearchStrategy[str]:
    """Texts that look like moves, and any other."""
    words = st.sampled_from(["5", "6", "7", "8", "9", "10", "4", "11", "05", "-", ""])
    lists = st.lists(words, max_size=6)
    joined = st.builds(str.join, st.sampled_from([" ", "  ", ",", ""]), lists)
    return joined | st.text(max_size=12)


@relaxed
@given(any_setting(), st.floats(0, 1), st.lists(texts(), min_size=1, max_size=20))
def test_a_refused_text_changes_nothing(setting: Setting, part: float, played: list[str]) -> None:
    """LX-14 Play takes exactly the texts listed; it refuses any other, with a reason."""
    state = setting.somewhere(part)
    before, moves, waiting = state.snapshot(), set(state.moves()), state.awaits
    for text in played:
        if text in moves:
            state.copy().play(text)
            continue
        with pytest.raises(IllegalMove) as refusal:
            state.play(text)
        assert refusal.value.rule.startswith("LX-")
        assert str(refusal.value).endswith(f"({refusal.value.rule})")
        assert (state.snapshot(), set(state.moves()), state.awaits) == (before, moves, waiting)


@relaxed
@given(any_setting(), st.floats(0, 1))
def test_a_view_resamples_to_the_state_it_was_taken_from(setting: Setting, part: float) -> None:
    """Nothing is hidden, so there is one such state, and one future with the same draws."""
    state = setting.somewhere(part)
    resampled = GAME.resample(state.view(setting.players - 1), Random(0))
    assert resampled.snapshot() == state.snapshot()
    chance = Random(setting.seed)
    while state.awaits != "end":
        assert (resampled.awaits, resampled.seat) == (state.awaits, state.seat)
        if state.draw_size is not None:
            k = chance.randrange(state.draw_size)
            state.draw(k)
            resampled.draw(k)
        else:
            assert sorted(resampled.moves()) == sorted(state.moves())
            move = chance.choice(sorted(state.moves()))
            state.play(move)
            resampled.play(move)
    assert (resampled.snapshot(), resampled.winners) == (state.snapshot(), state.winners)
