"""A match looked back on: where everybody's chances changed, and whether by luck or by moves.

At every point of a match it is played on many times, by players who all decide at a glance; how
often each seat wins, or may hope to, is its chance there. What a throw does to the chances is luck.
What a move does is in the same numbers, so that everything adds up from the first chance to the
last; but a move is judged apart, by what its player could know (`reviewing_moves`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..core.compiler import Mode, can_compile
from ..core.game import Game
from ..core.state import State
from .judge import Judge, Judgement, Verdict
from .rollouts import Array, Estimate, Playouts, estimate

#: What a whole review may take where nobody says how many playouts there should be: bytes of states
#: looked at, a glance being as much work as a state is large. How much of it a judgement takes, in
#: playouts of one point.
BUDGET = 10_000_000_000
PLAYOUTS_OF_A_JUDGEMENT = 2.5
SLOWER = 300  # interpreted, roughly so many times
FEWEST, MOST = 64, 800
FEWEST_SLOWLY = 16

TOLD = 5  # moments that are named

Kind = Literal["throw", "move"]


@dataclass(frozen=True)
class Point:
    """A match after a throw or a move."""

    line: int  # how many draws and moves it has seen
    drawn: int  # how many of them were draws
    state: State
    kind: Kind  # what led here
    move: str | None = None


@dataclass(frozen=True)
class Change:
    """A throw or a move, and what it did to everybody's chances."""

    line: int  # how many draws and moves the match has seen after it
    kind: Kind
    seat: int | None  # whose move it was
    chances: list[Estimate]  # per seat, after it
    changes: list[Estimate]  # per seat, across it
    judgement: Judgement | None = None  # of a move

    @property
    def most(self) -> int:
        """The seat whose chances have changed most."""
        return max(range(len(self.changes)), key=lambda seat: abs(self.changes[seat].value))

    @property
    def certain(self) -> float:
        """How much of the largest change is beyond doubt; 0 and less where nothing is."""
        change = self.changes[self.most]
        return abs(change.value) - change.margin


@dataclass(frozen=True)
class Review:
    game: Game
    players: int
    playouts: int
    rollout_depth: int | None  # decisions of a playout before the game's advice judges; None: all
    seed: int
    first: list[Estimate]  # everybody's chances before anything has happened
    changes: list[Change]
    luck: list[Estimate]  # per seat: what throws did to its chances
    own: list[Estimate]  # … its own moves, in the same playouts
    others: list[Estimate]  # … everybody else's
    given_away: list[Estimate]  # per seat: what its moves have lost, as they were judged

    @property
    def last(self) -> list[Estimate]:
        return self.changes[-1].chances if self.changes else self.first

    @property
    def solved(self) -> bool:
        """Whether a solver has judged the moves."""
        return self.game.optional_module("solver") is not None

    @property
    def judgements(self) -> list[Judgement]:
        return [change.judgement for change in self.changes if change.judgement is not None]

    @property
    def all_luck(self) -> bool:
        """Whether nobody ever had a choice."""
        return all(judgement.verdict == "forced" for judgement in self.judgements)

    def count(self, seat: int, *verdicts: Verdict) -> int:
        """How many of a seat's moves were judged so."""
        return sum(each.seat == seat and each.verdict in verdicts for each in self.judgements)

    def turning_points(self, most: int = TOLD) -> list[Change]:
        """Where the chances certainly changed most, the largest change first."""
        sure = [change for change in self.changes if change.certain > 0]
        return sorted(sure, key=lambda change: (-change.certain, change.line))[:most]

    def mistakes(self) -> list[Change]:
        """The moves that certainly gave something away, the dearest first."""
        found = [
            (change.judgement.lost.value, change)
            for change in self.changes
            if change.judgement is not None and change.judgement.verdict in ("inexact", "costly")
        ]
        return [change for _, change in sorted(found, key=lambda pair: (-pair[0], pair[1].line))]


def points_of(start: State, lines: Sequence[Mapping[str, Any]]) -> list[Point]:
    """The points of a match, from a record's lines; draws that belong together lead to one."""
    points: list[Point] = []
    state, drawn = start.copy(), 0
    for line, happened in enumerate(lines, 1):
        if "draw" in happened:
            goes_on = state.roller is None and bool(points) and points[-1].kind == "throw"
            state.draw(happened["draw"][1])
            drawn += 1
            if goes_on:
                points.pop()
            points.append(Point(line, drawn, state.copy(), "throw"))
        else:
            move = happened["move"]
            state.play(move)
            points.append(Point(line, drawn, state.copy(), "move", move))
    return points


