"""What one event of a match did: who was moved where and why, who won, and what the others owe."""

from dataclasses import dataclass
from typing import Any, Literal

from ...core.state import State
from .board import BANDS, BUT, SIGN_NAMES, place_by_sign

Line = dict[str, Any]
Boards = list[list[int]]
Stay = Literal["at BUT", "prisoner"]


@dataclass(frozen=True)
class Way:
    """A trotter's way; with `stays`, why it has not moved although it was named."""

    seat: int
    band: int
    start: int
    end: int
    stays: Stay | None = None


@dataclass(frozen=True)
class Account:
    """What an event did, in this order; what it did not do is None or empty."""

    throw: dict[str, Any] | None  # the throw that this event completed
    spoken: Way | None  # the trotter that a claim or a call has moved
    marked: list[Way] | None  # the trotters that the throw has named, once it is marked
    sent: list[tuple[str, Way]]  # the trotters of others that a sign has moved, with the sign
    winner: int | None  # of the game
    debts: list[int]  # what each seat owes the winner


def as_it_stood(before: State, line: Line) -> State:
    """The state after an event, the boards of a game just won left as they were (TR-15)."""
    after = before.copy()
    after.record.rounds = after.record.game
    if "draw" in line:
        after.draw(line["draw"][1])
    else:
        after.play(line["move"])
    return after


def account_of(before: State, line: Line) -> Account:
    after = as_it_stood(before, line)
    old, new = before.snapshot(), after.snapshot()
    is_complete = after.record.throws > before.record.throws
    is_marked = (is_complete or before.record.calling == 1) and after.record.calling == 0
    boards: Boards = old["boards"]
    spoken = way_spoken(old, line)
    if spoken is not None:
        boards[spoken.seat][spoken.band] = spoken.end
    debts = [o - n for o, n in zip(old["points"], new["points"], strict=True)]
    return Account(
        throw=new["throw"] if is_complete else None,
        spoken=spoken,
        marked=ways_marked(boards, old, new) if is_marked else None,
        sent=ways_sent(boards, new, before) if is_marked else [],
        winner=debts.index(min(debts)) if after.awaits == "end" else None,
        debts=[max(debt, 0) for debt in debts],
    )


def way_spoken(old: dict[str, Any], line: Line) -> Way | None:
    """The trotter that the offer of a snapshot is about, if the seat spoke up."""
    offer = old["offer"]
    if offer is None or line["move"] == "silent":
        return None
    seat, band = offer["newcomer" if offer["omission"] else "resident"]
    end = place_by_sign(SIGN_NAMES.index(offer["kind"]))
    return Way(seat, band, old["boards"][seat][band], end)


def ways_marked(boards: Boards, old: dict[str, Any], new: dict[str, Any]) -> list[Way]:
    """The trotters that were named, in band order; under the Wheel those at BUT are left out."""
    thrown, ways = new["throw"], []
    seat, is_wheel = thrown["marks"], thrown["color"] == "wheel"
    for band in range(BANDS) if is_wheel else [thrown["color"]]:
        start, end = boards[seat][band], new["boards"][seat][band]
        was_prisoner = old["prisoners"][seat][band] and start == old["boards"][seat][band]
        if start == BUT:
            if not is_wheel:
                ways.append(Way(seat, band, start, end, "at BUT"))
        elif was_prisoner and end == start:
            ways.append(Way(seat, band, start, end, "prisoner"))
        else:
            ways.append(Way(seat, band, start, end))
    return ways


def ways_sent(boards: Boards, new: dict[str, Any], before: State) -> list[tuple[str, Way]]:
    """The trotters of the others that are elsewhere now."""
    signs = before.record.signs
    return [
        (SIGN_NAMES[signs[band, start]], Way(seat, band, start, end))
        for seat, board in enumerate(boards)
        if seat != new["throw"]["marks"]
        for band, (start, end) in enumerate(zip(board, new["boards"][seat], strict=True))
        if start != end
    ]
