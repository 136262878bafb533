"""Five hundred matches at once on one core: how many commands a server carries, how soon everybody
has seen what one has done, and what a match costs in memory and on disk. Beside it, in the same
run, boardgame.io's server where node is there.

`python -m bench.live` takes about a quarter of an hour; `--quick` a minute. Contenders take turns,
five times; the medians are reported.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludotheque.games import find
from ludotheque.store.folder import DATABASE

from .live_client import Group
from .load import Room, flat_out, in_groups, memory, paced, stay_on
from .peers import boardgameio
from .search import table
from .socket_client import SocketGroup
from .stream_client import StreamGroup

AIM_COMMANDS, AIM_BY_POST, AIM_SECONDS = 3000, 2000, 0.050
RATE = 500.0  # commands per second in total, when sent at a fixed rate
SETTLING = 2.0  # seconds of warm-up, not measured
SERVER_CORE, PLAYERS_CORE = 0, 1
OTHERS = ("dicerun", "coursededes", "masterdes", "trotteurs")
HEAD = (
    "flat out, commands a second",
    "CPU a command",
    "CPU of the load",
    "at 500 a second: median",
    "99th percentile",
    "memory a match",
)


@dataclass(frozen=True)
class Sizes:
    rounds: int
    rooms: int
    paced: float  # seconds at a fixed rate
    flat_out: float  # seconds at full speed
    whole: int  # matches played to the end


FULL = Sizes(rounds=5, rooms=500, paced=8, flat_out=6, whole=40)
QUICK = Sizes(rounds=1, rooms=100, paced=2, flat_out=2, whole=5)


@dataclass(frozen=True)
class Contender:
    name: str
    game: str
    way: str  # socket, stream or poll; memory for the peer

    @property
    def is_peer(self) -> bool:
        return self.way == "memory"


OURS = (
    Contender("Level X over sockets", "levelx", "socket"),
    Contender("Level X by POST and server-sent events", "levelx", "stream"),
)
PEERS = (
    Contender("boardgame.io, its tic-tac-toe, in memory", "tic-tac-toe", "memory"),
    Contender("boardgame.io, a Level X, in memory", "level-x", "memory"),
)
GAMES = tuple(Contender(f"{find(name).title} over sockets", name, "socket") for name in OTHERS)


class Server:
    """Our server, in a process of its own on one core."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        command = [sys.executable, "-m", "bench.live_server", self.folder.name]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r":(\d+)/", said)
        assert found, said
        self.port = int(found[1])

    @property
    def pid(self) -> int:
        return self.process.pid

    def close(self) -> int:
        """Stop it; returns the size of its database, the write-ahead log copied into it."""
        self.process.terminate()
        self.process.communicate()
        size = (Path(self.folder.name) / DATABASE).stat().st_size
        self.folder.cleanup()
        return size


def measured(sizes: Sizes) -> dict[str, Any]:
    before = stay_on(PLAYERS_CORE)
    has_peers = boardgameio.is_available()
    try:
        if has_peers:
            boardgameio.install()
        contenders = (*OURS, *GAMES, *(PEERS if has_peers else ()))
        runs: dict[str, list[dict[str, Any]]] = {each.name: [] for each in contenders}
        for _ in range(sizes.rounds):
            for each in contenders:
                runs[each.name].append(asyncio.run(carried(each, sizes)))
                print(".", end="", file=sys.stderr, flush=True)
        stored = asyncio.run(stored_bytes(sizes.whole))
    finally:
        stay_on(*before)
    print(file=sys.stderr)
    return {
        "rooms": sizes.rooms,
        "rounds": sizes.rounds,
        "rate": RATE,
        "bytes_per_match": stored,
        "runs": {name: medians(found) for name, found in runs.items()},
    }


