"""Shares and means with intervals that know which matches were played on the same draws."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .outcome import Array
from .ratings import NORMAL_95, sums_by_deal


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def share(own: Array, whole: Array, deals: Array) -> Estimate:
    """What part `own` is of `whole`, both by match, with Wilson's interval: right near 0 and 1.

    Wilson's formula is given the number of independent matches that would scatter as the deals
    do: more than were played where common draws cancel luck, fewer where they repeat it.
    """
    total = float(whole.sum())
    if not total:
        return Estimate(np.nan, 0.0, 1.0)
    value = float(own.sum()) / total
    variance = scatter(own - value * whole, deals) / total**2
    count = value * (1 - value) / variance if variance > 1e-12 else total
    weight = NORMAL_95**2 / count
    middle = (value + weight / 2) / (1 + weight)
    half = NORMAL_95 / (1 + weight) * np.sqrt(value * (1 - value) / count + weight / (4 * count))
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return Estimate(value, float(min(low, value)), float(max(high, value)))


def mean(values: Array, deals: Array) -> Estimate:
    """The mean of a value by match."""
    value = float(values.mean())
    half = NORMAL_95 * float(np.sqrt(scatter(values - value, deals))) / len(values)
    return Estimate(value, value - half, value + half)


def scatter(residuals: Array, deals: Array) -> float:
    """The variance of the residuals' sum, deals being independent.

    The mean takes up the scatter of one deal; that of independent matches is put in its place.
    """
    sums = sums_by_deal(residuals, deals)
    return float((sums**2).sum() + (residuals**2).sum() / len(sums))
