"""A match being played on this server: its moments, who follows it, and its bots."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from ...bots import make_bot
from ...bots.player import Player
from ...core.errors import BadCommand
from ...core.game import Game
from ...core.language import Language
from ...core.state import State
from ...store.errors import NoMatch, StoreConflict, StoreError
from ...store.store import Store
from ...table.dice import SystemDice
from ...table.events import Command, Event, Move, Roll
from ...table.fairness import Fairness
from ...table.match import Match, Seat
from ...table.record import Record, follow
from ...table.seating import Seating
from ...table.timeline import EventData, Step, Timeline, ended_of, events_data
from .clock import Clock
from .completion import run_to_completion
from .presence import Emotes, Presence

#: Seconds before a bot rolls and before it moves. Until it rolls, a move may be taken back.
PAUSES = {"slow": (2.2, 2.0), "normal": (1.2, 1.1), "fast": (0.5, 0.3), "instant": (0.05, 0.02)}

#: Who plays for somebody whose time is over.
STAND_IN = "habitué"
TO_READ_AGAIN = 4  # times as long, where a person may have mistyped the bot's dice


class LiveMatch:
    """One match. All that happens to it happens here, one command at a time."""

    def __init__(
        self,
        match_id: str,
        record: Record,
        events: list[EventData],
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
        self.timeline = Timeline(record.start(), events)
        result = self.timeline.result
        self.match = Match(
            record.start(),
            [Seat(name, bot) for name, bot in zip(self.names, self.kinds, strict=True)],
            SystemDice() if fairness is None else fairness.dice(),
            self.timeline.events,
            version=len(events),
            result=None if result is None else ended_of(result, len(events)),
            manual_dice=record.manual_dice,
            can_take_back=self.timeline.taker_back is not None,
        )
        self.followers = 0
        self.presence = Presence()
        self.emotes = Emotes()
        self.clock = Clock()
        self._timed: int | None = None  # the version for which it was last wound
        self.rematch: str | None = None  # the match that these players have begun after this one
        self.private_views: dict[
            str, int
        ] = {}  # devices whose player is alone with a hand: whose hand
        self.think: Callable[..., Awaitable[str]] = asyncio.to_thread  # where bots do
        self._bots: dict[int, Player] = {
            seat: make_bot(kind, patient=False)
            for seat, kind in enumerate(self.kinds)
            if kind is not None
        }
        self._stand_ins: dict[int, tuple[str, Player]] = {}  # and at which level
        self._one_at_a_time = asyncio.Lock()
        self._changed = asyncio.Event()
        self.announcements = 0  # how often something was announced
        self.frames: dict[object, str] = {}  # what spectators were sent since then
        self._pauses = True  # robots take a moment, as people do
        self._bot_task: asyncio.Task[None] | None = None
        self._late_task: asyncio.Task[None] | None = None
        self.broken = False  # something could not be saved: the match must be loaded again
        self.deleted = False

    @property
    def steps(self) -> list[Step]:
        """What has happened, as far as it is on disk."""
        return self.timeline.steps

    @property
    def version(self) -> int:
        return self.timeline.version

    @property
    def is_busy(self) -> bool:
        """Somebody follows it, or it goes on by itself."""
        return bool(self.followers) or self.clock.runs or self._robot_is_asked

    @property
    def _robot_is_asked(self) -> bool:
        seat = self.match.waits_for.seat
        return seat is not None and (seat in self._bots or seat in self.seating.stand_ins)

    @property
    def people(self) -> list[int]:
        """The seats of people, wherever they are."""
        return [seat for seat, kind in enumerate(self.kinds) if kind is None]

    @property
    def taker_back(self) -> int | None:
        seat = self.timeline.taker_back
        return seat if seat in self.people else None

    async def do(self, command: Command) -> list[Event]:
        """Carry a person's command out. When this returns, what happened is on disk."""
        if command.seat in self._bots:
            raise BadCommand(
                "robot",
                self.version,
                "seat {seat} is a robot's; the people's seats are: {seats}",
                seat=command.seat,
                seats=", ".join(map(str, self.people)) or "–",
            )
        await self.welcome_back(command.seat)
        return await self._carry_through(command)

    async def abandon(self) -> list[Event]:
        """Stop the match for everybody; nobody wins. When this returns, it is on disk."""
        return await run_to_completion(self._happen(self.match.abandon))

    async def welcome_back(self, seat: int) -> None:
        """Who acts is back: the stand-in goes."""
        if seat in self.seating.stand_ins:
            await self.reseat(lambda seating: seating.return_to(seat))

    async def reseat(self, change: Callable[[Seating], Seating]) -> None:
        """Somebody sits down, leaves or comes back. When this returns, it is on disk."""
        await run_to_completion(self._reseat(change))

    async def _reseat(self, change: Callable[[Seating], Seating]) -> None:
        async with self._one_at_a_time:
            self._check_usable()
            seating = change(self.seating)
            if seating == self.seating:
                return
            private = private_data(seating, self.fairness)
            await asyncio.wrap_future(self.store.update_private(self.id, private, seating.devices))
            self.seating = seating
            if self.clock.seat != self._seat_on_the_clock():  # whose time runs, runs on
                self.wind_clock()
            self._announce()

    async def _carry_through(self, command: Command) -> list[Event]:
        return await run_to_completion(self._happen(partial(self.match.do, command)))

    async def _let_robot_do(self, command: Command) -> list[Event]:
        """The same for a robot, unless its person has come back while it was thinking."""
        return await run_to_completion(self._happen(partial(self._do_if_away, command)))

    def _do_if_away(self, command: Command) -> list[Event]:
        if command.version == self.match.version and not self._robot_is_asked:
            raise BadCommand("back", self.version, "who sits there plays again")
        return self.match.do(command)

    async def _happen(self, happens: Callable[[], list[Event]]) -> list[Event]:
        """Let something happen to the match, alone; then to the disk, then to who follows."""
        async with self._one_at_a_time:
            self._check_usable()
            known = self.match.version
            events = happens()
            data = events_data(events)
            try:
                await asyncio.wrap_future(self.store.append(self.id, known + 1, data))
            except BaseException:
                self.broken = True  # memory is ahead of the disk
                self._announce()
                raise
            self.timeline.go_on(data)
            self._cover_hands()
            self._happened()
            self.wind_clock()
            self._announce()
            return events

    def _check_usable(self) -> None:
        if self.deleted:
            raise NoMatch(self.id)
        if self.broken:
            raise StoreConflict(self.id, "the match {match!r} must be loaded again")

    def _happened(self) -> None:
        """Something is on disk now, and those who follow will be told."""

    def _cover_hands(self) -> None:
        """A hand is shown only as long as its player's turn lasts."""
        playing = self.match.waits_for.seat
        self.private_views = {
            device: seat for device, seat in self.private_views.items() if seat == playing
        }

    def end_for_good(self) -> None:
        """The match was deleted: whoever follows it is told."""
        self.deleted = self.broken = True
        self._announce()

    def announce(self) -> None:
        """Something is to be told that is no part of the match: who came, who called what."""
        self._announce()

    def _announce(self) -> None:
        self.announcements += 1
        self.frames.clear()
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait_past(self, since: int, seconds: float) -> bool:
        """Wait until the match is past a version, or the time is over."""
        return await self._wait(lambda: self.version > since, seconds)

    async def wait_for_announcement(self, number: int, seconds: float) -> bool:
        """Wait until anything is announced, or the time is over."""
        return await self._wait(lambda: self.announcements != number, seconds)

    async def _wait(self, until: Callable[[], bool], seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                while not until() and not self.broken:
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True

    def since(self, version: int, most: int) -> list[Step]:
        """The moments after a version; only the last where there are too many to follow."""
        missed = [step for step in self.steps if step.version > version]
        return missed if len(missed) <= most else missed[-1:]

    def narration_at(self, place: int, language: Language) -> str | None:
        """What happened at a moment, in a sentence."""
        step = self.steps[place]
        if language.code not in step.narration:
            before = self.steps[place - 1].state if place else self.record.start()
            step.narration[language.code] = told(self.game, before, step, self.names, language)
        return step.narration[language.code]

    def log(self, language: Language, upto: int | None = None) -> list[str]:
        """Everything that has happened, in words; nothing of what was taken back."""
        sentences: list[str | None] = []
        for place, step in enumerate(self.steps[:upto]):
            if step.kind == "take-back":
                sentences.pop()
            else:
                sentences.append(self.narration_at(place, language))
        return [sentence for sentence in sentences if sentence is not None]

    def wake_bots(self, pauses: bool) -> None:
        """Let the bots play on, if it is their turn and nobody has woken them."""
        self._pauses = pauses
        if self._bot_task is None or self._bot_task.done():
            self._bot_task = asyncio.create_task(self._play_bots(pauses))

    async def _play_bots(self, pauses: bool) -> None:
        while not self.broken and self._robot_is_asked:
            waiting, version = self.match.waits_for, self.match.version
            roll_pause, move_pause = PAUSES[self.pace] if pauses else (0.0, 0.0)
            move_pause *= TO_READ_AGAIN if self.match.can_retype else 1
            await asyncio.sleep(roll_pause if waiting.what == "roll" else move_pause)
            if version != self.match.version or not self._robot_is_asked:
                continue  # a move was taken back meanwhile, or a person came back
            seat = waiting.seat
            assert seat is not None
            try:
                await self._let_robot_do(await self._robots_command(seat, version))
            except BadCommand:
                continue
            except StoreError:
                return  # whoever asks for the match next loads it again, and wakes them

    async def _robots_command(self, seat: int, version: int) -> Command:
        """What a robot does in its own turn, or in one that it plays for somebody."""
        if self.match.waits_for.what != "move":
            return Roll(seat, version)
        view = self.match.state.view(seat)
        move = await self.think(self._player_in(seat).choose, view)
        return Move(seat, version, move, None if seat in self._bots else "stand-in")

    def _player_in(self, seat: int) -> Player:
        """The robot that sits there, or that plays for who does."""
        if seat in self._bots:
            return self._bots[seat]
        level = self.seating.stand_ins.get(seat, STAND_IN)
        if self._stand_ins.get(seat, ("",))[0] != level:
            self._stand_ins[seat] = (level, make_bot(level, patient=False))
        return self._stand_ins[seat][1]

    def wind_clock(self) -> None:
        """Whoever is to act now has the full time for it, if the match is played by the clock.

        Who leaves and comes back for the same move has what was left of it.
        """
        seat, version = self._seat_on_the_clock(), self.match.version
        if seat is None or self.seating.clock is None or self.broken:
            self.clock.stop()
            return
        seconds: float = self.seating.clock
        if self._timed == version:
            seconds = min(seconds, max(0.0, self.clock.end - asyncio.get_running_loop().time()))
        self._timed = version
        self.clock.wind(seat, seconds, lambda: self._time_is_over(version))

    def _seat_on_the_clock(self) -> int | None:
        seat = self.match.waits_for.seat
        return None if self._robot_is_asked else seat

    def _time_is_over(self, version: int) -> None:
        self._late_task = asyncio.create_task(self._play_late(version))

    async def _play_late(self, version: int) -> None:
        """The time is over: a robot makes this one move."""
        seat = self._seat_on_the_clock()
        if seat is None or version != self.match.version:
            return
        try:
            await self._carry_through(await self._robots_command(seat, version))
        except BadCommand:
            return  # it came in the last moment after all
        except StoreError:
            return  # whoever asks for the match next loads it again, and winds the clock
        self.wake_bots(self._pauses)

    async def stop(self) -> None:
        self.clock.stop()
        for task in (self._bot_task, self._late_task):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


def private_data(seating: Seating, fairness: Fairness | None) -> EventData:
    """What is kept of a match where no player can look."""
    seeds = {} if fairness is None else {"fairness": fairness.private()}
    return {**seeds, "seating": seating.data()}


def told(game: Game, before: State, step: Step, names: list[str], language: Language) -> str | None:
    """The sentence of a moment, if its events have one to tell."""
    tell: Callable[..., str | None] = game.narration.tell
    state, sentences = before.copy(), []
    for row in step.events:
        if "draw" not in row and "move" not in row:
            continue
        after = state.copy()
        follow(after, row)
        sentence = tell(state, row, after, names, language)
        if sentence and row.get("by") == "stand-in":
            sentence = language("{sentence} (stand-in)", sentence=sentence)
        sentences.append(sentence)
        state = after
    return " ".join(sentence for sentence in sentences if sentence) or None
