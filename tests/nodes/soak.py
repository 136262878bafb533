"""Minutes of faults on three nodes and one PostgreSQL, while people play all five games.

    python -m tests.nodes.soak MINUTES [SEED]

Nodes are killed, stopped and started again, connections are cut, delayed and held back, the
database crashes and restarts, one after the other and without end. Each match is checked when it
is over: what was acknowledged is there exactly once, versions have no hole, every stream is a part
of the truth, nobody was sent what is not theirs, and the proof of its dice verifies.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.store.postgres.cluster import running_cluster

from .evening import spend
from .faults import trouble
from .house import House, open_house
from .party import TABLES

NODES = 3
ENOUGH = (20, 200)  # commands of a match


async def soak(house: House, seconds: float, seed: int) -> tuple[Counter[str], Counter[str]]:
    """What was checked, and what has happened."""
    end = time.monotonic() + seconds
    checked, happened = Counter[str](), Counter[str]()

    async def evenings(game: str) -> None:
        chance = random.Random(f"{seed} {game}")
        while time.monotonic() < end:
            await spend(house, game, chance, chance.randint(*ENOUGH), checked, end)
            print(f"{game}: {said(checked)}", flush=True)

    troubling = asyncio.create_task(trouble(house, random.Random(seed), happened))
    playing = [asyncio.create_task(evenings(game)) for game in TABLES]
    over = asyncio.ensure_future(asyncio.gather(*playing))
    waiting: list[asyncio.Future[Any]] = [troubling, over]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if troubling.done():
            await troubling  # it goes on for ever, unless something is wrong
        await over
    finally:
        for task in (troubling, *playing):
            task.cancel()
        await asyncio.gather(troubling, *playing, return_exceptions=True)
    complaints = house.complaints()
    assert not complaints, complaints
    return checked, happened


def said(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items())


async def main(minutes: float, seed: int) -> None:
    with running_cluster() as cluster, tempfile.TemporaryDirectory() as folder:
        async with open_house(cluster, Path(folder), NODES) as house:
            began = time.monotonic()
            try:
                checked, happened = await soak(house, 60 * minutes, seed)
            except BaseException:
                print(house.complaints(), file=sys.stderr)
                for node in house.nodes:
                    print(f"node {node.number}:\n{node.log.read_text()[-4000:]}", file=sys.stderr)
                raise
    print(f"{NODES} nodes, seed {seed}, {(time.monotonic() - began) / 60:.0f} minutes")
    print(f"faults: {said(happened)}")
    print(f"checked: {said(checked)}")


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 0))
