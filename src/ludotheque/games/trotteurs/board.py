"""The board of Les Trotteurs: places and signs of a band, the dice, and movement along a band."""

from typing import Any

from ...core.rule import rule

BANDS = 5

#: Where a trotter stands: DEPART, the holes 1 to 9 by their number, or BUT. Nobody rests on SORTIE,
#: the tenth hole: whoever stops there is at BUT (TR-6), so the two have the same number.
DEPART = 0
CIRCLED = 1
BUT = SORTIE = RING = 10
PLACES = 11

#: What is printed beside a hole; signs are on the holes 2 to 9 only.
NO_SIGN, TRIANGLE, SQUARE, PENTAGON = 0, 1, 2, 3
SIGN_NAMES = ("none", "triangle", "square", "pentagon")
FIRST_SIGN, LAST_SIGN = 2, 9

#: The dice. The colour die names a band by its number, or shows the Wheel.
FACES = 6
WHEEL = BANDS
UP, UP_TWICE, DOWN, DOWN_TWICE, TO_CIRCLED, TO_BUT = range(FACES)
ORDERS = ("M", "M2", "D", "D2", "O", "BUT")

#: The colours a band can have; an edition chooses five.
COLOURS = (
    "red",
    "yellow",
    "green",
    "blue",
    "white",
    "orange",
    "purple",
    "pink",
    "brown",
    "black",
)


@rule
def place_after(place: Any, order: Any, points: Any) -> Any:
    """TR-4, TR-5 Where an order leads from a place that is not BUT; TR-6 SORTIE is BUT."""
    if order == TO_BUT:
        return BUT
    if order == TO_CIRCLED:
        return CIRCLED
    steps = points
    if order in (UP_TWICE, DOWN_TWICE):
        steps = 2 * points
    if order in (UP, UP_TWICE):
        return (place + steps - 1) % RING + 1
    # Down from DEPART, SORTIE is the first step: just as from the circled hole.
    return (max(place, CIRCLED) - steps - 1) % RING + 1


@rule
def place_by_sign(kind: Any) -> Any:
    """TR-8, TR-9, TR-10 Where a sign sends a trotter."""
    if kind == TRIANGLE:
        return BUT
    if kind == SQUARE:
        return DEPART
    return CIRCLED
