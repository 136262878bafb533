"""Three nodes on one PostgreSQL: one is killed, one sleeps past its lease, one loses the database,
which crashes in the end; people play all five games meanwhile, and nothing is lost or given away.

`make soak` does it for an hour, with all faults in any order, and with windows of full length.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.store.postgres.cluster import Cluster, running_cluster

from .checks import check_party
from .evening import played, progress
from .house import House, Node, open_house
from .party import TABLES, Party, sit_down

NODES = 3
FEW = 2  # commands of each match after each fault
LEASE = 5.5  # seconds, and a little more
SILENCE = 2.0  # seconds for which people listen to a node that says nothing


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


def test_whoever_dies_what_was_acknowledged_is_there_once_and_nobody_sees_too_much(
    cluster: Cluster, tmp_path: Path
) -> None:
    asyncio.run(play_through_faults(cluster, tmp_path))


async def play_through_faults(cluster: Cluster, folder: Path) -> None:
    async with open_house(cluster, folder, NODES, "tests.nodes.server") as house:
        parties = await asyncio.gather(
            *(sit_down(house, game, random.Random(game), SILENCE) for game in TABLES)
        )
        async with AsyncExitStack() as stack:
            tables = [(each, await stack.enter_async_context(played(each))) for each in parties]
            await go_on(tables)
            await have_faults(house, tables)
        for party in parties:
            checked = await check_party(party, house.address)
            assert checked["acknowledged"] >= FEW or party.is_over
            await party.close()
        assert house.complaints() == ""


Tables = list[tuple[Party, list["asyncio.Task[None]"]]]


async def go_on(tables: Tables) -> None:
    """Everywhere a few more commands are acknowledged, unless the match is over."""
    await asyncio.gather(
        *(progress(party, party.acknowledged + FEW, tasks) for party, tasks in tables)
    )


async def have_faults(house: House, tables: Tables) -> None:
    owners = {party.id: house.node_of(party.id) for party, _ in tables}
    sleeper, killed, last = by_matches(house, owners)
    sleeper.stop()
    asleep = asyncio.create_task(asyncio.sleep(LEASE))
    await killed.kill()
    await go_on(tables)  # by the third node alone
    assert {house.node_of(each.id) for each, _ in tables if not each.is_over} <= {last}
    await asleep
    sleeper.resume()  # and does not know that its matches are played elsewhere now
    await go_on(tables)
    last.database.hold()  # replies to COMMIT are lost
    await asyncio.sleep(0.2)
    last.database.cut()
    last.database.heal()
    sleeper.front.cut()
    await go_on(tables)
    await house.restart_database(0.2)
    await go_on(tables)


def by_matches(house: House, owners: dict[str, Node]) -> list[Node]:
    """The nodes, those with the most matches first."""
    counts = Counter(owners.values())
    return sorted(house.nodes, key=lambda node: -counts[node])
