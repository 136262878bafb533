"""Evaluation of Level X: the probability to win, by learned weights.

The features compare the seat's points and prospects with everybody else's; the others describe the
rows as they stand, and whose turn is next.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ...core.rule import END, rule
from ...core.weights import predict, read_weights
from .groups import LOWEST_SUM, ROWS
from .prospects import HORIZON, NEAR, chance_to_win, expected_points, turns_to_come
from .rules import BORROWS, ROWS_CLOSED_AT_END, points_of

#: Iterations and rollout depths of levels that differ from the usual ones.
ITERATIONS = {"expert": 200, "maître": 250}
ROLLOUT_DEPTH = {"maître": 1}

#: Levels that search with random rollouts instead of this evaluation. With it a player that looks
#: one move ahead is nearly as strong as a search, so the expert does without.
RANDOM_ROLLOUTS = {"expert"}

#: The inputs of the learned weights: some for the match, then some for every row.
OF_THE_MATCH = (
    "constant",
    "lead",
    "lead on average",
    "prospects",
    "prospects on average",
    "prospects late",
    "players",
    "closed rows",
    "chips left",
    "last round",
    "next",
    "last word",
    "bonus to come",
)
OF_A_ROW = (
    "climbed",
    "on the X",
    "rival",
    "rival on the X",
    "chips",
    "in the series",
    "in a rival's series",
)
FEATURES = (
    *OF_THE_MATCH,
    *(f"{feature}, row {LOWEST_SUM + row}" for row in range(ROWS) for feature in OF_A_ROW),
)
INITIAL_WEIGHTS = {"prospects": 2.0}  # before any training
WEIGHTS = read_weights(Path(__file__).parent, FEATURES)
TABLE = WEIGHTS.table()

ROWS_FROM, ROW_SIZE = len(OF_THE_MATCH), len(OF_A_ROW)
#: Scales, so that features are about 1.
MANY_POINTS, MANY_CHIPS, MANY_CHIPS_IN_A_ROW = 20.0, 20.0, 4.0
FAR_BEHIND = -999.0


@rule(inline=False)
def win_probability(state: Any, seat: Any) -> Any:
    """The seat's probability to win, by the learned weights.

    A match that is over is evaluated by its points, so that more are better even in defeat.
    """
    if state.awaits == END:
        return chance_to_win(state, seat, HORIZON)
    features = np.zeros(len(FEATURES))
    read_features(state, seat, features)
    return predict(features, TABLE)


@rule
def evaluate_regular(state: Any, seat: Any) -> Any:
    """A regular's evaluation: the points, and those expected of the next turn."""
    return chance_to_win(state, seat, NEAR)


@rule
def shortlist(state: Any, moves: Any, count: Any) -> Any:
    """Prune moves to which a group could be added: leaving dice unused is hardly ever better."""
    kept = 0
    for place in range(count):
        move = moves[place]
        if not adds_to_any(move, moves, place + 1, count):
            moves[kept] = move
            kept += 1
    return kept


@rule
def adds_to_any(move: Any, moves: Any, start: Any, stop: Any) -> Any:
    """Whether any of these moves, which have at least as many groups, contains those of `move`."""
    found = False
    for place in range(start, stop):
        found |= ((moves[place] | BORROWS) - move) & BORROWS == BORROWS
    return found


@rule
def read_features(state: Any, seat: Any, into: Any) -> None:
    into[0] = 1.0
    read_match(state, seat, into)
    compare(state, seat, into)  # last, because it uses other features
    for row in range(ROWS):
        read_row(state, seat, row, into[ROWS_FROM + ROW_SIZE * row :])


@rule
def compare(state: Any, seat: Any, into: Any) -> None:
    """Compare points and prospects with those of the best rival, and of all rivals on average."""
    points = float(points_of(state, seat))
    prospect = points + expected_points(state, seat, turns_to_come(state, seat))
    best, best_prospect, all_points, all_prospects = FAR_BEHIND, FAR_BEHIND, 0.0, 0.0
    for rival in range(state.players):
        if rival != seat:
            theirs = float(points_of(state, rival))
            their_prospect = theirs + expected_points(state, rival, turns_to_come(state, rival))
            best, best_prospect = max(best, theirs), max(best_prospect, their_prospect)
            all_points += theirs
            all_prospects += their_prospect
    rivals = state.players - 1.0
    into[1] = (points - best) / MANY_POINTS
    into[2] = (points - all_points / rivals) / MANY_POINTS
    into[3] = (prospect - best_prospect) / MANY_POINTS
    into[4] = (prospect - all_prospects / rivals) / MANY_POINTS
    into[5] = into[3] * (into[7] + into[9])


@rule
def read_match(state: Any, seat: Any, into: Any) -> None:
    """How near the end is, and LX-12 whose turns are to come until then."""
    players, place = state.players, (seat - state.first) % state.players
    left = 0
    for row in range(ROWS):
        left += state.chips[row]
    into[6] = players / 4.0
    into[7] = state.closed_rows / float(ROWS_CLOSED_AT_END)
    into[8] = left / MANY_CHIPS
    into[9] = float(state.last_round)
    into[10] = ((place - state.turn) % players) / float(players)
    into[11] = place / (players - 1.0)
    if state.tiles_taken < state.tile_count:
        into[12] = state.tiles[state.tiles_taken] / MANY_POINTS


@rule
def read_row(state: Any, seat: Any, row: Any, into: Any) -> None:
    """The pawns in a row and its chips, while it is open; LX-11 and whether a series needs it."""
    pawns, won, series = state.pawns, state.won, state.bonus_count
    foremost, needless = 0, 0
    for rival in range(state.players):
        if rival != seat:
            foremost = max(foremost, pawns[rival, row])
            needless += won[rival, row] > series[rival]
    if state.chips[row] > 0:
        length, own = state.spaces[row], pawns[seat, row]
        into[0] = own / length
        into[1] = 1.0 if own == length else 0.0
        into[2] = foremost / length
        into[3] = 1.0 if foremost == length else 0.0
        into[4] = state.chips[row] / MANY_CHIPS_IN_A_ROW
    into[5] = 1.0 if won[seat, row] > series[seat] else 0.0
    into[6] = needless / (state.players - 1.0)
