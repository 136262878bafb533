"""Commands that create, play and stop matches.

Both the forms of the pages and the JSON API call these functions; their routes only translate what
comes in and what goes out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from msgspec import Struct

from ...core.errors import BadCommand, LudothequeError
from ...core.language import N_, Language
from ...store.errors import StoreError
from ...table.avatar import Avatar
from ...table.events import Command, Move, Resign, Retype, Roll, TakeBack
from ...table.manual_dice import check_not_final, dice_to_type, parse_throw
from ...table.match import Seat
from ...table.seat_access import Principal
from ...table.seating import Seating
from ..access.admission import NotYours, check_may_delete, check_may_stop, plays
from ..access.stream_slots import Follower, StreamSlots
from ..access.viewer import check_holds
from ..live.completion import Answered
from ..live.match import LiveMatch
from ..live.presence import LONGEST_POLL
from ..live.reaction_match import press_button
from ..live.registry import AnyMatch, MatchRegistry
from .stand_in import checked_level

KINDS = ("roll", "move", "take-back", "retype", "resign")
AT_ONCE = ("roll", "move")  # the commands that need not wait for anything but the disk
UNCONFIRMED = "unconfirmed"  # the code of that refusal
MOST_UNASKED = 2  # players of whom one may resign without being asked again
COMMAND_ID = r"^[A-Za-z0-9_.:-]{1,64}$"  # the ids that clients may give
PRESS = "press"  # a reaction button, which is no command of the match itself


@dataclass(frozen=True)
class MatchSetup:
    """A match that somebody wants to play."""

    game: str
    seats: list[Seat]
    friends: list[int]  # the seats of people who come by a private link
    options: dict[str, Any]
    edition: dict[str, Any] | None = None
    manual_dice: bool = False  # real dice, whose throws are typed in
    clock: int | None = None  # seconds for a move
    own_seed: bool = False  # the owner's device brings a seed of its own for the dice
    avatars: tuple[Avatar | None, ...] = ()  # what the seats would like to have


class CommandRequest(Struct, frozen=True):
    """A command as a client sends it."""

    kind: str
    seat: int
    version: int  # the version of the match that the client has seen
    move: str | None = None  # or the button that is pressed
    throw: str | None = None  # what real dice show
    confirm: bool = False  # the client was asked, and means it
    stand_in: str | None = None  # who resigns: the level of the bot that plays on
    id: str | None = None  # a name that the client has given it


async def create_match(
    registry: MatchRegistry, setup: MatchSetup, owner: str | None, *, is_local: bool
) -> AnyMatch:
    """Begin a match, or open its lobby where friends have to come first.

    `owner` is the key of the device that makes it. People at the server's own machine need none.
    """
    seating = Seating.made(
        [seat.bot for seat in setup.seats],
        setup.friends,
        owner,
        created_locally=is_local,
        own_seed=setup.own_seed,
        clock=setup.clock,
        avatars=setup.avatars,
    )
    return await registry.create(
        setup.game,
        setup.seats,
        setup.options,
        setup.edition,
        manual_dice=setup.manual_dice,
        seating=seating,
    )


async def carry_out(
    registry: MatchRegistry,
    live: LiveMatch,
    caller: Principal,
    asked: CommandRequest,
    language: Language,
    *,
    confirmed: bool = True,
    seats: frozenset[int] | None = None,
) -> int:
    """Carry out a command for a seat that the caller holds. It is on disk when this returns; the
    version after it. One that was carried out before, by its id, is answered as it was then.

    `seats` are those that the caller holds just now, if that is known.

    A typed throw that would end the match has to be `confirmed`: LastThrow asks for it.
    """
    try:
        if seats is None or asked.seat not in seats:
            check_holds(live, caller, asked.seat)
        check_resignation(live, asked)
        if asked.kind == PRESS:
            press_button(live, asked.seat, asked.move, asked.version)
            await live.dismiss_stand_in(asked.seat)
        else:
            typed = typed_throw(live, asked, language, confirmed=confirmed)
            await live.do(table_command(asked, typed), asked.id)
    except StoreError:
        raise
    except LudothequeError:
        before = await version_before(registry, live, asked)
        if before is None:
            raise
        return before
    registry.play_on(live)
    return live.version


async def version_before(
    registry: MatchRegistry, live: LiveMatch, asked: CommandRequest
) -> int | None:
    """The version after a command that is refused now, if it was carried out before, by its id.

    NotOwner if it is refused because this node was stopped, and another one plays the match now:
    the caller has seen a version that is not known here.
    """
    if registry.nodes is not None and asked.version > live.newest_version:
        await registry.nodes.check_still_ours(live.id)
    if asked.id is None:
        return None
    find = registry.store.version_after
    number = await registry.workers.run_surely(find, live.id, asked.id)
    return None if number is None else live.shown_version(number)


def is_immediate(live: LiveMatch, asked: CommandRequest) -> bool:
    """Whether a command need not wait for anything but the disk: see `begin`."""
    return asked.kind in AT_ONCE and asked.throw is None and live.is_free_for(asked.seat)


def begin(
    registry: MatchRegistry,
    live: LiveMatch,
    caller: Principal,
    asked: CommandRequest,
    seats: frozenset[int] | None,
    answer: Answered,
) -> None:
    """Carry out an immediate command, without a task that waits for the disk.

    `answer` is called when it is there, or with what has gone wrong meanwhile.
    """
    if seats is None or asked.seat not in seats:
        check_holds(live, caller, asked.seat)
    command = table_command(asked, None)
    assert isinstance(command, Roll | Move)

    def done(problem: BaseException | None) -> None:
        if problem is None:
            registry.play_on(live)
        answer(problem)

    live.do_at_once(command, asked.id, done)


def check_resignation(live: LiveMatch, asked: CommandRequest) -> None:
    """Where three or more play, a resignation has to be confirmed.

    One that the match refuses anyhow is left to it.
    """
    is_current = asked.version == live.version and live.timeline.result is None
    asks_again = asked.kind == "resign" and len(live.names) > MOST_UNASKED and not asked.confirm
    playing = asked.seat in live.people and asked.seat not in live.resigned
    if not (asks_again and is_current and playing):
        return
    raise BadCommand(
        UNCONFIRMED, live.version, unconfirmed_text(live, asked.seat), name=live.names[asked.seat]
    )


def unconfirmed_text(live: LiveMatch, seat: int) -> str:
    if live.match.goes_on_without(seat):
        return N_(
            "if {name} resigns, a robot plays on in that seat, which can no longer win; to resign "
            "all the same, confirm it (in the API: 'confirm': true)"
        )
    return N_(
        "if {name} resigns, the match ends; to resign all the same, confirm it (in the API: "
        "'confirm': true)"
    )


async def wait_past(
    live: LiveMatch, since: int, seconds: float, slots: StreamSlots, follower: Follower
) -> None:
    """Wait until a match is past a version, for so long at most; not at all if too many wait."""
    if follower.plays and live.shows_presence:
        seconds = min(seconds, LONGEST_POLL)
    with slots.waiting(replace(follower, person=None)) as may_wait:
        if may_wait:
            await live.wait_past(since, seconds)


async def stop(live: LiveMatch, caller: Principal) -> None:
    """End a match for everybody, without a winner."""
    check_may_stop(live, caller)
    await live.abandon()


async def delete(registry: MatchRegistry, match_id: str, caller: Principal) -> None:
    await check_may_delete(registry, match_id, caller)
    await registry.delete(match_id)


async def rematch(registry: MatchRegistry, live: LiveMatch, caller: Principal) -> str:
    """Create a match with the same players; returns its id."""
    if not plays(live.seating, caller):
        raise NotYours
    return await registry.rematch(live)


def table_command(asked: CommandRequest, typed: tuple[int, ...] | None) -> Command:
    """Translate a request into a command of `table.match`."""
    match asked.kind:
        case "roll":
            return Roll(asked.seat, asked.version, typed)
        case "retype":
            return Retype(asked.seat, asked.version)
        case "take-back":
            return TakeBack(asked.seat, asked.version)
        case "resign":
            level = None if asked.stand_in is None else checked_level(asked.stand_in)
            return Resign(asked.seat, asked.version, level)
        case "move" if asked.move is not None:
            return Move(asked.seat, asked.version, asked.move)
    raise BadCommand(
        "unreadable",
        asked.version,
        "{kind!r} is not a command; the commands are: {kinds} (with 'move', the move)",
        kind=asked.kind,
        kinds=", ".join(KINDS),
    )


def typed_throw(
    live: LiveMatch, asked: CommandRequest, language: Language, *, confirmed: bool
) -> tuple[int, ...] | None:
    """The outcomes of a throw that was typed in; BadDraw says what is wrong with it.

    A throw for an older version may name other dice. It is passed on empty, and the match refuses
    it because of its version.
    """
    if asked.throw is None:
        return None
    if asked.version != live.version or live.match.waits_for.what != "throw":
        return ()
    state = live.match.state
    dice = dice_to_type(state, live.names, language)
    typed = parse_throw(asked.throw, dice)
    if not confirmed:
        check_not_final(state, dice, typed, live.names, language)
    return typed
