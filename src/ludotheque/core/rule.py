"""What a rule is, and the verbs through which the house speaks to any game.

A *rule* is a function in the subset of Python that Numba compiles, over one NumPy record: the
state. As written it is a plain Python function, ready to be called and stepped through. The
compiler (`core.compiler`) binds the same text to machine code when speed matters.

A *verb* is a name that stands for a rule of whatever game is being played. A function that uses
verbs knows no game; binding it to a game puts that game's rules in their place.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from .fields import Fields

Rule = TypeVar("Rule", bound=Callable[..., Any])

#: What a state waits for; the first field of every state.
DRAW, MOVE, END = 0, 1, 2
AWAITS = ("draw", "move", "end")

#: The fields every game's state begins with: all that the house reads of a state by itself.
HEADER: list[tuple[Any, ...]] = [
    ("awaits", np.int32),  # DRAW, MOVE or END
    ("draw_size", np.int32),  # n while a draw is awaited, else 0
    ("seat", np.int32),  # whose move it is while a move is awaited, else -1
]


def rule(function: Rule) -> Rule:
    """Mark a function as a rule: called as it is when interpreted, rebound when compiled."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def rule_apart(function: Rule) -> Rule:
    """A rule that is too long to be copied into its callers: compiled once, and called."""
    function.__rule_apart__ = True  # type: ignore[attr-defined]
    return rule(function)


def is_rule(thing: object) -> bool:
    return getattr(thing, "__rule__", False) is True


def stands_apart(function: object) -> bool:
    return getattr(function, "__rule_apart__", False) is True


def state_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The type of a game's state: the common header, then the game's own fields."""
    return np.dtype((Fields, HEADER + fields))


class Verb:
    """The place of one of the game's rules in a function that knows no game."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *_: Any) -> Any:
        raise TypeError(f"the verb {self.name!r} means nothing until it is bound to a game")


take_draw = Verb("take_draw")  # (state, k): the awaited draw came out as k
list_moves = Verb("list_moves")  # (state, into) -> how many legal moves were written into `into`
make_move = Verb("make_move")  # (state, move): the awaited move, known to be legal
points_of = Verb("points_of")  # (state, seat) -> points
has_won = Verb("has_won")  # (state, seat) -> whether the seat is among the winners, at the end
length_of = Verb("length_of")  # (state) -> how long the match has lasted, in the game's own unit

win_probability = Verb(
    "win_probability"
)  # (state, seat) -> the seat's chance to win, roughly: 0 to 1
evaluate_regular = Verb(
    "evaluate_regular"
)  # (state, seat) -> what a regular sees of a position: more is better
quick_evaluate = Verb(
    "quick_evaluate"
)  # (state, seat) -> what is felt about a position: more is better
shortlist = Verb("shortlist")  # (state, moves, count) -> how many of them are worth a thought
determinize = Verb("determinize")  # (state, seat, generator): what the seat cannot know, dealt anew
read_features = Verb(
    "read_features"
)  # (state, seat, into): the numbers that learned weights are for

VERBS = (take_draw, list_moves, make_move, points_of, has_won, length_of)  # in a game's rules
#: In a game's advice, where there is some.
ADVICE = (win_probability, evaluate_regular, quick_evaluate, shortlist, determinize, read_features)
