"""Peak memory of streamed simulations and tournaments: python -m bench.streaming; writes
bench/STREAMING.md.

Each run is a process of its own, as its peak is asked of the system. It streams every match of
Level X with two players to a Parquet file and to the running summary. In tournaments a box with one
chip a row is played, so that a match takes a millisecond. Tournaments of ten times as many matches
get results that are made up: only the process that collects them works.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from ludotheque.arena.referee import Result

from . import machine

PAGE = Path(__file__).parent / "STREAMING.md"
SIZES, TOURNAMENTS, MADE_UP = (10**6, 10**7), (10**5, 10**6), (10**6, 10**7)

RUN = """
import resource, sys, time
from ludotheque.arena.streaming import stream
stream("levelx", 2, 1000, workers=1)
begin = time.perf_counter()
stream("levelx", 2, int(sys.argv[1]), 1, out=sys.argv[2], workers=int(sys.argv[3]))
seconds = time.perf_counter() - begin
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


TOURNAMENT = """
import resource, sys, tempfile, time
from pathlib import Path
from ludotheque.arena.journal import Journal
from ludotheque.arena.summary import Summary
from ludotheque.arena.tournament import Tournament, played
from bench.streaming import BOX, MadeUp
tournament = Tournament.of("levelx", ["greedy", "random"], int(sys.argv[1]), 1, edition=BOX)
executor = MadeUp() if {made_up} else None
begin = time.perf_counter()
with tempfile.TemporaryDirectory() as state, Journal(Path(state), tournament) as journal:
    outcome = played(tournament, journal, int(sys.argv[3]), executor)
    Summary.of(outcome)
    outcome.write(Path(sys.argv[2]), ".parquet")
seconds = time.perf_counter() - begin
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


BOX = {
    "name": "A chip a row",
    "spaces": [1] * 6,
    "chips": [1] * 6,
    "chips_withheld": [0] * 3,
    "tiles": [50],
}


class MadeUp(Executor):
    """Results of two players that nobody has played, in no time."""

    def __init__(self) -> None:
        self._chance = random.Random(1)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        (matches,) = arguments
        done.set_result([self._result(match) for match in matches])
        return done

    def _result(self, match: int) -> Result:
        chance, won = self._chance, float(self._chance.randrange(2))
        points, moves = [chance.randrange(60), chance.randrange(60)], [chance.randrange(9), 4]
        seconds = [chance.random() / 1000, chance.random() / 1000]
        return Result(match, points, [won, 1 - won], moves, seconds, chance.randrange(30))


def measured(code: str, matches: int, workers: int) -> tuple[float, float, float]:
    """Seconds, peak resident memory in MB and size of the file in MB of one run."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "results.parquet"
        command = [sys.executable, "-c", code, str(matches), str(out), str(workers)]
        ran = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
        seconds, kilobytes = map(float, ran.stdout.split())
        return seconds, kilobytes / 1024, out.stat().st_size / 1e6


HEAD = ("| matches | peak resident memory | file | seconds |", "| --- | --- | --- | --- |")


def page(rows: list[str], tournaments: list[str], made_up: list[str]) -> str:
    return "\n".join(
        [
            "# Streams",
            "",
            "Written by `python -m bench.streaming`. Level X, two players, every match to a",
            "Parquet file and to the running summary, with two workers.",
            "",
            f"Machine: {machine_text(machine.described())}",
            "",
            *HEAD,
            *rows,
            "",
            "More matches take more time and a larger file, and no more memory: parts of 200,000",
            "matches are written as they are played, the summary is counts, and the parts are put",
            "together a few at a time.",
            "",
            "## Tournaments",
            "",
            "`greedy` against `random`, in Level X with one chip a row, with two workers; every",
            "match to its journal and to a Parquet file, ratings and intervals from running sums.",
            "",
            *HEAD,
            *tournaments,
            "",
            "The same with results that are made up: only the process works that collects them,",
            "writes the journal and the files, and adds up what ratings and intervals follow from.",
            "",
            *HEAD,
            *made_up,
            "",
        ]
    )


def machine_text(facts: dict[str, str]) -> str:
    own = ", ".join(facts[name] for name in ("CPU", "system", "Python"))
    libraries = ", ".join(f"{name} {facts[name]}" for name in ("numba", "numpy"))
    return f"{own}, {libraries}; a load of {facts['load at the start']} at the start."


def main() -> None:
    rows = [row(RUN, matches) for matches in SIZES]
    played, made_up = (TOURNAMENT.replace("{made_up}", str(each)) for each in (False, True))
    tournaments = [row(played, matches) for matches in TOURNAMENTS]
    collected = [row(made_up, matches) for matches in MADE_UP]
    PAGE.write_text(page(rows, tournaments, collected), "utf-8")


def row(code: str, matches: int) -> str:
    seconds, memory, size = measured(code, matches, workers=2)
    found = f"| {matches:,} | {memory:.0f} MB | {size:.1f} MB | {seconds:.0f} |"
    print(found, flush=True)
    return found


if __name__ == "__main__":
    main()
