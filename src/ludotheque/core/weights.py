"""A small neural network that predicts win probabilities, with weights that a game has learned.

Its inputs are *features*, numbers that a game's evaluation reads off a position for a seat. One
layer of hidden units with the softsign activation, and direct connections from the features to
the output, add up to a logit. `python -m tools.train` writes the weights into the game's folder.
"""

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .rule import rule

FILE = "weights.toml"

LARGEST_LOGIT = 30.0  # larger ones are clipped: the probability is practically 0 or 1

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Weights:
    """The weights of the direct connections, of the hidden units, and of the output."""

    direct: Array  # [features]
    hidden: Array  # [units, features]
    output: Array  # [units]

    def table(self) -> Array:
        """All weights in one array for `predict`: a row for each feature, the last for the output.

        The first column is the direct connections, the others are the hidden units.
        """
        by_feature = np.vstack([self.direct, self.hidden]).T
        rows = np.vstack([by_feature, np.concatenate([[1.0], self.output])])
        return np.ascontiguousarray(rows)  # so that a row is read sequentially


def read_weights(folder: Path, features: Sequence[str]) -> Weights:
    """The learned weights of these features, in their order; 0 for a feature that is new."""
    kept = tomllib.loads((folder / FILE).read_text("utf-8"))
    hidden = kept.get("hidden", [])
    return Weights(
        direct=row_of(kept["weights"], features),
        hidden=np.array([row_of(unit["weights"], features) for unit in hidden]).reshape(
            -1, len(features)
        ),
        output=np.array([float(unit["output"]) for unit in hidden]),
    )


def row_of(kept: dict[str, float], features: Sequence[str]) -> Array:
    return np.array([float(kept.get(feature, 0.0)) for feature in features])


@rule
def predict(features: Any, table: Any) -> Any:
    """Forward pass: the win probability of a position with these features.

    The loop over features is the outer one, so that the sums of all units are vectorised.
    """
    last, width = features.shape[0], table.shape[1]
    sums = np.zeros(width)
    for feature in range(last):
        value = features[feature]
        if value != 0.0:
            for unit in range(width):
                sums[unit] += value * table[feature, unit]
    logit = sums[0] * table[last, 0]
    for unit in range(1, width):
        logit += table[last, unit] * (sums[unit] / (1.0 + abs(sums[unit])))
    return 1.0 / (1.0 + math.exp(-min(max(logit, -LARGEST_LOGIT), LARGEST_LOGIT)))
