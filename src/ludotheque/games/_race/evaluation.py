"""What the evaluations of both races have in common: strengths of objectives, chances of ranks.

An objective's *strength* is a discounted sum over the groups of dice: what a group brings counts
fully in the lead, and is multiplied by a *discount* for each group ahead of it. The more turns a
stage has left, the more the groups behind count. Which of two objectives will be ahead at the end
of the stage is estimated by a logistic function of the difference of their strengths; its scale,
the *uncertainty*, grows with the turns left.

Nothing here depends on what a seat cannot know. Objectives that a seat has never seen are equally
likely to be another seat's, so averages over all of them are taken; hands of others and cuts are
not looked at.

The constants were tuned by self-play, some ten thousand matches for each; they suit both races.

Field access is slow in interpreted mode, so most rules here take the fields they need as arguments.
"""

import math
from typing import Any

import numpy as np

from ...core.rule import rule
from ...core.sigmoid import sigmoid
from .cards import JOKER, OBJECTIVES
from .road import COLOURS, VALUES, count_dice, dice_of_colour

#: What a group counts compared with the one ahead of it: little just before the stage ends, when
#: groups behind the lead only break ties; half with many turns left.
DISCOUNT_AT_END, DISCOUNT_LONG_BEFORE = 0.1, 0.5
DISCOUNT_HALFWAY = 4.0  # turns left when the discount is midway between the two

#: The scale of the logistic function, in strength: just before the end, and what is added for the
#: turns left (their square root, as in a random walk).
UNCERTAINTY_AT_END, UNCERTAINTY_PER_TURN = 0.3, 0.4

#: The scale for a stage after the present one.
LATER_UNCERTAINTY = 6.0

#: Fixed discounts: the lead is nearly all that counts; the lead counts most; every group counts, as
#: it does for later stages. There is a row of strengths for each, and one for the present discount.
DISCOUNTS = (0.1, 0.35, 0.7)
IN_LEAD, NEAR_LEAD, ON_ROAD, AT_PRESENT = range(4)

#: What a card of the objective's colour or value adds to its strength, while it is in the hand: in
#: the present stage and in a later one. A joker counts as more than one such card.
CARD, CARD_LATER = 0.5, 0.3
JOKER_CARDS = 1.5

#: The approximate standard deviation of a lead's change in a stage, in points; and the fraction of
#: a stage that remains uncertain in the present one once the own rank in it is assumed.
SWING = 2.0
REST_OF_STAGE = 0.2

MOST_LOGIT = 50.0  # clipped there: the probability is 0 beyond


@rule
def discount_after(turns: Any) -> Any:
    """What a group counts compared with the one ahead of it, with so many turns left."""
    return DISCOUNT_AT_END + (DISCOUNT_LONG_BEFORE - DISCOUNT_AT_END) * turns / (
        turns + DISCOUNT_HALFWAY
    )


@rule
def uncertainty_after(turns: Any) -> Any:
    return UNCERTAINTY_AT_END + UNCERTAINTY_PER_TURN * math.sqrt(turns)


# -- strengths


@rule(inline=False)
def strengths_by_discount(state: Any, turns: Any, bonus: Any) -> Any:
    """The strengths of all objectives, a row for each discount; the last has so many turns left."""
    discounts, strengths = np.zeros(AT_PRESENT + 1), np.zeros((AT_PRESENT + 1, OBJECTIVES))
    for row in range(AT_PRESENT):
        discounts[row] = DISCOUNTS[row]
    discounts[AT_PRESENT] = discount_after(turns)
    compute_strengths(state, discounts, bonus, strengths)
    return strengths


@rule
def present_strengths(state: Any, turns: Any, bonus: Any) -> Any:
    """The strengths of all objectives in the present stage, with so many turns left."""
    discounts, strengths = np.full(1, discount_after(turns)), np.zeros((1, OBJECTIVES))
    compute_strengths(state, discounts, bonus, strengths)
    return strengths[0]


@rule(inline=False)
def compute_strengths(state: Any, discounts: Any, bonus: Any, strengths: Any) -> None:
    """Write the strengths of all objectives, a row for each discount.

    Dice in the hand count where they stood, and as a sixth of a die of each value. The dice are
    counted once for all discounts, because that is what takes the time.
    """
    line, in_hand, shown = state.line, int(state.to_throw), np.zeros(VALUES, np.int64)
    read_faces(state, shown)
    weights, brought = np.ones(discounts.shape[0]), np.zeros(OBJECTIVES)
    strengths[:] = 0.0
    for place in range(state.places):
        dice = int(line[place])
        if dice != 0:
            count_for_all(dice, shown, in_hand, bonus, brought)
            for row in range(discounts.shape[0]):
                weight = weights[row]
                for objective in range(OBJECTIVES):
                    strengths[row, objective] += weight * brought[objective]
                weights[row] = weight * discounts[row]


@rule(inline=False)
def count_for_all(dice: Any, shown: Any, in_hand: Any, bonus: Any, brought: Any) -> None:
    """Write what a group brings to each objective."""
    for value in range(VALUES):
        of_value = showing(dice, shown[value], in_hand)
        for colour in range(COLOURS):
            brought[VALUES * colour + value] = of_value
    for colour in range(COLOURS):
        coloured = dice & dice_of_colour(colour)
        of_colour = count_dice(coloured)
        for value in range(VALUES):
            objective = VALUES * colour + value
            brought[objective] += of_colour
            if bonus != 0:
                brought[objective] += bonus * showing(coloured, shown[value], in_hand)


