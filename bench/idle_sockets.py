"""Ten thousand open sockets on which nobody acts: the memory of each, and what the beats cost.

`python -m bench.idle_sockets [--sockets 10000]`. Every socket is a player's: the server sends it a
beat every few seconds, and it answers. Writes bench/IDLE_SOCKETS.md, in about a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path

from ludotheque.web.access.connections import raise_open_files_limit

from .live import Server
from .live_client import Group, Player
from .load import cpu_seconds, in_groups, memory
from .machine import cpu_model, load
from .search import table
from .socket_client import SocketPlayer

MATCHES = 50
SECONDS = 20.0  # of idling: two beats for each socket
SOCKETS = 10_000
AIM_MEGABYTES = 600
REPORT = Path(__file__).parent / "IDLE_SOCKETS.md"


async def measured(sockets: int) -> dict[str, float]:
    server = Server()
    try:
        groups = await in_groups([Group.sit_down(server.port, "levelx", n) for n in range(MATCHES)])
        people = [(person, group) for group in groups for person in group.players]
        for person, group in people:
            await SocketPlayer().follow(person, group.id, 0)
        before = memory(server.pid)
        opened = [SocketPlayer() for _ in range(sockets)]
        await in_groups([each.follow(*who(people, number)) for number, each in enumerate(opened)])
        await asyncio.sleep(1)
        grown = memory(server.pid) - before
        begin, busy = time.perf_counter(), cpu_seconds(server.pid)
        await asyncio.sleep(SECONDS)
        busy = (cpu_seconds(server.pid) - busy) / (time.perf_counter() - begin)
        return {
            "sockets": sockets,
            "megabytes": memory(server.pid) / 1e6,
            "kilobytes_each": grown / sockets / 1000,
            "core_used": busy,
        }
    finally:
        server.close()


def who(people: list[tuple[Player, Group]], number: int) -> tuple[Player, str, int]:
    person, group = people[number % len(people)]
    return person, group.id, 0


def page(found: dict[str, float]) -> str:
    rows = [
        ("memory of the server", f"{found['megabytes']:,.0f} MB"),
        ("memory a socket", f"{found['kilobytes_each']:.1f} KB"),
        ("a core's share that the beats take", f"{100 * found['core_used']:.0f} %"),
    ]
    return "\n".join(
        [
            f"# {found['sockets']:,.0f} idle sockets",
            "",
            *table(("what", "measured"), rows),
            "",
            f"Every socket is a player's, which answers a beat every few seconds. The aim: at most"
            f" {AIM_MEGABYTES} MB. Measured on {cpu_model()}, load average {load()}.",
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
    text = page(asyncio.run(measured(sockets)))
    if sockets == SOCKETS:
        REPORT.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
