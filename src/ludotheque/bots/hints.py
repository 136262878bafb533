"""What the best player would do, for somebody who asks."""

from __future__ import annotations

from ..core.view import View
from .levels import LEVELS
from .search_player import SearchPlayer, Thought

SHOWN = 3  # the best move, and what comes next


def hint(view: View, *, patient: bool = True) -> list[Thought]:
    """The moves that promise most, the best first; for the seat that is to move."""
    solver = view.game.solver
    if solver is not None:
        solved = solver.rank_moves(view)
        return [Thought(each.move, each.chance, 0) for each in solved[:SHOWN]]
    level = LEVELS["maître"]
    search = SearchPlayer(
        0, iterations=level.iterations, rollout_depth=level.rollout_depth, patient=patient
    )
    return search.ponder(view)[:SHOWN]
