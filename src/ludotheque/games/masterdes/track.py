"""The rules of points: a sum in Flash, a pawn on the track of a hundred spaces in Expert."""

from typing import Any

from ...core.rule import rule

FLASH, EXPERT = range(2)
LEVELS = ("flash", "expert")
GOAL = 100  # the track's last space
ZONES = 2  # of each kind
FIRST_POT = 5


@rule
def bounced(points: Any) -> Any:
    """MD-11 Points past a hundred are counted back from there, never below 0."""
    if points > GOAL:
        return max(2 * GOAL - points, 0)
    return points


@rule
def is_in(zones: Any, space: Any) -> Any:
    """Whether a space is in one of the zones: each is its first and its last space."""
    return zones[0][0] <= space <= zones[0][1] or zones[1][0] <= space <= zones[1][1]


@rule
def book_gain(state: Any, seat: Any, gain: Any) -> None:
    """MD-10 Points are added; MD-12, MD-13 in Expert the zone they lead to is applied."""
    if state.level == FLASH:
        state.points[seat] += gain
        return
    if gain == 0:
        return
    space = bounced(state.points[seat] + gain)
    if is_in(state.malus, space):
        state.pot += gain
        return
    if is_in(state.cagnotte, space):
        space = bounced(space + state.pot)
        state.pot = 0
    state.points[seat] = space


@rule
def book_loss(state: Any, seat: Any, loss: Any) -> None:
    """MD-8, MD-14 A heart's loss never leads below 0, and zones do not apply to it."""
    state.points[seat] = max(state.points[seat] - loss, 0)


@rule
def first_to_book(red_score: Any, blue_score: Any) -> Any:
    """MD-14 The better duel score goes first, on a tie seat 0."""
    return 1 if blue_score > red_score else 0
