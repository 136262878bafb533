"""All matches of this server: created, found by their id, loaded from disk, deleted."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from ...bots import bot_named, greedy_player
from ...core import compiling, single_steps
from ...core.errors import BadOption, LudothequeError
from ...core.game import Game
from ...core.options import Option
from ...store.errors import NoMatch, NotOwner, StoreDamaged, wrap_damage
from ...store.records import record_of
from ...store.store import Store
from ...store.stored import StoredMatch
from ...table.events import events_data
from ...table.fairness import Fairness
from ...table.match import Seat
from ...table.match_id import new_match_id, rematch_id
from ...table.player_name import checked_name
from ...table.record import MANUAL, Record
from ...table.seating import Seating
from ..catalogue import find as find_game
from ..config import Config
from .bot_pool import BotPool
from .capacity import Capacity
from .derived import Derived
from .fair_queue import Path
from .followed_match import nothing
from .lobby import Lobby
from .lockouts import Lockouts
from .match import LiveMatch
from .ownership import Ownership
from .reaction_match import has_reaction_windows, live_match
from .running import RunningLimit
from .saved_match import private_data
from .shown_steps import steps_due
from .standings import Standings
from .told_match import load_match
from .workers import LOCAL, Workers, client, device_keys

USED_SECONDS = 60.0  # for which a match counts as used after somebody has asked for it
MOST_HISTORIES = 16  # matches kept with all their steps, for replays
UNLOADED_AT_ONCE = 8  # matches that are looked at when one is used
WRITING_SECONDS = 5.0  # that somebody waits to see a match while it is written
MOST_LOADED = 500  # matches kept in memory; the others are loaded when they are asked for

AnyMatch = LiveMatch | Lobby  # a match that is played, or whose players are still to come


class MatchRegistry:
    """The matches in memory, the least recently used first, over those in the store."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.bot_pool = BotPool(config.bot_threads)
        self.workers = Workers(config.worker_threads, config.most_work, config.most_work_per_client)
        self.running = RunningLimit(store, config, self.workers)
        self._histories = Derived(MOST_HISTORIES)
        self._loaded: OrderedDict[str, AnyMatch] = OrderedDict()
        self._used: dict[str, float] = {}  # when each of them was asked for last
        self._loading: dict[str, asyncio.Task[AnyMatch]] = {}
        self._clocks_task: asyncio.Task[None] | None = None
        self._rematching = asyncio.Lock()
        self.nodes: Ownership | None = None  # where several nodes share the store
        self.capacity = Capacity(store, config, self._discard)
        self.standings = Standings()

    async def create(
        self,
        game_name: str,
        seats: list[Seat],
        options: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | None = None,
        *,
        manual_dice: bool = False,
        seating: Seating | None = None,
        match_id: str | None = None,
    ) -> AnyMatch:
        """A new match: on disk with its first draws, or a lobby if players are still to come."""
        await self.capacity.make_room(is_local=seating is None or seating.created_locally)
        game = find_game(game_name)
        await self.workers.run_once(prepare, game)
        seats = [checked_seat(seat) for seat in seats]
        start = game.start(len(seats), options, edition)
        for name, value in start.options.items():
            game.options[name].check_live(value)
        bots = [seat.bot for seat in seats]
        seating = Seating.here(bots) if seating is None else seating
        await self.running.check(client.get(), device_keys.get())
        record = Record.of(
            start,
            names=[seat.name for seat in seats],
            bots=bots,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            **{"dice": MANUAL} if manual_dice else {},
            **{"clock": seating.clock} if seating.clock else {},
        )
        check_dice(record, seating)
        match_id = match_id or new_match_id()
        self.running.note(client.get(), match_id)
        fairness = Fairness.create(match_id, len(seats))
        if not seating.begun:
            return await self._open_lobby(match_id, record, fairness, seating)
        fairness.fix_header(record.header)
        opening = load_match(record, fairness).settle()
        events = events_data(opening.events)
        private = private_data(seating, fairness)
        created = self.store.create(match_id, record.header, events, private, seating.devices)
        await asyncio.wrap_future(created)
        return self._start(
            live_match(match_id, record, opening.after, self.store, fairness, seating)
        )

    async def _open_lobby(
        self, match_id: str, record: Record, fairness: Fairness, seating: Seating
    ) -> AnyMatch:
        lobby = Lobby(match_id, record, self.store, fairness, seating, self._begin)
        await lobby.create()
        return lobby.live or self._use(lobby)

    def _begin(self, live: LiveMatch) -> None:
        """A lobby has become a match."""
        self._start(live)

    async def find(self, match_id: str) -> AnyMatch:
        """A match by its id, from memory or from disk; NoMatch if there is none."""
        found = self._loaded.get(match_id)
        if found is not None and not found.broken:
            if self.nodes is not None:
                await self._know_all(self.nodes, found)
            if not found.broken:
                return self._use(found)
        loading = self._loading.get(match_id)
        if loading is None:  # loaded once, however many ask
            loading = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            loading.add_done_callback(partial(self._loaded_or_not, match_id))
        return await asyncio.shield(loading)

    async def _know_all(self, nodes: Ownership, found: AnyMatch) -> None:
        """Whoever has seen a match at one node sees nothing older at another: read what the node
        that plays it has written by now.

        If this one does, others may have taken it over while it was stopped, or while it did not
        reach the database: as long as it cannot know, it shows nothing. And they read what is
        written before this one is told that it is.
        """
        if found.owner is not None:
            await nodes.bring_up_to_date(found)
            return
        if nodes.is_late:
            with suppress(NotOwner):  # it is loaded again
                await nodes.check_still_ours(found.id)
        if isinstance(found, LiveMatch) and found.is_writing:
            await found.until_written(WRITING_SECONDS)

    def _loaded_or_not(self, match_id: str, loading: asyncio.Task[AnyMatch]) -> None:
        self._loading.pop(match_id, None)
        if not loading.cancelled():
            loading.exception()  # everybody who asked may be gone, and nobody else looks at it

    def in_memory(self, match_id: str) -> AnyMatch | None:
        """A match if it is loaded. To look at it is not to use it: its bots wait on."""
        found = self._loaded.get(match_id)
        return None if found is None or found.broken else found

    @property
    def loaded(self) -> Mapping[str, AnyMatch]:
        """The matches in memory, by their id."""
        return self._loaded

    def drop(self, found: AnyMatch) -> None:
        """Forget a match that has to be loaded anew; who follows it connects again."""
        found.broken = True
        if isinstance(found, LiveMatch):
            found.announce()
        if self._loaded.get(found.id) is found:
            self._used.pop(found.id, None)
            del self._loaded[found.id]

    async def _load(self, match_id: str) -> AnyMatch:
        if self.nodes is not None:
            await self.nodes.own_if_nobody_does(match_id)
        found = await self.workers.run(self._read, match_id)
        if isinstance(found, LiveMatch):
            return self._start(found)
        if found.owner is not None:
            return found  # not kept: whatever changes in a lobby changes elsewhere
        await found.advance()
        return found.live or self._use(found)

    def _read(self, match_id: str) -> AnyMatch:
        """A match from disk, on a worker's thread: its events are replayed with the rules."""
        stored = self.store.load(match_id)
        find_game(stored.game)  # UnknownGame: the game is not installed, the match not damaged
        with wrap_damage(match_id):
            found = self._restored(stored)
        found.owner = None if stored.owner == self.store.node else stored.owner
        return found

    def _restored(self, stored: StoredMatch) -> AnyMatch:
        """The match that the store describes; ValueError and the like if that is damaged."""
        private, record = stored.private or {}, record_of(stored, find_game)
        fairness = Fairness.from_private(private["fairness"]) if "fairness" in private else None
        seating = Seating.of(private["seating"]) if "seating" in private else None
        counts = {
            *([] if fairness is None else [len(fairness.seat_commitments)]),
            *([] if seating is None else [len(seating.seats)]),
        }
        if not counts <= {record.players}:
            raise ValueError(f"{record.players} players need {record.players} seats")
        if seating is not None and fairness is not None and not seating.begun:
            return Lobby(stored.id, record, self.store, fairness, seating, self._begin)
        match = load_match(record, fairness, stored.events)
        if not match.is_settled:
            raise ValueError("its first draws are not there")
        lockouts = Lockouts.of(private.get("lockouts"))
        shown = stored.shown if stored.owner == self.store.node else steps_due(stored.shown)
        return live_match(stored.id, record, match, self.store, fairness, seating, lockouts, shown)

    def start_clocks(self) -> None:
        """Load the matches that are played by the clock: it runs even if nobody follows them."""
        self._clocks_task = asyncio.create_task(self._start_clocks())

    async def _start_clocks(self) -> None:
        for match_id in await asyncio.to_thread(self.store.played_by_clock):
            with suppress(LudothequeError):  # deleted meanwhile, or its game is not installed
                await self.find(match_id)

    def _start(self, live: LiveMatch) -> LiveMatch:
        """A match has begun, or was loaded: start its clock and its bots."""
        live.workers = self.workers
        self._compile_for(live)
        live.think = partial(self.bot_pool.think, path=thinking_path(live))
        if live.owner is None:
            live.restart_clock()
        elif self.nodes is not None:
            self.nodes.follow(live)
        self._use(live)
        return live

    def play_here(self, live: LiveMatch) -> None:
        """This node plays a match from now on that it has followed."""
        live.owner, live.report = None, nothing
        live.restart_clock()
        self.play_on(live)
        live.announce()

    def _compile_for(self, live: LiveMatch) -> None:
        """Have machine code loaded for the match's single steps, and for its bots' moves."""
        if any(live.kinds):
            compiling.request(live.game, greedy_player.prepare, optional=True)
        compiling.request(live.game, single_steps.prepare, optional=True)

    def _use(self, found: AnyMatch) -> AnyMatch:
        """Mark a match as the most recently used, let its bots act, and unload the oldest."""
        if self._loaded.get(found.id) is not found:
            found.on_change = self.standings.changed
            self.standings.changed(found.id)
        self._loaded[found.id] = found
        self._loaded.move_to_end(found.id)
        self._used[found.id] = time.monotonic()
        if isinstance(found, LiveMatch):
            found.last_asked = time.monotonic()
            self.play_on(found)
        self._unload_oldest()
        return found

    async def history(self, live: LiveMatch) -> LiveMatch:
        """A match with all its steps, to be read only; made on a worker's thread, kept for a while.

        Only a few are kept in all, since each takes as much memory as ten matches that are played.
        """
        key = (live.id, live.match.version, live.version)
        return await self._histories.get(key, self.workers, live.replayed)

    def play_on(self, live: LiveMatch) -> None:
        """Let bots act, if it is their turn."""
        if live.owner is None:
            live.wake_bots(self.config.bot_pauses)

    def _unload_oldest(self) -> None:
        """Unload matches that were not used for longest, a few at a time.

        Those that somebody follows stay, and count as used: with ten thousand of them, a look at
        all would hold up every request.
        """
        for _ in range(min(UNLOADED_AT_ONCE, len(self._loaded) - MOST_LOADED)):
            match_id = next(iter(self._loaded))
            if self._loaded[match_id].is_busy:
                self._loaded.move_to_end(match_id)
            else:
                self._used.pop(match_id, None)
                del self._loaded[match_id]  # nothing is lost: it is on disk

    async def delete(self, match_id: str) -> None:
        found: AnyMatch | None = None
        with suppress(StoreDamaged):  # a damaged match is not in memory
            found = await self.find(match_id)
            await found.stop()
        await asyncio.wrap_future(self.store.delete(match_id))
        self._used.pop(match_id, None)
        for gone in (found, self._loaded.pop(match_id, None)):  # a lobby may have become a match
            if gone is not None:
                gone.mark_deleted()

    async def _discard(self, match_id: str) -> bool:
        """Delete an expired match, unless somebody uses it just now; whether it is gone."""
        found = self._loaded.get(match_id)
        used = time.monotonic() - self._used.get(match_id, -USED_SECONDS) < USED_SECONDS
        if used or match_id in self._loading or (found is not None and is_watched(found)):
            return False
        return await self.remove(match_id)

    async def remove(self, match_id: str) -> bool:
        """Delete a match without loading it; whether there was one. Who follows it is told."""
        if match_id in self._loading:
            await asyncio.gather(self._loading[match_id], return_exceptions=True)
        found = self._loaded.get(match_id)
        if found is not None:
            await found.stop()
        try:
            await asyncio.wrap_future(self.store.delete(match_id))
        except (NoMatch, NotOwner):
            return False
        self._used.pop(match_id, None)
        for gone in (found, self._loaded.pop(match_id, None)):  # a lobby may have become a match
            if gone is not None:
                gone.mark_deleted()
        return True

    async def rematch(self, live: LiveMatch) -> str:
        """Create the match's rematch, or find it; returns its id.

        A match has one rematch, whoever asks for it, how often, and in whichever server: its id
        follows from the match's. If it was deleted, it can be made again.
        """
        again = rematch_id(live.id)
        async with self._rematching:
            try:
                await self.find(again)
            except NoMatch:
                await self._create_again(live, again)
            if live.rematch is None:
                live.rematch = again
                live.announce()
        return again

    async def _create_again(self, live: LiveMatch, match_id: str) -> AnyMatch:
        """Create the same match again; an option that names a seat now names the next seat."""
        return await self.create(
            live.game.id,
            [Seat(name, kind) for name, kind in zip(live.names, live.kinds, strict=True)],
            {
                name: option_again(live.game.options[name], value, len(live.names))
                for name, value in live.record.options.items()
            },
            live.record.edition,
            manual_dice=live.record.manual_dice,
            seating=live.seating.again(),
            match_id=match_id,
        )

    async def close(self) -> None:
        await self.capacity.stop()
        if self._clocks_task is not None:
            self._clocks_task.cancel()
            await asyncio.gather(self._clocks_task, return_exceptions=True)
        for found in list(self._loaded.values()):
            await found.stop()
        compiling.stop()
        self.bot_pool.close()
        self.workers.close()


