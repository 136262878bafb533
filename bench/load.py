"""Load on a server: rooms of players who act one after the other, at a pace or flat out."""

from __future__ import annotations

import asyncio
import os
import re
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

AT_ONCE = 50  # clients that connect at the same time
LITTLE, MOST_WAIT = 0.05, 60.0  # seconds of CPU time in a second, and of waiting for no more


class Room(Protocol):
    """Some players of one match."""

    @property
    def is_over(self) -> bool: ...

    @property
    def connections(self) -> int:
        """How many connections its players have open."""

    @property
    def received(self) -> tuple[int, int]:
        """How many updates its players have received, and how many bytes these had."""

    async def act_and_be_seen(self) -> float:
        """Somebody acts; returns the time at which everybody has seen it."""

    def go(self) -> None:
        """Leave."""


def stay_on(*cores: int) -> tuple[int, ...]:
    """Pin this process to some cores, if they exist; returns its previous cores."""
    if not hasattr(os, "sched_setaffinity"):
        return ()
    before = os.sched_getaffinity(0)
    if set(cores) <= before or len(cores) > 1:
        os.sched_setaffinity(0, cores)
    return tuple(before)


def cpu_seconds(pid: int) -> float:
    """The CPU time of a process so far; 0 where there is no /proc."""
    told = Path(f"/proc/{pid}/stat")
    if not told.exists():
        return 0.0
    fields = told.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """The resident memory of a process in bytes; 0 where there is no /proc."""
    told = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", told.read_text()) if told.exists() else None
    return 1024 * int(found[1]) if found else 0


async def quiet(pid: int) -> None:
    """Wait until a process does nothing more by itself, such as load machine code."""
    before, until = -1.0, time.perf_counter() + MOST_WAIT
    while (busy := cpu_seconds(pid)) > before + LITTLE and time.perf_counter() < until:
        before = busy
        await asyncio.sleep(1.0)


async def in_groups(people: Sequence[Any]) -> list[Any]:
    """Await the coroutines in batches of AT_ONCE, so as not to connect all clients at once."""
    found: list[Any] = []
    for begin in range(0, len(people), AT_ONCE):
        found += await asyncio.gather(*people[begin : begin + AT_ONCE])
    return found


class Watch:
    """Measures delays, rate, and the CPU use of server and clients over a period."""

    def __init__(self, *pids: int) -> None:
        self.pids = pids
        self.begin = time.perf_counter()
        self.server_begin, self.players_begin = self._server_seconds(), time.process_time()
        self.delays: list[float] = []

    def _server_seconds(self) -> float:
        return sum(map(cpu_seconds, self.pids))

    def read(self) -> dict[str, float]:
        seconds = time.perf_counter() - self.begin
        count = len(self.delays)
        busy = self._server_seconds() - self.server_begin
        players = time.process_time() - self.players_begin
        cuts = statistics.quantiles(self.delays, n=100)
        return {
            "commands": count,
            "commands_per_second": count / seconds,
            "median_seconds": cuts[49],
            "p99_seconds": cuts[98],
            "server_seconds_per_command": busy / count,
            "players_seconds_per_command": players / count,
            "server_busy": busy / seconds,
            "players_busy": players / seconds,
        }


async def paced(
    pid: int, rooms: Sequence[Room], rate: float, seconds: float, *pids: int
) -> dict[str, float]:
    """Open-loop load: `rate` commands per second, whether or not the server keeps up.

    A delay is measured from the time at which the command was due, so it includes any queueing.
    """
    watch, period = Watch(pid, *pids), len(rooms) / rate
    start = watch.begin + 0.1

    async def play(room: Room, due: float) -> None:
        while due < start + seconds and time.perf_counter() < start + seconds and not room.is_over:
            await asyncio.sleep(due - time.perf_counter())
            watch.delays.append(await room.act_and_be_seen() - due)
            due += period

    await asyncio.gather(*(play(room, start + n / rate) for n, room in enumerate(rooms)))
    return watch.read()


async def flat_out(pid: int, rooms: Sequence[Room], seconds: float, *pids: int) -> dict[str, float]:
    """Closed-loop load: in every room somebody acts as soon as all have seen what came before."""
    watch = Watch(pid, *pids)

    async def play(room: Room) -> None:
        while (begin := time.perf_counter()) < watch.begin + seconds and not room.is_over:
            watch.delays.append(await room.act_and_be_seen() - begin)

    await asyncio.gather(*map(play, rooms))
    return watch.read()
