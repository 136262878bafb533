"""A match being played on this server: its steps, who follows it, and its bots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from copy import copy
from itertools import islice
from typing import Any, Self

from ...bots import make_bot
from ...bots.player import Player
from ...core.errors import BadCommand
from ...core.game import Game
from ...core.language import Language
from ...core.state import State
from ...store.errors import NoMatch, StoreConflict, StoreError, StoreFailed
from ...store.store import Store
from ...table.dice import SystemDice
from ...table.events import Command, Event, Move, Resign, Roll, events_data
from ...table.fairness import Fairness
from ...table.match import Match, Seat, Transition
from ...table.record import EventData, Record
from ...table.seating import Seating
from ...table.timeline import Step, Timeline
from .audience import Audience, Listener
from .clock import Clock
from .completion import on_disk, run_to_completion
from .derived import Derived
from .narration import narrate_step
from .presence import Emotes, Presence, PresenceWatch
from .step_log import OLDER, StepLog
from .workers import Workers

#: Seconds before a bot rolls and before it moves. Until it rolls, a move may be taken back.
PAUSES = {"slow": (2.2, 2.0), "normal": (1.2, 1.1), "fast": (0.5, 0.3), "instant": (0.05, 0.02)}

#: The level that plays for somebody whose time is over.
STAND_IN = "habitué"
#: A factor for a bot's pause after its dice were typed in, so that a mistake can be corrected.
TO_READ_AGAIN = 4
#: Events after which a match can only be ended. No real match comes near; taking moves back and
#: playing them again, or passing for ever, would fill the memory and the disk.
MOST_EVENTS = 20_000
#: Seconds after a request for which a match counts as watched; a long poll takes up to thirty.
WATCHED_SECONDS = 40.0
RECENT_STEPS = 12  # kept of a match that is played, for who has missed some
FEWEST_RECENT_STEPS = 5
RECENT_BYTES = 9_000  # of the states of these steps: where states are large, fewer are kept
LOG_SHOWN = 40  # sentences beside the table; the replay has them all
RETRY_SECONDS = 1.0  # after a bot's move could not be saved


class LiveMatch:
    """A match in memory, which executes one command at a time; nothing else changes the match.

    `match` is always what is on disk. A command computes the match after it, the store appends the
    events, and then the new match takes the place of the old one.
    """

    def __init__(
        self,
        match_id: str,
        record: Record,
        match: Match,
        store: Store,
        fairness: Fairness | None = None,
        seating: Seating | None = None,
    ) -> None:
        self.id = match_id
        self.record = record
        self.game: Game = record.game
        self.names: list[str] = record.more["names"]
        self.kinds: list[str | None] = record.more["bots"]
        self.date: str = record.more["date"]
        self.pace = "normal"
        self.store = store
        self.fairness = fairness  # None in matches that are older than fair dice
        self.seating = Seating.here(self.kinds) if seating is None else seating
        self.match = match
        self._audience = Audience()
        self.waiters = 0  # requests that wait for something new
        self.last_asked = time.monotonic()
        self.presence = Presence()
        self.emotes = Emotes()
        self.clock = Clock()
        self._timed: int | None = None  # the version for which the clock was last started
        self.rematch: str | None = None  # the match that these players have begun after this one
        self.private_views: dict[str, int] = {}  # by shared device: the seat whose secrets it shows
        self.think: Callable[..., Awaitable[str]] = asyncio.to_thread  # runs a bot's search
        self._bots: dict[int, Player] = {
            seat: make_bot(kind, patient=False)
            for seat, kind in enumerate(self.kinds)
            if kind is not None
        }
        self._stand_ins: dict[int, tuple[str, Player]] = {}  # level and player, by seat
        self._one_at_a_time = asyncio.Lock()
        self._changed = asyncio.Event()
        self.announcements = 0  # how often something was announced
        self.frames: dict[object, bytes] = {}  # cached until the next announcement
        self.common: dict[object, Any] = {}  # what frames share, likewise
        self.status: Any = None  # likewise: the players' status, and its message
        self.moves: dict[int, list[str]] = {}  # legal moves, by version
        self._narration: dict[tuple[int, str], str | None] = {}  # by version and language
        self._displayed: dict[int, State] = {}  # by version
        self._logs: dict[str, StepLog] = {}  # by language
        self.is_replayed = False  # whether it has all its steps
        self.derived = Derived()
        self.workers: Workers | None = None  # None: everything is computed where it is needed
        self._pauses = True  # bots take their time, as people do
        self._bot_task: asyncio.Task[None] | None = None
        self._late_task: asyncio.Task[None] | None = None
        self._presence_watch = PresenceWatch(self.presence, self.people, self.announce)
        self._retry: asyncio.TimerHandle | None = None
        self.broken = False  # a write failed, so the match must be loaded from disk again
        self.deleted = False

    @property
    def timeline(self) -> Timeline:
        return self.match.timeline

    @property
    def steps(self) -> list[Step]:
        """What clients were shown last, in order; `replayed` has all of it."""
        return self.timeline.steps

    @property
    def version(self) -> int:
        """The version that clients know: the last step's."""
        return self.timeline.version

    @property
    def followers(self) -> int:
        return len(self._audience)

    @property
    def is_watched(self) -> bool:
        """Whether somebody follows the match, or has asked for it a moment ago, as by polling."""
        followed = self.followers or self.waiters
        return bool(followed) or time.monotonic() - self.last_asked < WATCHED_SECONDS

    @property
    def is_busy(self) -> bool:
        """Whether somebody follows the match, or it goes on by itself."""
        followed = self.followers or self.waiters
        return bool(followed) or self.clock.runs or self._bots_may_play

    @property
    def _bot_is_awaited(self) -> bool:
        seat = self.match.waits_for.seat
        return seat is not None and (seat in self._bots or seat in self.seating.stand_ins)

    @property
    def people(self) -> list[int]:
        """The seats of people, wherever they are."""
        return [seat for seat, kind in enumerate(self.kinds) if kind is None]

    @property
    def shows_presence(self) -> bool:
        """Whether players are told who is there: where they have devices of their own, or a clock
        runs."""
        return self.seating.has_friends or self.seating.clock is not None

    @property
    def taker_back(self) -> int | None:
        seat = self.timeline.taker_back
        return seat if seat in self.people else None

    async def do(self, command: Command) -> list[Event]:
        """Execute a person's command; its events are on disk when this returns."""
        if command.seat in self._bots:
            raise BadCommand(
                "robot",
                self.version,
                "seat {seat} is a robot's; the people's seats are: {seats}",
                seat=command.seat,
                seats=", ".join(map(str, self.people)) or "–",
            )
        await self.dismiss_stand_in(command.seat)
        return await self._execute(command)

    async def abandon(self) -> list[Event]:
        """End the match without a winner; that is on disk when this returns."""
        return await run_to_completion(self._commit(lambda: self.match.abandon()))

    async def dismiss_stand_in(self, seat: int) -> None:
        """The seat's person is back: its stand-in bot stops playing for it."""
        if seat in self.seating.stand_ins:
            await self.reseat(lambda seating: seating.return_to(seat))

    async def reseat(self, change: Callable[[Seating], Seating]) -> None:
        """Change who holds the seats; that is on disk when this returns."""
        await run_to_completion(self._reseat(change))

    async def _reseat(self, change: Callable[[Seating], Seating]) -> None:
        async with self._one_at_a_time:
            self._check_usable()
            seating = change(self.seating)
            if seating == self.seating:
                return
            private = self._private(seating)
            await asyncio.wrap_future(self.store.update_private(self.id, private, seating.devices))
            self.seating = seating
            if self.clock.seat != self._seat_on_the_clock():  # else it goes on running
                self.restart_clock()
            self.announce()

    async def _execute(self, command: Command) -> list[Event]:
        return await run_to_completion(self._commit(lambda: self._do(command)))

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
        return await run_to_completion(self._commit(lambda: self._do_unless_back(command)))

    def _do_unless_back(self, command: Command) -> Transition:
        if command.version == self.match.version and not self._bot_is_awaited:
            raise BadCommand("back", self.version, "who sits there plays again")
        return self._do(command)

    async def _commit(self, decide: Callable[[], Transition]) -> list[Event]:
        """Compute a transition, save its events, then replace the match by the one after it.

        If the disk fails the match stays as it was, and its next command gets the same dice.
        """
        async with self._one_at_a_time:
            self._check_usable()
            transition = decide()
            await self._save(transition.events)
            self._replace(transition.after)
            self._committed()
            self.restart_clock()
            self.announce()
            return transition.events

    async def _save(self, events: list[Event], private: EventData | None = None) -> None:
        """Append events to those on disk, and replace the private data if there is any to save."""
        data, first = events_data(events), self.match.version + 1
        try:
            await on_disk(self.store.append(self.id, first, data, private))
        except StoreFailed:
            raise  # nothing was written
        except BaseException:
            self.broken = True  # the events may be on disk although the write failed
            self.announce()
            raise

    def _private(self, seating: Seating) -> dict[str, Any]:
        """What is stored beside the match with such a seating."""
        return private_data(seating, self.fairness)

    def _replace(self, after: Match) -> None:
        """The match has become the one after it, which is on disk."""
        self.match = after
        self.moves.clear()
        self.derived.clear()  # it was of an earlier version
        self._forget_old_steps()
        if self.private_views:
            self._close_private_views()

    def _check_usable(self) -> None:
        if self.deleted:
            raise NoMatch(self.id)
        if self.broken:
            raise StoreConflict(self.id, "the match {match!r} must be loaded again")

    def _committed(self) -> None:
        """A hook for subclasses: events are on disk, and followers are not notified yet."""

    def _close_private_views(self) -> None:
        """Hide secrets that shared devices show, except those of the seat whose turn it is."""
        playing = self.match.waits_for.seat
        self.private_views = {
            device: seat for device, seat in self.private_views.items() if seat == playing
        }

    def mark_deleted(self) -> None:
        """The match is no longer in the store: tell whoever follows it."""
        self.deleted = self.broken = True
        self.announce()

    def announce(self) -> None:
        """Wake everybody who follows the match: it has new steps, or people have come or gone."""
        self.announcements += 1
        self.frames.clear()
        self.common.clear()
        self.status = None
        self.wake_waiters()
        self._audience.wake()
        self._watch_presence()

    def follow(self, listener: Listener) -> None:
        """Let somebody be told whatever is announced."""
        self._audience.join(listener)
        self.status = None  # people may have gone while nobody looked
        self._watch_presence()

    def unfollow(self, listener: Listener) -> None:
        self._audience.leave(listener)

    def _watch_presence(self) -> None:
        if self.followers and self.shows_presence:
            self._presence_watch.start()

    def see(self, seats: Iterable[int]) -> None:
        """Note a sign of life of these seats' person, and announce it if they were absent."""
        if self.presence.see(seats) and self.shows_presence:
            self.announce()

    async def wait_past(self, since: int, seconds: float) -> bool:
        """Wait until the match is past a version, or the time is over."""
        return await self.wait_until(lambda: self.version > since, seconds)

    async def wait_for_announcement(self, number: int, seconds: float) -> bool:
        """Wait until anything is announced, or the time is over."""
        return await self.wait_until(lambda: self.announcements != number, seconds)

    def wake_waiters(self) -> None:
        """Let everybody who waits look again at what they wait for."""
        if self.waiters:
            self._changed.set()
            self._changed = asyncio.Event()

    async def wait_until(self, is_so: Callable[[], bool], seconds: float) -> bool:
        """Wait until something is so, or the time is over. The match stays in memory meanwhile:
        another copy of it would change without those who wait here."""
        self.waiters += 1
        try:
            async with asyncio.timeout(seconds):
                while not is_so() and not self.broken:
                    await self._changed.wait()
        except TimeoutError:
            return False
        finally:
            self.waiters -= 1
        return True

    def since(self, version: int, most: int) -> list[Step]:
        """The steps after a version; only the last where there are too many to follow."""
        missed: list[Step] = []
        for step in reversed(self.steps):
            if step.version <= version:
                return missed[::-1]
            if len(missed) == most:
                return missed[:1]
            missed.append(step)
        is_all = not missed or self._version_before(missed[-1]) <= version
        return missed[::-1] if is_all else missed[:1]

    def narration_at(self, index: int, language: Language) -> str | None:
        """What happened in a step, in a sentence; `index` is its place among `steps`."""
        step = self.steps[index]
        key = (step.version, language.code)
        if key not in self._narration:
            self._narration[key] = self._narrate(self._state_before(step), step, language)
        return self._narration[key]

    def displayed_at(self, index: int) -> State:
        """The state to draw for a step; a game may choose an earlier one, as of a game just won."""
        step = self.steps[index]
        displayed = self._displayed.get(step.version)
        if displayed is None:
            displayed = self._display(self._state_before(step), step)
            self._displayed[step.version] = displayed
        return displayed

    def _state_before(self, step: Step) -> State:
        return self.record.start() if step.before is None else step.before

    def _display(self, before: State, step: Step) -> State:
        return self.game.browser.displayed_state(before, step.events, step.state)

    def _narrate(self, before: State, step: Step, language: Language) -> str | None:
        return narrate_step(self.game, before, step, self.names, language)

    def log(self, language: Language, upto: int, most: int = LOG_SHOWN) -> list[str]:
        """What has happened last before a step, in words; nothing of what was taken back.

        Only these last sentences are made: a match may have ten thousand.
        """
        if upto == 0:
            return []
        told: Iterator[str | None]
        if self.is_replayed:
            told = (self.narration_at(index, language) for index in self._steps_told(upto))
        else:
            told = self._told_in(language).before(self.steps[upto - 1].version)
        return list(islice(filter(None, told), most))[::-1]

    async def narrate(self, workers: Workers, language: Language, upto: int) -> None:
        """Make the sentences of a `log` on a worker's thread, unless they are there."""
        if not self.is_narrated(language, upto):
            await workers.run(self.log, language, upto)

    def is_narrated(self, language: Language, upto: int) -> bool:
        """Whether the sentences of a `log` are there already."""
        if self.is_replayed:
            indices = islice(self._steps_told(upto), LOG_SHOWN)
            return all((self.steps[at].version, language.code) in self._narration for at in indices)
        log = self._logs.get(language.code)
        return upto == 0 or (log is not None and log.version >= self.steps[upto - 1].version)

    def _told_in(self, language: Language) -> StepLog:
        """The last sentences, brought up to date; if too many are missing, by replaying."""
        log = self._logs.get(language.code) or StepLog()
        steps = self.steps
        if log.version < self._version_before(steps[0]):
            log = self.replayed().whole_log(language)
        for index, step in enumerate(steps):
            if step.version > log.version:
                log.append(step.version, step.kind, self.narration_at(index, language))
        self._logs[language.code] = log
        return log

    def whole_log(self, language: Language) -> StepLog:
        """The last sentences of a match that has all its steps."""
        log, steps = StepLog(), self.steps
        recent = max(0, len(steps) - recent_steps(self.game))
        told = (at for at in self._steps_told(recent) if self.narration_at(at, language))
        for index in (*list(islice(told, OLDER))[::-1], *range(recent, len(steps))):
            step = steps[index]
            log.append(step.version, step.kind, self.narration_at(index, language))
        return log

    def _version_before(self, step: Step) -> int:
        """The version of the step before; -1 for the first one."""
        return -1 if step.before is None else step.version - len(step.events)

    def _steps_told(self, upto: int) -> Iterator[int]:
        """The indices of the steps before one, the latest first, without what was taken back."""
        steps, taken_back = self.steps, 0
        for index in range(upto - 1, -1, -1):
            if steps[index].kind == "take-back":
                taken_back += 1
            elif taken_back:
                taken_back -= 1
            else:
                yield index

    def replayed(self) -> Self:
        """This match as it is now, with all its steps, to be read and not to be played.

        The rules replay all its events, which is for a worker's thread. A match that is played
        keeps its last steps only.
        """
        again = copy(self)
        again.is_replayed = True
        again._narration, again._displayed, again._logs = {}, {}, {}
        events = again.match.timeline.log.events()
        again.match = load_match(self.record, self.fairness, events, all_steps=True)
        return again

    def shown_events(self) -> list[EventData]:
        """All events that clients were shown, what was taken back included."""
        return list(self.timeline.log.events())

    def _forget_old_steps(self) -> None:
        """Forget what is known of steps that are no longer kept."""
        oldest = self.steps[0].version
        if next(iter(self._displayed), oldest) < oldest:
            self._displayed = {at: kept for at, kept in self._displayed.items() if at >= oldest}
        if next(iter(self._narration), (oldest,))[0] < oldest:
            self._narration = {at: kept for at, kept in self._narration.items() if at[0] >= oldest}

    def wake_bots(self, pauses: bool) -> None:
        """Start the task that plays for bots, if it does not run and there is something to do."""
        self._pauses = pauses
        is_idle = self._bot_task is None or self._bot_task.done()
        if is_idle and self._has_bot_task:
            self._bot_task = asyncio.create_task(self._play_bots(pauses))

    async def _play_bots(self, pauses: bool) -> None:
        while self._bots_may_play:
            waiting, version = self.match.waits_for, self.match.version
            roll_pause, move_pause = PAUSES[self.pace] if pauses else (0.0, 0.0)
            move_pause *= TO_READ_AGAIN if self.match.can_retype else 1
            await asyncio.sleep(roll_pause if waiting.what == "roll" else move_pause)
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
    def _has_bot_task(self) -> bool:
        """Whether the task that plays for bots would do anything."""
        return self._bots_may_play

    @property
    def _bots_may_play(self) -> bool:
        """Whether it is a bot's turn, and somebody watches: nobody waits for the others' bots."""
        playable = not self.broken and not self.is_full
        return playable and self._bot_is_awaited and self.is_watched

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
        seat, version = self._seat_on_the_clock(), self.match.version
        if seat is None or self.seating.clock is None or self.broken:
            self.clock.stop()
            return
        seconds: float = self.seating.clock
        if self._timed == version:
            seconds = min(seconds, max(0.0, self.clock.end - asyncio.get_running_loop().time()))
        self._timed = version
        self.clock.start(seat, seconds, lambda: self._time_is_over(version))

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

    async def stop(self) -> None:
        self.clock.stop()
        self._presence_watch.stop()
        if self._retry is not None:
            self._retry.cancel()
        for task in (self._bot_task, self._late_task):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