def thinking_path(live: LiveMatch) -> Path:
    """Whose turn a bot's move takes: of whoever has opened the match, and of its owner."""
    asking, owner = client.get(), live.seating.owner or ""
    if asking == LOCAL and not live.seating.created_locally:
        asking = f"device {owner}"
    # A device gets further names and keeps the old ones: the smallest of them changes seldom.
    return (asking, min(device_keys.get(), default=owner), live.id)


def option_again(option: Option, value: Any, players: int) -> Any:
    """An option's value for the same players' next match.

    Matches that were begun with more than a server allows by now go on with what it allows.
    """
    if option.counts_seats and value is not None:
        return (value + 1) % players
    return value if value in option.allowed_live else option.allowed_live[-1]


def prepare(game: Game) -> None:
    """Load a game's rules for the first time, which takes a moment."""
    game.start(game.players[0])


def is_watched(found: AnyMatch) -> bool:
    """Whether somebody has the match open, or its players are just sitting down."""
    return found.is_busy if isinstance(found, Lobby) else bool(found.followers)


def check_dice(record: Record, seating: Seating) -> None:
    """Raise BadOption for real dice where nobody could roll them, or not in time."""
    if not record.manual_dice:
        return
    if seating.has_friends or seating.clock:
        raise BadOption("real dice are for people at one table: no friends by link, no clock")
    if None not in record.more["bots"]:
        raise BadOption("real dice need a person at the table, to roll them")
    if has_reaction_windows(record):
        raise BadOption(
            "real dice and manual vigilance do not go together here: nobody can type and watch at "
            "the same time"
        )


def checked_seat(seat: Seat) -> Seat:
    """The seat with its name normalised; BadOption if the name cannot be shown."""
    bot = None if seat.bot is None else bot_named(seat.bot)
    return Seat(checked_name(seat.name), bot)
