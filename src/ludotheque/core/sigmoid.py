"""An S-shaped function that needs no exponential, for probabilities in evaluations."""

import math
from typing import Any

from .rule import rule


@rule
def sigmoid(x: Any) -> Any:
    """The algebraic sigmoid from 0 to 1: ½ + ½ · x / √(1 + x²)."""
    return 0.5 + 0.5 * x / math.sqrt(1.0 + x * x)
