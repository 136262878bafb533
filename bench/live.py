"""Five hundred matches at once on one core: how many commands a server carries, how soon everybody
has seen what one has done, and what a match and a connection cost in memory. Beside it, in the same
run, boardgame.io's server where node is there.

`python -m bench.live` writes bench/LIVE.md; `--rounds N` for fewer rounds than five, of about five
minutes each; `--quick` takes two minutes and writes nothing. Contenders take turns; medians are
reported. A game's machine code is compiled before, and the load begins when the server has loaded
it: bench.cold measures a server without any.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludotheque.core import compiling, single_steps
from ludotheque.games import find
from ludotheque.store.folder import DATABASE

from . import live_report
from .live_client import Group
from .load import Room, flat_out, in_groups, memory, paced, quiet, stay_on
from .peers import boardgameio
from .socket_client import SocketGroup
from .stream_client import StreamGroup

RATE = 500.0  # commands per second in total, when sent at a fixed rate
SETTLING = 2.0  # seconds of warm-up, not measured
WARMING = 20  # commands of the match for which a server loads its machine code
SERVER_CORE, PLAYERS_CORE = 0, 1
OTHERS = ("masterdes", "trotteurs", "coursededes", "dicerun")

Found = dict[str, Any]


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
    way: str  # socket or stream; for the peer, memory or files
    aim: int | None  # commands a second

    @property
    def is_peer(self) -> bool:
        return self.way in ("memory", "files")


OURS = (
    Contender("Level X over sockets", "levelx", "socket", 3000),
    Contender("Level X by POST and server-sent events", "levelx", "stream", 2000),
    *(Contender(f"{find(name).title} over sockets", name, "socket", 1500) for name in OTHERS),
)
PEERS = (
    Contender("boardgame.io, its tic-tac-toe, in memory", "tic-tac-toe", "memory", None),
    Contender("boardgame.io, a Level X, in memory", "level-x", "memory", None),
    Contender("boardgame.io, a Level X, in files", "level-x", "files", None),
)


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


def measured(sizes: Sizes) -> Found:
    before = stay_on(PLAYERS_CORE)
    has_peers = boardgameio.is_available()
    try:
        if has_peers:
            boardgameio.install()
        for game in sorted({each.game for each in OURS}):
            compiling.load(find(game), single_steps.prepare)
        contenders = (*OURS, *(PEERS if has_peers else ()))
        runs: dict[str, list[Found]] = {each.name: [] for each in contenders}
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
        "bytes_per_match": stored,
        "aims": {each.name: each.aim for each in contenders},
        "runs": {name: medians(found) for name, found in runs.items()},
        "all": {name: commands_of(found) for name, found in runs.items()},
    }


def medians(runs: Sequence[Found]) -> Found:
    """The median of every number of some runs."""
    return {
        key: medians([run[key] for run in runs])
        if isinstance(value, dict)
        else statistics.median(run[key] for run in runs)
        for key, value in runs[0].items()
    }


def commands_of(runs: Sequence[Found]) -> list[float]:
    """The commands a second of each round, so that one sees how far they are apart."""
    return [run["flat_out"]["commands_per_second"] for run in runs]


@contextmanager
def served(contender: Contender) -> Iterator[Any]:
    if contender.is_peer:
        server: Any = boardgameio.Peer(SERVER_CORE, in_files=contender.way == "files")
    else:
        server = Server()
    try:
        yield server
    finally:
        server.close()


async def carried(contender: Contender, sizes: Sizes) -> Found:
    """Measure a new server under the load of a contender's clients."""
    with served(contender) as server:
        pid = server.pid
        (first,) = await followed(contender, await seated(contender, server.port, 1), server.port)
        for _ in range(WARMING):
            if not first.is_over:
                await first.act_and_be_seen()
        await quiet(pid)
        empty = memory(pid)
        groups = await seated(contender, server.port, sizes.rooms)
        matches = memory(pid)
        rooms = await followed(contender, groups, server.port)
        connected = memory(pid)
        await paced(pid, rooms, RATE, SETTLING)
        at_a_pace = await paced(pid, rooms, RATE, sizes.paced)
        fast = await flat_out(pid, rooms, sizes.flat_out)
        grown, connections = memory(pid) - empty, sum(room.connections for room in rooms)
        frames, received = map(sum, zip(*(room.received for room in rooms), strict=True))
        for room in (first, *rooms):
            room.go()
        return {
            "paced": at_a_pace,
            "flat_out": fast,
            "frame_bytes": received / max(1, frames),
            "match_memory": (grown - (connected - matches)) / sizes.rooms,
            "connection_memory": (connected - matches) / connections,
        }


async def seated(contender: Contender, port: int, count: int) -> list[Any]:
    """Matches, whose players do not follow them yet."""
    if contender.is_peer:
        return [boardgameio.Room(contender.game, number) for number in range(count)]
    people = find(contender.game).players[0]
    made = [Group.sit_down(port, contender.game, number, people) for number in range(count)]
    found: list[Any] = await in_groups(made)
    return found


async def followed(contender: Contender, seated: Sequence[Any], port: int) -> list[Room]:
    """The same with a connection for each player."""
    if contender.is_peer:
        await in_groups([room.join(port) for room in seated])
        return list(seated)
    kind = SocketGroup if contender.way == "socket" else StreamGroup
    rooms = [kind(group, number) for number, group in enumerate(seated)]
    await in_groups([room.follow() for room in rooms])
    return list(rooms)


async def stored_bytes(matches: int) -> float:
    """The size of the database per match, after a number of complete matches."""
    server = Server()
    groups = await in_groups([Group.sit_down(server.port, "levelx", n) for n in range(matches)])

    async def play_to_the_end(group: Group) -> None:
        while not group.is_over:
            await group.act()

    await asyncio.gather(*map(play_to_the_end, groups))
    return server.close() / matches


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.live", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer matches, for less time")
    parser.add_argument("--rounds", type=int, help="how often each contender is measured")
    asked = parser.parse_args()
    sizes = QUICK if asked.quick else FULL
    text = live_report.page(
        measured(replace(sizes, rounds=asked.rounds) if asked.rounds else sizes)
    )
    if not asked.quick:
        live_report.PAGE.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