@rule
def read_faces(state: Any, shown: Any) -> None:
    """The dice that show each value; those of a throw under way as far as they have fallen."""
    values, thrown, loose = state.values, state.thrown, int(state.to_throw)
    for value in range(VALUES):
        loose |= int(thrown[value])
    for value in range(VALUES):
        shown[value] = (int(values[value]) & ~loose) | int(thrown[value])


@rule
def showing(dice: Any, shown: Any, in_hand: Any) -> Any:
    """How many dice of a group show a value, those in the hand with a sixth each."""
    return count_dice(dice & shown) + count_dice(dice & in_hand) / VALUES


@rule
def useful_cards(hand: Any, objective: Any) -> Any:
    """How many cards of a hand advance dice of an objective."""
    cards = hand[objective // VALUES] + hand[COLOURS + objective % VALUES]
    return cards + JOKER_CARDS * hand[JOKER]


# -- probabilities of ranks


@rule
def unseen_by(state: Any, seat: Any) -> Any:
    """The objectives that a seat has never seen: those of other seats, and those not dealt."""
    goals = state.goals
    unseen = int(state.undealt)
    for other in range(state.players):
        if other != seat:
            unseen |= int(goals[other])
    return unseen


@rule
def chance_to_pass(lead: Any, uncertainty: Any) -> Any:
    """The probability of being ahead at the end of the stage, when that much strength behind."""
    return 1.0 / (1.0 + math.exp(min(lead / uncertainty, MOST_LOGIT)))


@rule(inline=False)
def odds_of_unseen(strengths: Any, unseen: Any, uncertainty: Any) -> Any:
    """Precompute the exponentials that `chance_of_unseen` needs, one for each unseen objective.

    `chance_to_pass` is 1 / (1 + exp(own) · exp(−other)). Exponentials are slow, so those of the
    others are computed once for all own objectives.
    """
    odds, count = np.zeros(OBJECTIVES), 0
    for objective in range(OBJECTIVES):
        if (unseen >> objective) & 1 == 1:
            odds[count] = math.exp(-strengths[objective] / uncertainty)
            count += 1
    return odds[:count]


@rule(inline=False)
def chance_of_unseen(strength: Any, odds: Any, uncertainty: Any) -> Any:
    """The mean probability that an unseen objective will be ahead of one of that strength."""
    own, chances = math.exp(strength / uncertainty), 0.0
    for other in range(odds.shape[0]):
        chances += 1.0 / (1.0 + own * odds[other])
    return chances / max(odds.shape[0], 1)


@rule
def probability_of_any(chance: Any, count: Any) -> Any:
    """The probability that any of so many objectives succeeds, each with this probability."""
    return 1.0 - (1.0 - chance) ** count


@rule
def begin_ranks(ranks: Any) -> None:
    """The probabilities of ranks 0, 1, 2, … without any rival: the first for certain."""
    ranks[:] = 0.0
    ranks[0] = 1.0


@rule
def add_rival(ranks: Any, chance: Any) -> None:
    """Take one more rival into account, who is ahead with this probability."""
    for rank in range(ranks.shape[0] - 1, 0, -1):
        ranks[rank] += chance * (ranks[rank - 1] - ranks[rank])
    ranks[0] *= 1.0 - chance


# -- points


@rule(inline=False)
def expected_from_goals(
    goals: Any, strengths: Any, unseen: Any, hand: Any, payouts: Any, later: Any
) -> Any:
    """Write the expected points of each of a set of objectives in a later stage; their sum.

    `payouts` are the points of all ranks in such a stage.
    """
    ranks, odds = np.zeros(payouts.shape[0]), odds_of_unseen(strengths, unseen, LATER_UNCERTAINTY)
    expected = 0.0
    for goal in range(OBJECTIVES):
        if (goals >> goal) & 1 == 1:
            own = strengths[goal] + CARD_LATER * useful_cards(hand, goal)
            chance = chance_of_unseen(own, odds, LATER_UNCERTAINTY)
            begin_ranks(ranks)
            for _ in range(payouts.shape[0] - 1):
                add_rival(ranks, chance)
            for rank in range(payouts.shape[0]):
                later[goal] += ranks[rank] * payouts[rank]
            expected += later[goal]
    return expected


@rule
def find_leads(points: Any, seat: Any, leads: Any) -> None:
    """By how many points a seat leads each of its rivals."""
    place = 0
    for other in range(leads.shape[0] + 1):
        if other != seat:
            leads[place] = points[seat] - points[other]
            place += 1


@rule(inline=False)
def chance_to_win(
    ranks: Any, payouts: Any, leads: Any, expected: Any, at_stake: Any, stages: Any
) -> Any:
    """The probability to win, from the probabilities and payouts of all ranks in this stage.

    `expected` are the seat's points of so many later stages; what it does not get of all the points
    at stake is split evenly among the others.
    """
    chance = 0.0
    for rank in range(payouts.shape[0]):
        gain = payouts[rank] + expected
        ahead = gain - (at_stake - gain) / leads.shape[0]
        chance_here = ranks[rank]
        for lead in leads:
            chance_here *= chance_to_keep(lead + ahead, stages)
        chance += chance_here
    return chance


@rule
def chance_to_keep(lead: Any, stages: Any) -> Any:
    """The probability that a lead, or a lag if negative, is a lead after so many stages."""
    return sigmoid(lead / (SWING * math.sqrt(stages + REST_OF_STAGE)))
