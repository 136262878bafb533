"""Quick evaluation for both races: how strong the own objectives are, compared with the average.

It is for the rollouts of a search, which take thousands of decisions. Over all objectives the
strengths have a fixed sum, so there is no need to compute those of others: what the own objectives
have beyond the average orders moves nearly as well as the whole evaluation, in a twentieth of the
time.
"""

import math
from typing import Any

from ...core.rule import rule
from .cards import OBJECTIVES
from .evaluation import CARD, discount_after, uncertainty_after, useful_cards
from .road import COLOURS, VALUES, count_dice, dice_of_colour

#: What a point scored is worth, in strength.
POINT = 2.0

#: A factor for the uncertainty: the larger it is, the more do several good objectives count
#: compared with the best one.
MORE_UNCERTAINTY = 1.4

LEAST_HOPE = 1e-9  # inside the logarithm, for a seat without objectives


@rule(inline=False)
def quick_value(
    state: Any, hand: Any, objectives: Any, turns: Any, own_turns: Any, bonus: Any
) -> Any:
    """A soft maximum (log-sum-exp) of the strengths of the objectives that may score in this stage.

    `turns` are those that the stage has left, `own_turns` the seat's among them: no more than so
    many cards can be used.
    """
    discount, uncertainty = discount_after(turns), MORE_UNCERTAINTY * uncertainty_after(turns)
    hope = LEAST_HOPE
    for objective in range(OBJECTIVES):
        if (objectives >> objective) & 1 == 1:
            strength = strength_beyond(state, objective, discount, bonus)
            strength += CARD * min(useful_cards(hand, objective), own_turns)
            hope += math.exp(strength / uncertainty)
    return uncertainty * math.log(hope)


@rule
def strength_beyond(state: Any, objective: Any, discount: Any, bonus: Any) -> Any:
    """An objective's strength minus the average of all objectives.

    Dice in the hand count where they stood, and as a sixth of a die of each value.
    """
    usual = 1.0 / COLOURS + 1.0 / VALUES + bonus / OBJECTIVES  # what a die brings on average
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
            weight *= discount
    return strength
