"""What the advice of both races is made of: how strong objectives are, and who may still pass.

An objective's *strength* is what its dice bring in the lead, and a share of what they bring
behind it. The more turns a stage has left, the more the groups behind count, and the less a lead
in strength says about who will be ahead in the end: there is more *doubt*.

Nothing here depends on what a seat cannot know. Objectives that a seat has never seen are all as
likely to be another's, so they are weighed together; hands of others and cuts are not looked at.

The numbers were found by letting the advice play against itself, some ten thousand matches for
each; they suit both races alike.

A field of a state is slow to reach in interpreted mode, so most rules here are handed what they
need of it.
"""

import math
from typing import Any

import numpy as np

from ...core.rule import rule
from .cards import JOKER, OBJECTIVES
from .road import COLOURS, VALUES, count_dice, dice_of_colour

#: What a group counts compared with the one ahead of it: little when the stage is about to end and
#: groups behind the lead do no more than part the tied; half with many turns left.
SHARE_AT_END, SHARE_LONG_BEFORE = 0.1, 0.5
HALFWAY = 4.0  # turns left when it is midway between the two

#: The difference in strength that makes three chances to one, nearly: at the end, and more for
#: every turn left (with its square root, as steps this way and that way add up).
DOUBT_AT_END, DOUBT_PER_TURN = 0.3, 0.4

#: The same for a stage after the present one.
LATER_DOUBT = 6.0

#: Other shares: where the lead is nearly all that counts, where it counts most, and where every
#: group counts, as it does for stages to come. A row of strengths for each, and the present one's.
SHARES = (0.1, 0.35, 0.7)
IN_LEAD, NEAR_LEAD, ON_ROAD, AT_PRESENT = range(4)

#: A card of the objective's colour or value, kept for a turn to come, in strength: in the present
#: stage and in a later one. A joker is any of them.
CARD, CARD_LATER = 0.5, 0.3
JOKER_CARDS = 1.5

#: By how many points a lead usually changes in a stage; and how many stages the rest of the
#: present one is, when the own rank in it is taken for known.
SWING = 2.0
REST_OF_STAGE = 0.2

STEEPEST = 50.0  # beyond it a chance is 0 in any case


@rule
def share_behind(turns: Any) -> Any:
    """What a group counts compared with the one ahead of it, so many turns before a stage ends."""
    return SHARE_AT_END + (SHARE_LONG_BEFORE - SHARE_AT_END) * turns / (turns + HALFWAY)


@rule
def doubt_after(turns: Any) -> Any:
    return DOUBT_AT_END + DOUBT_PER_TURN * math.sqrt(turns)


# -- strength


@rule(inline=False)
def weigh_all(state: Any, turns: Any, bonus: Any) -> Any:
    """The strengths by all shares that the advice asks for; the last is that of so many turns."""
    shares, strengths = np.zeros(AT_PRESENT + 1), np.zeros((AT_PRESENT + 1, OBJECTIVES))
    for row in range(AT_PRESENT):
        shares[row] = SHARES[row]
    shares[AT_PRESENT] = share_behind(turns)
    weigh(state, shares, bonus, strengths)
    return strengths


@rule
def weigh_once(state: Any, turns: Any, bonus: Any) -> Any:
    """The strengths in the present stage alone, so many turns before its end."""
    shares, strengths = np.full(1, share_behind(turns)), np.zeros((1, OBJECTIVES))
    weigh(state, shares, bonus, strengths)
    return strengths[0]


@rule(inline=False)
def weigh(state: Any, shares: Any, bonus: Any, strengths: Any) -> None:
    """The strength of every objective: by each share, what a group counts of the one ahead of it.

    Dice in the hand are where they stood, and show every value with a sixth of their weight. Dice
    are counted once, whatever number of shares there is: that is where the time goes.
    """
    line, in_hand, shown = state.line, int(state.to_throw), np.zeros(VALUES, np.int64)
    read_faces(state, shown)
    weights, brought = np.ones(shares.shape[0]), np.zeros(OBJECTIVES)
    strengths[:] = 0.0
    for place in range(state.places):
        dice = int(line[place])
        if dice != 0:
            count_for_all(dice, shown, in_hand, bonus, brought)
            for row in range(shares.shape[0]):
                weight = weights[row]
                for objective in range(OBJECTIVES):
                    strengths[row, objective] += weight * brought[objective]
                weights[row] = weight * shares[row]


@rule(inline=False)
def count_for_all(dice: Any, shown: Any, in_hand: Any, bonus: Any, brought: Any) -> None:
    """What a group brings to each objective."""
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


