"""Features of positions in both races: the hand-made estimate, and what corrects it.

The estimate is a win probability computed from strengths, ranks and points. The learned weights
correct what it leaves out or gets wrong: how an objective compares with all that others may have,
near the lead and far behind it; the turns that are left, and whose they are; the cards in the hand.
"""

import math
from typing import Any

from ...core.rule import rule
from .cards import JOKER, MOST_SEATS, OBJECTIVES, STAGES
from .evaluation import DISCOUNTS, NEAR_LEAD
from .road import COLOURS, VALUES

#: The features of both races; each kind of card that does not advance dice adds one.
FEATURES = (
    "constant",
    "estimate",
    "standing in the lead",
    "standing near the lead",
    "standing on the road",
    "standing later",
    "players",
    "turns",
    "turns soon",
    "own turns",
    "own turns soon",
    "last word",
    "stages",
    "last stage",
    "lead",
    "lead on average",
    "lead late",
    "may reroll",
    "late",
    "joker",
    "useful",
)
FIRST_OF_CARDS = len(FEATURES)
STANDINGS = 2  # the index of the first standing

LEAST_PROBABILITY = 0.002  # the estimate is clipped there
LOWEST = -99.0  # less than any standing; without an objective yet the standing is 0
LEAST_SPREAD = 0.05  # of strengths
MANY_TURNS, MANY_POINTS = 12.0, 4.0  # scales, so that features are about 1


def feature_names(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the features, for a game with these cards that do not advance dice."""
    return (*FEATURES, *cards)


@rule
def log_odds(chance: Any) -> Any:
    chance = min(max(chance, LEAST_PROBABILITY), 1.0 - LEAST_PROBABILITY)
    return math.log(chance / (1.0 - chance))


@rule(inline=False)
def read_standings(goals: Any, candidates: Any, unseen: Any, by_discount: Any, into: Any) -> Any:
    """Write the standing of the best candidate by each discount, and of all goals; the best one.

    An objective's standing is its z-score: how many standard deviations it is stronger than the
    mean of the objectives that the seat has not seen.
    """
    best = 0
    for discount in range(len(DISCOUNTS)):
        strengths = by_discount[discount]
        mean, spread = mean_and_spread(strengths, unseen)
        highest = LOWEST
        for goal in range(OBJECTIVES):
            if (candidates >> goal) & 1 == 1:
                standing = (strengths[goal] - mean) / spread
                if standing > highest:
                    highest = standing
                    if discount == NEAR_LEAD:
                        best = goal
        into[STANDINGS + discount] = highest if highest > LOWEST else 0.0
    later, count = 0.0, 0
    for goal in range(OBJECTIVES):
        if (goals >> goal) & 1 == 1:
            later += (strengths[goal] - mean) / spread
            count += 1
    into[STANDINGS + len(DISCOUNTS)] = later / max(count, 1)
    return best


@rule
def mean_and_spread(strengths: Any, objectives: Any) -> Any:
    """The mean strength of a set of objectives, and the standard deviation."""
    total, squares, count = 0.0, 0.0, 0
    for objective in range(OBJECTIVES):
        if (objectives >> objective) & 1 == 1:
            total += strengths[objective]
            squares += strengths[objective] * strengths[objective]
            count += 1
    mean = total / max(count, 1)
    return mean, math.sqrt(max(squares / max(count, 1) - mean * mean, 0.0)) + LEAST_SPREAD


@rule
def read_turns(turns: Any, own_turns: Any, stage: Any, players: Any, pile: Any, into: Any) -> None:
    """The turns that the stage has left, and those of the seat among them; the stages."""
    into[6] = players / MOST_SEATS
    into[7] = turns / MANY_TURNS
    into[8] = 1.0 / (1.0 + turns)
    into[9] = own_turns / MANY_TURNS
    into[10] = 1.0 / (1.0 + own_turns)
    into[11] = (own_turns - turns / players) / (1.0 + turns)
    into[12] = max(STAGES - 1.0 - stage, 0.0) / STAGES
    into[13] = 1.0 if stage >= STAGES - 1 else 0.0
    into[18] = 1.0 / (1.0 + pile / players)


@rule
def read_points(points: Any, seat: Any, players: Any, into: Any) -> None:
    """The lead over the best of the rivals, and over all of them on average."""
    best, total = 0, 0
    for other in range(players):
        if other != seat:
            best = max(best, points[other])
            total += points[other]
    into[14] = (points[seat] - best) / MANY_POINTS
    into[15] = (points[seat] - total / (players - 1.0)) / MANY_POINTS
    into[16] = into[14] * (1.0 - into[12])


@rule
def read_hand(hand: Any, goal: Any, may_reroll: Any, into: Any) -> None:
    """Features of the hand: cards that advance an objective, and cards of each other kind."""
    into[17] = may_reroll
    into[19] = float(hand[JOKER])
    into[20] = float(hand[goal // VALUES] + hand[COLOURS + goal % VALUES])
    for card in range(JOKER + 1, hand.shape[0]):
        into[FIRST_OF_CARDS + card - JOKER - 1] = float(hand[card])
