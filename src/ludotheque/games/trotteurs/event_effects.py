"""Effects of one event of a match: which trotters moved and why, who won, what the others owe."""

from dataclasses import dataclass
from typing import Any, Literal

from ...core.state import State
from .board import BANDS, BUT, SIGN_NAMES, place_by_sign

Event = dict[str, Any]
Boards = list[list[int]]
Stay = Literal["at BUT", "prisoner"]


@dataclass(frozen=True)
class Movement:
    """A trotter's move; `stays` says why it has not moved although the throw named it."""

    seat: int
    band: int
    start: int
    end: int
    stays: Stay | None = None


@dataclass(frozen=True)
class EventEffects:
    """The effects of an event, in the order in which they happen; None or empty without any."""

    throw: dict[str, Any] | None  # the throw that this event completed
    claimed: Movement | None  # of the trotter that a claim or a call has moved
    marked: list[Movement] | None  # of the trotters that the throw names, once it is marked
    sent: list[tuple[str, Movement]]  # of others' trotters that a sign has moved, with the sign
    winner: int | None  # of the game
    debts: list[int]  # what each seat owes the winner


def after_event(before: State, event: Event) -> State:
    """The state after an event; the boards of a game just won are not cleared (TR-15)."""
    after = before.copy()
    after.record.rounds = after.record.game
    if "draw" in event:
        after.draw(event["draw"][1])
    else:
        after.play(event["move"])
    return after


def effects_of(before: State, event: Event) -> EventEffects:
    after = after_event(before, event)
    old, new = before.snapshot(), after.snapshot()
    is_complete = after.plain.throws > before.plain.throws
    is_marked = (is_complete or before.plain.calling == 1) and after.plain.calling == 0
    boards: Boards = old["boards"]
    claimed = claimed_movement(old, event)
    if claimed is not None:
        boards[claimed.seat][claimed.band] = claimed.end
    debts = [o - n for o, n in zip(old["points"], new["points"], strict=True)]
    return EventEffects(
        throw=new["throw"] if is_complete else None,
        claimed=claimed,
        marked=marked_movements(boards, old, new) if is_marked else None,
        sent=sign_movements(boards, new, before) if is_marked else [],
        winner=debts.index(min(debts)) if after.awaits == "end" else None,
        debts=[max(debt, 0) for debt in debts],
    )


def claimed_movement(old: dict[str, Any], event: Event) -> Movement | None:
    """The movement that the offer of a snapshot is about, if the seat claimed or called."""
    offer = old["offer"]
    if offer is None or event["move"] == "silent":
        return None
    seat, band = offer["newcomer" if offer["omission"] else "resident"]
    end = place_by_sign(SIGN_NAMES.index(offer["kind"]))
    return Movement(seat, band, old["boards"][seat][band], end)


def marked_movements(boards: Boards, old: dict[str, Any], new: dict[str, Any]) -> list[Movement]:
    """Movements of the trotters named, in band order; under the Wheel without those at BUT."""
    thrown, ways = new["throw"], []
    seat, is_wheel = thrown["marks"], thrown["color"] == "wheel"
    for band in range(BANDS) if is_wheel else [thrown["color"]]:
        start, end = boards[seat][band], new["boards"][seat][band]
        was_prisoner = old["prisoners"][seat][band] and start == old["boards"][seat][band]
        if start == BUT:
            if not is_wheel:
                ways.append(Movement(seat, band, start, end, "at BUT"))
        elif was_prisoner and end == start:
            ways.append(Movement(seat, band, start, end, "prisoner"))
        else:
            ways.append(Movement(seat, band, start, end))
    return ways


def sign_movements(
    boards: Boards, new: dict[str, Any], before: State
) -> list[tuple[str, Movement]]:
    """Movements of the other seats' trotters, each with the sign that caused it."""
    signs = before.plain.signs
    return [
        (SIGN_NAMES[signs[band][start]], Movement(seat, band, start, end))
        for seat, board in enumerate(boards)
        if seat != new["throw"]["marks"]
        for band, (start, end) in enumerate(zip(board, new["boards"][seat], strict=True))
        if start != end
    ]
