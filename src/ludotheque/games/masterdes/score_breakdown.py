"""Breakdown of how the last duel was scored, seat by seat, for narration and display.

The rules are applied again to the final dice of the duel; nothing is scored by other code.
"""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from .duel import HEART, NONE, TWO, gain_of, gift_of, is_out_next, is_recorded, score_of, sum_of
from .positions import faces_of
from .rules import SEATS, book_duel
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
    is_on_track: bool  # whether the gain moves a pawn
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
    def is_in_vain(self) -> bool:
        """Whether the dice left have brought nothing to anybody."""
        return not (self.is_recorded or self.gift)

    # Why the points are what they are: keys of `narration.REASONS`.

    @property
    def record_reasons(self) -> list[str]:
        """MD-7, MD-8 What the seat records, or what its heart gives away."""
        if not self.playing:
            return []
        if self.master == HEART:
            return ["heart"]
        if not self.is_recorded:
            return ["nothing"]
        return ["better" if self.is_better else "equal" if self.is_equal else "one"]

    @property
    def track_reasons(self) -> list[str]:
        """MD-11, MD-12, MD-13 Where the gain has led on the track."""
        if not self.is_on_track:
            return []
        past = ["past"] if self.before + self.gain > GOAL else []
        return [*past, self.zone] if self.zone else past

    @property
    def loss_reasons(self) -> list[str]:
        """MD-8 A heart costs no more than there is."""
        return ["no_more"] if self.lost < self.gift else []

    @property
    def numbers(self) -> dict[str, int]:
        """What the reasons speak of."""
        return {
            "score": self.score,
            "gain": self.gain,
            "before": self.before,
            "space": self.landing,
            "pot": self.pot,
            "after": self.after + self.lost,  # of the gain
            "lost": self.lost,
        }


def booking_of(record: Any, dice: Any, master: Any, points: Any, pot: Any) -> Any:
    """What counting reads and writes, as Python's own numbers: rules are faster on them."""
    return SimpleNamespace(
        level=int(record.level),
        malus=record.malus,
        cagnotte=record.cagnotte,
        dice=[[*map(int, counts)] for counts in dice],
        master=[*map(int, master)],
        points=[*map(int, points)],
        pot=int(pot),
    )


def points_if_counted(record: Any) -> list[int] | None:
    """The points of both seats if the duel ended now; None while dice are still to be thrown."""
    if any(record.in_hand) or any(record.master_in_hand) or is_cleared(record):
        return None
    booking = booking_of(record, record.dice, record.master, record.points, record.pot)
    book_duel(booking)
    return [int(points) for points in booking.points]


def last_scores(record: Any) -> list[SeatScore]:
    """The scores of the last duel, in the order in which they were booked; [] before the first."""
    if record.last_duel == 0:
        return []
    booking = booking_of(
        record, record.last_dice, record.last_master, record.last_points, record.last_pot
    )
    playing = [bool(seat == 1) for seat in record.last_playing]
    scores = [score_of(booking.dice[seat], booking.master[seat]) for seat in range(SEATS)]
    first = first_to_book(*scores)
    return [seat_score(booking, scores, seat, playing[seat]) for seat in (first, 1 - first)]


def seat_score(booking: Any, scores: list[int], seat: int, playing: bool) -> SeatScore:
    """A seat's score; books its gain on `booking`, where seats before it are booked already."""
    other = 1 - seat
    dice, master = booking.dice[seat], booking.master[seat]
    gain = gain_of(dice, master, booking.dice[other], booking.master[other])
    before, pot = booking.points[seat], booking.pot
    book_gain(booking, seat, gain)
    is_on_track = booking.level == EXPERT and gain > 0
    landing = int(bounced(before + gain)) if is_on_track else before + gain
    gift = gift_of(scores[seat], master)
    return SeatScore(
        seat=seat,
        playing=playing,
        master=master,
        total=sum_of(dice),
        score=scores[seat],
        is_better=scores[seat] > scores[other],
        is_equal=scores[seat] == scores[other],
        is_recorded=bool(is_recorded(scores[seat], scores[other], dice)),
        gift=gift,
        gain=gain,
        is_on_track=is_on_track,
        before=before,
        landing=landing,
        zone=zone_at(booking, landing) if is_on_track else None,
        pot=pot,
        lost=min(gift, booking.points[seat]),
        after=max(booking.points[seat] - gift, 0),
    )


def absences(record: Any, account: list[SeatScore]) -> tuple[int | None, list[int]]:
    """MD-9 The duel that nobody plays, if both are out; or else the seats that miss the next."""
    is_over = record.throw == 0
    if record.duel - record.last_duel > (0 if is_over else 1):
        return int(record.last_duel) + 1, []
    return None, [] if is_over else [entry.seat for entry in account if entry.is_out_next]


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
        playing=[bool(seat == 1) for seat in record.playing],
        dice=[faces_of(counts) for counts in record.dice],
        master=[*map(int, record.master)],
        pairs=[faces_of(counts) for counts in record.pairs],
        alike=[*map(int, record.alike)],
        lost=[*map(int, record.lost)],
        lost_in=[*map(int, record.lost_in)],
    )


def last_table(record: Any) -> DuelTable:
    return DuelTable(
        duel=int(record.last_duel),
        throw=int(record.last_throw),
        playing=[bool(seat == 1) for seat in record.last_playing],
        dice=[faces_of(counts) for counts in record.last_dice],
        master=[*map(int, record.last_master)],
        pairs=[faces_of(counts) for counts in record.last_pairs],
        alike=[*map(int, record.last_alike)],
        lost=[*map(int, record.last_lost)],
        lost_in=[*map(int, record.last_lost_in)],
    )


def is_cleared(record: Any) -> bool:
    """Whether no die of the next duel has fallen yet, so that the last duel is still shown."""
    if not record.last_duel or record.throw > 1:
        return False
    return all(face == NONE for face in record.master) and not any(map(any, record.dice))


def shown_table(record: Any) -> DuelTable:
    """What lies on the table, or the last duel while nothing does."""
    return last_table(record) if is_cleared(record) else current_table(record)
