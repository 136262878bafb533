"""Bradley–Terry ratings with confidence intervals, for tables of any size.

The model: each player at a table wins with a probability proportional to its strength. With two
seats this is the model of Bradley and Terry (1952), with more it is Luce's choice axiom (1959). A
shared victory is split between the winners. Seats are rotated, so they need no parameter.

Ratings are on Elo's scale (400 points are odds of ten to one) and their mean is 1500: only
differences mean anything. As a prior, every pair of players is given half a match with a shared
victory, so that the rating of a player that wins all its matches is finite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np

from .intervals import NORMAL_95, Array, places, sums_at

MEAN = 1500.0
POINTS = 400 / log(10)  # Elo points in one unit of log odds
PRIOR = 0.5  # shared victories added between every pair of players, in matches
MOST_STEPS, TOLERANCE = 100, 1e-10


@dataclass(frozen=True)
class Rating:
    player: str
    rating: float
    low: float  # of a 95 % interval
    high: float


class Encounters:
    """Who sat at a table with whom, and who won: sums from which the ratings follow.

    There are few different companies (a company is how many seats each entrant has), and matches of
    one company are told apart only by who has won. All matches of a deal are added at once.
    """

    def __init__(self, entrants: int) -> None:
        self.entrants = entrants
        self.deals = 0
        self.won = np.zeros(entrants)
        self._companies: dict[tuple[float, ...], int] = {}
        self._matches = np.zeros(0)  # of each company
        self._products = np.zeros((entrants, entrants))  # of each deal's victories and companies

    @property
    def companies(self) -> Array:
        """The number of seats of each entrant: a row for each company."""
        return np.array(list(self._companies)).reshape(-1, self.entrants)

    @property
    def matches(self) -> Array:
        return self._matches

    def add(self, lineups: Array, wins: Array, place: Array) -> None:
        """Add matches. `place` is the number of a match's deal among these."""
        present, won = by_entrant(lineups, wins, self.entrants)
        kinds, kind = np.unique(present, axis=0, return_inverse=True)
        numbers = np.array([self._number(tuple(row)) for row in kinds.tolist()], np.int64)
        each = np.zeros((len(lineups), len(self._companies)))
        each[np.arange(len(lineups)), numbers[kind.ravel()]] = 1
        self._make_room()
        sums = sums_at(np.hstack([won, each]), place)
        self.deals += len(sums)
        self.won += won.sum(axis=0)
        self._matches += each.sum(axis=0)
        self._products += sums.T @ sums

    def _number(self, company: tuple[float, ...]) -> int:
        return self._companies.setdefault(company, len(self._companies))

    def _make_room(self) -> None:
        """For companies that had not met before."""
        new = len(self._companies) - len(self._matches)
        self._matches = np.pad(self._matches, (0, new))
        self._products = np.pad(self._products, (0, new))

    def squares(self, probabilities: Array) -> Array:
        """The outer products of each deal's gradient with itself, added up. The gradient is the
        number of victories beyond what is expected by each company's win probabilities."""
        beyond = np.hstack([np.eye(self.entrants), -probabilities.T])
        found: Array = beyond @ self._products @ beyond.T
        return found


def rated(entrants: Sequence[str], encounters: Encounters) -> list[Rating]:
    """Everybody's rating, the strongest first."""
    strengths, errors = fitted_to(encounters)
    ratings = [
        Rating(
            name,
            MEAN + POINTS * strength,
            MEAN + POINTS * (strength - NORMAL_95 * error),
            MEAN + POINTS * (strength + NORMAL_95 * error),
        )
        for name, strength, error in zip(entrants, strengths.tolist(), errors.tolist(), strict=True)
    ]
    return sorted(ratings, key=lambda each: (-each.rating, each.player))


def fitted(lineups: Array, wins: Array, deals: Array, entrants: int) -> tuple[Array, Array]:
    """The strengths that these matches tell of, with their standard errors."""
    encounters = Encounters(entrants)
    encounters.add(lineups, wins, places(deals))
    return fitted_to(encounters)


def fitted_to(encounters: Encounters) -> tuple[Array, Array]:
    """Log strengths whose mean is 0, by Newton's method, with their standard errors."""
    companies, matches = encounters.companies, encounters.matches
    strengths = np.zeros(encounters.entrants)
    for _ in range(MOST_STEPS):
        probabilities = win_probabilities(companies, strengths)
        gradient = encounters.won - matches @ probabilities + prior_gradients(strengths).sum(axis=0)
        information = information_of(probabilities, matches) + prior_information(strengths)
        step = inverse_of(information) @ gradient
        strengths += step / max(1.0, float(np.abs(step).max()))  # at most one unit per iteration
        if np.abs(step).max() < TOLERANCE:
            break
    strengths -= strengths.mean()
    return strengths, standard_errors(encounters, strengths)


def by_entrant(lineups: Array, wins: Array, entrants: int) -> tuple[Array, Array]:
    """For each match, the number of seats and the share of the victory of each entrant."""
    present, won = np.zeros((2, len(lineups), entrants))
    matches = np.arange(len(lineups))
    for seat in range(lineups.shape[1]):
        np.add.at(present, (matches, lineups[:, seat]), 1)
        np.add.at(won, (matches, lineups[:, seat]), wins[:, seat])
    return present, won


def win_probabilities(companies: Array, strengths: Array) -> Array:
    """The probability that each entrant wins, in each company, summed over its seats."""
    weights = companies * np.exp(strengths - strengths.max())
    probabilities: Array = weights / weights.sum(axis=1, keepdims=True)
    return probabilities


def information_of(probabilities: Array, matches: Array) -> Array:
    """The observed information: minus the second derivative of the log likelihood."""
    products = probabilities.T @ (matches[:, None] * probabilities)
    information: Array = np.diag(matches @ probabilities) - products
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


def standard_errors(encounters: Encounters, strengths: Array) -> Array:
    """Cluster-robust standard errors (the sandwich estimator), the deals being the clusters.

    The matches of a deal have their draws in common, so deals are independent and matches are not.
    Fitting costs degrees of freedom, the variance of one deal. To make up for it, the information
    of an average deal is added; then a single deal gives the errors of independent matches. Matches
    of the prior count as deals, too: if a player has won everything, there is no other variance.
    """
    probabilities = win_probabilities(encounters.companies, strengths)
    information = information_of(probabilities, encounters.matches)
    prior_scores = prior_gradients(strengths)
    variance = (
        encounters.squares(probabilities)
        + information / encounters.deals
        + prior_scores.T @ prior_scores
    )
    inverse = inverse_of(information + prior_information(strengths))
    errors: Array = np.sqrt(np.maximum(np.diag(inverse @ variance @ inverse), 0.0))
    return errors
