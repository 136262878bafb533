"""What a driver finds on a Ray cluster, beside what this machine finds; printed as JSON.

    python -m tests.arena.ray_driver FOLDER           on the cluster that RAY_ADDRESS names
    python -m tests.arena.ray_driver FOLDER ray://…   goes on where the first one was killed

The first driver does it all, and in the end streams to the folder until it kills itself: a driver
takes seconds to import Ray and to load compiled rules, and so do its workers.
"""

import contextlib
import io
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars

import ludotheque
from ludotheque.arena import streaming
from ludotheque.arena.simulation import Run, Simulation
from ludotheque.arena.training import collect
from ludotheque.arena.workers.chunks import in_order
from ludotheque.arena.workers.place import place
from ludotheque.cli.main import main as run_command
from tools import calibrate, levels_page, train

MATCHES, CHUNK = 50_000, 10_000
STREAMED, PART = 100_000, 20_000
TOURNAMENT = ("arena", "levelx", "greedy", "random", "--games", "40", "--seed", "7")


def main() -> None:
    folder = Path(sys.argv[1])
    if len(sys.argv) > 2:
        print(streamed(folder, sys.argv[2], killed_after=STREAMED))
        return
    print(json.dumps(findings()), flush=True)
    streamed(folder, "ray", killed_after=2 * PART)


def findings() -> dict[str, Any]:
    with place("ray") as cluster:
        assert callable(cluster.executor)
        found: dict[str, Any] = {"workers": cluster.workers}
        here = ludotheque.simulate("levelx", 2, MATCHES, seed=5)
        there = partial(simulated, cluster.executor)
        found["simulations equal"] = [frame(there(workers)) == frame(here) for workers in (1, 5)]
        heard: list[int] = []
        found["simulations equal"] += [frame(there(2, heard.append)) == frame(here)]
        found["progress"] = heard
        found |= killed_worker(cluster.executor, here)
        found["problem"] = problem_of_the_work(cluster.executor)
        found["trainings equal"] = trainings_equal(cluster.executor)
        found["commands"] = {name: outputs(ask) for name, ask in COMMANDS.items()}
    return found


def simulated(
    executor: Callable[[], Executor], workers: int, progress: Callable[[int], object] | None = None
) -> Simulation:
    return ludotheque.simulate(
        "levelx", 2, MATCHES, seed=5, executor=executor, workers=workers, progress=progress
    )


def frame(simulation: Simulation) -> bytes:
    return simulation.frame().write_ipc(None).getvalue()


def play_or_die(run: Run, marker: Path, matches: range) -> Simulation:
    """Play; but whoever has the second chunk first is killed."""
    if matches.start == CHUNK and not marker.exists():
        marker.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return run.play(matches)


def killed_worker(executor: Callable[[], Executor], here: Simulation) -> dict[str, Any]:
    run = Run.of("levelx", 2, MATCHES, 5)
    whole = run.empty(0, MATCHES)
    ranges = (range(start, start + CHUNK) for start in range(0, MATCHES, CHUNK))
    with tempfile.TemporaryDirectory() as folder:
        marker = Path(folder) / "died"
        for piece in in_order(executor, partial(play_or_die, run, marker), ranges, 4):
            whole.fill(piece)
        return {
            "a worker was killed": marker.exists() and int(marker.read_text()) != os.getpid(),
            "equal after the kill": frame(whole) == frame(here),
        }


def fail(number: int) -> int:
    raise ZeroDivisionError("as asked")


def problem_of_the_work(executor: Callable[[], Executor]) -> str:
    try:
        list(in_order(executor, fail, [1], 1))
    except ZeroDivisionError as problem:
        return str(problem)
    return "none"


def trainings_equal(executor: Callable[[], Executor]) -> bool:
    game = ludotheque.game("coursededes")
    one, other = collect(game, 300, 2), collect(game, 300, 2, executor=executor, workers=2)
    names = ("features", "predictions", "shares", "matches")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def streamed(folder: Path, address: str, killed_after: int) -> int:
    """Stream through an address, in small parts; the number of matches that were played.

    The driver is killed when so many are played, if that is not all of them.
    """
    streaming.PART = PART
    heard: list[int] = []

    def hear(matches: int) -> None:
        heard.append(matches)
        if killed_after <= sum(heard) < STREAMED:
            os.kill(os.getpid(), signal.SIGKILL)

    with place(address) as where:
        streaming.stream(
            "levelx",
            *(3, STREAMED, 3),
            out=folder / "x.parquet",
            state=folder / "state",
            executor=where.executor,
            workers=where.workers,
            progress=hear,
        )
    return sum(heard)


# The commands, which join the cluster that this process is connected to


def simulate_command(*on: str) -> None:
    run_command(["simulate", "levelx", "--games", "20001", "--seed", "3", *on])


def arena_command(*on: str) -> None:
    """Print all results but the seconds that robots took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.parquet"
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            run_command([*TOURNAMENT, "--out", str(path), *on])
        print(polars.read_parquet(path).drop("seconds").write_csv())


def train_command(*on: str) -> None:
    where = on[:2] if "--on" in on else ()
    train.main(["coursededes", "--matches", "40", "--dry", *where])


def calibrate_command(*on: str) -> None:
    """Measure one step; times are measured too, and left out of what is compared."""
    calibrate.NAMES = levels_page.NAMES = ["débutant", "habitué"]
    calibrate.STEPS, calibrate.ENDS = [("habitué", "débutant")], [("débutant", "random")]
    calibrate.DECISIONS = 1
    data = Path(os.environ["LUDOTHEQUE_DATA"])
    calibrate.PAGE, calibrate.DATA = data / "LEVELS.md", data / "levels.json"
    calibrate.main(["--games", "masterdes", "--matches", "8", *on])
    (step,) = json.loads(calibrate.DATA.read_text("utf-8"))["games"]["masterdes"]["steps"]
    print({name: value for name, value in step.items() if "seconds" not in name})


COMMANDS: dict[str, Callable[..., None]] = {
    "simulate": simulate_command,
    "arena": arena_command,
    "train": train_command,
    "calibrate": calibrate_command,
}


def outputs(ask: Callable[..., None]) -> list[str]:
    """What a command prints on this machine, and on the cluster."""
    found = []
    for on in (("--workers", "1"), ("--on", "ray")):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
            ask(*on)
        found.append(printed.getvalue())
    return found


if __name__ == "__main__":
    main()
