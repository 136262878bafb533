"""Ten thousand open sockets on which nobody acts: the memory of each, and what the beats cost. Once
they are spread over a few matches, and once each follows a match of its own.

`python -m bench.idle_sockets [--sockets 10000]`. Every socket is a player's: the server sends it a
beat every few seconds, and it answers. Writes bench/IDLE_SOCKETS.md, in about three minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path

import httpx

from ludotheque.web.access.connections import raise_open_files_limit

from .live import Server
from .live_client import Group
from .load import cpu_seconds, in_groups, memory
from .machine import cpu_model, load
from .search import table
from .socket_client import SocketPlayer

FEW = 50  # matches
SECONDS = 20.0  # of idling: two beats for each socket
PAGES = 50  # that are looked at meanwhile
SOCKETS = 10_000
AIM_MEGABYTES = 600
REPORT = Path(__file__).parent / "IDLE_SOCKETS.md"


async def measured(sockets: int, matches: int) -> dict[str, float]:
    server = Server()
    try:
        empty = memory(server.pid)
        sat_down = [Group.sit_down(server.port, "levelx", n) for n in range(matches)]
        groups: list[Group] = await in_groups(sat_down)
        for group in groups:
            group.go()  # their requests are over
        before = memory(server.pid)
        opened = [SocketPlayer() for _ in range(sockets)]
        await in_groups([follow(each, groups, number) for number, each in enumerate(opened)])
        await asyncio.sleep(1)
        grown = memory(server.pid) - before
        begin, busy = time.perf_counter(), cpu_seconds(server.pid)
        await asyncio.sleep(SECONDS)
        busy = (cpu_seconds(server.pid) - busy) / (time.perf_counter() - begin)
        return {
            "matches": matches,
            "megabytes": memory(server.pid) / 1e6,
            "megabytes_empty": empty / 1e6,
            "kilobytes_each": grown / sockets / 1000,
            "core_used": busy,
            "page_ms": 1000 * await slowest_page(server.port),
        }
    finally:
        server.close()


async def follow(player: SocketPlayer, groups: list[Group], number: int) -> None:
    """Open a socket: the matches take turns, and their seats."""
    turn, match = divmod(number, len(groups))
    group = groups[match]
    await player.follow(group.players[turn % len(group.players)], group.id, 0)


async def slowest_page(port: int) -> float:
    """The seconds of the slowest of some pages that somebody looks at, while beats come and go."""
    times = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        for _ in range(PAGES):
            begin = time.perf_counter()
            (await client.get("/")).raise_for_status()
            times.append(time.perf_counter() - begin)
            await asyncio.sleep(0.05)
    return max(times)


def page(sockets: int, found: list[dict[str, float]]) -> str:
    head = ("", *(f"in {each['matches']:,.0f} matches" for each in found))
    rows = [
        ("memory of the server", *(f"{each['megabytes']:,.0f} MB" for each in found)),
        ("of it before the first match", *(f"{each['megabytes_empty']:,.0f} MB" for each in found)),
        (
            "memory a socket, and what is loaded of its match",
            *(f"{each['kilobytes_each']:.1f} KB" for each in found),
        ),
        (
            "a core's share that the beats take",
            *(f"{100 * each['core_used']:.0f} %" for each in found),
        ),
        (f"the slowest of {PAGES} pages", *(f"{each['page_ms']:.0f} ms" for each in found)),
    ]
    return "\n".join(
        [
            f"# {sockets:,} idle sockets",
            "",
            *table(head, rows),
            "",
            f"Every socket is a player's, which answers a beat every few seconds. The aim for few"
            f" matches: at most {AIM_MEGABYTES} MB. Where each socket has a match of its own, all"
            f" these matches are in memory; one that nobody follows is put away, and loaded again"
            f" when it is asked for. Measured on {cpu_model()}, load average {load()}.",
            "",
            "Made by `python -m bench.idle_sockets`.",
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.idle_sockets", description=__doc__)
    parser.add_argument("--sockets", type=int, default=SOCKETS)
    sockets = parser.parse_args().sockets
    raise_open_files_limit()
    found = [asyncio.run(measured(sockets, matches)) for matches in (FEW, sockets)]
    text = page(sockets, found)
    if sockets == SOCKETS:
        REPORT.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
