"""Transitions of the match: the points of both seats after each possible outcome of a duel."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from ..rules import SEATS
from ..track import EXPERT, ZONES, book_gain, book_loss
from .hand_indexing import Array
from .outcomes import Outcomes

Points = tuple[int, int]


@dataclass(frozen=True)
class Zones:
    """The zones of the track: the first and the last space of each, as in an edition."""

    malus: tuple[int, ...]
    cagnotte: tuple[int, ...]


def flash_points(points: Points, ends: Outcomes) -> Array:
    """MD-8, MD-10 Gains are added, and a loss never leads below 0."""
    held = np.array(points).reshape(SEATS, 1)
    return np.asarray(np.maximum(held + ends.gains - ends.losses, 0))


def expert_points(points: Points, pot: int, zones: Zones, ends: Outcomes) -> Array:
    """MD-11 to MD-14 The game's own rules are applied to each outcome."""
    track = SimpleNamespace(
        level=EXPERT,
        malus=np.reshape(zones.malus, (ZONES, 2)),
        cagnotte=np.reshape(zones.cagnotte, (ZONES, 2)),
    )
    after = np.zeros(ends.gains.shape, int)
    first = ends.better[1].tolist()
    for number, (gains, losses) in enumerate(
        zip(ends.gains.T.tolist(), ends.losses.T.tolist(), strict=True)
    ):
        track.points, track.pot = list(points), pot
        for seat in (first[number], 1 - first[number]):
            book_gain(track, seat, gains[seat])
        for seat in range(SEATS):
            book_loss(track, seat, losses[seat])
        after[:, number] = track.points
    return after
