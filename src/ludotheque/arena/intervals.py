"""Confidence intervals of shares and means, clustered by deal (matches on the same draws).

They follow from running sums, however many matches there are. A residual is `own` minus
`value · whole`, and the value is known only at the end; so what is added up are the squares and the
products of `own` and `whole`, in each match and in each deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

NORMAL_95 = 1.959964  # standard deviations on each side of a 95 % interval


@dataclass(frozen=True)
class Interval:
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


class Ratios:
    """The sums of `own` and of `whole` for several ratios of sums, each about some of the matches.

    All matches of a deal are added at once.
    """

    def __init__(self, count: int) -> None:
        self._matches, self._deals = np.zeros((2, count), np.int64)
        self._own, self._whole = np.zeros((2, count))
        self._by_match, self._by_deal = np.zeros((2, 3, count))

    def add(self, own: Array, whole: Array, about: Array, place: Array) -> None:
        """Add matches: a row each, and a column for each ratio. `place` is the number of a match's
        deal among these."""
        own, whole = np.where(about, own, 0.0), np.where(about, whole, 0.0)
        counts, *sums = (sums_at(each, place) for each in (about, own, whole))
        self._matches += about.sum(axis=0)
        self._deals += (counts > 0).sum(axis=0)
        self._own += own.sum(axis=0)
        self._whole += whole.sum(axis=0)
        self._by_match += products(own, whole)
        self._by_deal += products(*sums)

    def __getitem__(self, number: int) -> Ratio:
        return Ratio(
            int(self._matches[number]),
            int(self._deals[number]),
            float(self._own[number]),
            float(self._whole[number]),
            self._by_match[:, number],
            self._by_deal[:, number],
        )


@dataclass(frozen=True)
class Ratio:
    """The sums of `own` and `whole` over some matches."""

    matches: int
    deals: int
    own: float
    whole: float
    by_match: Array  # the sums of own², own · whole and whole², in each match
    by_deal: Array  # the same of the sums of each deal

    @property
    def value(self) -> float:
        return self.own / self.whole

    @property
    def unpaired(self) -> Ratio:
        """The same sums, as if no matches had draws in common."""
        return Ratio(self.matches, self.matches, self.own, self.whole, self.by_match, self.by_match)

    @property
    def of_the_rest(self) -> Ratio:
        """The sums of `whole` without `own`, and of `whole`."""
        return self._with(self.whole - self.own, np.array([[1, -2, 1], [0, -1, 1], [0, 0, 1]]))

    @property
    def negated(self) -> Ratio:
        """The sums of what `own` is the negative of, and of `whole`."""
        return self._with(-self.own, np.diag([1, -1, 1]))

    def _with(self, own: float, change: Array) -> Ratio:
        by_match, by_deal = change @ self.by_match, change @ self.by_deal
        return Ratio(self.matches, self.deals, own, self.whole, by_match, by_deal)

    @property
    def variance(self) -> float:
        """The variance of the sum of the residuals, with deals as clusters (only they are
        independent).

        Estimating the mean costs one degree of freedom, the variance of one deal. To make up for
        it, the variance of an average deal is added, as if its matches were independent.
        """
        squares = np.array([1.0, -2 * self.value, self.value**2])
        within, between = float(squares @ self.by_match), float(squares @ self.by_deal)
        return max(between, 0.0) + max(within, 0.0) / self.deals

    def share(self) -> Interval:
        """The share of `own` in `whole`, with its Wilson score interval.

        The interval uses the effective sample size: the number of independent matches that would
        give the same variance. It is larger than the number of matches if common draws cancel
        luck, and smaller if they repeat it.
        """
        if not self.whole:
            return Interval(np.nan, 0.0, 1.0)
        value, variance = self.value, self.variance / self.whole**2
        count = value * (1 - value) / variance if variance > 1e-12 else self.whole
        return wilson_interval(value, count)

    def mean(self) -> Interval:
        """The mean over all matches (`whole` is 1 in each), with its normal interval."""
        half = NORMAL_95 * float(np.sqrt(self.variance)) / self.matches
        return Interval(self.value, self.value - half, self.value + half)


def products(own: Array, whole: Array) -> Array:
    return np.array([(own * own).sum(0), (own * whole).sum(0), (whole * whole).sum(0)])


def sums_at(values: Array, place: Array) -> Array:
    """The values of each place's rows, added up: a row for each place."""
    sums = np.zeros((int(place.max(initial=-1)) + 1, *values.shape[1:]))
    np.add.at(sums, place, values)
    return sums


def places(deals: Array) -> Array:
    """Each match's deal, as its number among these deals."""
    return np.unique(deals, return_inverse=True)[1].reshape(deals.shape)


def ratio(own: Array, whole: Array, deals: Array) -> Ratio:
    """The sums of one ratio, both parts of it given by match."""
    ratios, about = Ratios(1), np.ones((len(own), 1), bool)
    ratios.add(own[:, None], whole[:, None], about, places(deals))
    return ratios[0]


def share(own: Array, whole: Array, deals: Array) -> Interval:
    """The share of `own` in `whole`, both per match."""
    return ratio(own, whole, deals).share()


def mean(values: Array, deals: Array) -> Interval:
    """The mean over all matches."""
    return ratio(values, np.ones(len(values)), deals).mean()


def wilson_interval(value: float, count: float) -> Interval:
    """A share of `count` independent matches with its Wilson score interval (Wilson, 1927).

    Unlike the normal approximation, it is valid for shares near 0 and 1.
    """
    weight = NORMAL_95**2 / count
    middle = (value + weight / 2) / (1 + weight)
    half = NORMAL_95 / (1 + weight) * np.sqrt(value * (1 - value) / count + weight / (4 * count))
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return Interval(value, float(min(low, value)), float(max(high, value)))
