"""Determinization of DiceRun: all that a seat cannot know, dealt anew."""

from typing import Any

from ...core.rng import randbelow
from ...core.rule import rule
from .._race.cards import NOTHING
from .._race.determinization import any_goal, deal_cards_anew, deal_goals_anew
from .packs import CUTS, DELTAS, cut_places
from .rules import CHOOSING, CUTTING


@rule
def determinize(state: Any, seat: Any, generator: Any) -> None:
    """DR-5, DR-6, DR-10, DR-21 Deal anew others' cards, objectives and secret choices; the cuts."""
    deal_cards_anew(state, seat, generator)
    deal_goals_anew(state, seat, generator)
    chosen, open_goals = state.chosen, state.open_goals
    for other in range(state.players):
        if other != seat and chosen[other] != NOTHING and chosen[other] != open_goals[other]:
            chosen[other] = any_goal(state, other, generator)
    cut_anew(state, generator)


@rule
def cut_anew(state: Any, generator: Any) -> None:
    """DR-6 A stage card that has not come up lies behind all cards that have been drawn."""
    drawn, phase = state.packs - state.pile, state.phase
    first, made = state.stage, CUTS
    if phase == CHOOSING:
        first += 1
    elif phase < CUTTING:
        made = 0
    elif phase == CUTTING:
        made = state.dealt
    for cut in range(first, made):
        place = drawn
        while place <= drawn:
            place = cut_places(state.packs, cut, randbelow(generator, DELTAS))
        state.cuts[cut] = place
