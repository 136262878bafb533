"""A Ray cluster of two workers gives what this machine gives, whoever dies.

Ray is an extra. Where it is not installed, all of this is skipped: `pip install 'ludotheque[ray]'`.
"""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars
import pytest

import ludotheque

from .ray_cluster import WORKERS, Cluster, ray_cluster
from .ray_driver import COMMANDS, MATCHES, PART, STREAMED

pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with ray_cluster() as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ray")


@pytest.fixture(scope="module")
def found(cluster: Cluster, folder: Path) -> dict[str, Any]:
    """What a driver has found before it was killed."""
    printed = cluster.run("-m", "tests.arena.ray_driver", str(folder), fails_with=-signal.SIGKILL)
    data: dict[str, Any] = json.loads(printed.splitlines()[-1])
    return data


def test_results_are_equal_to_the_last_bit_whatever_the_number_of_workers(
    found: dict[str, Any],
) -> None:
    assert found["workers"] == WORKERS
    assert found["simulations equal"] == [True, True, True]
    assert found["trainings equal"]


def test_a_worker_that_is_killed_loses_nothing(found: dict[str, Any]) -> None:
    assert found["a worker was killed"]
    assert found["equal after the kill"]


def test_a_problem_of_the_work_itself_comes_back_as_it_was(found: dict[str, Any]) -> None:
    assert found["problem"] == "as asked"


def test_progress_is_reported_while_the_cluster_plays(found: dict[str, Any]) -> None:
    assert len(found["progress"]) > 1
    assert sum(found["progress"]) == MATCHES


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_the_same_on_the_cluster(found: dict[str, Any], name: str) -> None:
    here, there = found["commands"][name]
    assert here
    assert there == here


def test_a_run_whose_driver_was_killed_is_finished_by_a_client_elsewhere(
    found: dict[str, Any], cluster: Cluster, folder: Path
) -> None:
    """The second driver is a client of Ray (`ray://…`), as on another machine."""
    assert not (folder / "x.parquet").exists()
    played = int(cluster.run("-m", "tests.arena.ray_driver", str(folder), cluster.url))
    assert played == STREAMED - 2 * PART
    whole = ludotheque.simulate("levelx", 3, STREAMED, seed=3).frame()
    assert polars.read_parquet(folder / "x.parquet").equals(whole)
