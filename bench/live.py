"""Five hundred matches at once, two people in each, on one core: how many commands it carries, how
soon the other player sees what one has done, and what a match costs in memory and on disk.

`python -m bench.live` measures it in two or three minutes; `--quick` in half a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.store.folder import DATABASE

from .live_client import Pair, Player
from .search import table

GAME = "levelx"
AIM_COMMANDS, AIM_SECONDS = 3000, 0.050
RATE = 500  # commands per second in total, when sent at a fixed rate
SETTLING = 3.0  # seconds of warm-up, not measured: templates are loaded, memory is allocated
CORE = 1  # the core of the clients; the server has core 0
AT_ONCE = 50  # clients that connect at the same time
HEAD = (
    "flat out, commands a second",
    "CPU a command",
    "at a pace, commands a second",
    "median delay",
    "99th percentile",
    "memory a match",
)
WAYS = {"stream": "server-sent events, as the page", "poll": "long polling, as a program"}


@dataclass(frozen=True)
class Sizes:
    matches: int
    paced: float  # seconds at a fixed rate
    flat_out: float  # seconds at full speed
    whole: int  # matches played to the end


FULL = Sizes(matches=500, paced=20, flat_out=12, whole=40)
QUICK = Sizes(matches=100, paced=3, flat_out=3, whole=5)


def measured(sizes: Sizes) -> dict[str, Any]:
    before = stay_on(CORE)
    try:
        ways = {way: asyncio.run(carried(way, sizes)) for way in WAYS}
        stored = asyncio.run(stored_bytes(sizes.whole))
    finally:
        stay_on(*before)
    return {"matches": sizes.matches, "rate": RATE, "bytes_per_match": stored, "ways": ways}


def stay_on(*cores: int) -> tuple[int, ...]:
    """Pin this process to some cores, if they exist; returns its previous cores."""
    if not hasattr(os, "sched_setaffinity"):
        return ()
    before = os.sched_getaffinity(0)
    if set(cores) <= before or len(cores) > 1:
        os.sched_setaffinity(0, cores)
    return tuple(before)


class Server:
    """The server, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "bench.live_server", str(folder)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r":(\d+)/", said)
        assert found, said
        self.port = int(found[1])

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()

    @property
    def cpu_seconds(self) -> float:
        """The CPU time of the server so far; 0 where there is no /proc."""
        told = Path(f"/proc/{self.process.pid}/stat")
        if not told.exists():
            return 0.0
        fields = told.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """The resident memory of the server in bytes; 0 where there is no /proc."""
        told = Path(f"/proc/{self.process.pid}/status")
        found = re.search(r"VmRSS:\s+(\d+) kB", told.read_text()) if told.exists() else None
        return 1024 * int(found[1]) if found else 0


async def carried(way: str, sizes: Sizes) -> dict[str, Any]:
    """Measure a new server whose clients follow their matches in one way, stream or poll."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            return await under_load(server, way, sizes)
        finally:
            server.close()


async def under_load(server: Server, way: str, sizes: Sizes) -> dict[str, Any]:
    first = await all_seated(server.port, 1)
    await play_to_the_end(first[0])
    memory = [server.memory]
    pairs = await all_seated(server.port, sizes.matches)
    memory.append(server.memory)
    await in_groups([follow(player, pair.id, way) for pair in pairs for player in pair.players])
    memory.append(server.memory)
    await paced(server, pairs, SETTLING)
    at_a_pace = await paced(server, pairs, sizes.paced)
    memory.append(server.memory)
    flat_out = await as_fast_as_it_goes(server, pairs, sizes.flat_out)
    for pair in [*first, *pairs]:
        for player in pair.players:
            player.go()
    return {
        "paced": at_a_pace,
        "flat_out": flat_out,
        "memory_per_match": {
            "seated": (memory[1] - memory[0]) / sizes.matches,
            "followed": (memory[2] - memory[0]) / sizes.matches,
            "played": (memory[3] - memory[0]) / sizes.matches,
        },
    }


async def all_seated(port: int, matches: int) -> list[Pair]:
    return await in_groups([Pair.sit_down(port, GAME, seed) for seed in range(matches)])


async def follow(player: Player, match_id: str, way: str) -> None:
    await (player.follow_stream if way == "stream" else player.follow_polls)(match_id)


async def in_groups(people: Sequence[Any]) -> list[Any]:
    """Await the coroutines in batches of AT_ONCE, so as not to connect all clients at once."""
    found: list[Any] = []
    for begin in range(0, len(people), AT_ONCE):
        found += await asyncio.gather(*people[begin : begin + AT_ONCE])
    return found


async def play_to_the_end(pair: Pair) -> None:
    while not pair.is_over:
        await pair.act()


class Watch:
    """Measures delays, rate, and the CPU use of server and clients over a period."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.begin = time.perf_counter()
        self.server_begin, self.players_begin = server.cpu_seconds, time.process_time()
        self.delays: list[float] = []

    def read(self) -> dict[str, float]:
        seconds = time.perf_counter() - self.begin
        count = len(self.delays)
        busy = self.server.cpu_seconds - self.server_begin
        cuts = statistics.quantiles(self.delays, n=100)
        return {
            "commands": count,
            "commands_per_second": count / seconds,
            "median_seconds": cuts[49],
            "p99_seconds": cuts[98],
            "house_seconds_per_command": busy / count,
            "house_busy": busy / seconds,
            "players_busy": (time.process_time() - self.players_begin) / seconds,
        }


