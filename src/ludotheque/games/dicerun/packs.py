"""DR-6 The five packs of the pile: where they are cut, and which piles can be cut at all."""

from typing import Any

from ...core.errors import BadEdition
from ...core.rule import rule
from .._race.cards import HAND

PACKS = 5
CUTS = PACKS - 1
DELTAS = 5  # a cut is −2 … +2 cards away from an equal division
WIDEST = DELTAS // 2


@rule
def cut_places(cards: Any, cut: Any, k: Any) -> Any:
    """After how many of the pile's cards cut 0 … 3 comes, for outcome k of its draw."""
    return (cut + 1) * cards // PACKS + k - WIDEST


def smallest_pack(cards: int) -> int:
    """The smallest number of cards that any pack can have, over all possible cuts."""
    front = [0, *(int(cut_places(cards, cut, DELTAS - 1)) for cut in range(CUTS))]
    back = [*(int(cut_places(cards, cut, 0)) for cut in range(CUTS)), cards]
    return min(end - begin for begin, end in zip(front, back, strict=True))


def check_packs(cards: int, players: int) -> None:
    """BadEdition where the cuts could leave a pack without a card."""
    if smallest_pack(cards) > 0:
        return
    fewest = next(enough for enough in range(cards + 1, 1000) if smallest_pack(enough) > 0)
    raise BadEdition(
        "the edition has {cards} movement cards; with {players} players it takes at least "
        "{fewest}, so that each of the five packs has a card",
        cards=cards + HAND * players,
        players=players,
        fewest=fewest + HAND * players,
    )
