"""Confidence intervals of shares and means, clustered by deal (matches on the same draws)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .outcome import Array
from .ratings import NORMAL_95, sums_by_deal


@dataclass(frozen=True)
class Interval:
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def share(own: Array, whole: Array, deals: Array) -> Interval:
    """The share of `own` in `whole`, both per match, with its Wilson score interval.

    The interval uses the effective sample size: the number of independent matches that would give
    the same variance. It is larger than the number of matches if common draws cancel luck, and
    smaller if they repeat it.
    """
    total = float(whole.sum())
    if not total:
        return Interval(np.nan, 0.0, 1.0)
    value = float(own.sum()) / total
    variance = clustered_variance(own - value * whole, deals) / total**2
    count = value * (1 - value) / variance if variance > 1e-12 else total
    return wilson_interval(value, count)


def wilson_interval(value: float, count: float) -> Interval:
    """A share of `count` independent matches with its Wilson score interval (Wilson, 1927).

    Unlike the normal approximation, it is valid for shares near 0 and 1.
    """
    weight = NORMAL_95**2 / count
    middle = (value + weight / 2) / (1 + weight)
    half = NORMAL_95 / (1 + weight) * np.sqrt(value * (1 - value) / count + weight / (4 * count))
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return Interval(value, float(min(low, value)), float(max(high, value)))


def mean(values: Array, deals: Array) -> Interval:
    """The mean over all matches, with its normal confidence interval."""
    value = float(values.mean())
    half = NORMAL_95 * float(np.sqrt(clustered_variance(values - value, deals))) / len(values)
    return Interval(value, value - half, value + half)


def clustered_variance(residuals: Array, deals: Array) -> float:
    """The variance of the sum of the residuals, with deals as clusters (only they are independent).

    Estimating the mean costs one degree of freedom, the variance of one deal. To make up for it,
    the variance of an average deal is added, as if its matches were independent.
    """
    sums = sums_by_deal(residuals, deals)
    return float((sums**2).sum() + (residuals**2).sum() / len(sums))
