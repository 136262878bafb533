"""A live match in the test's own process, without a server."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ludotheque.store.store import Store
from ludotheque.table.events import Command, Move, Roll
from ludotheque.table.match import Seat
from ludotheque.web.config import Config
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.registry import MatchRegistry


def at_a_table(
    tmp_path: Path,
    name: str,
    names: list[str],
    play: Callable[[LiveMatch], Awaitable[None]],
    **more: Any,
) -> None:
    async def opened() -> None:
        with Store.open(tmp_path) as store:
            registry = MatchRegistry(store, Config(tmp_path))
            live = await registry.create(name, [Seat(each) for each in names], more)
            assert isinstance(live, LiveMatch)
            await play(live)
            await registry.close()

    asyncio.run(opened())


async def go_on(live: LiveMatch, chance: random.Random) -> None:
    waiting = live.match.waits_for
    seat = 0 if waiting.seat is None else waiting.seat
    command: Command = Roll(seat, live.version)
    if waiting.what == "move":
        command = Move(seat, live.version, chance.choice(live.match.state.moves()))
    await live.do(command)
