"""`python -m bench.batch`: programs that learn, beside OpenSpiel and pgx in one run; BATCH.md.

    python -m pip install open_spiel pgx jax     for the peers; what is missing is not measured

All on one core, in CPU time, the best of several rounds in which all take turns. Machine code is
made before anything is timed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

# Before jax is imported: one thread, as everybody has it here.
os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np

import ludotheque

from . import machine
from .peers import open_spiel, pgx
from .report import MISSING, table

PAGE = Path(__file__).with_name("BATCH.md")
AIM = 5e6  # decisions a second of Level X, without observations
COPY_AIM = 1e-6  # seconds

OPTIONS = {"trotteurs": {"vigilance": "manual"}}  # by default nobody decides anything in it

Rate = Callable[[], float]  # measures once: decisions or steps a second, or seconds


@dataclass(frozen=True)
class Sizes:
    rounds: int
    rows: int
    steps: int  # of a batch in a round
    seconds: float  # of single steps in a round


FULL = Sizes(rounds=5, rows=4096, steps=60, seconds=0.5)
QUICK = Sizes(rounds=2, rows=512, steps=20, seconds=0.2)


def measured(sizes: Sizes) -> dict[str, Any]:
    batches = {f"{name}{what}": each for name in games() for what, each in batch_rates(name, sizes)}
    singles: dict[str, Rate] = {name: single_steps(name, sizes) for name in games()}
    peers = {
        f"pgx: {name}": rate
        for name, rate in pgx.rates(sizes.rows, max(2, sizes.steps // 20)).items()
    }
    if importlib.util.find_spec("pyspiel") is not None:
        singles["OpenSpiel: backgammon"] = lambda: open_spiel.steps_per_second(sizes.seconds)
    copies = {name: copying(name) for name in games()}
    return {
        "machine": machine.described(),
        "rows": sizes.rows,
        "batches": best(batches, sizes.rounds),
        "peers": best(peers, sizes.rounds),
        "singles": best(singles, sizes.rounds),
        "copies": best(copies, sizes.rounds, min),
    }


def games() -> list[str]:
    return ludotheque.games()


def best(
    rates: dict[str, Rate], rounds: int, choose: Callable[..., float] = max
) -> dict[str, float]:
    """The best of several rounds, in which all take turns."""
    found: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(rounds):
        for name, rate in rates.items():
            found[name].append(rate())
    return {name: choose(values) for name, values in found.items()}


# Batches

ACTIONS_ONLY, WITH_ARRAYS, WITH_TENSOR = "", " + named arrays", " + flat tensor"


def batch_rates(name: str, sizes: Sizes) -> list[tuple[str, Rate]]:
    """Decisions a second of a batch; without observations, and with each kind of them."""
    game = ludotheque.game(name)
    batch = game.batch(game.players[0], sizes.rows, 1, OPTIONS.get(name))
    rng = np.random.default_rng(1)
    reads: dict[str, Callable[[], object]] = {
        ACTIONS_ONLY: lambda: None,
        WITH_ARRAYS: lambda: batch.observations,
        WITH_TENSOR: lambda: batch.observation_tensor,
    }
    for _ in range(sizes.steps):  # apart from each other, as matches in training are
        batch.step(random_actions(batch.masks, rng))
    return [(what, partial(run, batch, read, sizes.steps, rng)) for what, read in reads.items()]


def run(
    batch: ludotheque.Batch, read: Callable[[], object], steps: int, rng: np.random.Generator
) -> float:
    """Decisions a second. Choosing the actions is not timed."""
    seconds = 0.0
    for _ in range(steps):
        actions = random_actions(batch.masks, rng)
        begin = time.process_time()
        batch.step(actions)
        read()
        seconds += time.process_time() - begin
    return steps * len(batch) / seconds


def random_actions(masks: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    chances = rng.random(masks.shape, np.float32) * masks
    chosen: np.ndarray[Any, Any] = np.argmax(chances, axis=1)
    return chosen


# Single steps


def single_steps(name: str, sizes: Sizes) -> Rate:
    """Steps a second of a State in the compiled mode, driven by actions from Python."""
    game, rng = ludotheque.game(name), random.Random(1)
    play_one(game, rng)
    return lambda: timed(lambda: play_one(game, rng), sizes.seconds)


def play_one(game: ludotheque.Game, rng: random.Random) -> int:
    """Play a match by draws and actions; its number of steps."""
    state = game.start(game.players[0], OPTIONS.get(game.id), mode="compiled")
    steps, chance = 0, rng.random
    while True:
        size = state.draw_size
        if size is not None:
            state.draw(int(chance() * size))
        else:
            actions = state.actions()
            if not actions:
                return steps
            state.play_action(actions[int(chance() * len(actions))])
        steps += 1


def timed(play: Callable[[], int], seconds: float) -> float:
    begin, steps = time.process_time(), 0
    while (passed := time.process_time() - begin) < seconds:
        steps += play()
    return steps / passed


def copying(name: str) -> Rate:
    """Seconds that one copy of a state takes."""
    game = ludotheque.game(name)
    copy, count = game.start(game.players[-1]).copy, 20_000

    def once() -> float:
        begin = time.process_time()
        for _ in range(count):
            copy()
        return (time.process_time() - begin) / count

    return once


# The page


def page(results: dict[str, Any]) -> str:
    return "\n".join(
        [
            "# Programs that learn",
            "",
            "Written by `python -m bench.batch`, which `make bench` runs too. CPU time on one core,"
            " the best of several rounds in which all take turns, machine code made before.",
            "",
            *table(("machine", ""), list(results["machine"].items())),
            "",
            f"## {results['rows']:,} matches stepped together, as few players as the game allows",
            "",
            *table(
                ("game", "decisions a second", "+ named arrays", "+ flat tensor"),
                batch_rows(results["batches"]),
            ),
            "",
            verdict(results["batches"].get("levelx", 0.0)),
            "",
            "A decision is one action, chosen outside; of a move with several, each counts. Masks,"
            " rewards and new matches are always included, observations where the column says so.",
            "",
            *peer_section(results),
            "",
            "## Single steps, driven from Python",
            "",
            *table(
                ("game", "steps a second", "against OpenSpiel"), single_rows(results["singles"])
            ),
            "",
            "A step is a draw or an action, chosen at random by Python from what the state lists."
            ' Ours are states of `game.start(players, mode="compiled")`; OpenSpiel has its'
            " backgammon in C++.",
            "",
            "## Copies of a state",
            "",
            *table(("game", "one copy", "aim"), copy_rows(results["copies"])),
            "",
        ]
    )


def title(name: str) -> str:
    return ludotheque.game(name).title


def millions(rate: float | None) -> str:
    return MISSING if rate is None else f"{rate / 1e6:.2f} million"


def batch_rows(batches: dict[str, float]) -> list[tuple[str, ...]]:
    columns = (ACTIONS_ONLY, WITH_ARRAYS, WITH_TENSOR)
    return [
        (title(name), *(millions(batches.get(name + column)) for column in columns))
        for name in games()
    ]


def verdict(rate: float) -> str:
    met = "met" if rate >= AIM else "**missed**"
    return f"Aim on Level X without observations: at least {AIM / 1e6:g} million; {met}."


def peer_section(results: dict[str, Any]) -> list[str]:
    ours, peers = results["batches"]["levelx"], results["peers"]
    rows: list[tuple[str, ...]] = [("ludotheque: Level X", millions(ours), "1")]
    rows += [(name, millions(rate), f"{ours / rate:.1f}") for name, rate in peers.items()]
    if not peers:
        rows.append(("pgx", f"{MISSING}: `pip install pgx jax`", ""))
    return [
        "## Beside pgx on the same core",
        "",
        *table(("game", "decisions a second", "ludotheque is so many times as fast"), rows),
        "",
        "pgx's environments under `jax.jit` and `jax.vmap`, with the same number of matches, which"
        " begin anew, and actions chosen outside of what is timed; its states carry masks and"
        " observations always. The games differ, so this compares what a training loop on a CPU"
        " waits for, not implementations of one game.",
    ]


def single_rows(singles: dict[str, float]) -> list[tuple[str, ...]]:
    peer = singles.get("OpenSpiel: backgammon")
    rows: list[tuple[str, ...]] = [
        (title(name), f"{singles[name]:,.0f}", f"{singles[name] / peer:.1f} times" if peer else "")
        for name in games()
    ]
    said = f"{peer:,.0f}" if peer else f"{MISSING}: `pip install open_spiel`"
    return [*rows, ("OpenSpiel: backgammon", said, "")]


def copy_rows(copies: dict[str, float]) -> list[tuple[str, ...]]:
    aim = f"below {COPY_AIM * 1e6:g} µs"
    return [
        (
            title(name),
            f"{seconds * 1e6:.2f} µs",
            f"{aim}: {'met' if seconds < COPY_AIM else '**missed**'}",
        )
        for name, seconds in copies.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.batch", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short look; writes nothing")
    quick = parser.parse_args().quick
    text = page(measured(QUICK if quick else FULL))
    if not quick:
        PAGE.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
