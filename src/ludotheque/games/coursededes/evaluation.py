"""Evaluation of Course de dés: the win probability, by learned weights and a hand-made estimate.

The pile can be counted, so everybody knows how many turns a stage has left, and whose they are. The
hand-made estimate computes the probabilities of all ranks in the present stage. The tokens of each
rank and those expected from later stages give the seat's lead over its rivals, and the lead gives
the win probability. With variable objectives each of the four scores once, so the estimate assumes
that the one is scored now which gains most by scoring now rather than later.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ...core.rule import END, rule
from ...core.weights import predict, read_weights
from .._race.cards import NOTHING, OBJECTIVES, STAGES, count_objectives
from .._race.evaluation import (
    AT_PRESENT,
    CARD,
    ON_ROAD,
    add_rival,
    begin_ranks,
    chance_of_unseen,
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
from .._race.reroll_pruning import prune_rerolls
from .._race.road import DICE
from .edition import SPECIALS
from .phases import PICK, TURN
from .rules import has_won
from .stages import TOKENS, TOKENS_OF_LAST_WINNER, seats_in_play

#: The loss of strength of an objective that has yet to be exchanged for the one in force.
TO_EXCHANGE = 0.3

EVEN = 0.5  # the probability that an objective that is yet to be dealt will be ahead of another

#: Iterations and rollout depths of levels that differ from the usual ones.
ITERATIONS = {"expert": 32, "maître": 500}
ROLLOUT_DEPTH = {"maître": 0}  # a round of everybody's decisions, and none beyond

#: The inputs of the learned weights.
FEATURES = (*feature_names(SPECIALS[1:]), "tie-break")
INITIAL_WEIGHTS = {"estimate": 1.0}  # before any training
WEIGHTS = read_weights(Path(__file__).parent, FEATURES)
TABLE = WEIGHTS.table()


@rule(inline=False)
def win_probability(state: Any, seat: Any) -> Any:
    """The seat's probability to win, by the learned weights."""
    if state.awaits == END:
        return 1.0 / count_objectives(int(state.best)) if has_won(state, seat) else 0.0
    if (seats_in_play(state) >> seat) & 1 == 0:
        return 0.0
    if state.tied != 0:  # too rare for weights to be learned from it
        return hand_made_estimate(
            state, seat, strengths_by_discount(state, turns_to_come(state), state.bonus)
        )
    features = np.zeros(len(FEATURES))
    read_features(state, seat, features)
    return predict(features, TABLE)


@rule
def read_features(state: Any, seat: Any, into: Any) -> None:
    """Write the features of a position, for a seat that is in play."""
    into[0] = 1.0
    turns, own_turns = turns_to_come(state), own_turns_to_come(state, seat)
    strengths = strengths_by_discount(state, turns, state.bonus)
    into[1] = log_odds(hand_made_estimate(state, seat, strengths))
    goals, candidates = int(state.goals[seat]), objectives_to_score(state, seat)
    unseen = unseen_by(state, seat)
    best = read_standings(goals, candidates, unseen, strengths, into)
    rivalry = count_objectives(int(seats_in_play(state)))
    read_turns(turns, own_turns, state.stage, rivalry, state.pile, into)
    read_points(state.tokens, seat, state.players, into)
    read_hand(state.hands[seat], best, 1.0 if state.rerolled != seat else 0.0, into)
    into[len(FEATURES) - 1] = 1.0 if state.tied != 0 else 0.0


@rule(inline=False)
def hand_made_estimate(state: Any, seat: Any, by_discount: Any) -> Any:
    """The seat's probability to win, estimated without learned weights."""
    players, stages = state.players, max(STAGES - 1 - state.stage, 0)
    payouts, later_payouts = np.zeros(players), np.zeros(players)
    find_payouts(state.stage, payouts, later_payouts)
    unseen, candidates = unseen_by(state, seat), objectives_to_score(state, seat)
    later = np.zeros(OBJECTIVES)
    expected = expected_later(state, seat, by_discount, unseen, stages, later_payouts, later)
    ranks, leads = np.zeros(players), np.zeros(players - 1)
    find_leads(state.tokens, seat, leads)
    at_stake = payouts.sum() + stages * later_payouts.sum()
    if candidates == 0:
        find_ranks(state, seat, EVEN, ranks)
        return chance_of(state, ranks, payouts, leads, expected, at_stake, stages)
    turns, own_turns = turns_to_come(state), own_turns_to_come(state, seat)
    hand, in_force, strengths = state.hands[seat], state.in_force[seat], by_discount[AT_PRESENT]
    uncertainty = uncertainty_after(turns)
    odds = odds_of_unseen(strengths, unseen, uncertainty)
    best = 0.0
    for goal in range(OBJECTIVES):
        if (candidates >> goal) & 1 == 1:
            own = strengths[goal] + CARD * min(useful_cards(hand, goal), float(own_turns))
            if in_force != NOTHING and goal != in_force:
                own -= TO_EXCHANGE
            chance = chance_of_unseen(own, odds, uncertainty)
            find_ranks(state, seat, chance, ranks)
            rest = expected - later[goal]
            best = max(best, chance_of(state, ranks, payouts, leads, rest, at_stake, stages))
    return best