# -- who may pass


@rule
def unseen_by(state: Any, seat: Any) -> Any:
    """The objectives that a seat has never seen: others' and those that nobody has had."""
    goals = state.goals
    unseen = int(state.undealt)
    for other in range(state.players):
        if other != seat:
            unseen |= int(goals[other])
    return unseen


@rule
def chance_to_pass(lead: Any, doubt: Any) -> Any:
    """The chance of one who is behind by that much in strength to be ahead in the end."""
    return 1.0 / (1.0 + math.exp(min(lead / doubt, STEEPEST)))


@rule(inline=False)
def odds_of_unseen(strengths: Any, unseen: Any, doubt: Any) -> Any:
    """What `chance_of_unseen` needs to know of the objectives that a seat has never seen.

    The chance to pass is 1 / (1 + exp(own) / exp(other)): exponentials are slow, so those of
    others are taken once, whatever number of own objectives is compared with them.
    """
    odds, count = np.zeros(OBJECTIVES), 0
    for objective in range(OBJECTIVES):
        if (unseen >> objective) & 1 == 1:
            odds[count] = math.exp(-strengths[objective] / doubt)
            count += 1
    return odds[:count]


@rule(inline=False)
def chance_of_unseen(strength: Any, odds: Any, doubt: Any) -> Any:
    """The chance of an objective that could be any of the unseen to pass one of that strength."""
    own, chances = math.exp(strength / doubt), 0.0
    for other in range(odds.shape[0]):
        chances += 1.0 / (1.0 + own * odds[other])
    return chances / max(odds.shape[0], 1)


@rule
def chance_of_best(chance: Any, count: Any) -> Any:
    """The chance of the best of so many objectives, each of which has this one."""
    return 1.0 - (1.0 - chance) ** count


@rule
def nobody_ahead(ranks: Any) -> None:
    """The chances of ranks 0, 1, 2, … without any rival."""
    ranks[:] = 0.0
    ranks[0] = 1.0


@rule
def add_rival(ranks: Any, chance: Any) -> None:
    """One more rival, who is ahead with this chance: the rank may be one lower."""
    for rank in range(ranks.shape[0] - 1, 0, -1):
        ranks[rank] += chance * (ranks[rank - 1] - ranks[rank])
    ranks[0] *= 1.0 - chance


# -- what it brings


@rule(inline=False)
def hope_for_later(
    goals: Any, strengths: Any, unseen: Any, hand: Any, pays: Any, later: Any
) -> Any:
    """What each of a set of objectives may bring in a later stage; all of it together.

    `pays` are the points of all ranks in such a stage.
    """
    ranks, odds = np.zeros(pays.shape[0]), odds_of_unseen(strengths, unseen, LATER_DOUBT)
    hopes = 0.0
    for goal in range(OBJECTIVES):
        if (goals >> goal) & 1 == 1:
            own = strengths[goal] + CARD_LATER * useful_cards(hand, goal)
            chance = chance_of_unseen(own, odds, LATER_DOUBT)
            nobody_ahead(ranks)
            for _ in range(pays.shape[0] - 1):
                add_rival(ranks, chance)
            for rank in range(pays.shape[0]):
                later[goal] += ranks[rank] * pays[rank]
            hopes += later[goal]
    return hopes


@rule
def find_leads(points: Any, seat: Any, leads: Any) -> None:
    """By how many points a seat leads each of its rivals."""
    place = 0
    for other in range(leads.shape[0] + 1):
        if other != seat:
            leads[place] = points[seat] - points[other]
            place += 1


@rule(inline=False)
def chance_to_win(ranks: Any, pays: Any, leads: Any, hopes: Any, at_stake: Any, stages: Any) -> Any:
    """From the chances of all ranks in the present stage, and the points of each.

    `hopes` are the points that the seat may get in so many stages to come; what it does not get
    of all that is at stake the others share.
    """
    chance = 0.0
    for rank in range(pays.shape[0]):
        gain = pays[rank] + hopes
        ahead = gain - (at_stake - gain) / leads.shape[0]
        chance_here = ranks[rank]
        for lead in leads:
            chance_here *= chance_to_keep(lead + ahead, stages)
        chance += chance_here
    return chance


@rule
def chance_to_keep(lead: Any, stages: Any) -> Any:
    """The chance that a lead in points, negative if it is a lag, outlasts so many stages."""
    leads = lead / (SWING * math.sqrt(stages + REST_OF_STAGE))
    return 0.5 + 0.5 * leads / math.sqrt(1.0 + leads * leads)
