"""A server that has just been installed: how long pages take while the compiler works.

`python -m bench.cold [game …]` begins the first match of a game on a server with an empty cache of
machine code. A child process compiles, with low priority; meanwhile somebody looks at pages. Writes
bench/COLD.md. The aim: 99 of 100 pages below 100 ms.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from urllib.request import Request, urlopen

import httpx

from .load import cpu_seconds
from .machine import cpu_model, load
from .search import table
from .server import Opened, fetched

GAMES = ("dicerun", "levelx")
PAUSE = 0.1  # seconds between two pages
LONGEST = 150.0  # seconds, should the compiler take so long
REPORT = Path(__file__).parent / "COLD.md"
AIM_MS = 100


def measured(game: str) -> tuple[list[tuple[float, str]], float, float]:
    """The seconds that each page took, those that the compiler worked, its processor time."""
    with tempfile.TemporaryDirectory() as name:
        opened = Opened(Path(name))
        with opened as address:
            fetched(f"{address}/")  # writes bytecode, loads templates
        opened.environment["LUDOTHEQUE_CACHE"] = str(Path(name, "cache"))
        with opened as address:
            fetched(f"{address}/")
            seats = [{"name": "Ada"}, {"name": "Robot", "bot": "greedy"}, {"name": "Camille"}]
            body = {"game": game, "seats": seats}
            created = httpx.post(f"{address}/api/matches", json=body, timeout=60)
            created.raise_for_status()
            cookies = "; ".join(f"{name}={value}" for name, value in created.cookies.items())
            paths = ("/", f"/match/{created.json()['id']}", f"/new/{game}", "/api/matches")
            return watched(address, paths, cookies, opened.process.pid)


def watched(
    address: str, paths: tuple[str, ...], cookies: str, server: int
) -> tuple[list[tuple[float, str]], float, float]:
    times: list[tuple[float, str]] = []
    begin, used = time.perf_counter(), 0.0
    while (spent := time.perf_counter() - begin) < LONGEST:
        working = children(server)
        if not working and spent > 5:
            break
        used = max([used, *map(cpu_seconds, working)])
        asked = time.perf_counter()
        path = paths[len(times) % len(paths)]
        urlopen(Request(address + path, headers={"cookie": cookies})).read()
        times.append((time.perf_counter() - asked, "/match/…" if "/match/" in path else path))
        time.sleep(PAUSE)
    return times, spent, used


def children(process: int) -> list[int]:
    """The processes that a process has started and that have not ended."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    found = [listed, *Path(f"/proc/{process}/task").glob("*/children")]
    return sorted(
        {int(each) for path in found if path.exists() for each in path.read_text().split()}
    )


def row(game: str) -> tuple[str, ...]:
    times, spent, used = measured(game)
    ordered = [1000 * each for each, _ in times]
    late = statistics.quantiles(ordered, n=100, method="inclusive")[98]
    return (
        game,
        f"{len(times)}",
        f"{statistics.median(ordered):.1f}",
        f"{late:.1f}",
        f"{max(ordered):.1f} ({max(times)[1]})",
        f"{spent:.0f}",
        f"{used:.0f}",
    )


HEAD = (
    "game",
    "pages",
    "median, ms",
    "99th percentile, ms",
    "longest, ms",
    "compiler worked, s",
    "longest part of it in processor time, s",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    rows = [row(game) for game in parser.parse_args().games]
    text = "\n".join(
        [
            "# Pages while the compiler works",
            "",
            *table(HEAD, rows),
            "",
            "The first match of a game on a server without machine code. The aim: 99 of 100 pages"
            f" below {AIM_MS} ms. Measured on {cpu_model()}, load average {load()}.",
            "",
            "Made by `python -m bench.cold`.",
            "",
        ]
    )
    REPORT.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