@rule
def evaluate_regular(state: Any, seat: Any) -> Any:
    """A regular's evaluation: the tokens, and the strength of the objective in force.

    It ignores the own cards, what others may have, and the stages to come.
    """
    seen, goal = float(DICE * state.tokens[seat]), state.in_force[seat]
    if goal != NOTHING:
        seen += present_strengths(state, turns_to_come(state), state.bonus)[goal]
    return seen


@rule(inline=False)
def quick_evaluate(state: Any, seat: Any) -> Any:
    """A quick evaluation: the tokens, and how strong the own objectives are."""
    turns, own_turns = turns_to_come(state), own_turns_to_come(state, seat)
    objectives = objectives_to_score(state, seat)
    value = quick_value(state, state.hands[seat], objectives, turns, own_turns, state.bonus)
    return POINT * state.tokens[seat] + value


@rule
def evaluate_beginner(state: Any, seat: Any) -> Any:
    """A beginner's evaluation: the tokens, and what the objective in force has in the lead."""
    seen = DICE * state.tokens[seat]
    if state.in_force[seat] != NOTHING:
        seen += points_in(state, state.line[0], state.in_force[seat], state.bonus)
    return seen


@rule
def shortlist(state: Any, moves: Any, count: Any) -> Any:
    """Prune rerolls that cost a more useful card than need be; how many moves are left."""
    return prune_rerolls(state, int(state.goals[state.seat]), moves, count)


# -- turns


@rule
def turn_is_open(state: Any) -> Any:
    """Whether the seat in turn has yet to play; else the next turn is the next seat's."""
    return state.phase == TURN or (state.phase == PICK and state.stage == 0)


@rule
def turns_to_come(state: Any) -> Any:
    """CD-9, CD-14 How many turns the stage, or the tie-break, has left."""
    turns = state.pile
    if state.stage < STAGES:
        turns += 1 - state.stage_at[state.stage]
    return max(turns if turn_is_open(state) else turns - 1, 0)


@rule
def own_turns_to_come(state: Any, seat: Any) -> Any:
    """CD-3, CD-14 How many of them are the seat's."""
    turns, in_play, players = turns_to_come(state), int(seats_in_play(state)), state.players
    before = 0
    turn_of = state.turn_of if turn_is_open(state) else state.turn_of + 1
    while turn_of % players != seat:
        before += (in_play >> (turn_of % players)) & 1
        turn_of += 1
    seats = count_objectives(in_play)
    return (max(turns - before, 0) + seats - 1) // seats


@rule
def objectives_to_score(state: Any, seat: Any) -> Any:
    """CD-9, CD-15 The objectives that may score: the one in force, or all that can replace it.

    The set is empty while the objective of a new stage is still to be dealt.
    """
    goals, in_force = int(state.goals[seat]), int(state.in_force[seat])
    if in_force == NOTHING:
        return goals
    if state.variable == 1:
        exchanges = own_turns_to_come(state, seat)
        if state.exchanged == 1 and state.turn_of == seat and state.phase == TURN:
            exchanges -= 1
        if exchanges > 0:
            return goals
    return 1 << in_force


# -- tokens and ranks


@rule
def find_payouts(stage: Any, payouts: Any, later_payouts: Any) -> None:
    """CD-12 The tokens of all ranks in the present stage, and on average in a later one."""
    for rank in range(payouts.shape[0]):
        payouts[rank] = TOKENS[rank]
        later_payouts[rank] = TOKENS[rank]
    if stage < STAGES - 1:
        later_payouts[0] += (TOKENS_OF_LAST_WINNER - TOKENS[0]) / (STAGES - 1 - stage)
    else:
        payouts[0] = TOKENS_OF_LAST_WINNER


@rule
def expected_later(
    state: Any, seat: Any, by_discount: Any, unseen: Any, stages: Any, payouts: Any, later: Any
) -> Any:
    """The expected tokens of later stages; writes those of each own objective into `later`.

    Objectives that are yet to be dealt bring an even share.
    """
    if stages == 0:
        return 0.0
    if state.variable == 0:
        return stages * payouts.sum() / payouts.shape[0]
    goals, hand = int(state.goals[seat]), state.hands[seat]
    return expected_from_goals(goals, by_discount[ON_ROAD], unseen, hand, payouts, later)


@rule(inline=False)
def find_ranks(state: Any, seat: Any, chance: Any, ranks: Any) -> None:
    """CD-11, CD-14 The probabilities of all ranks, from that of each rival objective to be ahead.

    A rival is ahead if any of its objectives is; in a tie-break only the tied are rivals.
    """
    in_play, goals = int(seats_in_play(state)), state.goals
    begin_ranks(ranks)
    for rival in range(ranks.shape[0]):
        if rival != seat and (in_play >> rival) & 1 == 1:
            held = max(count_objectives(int(goals[rival])), 1)
            add_rival(ranks, probability_of_any(chance, held))


@rule
def chance_of(
    state: Any, ranks: Any, payouts: Any, leads: Any, expected: Any, at_stake: Any, stages: Any
) -> Any:
    """CD-14 The probability to win; a tie-break is won by its first."""
    if state.tied != 0:
        return ranks[0]
    return chance_to_win(ranks, payouts, leads, expected, at_stake, stages)
