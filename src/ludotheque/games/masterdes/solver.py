"""The exact solver of MasterDés: minimax values of a duel's moves, and the master level.

A duel is solved by backward induction, either for points (the expected change of the lead) or for
the match (an estimated win probability). A first solution takes some hundredths of a second; the
latest ones are cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from .duel import DICE
from .duel_solver.action_values import Position, position_of, solo_values_of, values_of
from .duel_solver.backward_induction import Solution, solve
from .duel_solver.hand_indexing import master_distribution
from .duel_solver.outcomes import outcomes
from .duel_solver.payoffs import MatchContext, Utility
from .duel_solver.solo_duel import SoloSolution, solve_solo
from .duel_solver.transitions import Zones
from .notation import write_move
from .rules import FLASH_DUELS
from .track import FLASH, LEVELS

if TYPE_CHECKING:
    from ...core.view import View

CACHE_SIZE = 24  # solutions; the largest take four megabytes each
DECIMALS = 9  # values that agree in so many decimals are equal


@dataclass(frozen=True)
class MoveValue:
    """The value of a legal move under optimal play."""

    move: str
    chance: float  # of winning the match, an estimate
    value: float  # the expected change of the own lead in this duel, in points: exact


def choose(view: View) -> str:
    """The move with the highest chance to win the match; among equals, the most points."""
    if len(view.moves) == 1:
        return view.moves[0]
    chances = move_values(view, "chance")
    best = max(round(chance, DECIMALS) for chance in chances.values())
    moves = [move for move, chance in chances.items() if round(chance, DECIMALS) == best]
    if len(moves) == 1:
        return moves[0]
    values = move_values(view, "points")
    return max(sorted(moves), key=lambda move: round(values[move], DECIMALS))


def rank_moves(view: View) -> list[MoveValue]:
    """The values of all legal moves, the best first."""
    chances, values = move_values(view, "chance"), move_values(view, "points")
    ranked = [MoveValue(move, chances[move], values[move]) for move in view.moves]
    return sorted(
        ranked,
        key=lambda each: (-round(each.chance, DECIMALS), -round(each.value, DECIMALS), each.move),
    )


def move_values(
    view: View, utility: Utility, around: MatchContext | None = None
) -> dict[str, float]:
    """The value of each legal move to the view's seat, in its match or in another context."""
    position = position_of(view.snapshot, view.memory, view.seat)
    context = around or context_of(view)
    if all(view.snapshot["playing"]):
        values = duel_values(position, view.seat, context, utility)
    else:
        values = solo_values(position, context if view.seat == 0 else context.swapped(), utility)
    return {write_move(move): value for move, value in values.items()}


def context_of(view: View) -> MatchContext:
    seen, edition = view.snapshot, view.edition or view.game.edition
    level = LEVELS.index(seen["level"])
    red, blue = seen["points"]
    return MatchContext(
        level=level,
        master=tuple(edition["master"]),
        zones=Zones(tuple(edition["malus"]), tuple(edition["cagnotte"])),
        duels_left=max(FLASH_DUELS - seen["duel"], 0) if level == FLASH else None,
        points=(red, blue),
        pot=seen["pot"] or 0,
    )


def duel_values(
    position: Position, seat: int, context: MatchContext, utility: Utility
) -> dict[int, float]:
    """The values of a position's moves, by their codes, where both play."""
    solution = solution_of(
        context.canonical() if utility == "points" else context, utility, position.dice
    )
    values = values_of(position, seat, solution, master_distribution(context.master))
    return values if seat == 0 or utility == "points" else chances_of_blue(values)


def chances_of_blue(values: dict[int, float]) -> dict[int, float]:
    """Blue's win probabilities: a solution has them as red's, negated."""
    return {move: 1.0 + value for move, value in values.items()}


def solo_values(position: Position, context: MatchContext, utility: Utility) -> dict[int, float]:
    """The values of a position's moves where one plays alone, in red's seat."""
    solution = solo_solution_of(context.canonical() if utility == "points" else context, utility)
    return solo_values_of(position, solution, master_distribution(context.master))


@lru_cache(maxsize=CACHE_SIZE)
def solution_of(context: MatchContext, utility: Utility, most: int = DICE) -> Solution:
    """A duel's solution, for positions of at most so many dice each."""
    ends = context.values(utility)[outcomes().of]
    return solve(ends, master_distribution(context.master), most)


@lru_cache(maxsize=CACHE_SIZE)
def solo_solution_of(context: MatchContext, utility: Utility) -> SoloSolution:
    ends = context.values(utility)[outcomes().solo]
    return solve_solo(ends, master_distribution(context.master))
