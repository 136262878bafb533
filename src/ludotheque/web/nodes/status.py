"""What nodes tell each other of a match that is stored nowhere: who is there, emotes, the clock."""

from __future__ import annotations

from typing import Any

from ..live.match import LiveMatch
from ..live.presence import Emote

Status = dict[str, Any]

NEARLY = 0.5  # seconds by which clocks may differ


def status_of(live: LiveMatch) -> Status:
    """The status of a match that this node plays, as JSON."""
    clock = live.clock
    return {
        "version": live.match.version,
        "ages": {str(seat): round(age, 1) for seat, age in live.presence.ages(live.people).items()},
        "emotes": [[each.number, each.seat, each.what] for each in live.emotes.recent],
        "clock": None if clock.left is None else [clock.seat, round(clock.left, 2)],
        "rematch": live.rematch,
        "views": live.private_views,
        "pace": live.pace,
    }


def assume(live: LiveMatch, status: Status) -> None:
    """Take over the status of a match that another node plays, and tell whoever follows it."""
    live.presence.assume({int(seat): age for seat, age in status["ages"].items()})
    live.emotes.assume(Emote(*each) for each in status["emotes"])
    if status["clock"] is None:
        live.clock.stop()
    else:
        seat, left = status["clock"]
        known = live.clock.left
        if seat != live.clock.seat or known is None or abs(known - left) > NEARLY:
            live.clock.start(seat, left, nothing)
    live.rematch = status["rematch"]
    live.private_views = dict(status["views"])
    live.pace = status["pace"]
    live.announce()


def nothing() -> None:
    """The node that plays the match acts when the time is over."""
