"""What a greedy player and an evaluator look at: the chance to win a match of DiceRun.

Four objectives for four stages: each is going to score once. So a seat takes the one that gains
most by scoring now rather than later. Every rank in the present stage has its chance; with the
points of that rank, and those that the other objectives may bring later, a seat is ahead of its
rivals, or behind.
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
    chance_of_best,
    chance_of_unseen,
    chance_to_pass,
    chance_to_win,
    doubt_after,
    find_leads,
    hope_for_later,
    nobody_ahead,
    odds_of_unseen,
    unseen_by,
    useful_cards,
    weigh_all,
    weigh_once,
)
from .._race.features import (
    feature_names,
    log_odds,
    read_hand,
    read_points,
    read_standings,
    read_turns,
)
from .._race.quick_evaluation import POINT, hunch_about
from .._race.ranking import points_in
from .._race.road import DICE
from .cards import NOTATION
from .packs import DELTAS, cut_places
from .rules import BONUS, CHOOSING, OVER, PLACES_PAID, TURN, has_won
from .sprint_pruning import shortlist

__all__ = [
    "FEATURES",
    "evaluate_beginner",
    "quick_evaluate",
    "read_features",
    "shortlist",
    "win_probability",
]


#: How long levels think, not as long as usual, and how far the master looks.
ITERATIONS = {"expert": 30, "maître": 400}
ROLLOUT_DEPTH = {"maître": 0}  # a round of everybody's decisions is enough

#: What the learned weights are for.
FEATURES = feature_names(tuple(NOTATION.cards[JOKER + 1 :]))
INITIAL_WEIGHTS = {"estimate": 1.0}  # before anything is learned
WEIGHTS = read_weights(Path(__file__).parent, FEATURES)
TABLE = WEIGHTS.table()


@rule(inline=False)
def win_probability(state: Any, seat: Any) -> Any:
    """The seat's chance to win: from 0 to 1."""
    if state.phase == OVER:
        return 1.0 if has_won(state, seat) else 0.0
    features = np.zeros(len(FEATURES))
    read_features(state, seat, features)
    return predict(features, TABLE)


@rule
def read_features(state: Any, seat: Any, into: Any) -> None:
    """What there is to be weighed in a position."""
    into[0] = 1.0
    turns, own_turns = turns_to_come(state), own_turns_to_come(state, seat)
    strengths = weigh_all(state, turns, BONUS)
    into[1] = log_odds(estimate_of(state, seat, strengths))
    goals, unseen = int(state.goals[seat]), unseen_by(state, seat)
    candidates = objectives_to_score(state, seat, goals)
    best = read_standings(goals, candidates, unseen, strengths, into)
    read_turns(turns, own_turns, state.stage, state.players, state.pile, into)
    read_points(state.points, seat, state.players, into)
    read_hand(state.hands[seat], best, 1.0 if state.rerolled != seat else 0.0, into)


@rule
def own_turns_to_come(state: Any, seat: Any) -> Any:
    """DR-7 How many of the turns are the seat's, on average."""
    until_own = (seat - state.playing) % state.players
    if state.phase != TURN:
        until_own = (until_own - 1) % state.players
    return max(turns_to_come(state) - until_own + (state.players - 1.0) / 2.0, 0.0) / state.players


@rule(inline=False)
def estimate_of(state: Any, seat: Any, by_share: Any) -> Any:
    """The seat's chance to win by reckoning: from 0 to 1."""
    players, stages = state.players, STAGES - 1 - state.stage
    strengths, later = by_share[AT_PRESENT], np.zeros(OBJECTIVES)
    pays, later_pays = np.zeros(players), np.zeros(players)
    find_pays(state, pays, later_pays)
    goals, hand, unseen = int(state.goals[seat]), state.hands[seat], unseen_by(state, seat)
    hopes = 0.0
    if stages > 0:
        hopes = hope_for_later(goals, by_share[ON_ROAD], unseen, hand, later_pays, later)
    turns = turns_to_come(state)
    ranks, leads = np.zeros(players), np.zeros(players - 1)
    find_leads(state.points, seat, leads)
    at_stake = pays.sum() + stages * later_pays.sum()
    doubt = doubt_after(turns)
    odds = odds_of_unseen(strengths, unseen, doubt)
    best = 0.0
    candidates = objectives_to_score(state, seat, goals)
    for goal in range(OBJECTIVES):
        if (candidates >> goal) & 1 == 1:
            own = strengths[goal] + CARD * min(useful_cards(hand, goal), turns / players)
            find_ranks(state, seat, own, strengths, odds, doubt, ranks)
            rest = hopes - later[goal]
            best = max(best, chance_to_win(ranks, pays, leads, rest, at_stake, stages))
    return best


