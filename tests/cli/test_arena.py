"""`ludotheque arena`: the tables, the files, Ctrl-C and going on."""

import re
import signal
import threading
from pathlib import Path

import polars
import pytest

from ludotheque.arena.tournament import Tournament, played

from .conftest import Command, Outcome
from .terminal import terminal

RUN = ("arena", "levelx", "greedy", "random", "--games", "6", "--seed", "7", "--workers", "1")


@pytest.fixture
def arena(command: Command, small_box: str) -> "Arena":
    return Arena(command, small_box)


class Arena:
    """The command, with matches of a few turns."""

    def __init__(self, command: Command, box: str) -> None:
        self.command = command
        self.box = box

    def __call__(self, *more: str) -> Outcome:
        return self.command(*RUN, "--edition", self.box, *more)


def without_times(text: str) -> str:
    return re.sub(r" +[\d.]+ [mµn]?s\b", "", text)


def test_players_pairs_and_seats_are_shown(arena: Arena) -> None:
    outcome = arena()
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("Level X, 2 players, 6 matches, seed 7")
    assert "the mean of these players is 1500" in outcome.out
    assert re.search(r"^player +rating +95 % +matches +wins", outcome.out, re.MULTILINE)
    assert re.search(
        r"^greedy +\d+ +-?\d+ … \d+ +6 +[\d.]+ %.* [mµ]s\s*$", outcome.out, re.MULTILINE
    )
    assert re.search(r"^(greedy|random) +(random|greedy) +6 +[\d.]+ %", outcome.out, re.MULTILINE)
    assert re.search(r"^ +1 +[\d.]+ %", outcome.out, re.MULTILINE)
    assert "\x1b" not in outcome.out


def test_in_french_everything_is_french(arena: Arena) -> None:
    outcome = arena("--lang", "fr")
    assert "Deux à deux" in outcome.out
    assert not re.search(r"\d\.\d|\b(player|seat|wins|matches|share)\b", outcome.out)


