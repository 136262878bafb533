"""A match being played on this server: its commands, its bots and its clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ...bots import BOTS, make_bot
from ...bots.player import Player
from ...core.errors import BadCommand
from ...core.state import State
from ...store.errors import StoreConflict, StoreError
from ...store.store import Store
from ...store.stored import Shown
from ...table.events import Command, Event, Move, Resign, Roll
from ...table.fairness import Fairness
from ...table.match import Match, Transition
from ...table.record import Record
from ...table.resignations import STAND_IN
from ...table.seating import Seating
from .completion import Answered, on_disk, run_to_completion
from .followed_match import FollowedMatch
from .lockouts import Lockouts
from .owner_bot import OwnerBot

#: Seconds before a bot rolls and before it moves. Until it rolls, a move may be taken back.
PAUSES = {"slow": (2.2, 2.0), "normal": (1.2, 1.1), "fast": (0.5, 0.3), "instant": (0.05, 0.02)}

#: A factor for a bot's pause after its dice were typed in, so that a mistake can be corrected.
TO_READ_AGAIN = 4
#: Seconds for which bots leave results (of a stage, say) to their readers before they play on.
TO_READ_RESULTS = {"slow": 9.0, "normal": 6.0, "fast": 3.0, "instant": 0.0}
#: Seconds that bots leave to a person who may take a move back, before they play on.
TO_TAKE_BACK = {"slow": 6.0, "normal": 4.0, "fast": 2.0, "instant": 0.0}
#: Events after which a match can only be ended. No real match comes near; taking moves back and
#: playing them again, or passing for ever, would fill the memory and the disk.
MOST_EVENTS = 20_000
RETRY_SECONDS = 1.0  # after a bot's move could not be saved


@dataclass(frozen=True)
class Progress:
    """What has become of a match that another node plays."""

    match: Match
    seating: Seating | None = None  # None: as before
    lockouts: Lockouts | None = None  # likewise
    shown: tuple[Shown, ...] = ()  # steps of a match with reaction windows
    not_due: int = 0  # such steps that are stored, and are to be shown in a moment


class LiveMatch(FollowedMatch):
    """A match in memory, which executes one command at a time; nothing else changes the match."""

    def __init__(
        self,
        match_id: str,
        record: Record,
        match: Match,
        store: Store,
        fairness: Fairness | None = None,
        seating: Seating | None = None,
    ) -> None:
        super().__init__(match_id, record, match, store, fairness, seating)
        self.date: str = record.more["date"]
        self.pace = "normal"
        self._timed: int | None = None  # the version for which the clock was last started
        self.rematch: str | None = None  # the match that these players have begun after this one
        self.think: Callable[..., Awaitable[str]] = asyncio.to_thread  # runs a bot's search
        self._bots: dict[int, Player] = {
            seat: live_bot(kind) for seat, kind in enumerate(self.kinds) if kind is not None
        }
        self._stand_ins: dict[int, tuple[str, Player]] = {}  # level and player, by seat
        self._pauses = True  # bots take their time, as people do
        self._bot_acts = (-1, 0.0)  # at which version a bot waits, and when it will act
        self._bot_task: asyncio.Task[None] | None = None
        self._late_task: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None

    @property
    def is_busy(self) -> bool:
        """Whether somebody follows the match, or it goes on by itself."""
        followed = self.followers or self.waiters
        return bool(followed) or self.clock.runs or self._bots_may_play

    @property
    def _bot_is_awaited(self) -> bool:
        if not self._bots and not self.seating.stand_ins and not self.resigned:
            return False
        seat = self.match.waits_for.seat
        return seat is not None and (seat in self._bots or self.has_stand_in(seat))

    @property
    def taker_back(self) -> int | None:
        seat = self.timeline.taker_back
        return seat if seat in self.people and seat not in self.resigned else None

    async def do(self, command: Command, command_id: str | None = None) -> list[Event]:
        """Execute a person's command; its events are on disk when this returns."""
        self._check_person(command.seat)
        if command.seat in self.seating.stand_ins:
            await self.dismiss_stand_in(command.seat)
        return await self._execute(command, command_id)

    def is_free_for(self, seat: int) -> bool:
        """Whether a command of this seat need not wait for anything but the disk."""
        is_ours = self.owner is None and self._one_at_a_time.is_free
        return is_ours and seat not in self.seating.stand_ins

    def do_at_once(self, command: Roll | Move, command_id: str | None, answer: Answered) -> None:
        """Execute the command of a seat that the match is free for, without a task that waits.

        `answer` is called when its events are on disk, or with what has gone wrong meanwhile.
        """
        self._one_at_a_time.take()
        self._begin(lambda: self._do_for_person(command), answer, command_id=command_id)

    def _do_for_person(self, command: Command) -> Transition:
        self._check_person(command.seat)
        return self._do(command)

    def _check_person(self, seat: int) -> None:
        """BadCommand unless the seat is a person's who has not resigned."""
        if seat in self._bots:
            raise BadCommand(
                "robot",
                self.version,
                "seat {seat} is a robot's; the people's seats are: {seats}",
                seat=seat,
                seats=", ".join(map(str, self.people)) or "–",
            )
        self.check_plays(seat)

    def check_plays(self, seat: int) -> None:
        """BadCommand if the seat's person has resigned."""
        if seat in self.resigned and self.timeline.result is None:
            raise BadCommand(
                "resigned",
                self.version,
                "seat {seat} has resigned: a robot plays there",
                seat=seat,
            )

    async def abandon(self) -> list[Event]:
        """End the match without a winner; that is on disk when this returns."""
        return await self._commit(lambda: self.match.abandon())

    async def dismiss_stand_in(self, seat: int) -> None:
        """The seat's person is back: its stand-in bot stops playing for it."""
        if seat in self.seating.stand_ins and seat not in self.resigned:
            await self.reseat(lambda seating: seating.return_to(seat))

    async def reseat(self, change: Callable[[Seating], Seating]) -> None:
        """Change who holds the seats; that is on disk when this returns."""
        await run_to_completion(self._reseat(change))

    async def _execute(self, command: Command, command_id: str | None = None) -> list[Event]:
        stand_in = command.stand_in if isinstance(command, Resign) else None
        return await self._commit(lambda: self._do(command), stand_in, command_id)

    def shown_version(self, version: int) -> int:
        """The version that clients know for a number of events."""
        return version

    def _do(self, command: Command) -> Transition:
        if self.is_full and not isinstance(command, Resign):
            raise BadCommand(
                "too_long",
                self.version,
                "this match has {count} events, and no match here has more than {most}: resign it, "
                "or stop it",
                count=self.match.version,
                most=MOST_EVENTS,
            )
        return self.match.do(command)

    @property
    def is_full(self) -> bool:
        """Whether the match has grown so long that it can only be ended."""
        return self.match.version >= MOST_EVENTS

    async def _execute_for_bot(self, command: Command) -> list[Event]:
        """Execute a bot's command, unless the seat's person has come back meanwhile."""
        return await self._commit(lambda: self._do_unless_back(command))

    def _do_unless_back(self, command: Command) -> Transition:
        if command.version == self.match.version and not self._bot_is_awaited:
            raise BadCommand("back", self.version, "who sits there plays again")
        return self._do(command)

    def wake_bots(self, pauses: bool) -> None:
        """Start the task that plays for bots, if it does not run and there is something to do."""
        self._pauses = pauses
        is_idle = self._bot_task is None or self._bot_task.done()
        if is_idle and self._has_bot_task:
            self._bot_task = asyncio.create_task(self._play_bots(pauses))

    async def _play_bots(self, pauses: bool) -> None:
        while self._bots_may_play:
            waiting, version = self.match.waits_for, self.match.version
            pause = self.bot_pause if pauses else 0.0
            self._bot_acts = (version, time.monotonic() + pause)
            await asyncio.sleep(pause)
            if version != self.match.version or not self._bot_is_awaited:
                continue  # a move was taken back meanwhile, or a person came back
            seat = waiting.seat
            assert seat is not None
            try:
                await self._execute_for_bot(await self._bot_command(seat, version))
            except BadCommand:
                continue
            except StoreError:
                self._retry_later()
                return

    @property
    def bot_pause(self) -> float:
        """Seconds that a bot waits before it acts, as a person would."""
        before_roll, before_move = PAUSES[self.pace]
        if self.match.waits_for.what == "roll":
            return max(before_roll, self._time_to_take_back)
        again = TO_READ_AGAIN if self.match.can_retype else 1
        results = TO_READ_RESULTS[self.pace] if self.shows_results_at(-1) else 0.0
        return max(again * before_move + results, self._time_to_take_back)

    @property
    def _time_to_take_back(self) -> float:
        """Seconds for a person to take a move back before a bot plays on; 0 if nobody may."""
        is_time = self.taker_back is not None and self._bot_is_awaited
        return TO_TAKE_BACK[self.pace] if is_time else 0.0

    @property
    def seconds_to_take_back(self) -> float:
        """How much of that time is left."""
        if not self._pauses or not self._time_to_take_back:
            return 0.0
        version, acts_at = self._bot_acts
        left = acts_at - time.monotonic() if version == self.match.version else self.bot_pause
        return round(max(0.0, left), 1)

    @property
    def _has_bot_task(self) -> bool:
        """Whether the task that plays for bots would do anything."""
        return self._bots_may_play

    @property
    def _bots_may_play(self) -> bool:
        """Whether it is a bot's turn, and somebody watches: nobody waits for the others' bots."""
        if not self._bot_is_awaited or self.broken or self.is_full or self.owner is not None:
            return False
        return self.is_watched

    def _retry_later(self) -> None:
        """Wake the bots again soon: the disk has failed, and the match is still as it was."""
        if not self.broken:
            loop = asyncio.get_running_loop()
            self._retry = loop.call_later(RETRY_SECONDS, lambda: self.wake_bots(self._pauses))

    async def _bot_command(self, seat: int, version: int) -> Command:
        """What a bot does in its own turn, or as a stand-in."""
        if self.match.waits_for.what != "move":
            return Roll(seat, version)
        move = await self.think(choose, self._player_in(seat), self.match.state, seat)
        return Move(seat, version, move, None if seat in self._bots else "stand-in")

    def _player_in(self, seat: int) -> Player:
        """The seat's bot, or the one that stands in for its person."""
        if seat in self._bots:
            return self._bots[seat]
        level = self.seating.stand_ins.get(seat, STAND_IN)
        if self._stand_ins.get(seat, ("",))[0] != level:
            self._stand_ins[seat] = (level, make_bot(level, patient=False))
        return self._stand_ins[seat][1]

    def restart_clock(self) -> None:
        """Start the clock of the seat that is to act, if the match is played by the clock.

        A person who left and comes back for the same move has the time that was left.
        """
        if self.seating.clock is None:
            return  # it has never run
        self.status = None
        seat, version = self._seat_on_the_clock(), self.match.version
        if seat is None or self.broken:
            self.clock.stop()
            return
        seconds: float = self.seating.clock
        if self._timed == version:
            seconds = min(seconds, max(0.0, self.clock.end - asyncio.get_running_loop().time()))
        self._timed = version
        self.clock.start(seat, seconds, lambda: self._time_is_over(version))

    def keep_time(self) -> None:
        """The match was handed over by a node where the clock runs: let it go on from there."""
        if self.clock.runs and self.clock.seat == self._seat_on_the_clock():
            self._timed = self.match.version

    def _seat_on_the_clock(self) -> int | None:
        seat = self.match.waits_for.seat
        return None if self._bot_is_awaited else seat

    def _time_is_over(self, version: int) -> None:
        self._late_task = asyncio.create_task(self._play_late(version))

    async def _play_late(self, version: int) -> None:
        """The time is over: let a bot make this one move."""
        seat = self._seat_on_the_clock()
        if seat is None or version != self.match.version:
            return
        try:
            await self._execute(await self._bot_command(seat, version))
        except BadCommand:
            return  # the person acted just in time
        except StoreError:
            self._timed = None
            self.restart_clock()  # the full time again: nobody loses a move to a failing disk
            return
        self.wake_bots(self._pauses)

    async def hand_over(self, node: str) -> None:
        """Let another node play the match: between two commands, and not within a window."""
        async with self._one_at_a_time:
            self._check_usable()
            if not self.is_between_windows:
                raise StoreConflict(self.id, "the match {match!r} is within a reaction window")
            await on_disk(self.store.hand_over(self.id, node))
            self.owner = node

    @property
    def is_between_windows(self) -> bool:
        return True

    def follow_up(self, progress: Progress) -> None:
        """Another node, which plays the match, has written this."""
        if progress.seating is not None:
            self.seating = progress.seating
        if progress.match is not self.match:
            self._replace(progress.match)
        self.announce()

    async def stop(self) -> None:
        self.clock.stop()
        self._presence_watch.stop()
        if self._retry is not None:
            self._retry.cancel()
        for task in (self._bot_task, self._late_task):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


def live_bot(kind: str) -> Player:
    """The bot of a seat; an owner's is replaced where it fails, or is not there any more."""
    if kind in BOTS:
        return make_bot(kind, patient=False)
    return OwnerBot(kind)


def choose(player: Player, state: State, seat: int) -> str:
    """A bot's move, from what its seat may know; runs on the bots' threads."""
    return player.choose(state.view(seat))