class Reviewing:
    """A review being made, one small step after the other, so that others can have their turn."""

    def __init__(
        self,
        start: State,
        lines: Sequence[Mapping[str, Any]],
        *,
        seed: int = 0,
        playouts: int | None = None,
        mode: Mode = "compiled",
    ) -> None:
        self.start = start.copy()
        self.points = points_of(start, lines)
        self.mode: Mode = mode if can_compile() else "interpreted"
        self.seed = seed
        self._asked_for = playouts
        self.steps = len(self.points) + 1 + sum(point.kind == "move" for point in self.points)
        self.done = 0
        self.review: Review | None = None

    def __iter__(self) -> Iterator[int]:
        """Make the review; after each step, how many are done. The first may have to compile."""
        playouts = Playouts(self.start.game, self.start.players, self.seed, self.mode)
        count = self._asked_for or self._affordable(playouts)
        judge = Judge(playouts, count, self.seed, self.mode)
        shares = [playouts.shares(self.start.states, count)]
        yield self._another()
        judgements: list[Judgement | None] = []
        before = self.start
        for point in self.points:
            shares.append(playouts.shares(point.state.states, count, drawn=point.drawn))
            yield self._another()
            judgement = None
            if point.move is not None:
                assert before.seat is not None
                judgement = judge.judge(before.view(before.seat), point.move, point.line)
                yield self._another()
            judgements.append(judgement)
            before = point.state
        rollout_depth = None if playouts.to_the_end else playouts.rollout_depth
        self.review = self._summed_up(shares, judgements, count, rollout_depth)

    def _another(self) -> int:
        self.done += 1
        return self.done

    def _affordable(self, playouts: Playouts) -> int:
        """How many playouts of each point there should be, by how much work they are."""
        choices = sum(point.kind == "move" for point in self.points)
        if self.start.game.optional_module("solver") is not None:
            choices = 0
        rounds = len(self.points) + 1 + PLAYOUTS_OF_A_JUDGEMENT * choices
        least, budget = FEWEST, BUDGET
        if self.mode == "interpreted":
            least, budget = FEWEST_SLOWLY, BUDGET // SLOWER
        size = self.start.states.itemsize
        on_average = size * playouts.work(self.start)
        if playouts.to_the_end:
            on_average /= 2  # the later, the less there is to play
        return int(min(max(budget / max(rounds * on_average, 1), least), MOST))

    def _summed_up(
        self,
        shares: list[Array],
        judgements: list[Judgement | None],
        count: int,
        rollout_depth: int | None,
    ) -> Review:
        seats = range(self.start.players)
        causes = {"luck": self._sums(), "own": self._sums(), "others": self._sums()}
        changes = []
        before = self.start
        for place, point in enumerate(self.points):
            across = shares[place + 1] - shares[place]
            for seat in seats:
                causes[cause_of(point, before, seat)][seat].append(across[:, seat])
            changes.append(
                Change(
                    point.line,
                    point.kind,
                    None if point.kind == "throw" else before.seat,
                    [chance_in(point.state, shares[place + 1][:, seat]) for seat in seats],
                    [estimate(across[:, seat]) for seat in seats],
                    judgements[place],
                )
            )
            before = point.state
        made = [judgement for judgement in judgements if judgement is not None]
        return Review(
            self.start.game,
            self.start.players,
            count,
            rollout_depth,
            self.seed,
            [chance_in(self.start, shares[0][:, seat]) for seat in seats],
            changes,
            luck=[total(parts) for parts in causes["luck"]],
            own=[total(parts) for parts in causes["own"]],
            others=[total(parts) for parts in causes["others"]],
            given_away=[given_away_by(seat, made) for seat in seats],
        )

    def _sums(self) -> list[list[Array]]:
        return [[] for _ in range(self.start.players)]


def reviewed(start: State, lines: Sequence[Mapping[str, Any]], **how: Any) -> Review:
    """A whole review at once; `how` is as for `Reviewing`."""
    reviewing = Reviewing(start, lines, **how)
    for _ in reviewing:
        pass
    assert reviewing.review is not None
    return reviewing.review


def cause_of(point: Point, before: State, seat: int) -> str:
    """What a change of a seat's chances is put down to."""
    if point.kind == "throw":
        return "luck"
    return "own" if before.seat == seat else "others"


def chance_in(state: State, shares: Array) -> Estimate:
    """A seat's chance; when all is over there is nothing left to estimate."""
    if state.awaits == "end":
        return Estimate(float(shares[0]), 0.0)
    return estimate(shares)


def total(parts: list[Array]) -> Estimate:
    """What several changes come to: playout by playout, because they met the same dice."""
    return estimate(np.sum(parts, axis=0)) if parts else Estimate(0.0, 0.0)


def given_away_by(seat: int, judgements: list[Judgement]) -> Estimate:
    lost = [judgement.lost for judgement in judgements if judgement.seat == seat]
    return Estimate(
        sum(each.value for each in lost), math.sqrt(sum(each.error**2 for each in lost))
    )
