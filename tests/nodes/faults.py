"""Faults: what happens to nodes, to their connections and to the database while people play."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable

from .house import House, Node
from .proxy import Proxy

Fault = Callable[[House, random.Random], Awaitable[None]]

BRIEF, LONG = (0.1, 1.5), (5.5, 8.0)  # seconds; a lease lasts five


async def kill_node(house: House, chance: random.Random) -> None:
    node = some_node(house, chance)
    await node.kill()
    await asyncio.sleep(chance.uniform(*BRIEF))
    await node.heal()


async def stop_node(house: House, chance: random.Random) -> None:
    await stopped(some_node(house, chance), chance.uniform(*BRIEF))


async def stop_node_beyond_its_lease(house: House, chance: random.Random) -> None:
    """Meanwhile others take its matches over; when it goes on, it does not know that."""
    await stopped(some_node(house, chance), chance.uniform(*LONG))


async def stopped(node: Node, seconds: float) -> None:
    if not node.runs:
        return
    node.stop()
    await asyncio.sleep(seconds)
    node.resume()


async def cut_clients(house: House, chance: random.Random) -> None:
    some_node(house, chance).front.cut()


async def cut_database(house: House, chance: random.Random) -> None:
    some_node(house, chance).database.cut()


async def refuse_database(house: House, chance: random.Random) -> None:
    """A node that reaches the database no more, for longer than its lease or not."""
    proxy = some_node(house, chance).database
    proxy.refusing = True
    proxy.cut()
    await asyncio.sleep(chance.uniform(*chance.choice((BRIEF, LONG))))
    proxy.heal()


async def delay(house: House, chance: random.Random) -> None:
    proxy = some_proxy(house, chance)
    proxy.delay = chance.uniform(0.05, 0.3)
    await asyncio.sleep(chance.uniform(1, 3))
    proxy.heal()


async def hold(house: House, chance: random.Random) -> None:
    """Nothing passes for a while; then everything does, or the connections are cut.

    Between a node and the database, this loses replies to COMMIT.
    """
    proxy = some_proxy(house, chance)
    proxy.hold()
    await asyncio.sleep(chance.uniform(*BRIEF))
    if chance.random() < 0.5:
        proxy.cut()
    proxy.heal()


async def crash_database(house: House, chance: random.Random) -> None:
    await house.restart_database(chance.uniform(0, 1), "immediate")


async def restart_database(house: House, chance: random.Random) -> None:
    await house.restart_database(chance.uniform(0, 1), "fast")


def some_node(house: House, chance: random.Random) -> Node:
    return chance.choice(house.nodes)


def some_proxy(house: House, chance: random.Random) -> Proxy:
    node = some_node(house, chance)
    return chance.choice((node.front, node.database))


FAULTS: tuple[Fault, ...] = (
    kill_node,
    stop_node,
    stop_node_beyond_its_lease,
    cut_clients,
    cut_database,
    refuse_database,
    delay,
    hold,
    crash_database,
    restart_database,
)


async def trouble(house: House, chance: random.Random, happened: Counter[str]) -> None:
    """One fault after the other, with a little peace in between, until it is cancelled."""
    while True:
        fault = chance.choice(FAULTS)
        await fault(house, chance)
        happened[fault.__name__] += 1
        await asyncio.sleep(chance.uniform(0.5, 3))
