"""One node and two nodes, SQLite and PostgreSQL, on one machine: commands a second, delays, and how
long a match stands still when the node that plays it dies.

`python -m bench.nodes` takes three minutes and writes bench/NODES.md. Servers, database and
load share the machine's cores. PostgreSQL flushes every commit to disk, as it does by default.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.store.leases import LEASE
from tests.store.postgres.cluster import Cluster, running_cluster

from . import machine
from .live import medians
from .live_client import Data, Group, Player, Refused
from .load import flat_out, in_groups, paced
from .search import table
from .socket_client import SocketGroup
from .streaming import machine_text

PAGE = Path(__file__).parent / "NODES.md"
ROOMS = 100
RATE = 200.0  # commands a second in all, at a fixed rate
SETTLING, PACED, FLAT_OUT = 2.0, 6.0, 6.0  # seconds
ROUNDS = 2
DEATHS, STOPS = 5, 3
TRY_SECONDS = 1.0  # after which somebody who gets no answer asks again
DURABLE = "-c listen_addresses='' -c max_connections=60 -c log_min_messages=fatal"


@dataclass(frozen=True)
class Contender:
    name: str
    nodes: int
    postgres: bool
    spread: bool = False  # the players of a match are at different nodes


CONTENDERS = (
    Contender("one server, SQLite", 1, postgres=False),
    Contender("one node, PostgreSQL", 1, postgres=True),
    Contender("two nodes, PostgreSQL, a match's players at one of them", 2, postgres=True),
    Contender("two nodes, PostgreSQL, a match's players at both", 2, postgres=True, spread=True),
)


class Node:
    """A server in a process of its own, on any core."""

    def __init__(self, database: str | None) -> None:
        self._folder = tempfile.TemporaryDirectory()
        words = [sys.executable, "-m", "bench.live_server", self._folder.name, database or "sqlite"]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r":(\d+)/", said)
        assert found, said
        self.port = int(found[1])

    @property
    def pid(self) -> int:
        return self.process.pid

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self._folder.cleanup()


@contextmanager
def running(cluster: Cluster, contender: Contender) -> Iterator[list[Node]]:
    database = cluster.new_database() if contender.postgres else None
    with ExitStack() as stack:
        nodes = []
        for _ in range(contender.nodes):
            nodes.append(Node(database))
            stack.callback(nodes[-1].close)
        yield nodes


async def carried(contender: Contender, nodes: list[Node]) -> dict[str, Any]:
    """Measure new servers under the load of rooms of Level X over sockets."""
    rooms: list[Any] = await in_groups(
        [seated(contender, nodes, number) for number in range(ROOMS)]
    )
    pid, *pids = (node.pid for node in nodes)
    await paced(pid, rooms, RATE, SETTLING)
    at_a_pace = await paced(pid, rooms, RATE, PACED, *pids)
    fast = await flat_out(pid, rooms, FLAT_OUT, *pids)
    for room in rooms:
        room.go()
    return {"paced": at_a_pace, "flat_out": fast}


async def seated(contender: Contender, nodes: list[Node], number: int) -> SocketGroup:
    ports = [nodes[(number + turn) % len(nodes)].port for turn in range(len(nodes))]
    port, *more = ports if contender.spread else ports[:1]
    room = SocketGroup(await Group.sit_down(port, "levelx", number, 2, *more), number)
    await room.follow()
    return room


# Failover


async def standstill(nodes: list[Node], number: signal.Signals) -> float:
    """Seconds from when the owner of a match is killed or stopped to the next acknowledged command.

    The match was begun at the first node; its players are at the second.
    """
    owner, other = nodes
    group = await Group.sit_down(owner.port, "levelx", 0)
    known, cookies = group.known, [player.line.device for player in group.players]
    players = [Player(other.port) for _ in cookies]
    for player, cookie in zip(players, cookies, strict=True):
        player.line.device = cookie
    for _ in range(4):
        known = await acknowledged(group.id, players, known)
    begin = time.perf_counter()
    owner.process.send_signal(number)
    await acknowledged(group.id, players, known)
    seconds = time.perf_counter() - begin
    group.go()
    for player in players:
        player.go()
    return seconds


async def acknowledged(match_id: str, players: list[Player], known: Data) -> Data:
    """The match after the next command, which is sent until it is answered."""
    seat = known["seat"]
    command = {"kind": known["waits_for"], "seat": seat, "version": known["version"]}
    command |= {"move": known["moves"][0]} if known["waits_for"] == "move" else {}
    command["id"] = f"{match_id}-{known['version']}"
    while True:
        try:
            async with asyncio.timeout(TRY_SECONDS):
                return await players[seat].post(f"/api/matches/{match_id}/commands", command)
        except (Refused, OSError, TimeoutError):
            players[seat].line.close()
            players[seat].line.transport = None
            await asyncio.sleep(0.02)


def standstills(cluster: Cluster, number: signal.Signals, times: int) -> list[float]:
    found = []
    for _ in range(times):
        with running(cluster, CONTENDERS[-1]) as nodes:
            found.append(asyncio.run(standstill(nodes, number)))
    return found


# The page


def row(contender: Contender, found: dict[str, Any]) -> tuple[str, ...]:
    fast, at_a_pace = found["flat_out"], found["paced"]
    return (
        contender.name,
        f"{fast['commands_per_second']:,.0f}",
        f"{1e6 * fast['server_seconds_per_command']:,.0f} µs",
        f"{1000 * at_a_pace['median_seconds']:,.1f} ms",
        f"{1000 * at_a_pace['p99_seconds']:,.1f} ms",
    )


HEAD = (
    "",
    "flat out, commands a second",
    "CPU of the nodes a command",
    f"at {RATE:.0f} a second: median",
    "99th percentile",
)


def seconds_text(found: list[float]) -> tuple[str, ...]:
    return (
        f"{statistics.median(found):.2f} s",
        f"{min(found):.2f} to {max(found):.2f} s",
        str(len(found)),
    )


def page(facts: dict[str, str], results: dict[str, Any]) -> str:
    rows = [row(each, results["load"][each.name]) for each in CONTENDERS]
    failovers = [
        ("killed (SIGKILL)", *seconds_text(results["killed"])),
        ("stopped (SIGSTOP)", *seconds_text(results["stopped"])),
    ]
    return "\n".join(
        [
            "# Nodes",
            "",
            "Written by `python -m bench.nodes`. The nodes, PostgreSQL and the load share the cores"
            " of one machine, so that a second node takes processor time from the first, the"
            " database and the load: these figures compare stores and ways, and do not tell what"
            " a second machine would add.",
            "",
            f"Machine: {machine_text(facts)}",
            "",
            f"## {ROOMS} matches of Level X at once, over sockets",
            "",
            *table(HEAD, rows),
            "",
            "*Flat out*: in every match somebody acts as soon as both have seen what came before."
            " The delays are under an open loop, from when a command is due until the other player"
            " has the update. A command is on disk before it is answered (both databases flush"
            " every commit). Where a match's players are at two nodes, half of the commands are"
            f" passed on. Medians of {ROUNDS} runs that take turns.",
            "",
            "## When the node that plays a match is gone",
            "",
            *table(("the owner is", "until the next command: median", "range", "times"), failovers),
            "",
            "From the signal to the next acknowledged command, sent to the other node with the same"
            f" id again and again. Whoever gets no answer within {TRY_SECONDS:.0f} s asks again. A"
            f" node counts as gone when its lease of {LEASE:.0f} s has run out, or earlier if its"
            " address refuses connections.",
            "",
        ]
    )


def main() -> None:
    facts = machine.described()
    runs: dict[str, list[dict[str, Any]]] = {each.name: [] for each in CONTENDERS}
    with running_cluster(DURABLE) as cluster:
        for _ in range(ROUNDS):
            for each in CONTENDERS:
                with running(cluster, each) as nodes:
                    runs[each.name].append(asyncio.run(carried(each, nodes)))
                print(".", end="", file=sys.stderr, flush=True)
        results = {
            "load": {name: medians(found) for name, found in runs.items()},
            "killed": standstills(cluster, signal.SIGKILL, DEATHS),
            "stopped": standstills(cluster, signal.SIGSTOP, STOPS),
        }
    print(json.dumps(results, indent=2))
    PAGE.write_text(page(facts, results), "utf-8")


if __name__ == "__main__":
    main()
