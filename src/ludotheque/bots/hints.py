"""Hints: the moves that the strongest bot prefers, for a person who asks."""

from __future__ import annotations

from ..core.view import View
from .levels import LEVELS
from .search_player import RankedMove, SearchPlayer

SHOWN = 3  # number of moves in a hint


def hint(view: View, *, patient: bool = True) -> list[RankedMove]:
    """The best moves of the seat that is to move, the best first."""
    solver = view.game.solver
    if solver is not None:
        solved = solver.rank_moves(view)
        return [RankedMove(each.move, each.chance, 0) for each in solved[:SHOWN]]
    level = LEVELS["maître"]
    search = SearchPlayer(
        0, iterations=level.iterations, rollout_depth=level.rollout_depth, patient=patient
    )
    return search.rank_moves(view)[:SHOWN]