@rule
def evaluate_regular(state: Any, seat: Any) -> Any:
    """What a regular sees: the points, and those that the best own objective may win in this stage.

    Neither the own cards, nor the stages to come, nor how far ahead the others are.
    """
    if state.phase == OVER:
        return float(state.points[seat])
    players, turns = state.players, turns_to_come(state)
    ranks = np.zeros(players)
    pays, later_pays = np.zeros(players), np.zeros(players)
    find_pays(state, pays, later_pays)
    strengths = weigh_once(state, turns, BONUS)
    doubt = doubt_after(turns)
    odds = odds_of_unseen(strengths, unseen_by(state, seat), doubt)
    candidates, most = objectives_to_score(state, seat, int(state.goals[seat])), 0.0
    for goal in range(OBJECTIVES):
        if (candidates >> goal) & 1 == 1:
            find_ranks(state, seat, strengths[goal], strengths, odds, doubt, ranks)
            most = max(most, (ranks * pays).sum())
    return state.points[seat] + most


@rule(inline=False)
def quick_evaluate(state: Any, seat: Any) -> Any:
    """What is felt about a position: the points, and how far the own objectives stick out."""
    turns, objectives = turns_to_come(state), objectives_to_score(state, seat, state.goals[seat])
    own_turns = turns / state.players
    hunch = hunch_about(state, state.hands[seat], int(objectives), turns, own_turns, BONUS)
    return POINT * state.points[seat] + hunch


@rule
def evaluate_beginner(state: Any, seat: Any) -> Any:
    """What a beginner sees: the points, and what the best of the own objectives has in the lead."""
    most = 0
    candidates = objectives_to_score(state, seat, int(state.goals[seat]))
    for goal in range(OBJECTIVES):
        if (candidates >> goal) & 1 == 1:
            most = max(most, points_in(state, state.line[0], goal, BONUS))
    return DICE * state.points[seat] + most


@rule
def objectives_to_score(state: Any, seat: Any, goals: Any) -> Any:
    """DR-9, DR-21 The objective that the seat has played or chosen; any of the own before."""
    forced = state.open_goals[seat]
    if forced == NOTHING:
        forced = state.chosen[seat]
    return goals if forced == NOTHING else 1 << int(forced)


@rule
def turns_to_come(state: Any) -> Any:
    """DR-6, DR-20 How many turns the stage has left on average, as nobody knows the cut."""
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
    return turns if phase == TURN else max(turns - 1.0, 0.0)


@rule
def find_pays(state: Any, pays: Any, later_pays: Any) -> None:
    """DR-24 The points of all ranks in the present stage, and in one to come, on average."""
    stage, prizes, places = state.stage, state.stage_points, state.place_points
    pays[0] = prizes[stage]
    for later in range(stage + 1, STAGES):
        later_pays[0] += prizes[later] / (STAGES - 1 - stage)
    for rank in range(1, PLACES_PAID + 1):
        pays[rank] = places[rank - 1]
        later_pays[rank] = places[rank - 1]


@rule(inline=False)
def find_ranks(
    state: Any, seat: Any, own: Any, strengths: Any, odds: Any, doubt: Any, ranks: Any
) -> None:
    """DR-23 The chances of all ranks: rivals' objectives are open, or the best of some unseen."""
    played, goals = state.open_goals, state.goals
    of_unseen = chance_of_unseen(own, odds, doubt)
    nobody_ahead(ranks)
    for rival in range(ranks.shape[0]):
        if rival != seat:
            if played[rival] != NOTHING:
                add_rival(ranks, chance_to_pass(own - strengths[played[rival]], doubt))
            else:
                held = count_objectives(int(goals[rival]))
                add_rival(ranks, chance_of_best(of_unseen, held))
