"""What is at stake in a duel: a value of each of its outcomes, in points or in chances to win.

Values are red's. In points they are exact: what the duel adds to red's lead, and what it costs to
be out of the next one. How a match ends, when more duels follow, is an estimate: what they will add
to a lead is taken to be normally distributed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from .expected_duels import tempo
from .hand_indexing import Array
from .outcomes import outcomes
from .solo_duel import cost_of_absence
from .track import FLASH, GOAL
from .transitions import Points, Zones, expert_points, flash_points

Aim = Literal["points", "chance"]

#: By how many points a lead usually changes in a duel, and in one that is played alone: standard
#: deviations, measured over 2,220 duels between two players who play for points.
SWING, SWING_ALONE = 9.1, 12.3

#: How unsure it is who is faster to a hundred, in duels alone, when each still needs one.
DOUBT = 0.7

#: Whoever has more points than a heart can take does not care how many more.
MOST_AT_RISK = 18


@dataclass(frozen=True)
class Setting:
    """The match around a duel."""

    level: int
    master: tuple[int, ...]  # faces of each kind
    zones: Zones
    duels_left: int | None = None  # after this one; None where nobody knows
    points: Points | None = None  # None: so many that no heart's loss is cut short
    pot: int = 0

    def swapped(self) -> Setting:
        """The same match, blue in red's seat."""
        return replace(self, points=self.points and self.points[::-1])

    def plain(self) -> Setting:
        """As far as a duel for points depends on it."""
        if self.level != FLASH or self.points is None:
            return self
        red, blue = (min(each, MOST_AT_RISK) for each in self.points)
        return replace(self, points=(red, blue))

    @property
    def absence(self) -> float:
        """What it costs to be out of the next duel, in points."""
        return cost_of_absence(self.master, self.duels_left)

    def values(self, aim: Aim) -> Array:
        """By outcome."""
        return swings(self) if aim == "points" else chances(self)


def points_after(setting: Setting) -> Array:
    """By seat and outcome."""
    assert setting.points is not None
    if setting.level == FLASH:
        return flash_points(setting.points, outcomes())
    return expert_points(setting.points, setting.pot, setting.zones, outcomes())


def swings(setting: Setting) -> Array:
    """What a duel adds to red's lead, and what it costs to be out of the next one."""
    ends = outcomes()
    swing = ends.swing
    if setting.points is not None:
        red, blue = points_after(setting)
        swing = red - blue - (setting.points[0] - setting.points[1])
    return np.asarray(swing - setting.absence * (ends.outs[0] - ends.outs[1]))


def chances(setting: Setting) -> Array:
    """Red's chance to win the match, roughly, after each outcome."""
    return flash_chances(setting) if setting.level == FLASH else expert_chances(setting)


def flash_chances(setting: Setting) -> Array:
    """MD-10 That red's lead outlasts the duels still to come; a tie at the end means one more."""
    assert setting.duels_left is not None
    red, blue = points_after(setting)
    red_out, blue_out = outcomes().outs
    lead, absent = red - blue, red_out - blue_out
    duels = np.maximum(setting.duels_left - red_out * blue_out, 0)  # MD-9 nobody plays the next
    duels = np.where(lead == 0, np.maximum(duels, 1), duels)
    spread = np.sqrt(
        np.where(absent == 0, duels * SWING**2, SWING_ALONE**2 + (duels - 1) * SWING**2)
    )
    likely = normal((lead - absent * setting.absence) / np.where(duels > 0, spread, 1.0))
    return np.where(duels > 0, likely, lead > 0)


def expert_chances(setting: Setting) -> Array:
    """MD-11, MD-14 That red is there; or faster there than blue, from where both stand."""
    ends, duels = outcomes(), tempo(setting.master, setting.zones)
    red, blue = points_after(setting)
    red_duels, blue_duels = duels[red] + ends.outs[0], duels[blue] + ends.outs[1]
    spread = DOUBT * np.sqrt(np.maximum(red_duels + blue_duels, 1.0))
    likely = normal((blue_duels - red_duels) / spread)
    there = 0.5 + 0.5 * ((red == GOAL).astype(int) - (blue == GOAL))
    both = 0.5 + 0.5 * (ends.better[0] - ends.better[1])
    is_there = (red == GOAL) | (blue == GOAL)
    return np.where((red == GOAL) & (blue == GOAL), both, np.where(is_there, there, likely))


def normal(deviations: Array) -> Array:
    """How likely a normal variable is below so many standard deviations."""
    return np.array([0.5 + 0.5 * math.erf(each / math.sqrt(2)) for each in deviations.tolist()])
