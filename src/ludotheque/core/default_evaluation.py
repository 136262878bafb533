"""Defaults of the evaluation and determinization slots, for what a game leaves out.

They need a module of their own: `driver` uses the slots, and a function of the same name would
hide the slot there.
"""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from .rule import points_of, rule
from .rule import win_probability as evaluated
from .weights import Weights

ITERATIONS: Mapping[str, int] = MappingProxyType({})
ROLLOUT_DEPTH: Mapping[str, int] = MappingProxyType({})
RANDOM_ROLLOUTS: Collection[str] = ()
FEATURES: tuple[str, ...] = ()
INITIAL_WEIGHTS: Mapping[str, float] = MappingProxyType({})
WEIGHTS = Weights(direct=np.zeros(0), hidden=np.zeros((0, 0)), output=np.zeros(0))


def is_default(hook: Callable[..., Any]) -> bool:
    """Whether a game's evaluation leaves this hook to the default."""
    return hook.__module__ == __name__


@rule
def win_probability(state: Any, seat: Any) -> Any:
    """Score-based estimate in (0, 1): it increases with the seat's points."""
    points = points_of(state, seat)
    return 0.5 + 0.5 * points / (10.0 + abs(points))


@rule
def evaluate_regular(state: Any, seat: Any) -> Any:
    """By default regular players evaluate positions as everybody does."""
    return evaluated(state, seat)


@rule
def evaluate_beginner(state: Any, seat: Any) -> Any:
    """By default beginners count points."""
    return points_of(state, seat)


@rule
def quick_evaluate(state: Any, seat: Any) -> Any:
    """By default there is no cheaper evaluation."""
    return evaluated(state, seat)


@rule
def shortlist(state: Any, moves: Any, count: Any) -> Any:
    """By default no move is pruned."""
    return count


@rule
def determinize(state: Any, seat: Any, generator: Any) -> None:
    """By default nothing is determinized: in a game without secrets a seat knows the state."""


@rule
def read_features(state: Any, seat: Any, into: Any) -> None:
    """By default a position has no features."""
