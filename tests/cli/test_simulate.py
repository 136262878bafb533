"""`ludotheque simulate`: the table, the files, the same result on any number of cores."""

import re
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import polars
import pytest

from ludotheque.arena import streaming
from ludotheque.arena.simulation import Simulation, simulate
from ludotheque.arena.tally import Spread
from ludotheque.cli.commands.simulate import interval_text, share_texts
from ludotheque.cli.shared.messages import use_language
from ludotheque.core.atomic import write_text_atomically

from .conftest import Command

GAMES = 300


@pytest.fixture(scope="module")
def result() -> Simulation:
    """What the command must show and write."""
    return simulate("levelx", 3, GAMES, seed=4)


def test_the_table_shows_every_seat_and_the_length(command: Command, result: Simulation) -> None:
    outcome = command("simulate", "levelx", "--players", "3", "--games", "300", "--seed", "4")
    assert outcome.code == 0
    assert outcome.out.startswith("Level X, 3 players, 300 matches, seed 4")
    assert f"{int((result.winners.sum(axis=1) > 1).sum())} shared" in outcome.out
    for seat in range(3):
        scores = result.scores[:, seat]
        row = next(line for line in outcome.out.splitlines() if re.match(rf"\s*{seat}  ", line))
        assert f"{100 * result.shares[:, seat].mean():.2f} %" in row
        assert f"{scores.mean():.2f}" in row
        assert re.search(rf"\b{scores.min()}\b.*\b{scores.max()}\s*$", row)
    lengths = next(line for line in outcome.out.splitlines() if line.startswith("turns"))
    assert f"{result.lengths.mean():.2f}" in lengths


def test_in_french_numbers_are_written_the_french_way(command: Command) -> None:
    outcome = command("simulate", "levelx", "--games", "1200", "--lang", "fr")
    assert "Level X, 2 joueurs, 1\u202f200 parties, graine 0" in outcome.out
    assert re.search(r"\d,\d\d %", outcome.out)
    assert not re.search(r"\d\.\d", outcome.out)


@pytest.mark.parametrize("width", ["80", "40"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_number_is_wrapped_or_cut_whatever_the_width(
    command: Command, monkeypatch: pytest.MonkeyPatch, width: str, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    outcome = command("simulate", "levelx", "--players", "4", "--games", "1", "--lang", language)
    lines = outcome.out.splitlines()
    assert len(lines) == 2 + 2 + 4 + 2
    assert all(len(line) <= 80 for line in lines)
    assert not re.search(r"\w…", outcome.out)


def test_nothing_but_the_table_is_written_to_a_pipe(command: Command) -> None:
    outcome = command("simulate", "levelx", "--games", "10")
    assert outcome.err == ""
    assert "\x1b" not in outcome.out


def test_the_number_of_workers_changes_nothing(command: Command) -> None:
    tables = {
        command("simulate", "levelx", "--games", "5k", "--workers", workers).out
        for workers in ("1", "2", "3")
    }
    assert len(tables) == 1


@pytest.mark.parametrize("kind", ["parquet", "csv", "CSV"])
def test_every_match_is_written_to_the_file(
    command: Command, tmp_path: Path, result: Simulation, kind: str
) -> None:
    path = tmp_path / f"results.{kind}"
    run = ("simulate", "levelx", "--players", "3", "--games", "300", "--seed", "4")
    outcome = command(*run, "--out", str(path))
    assert outcome.code == 0
    assert str(path) in outcome.out
    read = polars.read_parquet if kind == "parquet" else polars.read_csv
    frame = read(path)
    seats = range(3)
    assert frame.columns == [
        "match",
        "length",
        *(f"score_{seat}" for seat in seats),
        *(f"win_{seat}" for seat in seats),
    ]
    assert frame["match"].to_list() == list(range(GAMES))
    assert frame["length"].to_list() == result.lengths.tolist()
    for seat in seats:
        assert frame[f"score_{seat}"].to_list() == result.scores[:, seat].tolist()
        assert frame[f"win_{seat}"].to_list() == result.winners[:, seat].tolist()
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_options_and_editions_are_simulated(
    command: Command, small_box: str, tmp_path: Path
) -> None:
    path = tmp_path / "results.csv"
    box = ("--edition", small_box, "-o", "first=1", "--out", str(path))
    outcome = command("simulate", "levelx", "--games", "50", *box)
    assert outcome.code == 0
    expected = simulate("levelx", 2, 50, 0, {"first": 1}, small_box)
    assert polars.read_csv(path)["length"].to_list() == expected.lengths.tolist()


def test_the_interval_of_a_share_stays_within_0_and_100(command: Command) -> None:
    english = use_language("en")
    assert share_texts(1.0, 10, english) == ("100.00 %", "72.25 … 100.00")
    assert share_texts(0.0, 10, english) == ("0.00 %", "0.00 … 27.75")
    assert share_texts(0.5, 1000, english) == ("50.00 %", "46.91 … 53.09")


def test_the_interval_of_a_mean_needs_two_matches(command: Command) -> None:
    english = use_language("en")
    assert interval_text(Spread(Counter([3])), english) == "–"
    assert interval_text(Spread(Counter([3, 5])), english) == "± 1.96"


def test_ctrl_c_is_obeyed_between_matches_and_never_inside_the_compiler(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened = []

    def interrupted(
        parts: object, workers: object, pool: object, progress: Callable[[int], None], tick: object
    ) -> None:
        signal.raise_signal(signal.SIGINT)
        happened.append("the compiler went on")
        progress(1)
        happened.append("the matches went on")

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr("ludotheque.arena.streaming.Parts.play", interrupted)
    outcome = command("simulate", "levelx", "--games", "10")
    assert outcome.code == 130
    assert outcome.out == ""
    assert happened == ["the compiler went on"]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_long_run_goes_on_where_it_was_interrupted(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("ludotheque.arena.streaming.PART", 4000)
    run = ("simulate", "levelx", "--games", "9k", "--workers", "1", "--state", str(tmp_path))
    presses = [signal.SIGINT]

    def write_and_press(path: Path, text: str) -> None:
        write_text_atomically(path, text)
        if presses:
            signal.raise_signal(presses.pop())

    monkeypatch.setattr(streaming, "write_text_atomically", write_and_press)
    outcome = command(*run)
    assert outcome.code == 130
    assert "Interrupted: 4,000 of 9,000 matches are played, and kept." in outcome.err
    outcome = command(*run)
    assert outcome.code == 0
    assert "Going on where it was interrupted: 4,000 of 9,000" in outcome.err
    assert outcome.out == command("simulate", "levelx", "--games", "9k", "--restart").out


@pytest.mark.parametrize("name", ["simulate", "arena"])
def test_a_place_that_is_none_is_refused_before_anything_is_played(
    command: Command, name: str
) -> None:
    players = ["greedy", "random"] if name == "arena" else []
    outcome = command(name, "levelx", *players, "--on", "moon")
    assert outcome.code == 2
    assert "on ray or on ray://HOST:PORT, not on 'moon'" in outcome.err
