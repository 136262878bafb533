"""How a match stands, in a few words: whose turn it is, and what is asked."""

from __future__ import annotations

from typing import TypedDict

from ...core.language import Language
from ...table.seat_access import Principal
from ..access.admission import matches_for
from ..live.lobby import Lobby
from ..live.registry import AnyMatch, MatchRegistry
from ..live.waiting import waiting_in
from .asked import asked_of
from .lobby import waited_for

MOST_SHOWN = 50  # matches in a list


def list_playing(registry: MatchRegistry, caller: Principal) -> list[str]:
    """The ids of the caller's matches in progress, as many as the home page shows."""
    playing = matches_for(registry, caller, ended=False, limit=MOST_SHOWN)
    return [match.id for match in playing]


class Stand(TypedDict):
    your_turn: bool
    sentence: str


def stand_of(found: AnyMatch, caller: Principal, language: Language) -> Stand:
    """How a match or a lobby stands, as a caller whom it admits may know it."""
    if isinstance(found, Lobby):
        awaited = found.seating.seats_of(caller).intersection(found.devices_waited_for)
        return {"your_turn": bool(awaited), "sentence": waited_for(found, language)}
    seats, step = found.seats_of(caller), found.steps[-1]
    waits, seat = waiting_in(step, manual_dice=found.record.manual_dice)
    return {
        "your_turn": bool(seats) and (waits == "throw" or seat in seats),
        "sentence": asked_of(found, step, language, seats),
    }