def test_the_number_of_workers_changes_nothing(arena: Arena) -> None:
    assert without_times(arena().out) == without_times(arena("--workers", "2").out)


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_every_seat_of_every_match_is_written_to_the_file(
    arena: Arena, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / f"rows.{kind}"
    outcome = arena("--out", str(path))
    assert f"The result of every match is in {path}." in outcome.out
    frame = (polars.read_parquet if kind == "parquet" else polars.read_csv)(path)
    expected = played(
        Tournament.of("levelx", ["greedy", "random"], 6, 7, edition=arena.box), workers=1
    ).frame
    assert frame.drop("seconds").equals(expected.drop("seconds"))
    assert frame.columns[:6] == ["match", "seat", "player", "points", "win", "seconds"]


def test_the_report_is_written_in_the_language_of_the_command(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "arena.html"
    outcome = arena("--report", str(path), "--lang", "fr")
    assert str(path) in outcome.out
    assert '<html lang="fr">' in path.read_text("utf-8")
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_larger_tables_and_full_tables_are_played(arena: Arena) -> None:
    assert "3 players" in arena("--players", "3").out
    assert "2 players" in arena("--table").out


def interrupted(arena: Arena, monkeypatch: pytest.MonkeyPatch, *more: str) -> Outcome:
    """The command, with Ctrl-C pressed during the third match."""
    from ludotheque.arena import referee

    matches: list[int] = []
    play = referee.play

    def interrupting(tournament, fixture, between_moves):  # type: ignore[no-untyped-def]
        matches.append(fixture.match)
        if len(matches) == 3:
            signal.raise_signal(signal.SIGINT)
        return play(tournament, fixture, between_moves)

    with monkeypatch.context() as patch:
        patch.setattr(referee, "play", interrupting)
        return arena(*more)


def test_ctrl_c_keeps_what_is_played_and_the_same_command_goes_on(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    uninterrupted = arena().out
    before = signal.getsignal(signal.SIGINT)
    outcome = interrupted(arena, monkeypatch)
    assert outcome.code == 130
    assert outcome.out == ""
    assert "Interrupted: 2 of 6 matches are played, and kept." in outcome.err
    assert signal.getsignal(signal.SIGINT) is before
    again = arena()
    assert "Going on where it was interrupted: 2 of 6 matches are played." in again.err
    assert without_times(again.out) == without_times(uninterrupted)
    assert arena().err == ""  # nothing is left to go on with


def test_ctrl_c_is_obeyed_while_the_compiler_is_at_work(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long that takes, and however often it is pressed."""
    from ludotheque.arena import referee

    compiled = threading.Event()

    def compiling(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        compiled.wait()

    with monkeypatch.context() as patch:
        patch.setattr(referee, "warm_up", compiling)
        outcome = arena()
    compiled.set()
    assert (outcome.code, outcome.out) == (130, "")
    assert "Interrupted: 0 of 6 matches are played, and kept." in outcome.err
    assert arena().code == 0


def test_one_may_start_over(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(arena, monkeypatch)
    assert arena("--restart").err == ""


def test_what_is_played_so_far_is_kept_in_the_folder_named(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    interrupted(arena, monkeypatch, "--state", str(folder))
    assert len(list(folder.glob("*/matches.jsonl"))) == 1
    assert "Going on" not in arena().err
    assert "Going on" in arena("--state", str(folder)).err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--games", "0"], "'0' is not a whole number from 1 to"),
        (["--players", "9"], "Level X is for 2 to 4 players, not 9"),
        (["--table", "--players", "3"], "everybody named has a seat: 2, not 3"),
        (["nobody"], "there is no bot 'nobody'; the bots are:"),
        (["random"], "'random' is named twice"),
        (["--out", "rows.txt"], "rows.txt: results are written to a file whose name ends in"),
        (["--out", "nowhere/rows.csv"], "there is no folder"),
        (["--report", "report.pdf"], "report.pdf: a report is written to a file whose name ends"),
        (["--report", "nowhere/report.html"], "there is no folder"),
        (["-o", "first=7"], "option 'first' cannot be 7"),
        (["--edition", "nowhere.toml"], "nowhere.toml: cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_played(
    command: Command, monkeypatch: pytest.MonkeyPatch, arguments: list[str], complaint: str
) -> None:
    monkeypatch.setattr("ludotheque.cli.commands.arena.played", None)
    outcome = command(*RUN, *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert complaint in outcome.err


@pytest.mark.parametrize("players", [(), ("greedy",)])
def test_a_tournament_of_nobody_or_of_one_is_refused(
    command: Command, players: tuple[str, ...]
) -> None:
    outcome = command("arena", "levelx", *players)
    assert outcome.code == 2
    assert outcome.err


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_the_arena_fits_a_screen_of_80_columns(
    command: Command, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = command("arena", "--help", "--lang", language)
    assert outcome.code == 0
    assert all(len(line) <= 80 for line in outcome.out.splitlines())
    assert not (language == "fr" and re.search(r"\b(the|and|default:)\b", outcome.out))


def test_ctrl_c_ends_the_worker_processes_too(tmp_path: Path) -> None:
    """In a real terminal: the bar is shown, the work stops, and what was played is kept."""
    folder = tmp_path / "kept"
    run = ("arena", "levelx", "greedy", "random", "--games", "5k", "--workers", "2", "--lang", "en")
    with terminal(*run, "--state", str(folder)) as window:
        window.wait_for("playing")
        window.interrupt()
        window.wait_for("The same command goes on from there")
        assert window.end() == 130
        assert "Traceback" not in window.seen
    (journal,) = folder.glob("*/matches.jsonl")
    assert 0 < len(journal.read_text("utf-8").splitlines()) < 5000


@pytest.mark.parametrize("workers", ["1", "2"])
def test_in_a_terminal_the_compiler_is_announced_and_can_be_left(
    tmp_path: Path, workers: str
) -> None:
    """Nothing is compiled yet, and the search of an expert takes longest."""
    run = ("arena", "levelx", "expert", "random", "--workers", workers, "--lang", "en")
    nothing = str(tmp_path / "cache")
    with terminal(*run, "--state", str(tmp_path / "kept"), LUDOTHEQUE_CACHE=nothing) as window:
        window.wait_for("compiling rules and bots")
        window.interrupt()
        window.interrupt()
        window.wait_for("Interrupted: 0 of")
        assert window.end() == 130
        assert "Traceback" not in window.seen


def test_where_nobody_decides_anything_it_says_so(arena: Arena, command: Command) -> None:
    told = command("arena", "trotteurs", "random", "greedy", "--games", "4", "--workers", "1").out
    assert "nobody had anything to decide" in told
    assert re.search(r"^greedy .* –\s*$", told, re.MULTILINE)
    assert "nobody had anything to decide" not in arena().out


def test_every_decision_is_written_to_the_file_named(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "decisions.parquet"
    outcome = arena("--decisions", str(path))
    assert f"Every decision is in {path}." in outcome.out
    assert polars.read_parquet(path)["match"].n_unique() == 6
    wrong = arena("--decisions", "decisions.csv")
    assert "decisions are written to a file whose name ends in .parquet" in wrong.err
