"""Streams: the tally and the file say what `simulate` does, in parts that outlive the driver."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

from ludotheque import BadOption, Simulation, simulate
from ludotheque.arena import streaming
from ludotheque.arena.simulation import Run
from ludotheque.arena.streaming import parts_of
from ludotheque.arena.tally import Tally
from tests.core.process import ROOT, SOURCES

GAMES, PART, SEED = 13_500, 4_000, 3


@pytest.fixture(scope="module")
def whole() -> Simulation:
    return simulate("levelx", 3, GAMES, SEED)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "PART", PART)


def stream(**more: Any) -> Tally:
    return streaming.stream("levelx", 3, GAMES, SEED, **more)


def assert_agree(tally: Tally, whole: Simulation) -> None:
    assert (len(tally), tally.players) == (len(whole), whole.players)
    assert tally.shared_victories == int((whole.winners.sum(axis=1) > 1).sum())
    assert tally.shared_victories > 0
    columns = [whole.scores[:, seat] for seat in range(whole.players)]
    for spread, values in zip(
        [*tally.scores, tally.lengths], [*columns, whole.lengths], strict=True
    ):
        assert spread.mean == pytest.approx(values.mean(), rel=1e-12)
        assert spread.deviation == pytest.approx(values.std(ddof=1), rel=1e-12)
        assert (spread.lowest, spread.highest) == (values.min(), values.max())
        assert spread.median == np.median(values)
    for seat in range(whole.players):
        assert tally.share(seat) == pytest.approx(whole.shares[:, seat].mean(), rel=1e-12)


@pytest.mark.parametrize("workers", [1, 3])
def test_the_tally_and_the_file_say_what_simulate_does(
    tmp_path: Path, whole: Simulation, workers: int
) -> None:
    heard: list[int] = []
    tally = stream(out=tmp_path / "x.parquet", workers=workers, progress=heard.append)
    assert_agree(tally, whole)
    assert polars.read_parquet(tmp_path / "x.parquet").equals(whole.frame())
    assert sum(heard) == GAMES
    assert [each.name for each in tmp_path.iterdir()] == ["x.parquet"]


def test_a_file_may_be_csv(tmp_path: Path, whole: Simulation) -> None:
    stream(out=tmp_path / "x.csv")
    found = polars.read_csv(tmp_path / "x.csv", schema=whole.frame().schema)
    assert found.equals(whole.frame())


def test_no_matches_are_an_empty_file(tmp_path: Path) -> None:
    tally = streaming.stream("levelx", 2, 0, out=tmp_path / "x.parquet")
    assert len(tally) == 0
    assert polars.read_parquet(tmp_path / "x.parquet").shape == (0, 6)


def test_tallies_survive_the_way_to_disk(whole: Simulation) -> None:
    tally = Tally.empty(3)
    tally.add(whole)
    assert Tally.of_data(json.loads(json.dumps(tally.data()))) == tally


DRIVER = """
import os, signal, sys
import ludotheque
from ludotheque.arena import streaming
streaming.PART = int(sys.argv[3])
done = []
def die(matches):
    done.append(matches)
    if sum(done) > 2 * streaming.PART:
        os.kill(os.getpid(), signal.SIGKILL)
games, seed = map(int, sys.argv[4:])
ludotheque.arena.stream("levelx", 3, games, seed, out=sys.argv[1], state=sys.argv[2], progress=die)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_run_whose_driver_is_killed_goes_on_from_its_last_part(
    tmp_path: Path, whole: Simulation
) -> None:
    out, state = tmp_path / "x.parquet", tmp_path / "state"
    path = os.pathsep.join(map(str, (SOURCES, ROOT)))
    arguments = map(str, (out, state, PART, GAMES, SEED))
    command = [sys.executable, "-c", DRIVER, *arguments]
    ran = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True)
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    assert not out.exists()
    heard: list[int] = []
    assert_agree(stream(out=out, state=state, progress=heard.append), whole)
    assert sum(heard) == GAMES - 2 * PART
    assert polars.read_parquet(out).equals(whole.frame())
    assert [each for each in state.iterdir() if each.is_dir()] == []


@pytest.mark.parametrize("spoilt", ["tally.json", "000000.parquet"])
def test_what_is_torn_or_missing_is_played_again(
    tmp_path: Path, whole: Simulation, spoilt: str
) -> None:
    run, out = Run.of("levelx", 3, GAMES, SEED), tmp_path / "x.parquet"

    def stop_after_two(done: int) -> None:
        if len(parts) == 2 * PART:
            raise KeyboardInterrupt

    with parts_of(run, tmp_path / "state", out=out) as parts:
        with pytest.raises(KeyboardInterrupt):
            parts.play(1, None, stop_after_two, None)
        assert len(parts) == 2 * PART
        path = parts.folder / spoilt
        path.write_text('{"scores": [') if spoilt.endswith("json") else path.unlink()
    with parts_of(run, tmp_path / "state", out=out) as parts:
        assert len(parts) == 0
        assert_agree(parts.play(1, None, lambda _: None, None), whole)


def test_one_run_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    run = Run.of("levelx", 3, GAMES, SEED)
    with (
        parts_of(run, tmp_path, out=None),
        pytest.raises(BadOption, match="by another process"),
        parts_of(run, tmp_path, out=None),
    ):
        pass


def test_a_state_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadOption, match="no file can be written in"):
        stream(state=tmp_path / "file" / "deep")
