"""Random matches of every game: compiled against interpreted, by number of players.

`python -m bench.simulation` measures this alone, and prints it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import ludotheque
from ludotheque import Game
from ludotheque.core.compiler import Mode

Row = dict[str, Any]


@dataclass(frozen=True)
class Sizes:
    """How long a measurement takes, in CPU time, and how often; the best one counts."""

    rounds: int
    seconds: float


FULL = Sizes(rounds=5, seconds=0.3)
QUICK = Sizes(rounds=2, seconds=0.1)

#: The number of matches that are timed first, to estimate how many fit into the time.
TRIAL: dict[Mode, int] = {"compiled": 200, "interpreted": 1}


def measured(sizes: Sizes) -> dict[str, list[Row]]:
    """For each game, a row for every number of players."""
    games = [ludotheque.game(name) for name in ludotheque.games()]
    return {game.title: [row(game, players, sizes) for players in game.players] for game in games}


def row(game: Game, players: int, sizes: Sizes) -> Row:
    compiled, length = speed(game, players, "compiled", sizes)
    interpreted, _ = speed(game, players, "interpreted", sizes)
    return {
        "players": players,
        "compiled": compiled,
        "interpreted": interpreted,
        "length": length,
        "unit": game.unit.en,
    }


def speed(game: Game, players: int, mode: Mode, sizes: Sizes) -> tuple[float, float]:
    """Matches a second in the best of the rounds, and how long a match was on average."""
    play(game, players, mode, 0, 1)  # compile first
    seconds, _ = play(game, players, mode, 0, TRIAL[mode])
    matches = max(1, round(TRIAL[mode] * sizes.seconds / max(seconds, 1e-4)))
    runs = [play(game, players, mode, seed, matches) for seed in range(1, sizes.rounds + 1)]
    fastest = min(seconds for seconds, _ in runs)
    return matches / fastest, sum(length for _, length in runs) / len(runs)


def play(game: Game, players: int, mode: Mode, seed: int, matches: int) -> tuple[float, float]:
    """The CPU time of some matches on one core, and their mean length."""
    begin = time.process_time()
    result = ludotheque.simulate(game, players, matches, seed, workers=1, mode=mode)
    return time.process_time() - begin, float(result.lengths.mean())


def rows(results: dict[str, list[Row]]) -> list[tuple[str, ...]]:
    """The rows of the table; `HEAD` names the columns."""
    return [
        (
            title,
            f"{own['players']}",
            f"{own['compiled']:,.0f}",
            f"{own['interpreted']:,.1f}",
            f"{own['compiled'] / own['interpreted']:,.0f} times",
            f"{own['compiled'] * own['length'] / 1e6:.2f} million {own['unit']}",
            f"{own['length']:.1f} {own['unit']}",
        )
        for title, every in results.items()
        for own in every
    ]


HEAD = (
    "game",
    "players",
    "matches a second, compiled",
    "interpreted",
    "ratio",
    "compiled, a second",
    "mean length",
)


def section(results: dict[str, list[Row]]) -> list[str]:
    """A section of the report."""
    lines = [HEAD, tuple("---" for _ in HEAD), *rows(results)]
    return [
        "## Random matches of every game, one core",
        "",
        *(f"| {' | '.join(line)} |" for line in lines),
        "",
        "CPU time, the best of several rounds. The same rules run in both modes.",
    ]


if __name__ == "__main__":
    print("\n".join(section(measured(FULL))))
