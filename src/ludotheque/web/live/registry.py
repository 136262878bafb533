"""All matches of this server: made, found, put to sleep, deleted."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from ...bots import bot_named
from ...core.errors import BadOption, LudothequeError
from ...store.errors import NoMatch, StoreDamaged, wrap_damage
from ...store.records import record_of
from ...store.store import MOST, Store
from ...store.stored import Stored
from ...table.fairness import Fairness
from ...table.match import Match, Seat
from ...table.record import MANUAL, Record
from ...table.seating import Seating
from ...table.timeline import events_data
from ..catalogue import find as find_game
from ..config import Config
from .bot_pool import BotPool
from .lobby import Lobby
from .match import LiveMatch, private_data
from .reaction_match import has_reaction_windows, live_match

LONGEST_NAME = 30
MOST_AWAKE = 500  # matches kept in memory; the others are loaded when they are asked for

AnyMatch = LiveMatch | Lobby  # a match that is played, or waits for its players


class MatchRegistry:
    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.bot_pool = BotPool(config.bot_threads)
        self._awake: OrderedDict[str, LiveMatch] = OrderedDict()
        self._lobbies: OrderedDict[str, Lobby] = OrderedDict()
        self._loading: dict[str, asyncio.Task[AnyMatch]] = {}
        self._clocks: asyncio.Task[None] | None = None
        self._rematching = asyncio.Lock()

    async def create(
        self,
        game_name: str,
        seats: list[Seat],
        options: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | None = None,
        *,
        manual_dice: bool = False,
        seating: Seating | None = None,
    ) -> AnyMatch:
        """A new match: on disk with its first draws, unless somebody is to be waited for."""
        if self.store.count() >= self.config.most_matches:
            raise BadOption(
                "{most} matches are kept already; delete some first", most=self.config.most_matches
            )
        game = find_game(game_name)
        seats = [checked_seat(seat) for seat in seats]
        start = game.start(len(seats), options, edition)
        bots = [seat.bot for seat in seats]
        seating = Seating.here(bots) if seating is None else seating
        record = Record.of(
            start,
            names=[seat.name for seat in seats],
            bots=bots,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            **{"dice": MANUAL} if manual_dice else {},
            **{"clock": seating.clock} if seating.clock else {},
        )
        check_dice(record, seating)
        match_id = secrets.token_urlsafe(9)
        fairness = Fairness.create(match_id, len(seats))
        if not seating.begun:
            return await self._open_lobby(match_id, record, fairness, seating)
        events = events_data(Match(start, seats, fairness.dice(), manual_dice=manual_dice).opening)
        private = private_data(seating, fairness)
        created = self.store.create(match_id, record.header, events, private, seating.devices)
        await asyncio.wrap_future(created)
        return self._wake(live_match(match_id, record, events, self.store, fairness, seating))

    async def _open_lobby(
        self, match_id: str, record: Record, fairness: Fairness, seating: Seating
    ) -> AnyMatch:
        lobby = Lobby(match_id, record, self.store, fairness, seating, self._begins)
        await lobby.create()
        return lobby.live or self._remember(lobby)

    def _begins(self, live: LiveMatch) -> None:
        self._lobbies.pop(live.id, None)
        self._wake(live)

    async def find(self, match_id: str) -> AnyMatch:
        """A match by its id, from memory or from disk; NoMatch if there is none."""
        live = self._awake.get(match_id)
        if live is not None and not live.broken:
            return self._wake(live)
        lobby = self._lobbies.get(match_id)
        if lobby is not None and not lobby.broken:
            return self._remember(lobby)
        loading = self._loading.get(match_id)
        if loading is None:  # loaded once, however many ask
            loading = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            loading.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(loading)

    async def _load(self, match_id: str) -> AnyMatch:
        stored = await asyncio.to_thread(self.store.load, match_id)
        find_game(stored.game)  # one whose game is not here is as sound as ever
        with wrap_damage(match_id):
            table = self._taken_up(stored)
        if isinstance(table, LiveMatch):
            return self._wake(table)
        await table.advance()
        return table.live or self._remember(table)

    def _taken_up(self, stored: Stored) -> AnyMatch:
        """A match as it was put away; a ValueError or the like if it makes no sense."""
        kept, record = stored.private or {}, record_of(stored, find_game)
        fairness = Fairness.from_private(kept["fairness"]) if "fairness" in kept else None
        seating = Seating.of(kept["seating"]) if "seating" in kept else None
        counts = {
            *([] if fairness is None else [len(fairness.seat_commitments)]),
            *([] if seating is None else [len(seating.places)]),
        }
        if not counts <= {record.players}:
            raise ValueError(f"{record.players} players need {record.players} seats")
        if seating is not None and fairness is not None and not seating.begun:
            return Lobby(stored.id, record, self.store, fairness, seating, self._begins)
        live = live_match(stored.id, record, stored.events, self.store, fairness, seating)
        if live.match.opening:
            raise ValueError("its first draws are not there")
        return live

    def _remember(self, lobby: Lobby) -> Lobby:
        self._lobbies[lobby.id] = lobby
        self._lobbies.move_to_end(lobby.id)
        for match_id in list(self._lobbies)[: max(0, len(self._lobbies) - MOST_AWAKE)]:
            if not self._lobbies[match_id].is_busy:
                del self._lobbies[match_id]  # it is on disk
        return lobby

    def wind_clocks(self) -> None:
        """Time runs in matches that nobody has looked at since the house was opened, too."""
        self._clocks = asyncio.create_task(self._wind_clocks())

    async def _wind_clocks(self) -> None:
        playing = await asyncio.to_thread(self.store.matches, ended=False, limit=MOST)
        for match in playing:
            if match.header.get("clock"):
                with suppress(LudothequeError):  # deleted meanwhile, or of a game that is gone
                    await self.find(match.id)

    def _wake(self, live: LiveMatch) -> LiveMatch:
        live.think = self.bot_pool.think
        if self._awake.get(live.id) is not live:
            live.wind_clock()
        self._awake[live.id] = live
        self._awake.move_to_end(live.id)
        self.play_on(live)
        self._put_to_sleep()
        return live

    def play_on(self, live: LiveMatch) -> None:
        """Let bots act, if it is their turn."""
        live.wake_bots(self.config.bot_pauses)

    def _put_to_sleep(self) -> None:
        """Forget the matches that nobody has looked at for longest; they are on disk."""
        for match_id in list(self._awake)[: max(0, len(self._awake) - MOST_AWAKE)]:
            live = self._awake[match_id]
            if not live.is_busy:
                del self._awake[match_id]

    async def delete(self, match_id: str) -> None:
        table: AnyMatch | None = None
        with suppress(StoreDamaged):  # then nobody is at it
            table = await self.find(match_id)
            await table.stop()
        await asyncio.wrap_future(self.store.delete(match_id))
        begun = self._awake.pop(match_id, None)  # a gathering may have ended meanwhile
        for gone in (table, begun, self._lobbies.pop(match_id, None)):
            if gone is not None:
                gone.end_for_good()

    async def rematch(self, live: LiveMatch) -> str:
        """The same players again; the new match's id. Friends who ask at once meet in one."""
        async with self._rematching:
            before = live.rematch
            if before is None or not live.seating.has_friends or not await self._goes_on(before):
                live.rematch = (await self._again(live)).id
                live.announce()
            assert live.rematch is not None
            return live.rematch

    async def _goes_on(self, match_id: str) -> bool:
        try:
            table = await self.find(match_id)
        except NoMatch:
            return False
        return isinstance(table, Lobby) or table.timeline.result is None

    async def _again(self, live: LiveMatch) -> AnyMatch:
        """A seat that was chosen before is the next one's now."""
        return await self.create(
            live.game.id,
            [Seat(name, kind) for name, kind in zip(live.names, live.kinds, strict=True)],
            {
                name: (value + 1) % len(live.names)
                if live.game.options[name].counts_seats and value is not None
                else value
                for name, value in live.record.options.items()
            },
            live.record.edition,
            manual_dice=live.record.manual_dice,
            seating=live.seating.again(),
        )

    async def close(self) -> None:
        if self._clocks is not None:
            self._clocks.cancel()
            await asyncio.gather(self._clocks, return_exceptions=True)
        registry: list[AnyMatch] = [*self._awake.values(), *self._lobbies.values()]
        for table in registry:
            await table.stop()
        self.bot_pool.close()


def check_dice(record: Record, seating: Seating) -> None:
    """Real dice need somebody to roll them, and nobody who watches the clock."""
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
    """A seat with a name that can be shown anywhere."""
    name = " ".join(seat.name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadOption(
            "a name has 1 to {most} printable characters, not {name!r}",
            most=LONGEST_NAME,
            name=seat.name,
        )
    return Seat(name, None if seat.bot is None else bot_named(seat.bot))
