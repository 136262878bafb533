"""The result of a review: win probabilities along a match, split into luck and skill.

The changes of a seat's win probability across all throws and moves form a telescoping sum: they add
up to the last probability minus the first. The changes across throws are the seat's luck, those
across moves the effect of decisions, its own or others'. This is the decomposition behind the
advantage-sum estimator (Zinkevich, Bowling, Bard, Kan and Billings, "Optimal Unbiased Estimators
for Evaluating Agent Performance", AAAI 2006) and behind the luck ratings of backgammon programs.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.game import Game
from .estimates import Estimate
from .judge import Judgement, Verdict
from .replay import StepKind

MOST_TURNING_POINTS = 5


@dataclass(frozen=True)
class ReviewedStep:
    """A throw or a move, and how it changed everybody's win probability."""

    events: int  # number of events up to and including it
    kind: StepKind
    seat: int | None  # the mover; None for a throw
    win_probabilities: list[Estimate]  # per seat, after it
    changes: list[Estimate]  # per seat, across it
    judgement: Judgement | None = None  # of a move

    @property
    def most_affected(self) -> int:
        """The seat whose win probability changed most."""
        return max(range(len(self.changes)), key=lambda seat: abs(self.changes[seat].value))

    @property
    def certain_change(self) -> float:
        """The lower confidence bound of the largest change; 0 or less if it is not significant."""
        change = self.changes[self.most_affected]
        return abs(change.value) - change.margin


@dataclass(frozen=True)
class Review:
    game: Game
    players: int
    rollouts: int  # from each position
    depth: int | None  # decisions of a rollout before it is evaluated; None: full rollouts
    seed: int
    initial: list[Estimate]  # win probabilities before the first event
    steps: list[ReviewedStep]
    luck: list[Estimate]  # per seat: the sum of the changes across throws
    own_moves: list[Estimate]  # … across its own moves
    others_moves: list[Estimate]  # … across the moves of others
    given_away: list[Estimate]  # per seat: the win probability that its moves lost, as judged

    @property
    def final(self) -> list[Estimate]:
        return self.steps[-1].win_probabilities if self.steps else self.initial

    @property
    def is_solved(self) -> bool:
        """Whether an exact solver has judged the moves."""
        return self.game.solver is not None

    @property
    def judgements(self) -> list[Judgement]:
        return [step.judgement for step in self.steps if step.judgement is not None]

    @property
    def is_all_luck(self) -> bool:
        """Whether nobody ever had a choice."""
        return all(judgement.verdict == "forced" for judgement in self.judgements)

    def count(self, seat: int, *verdicts: Verdict) -> int:
        """The number of a seat's moves with one of these verdicts."""
        return sum(each.seat == seat and each.verdict in verdicts for each in self.judgements)

    def turning_points(self, most: int = MOST_TURNING_POINTS) -> list[ReviewedStep]:
        """The steps with a significant change, the largest first."""
        significant = [step for step in self.steps if step.certain_change > 0]
        return sorted(significant, key=lambda step: (-step.certain_change, step.events))[:most]

    def mistakes(self) -> list[ReviewedStep]:
        """The moves that lost a significant win probability, the costliest first."""
        found = [
            (step.judgement.lost.value, step)
            for step in self.steps
            if step.judgement is not None and step.judgement.verdict in ("inexact", "costly")
        ]
        return [step for _, step in sorted(found, key=lambda pair: (-pair[0], pair[1].events))]
