"""Makes the review of a match, in small steps that can be interleaved with other work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..core.compiler import Mode, can_compile
from ..core.state import State
from .estimates import Array, Estimate, estimate_mean, estimate_sum, sum_of_independent
from .judge import Judge, Judgement
from .replay import Replay
from .result import Review, ReviewedStep
from .rollouts import Rollouts

#: Budget of a review if the caller does not choose the number of rollouts: the total size of all
#: evaluated states in bytes, because the time of an evaluation is proportional to that size.
BUDGET = 10_000_000_000
JUDGEMENT_COST = 2.5  # cost of a judgement, relative to the rollouts from one position
INTERPRETED_SLOWDOWN = 300  # rough ratio of interpreted to compiled run time
FEWEST, MOST = 64, 800  # rollouts from each position
FEWEST_INTERPRETED = 16


class Reviewer:
    """Makes a review. Iterate over it to the end; then the attribute `review` is set."""

    def __init__(
        self,
        replay: Replay,
        *,
        seed: int = 0,
        rollouts: int | None = None,
        mode: Mode = "compiled",
    ) -> None:
        self.replay = replay
        self.seed = seed
        self.mode: Mode = mode if can_compile() else "interpreted"
        self._moves = sum(step.kind == "move" for step in replay.steps)
        self._requested_rollouts = rollouts
        self.total = len(replay.steps) + 1 + self._moves
        self.done = 0
        self.review: Review | None = None

    def __iter__(self) -> Iterator[int]:
        """Do the work, yielding the number of parts done of `total`; the first part may compile."""
        start = self.replay.start
        rollouts = Rollouts(start.game, start.players, self.seed, self.mode)
        count = self._requested_rollouts or self._affordable_rollouts(rollouts)
        judge = Judge(rollouts, count, self.seed, self.mode)
        shares = [rollouts.win_shares(start.states, count)]
        yield self._advance()
        judgements: list[Judgement | None] = []
        for step in self.replay.steps:
            shares.append(rollouts.win_shares(step.state.states, count, draws=step.draws))
            yield self._advance()
            judgement = None
            if step.move is not None:
                assert step.seat is not None
                view = self.replay.states[step.events - 1].view(step.seat)
                judgement = judge.judge(view, step.move, step.events)
                yield self._advance()
            judgements.append(judgement)
        depth = None if rollouts.to_the_end else rollouts.depth
        self.review = self._summarize(shares, judgements, count, depth)

    def _advance(self) -> int:
        self.done += 1
        return self.done

    def _affordable_rollouts(self, rollouts: Rollouts) -> int:
        """How many rollouts from each position the budget allows."""
        start = self.replay.start
        judged = 0 if start.game.solver is not None else self._moves
        positions = len(self.replay.steps) + 1 + JUDGEMENT_COST * judged
        fewest, budget = FEWEST, BUDGET
        if self.mode == "interpreted":
            fewest, budget = FEWEST_INTERPRETED, BUDGET // INTERPRETED_SLOWDOWN
        cost = start.states.itemsize * rollouts.cost(start)
        if rollouts.to_the_end:
            cost /= 2  # rollouts from later positions are shorter
        return int(min(max(budget / max(positions * cost, 1), fewest), MOST))

    def _summarize(
        self,
        shares: list[Array],
        judgements: list[Judgement | None],
        count: int,
        depth: int | None,
    ) -> Review:
        """Make the review from the rollouts of each position, beginning with the start."""
        start = self.replay.start
        seats = range(start.players)
        luck, own_moves, others_moves = ([list[Array]() for _ in seats] for _ in range(3))
        steps = []
        for place, step in enumerate(self.replay.steps):
            differences = shares[place + 1] - shares[place]
            for seat in seats:
                if step.kind == "throw":
                    cause = luck
                else:
                    cause = own_moves if step.seat == seat else others_moves
                cause[seat].append(differences[:, seat])
            steps.append(
                ReviewedStep(
                    step.events,
                    step.kind,
                    step.seat,
                    win_probabilities(step.state, shares[place + 1]),
                    [estimate_mean(differences[:, seat]) for seat in seats],
                    judgements[place],
                )
            )
        lost = [(each.seat, each.lost) for each in judgements if each is not None]
        return Review(
            start.game,
            start.players,
            count,
            depth,
            self.seed,
            win_probabilities(start, shares[0]),
            steps,
            luck=[estimate_sum(samples) for samples in luck],
            own_moves=[estimate_sum(samples) for samples in own_moves],
            others_moves=[estimate_sum(samples) for samples in others_moves],
            given_away=[
                sum_of_independent([amount for mover, amount in lost if mover == seat])
                for seat in seats
            ],
        )


def win_probabilities(state: State, shares: Array) -> list[Estimate]:
    """Each seat's win probability, from the rollouts of a state; exact when the match is over."""
    if state.awaits == "end":
        return [Estimate(float(share), 0.0) for share in shares[0]]
    return [estimate_mean(samples) for samples in shares.T]


def review_match(replay: Replay, **settings: Any) -> Review:
    """Make a complete review in one call; the settings are those of `Reviewer`."""
    reviewer = Reviewer(replay, **settings)
    for _ in reviewer:
        pass
    assert reviewer.review is not None
    return reviewer.review
