"""Weights that a game's advice has learned: a file in its folder, written by `tools.train`.

A position has *traits*, numbers that the game's advice reads off it for a seat. Every trait has a
weight; *hints* are more sums of the traits with weights of their own, each bent towards −1 or 1.
All of it added up and squeezed between 0 and 1 is the seat's chance to win.
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

STEEPEST = 30.0  # beyond it a chance is 0, or 1

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Weights:
    """One row for the traits themselves; for each hint a row, and what the hint itself weighs."""

    direct: Array  # [traits]
    hidden: Array  # [hints, traits]
    output: Array  # [hints]

    def table(self) -> Array:
        """All of them in one array, as `weighed` reads them: a row a trait, one for hints."""
        of_traits = np.vstack([self.direct, self.hidden]).T
        rows = np.vstack([of_traits, np.concatenate([[1.0], self.output])])
        return np.ascontiguousarray(rows)  # a row is read at once


def read_weights(folder: Path, features: Sequence[str]) -> Weights:
    """The weights of these traits, in their order; one that was never learned weighs nothing."""
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
    """The chance to win that the traits of a position make.

    All sums grow side by side, trait by trait: so several of them are added to at once.
    """
    last, width = features.shape[0], table.shape[1]
    sums = np.zeros(width)
    for feature in range(last):
        value = features[feature]
        if value != 0.0:
            for place in range(width):
                sums[place] += value * table[feature, place]
    total = sums[0] * table[last, 0]
    for place in range(1, width):
        total += table[last, place] * (sums[place] / (1.0 + abs(sums[place])))
    return 1.0 / (1.0 + math.exp(-min(max(total, -STEEPEST), STEEPEST)))
