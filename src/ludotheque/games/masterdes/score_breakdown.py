"""Breakdown of how the last duel was scored, seat by seat, for narration and display.

The rules are applied again to the final dice of the duel; nothing is scored by other code.
"""

from dataclasses import dataclass
from typing import Any

from .duel import NONE, TWO, gain_of, gift_of, is_out_next, is_recorded, score_of, sum_of
from .positions import faces_of
from .rules import SEATS
from .track import EXPERT, GOAL, book_gain, bounced, first_to_book, is_in


@dataclass(frozen=True)
class SeatScore:
    """One seat's score in a duel, and how it came about."""

    seat: int
    playing: bool
    master: int  # what the MasterDé left showed, NONE without one
    total: int  # of the dice, before anything doubles it
    score: int
    is_better: bool
    is_equal: bool
    is_recorded: bool  # by its score, whatever a heart does with it
    gift: int  # given to the other by a heart
    gain: int  # recorded, and the other's gift
    before: int  # points
    landing: int  # where the gain leads, before zones are applied
    zone: str | None  # 'malus' or 'cagnotte', if the gain leads into one
    pot: int  # what lay in the pot before the gain was booked
    lost: int  # what the heart really cost
    after: int  # points

    @property
    def is_doubled(self) -> bool:
        return self.master == TWO

    @property
    def is_out_next(self) -> bool:
        return bool(is_out_next(self.master))

    @property
    def is_past_goal(self) -> bool:
        return self.before + self.gain > GOAL


def last_scores(record: Any) -> list[SeatScore]:
    """The scores of the last duel, in the order in which they were booked; [] before the first."""
    if record.last_duel == 0:
        return []
    dice, master = record.last_dice, record.last_master
    scores = [int(score_of(dice[seat], master[seat])) for seat in range(SEATS)]
    booking = record.copy()
    booking.points[:] = record.last_points
    booking.pot = record.last_pot
    first = int(first_to_book(*scores))
    return [seat_score(booking, record, scores, seat) for seat in (first, 1 - first)]


def seat_score(booking: Any, record: Any, scores: list[int], seat: int) -> SeatScore:
    """A seat's score; books its gain on `booking`, where seats before it are booked already."""
    other = 1 - seat
    dice, master = record.last_dice[seat], int(record.last_master[seat])
    gain = int(gain_of(dice, master, record.last_dice[other], record.last_master[other]))
    before, pot = int(booking.points[seat]), int(booking.pot)
    book_gain(booking, seat, gain)
    is_on_track = record.level == EXPERT and gain > 0
    landing = int(bounced(before + gain)) if is_on_track else before + gain
    gift = int(gift_of(scores[seat], master))
    return SeatScore(
        seat=seat,
        playing=bool(record.last_playing[seat]),
        master=master,
        total=int(sum_of(dice)),
        score=scores[seat],
        is_better=scores[seat] > scores[other],
        is_equal=scores[seat] == scores[other],
        is_recorded=bool(is_recorded(scores[seat], scores[other], dice)),
        gift=gift,
        gain=gain,
        before=before,
        landing=landing,
        zone=zone_at(record, landing) if is_on_track else None,
        pot=pot,
        lost=min(gift, int(booking.points[seat])),
        after=max(int(booking.points[seat]) - gift, 0),
    )


def zone_at(record: Any, space: int) -> str | None:
    """The zone of a space, if it is in one."""
    if is_in(record.malus, space):
        return "malus"
    return "cagnotte" if is_in(record.cagnotte, space) else None


@dataclass(frozen=True)
class DuelTable:
    """The dice of a duel: those on the table, or those of the last duel when it was scored."""

    duel: int
    throw: int
    playing: list[bool]
    dice: list[list[int]]
    master: list[int]
    pairs: list[list[int]]  # the faces of the pairs that went out, by throw
    alike: list[int]  # the face that put a MasterDé out, 0 for none
    lost: list[int]  # what that MasterDé showed
    lost_in: list[int]  # the throw after which it went


def current_table(record: Any) -> DuelTable:
    return DuelTable(
        duel=int(record.duel),
        throw=int(record.throw),
        playing=[seat == 1 for seat in record.playing.tolist()],
        dice=[faces_of(counts) for counts in record.dice.tolist()],
        master=record.master.tolist(),
        pairs=[faces_of(counts) for counts in record.pairs.tolist()],
        alike=record.alike.tolist(),
        lost=record.lost.tolist(),
        lost_in=record.lost_in.tolist(),
    )


def last_table(record: Any) -> DuelTable:
    return DuelTable(
        duel=int(record.last_duel),
        throw=int(record.last_throw),
        playing=[seat == 1 for seat in record.last_playing.tolist()],
        dice=[faces_of(counts) for counts in record.last_dice.tolist()],
        master=record.last_master.tolist(),
        pairs=[faces_of(counts) for counts in record.last_pairs.tolist()],
        alike=record.last_alike.tolist(),
        lost=record.last_lost.tolist(),
        lost_in=record.last_lost_in.tolist(),
    )


def is_cleared(record: Any) -> bool:
    """Whether no die of the next duel has fallen yet, so that the last duel is still shown."""
    empty = not record.dice.any() and bool((record.master == NONE).all())
    return bool(record.last_duel) and empty and bool(record.throw <= 1)
