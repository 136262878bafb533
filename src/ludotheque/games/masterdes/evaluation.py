"""Evaluation of MasterDés: the probability to win, from the lead that the duel should bring.

The duel is evaluated as if no more dice were thrown: those on the table as they lie, those in the
hand at their average. That is short-sighted if another throw may follow. The evaluation takes into
account that a heart wants low dice, that a lower score counts only with a 1, and where points lead
on the track; it does not consider pairs that may go out.
"""

import math
from typing import Any

from ...core.rule import END, rule
from ...core.sigmoid import sigmoid
from .duel import DICE, FACES, HEART, REPLAY, TWO, is_out_next, sum_of
from .rules import FIRST, FLASH_DUELS, has_won
from .track import FLASH, GOAL, bounced, is_in

MEAN = 3.5  # of a die
SPREAD = 1.7  # of a die

#: What a beginner expects of a die in the hand: so little that only a 1 seems worth throwing again.
HOPE = 1.5

#: The value of playing the next duel, in points: otherwise the other plays it alone.
NEXT_DUEL = DICE * MEAN

#: The value of another throw at the end, in points.
ANOTHER_THROW = 1.5

#: The value of throwing second.
LAST_WORD = 0.1

#: The standard deviation of a lead's change in a duel, and in the present one, in points, roughly.
SWING, LAST_SWING = 9.0, 3.0

#: The value of the last space of the track: more than any points.
VICTORY = 1000.0

#: How many more duels an Expert match is assumed to last.
EXPERT_DUELS = 12.0


@rule
def win_probability(state: Any, seat: Any) -> Any:
    """The seat's probability to win, roughly: that its lead outlasts the duels to come."""
    if state.awaits == END:
        won, lost = has_won(state, seat), has_won(state, 1 - seat)
        return 0.5 if won == lost else 1.0 if won else 0.0
    duels = EXPERT_DUELS
    if state.level == FLASH:
        duels = float(max(FLASH_DUELS - state.duel, 0))
    return sigmoid(
        lead_of(state, seat) / math.sqrt(LAST_SWING * LAST_SWING + SWING * SWING * duels)
    )


@rule
def evaluate_regular(state: Any, seat: Any) -> Any:
    """A regular's evaluation: the own points and dice, those in the hand at their average.

    It ignores the other's dice, and what a MasterDé means before the duel is counted.
    """
    return visible_points(state, seat, MEAN)


def evaluate_beginner(state: Any, seat: Any) -> Any:
    """A beginner's evaluation: the same, but only a 1 seems worth throwing again."""
    return visible_points(state, seat, HOPE)


@rule
def visible_points(state: Any, seat: Any, hope: Any) -> Any:
    """The own points, and the dice while their duel is not counted."""
    if state.throw <= FIRST:
        return float(state.points[seat])
    return state.points[seat] + sum_of(state.dice[seat]) + hope * state.in_hand[seat]


@rule
def lead_of(state: Any, seat: Any) -> Any:
    """The seat's expected lead after the present duel."""
    lead = 0.0
    if state.master_in_hand[seat] == 1 and state.throw > FIRST:
        for k in range(FACES):
            lead += lead_with(state, seat, state.master_faces[k]) / FACES
    else:
        lead = lead_with(state, seat, state.master[seat])
    if state.order[1] == seat:
        lead += LAST_WORD
    return lead


@rule
def lead_with(state: Any, seat: Any, master: Any) -> Any:
    """The lead if the seat's MasterDé shows this."""
    rival = 1 - seat
    rival_master = state.master[rival]
    own, other = likely_score(state, seat, master), likely_score(state, rival, rival_master)
    gain = likely_record(state, seat, master, own, own - other)
    rival_gain = likely_record(state, rival, rival_master, other, other - own)
    loss, rival_loss = 0.0, 0.0
    if master == HEART:
        rival_gain += own
        loss = own
    if rival_master == HEART:
        gain += other
        rival_loss = other
    lead = likely_points(state, seat, gain, loss) - likely_points(
        state, rival, rival_gain, rival_loss
    )
    return lead + face_bonus(master) - face_bonus(rival_master)


@rule
def likely_score(state: Any, seat: Any, master: Any) -> Any:
    """MD-6 With dice in the hand at their average."""
    score = sum_of(state.dice[seat]) + MEAN * state.in_hand[seat]
    return 2.0 * score if master == TWO else score


@rule
def likely_record(state: Any, seat: Any, master: Any, score: Any, lead: Any) -> Any:
    """MD-7 The score if it is the better one, or has a 1; MD-8 nothing with a heart."""
    if master == HEART:
        return 0.0
    if state.dice[seat, 0] > 0:
        return score
    better = chance_to_lead(lead, state.in_hand[0] + state.in_hand[1])
    one = 1.0 - (1.0 - 1.0 / FACES) ** state.in_hand[seat]
    return score * (better + (1.0 - better) * one)


@rule
def chance_to_lead(lead: Any, falling: Any) -> Any:
    """MD-7 Certain when no die is left to fall; equal scores are as good as the better one."""
    if falling == 0:
        return 1.0 if lead >= 0.0 else 0.0
    return sigmoid(lead / (SPREAD * math.sqrt(falling)))


@rule
def likely_points(state: Any, seat: Any, gain: Any, loss: Any) -> Any:
    """MD-10 to MD-13 Where a gain and a heart's loss lead."""
    points = state.points[seat]
    if state.level == FLASH:
        return max(points + gain - loss, 0.0)
    space = bounced(points + int(gain + 0.5))
    if is_in(state.malus, space):
        space = points
    elif is_in(state.cagnotte, space):
        space = bounced(space + state.pot)
    if space == GOAL and loss == 0.0:
        return VICTORY
    return max(space - loss, 0.0)


@rule
def face_bonus(master: Any) -> Any:
    """MD-5, MD-9 What a face is worth beyond the count of this duel."""
    if is_out_next(master):
        return -NEXT_DUEL
    return ANOTHER_THROW if master == REPLAY else 0.0
