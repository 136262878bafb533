"""The rules of a single duel: elimination, rethrows, scoring.

These rules depend on their arguments only, not on the state. A player's ordinary dice are six
counts: how many of those on the table show 1, 2, … 6. A MasterDé is the face it shows, or NONE if
it is not on the table: out of the duel, in the hand, or its owner does not play.
"""

from typing import Any

from ...core.rule import rule

DICE = 3  # ordinary ones, each player's
FACES = 6

#: What a MasterDé can show.
HEART, TWO, REPLAY, OUT, BLANK = range(5)
NONE = -1
MASTER_KINDS = 5

#: A rethrow is one whole number: how many dice of each face are thrown again, two bits a face,
#: the 1s in the lowest, and a bit above them for the MasterDé. Keeping everything is 0.
FACE_BITS = 2
FACE_MASK = (1 << FACE_BITS) - 1
KEEP = 0
MASTER_TOO = 1 << (FACE_BITS * FACES)
MOST_RETHROWS = 2 * 2**DICE  # three different dice and a blank MasterDé


# MD-2: what goes out


@rule
def take_out_pairs(red: Any, blue: Any, pairs: Any) -> None:
    """MD-2 Equal dice of the two colours are out, pair by pair; `pairs` counts them by face."""
    for face in range(FACES):
        pairs[face] = min(red[face], blue[face])
        red[face] -= pairs[face]
        blue[face] -= pairs[face]


@rule
def face_of_all(dice: Any) -> Any:
    """MD-2 The face that all dice left show, if there are two at least; 0 if there is none."""
    left = count_of(dice)
    for face in range(FACES):
        if left > 1 and dice[face] == left:
            return face + 1
    return 0


@rule
def count_of(dice: Any) -> Any:
    """How many ordinary dice these are."""
    count = 0
    for face in range(FACES):
        count += dice[face]
    return count


# MD-3, MD-5: who may throw again, and what


@rule
def sum_of(dice: Any) -> Any:
    """MD-3 The score that decides who chooses: the ordinary dice alone."""
    total = 0
    for face in range(FACES):
        total += dice[face] * (face + 1)
    return total


@rule
def can_rethrow(dice: Any, master: Any) -> Any:
    """MD-3 There is an ordinary die, or a MasterDé that shows a blank."""
    return count_of(dice) > 0 or master == BLANK


@rule
def can_replay(dice: Any, master: Any) -> Any:
    """MD-5 The MasterDé shows replay, and there is an ordinary die to throw."""
    return master == REPLAY and count_of(dice) > 0


@rule
def list_rethrows(dice: Any, master: Any, into: Any) -> Any:
    """MD-3 List all rethrows; equal dice are interchangeable. Returns how many there are."""
    into[0] = KEEP
    count = 1
    for face in range(FACES):
        others = count
        for picked in range(1, dice[face] + 1):
            for other in range(others):
                into[count] = into[other] + (picked << (FACE_BITS * face))
                count += 1
    if master == BLANK:
        others = count
        for other in range(others):
            into[count] = into[other] + MASTER_TOO
            count += 1
    return count


@rule
def picked_of(move: Any, face: Any) -> Any:
    """How many dice of a face (counted from 0) a rethrow picks up."""
    return (move >> (FACE_BITS * face)) & FACE_MASK


# MD-6 to MD-9: counting


@rule
def score_of(dice: Any, master: Any) -> Any:
    """MD-6 The sum of the dice left, doubled by a two."""
    return sum_of(dice) * 2 if master == TWO else sum_of(dice)


@rule
def is_recorded(score: Any, other_score: Any, dice: Any) -> Any:
    """MD-7 Whether a score is recorded: if it is better or equal, or one of its dice shows 1."""
    return score >= other_score or dice[0] > 0


@rule
def gift_of(score: Any, master: Any) -> Any:
    """MD-8 What a heart gives away, and its owner loses."""
    return score if master == HEART else 0


@rule
def record_of(score: Any, other_score: Any, dice: Any, master: Any) -> Any:
    """MD-7, MD-8 What a player records: a heart replaces it."""
    if master != HEART and is_recorded(score, other_score, dice):
        return score
    return 0


@rule
def gain_of(dice: Any, master: Any, other_dice: Any, other_master: Any) -> Any:
    """MD-7, MD-8 All that a player gains in a duel: what is recorded, and the other's gift."""
    score, other_score = score_of(dice, master), score_of(other_dice, other_master)
    return record_of(score, other_score, dice, master) + gift_of(other_score, other_master)


@rule
def loss_of(dice: Any, master: Any) -> Any:
    """MD-8 What a player loses in a duel, if there are so many points."""
    return gift_of(score_of(dice, master), master)


@rule
def is_out_next(master: Any) -> Any:
    """MD-9 The owner of a MasterDé that shows out does not play the next duel."""
    return master == OUT