def choose(player: Player, state: State, seat: int) -> str:
    """A bot's move, from what its seat may know; runs on the bots' threads."""
    return player.choose(state.view(seat))


def recent_steps(game: Game) -> int:
    """How many steps are kept of a match that is played."""
    fitting = RECENT_BYTES // game.rules.STATE.itemsize
    return max(FEWEST_RECENT_STEPS, min(RECENT_STEPS, fitting))


def load_match(
    record: Record,
    fairness: Fairness | None,
    events: Iterable[EventData] = (),
    *,
    all_steps: bool = False,
) -> Match:
    """The match that these events lead to; BadRecord if one of them cannot have happened."""
    names, kinds = record.more["names"], record.more["bots"]
    return Match.load(
        record.start("tiered"),
        [Seat(name, bot) for name, bot in zip(names, kinds, strict=True)],
        SystemDice() if fairness is None else fairness.dice(),
        events,
        manual_dice=record.manual_dice,
        most_steps=None if all_steps else recent_steps(record.game),
    )


def private_data(seating: Seating, fairness: Fairness | None) -> dict[str, Any]:
    """What is stored beside a match and shown to nobody: its seeds, and who holds its seats."""
    seeds = {} if fairness is None else {"fairness": fairness.private()}
    return {**seeds, "seating": seating.data()}
