"""Bradley–Terry ratings with confidence intervals, for tables of any size.

The model: each player at a table wins with a probability proportional to its strength. With two
seats this is the model of Bradley and Terry (1952), with more it is Luce's choice axiom (1959). A
shared victory is split between the winners. Seats are rotated, so they need no parameter.

Ratings are on Elo's scale (400 points are odds of ten to one) and their mean is 1500: only
differences mean anything. As a prior, every pair of players is given half a match with a shared
victory, so that the rating of a player that wins all its matches is finite.
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
PRIOR = 0.5  # shared victories added between every pair of players, in matches
MOST_STEPS, TOLERANCE = 100, 1e-10


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
    """Log strengths whose mean is 0, by Newton's method, with their standard errors."""
    present, won = by_entrant(lineups, wins, entrants)
    strengths = np.zeros(entrants)
    for _ in range(MOST_STEPS):
        probabilities = win_probabilities(present, strengths)
        gradient = (won - probabilities).sum(axis=0) + prior_gradients(strengths).sum(axis=0)
        step = inverse_of(information_of(probabilities) + prior_information(strengths)) @ gradient
        strengths += step / max(1.0, float(np.abs(step).max()))  # at most one unit per iteration
        if np.abs(step).max() < TOLERANCE:
            break
    strengths -= strengths.mean()
    return strengths, standard_errors(present, won, deals, strengths)


def by_entrant(lineups: Array, wins: Array, entrants: int) -> tuple[Array, Array]:
    """For each match, the number of seats and the share of the victory of each entrant."""
    present, won = np.zeros((2, len(lineups), entrants))
    matches = np.arange(len(lineups))
    for seat in range(lineups.shape[1]):
        np.add.at(present, (matches, lineups[:, seat]), 1)
        np.add.at(won, (matches, lineups[:, seat]), wins[:, seat])
    return present, won


def win_probabilities(present: Array, strengths: Array) -> Array:
    """The probability that each entrant wins each match, summed over its seats."""
    weights = present * np.exp(strengths - strengths.max())
    probabilities: Array = weights / weights.sum(axis=1, keepdims=True)
    return probabilities


def information_of(probabilities: Array) -> Array:
    """The observed information: minus the second derivative of the log likelihood."""
    information: Array = np.diag(probabilities.sum(axis=0)) - probabilities.T @ probabilities
    return information


def inverse_of(information: Array) -> Array:
    """The inverse on the subspace of strengths with mean 0: only differences are identified."""
    level = np.trace(information) / len(information) ** 2
    inverse: Array = np.linalg.inv(information + level)
    return inverse


def prior_gradients(strengths: Array) -> Array:
    """The gradients of the prior's log likelihood: a row for each pair."""
    pairs = list(combinations(range(len(strengths)), 2))
    gradients = np.zeros((len(pairs), len(strengths)))
    for row, (one, other) in enumerate(pairs):
        pull = PRIOR * (0.5 - chance_against(strengths[one] - strengths[other]))
        gradients[row, one], gradients[row, other] = pull, -pull
    return gradients


def prior_information(strengths: Array) -> Array:
    information = np.zeros((len(strengths), len(strengths)))
    for one, other in combinations(range(len(strengths)), 2):
        chance = chance_against(strengths[one] - strengths[other])
        part = PRIOR * chance * (1 - chance)
        information[[one, other], [one, other]] += part
        information[[one, other], [other, one]] -= part
    return information


def chance_against(ahead: float) -> float:
    return float(1 / (1 + np.exp(-ahead)))


def standard_errors(present: Array, won: Array, deals: Array, strengths: Array) -> Array:
    """Cluster-robust standard errors (the sandwich estimator), the deals being the clusters.

    The matches of a deal have their draws in common, so deals are independent and matches are not.
    Fitting costs degrees of freedom, the variance of one deal. To make up for it, the information
    of an average deal is added; then a single deal gives the errors of independent matches. Matches
    of the prior count as deals, too: if a player has won everything, there is no other variance.
    """
    probabilities = win_probabilities(present, strengths)
    information = information_of(probabilities)
    gradients = sums_by_deal(won - probabilities, deals)
    prior_scores = prior_gradients(strengths)
    variance = (
        gradients.T @ gradients + information / len(gradients) + prior_scores.T @ prior_scores
    )
    inverse = inverse_of(information + prior_information(strengths))
    errors: Array = np.sqrt(np.diag(inverse @ variance @ inverse))
    return errors


def sums_by_deal(values: Array, deals: Array) -> Array:
    """The values of each deal's matches, added up: a row for each deal."""
    _, place = np.unique(deals, return_inverse=True)
    sums = np.zeros((int(place.max()) + 1, *values.shape[1:]))
    np.add.at(sums, place, values)
    return sums
