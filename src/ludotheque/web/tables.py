"""All matches of this server: made, found, put to sleep, deleted."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from ..bots import BOTS
from ..core.errors import BadOption
from ..store.history import record_of
from ..store.store import Store
from ..table.fairness import Fairness
from ..table.match import Match, Seat
from ..table.record import Record
from ..table.story import rows_of
from .catalogue import find
from .config import Config
from .live import LiveMatch
from .thinking import Thinkers
from .vigil import live_match

LONGEST_NAME = 30
MOST_AWAKE = 500  # matches kept in memory; the others are loaded when they are asked for


class Tables:
    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.thinkers = Thinkers(config.thinkers)
        self._awake: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}

    async def create(
        self,
        game_name: str,
        seats: list[Seat],
        options: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | None = None,
    ) -> LiveMatch:
        """A new match, on disk with its first draws."""
        if self.store.count() >= self.config.most_matches:
            raise BadOption(
                "{most} matches are kept already; delete some first", most=self.config.most_matches
            )
        game = find(game_name)
        seats = [checked_seat(seat) for seat in seats]
        start = game.start(len(seats), options, edition)
        record = Record.of(
            start,
            names=[seat.name for seat in seats],
            bots=[seat.bot for seat in seats],
            date=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        match_id = secrets.token_urlsafe(9)
        fairness = Fairness.create(match_id, len(seats))
        rows = rows_of(Match(start, seats, fairness.dice()).opening)
        private = {"fairness": fairness.private()}
        await asyncio.wrap_future(self.store.create(match_id, record.header, rows, private))
        return self._wake(live_match(match_id, record, rows, self.store, fairness))

    async def find(self, match_id: str) -> LiveMatch:
        """A match by its id, from memory or from disk; NoMatch if there is none."""
        live = self._awake.get(match_id)
        if live is not None and not live.broken:
            return self._wake(live)
        loading = self._loading.get(match_id)
        if loading is None:  # loaded once, however many ask
            loading = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            loading.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(loading)

    async def _load(self, match_id: str) -> LiveMatch:
        stored = await asyncio.to_thread(self.store.load, match_id)
        kept = (stored.private or {}).get("fairness")
        fairness = None if kept is None else Fairness.from_private(kept)
        record = record_of(stored, find)
        return self._wake(live_match(match_id, record, stored.events, self.store, fairness))

    def _wake(self, live: LiveMatch) -> LiveMatch:
        live.think = self.thinkers.think
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
        live = await self.find(match_id)
        await live.stop()
        await asyncio.wrap_future(self.store.delete(match_id))
        self._awake.pop(match_id, None)
        live.end_for_good()

    async def rematch(self, live: LiveMatch) -> LiveMatch:
        """The same players again; a seat that was chosen before is the next one's now."""
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
        )

    async def close(self) -> None:
        for live in list(self._awake.values()):
            await live.stop()
        self.thinkers.close()


def checked_seat(seat: Seat) -> Seat:
    """A seat with a name that can be shown anywhere."""
    name = " ".join(seat.name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadOption(
            "a name has 1 to {most} printable characters, not {name!r}",
            most=LONGEST_NAME,
            name=seat.name,
        )
    if seat.bot is not None and seat.bot not in BOTS:
        raise BadOption(
            "there is no bot {kind!r}; the bots are: {bots}", kind=seat.bot, bots=", ".join(BOTS)
        )
    return Seat(name, seat.bot)
