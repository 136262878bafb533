"""Evaluation of DiceRun: the win probability, by learned weights and a hand-made estimate.

Each of a seat's four objectives scores once, in one of the four stages. So the hand-made estimate
assumes that the one is scored now which gains most by scoring now rather than later. It computes
the probabilities of all ranks in the present stage. The points of each rank and those expected from
the other objectives give the seat's lead over its rivals, and the lead gives the win probability.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ...core.rule import rule
from ...core.weights import predict, read_weights
from .._race.cards import JOKER, NOTHING, OBJECTIVES, STAGES, count_objectives
from .._race.evaluation import (
    AT_PRESENT,
    CARD,
    ON_ROAD,
    add_rival,
    begin_ranks,
    chance_of_unseen,
    chance_to_pass,
    chance_to_win,
    expected_from_goals,
    find_leads,
    odds_of_unseen,
    present_strengths,
    probability_of_any,
    strengths_by_discount,
    uncertainty_after,
    unseen_by,
    useful_cards,
)
from .._race.features import (
    feature_names,
    log_odds,
    read_hand,
    read_points,
    read_standings,
    read_turns,
)
from .._race.quick_evaluation import POINT, quick_value
from .._race.ranking import points_in
from .._race.road import DICE, VALUES, count_dice, dice_of_colour
from .cards import NOTATION
from .packs import DELTAS, cut_places
from .pruning import shortlist
from .rules import BONUS, CHOOSING, OVER, PLACES_PAID, TURN, has_won

__all__ = [
    "FEATURES",
    "evaluate_beginner",
    "quick_evaluate",
    "read_features",
    "shortlist",
    "win_probability",
]


#: Iterations and rollout depths of levels that differ from the usual ones.
ITERATIONS = {"expert": 30, "maître": 400}
ROLLOUT_DEPTH = {"maître": 0}  # a round of everybody's decisions, and none beyond

#: The inputs of the learned weights.
FEATURES = feature_names(tuple(NOTATION.cards[JOKER + 1 :]))
INITIAL_WEIGHTS = {"estimate": 1.0}  # before any training
WEIGHTS = read_weights(Path(__file__).parent, FEATURES)
TABLE = WEIGHTS.table()


@rule(inline=False)
def win_probability(state: Any, seat: Any) -> Any:
    """The seat's probability to win, by the learned weights."""
    if state.phase == OVER:
        return 1.0 if has_won(state, seat) else 0.0
    features = np.zeros(len(FEATURES))
    read_features(state, seat, features)
    return predict(features, TABLE)


@rule
def read_features(state: Any, seat: Any, into: Any) -> None:
    """Write the features of a position."""
    into[0] = 1.0
    turns, own_turns = turns_to_come(state), own_turns_to_come(state, seat)
    strengths = strengths_by_discount(state, turns, BONUS)
    into[1] = log_odds(hand_made_estimate(state, seat, strengths))
    goals, unseen = int(state.goals[seat]), unseen_by(state, seat)
    candidates = objectives_to_score(state, seat, goals)
    best = read_standings(goals, candidates, unseen, strengths, into)
    read_turns(turns, own_turns, state.stage, state.players, state.pile, into)
    read_points(state.points, seat, state.players, into)
    read_hand(state.hands[seat], best, 1.0 if state.rerolled != seat else 0.0, into)


@rule
def own_turns_to_come(state: Any, seat: Any) -> Any:
    """DR-7 How many of the turns are the seat's, on average; nobody knows who will begin."""
    if state.phase < TURN:
        return turns_to_come(state) / state.players
    until_own = (seat - state.playing) % state.players
    if state.phase != TURN:
        until_own = (until_own - 1) % state.players
    return max(turns_to_come(state) - until_own + (state.players - 1.0) / 2.0, 0.0) / state.players


@rule(inline=False)
def hand_made_estimate(state: Any, seat: Any, by_discount: Any) -> Any:
    """The seat's probability to win, estimated without learned weights."""
    players, stages = state.players, STAGES - 1 - state.stage
    strengths, later = by_discount[AT_PRESENT], np.zeros(OBJECTIVES)
    payouts, later_payouts = np.zeros(players), np.zeros(players)
    find_payouts(state, payouts, later_payouts)
    goals, hand, unseen = int(state.goals[seat]), state.hands[seat], unseen_by(state, seat)
    expected = 0.0
    if stages > 0:
        expected = expected_from_goals(
            goals, by_discount[ON_ROAD], unseen, hand, later_payouts, later
        )
    turns = turns_to_come(state)
    ranks, leads = np.zeros(players), np.zeros(players - 1)
    find_leads(state.points, seat, leads)
    at_stake = payouts.sum() + stages * later_payouts.sum()
    uncertainty = uncertainty_after(turns)
    odds = odds_of_unseen(strengths, unseen, uncertainty)
    best = 0.0
    candidates = objectives_to_score(state, seat, goals)
    for goal in range(OBJECTIVES):
        if (candidates >> goal) & 1 == 1:
            own = strengths[goal] + CARD * min(useful_cards(hand, goal), turns / players)
            find_ranks(state, seat, own, strengths, odds, uncertainty, ranks)
            rest = expected - later[goal]
            best = max(best, chance_to_win(ranks, payouts, leads, rest, at_stake, stages))
    return best


