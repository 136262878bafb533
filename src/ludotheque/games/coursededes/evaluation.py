"""What a greedy player and an evaluator look at: the chance to win a match of Course de dés.

Everybody can count the pile: how many turns a stage has left is known, and whose. Every rank in
the present stage has its chance; with the tokens of that rank, and those that later stages may
bring, a seat is ahead of its rivals, or behind. With variable objectives each of the four is
going to score once, so the best is the one that gains most by scoring now rather than later.
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
    chance_of_best,
    chance_of_unseen,
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
from .._race.reroll_pruning import spare_good_cards
from .._race.road import DICE
from .edition import SPECIALS
from .phases import PICK, TURN
from .rules import has_won
from .stages import TOKENS, TOKENS_OF_LAST_WINNER, seats_in_play

#: What an objective is worth less, in strength, that is still to be exchanged for the one in force.
TO_EXCHANGE = 0.3

EVEN = 0.5  # the chance of an objective that is still to be dealt to pass another


#: How long levels think, not as long as usual, and how far the master looks.
ITERATIONS = {"expert": 32, "maître": 500}
ROLLOUT_DEPTH = {"maître": 0}  # a round of everybody's decisions is enough

#: What the learned weights are for.
FEATURES = (*feature_names(SPECIALS[1:]), "tie-break")
INITIAL_WEIGHTS = {"estimate": 1.0}  # before anything is learned
WEIGHTS = read_weights(Path(__file__).parent, FEATURES)
TABLE = WEIGHTS.table()


@rule(inline=False)
def win_probability(state: Any, seat: Any) -> Any:
    """The seat's chance to win: from 0 to 1."""
    if state.awaits == END:
        return 1.0 / count_objectives(int(state.best)) if has_won(state, seat) else 0.0
    if (seats_in_play(state) >> seat) & 1 == 0:
        return 0.0
    if state.tied != 0:  # a tie-break is too rare to be learned
        return estimate_of(state, seat, weigh_all(state, turns_to_come(state), state.bonus))
    features = np.zeros(len(FEATURES))
    read_features(state, seat, features)
    return predict(features, TABLE)


@rule
def read_features(state: Any, seat: Any, into: Any) -> None:
    """What there is to be weighed in a position, for a seat that is in play."""
    into[0] = 1.0
    turns, own_turns = turns_to_come(state), own_turns_to_come(state, seat)
    strengths = weigh_all(state, turns, state.bonus)
    into[1] = log_odds(estimate_of(state, seat, strengths))
    goals, candidates = int(state.goals[seat]), objectives_to_score(state, seat)
    unseen = unseen_by(state, seat)
    best = read_standings(goals, candidates, unseen, strengths, into)
    rivalry = count_objectives(int(seats_in_play(state)))
    read_turns(turns, own_turns, state.stage, rivalry, state.pile, into)
    read_points(state.tokens, seat, state.players, into)
    read_hand(state.hands[seat], best, 1.0 if state.rerolled != seat else 0.0, into)
    into[len(FEATURES) - 1] = 1.0 if state.tied != 0 else 0.0


@rule(inline=False)
def estimate_of(state: Any, seat: Any, by_share: Any) -> Any:
    """The seat's chance to win by reckoning: from 0 to 1."""
    players, stages = state.players, max(STAGES - 1 - state.stage, 0)
    pays, later_pays = np.zeros(players), np.zeros(players)
    find_pays(state.stage, pays, later_pays)
    unseen, candidates = unseen_by(state, seat), objectives_to_score(state, seat)
    later = np.zeros(OBJECTIVES)
    hopes = hopes_of(state, seat, by_share, unseen, stages, later_pays, later)
    ranks, leads = np.zeros(players), np.zeros(players - 1)
    find_leads(state.tokens, seat, leads)
    at_stake = pays.sum() + stages * later_pays.sum()
    if candidates == 0:
        find_ranks(state, seat, EVEN, ranks)
        return chance_of(state, ranks, pays, leads, hopes, at_stake, stages)
    turns, own_turns = turns_to_come(state), own_turns_to_come(state, seat)
    hand, in_force, strengths = state.hands[seat], state.in_force[seat], by_share[AT_PRESENT]
    doubt = doubt_after(turns)
    odds = odds_of_unseen(strengths, unseen, doubt)
    best = 0.0
    for goal in range(OBJECTIVES):
        if (candidates >> goal) & 1 == 1:
            own = strengths[goal] + CARD * min(useful_cards(hand, goal), float(own_turns))
            if in_force != NOTHING and goal != in_force:
                own -= TO_EXCHANGE
            chance = chance_of_unseen(own, odds, doubt)
            find_ranks(state, seat, chance, ranks)
            rest = hopes - later[goal]
            best = max(best, chance_of(state, ranks, pays, leads, rest, at_stake, stages))
    return best


