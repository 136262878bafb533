"""How strong each player is: Bradley-Terry ratings with intervals, for tables of any size.

The model: of those at a table, each wins with a probability in proportion to its strength. With
two seats that is Bradley and Terry's model; with more it is Luce's choice of one winner. A shared
victory counts for each winner in part. Seats are rotated, so they need no parameter.

Ratings are on Elo's scale (400 points are odds of ten to one) and their mean is 1500: only
differences mean anything. Beside the matches played, every two players are given half a match
with a shared victory, so that the rating of somebody who wins them all is finite.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np

from .outcome import Array, Outcome

MEAN = 1500.0
POINTS = 400 / log(10)  # Elo points in one unit of log odds
NORMAL_95 = 1.959964  # standard deviations on each side of a 95 % interval
PRIOR = 0.5  # matches
MOST_STEPS, CLOSE = 100, 1e-10


@dataclass(frozen=True)
class Rating:
    player: str
    rating: float
    low: float  # of a 95 % interval
    high: float


def rated(outcome: Outcome) -> list[Rating]:
    """Everybody's rating, the strongest first."""
    strengths, errors = fitted(outcome.lineups, outcome.wins, outcome.deals, len(outcome.entrants))
    ratings = [
        Rating(
            name,
            MEAN + POINTS * strength,
            MEAN + POINTS * (strength - NORMAL_95 * error),
            MEAN + POINTS * (strength + NORMAL_95 * error),
        )
        for name, strength, error in zip(
            outcome.entrants, strengths.tolist(), errors.tolist(), strict=True
        )
    ]
    return sorted(ratings, key=lambda each: (-each.rating, each.player))


def fitted(lineups: Array, wins: Array, deals: Array, entrants: int) -> tuple[Array, Array]:
    """Log strengths whose mean is 0, with their standard errors.

    The errors take the deals, not the matches, as what was drawn independently: matches of a
    deal have their luck in common (the "sandwich" of information and scatter).
    """
    present, won = by_entrant(lineups, wins, entrants)
    strengths = np.zeros(entrants)
    for _ in range(MOST_STEPS):
        chances = chances_of(present, strengths)
        slope = (won - chances).sum(axis=0) + prior_slopes(strengths).sum(axis=0)
        step = inverse_of(curvature(chances) + prior_curvature(strengths)) @ slope
        strengths += step / max(1.0, float(np.abs(step).max()))  # never more than one at a time
        if np.abs(step).max() < CLOSE:
            break
    strengths -= strengths.mean()
    return strengths, standard_errors(present, won, deals, strengths)


def by_entrant(lineups: Array, wins: Array, entrants: int) -> tuple[Array, Array]:
    """For each match: how many seats each entrant has, and how much of the victory."""
    present, won = np.zeros((2, len(lineups), entrants))
    matches = np.arange(len(lineups))
    for seat in range(lineups.shape[1]):
        np.add.at(present, (matches, lineups[:, seat]), 1)
        np.add.at(won, (matches, lineups[:, seat]), wins[:, seat])
    return present, won


def chances_of(present: Array, strengths: Array) -> Array:
    """The probability, in each match, that it is won by each entrant, in whatever seat."""
    weights = present * np.exp(strengths - strengths.max())
    chances: Array = weights / weights.sum(axis=1, keepdims=True)
    return chances


def curvature(chances: Array) -> Array:
    """How sharply the likelihood bends: the observed information."""
    bend: Array = np.diag(chances.sum(axis=0)) - chances.T @ chances
    return bend


def inverse_of(bend: Array) -> Array:
    """The inverse among strengths whose mean is 0: adding the same to all changes no chance."""
    level = np.trace(bend) / len(bend) ** 2
    inverse: Array = np.linalg.inv(bend + level)
    return inverse


def prior_slopes(strengths: Array) -> Array:
    """How the half matches pull: a row for each two players."""
    pairs = list(combinations(range(len(strengths)), 2))
    slopes = np.zeros((len(pairs), len(strengths)))
    for row, (one, other) in enumerate(pairs):
        pull = PRIOR * (0.5 - chance_against(strengths[one] - strengths[other]))
        slopes[row, one], slopes[row, other] = pull, -pull
    return slopes


def prior_curvature(strengths: Array) -> Array:
    bend = np.zeros((len(strengths), len(strengths)))
    for one, other in combinations(range(len(strengths)), 2):
        chance = chance_against(strengths[one] - strengths[other])
        part = PRIOR * chance * (1 - chance)
        bend[[one, other], [one, other]] += part
        bend[[one, other], [other, one]] -= part
    return bend


def chance_against(ahead: float) -> float:
    return float(1 / (1 + np.exp(-ahead)))


def standard_errors(present: Array, won: Array, deals: Array, strengths: Array) -> Array:
    """From the scatter of the deals' slopes.

    Fitting takes up the scatter of one deal: the information of a mean deal is put in its place,
    so that one deal alone gives the error of independent matches. The half matches count as deals:
    where somebody has won everything there is no other scatter, and the error must not vanish.
    """
    chances = chances_of(present, strengths)
    information = curvature(chances)
    slopes = sums_by_deal(won - chances, deals)
    pulls = prior_slopes(strengths)
    scatter = slopes.T @ slopes + information / len(slopes) + pulls.T @ pulls
    inverse = inverse_of(information + prior_curvature(strengths))
    errors: Array = np.sqrt(np.diag(inverse @ scatter @ inverse))
    return errors


def sums_by_deal(values: Array, deals: Array) -> Array:
    """The values of each deal's matches, added up: a row for each deal."""
    _, place = np.unique(deals, return_inverse=True)
    sums = np.zeros((int(place.max()) + 1, *values.shape[1:]))
    np.add.at(sums, place, values)
    return sums
