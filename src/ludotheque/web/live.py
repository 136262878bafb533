"""A match being played on this server: its moments, who follows it, and its bots."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ..bots import seated
from ..bots.player import Player
from ..core.errors import BadCommand
from ..core.game import Game
from ..core.language import Language
from ..core.state import State
from ..store.errors import NoMatch, StoreConflict, StoreError
from ..store.store import Store
from ..table.dice import SystemDice
from ..table.events import Command, Event, Move, Roll
from ..table.fairness import Fairness
from ..table.match import Match, Seat
from ..table.record import Record, follow
from ..table.story import Moment, Row, Story, ended_of, rows_of

#: Seconds before a bot rolls and before it moves. Until it rolls, a move may be taken back.
PAUSES = {"slow": (2.2, 2.0), "normal": (1.2, 1.1), "fast": (0.5, 0.3), "instant": (0.05, 0.02)}


class LiveMatch:
    """One match. All that happens to it happens here, one command at a time."""

    def __init__(
        self,
        match_id: str,
        record: Record,
        rows: list[Row],
        store: Store,
        fairness: Fairness | None = None,
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
        self.story = Story(record.start(), rows)
        result = self.story.result
        self.match = Match(
            record.start(),
            [Seat(name, bot) for name, bot in zip(self.names, self.kinds, strict=True)],
            SystemDice() if fairness is None else fairness.dice(),
            self.story.lines,
            version=len(rows),
            result=None if result is None else ended_of(result, len(rows)),
        )
        self.followers = 0
        self.alone: dict[str, int] = {}  # devices whose player is alone with a hand: whose hand
        self.think: Callable[..., Awaitable[str]] = asyncio.to_thread  # where bots do
        self._bots: dict[int, Player] = {
            seat: seated(kind, patient=False)
            for seat, kind in enumerate(self.kinds)
            if kind is not None
        }
        self._one_at_a_time = asyncio.Lock()
        self._changed = asyncio.Event()
        self._bot_task: asyncio.Task[None] | None = None
        self.broken = False  # something could not be saved: the match must be loaded again
        self.deleted = False

    @property
    def moments(self) -> list[Moment]:
        """What has happened, as far as it is on disk."""
        return self.story.moments

    @property
    def version(self) -> int:
        return self.story.version

    @property
    def is_busy(self) -> bool:
        """Somebody follows it, or it goes on by itself."""
        return bool(self.followers) or self.match.waits_for.seat not in (*self.people, None)

    @property
    def people(self) -> list[int]:
        """The seats of people on this device."""
        return [seat for seat, kind in enumerate(self.kinds) if kind is None]

    @property
    def taker_back(self) -> int | None:
        seat = self.story.taker_back
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
        return await self._carry_through(command)

    async def _carry_through(self, command: Command) -> list[Event]:
        """To the end, even if whoever asked has gone away meanwhile."""
        return await asyncio.shield(asyncio.ensure_future(self._do(command)))

    async def _do(self, command: Command) -> list[Event]:
        async with self._one_at_a_time:
            if self.deleted:
                raise NoMatch(self.id)
            if self.broken:
                raise StoreConflict(self.id, "the match {match!r} must be loaded again")
            known = self.match.version
            events = self.match.do(command)
            rows = rows_of(events)
            try:
                await asyncio.wrap_future(self.store.append(self.id, known + 1, rows))
            except BaseException:
                self.broken = True  # memory is ahead of the disk
                self._announce()
                raise
            self.story.go_on(rows)
            self._cover_hands()
            self._happened()
            self._announce()
            return events

    def _happened(self) -> None:
        """Something is on disk now, and those who follow will be told."""

    def _cover_hands(self) -> None:
        """A hand is shown only as long as its player's turn lasts."""
        playing = self.match.waits_for.seat
        self.alone = {device: seat for device, seat in self.alone.items() if seat == playing}

    def end_for_good(self) -> None:
        """The match was deleted: whoever follows it is told."""
        self.deleted = self.broken = True
        self._announce()

    def _announce(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def changes(self, since: int, seconds: float) -> bool:
        """Wait until the match is past a version, or the time is over."""
        while self.version <= since and not self.broken:
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                return False
        return True

    def since(self, version: int, most: int) -> list[Moment]:
        """The moments after a version; only the last where there are too many to follow."""
        missed = [moment for moment in self.moments if moment.version > version]
        return missed if len(missed) <= most else missed[-1:]

    def said_at(self, place: int, language: Language) -> str | None:
        """What happened at a moment, in a sentence."""
        moment = self.moments[place]
        if language.code not in moment.said:
            before = self.moments[place - 1].state if place else self.record.start()
            moment.said[language.code] = told(self.game, before, moment, self.names, language)
        return moment.said[language.code]

    def log(self, language: Language, upto: int | None = None) -> list[str]:
        """Everything that has happened, in words; nothing of what was taken back."""
        sentences: list[str | None] = []
        for place, moment in enumerate(self.moments[:upto]):
            if moment.kind == "take-back":
                sentences.pop()
            else:
                sentences.append(self.said_at(place, language))
        return [sentence for sentence in sentences if sentence is not None]

    def wake_bots(self, pauses: bool) -> None:
        """Let the bots play on, if it is their turn and nobody has woken them."""
        if self._bot_task is None or self._bot_task.done():
            self._bot_task = asyncio.create_task(self._play_bots(pauses))

    async def _play_bots(self, pauses: bool) -> None:
        while not self.broken and self.match.waits_for.seat in self._bots:
            waiting, version = self.match.waits_for, self.match.version
            seat = waiting.seat
            assert seat is not None
            roll_pause, move_pause = PAUSES[self.pace] if pauses else (0.0, 0.0)
            await asyncio.sleep(roll_pause if waiting.what == "roll" else move_pause)
            if version != self.match.version:
                continue  # a move was taken back meanwhile
            command: Command = Roll(seat, version)
            if waiting.what == "move":
                view = self.match.state.view(seat)
                move = await self.think(self._bots[seat].choose, view)
                command = Move(seat, version, move)
            try:
                await self._carry_through(command)
            except BadCommand:
                continue
            except StoreError:
                return  # whoever asks for the match next loads it again, and wakes them

    async def stop(self) -> None:
        if self._bot_task is not None:
            self._bot_task.cancel()
            await asyncio.gather(self._bot_task, return_exceptions=True)


def told(
    game: Game, before: State, moment: Moment, names: list[str], language: Language
) -> str | None:
    """The sentence of a moment, if its events have one to tell."""
    tell: Callable[..., str | None] = game.piece("words").tell
    state, sentences = before.copy(), []
    for row in moment.rows:
        if "draw" not in row and "move" not in row:
            continue
        after = state.copy()
        follow(after, row)
        sentences.append(tell(state, row, after, names, language))
        state = after
    return " ".join(sentence for sentence in sentences if sentence) or None
