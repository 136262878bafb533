"""The cards of DiceRun by name: their kinds in card order, and how they are written."""

from .._race.cards import JOKER
from .._race.notation import Notation

SWAP_CARD = JOKER + 1
SPRINT_CARD = JOKER + 2
SURGE_CARD = JOKER + 3
FLIP_CARD = JOKER + 4
GAP_CARD = JOKER + 5
CRASH_CARD = JOKER + 6
KINDS = JOKER + 7

#: How everything is written: colours red, orange, green, blue, purple.
NOTATION = Notation(
    "rogbp",
    ("swap", "sprint", "surge", "flip", "gap", "crash"),
    bring_up="surge",
    reroll="reroll",
)

assert len(NOTATION.cards) == KINDS
