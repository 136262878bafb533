"""How a duel was counted: the account of it, one entry a seat, for words and tables.

Nothing is decided here: the rules are asked again, on the table as the duel left it.
"""

from dataclasses import dataclass
from typing import Any

from .duel import NONE, TWO, gain_of, gift_of, is_out_next, is_recorded, score_of, sum_of
from .positions import faces_of
from .rules import SEATS
from .track import EXPERT, GOAL, book_gain, bounced, first_to_book, is_in


@dataclass(frozen=True)
class Entry:
    """What a duel brought to one seat."""

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
    landing: int  # where the gain leads, before a zone has its say
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


def last_account(record: Any) -> list[Entry]:
    """The entries of the duel counted last, in the order of booking; none before the first."""
    if record.last_duel == 0:
        return []
    dice, master = record.last_dice, record.last_master
    scores = [int(score_of(dice[seat], master[seat])) for seat in range(SEATS)]
    booking = record.copy()
    booking.points[:] = record.last_points
    booking.pot = record.last_pot
    first = int(first_to_book(*scores))
    return [booked(booking, record, scores, seat) for seat in (first, 1 - first)]


def booked(booking: Any, record: Any, scores: list[int], seat: int) -> Entry:
    """A seat's entry; its gain is booked on `booking`, where those before it are already."""
    other = 1 - seat
    dice, master = record.last_dice[seat], int(record.last_master[seat])
    gain = int(gain_of(dice, master, record.last_dice[other], record.last_master[other]))
    before, pot = int(booking.points[seat]), int(booking.pot)
    book_gain(booking, seat, gain)
    is_on_track = record.level == EXPERT and gain > 0
    landing = int(bounced(before + gain)) if is_on_track else before + gain
    gift = int(gift_of(scores[seat], master))
    return Entry(
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
class Table:
    """What lies on the table, or lay there when the last duel was counted."""

    duel: int
    throw: int
    playing: list[bool]
    dice: list[list[int]]
    master: list[int]
    pairs: list[list[int]]  # the faces of the pairs that went out, by throw
    alike: list[int]  # the face that put a MasterDé out, 0 for none
    lost: list[int]  # what that MasterDé showed
    lost_in: list[int]  # the throw after which it went


def table_now(record: Any) -> Table:
    return Table(
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


def last_table(record: Any) -> Table:
    return Table(
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
    """Whether the next duel has not begun to lie there: the last one is what there is to see."""
    empty = not record.dice.any() and bool((record.master == NONE).all())
    return bool(record.last_duel) and empty and bool(record.throw <= 1)