def medians(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The median of every number of some runs."""
    return {
        key: medians([run[key] for run in runs])
        if isinstance(value, dict)
        else statistics.median(run[key] for run in runs)
        for key, value in runs[0].items()
    }


@contextmanager
def served(contender: Contender) -> Any:
    server: Any = boardgameio.Peer(SERVER_CORE) if contender.is_peer else Server()
    try:
        yield server
    finally:
        server.close()


async def carried(contender: Contender, sizes: Sizes) -> dict[str, Any]:
    """Measure a new server under the load of a contender's clients."""
    with served(contender) as server:
        first = await seated(contender, server.port, 1)
        for _ in range(40):
            if not first[0].is_over:
                await first[0].act_and_be_seen()
        before = memory(server.pid)
        rooms = await seated(contender, server.port, sizes.rooms)
        await paced(server.pid, rooms, RATE, SETTLING)
        at_a_pace = await paced(server.pid, rooms, RATE, sizes.paced)
        fast = await flat_out(server.pid, rooms, sizes.flat_out)
        grown = (memory(server.pid) - before) / sizes.rooms
        for room in (*first, *rooms):
            room.go()
        return {"paced": at_a_pace, "flat_out": fast, "memory_per_room": grown}


async def seated(contender: Contender, port: int, count: int) -> list[Room]:
    found: list[Room] = await in_groups(
        [room_of(contender, port, number) for number in range(count)]
    )
    return found


async def room_of(contender: Contender, port: int, number: int) -> Room:
    if contender.is_peer:
        room = boardgameio.Room(contender.game, number)
        await room.join(port)
        return room
    people = find(contender.game).players[0]
    group = await Group.sit_down(port, contender.game, number, people)
    if contender.way == "socket":
        on_sockets = SocketGroup(group, number)
        await on_sockets.follow()
        return on_sockets
    if contender.way == "stream":
        streaming = StreamGroup(group, number)
        await streaming.follow()
        return streaming
    for player in group.players:
        await player.follow_polls(group.id)
    return group


async def stored_bytes(matches: int) -> float:
    """The size of the database per match, after a number of complete matches."""
    server = Server()
    groups = await in_groups([Group.sit_down(server.port, "levelx", n) for n in range(matches)])

    async def play_to_the_end(group: Group) -> None:
        while not group.is_over:
            await group.act()

    await asyncio.gather(*map(play_to_the_end, groups))
    return server.close() / matches


def section(results: dict[str, Any]) -> list[str]:
    """A section of the report."""
    rooms, runs = results["rooms"], results["runs"]
    return [
        f"## {rooms} matches at once, everybody with a connection of their own",
        "",
        *table(("", *HEAD), [(name, *cells(found)) for name, found in runs.items()]),
        "",
        "The server on one core, the players on the other; as many people a match as the game needs"
        " at least. *Flat out*: in every match somebody acts as soon as all have seen what came"
        " before. The delays are under an open loop of 500 commands a second in all, from when one"
        " is due until everybody else has the update. A command is a roll or a move; ours is on"
        " disk (fsync) before it is answered, with fair dice and every check; only the limits of"
        " rate by address are raised, because all clients have the same one. boardgame.io keeps"
        " its matches in memory, its default: nothing of it is on disk."
        f" The median of {results['rounds']} runs that take turns. Memory is what the server has"
        f" grown by. A stored match takes {results['bytes_per_match'] / 1000:.1f} KB of the"
        " database when it is over.",
    ]


def cells(found: dict[str, Any]) -> tuple[str, ...]:
    fast, at_a_pace = found["flat_out"], found["paced"]
    return (
        f"{fast['commands_per_second']:,.0f}",
        f"{1e6 * fast['server_seconds_per_command']:,.0f} µs",
        f"{1e6 * fast['players_seconds_per_command']:,.0f} µs",
        f"{1000 * at_a_pace['median_seconds']:,.1f} ms",
        f"{1000 * at_a_pace['p99_seconds']:,.1f} ms",
        f"{found['memory_per_room'] / 1000:,.0f} KB",
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.live", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer matches, for less time")
    parser.add_argument("--rounds", type=int, help="how often each contender is measured")
    asked = parser.parse_args()
    sizes = QUICK if asked.quick else FULL
    results = measured(replace(sizes, rounds=asked.rounds) if asked.rounds else sizes)
    print("\n".join(section(results)))
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
