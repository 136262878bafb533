"""Means of samples with their standard errors and 95 % confidence intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

NORMAL_95 = 1.959964  # standard errors on each side of a 95 % interval

#: Added to the sum of squared deviations, so that identical samples do not give an interval of
#: width 0: the next sample might differ. It counts like two samples at a distance of 1 from the
#: mean, in the spirit of the pseudo-observations of Agresti and Coull (1998).
PSEUDO_SQUARES = 2.0

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error."""

    value: float
    error: float  # standard error; 0 if the value is exact

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval."""
        return NORMAL_95 * self.error

    @property
    def low(self) -> float:
        return self.value - self.margin

    @property
    def high(self) -> float:
        return self.value + self.margin


EXACT_ZERO = Estimate(0.0, 0.0)


def estimate_mean(samples: Array) -> Estimate:
    """The mean of independent samples."""
    count = len(samples)
    mean = float(samples.mean())
    squares = float(((samples - mean) ** 2).sum()) + PSEUDO_SQUARES
    return Estimate(mean, math.sqrt(squares) / count)


def estimate_clustered_mean(samples: Array, clusters: int) -> Estimate:
    """The mean of samples that are correlated within clusters, with the clustered standard error.

    Sample i belongs to cluster i mod `clusters`; the means of clusters are independent.
    """
    count = len(samples) // clusters * clusters
    means = samples[:count].reshape(-1, clusters).mean(axis=0)
    variance = float(((means - means.mean()) ** 2).sum()) / max(clusters - 1, 1)
    pseudo = PSEUDO_SQUARES / count**2
    return Estimate(float(means.mean()), math.sqrt(variance / clusters + pseudo))


def estimate_sum(samples: list[Array]) -> Estimate:
    """The sum of several quantities that were measured on common random numbers.

    They are correlated, so they are first summed within each rollout.
    """
    return estimate_mean(np.sum(samples, axis=0)) if samples else EXACT_ZERO


def sum_of_independent(estimates: list[Estimate]) -> Estimate:
    """The sum of independent estimates: their variances add up."""
    return Estimate(
        sum(each.value for each in estimates),
        math.sqrt(sum(each.error**2 for each in estimates)),
    )
