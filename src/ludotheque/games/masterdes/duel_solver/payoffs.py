"""Payoffs of a duel: the value of each of its outcomes to red, in points or as a win probability.

In points they are exact: the change of red's lead, less the cost of being out of the next duel. The
win probability is an estimate: the duels still to come are taken to add a normally distributed
amount to the lead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ..track import FLASH, GOAL
from .expected_duels import expected_duels
from .hand_indexing import Array
from .outcomes import outcomes
from .solo_duel import absence_cost
from .transitions import Points, Zones, expert_points, flash_points

Utility = Literal["points", "chance"]

#: Standard deviation of the change of the lead in a duel, and in a solo duel: measured over 2,220
#: duels between two players who maximise points.
LEAD_DEVIATION, SOLO_DEVIATION = 9.1, 12.3

#: Standard deviation of who is first at a hundred, in solo duels, when each still needs one.
RACE_DEVIATION = 0.7

#: The most points a heart can take: to a player who has more, it does not matter how many.
MOST_AT_RISK = 18


@dataclass(frozen=True)
class MatchContext:
    """What a duel's payoffs depend on beside the duel itself."""

    level: int
    master: tuple[int, ...]  # faces of each kind
    zones: Zones
    duels_left: int | None = None  # after this one; None where nobody knows
    points: Points | None = None  # None: enough that no heart's loss is cut short at 0
    pot: int = 0

    def swapped(self) -> MatchContext:
        """The same match with the seats exchanged."""
        return replace(self, points=self.points and self.points[::-1])

    def canonical(self) -> MatchContext:
        """A context with the same payoffs in points, so that solutions are found in the cache."""
        if self.level != FLASH or self.points is None:
            return self
        red, blue = (min(each, MOST_AT_RISK) for each in self.points)
        return replace(self, points=(red, blue))

    @property
    def absence(self) -> float:
        """The cost of being out of the next duel, in points."""
        return absence_cost(self.master, self.duels_left)

    def values(self, utility: Utility) -> Array:
        """Red's payoff of every outcome."""
        return lead_changes(self) if utility == "points" else win_probabilities(self)


def points_after(context: MatchContext) -> Array:
    """The points after the duel, by seat and outcome."""
    assert context.points is not None
    if context.level == FLASH:
        return flash_points(context.points, outcomes())
    return expert_points(context.points, context.pot, context.zones, outcomes())


def lead_changes(context: MatchContext) -> Array:
    """The change of red's lead, less the cost of being out of the next duel."""
    ends = outcomes()
    swing = ends.swing
    if context.points is not None:
        red, blue = points_after(context)
        swing = red - blue - (context.points[0] - context.points[1])
    return np.asarray(swing - context.absence * (ends.outs[0] - ends.outs[1]))


def win_probabilities(context: MatchContext) -> Array:
    """Red's estimated probability of winning the match after each outcome."""
    if context.level == FLASH:
        return flash_win_probabilities(context)
    return expert_win_probabilities(context)


def flash_win_probabilities(context: MatchContext) -> Array:
    """MD-10 The probability that red's lead lasts to the end; a tie there means one more duel."""
    assert context.duels_left is not None
    red, blue = points_after(context)
    red_out, blue_out = outcomes().outs
    lead, absent = red - blue, red_out - blue_out
    duels = np.maximum(context.duels_left - red_out * blue_out, 0)  # MD-9 nobody plays the next
    duels = np.where(lead == 0, np.maximum(duels, 1), duels)
    spread = np.sqrt(
        np.where(
            absent == 0,
            duels * LEAD_DEVIATION**2,
            SOLO_DEVIATION**2 + (duels - 1) * LEAD_DEVIATION**2,
        )
    )
    likely = normal_cdf((lead - absent * context.absence) / np.where(duels > 0, spread, 1.0))
    return np.where(duels > 0, likely, lead > 0)


def expert_win_probabilities(context: MatchContext) -> Array:
    """MD-11, MD-14 The probability that red reaches the goal first, by the expected duels to it."""
    ends, duels = outcomes(), expected_duels(context.master, context.zones)
    red, blue = points_after(context)
    red_duels, blue_duels = duels[red] + ends.outs[0], duels[blue] + ends.outs[1]
    spread = RACE_DEVIATION * np.sqrt(np.maximum(red_duels + blue_duels, 1.0))
    likely = normal_cdf((blue_duels - red_duels) / spread)
    there = 0.5 + 0.5 * ((red == GOAL).astype(int) - (blue == GOAL))
    both = 0.5 + 0.5 * (ends.better[0] - ends.better[1])
    is_there = (red == GOAL) | (blue == GOAL)
    return np.where((red == GOAL) & (blue == GOAL), both, np.where(is_there, there, likely))


def normal_cdf(deviations: Array) -> Array:
    """The cumulative distribution function of the standard normal distribution."""
    return np.array([0.5 + 0.5 * math.erf(each / math.sqrt(2)) for each in deviations.tolist()])
