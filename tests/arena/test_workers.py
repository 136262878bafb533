"""Any executor gives the same results, and a worker that is killed loses nothing."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import BadOption, simulate
from ludotheque.arena.simulation import Run, play_remotely
from ludotheque.arena.tournament import Tournament, played
from ludotheque.arena.training import collect
from ludotheque.arena.workers import chunks
from ludotheque.arena.workers.chunks import in_order
from ludotheque.arena.workers.place import place
from ludotheque.arena.workers.processes import Worker, processes
from ludotheque.arena.workers.ray_executor import connect
from ludotheque.arena.workers.same_code import code_of

from .test_tournament import TINY_BOX, sure

GAME = ludotheque.game("levelx")
MATCHES = 70_000  # several pieces for an executor


@pytest.fixture(scope="module")
def alone() -> ludotheque.Simulation:
    return simulate(GAME, 2, MATCHES, seed=5, workers=1)


def same(one: ludotheque.Simulation, other: ludotheque.Simulation) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("scores", "winners", "lengths")
    )


def answer_or_die(folder: Path, deaths: int, number: int) -> int:
    """The double of a number; but number 3 kills so many of the workers that have it."""
    died = len(list(folder.iterdir()))
    if number == 3 and died < deaths:
        (folder / str(died)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    with processes(2) as pool:
        found = list(in_order(pool, partial(answer_or_die, tmp_path, 2), range(12), 4))
    assert found == [2 * number for number in range(12)]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_chunk_that_kills_every_worker_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "MOST_LOSSES", 1)
    with processes(1) as pool, pytest.raises(BadOption, match="workers have died"):
        list(in_order(pool, partial(answer_or_die, tmp_path, 99), [3], 1))
    assert len(list(tmp_path.iterdir())) == 2


def test_an_executor_that_cannot_be_made_again_says_that_it_is_broken(tmp_path: Path) -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
        pytest.raises(BrokenExecutor),
    ):
        list(in_order(pool, partial(answer_or_die, tmp_path, 1), [3], 1))


def test_a_simulation_whose_worker_is_killed_is_the_same_to_the_last_bit(
    alone: ludotheque.Simulation,
) -> None:
    victims: list[Worker] = []

    def kill_one(done: int) -> None:
        if not victims:
            victims.extend(each for each in active_children() if isinstance(each, Worker))
            victims[0].kill()

    with processes(2) as pool:
        found = simulate(GAME, 2, MATCHES, seed=5, executor=pool, workers=1, progress=kill_one)
    assert len(victims) == 2
    assert not victims[0].is_alive()
    assert same(found, alone)


def test_a_tournament_whose_worker_is_killed_is_the_same_to_the_last_bit() -> None:
    tournament = Tournament.of("levelx", ["greedy", "random"], 400, seed=7, edition=TINY_BOX)
    killed: list[Worker] = []

    def kill_one(done: int) -> None:
        if done and not killed:
            killed.extend(each for each in active_children() if isinstance(each, Worker))
            killed[0].kill()

    found = played(tournament, workers=2, progress=kill_one)
    assert killed
    assert sure(found.frame).equals(sure(played(tournament, workers=1).frame))


def test_training_samples_the_same_positions_on_an_executor() -> None:
    game = ludotheque.game("coursededes")  # compiled beforehand for another test
    here = collect(game, 300, seed=2)
    with ThreadPoolExecutor(3) as threads:
        there = collect(game, 300, 2, executor=threads, workers=3)
    for name in ("features", "predictions", "shares", "matches"):
        assert np.array_equal(getattr(here, name), getattr(there, name))


def test_answers_come_in_order_and_few_are_kept() -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(20):
            asked.append(number)
            yield number

    def slow_first(number: int) -> int:
        time.sleep(0.3 if number == 0 else 0)
        return number

    most_ahead = 0
    with ThreadPoolExecutor(4) as threads:
        for number in in_order(threads, slow_first, tasks(), 4):
            assert asked[: number + 1] == list(range(number + 1))
            most_ahead = max(most_ahead, len(asked) - number)
    assert len(asked) == 20
    assert most_ahead <= 4


def test_a_problem_of_the_work_itself_is_not_tried_again() -> None:
    calls: list[int] = []

    def fail(number: int) -> int:
        calls.append(number)
        raise ZeroDivisionError

    with ThreadPoolExecutor(1) as threads, pytest.raises(ZeroDivisionError):
        list(in_order(lambda: threads, fail, [1], 1))
    assert calls == [1]


def test_a_worker_with_other_code_is_refused() -> None:
    run = Run.of(GAME, 2, 10)
    assert len(play_remotely(run, code_of(GAME), range(10))) == 10
    with pytest.raises(BadOption, match="a worker has another version of Level X"):
        play_remotely(run, "0.0.0 else", range(10))


@pytest.mark.parametrize("name", ["", "moon", "http://a:1"])
def test_a_place_that_is_none_is_refused(name: str) -> None:
    with (
        pytest.raises(BadOption, match="on ray or on ray://HOST:PORT"),
        place(name),
    ):
        pass


def test_this_machine_is_the_usual_place() -> None:
    with place(None, 3) as here:
        assert (here.executor, here.workers) == (None, 3)


def test_without_ray_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"pip install 'ludotheque\[ray\]'"), place("ray"):
        pass


def test_simulate_takes_any_executor(alone: ludotheque.Simulation) -> None:
    pools: list[Executor] = []

    def make() -> Executor:
        pools.append(ThreadPoolExecutor(2))
        return pools[-1]

    arguments: dict[str, Any] = {"seed": 5, "workers": 2}
    assert same(simulate(GAME, 2, MATCHES, executor=make, **arguments), alone)
    pools[0].shutdown()
    assert len(pools) == 1


def test_a_busy_cluster_is_asked_again() -> None:
    answers: list[Exception | None] = [ConnectionAbortedError("no server for you in time"), None]

    def init() -> None:
        if problem := answers.pop(0):
            raise problem

    connect(init, "ray://there")
    assert answers == []


@pytest.mark.parametrize("problem", [ConnectionError("nobody is there"), ConnectionAbortedError()])
def test_a_cluster_that_does_not_answer_is_named(problem: Exception) -> None:
    def init() -> None:
        raise problem

    with pytest.raises(BadOption, match="no Ray cluster answers at ray://there"):
        connect(init, "ray://there")
