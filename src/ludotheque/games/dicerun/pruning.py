"""Move pruning of DiceRun for search: which moves are worth comparing."""

from typing import Any

from ...core.rule import rule
from .._race.cards import NOTHING
from .._race.reroll_pruning import prune_rerolls
from .pick_pruning import prune_picks
from .rules import PICKING
from .sprint_pruning import prune_sprints

FEW = 64  # so many moves of a turn are not pruned


@rule(inline=False)
def shortlist(state: Any, moves: Any, count: Any) -> Any:
    """Keep the moves worth searching; returns how many.

    Rerolls that cost a more useful card than necessary are dropped; if there are still many moves,
    all but the best sprints. Of the hundreds of picks for the roll-off a few are kept.
    """
    goals = objectives_to_serve(state, state.seat)
    if state.phase == PICKING:
        return prune_picks(state, goals, moves, count)
    count = prune_rerolls(state, goals, moves, count)
    return count if count <= FEW else prune_sprints(state, goals, moves, count)


@rule
def objectives_to_serve(state: Any, seat: Any) -> Any:
    """A seat's objectives that may still score, in this stage or a later one."""
    goals = int(state.goals[seat])
    played = state.open_goals[seat]
    return goals if played == NOTHING else goals | (1 << int(played))
