"""An observer who guesses a secret from the times of updates, and how well the guesses do.

The guess is a naive Bayes classifier: each time is put into one of some bins of equal size, and the
log-likelihood ratios of the bins add up. It is fitted to one half of the windows and judged by the
other, and the other way round. What is judged is its AUC: the probability that of two windows, one
with the secret and one without, the first gets the higher score. An observer who learns nothing has
an AUC of 0.5.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

BINS = 12
Z95 = 1.96


class Observer:
    """A naive Bayes classifier on binned features, a row for each window."""

    def __init__(self, features: Array, secret: Array) -> None:
        quantiles = np.linspace(0, 1, BINS + 1)[1:-1]
        self._edges = [np.unique(np.quantile(column, quantiles)) for column in features.T]
        self._ratios = [
            log_ratios(np.searchsorted(edges, column), secret, len(edges) + 1)
            for edges, column in zip(self._edges, features.T, strict=True)
        ]

    def score(self, features: Array) -> Array:
        parts = [
            ratios[np.searchsorted(edges, column)]
            for edges, ratios, column in zip(self._edges, self._ratios, features.T, strict=True)
        ]
        return np.sum(parts, axis=0)  # type: ignore[no-any-return]


def log_ratios(bins: Array, secret: Array, count: int) -> Array:
    """The log-likelihood ratio of each bin, with one window more in each for smoothing."""
    with_secret = np.bincount(bins[secret], minlength=count) + 1.0
    without = np.bincount(bins[~secret], minlength=count) + 1.0
    return np.log(with_secret / with_secret.sum()) - np.log(without / without.sum())  # type: ignore[no-any-return]


def auc_of(scores: Array, secret: Array) -> tuple[float, float]:
    """The AUC and its standard error, by the variances of the placements (DeLong)."""
    places = [np.sort(scores[~secret]), np.sort(scores[secret])]
    above = placements(scores[secret], places[0])
    below = 1 - placements(scores[~secret], places[1])
    variance = above.var(ddof=1) / above.size + below.var(ddof=1) / below.size
    return float(above.mean()), float(np.sqrt(variance))


def placements(scores: Array, others: Array) -> Array:
    """The share of `others`, sorted, that is below each score; equal ones count half."""
    low, high = (np.searchsorted(others, scores, side) for side in ("left", "right"))
    return (low + high) / (2 * others.size)


def held_out_auc(features: Array, secret: Array) -> tuple[float, float]:
    """The AUC on windows that were not learnt from, and the upper end of its 95 % interval.

    Each half of the windows is judged by what was learnt from the other one.
    """
    half = len(features) // 2
    folds = (slice(None, half), slice(half, None)), (slice(half, None), slice(None, half))
    found = [
        auc_of(Observer(features[learnt], secret[learnt]).score(features[judged]), secret[judged])
        for learnt, judged in folds
    ]
    (one, one_error), (other, other_error) = found
    auc, error = (one + other) / 2, np.hypot(one_error, other_error) / 2
    return auc, float(auc + Z95 * error)
