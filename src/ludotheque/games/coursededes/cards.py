"""The kinds of cards of Course de dés, numbered in card order: colours, values, and the rest."""

from .._race.cards import JOKER

GAP_CARD, SWAP_CARD, OVERTAKE_CARD = JOKER + 1, JOKER + 2, JOKER + 3
KINDS = JOKER + 4