@rule
def evaluate_regular(state: Any, seat: Any) -> Any:
    """What a regular sees: the tokens, and the objective in force on the whole road.

    Neither the own cards, nor what others may have, nor the stages to come.
    """
    seen, goal = float(DICE * state.tokens[seat]), state.in_force[seat]
    if goal != NOTHING:
        seen += weigh_once(state, turns_to_come(state), state.bonus)[goal]
    return seen


@rule(inline=False)
def quick_evaluate(state: Any, seat: Any) -> Any:
    """What is felt about a position: the tokens, and how far the own objectives stick out."""
    turns, own_turns = turns_to_come(state), own_turns_to_come(state, seat)
    objectives = objectives_to_score(state, seat)
    hunch = hunch_about(state, state.hands[seat], objectives, turns, own_turns, state.bonus)
    return POINT * state.tokens[seat] + hunch


@rule
def evaluate_beginner(state: Any, seat: Any) -> Any:
    """What a beginner sees: the tokens, and what the objective in force has in the lead."""
    seen = DICE * state.tokens[seat]
    if state.in_force[seat] != NOTHING:
        seen += points_in(state, state.line[0], state.in_force[seat], state.bonus)
    return seen


@rule
def shortlist(state: Any, moves: Any, count: Any) -> Any:
    """Keep, in their order, the moves worth a thought; how many."""
    return spare_good_cards(state, int(state.goals[state.seat]), moves, count)


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
    """CD-9, CD-15 The one in force; any, with a pick or an exchange to come before the stage ends.

    The empty set where one is still to be dealt.
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
def find_pays(stage: Any, pays: Any, later_pays: Any) -> None:
    """CD-12 The tokens of all ranks in the present stage, and in one to come, on average."""
    for rank in range(pays.shape[0]):
        pays[rank] = TOKENS[rank]
        later_pays[rank] = TOKENS[rank]
    if stage < STAGES - 1:
        later_pays[0] += (TOKENS_OF_LAST_WINNER - TOKENS[0]) / (STAGES - 1 - stage)
    else:
        pays[0] = TOKENS_OF_LAST_WINNER


@rule
def hopes_of(
    state: Any, seat: Any, by_share: Any, unseen: Any, stages: Any, pays: Any, later: Any
) -> Any:
    """The tokens of later stages: what each own objective may bring, all of it together.

    Objectives that are still to be dealt bring an even share.
    """
    if stages == 0:
        return 0.0
    if state.variable == 0:
        return stages * pays.sum() / pays.shape[0]
    goals, hand = int(state.goals[seat]), state.hands[seat]
    return hope_for_later(goals, by_share[ON_ROAD], unseen, hand, pays, later)


@rule(inline=False)
def find_ranks(state: Any, seat: Any, chance: Any, ranks: Any) -> None:
    """CD-11, CD-14 The chances of all ranks, if each objective of a rival has this one to pass.

    Rivals have the best of their own; in a tie-break only the tied are rivals.
    """
    in_play, goals = int(seats_in_play(state)), state.goals
    nobody_ahead(ranks)
    for rival in range(ranks.shape[0]):
        if rival != seat and (in_play >> rival) & 1 == 1:
            held = max(count_objectives(int(goals[rival])), 1)
            add_rival(ranks, chance_of_best(chance, held))


@rule
def chance_of(
    state: Any, ranks: Any, pays: Any, leads: Any, hopes: Any, at_stake: Any, stages: Any
) -> Any:
    """CD-14 The chance to win; a tie-break is won by its first."""
    if state.tied != 0:
        return ranks[0]
    return chance_to_win(ranks, pays, leads, hopes, at_stake, stages)
