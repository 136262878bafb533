"""What people do at a match besides playing: send emotes, leave, come back."""

from __future__ import annotations

from ...core.errors import BadCommand, BadOption
from ...table.resignations import STAND_IN
from ...table.seat_access import Principal
from ..access.admission import NotYours, plays
from ..access.viewer import check_holds
from ..live.match import LiveMatch
from ..live.presence import AWAY_SECONDS, EMOTES
from ..live.registry import MatchRegistry
from ..live.waiting import waiting_in
from .stand_in import checked_level


def react(live: LiveMatch, caller: Principal, seat: int, reaction: str) -> bool:
    """Send an emote to everybody who follows the match; False if the rate limit refuses it.

    Emotes are never stored.
    """
    check_person(live, seat)
    check_holds(live, caller, seat)
    if reaction not in EMOTES:
        raise BadOption(
            "{what!r} is nothing one calls across a table; what is: {known}",
            what=reaction,
            known=", ".join(EMOTES),
        )
    heard = live.emotes.send(seat, reaction)
    if heard:
        live.announce()
    return heard


async def leave(
    registry: MatchRegistry, live: LiveMatch, caller: Principal, seat: int, level: str
) -> None:
    """Let a bot of the caller's choice play for a seat until its person comes back."""
    check_person(live, seat)
    check_holds(live, caller, seat)
    check_playing(live)
    bot = checked_level(level)
    await live.reseat(lambda seating: seating.leave(seat, bot))
    registry.play_on(live)


async def replace_absent(
    registry: MatchRegistry, live: LiveMatch, caller: Principal, seat: int
) -> None:
    """Let a bot play for somebody who has been away for long and whose turn it is.

    The others do not choose the bot's level: they would choose the weakest.
    """
    if not plays(live.seating, caller):
        raise NotYours
    check_person(live, seat)
    check_playing(live)
    _, playing = waiting_in(live.steps[-1])
    replaced = seat in live.seating.stand_ins
    if playing != seat or replaced or live.presence.absence(seat) < AWAY_SECONDS:
        raise BadCommand(
            "not_away",
            live.version,
            "{name} can be replaced when it is their turn and they have been away for {seconds} "
            "seconds",
            name=live.names[seat],
            seconds=round(AWAY_SECONDS),
        )
    await live.reseat(lambda now: now.leave(seat, now.stand_ins.get(seat, STAND_IN)))
    registry.play_on(live)


async def come_back(live: LiveMatch, caller: Principal, seat: int) -> None:
    check_person(live, seat)
    check_holds(live, caller, seat)
    await live.dismiss_stand_in(seat)


def check_person(live: LiveMatch, seat: int) -> None:
    if seat not in live.people:
        raise BadOption(
            "there is no person in seat {seat!r}; the people's seats are: {seats}",
            seat=seat,
            seats=", ".join(map(str, live.people)) or "–",
        )
    live.check_plays(seat)


def check_playing(live: LiveMatch) -> None:
    if live.timeline.result is not None:
        raise BadCommand("over", live.version, "the match is over")
