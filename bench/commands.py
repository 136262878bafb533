"""What a command costs below the web: rules, state machine, disk, and the memory of a match.

`python -m bench.commands` takes about a minute; `--quick` a few seconds. Matches are played with
random moves. Everything runs in one process, without sockets, frames and pages.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import ludotheque
from ludotheque.core import single_steps
from ludotheque.core.compiler import Mode
from ludotheque.core.game import Game
from ludotheque.store.store import Store
from ludotheque.table.dice import SeededDice
from ludotheque.table.events import Command, Move, Roll, events_data
from ludotheque.table.fairness import Fairness
from ludotheque.table.match import Match, Seat
from ludotheque.table.record import Record
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.reaction_match import live_match
from ludotheque.web.live.told_match import load_match

from .search import table

MODES: tuple[Mode, ...] = ("interpreted", "compiled")
MICRO = 1e6


@dataclass
class Times:
    """Seconds of commands, by their kind."""

    roll: list[float] = field(default_factory=list)
    move: list[float] = field(default_factory=list)

    def note(self, command: Command, seconds: float) -> None:
        (self.move if isinstance(command, Move) else self.roll).append(seconds)

    @property
    def medians(self) -> tuple[float, float]:
        """Microseconds of a roll and of a move."""
        return (
            MICRO * statistics.median(self.roll or [0]),
            MICRO * statistics.median(self.move or [0]),
        )


def next_command(match: Match, chance: random.Random) -> Command | None:
    waiting = match.waits_for
    if waiting.what == "end" or waiting.seat is None:
        return None
    if waiting.what == "roll":
        return Roll(waiting.seat, match.version)
    return Move(waiting.seat, match.version, chance.choice(match.timeline.state.moves()))


def decisions(game: Game, mode: Mode, matches: int) -> Times:
    """The time of `Match.do` alone."""
    times, chance = Times(), random.Random(1)
    for number in range(matches):
        start = game.start(game.players[0], mode=mode)
        seats = [Seat(f"seat {seat}") for seat in range(start.players)]
        match = Match.begin(start, seats, SeededDice(number)).after
        while (command := next_command(match, chance)) is not None:
            begin = time.perf_counter()
            match = match.do(command).after
            times.note(command, time.perf_counter() - begin)
    return times


def live_matches(game: Game, store: Store, count: int) -> Iterator[LiveMatch]:
    players = game.players[0]
    for number in range(count):
        names = [f"seat {seat}" for seat in range(players)]
        more = {"names": names, "bots": [None] * players, "date": ""}
        record = Record.of(game.start(players), **more)
        match_id = f"{game.id}-{number}"
        fairness = Fairness.create(match_id, players)
        fairness.fix_header(record.header)
        opening = load_match(record, fairness).settle()
        store.create(match_id, record.header, events_data(opening.events)).result()
        yield live_match(match_id, record, opening.after, store, fairness)


@dataclass(frozen=True)
class Carried:
    """What a number of matches at once have cost."""

    cpu: float  # microseconds of CPU a command
    rate: float  # commands a second
    memory: float  # bytes a match that was played to its end


async def carried(game: Game, count: int, seconds: float, folder: Path) -> Carried:
    """Play matches at once on a real store, each command on disk before the next."""
    with Store.open(folder) as store:
        lives = list(live_matches(game, store, count))
        done, until = 0, time.perf_counter() + seconds

        async def play(live: LiveMatch, number: int) -> None:
            nonlocal done
            chance = random.Random(number)
            while time.perf_counter() < until:
                command = next_command(live.match, chance)
                if command is None:
                    return
                await live.do(command)
                done += 1

        begin, cpu = time.perf_counter(), time.process_time()
        await asyncio.gather(*(play(live, number) for number, live in enumerate(lives)))
        spent, cpu = time.perf_counter() - begin, time.process_time() - cpu
    return Carried(MICRO * cpu / done, done / spent, await memory(game, folder))


async def memory(game: Game, folder: Path, count: int = 8) -> float:
    """The bytes that a match keeps when it has been played to its end: what forgetting it frees.

    What is kept once for all matches, such as the texts of moves, stays, and does not count.
    """
    with Store.open(folder / "memory") as store:
        tracemalloc.start()
        try:
            lives = list(live_matches(game, store, count))
            for number in range(count):
                await to_the_end(lives[number], random.Random(number))
            gc.collect()
            full, _ = tracemalloc.get_traced_memory()
            lives.clear()
            gc.collect()
            empty, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    return (full - empty) / count


async def to_the_end(live: LiveMatch, chance: random.Random) -> None:
    while (command := next_command(live.match, chance)) is not None:
        await live.do(command)
        live.narration_at(len(live.steps) - 1, live.game.language("fr"))
        live.displayed_at(len(live.steps) - 1)


def rows(matches: int, count: int, seconds: float) -> Iterator[tuple[str, ...]]:
    for name in ludotheque.games():
        game = ludotheque.game(name)
        cells = [game.title]
        for mode in MODES:
            decisions(game, mode, 1)  # load or compile first
            roll, move = decisions(game, mode, matches).medians
            cells.append(f"{roll:.0f} / {move:.0f} µs")
        single_steps.prepare(game)
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(carried(game, count, seconds, Path(folder)))
        cells += [
            f"{found.cpu:.0f} µs",
            f"{found.rate:,.0f}",
            f"{found.memory / 1024:.0f} KB",
        ]
        yield tuple(cells)


HEAD = (
    "game",
    "roll / move, interpreted",
    "roll / move, compiled",
    "CPU with the disk",
    "commands a second",
    "memory a played match",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    sizes = (2, 50, 1.0) if quick else (10, 200, 4.0)
    print("\n".join(table(HEAD, list(rows(*sizes)))))


if __name__ == "__main__":
    main()
