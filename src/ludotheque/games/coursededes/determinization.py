"""Determinization of Course de dés: all that a seat cannot know, dealt anew."""

from typing import Any

from ...core.rule import rule
from .._race.cards import NOTHING
from .._race.determinization import any_goal, deal_cards_anew, deal_goals_anew


@rule
def determinize(state: Any, seat: Any, generator: Any) -> None:
    """CD-2, CD-5, CD-15 Deal anew others' cards and objectives, and which of these are in force."""
    deal_cards_anew(state, seat, generator)
    deal_goals_anew(state, seat, generator)
    in_force = state.in_force
    for other in range(state.players):
        if other != seat and in_force[other] != NOTHING:
            in_force[other] = any_goal(state, other, generator)
