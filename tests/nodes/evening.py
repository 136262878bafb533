"""People who play in a house: matches that are begun, played to their end, and checked."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .checks import check_party
from .house import PATIENCE, House
from .party import Party, sit_down


@asynccontextmanager
async def played(party: Party) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Everybody follows and plays during the block; then the match is given up."""
    following = [asyncio.create_task(each.follow()) for each in party.followers]
    playing = [asyncio.create_task(player.play()) for player in party.players]
    try:
        yield [*following, *playing]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await ended(party, following)
    finally:
        for task in (*playing, *following):
            task.cancel()
        await asyncio.gather(*playing, *following, return_exceptions=True)


async def ended(party: Party, following: list[asyncio.Task[None]]) -> None:
    """Everybody resigns, and every stream comes to the end."""
    try:
        async with asyncio.timeout(PATIENCE):
            await party.resign()
            await asyncio.gather(*following)
    except TimeoutError:
        where = {str(each.person.viewer): each.stands for each in party.followers}
        raise AssertionError(f"{party.game} {party.id} does not end: {where}") from None


async def progress(
    party: Party, enough: int, tasks: list[asyncio.Task[None]], end: float = math.inf
) -> None:
    """Until so many commands are acknowledged, or until `end`; AssertionError if nothing goes on
    for long."""
    known, since = -1, time.monotonic()
    while party.acknowledged < enough and not party.is_over and time.monotonic() < end:
        for task in tasks:
            if task.done():
                task.result()
        if party.acknowledged > known:
            known, since = party.acknowledged, time.monotonic()
        stands = [follower.stands for follower in party.followers]
        assert time.monotonic() < since + PATIENCE, f"{party.game} does not go on: {stands}"
        await asyncio.sleep(0.05)


async def spend(
    house: House,
    game: str,
    chance: random.Random,
    enough: int,
    checked: Counter[str],
    end: float,
) -> None:
    """One match, given up after so many commands, or at the end."""
    party = await sit_down(house, game, chance)
    try:
        async with played(party) as tasks:
            await progress(party, enough, tasks, end)
        checked.update(await check_party(party, house.address))
    finally:
        await party.close()
