"""What the words of a game's advice mean where it does not say them.

Apart from `driver`, whose functions use the words themselves: there a default of the same name
would be taken for the game's own.
"""

from typing import Any

from .rule import points_of, rule
from .rule import win_probability as worth_by_advice


@rule
def win_probability(state: Any, seat: Any) -> Any:
    """What a position is worth where a game has no advice: more with every point."""
    points = points_of(state, seat)
    return 0.5 + 0.5 * points / (10.0 + abs(points))


@rule
def evaluate_regular(state: Any, seat: Any) -> Any:
    """A regular sees all that the advice does, where it does not say what that is."""
    return worth_by_advice(state, seat)


@rule
def quick_evaluate(state: Any, seat: Any) -> Any:
    """Where a game has no quicker feeling about a position, it is judged."""
    return worth_by_advice(state, seat)


@rule
def shortlist(state: Any, moves: Any, count: Any) -> Any:
    """Which moves are worth a thought where a game's advice does not say: all of them."""
    return count


@rule
def determinize(state: Any, seat: Any, generator: Any) -> None:
    """What a seat cannot know stays as it is, where a game's advice does not deal it anew."""


@rule
def read_features(state: Any, seat: Any, into: Any) -> None:
    """A game whose advice has not learned anything has no traits."""
