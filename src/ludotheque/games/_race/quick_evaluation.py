"""What a racer feels about a position without working it out: how far the own objectives stick out.

Where thousands of decisions have to be imagined there is no time to weigh chances. A die brings
every objective the same on average; what the own ones have beyond that, group by group from the
lead backwards, is counted in a moment, and parts good moves from bad ones nearly as well.
"""

import math
from typing import Any

from ...core.rule import rule
from .cards import OBJECTIVES
from .evaluation import CARD, doubt_after, share_behind, useful_cards
from .road import COLOURS, VALUES, count_dice, dice_of_colour

#: A point scored, in strength.
POINT = 2.0

#: More doubt than the reckoning has: several good objectives are felt to be better than one.
MORE_DOUBT = 1.4

LEAST_HOPE = 1e-9  # of a seat that has no objective


@rule(inline=False)
def hunch_about(
    state: Any, hand: Any, objectives: Any, turns: Any, own_turns: Any, bonus: Any
) -> Any:
    """How strong the objectives are that may score in this stage: the best, others a little.

    `turns` are those that the stage has left, `own_turns` the seat's: so many cards may be of use.
    """
    share, doubt = share_behind(turns), MORE_DOUBT * doubt_after(turns)
    hope = LEAST_HOPE
    for objective in range(OBJECTIVES):
        if (objectives >> objective) & 1 == 1:
            strength = strength_beyond(state, objective, share, bonus)
            strength += CARD * min(useful_cards(hand, objective), own_turns)
            hope += math.exp(strength / doubt)
    return doubt * math.log(hope)


@rule
def strength_beyond(state: Any, objective: Any, share: Any, bonus: Any) -> Any:
    """An objective's strength beyond what any other has on average.

    Dice in the hand are where they stood, and show every value with a sixth of their weight.
    """
    usual = 1.0 / COLOURS + 1.0 / VALUES + bonus / OBJECTIVES  # what a die brings
    line, in_hand = state.line, int(state.to_throw)
    of_colour = dice_of_colour(objective // VALUES)
    of_value = int(state.values[objective % VALUES]) & ~in_hand
    strength, weight = 0.0, 1.0
    for place in range(state.places):
        dice = int(line[place])
        if dice != 0:
            brought = count_dice(dice & of_colour) + count_dice(dice & of_value)
            brought += bonus * count_dice(dice & of_colour & of_value)
            if in_hand != 0:
                thrown = dice & in_hand
                brought += (count_dice(thrown) + bonus * count_dice(thrown & of_colour)) / VALUES
            strength += weight * (brought - usual * count_dice(dice))
            weight *= share
    return strength
