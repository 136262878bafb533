"""Prospects of a seat of Level X: the points it has, and those it can expect.

The future is modelled as competing Poisson clocks. In every row a player makes groups at the row's
own rate; meanwhile the match may end, and rivals may arrive at the X. How far a player gets before
one of the other clocks rings gives the expected points. Prospects compared with everybody else's
give the probability to win.

The constants were tuned by self-play, with two, three and four seats.
"""

import math
from typing import Any

import numpy as np

from ...core.rule import END, rule
from ...core.sigmoid import sigmoid
from .edition import MOST_SPACES
from .groups import GROUP_BITS, GROUP_MASK, LOWEST_SUM, MOVES, MULTISET_OF, ROWS
from .rules import points_of, seat_in_turn

#: How many groups of each row a roll allows on average, if all four dice are spent on that row: 1.5
#: in row 6, 0.8 in row 10.
_GROUPS = (MOVES[MULTISET_OF][:, :, np.newaxis] >> (GROUP_BITS * np.arange(ROWS))) & GROUP_MASK
EASE = _GROUPS.max(axis=1).mean(axis=0)

#: The fraction of that which a player really makes: there are five other rows.
SHARE = 0.32
PACE = SHARE * EASE

#: How many turns ahead prospects look. The match lasts longer, but is hard to predict so far ahead;
#: and an evaluation that counted all the chips left would rather pass than take one.
HORIZON = 6.0

#: How many turns ahead the regular level looks; in the last round nobody has more.
NEAR = 1.0

#: A factor for the danger of a rival who approaches the X: less than 1, because rivals have five
#: other rows, too, and whoever is sent back can come again.
FEAR = 0.55

#: The standard deviation of a lead's change in a turn, roughly: a lead counts for more the fewer
#: turns are left. So whoever is ahead hurries to close rows, and whoever is behind does not.
SWING = 8.0

#: The same at the end: a lead of a point is all but the victory.
HAIR = 0.5

# -- tables of the clocks, for a future of one turn and for one as long as the horizon

NOBODY = 0  # the distance if no rival can arrive
_PLANS = np.array([NEAR, HORIZON])[:, np.newaxis, np.newaxis]
_PACE = PACE[np.newaxis, :, np.newaxis]
_STEPS = np.arange(MOST_SPACES + 1)[np.newaxis, np.newaxis, :]

#: The rate at which a rival at some distance from the X arrives there, times FEAR: geometric, as if
#: every further step in the same turn had the same probability.
_DANGER = np.where(_STEPS == NOBODY, 0.0, FEAR * _PACE**_STEPS)

#: By future, row and steps: LX-4 the probability that all the steps come before the end.
REACH = (_PACE / (_PACE + 1.0 / _PLANS)) ** _STEPS

#: By future, row and the nearest rival's distance: LX-7 the expected chips of a pawn on the X until
#: the end comes, or a rival; and the probability of one more chip before that.
HELD = _PACE / (_DANGER + 1.0 / _PLANS)
ANOTHER = _PACE / (_PACE + _DANGER + 1.0 / _PLANS)


@rule
def chance_to_win(state: Any, seat: Any, farthest: Any) -> Any:
    """The probability that the seat is ahead in the end, looking so many turns ahead at most."""
    own = prospects(state, seat, min(turns_to_come(state, seat), farthest))
    chance = 1.0
    for rival in range(state.players):
        if rival != seat:
            turns = turns_to_come(state, rival)
            lead = own - prospects(state, rival, min(turns, farthest))
            chance *= chance_to_keep(lead, turns)
    return chance


@rule
def turns_to_come(state: Any, seat: Any) -> Any:
    """LX-12 In the last round a seat has one more turn, or none; before, HORIZON turns."""
    if state.awaits == END:
        return 0.0
    if state.last_round == 0:
        return HORIZON
    turns_until = (seat - seat_in_turn(state)) % state.players
    return NEAR if state.turn % state.players + turns_until < state.players else 0.0


@rule
def chance_to_keep(lead: Any, turns: Any) -> Any:
    """The probability that a lead, or a lag if negative, is a lead after so many turns."""
    return sigmoid(lead / math.sqrt(HAIR * HAIR + SWING * SWING * turns))


@rule
def prospects(state: Any, seat: Any, turns: Any) -> Any:
    """The points that a seat has, and those that it can expect in so many turns."""
    return points_of(state, seat) + expected_points(state, seat, turns)


@rule
def expected_points(state: Any, seat: Any, turns: Any) -> Any:
    """The points that a seat can expect in so many turns."""
    points = 0.0
    if turns == 0.0:
        return points
    plan = 1 if turns > NEAR else 0
    # Field access is slow in interpreted mode, so each field is read once.
    pawns, spaces, chips, players = state.pawns, state.spaces, state.chips, state.players
    won, series = state.won[seat], state.bonus_count[seat] + 1
    chance_of_series = 1.0
    for row in range(ROWS):
        left, missing = chips[row], series - won[row]
        if missing > left:
            chance_of_series = 0.0
        if left > 0:
            length = spaces[row]
            steps = length - pawns[seat, row]
            rival = nearest_rival(pawns, players, seat, row, length)
            held, reach = HELD[plan, row, rival], REACH[plan, row, steps]
            points += (LOWEST_SUM + row) * chips_to_come(steps, left, held, reach)
            if missing > 0 and chance_of_series > 0.0:
                another = ANOTHER[plan, row, rival]
                chance_of_series *= chance_of_chips(steps, missing, another, reach)
    if state.tiles_taken < state.tile_count:
        points += chance_of_series * state.tiles[state.tiles_taken]
    return points


@rule
def nearest_rival(pawns: Any, players: Any, seat: Any, row: Any, length: Any) -> Any:
    """How many steps the rival nearest to the X of a row has left; NOBODY if none is to come.

    Whoever stands on the X already does not arrive.
    """
    foremost = -1
    for rival in range(players):
        if rival != seat and foremost < pawns[rival, row] < length:
            foremost = pawns[rival, row]
    return NOBODY if foremost < 0 else length - foremost


@rule
def chips_to_come(steps: Any, left: Any, held: Any, reach: Any) -> Any:
    """LX-6, LX-7 A chip for reaching the X, and more while the pawn holds it and chips last."""
    if steps == 0:
        return min(held, float(left))
    return reach * (1.0 + min(held, left - 1.0))


@rule
def chance_of_chips(steps: Any, count: Any, another: Any, reach: Any) -> Any:
    """LX-11 The probability to get a row's chips that a series needs before a rival comes."""
    if steps == 0:
        return another**count
    return reach * another ** (count - 1)