@rule
def evaluate_regular(state: Any, seat: Any) -> Any:
    """A regular's evaluation: the points, and those expected in this stage.

    It ignores the own cards, the stages to come, and how far ahead the others are.
    """
    if state.phase == OVER:
        return float(state.points[seat])
    players, turns = state.players, turns_to_come(state)
    ranks = np.zeros(players)
    payouts, later_payouts = np.zeros(players), np.zeros(players)
    find_payouts(state, payouts, later_payouts)
    strengths = present_strengths(state, turns, BONUS)
    uncertainty = uncertainty_after(turns)
    odds = odds_of_unseen(strengths, unseen_by(state, seat), uncertainty)
    candidates, most = objectives_to_score(state, seat, int(state.goals[seat])), 0.0
    for goal in range(OBJECTIVES):
        if (candidates >> goal) & 1 == 1:
            find_ranks(state, seat, strengths[goal], strengths, odds, uncertainty, ranks)
            most = max(most, (ranks * payouts).sum())
    return state.points[seat] + most


@rule(inline=False)
def quick_evaluate(state: Any, seat: Any) -> Any:
    """A quick evaluation: the points, and how strong the own objectives are."""
    turns, objectives = turns_to_come(state), objectives_to_score(state, seat, state.goals[seat])
    own_turns = turns / state.players
    value = quick_value(state, state.hands[seat], int(objectives), turns, own_turns, BONUS)
    return POINT * state.points[seat] + value


@rule
def evaluate_beginner(state: Any, seat: Any) -> Any:
    """A beginner's evaluation: the points, and what the best own objective has in the lead."""
    most = 0
    candidates = objectives_to_score(state, seat, int(state.goals[seat]))
    for goal in range(OBJECTIVES):
        if (candidates >> goal) & 1 == 1:
            most = max(
                most, points_in(state, state.line[0], goal, BONUS) - points_in_hand(state, goal)
            )
    return DICE * state.points[seat] + most


@rule
def points_in_hand(state: Any, goal: Any) -> Any:
    """DR-7 What the values of dice of the lead count that are about to be rolled."""
    dice = state.line[0] & state.to_throw & state.values[goal % VALUES]
    return count_dice(dice) + BONUS * count_dice(dice & dice_of_colour(goal // VALUES))


@rule
def objectives_to_score(state: Any, seat: Any, goals: Any) -> Any:
    """DR-9, DR-21 The objective that the seat has played or chosen; all its own until then."""
    forced = state.open_goals[seat]
    if forced == NOTHING:
        forced = state.chosen[seat]
    return goals if forced == NOTHING else 1 << int(forced)


@rule
def turns_to_come(state: Any) -> Any:
    """DR-6, DR-20 How many turns the stage has left on average: nobody knows the cut."""
    phase, packs, stage = state.phase, state.packs, state.stage
    if phase == CHOOSING:
        return 0.0
    drawn = packs - state.pile
    turns = 0.0
    cuts = 0
    for k in range(DELTAS):
        left = cut_places(packs, stage, k) - drawn
        if left > 0:
            turns += left
            cuts += 1
    turns /= max(cuts, 1)
    return turns if phase <= TURN else max(turns - 1.0, 0.0)


@rule
def find_payouts(state: Any, payouts: Any, later_payouts: Any) -> None:
    """DR-24 The points of all ranks in the present stage, and on average in a later one."""
    stage, prizes, places = state.stage, state.stage_points, state.place_points
    payouts[0] = prizes[stage]
    for later in range(stage + 1, STAGES):
        later_payouts[0] += prizes[later] / (STAGES - 1 - stage)
    for rank in range(1, PLACES_PAID + 1):
        payouts[rank] = places[rank - 1]
        later_payouts[rank] = places[rank - 1]


@rule(inline=False)
def find_ranks(
    state: Any, seat: Any, own: Any, strengths: Any, odds: Any, uncertainty: Any, ranks: Any
) -> None:
    """DR-23 The probabilities of all ranks; a rival's objective is open, or one of those unseen."""
    played, goals = state.open_goals, state.goals
    of_unseen = chance_of_unseen(own, odds, uncertainty)
    begin_ranks(ranks)
    for rival in range(ranks.shape[0]):
        if rival != seat:
            if played[rival] != NOTHING:
                add_rival(ranks, chance_to_pass(own - strengths[played[rival]], uncertainty))
            else:
                held = count_objectives(int(goals[rival]))
                add_rival(ranks, probability_of_any(of_unseen, held))
