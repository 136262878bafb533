"""A local Ray cluster of two workers gives what this machine gives, also when a worker is killed.

Ray is not among the packages that `make test` installs. Where it is, this runs too:
`pip install 'ludotheque[ray]'`.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.core.process import ROOT, SOURCES

pytest.importorskip("ray")

SCRIPT = """
import json, os, signal, sys, tempfile
from functools import partial
from pathlib import Path
import numpy as np
import ludotheque
from ludotheque.arena.simulation import Run
from ludotheque.arena.training import collect
from ludotheque.arena.workers.chunks import in_order
from ludotheque.arena.workers.ray_executor import RayExecutor

def play_or_die(run, marker, matches):
    if matches.start == 20_000 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return run.play(matches)

def rows(simulation):
    return simulation.frame()

cluster = RayExecutor("local", num_cpus=2, include_dashboard=False)
pool = {"executor": lambda: cluster, "workers": cluster.cores}
found = {"cores": cluster.cores}

here = ludotheque.simulate("levelx", 2, 50_000, seed=5)
there = ludotheque.simulate("levelx", 2, 50_000, seed=5, **pool)
found["simulation"] = rows(there).equals(rows(here))

marker = Path(tempfile.mkdtemp()) / "died"
run = Run.of("levelx", 2, 50_000, 5)
ranges = (range(start, start + 10_000) for start in range(0, 50_000, 10_000))
whole = run.empty(0, 50_000)
for piece in in_order(pool["executor"], partial(play_or_die, run, marker), ranges, 4):
    whole.fill(piece)
found["killed"] = marker.exists()
found["after the kill"] = rows(whole).equals(rows(here))

both = ["greedy", "random"]
frames = [ludotheque.arena("levelx", both, 40, seed=7, **where) for where in ({"workers": 1}, pool)]
found["tournament"] = frames[0].drop("seconds").equals(frames[1].drop("seconds"))

game = ludotheque.game("coursededes")
one, other = collect(game, 300, 2), collect(game, 300, 2, **pool)
found["training"] = all(
    np.array_equal(getattr(one, name), getattr(other, name)) for name in ("features", "shares")
)

def fail(number):
    raise ZeroDivisionError("as asked")

try:
    list(in_order(pool["executor"], fail, [1], 1))
except ZeroDivisionError as problem:
    found["problem"] = str(problem)
cluster.shutdown(cancel_futures=True)
print(json.dumps(found))
"""


def test_a_ray_cluster_gives_what_this_machine_gives_whoever_dies() -> None:
    path = os.pathsep.join(map(str, (SOURCES, ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "RAY_USAGE_STATS_ENABLED": "0"}
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, encoding="utf-8"
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout.splitlines()[-1]) == {
        "cores": 2,
        "simulation": True,
        "killed": True,
        "after the kill": True,
        "tournament": True,
        "training": True,
        "problem": "as asked",
    }
