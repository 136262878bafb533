"""The speed of playouts and search: random matches and MCTS iterations a second, on 1 and 2 cores.

`python -m bench.search` measures this alone, and prints it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import ludotheque
from ludotheque import Game
from ludotheque.arena.simulation import available_cores
from ludotheque.bots import prepare
from ludotheque.bots.search_player import SearchPlayer
from ludotheque.core.view import View

ROLLOUT_DEPTH = 2  # the master's
Rates = dict[int, float]  # by the number of cores
Row = dict[str, Rates]


@dataclass(frozen=True)
class Sizes:
    """How long a measurement takes, in wall-clock time, and how often; the best one counts."""

    rounds: int
    seconds: float


FULL = Sizes(rounds=5, seconds=1.0)
QUICK = Sizes(rounds=1, seconds=0.2)


def measured(sizes: Sizes) -> dict[str, Row]:
    """For each game: matches and iterations a second."""
    games = [ludotheque.game(name) for name in ludotheque.games()]
    return {game.title: row(game, sizes) for game in games}


def row(game: Game, sizes: Sizes) -> Row:
    prepare("expert", game)
    view = somewhere(game)

    def play(matches: int, cores: int) -> None:
        ludotheque.simulate(game, game.players[0], matches, workers=cores)

    def run_search(iterations: int, cores: int) -> None:
        players = [
            SearchPlayer(core, iterations=iterations, rollout_depth=ROLLOUT_DEPTH)
            for core in range(cores)
        ]
        with ThreadPoolExecutor(cores) as threads:
            list(threads.map(lambda player: player.rank_moves(view), players))

    return {
        "matches": rates(lambda count, cores: play(count * cores, cores), 200, sizes),
        "iterations": rates(run_search, 100, sizes),
    }


def somewhere(game: Game) -> View:
    """The mover's view in the middle of a fixed random match."""
    chance, state = random.Random(1), game.start(game.players[0], game.reactions.OPTIONS)
    views = []
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
            continue
        assert state.seat is not None
        views.append(state.view(state.seat))
        state.play(chance.choice(state.moves()))
    choices = [view for view in views if len(view.moves) > 1]
    return choices[len(choices) // 2]


def rates(work: Callable[[int, int], None], trial: int, sizes: Sizes) -> Rates:
    """The rate of work per second, by the number of cores; each core gets the same amount."""
    work(1, 1)  # compile first
    amount = max(1, round(trial * sizes.seconds / max(seconds_of(work, trial, 1), 1e-4)))
    best: Rates = {}
    for _ in range(sizes.rounds):
        for cores in (1, 2):
            if cores <= available_cores():
                rate = amount * cores / seconds_of(work, amount, cores)
                best[cores] = max(rate, best.get(cores, 0.0))
    return best


def seconds_of(work: Callable[[int, int], None], amount: int, cores: int) -> float:
    begin = time.perf_counter()
    work(amount, cores)
    return time.perf_counter() - begin


HEAD = ("game", "random matches a second", "two cores", "iterations a second", "two cores")


def section(results: dict[str, Row], arena: dict[str, Rates]) -> list[str]:
    """A section of the report; numbers of cores may be strings, if they come from JSON."""
    rows = [
        (title, *cells(found["matches"]), *cells(found["iterations"]))
        for title, found in results.items()
    ]
    arena_rows = [(name, *cells(speeds, 1)) for name, speeds in arena.items()]
    return [
        "## Playouts and search, on one core and on two",
        "",
        *table(HEAD, rows),
        "",
        "Wall-clock time, the best of several rounds, as few players as the game allows. Iterations"
        f" are those of Monte Carlo tree search with rollouts of {ROLLOUT_DEPTH} decisions. Two"
        " searches run on two threads, and share nothing.",
        "",
        *table(("random against greedy in the arena", "matches a second", "two cores"), arena_rows),
        "",
        "The start of the two worker processes is included, which matters in short tournaments.",
    ]


def cells(found: dict[Any, float], digits: int = 0) -> tuple[str, str]:
    by_cores = {int(cores): rate for cores, rate in found.items()}
    one, two = by_cores[1], by_cores.get(2)
    return f"{one:,.{digits}f}", "not measured" if two is None else f"{two / one:.2f} times"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


if __name__ == "__main__":
    from . import arena

    print("\n".join(section(measured(FULL), arena.measured())))