async def paced(server: Server, pairs: list[Pair], seconds: float) -> dict[str, float]:
    """Open-loop load: send RATE commands per second, whether or not the server keeps up.

    A delay is measured from the time at which the command was due, so it includes any queueing.
    """
    watch, period = Watch(server), len(pairs) / RATE
    start = watch.begin + 0.1

    async def play(pair: Pair, due: float) -> None:
        while due < start + seconds and time.perf_counter() < start + seconds and not pair.is_over:
            await asyncio.sleep(due - time.perf_counter())
            watch.delays.append(await pair.act_and_be_seen() - due)
            due += period

    turns = [play(pair, start + place / RATE) for place, pair in enumerate(pairs)]
    await asyncio.gather(*turns)
    return watch.read()


async def as_fast_as_it_goes(server: Server, pairs: list[Pair], seconds: float) -> dict[str, float]:
    """Closed-loop load: in every match a command is sent as soon as the last one has been seen."""
    watch = Watch(server)

    async def play(pair: Pair) -> None:
        while (begin := time.perf_counter()) < watch.begin + seconds and not pair.is_over:
            watch.delays.append(await pair.act_and_be_seen() - begin)

    await asyncio.gather(*map(play, pairs))
    return watch.read()


async def stored_bytes(matches: int) -> float:
    """The size of the database per match, after a number of complete matches."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            pairs = await all_seated(server.port, matches)
            await asyncio.gather(*map(play_to_the_end, pairs))
        finally:
            server.close()  # which copies the write-ahead log into the database
        return (Path(folder) / DATABASE).stat().st_size / matches


def section(results: dict[str, Any]) -> list[str]:
    """A section of the report."""
    matches, rate = results["matches"], results["rate"]
    return [
        f"## {matches} matches at once, two people in each",
        "",
        *table(("Level X, followed by", *HEAD), [cells(*each) for each in results["ways"].items()]),
        "",
        f"The server on one core, the players on another, each with two connections. *Flat out*: in"
        f" every match somebody acts as soon as the other has seen what came before. *At a pace*:"
        f" {rate} commands a second in all, and from when one is due until the other player has"
        f" the update. A command is a roll or a move. Memory is what the server has grown by since"
        f" before the first match. A stored match takes {results['bytes_per_match'] / 1000:.1f} KB"
        f" of the database when it is over.",
    ]


def cells(way: str, found: dict[str, Any]) -> tuple[str, ...]:
    flat_out, at_a_pace = found["flat_out"], found["paced"]
    return (
        WAYS[way],
        f"{flat_out['commands_per_second']:,.0f}",
        f"{1000 * flat_out['house_seconds_per_command']:.2f} ms",
        f"{at_a_pace['commands_per_second']:,.0f}",
        f"{1000 * at_a_pace['median_seconds']:,.0f} ms",
        f"{1000 * at_a_pace['p99_seconds']:,.0f} ms",
        f"{found['memory_per_match']['played'] / 1000:,.0f} KB",
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.live", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer matches, for less time")
    results = measured(QUICK if parser.parse_args().quick else FULL)
    print("\n".join(section(results)))
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
