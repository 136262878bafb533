"""Rules of games, and rule slots: the placeholders by which generic code calls a game's rules.

A *rule* is a function in the subset of Python that Numba compiles, over one NumPy record: the
state. As written it is a plain Python function that can be called and debugged. Where speed
matters, `core.compiler` compiles the same function to machine code.

A *rule slot* is a placeholder for the game's rule of the same name. A function written with slots
is generic: binding it to a game replaces each slot by that game's rule.
"""

from collections.abc import Callable
from typing import Any, TypeVar, overload

import numpy as np

from .fields import Fields

Rule = TypeVar("Rule", bound=Callable[..., Any])

#: What a state awaits; the first field of every state.
DRAW, MOVE, END = 0, 1, 2
AWAITS = ("draw", "move", "end")

#: The first fields of every game's state; generic code reads no others.
HEADER: list[tuple[Any, ...]] = [
    ("awaits", np.int32),  # DRAW, MOVE or END
    ("draw_size", np.int32),  # n while a draw is awaited, else 0
    ("seat", np.int32),  # whose move is awaited, or whose turn the awaited throw opens; else -1
]


@overload
def rule(function: Rule, /) -> Rule: ...
@overload
def rule(
    *, inline: bool = True, allocates: bool = True, brief: bool = False
) -> Callable[[Rule], Rule]: ...
def rule(
    function: Rule | None = None,
    /,
    *,
    inline: bool = True,
    allocates: bool = True,
    brief: bool = False,
) -> Rule | Callable[[Rule], Rule]:
    """Mark a function as a rule: called as it is when interpreted, rebound when compiled.

    When compiled, a rule is inlined into its callers. Long rules are marked `@rule(inline=False)`:
    they are compiled once and called. A rule that makes no arrays can be marked
    `@rule(allocates=False)`: it counts no references to those that it is given, which takes half
    the time of a step of a batch.

    Compiled code lets other threads run Python meanwhile. What Python calls for a few microseconds
    is marked `@rule(brief=True)`: it keeps Python's lock, since getting it back would take longer.
    """

    def marked(function: Rule) -> Rule:
        function.__rule__ = True  # type: ignore[attr-defined]
        function.__rule_inline__ = inline  # type: ignore[attr-defined]
        function.__rule_allocates__ = allocates  # type: ignore[attr-defined]
        function.__rule_brief__ = brief  # type: ignore[attr-defined]
        return function

    return marked if function is None else marked(function)


def is_rule(thing: object) -> bool:
    return getattr(thing, "__rule__", False) is True


def is_inlined(function: object) -> bool:
    return getattr(function, "__rule_inline__", True) is True


def allocates(function: object) -> bool:
    return getattr(function, "__rule_allocates__", True) is True


def is_brief(function: object) -> bool:
    return getattr(function, "__rule_brief__", False) is True


def state_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The type of a game's state: the common header, then the game's own fields."""
    return np.dtype((Fields, HEADER + fields))


class RuleSlot:
    """A placeholder for one of the game's rules in a generic function."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *_: Any) -> Any:
        raise TypeError(f"the rule slot {self.name!r} is empty until it is bound to a game")


# (state, k): apply outcome k of the pending draw
take_draw = RuleSlot("take_draw")
# (state, into) -> how many legal moves were written into the array `into`
list_moves = RuleSlot("list_moves")
# (state, move): apply a legal move
make_move = RuleSlot("make_move")
# (state, seat) -> the seat's points
points_of = RuleSlot("points_of")
# (state, seat) -> whether the seat is among the winners, at the end
has_won = RuleSlot("has_won")
# (state) -> how long the match has lasted, in the game's own unit
length_of = RuleSlot("length_of")

# (state, seat) -> the seat's estimated probability to win, 0 to 1
win_probability = RuleSlot("win_probability")
# (state, seat) -> a regular player's heuristic value of the position: more is better
evaluate_regular = RuleSlot("evaluate_regular")
# (state, seat) -> a cheap heuristic value for the long part of rollouts: more is better
quick_evaluate = RuleSlot("quick_evaluate")
# (state, moves, count) -> how many moves are left after pruning, the first ones of `moves`
shortlist = RuleSlot("shortlist")
# (state, seat, into): write the position's features, the inputs of the learned weights
read_features = RuleSlot("read_features")

# (state, seat, generator): sample anew what the seat cannot know, and change nothing else
determinize = RuleSlot("determinize")

#: Filled by a game's rules.py.
RULE_SLOTS = (take_draw, list_moves, make_move, points_of, has_won, length_of)
#: Filled by a game's evaluation.py; `core.default_evaluation` fills what it leaves out.
EVALUATION_SLOTS = (
    win_probability,
    evaluate_regular,
    quick_evaluate,
    shortlist,
    read_features,
)
#: Filled by a game's determinization.py, where information is hidden.
DETERMINIZATION_SLOTS = (determinize,)
