"""`ludotheque verify`: what is proven, what is not, and what is wrong."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ludotheque.cli.main import run
from tests.table.fair_matches import SERVER_SEED, Lines, draws_in, fair_lines
from tests.table.matches import sample, text_of

from .conftest import Command


@pytest.fixture
def lines() -> Lines:
    return fair_lines()


def written(folder: Path, lines: list[Any]) -> str:
    path = folder / "match.jsonl"
    path.write_text(text_of(lines), "utf-8")
    return str(path)


def test_a_fair_match_is_proven(command: Command, tmp_path: Path, lines: Lines) -> None:
    outcome = command("verify", written(tmp_path, lines))
    assert outcome.code == 0
    assert outcome.err == ""
    moves = sum("move" in line for line in lines)
    told = outcome.out.splitlines()
    assert "✓ Every seed fits what was committed to." in told
    assert "✓ Seats that brought a seed of their own: 1 of 2." in told
    assert f"✓ Draws computed again from the seeds, and right: {len(draws_in(lines))}." in told
    assert f"✓ Moves, all of them legal: {moves}." in told
    assert "✓ The result follows from the draws and the moves." in told
    assert "Proven: nobody chose or changed a draw after the commitments." in told


def test_what_cannot_be_proven_by_any_record_is_said_as_well(
    command: Command, tmp_path: Path, lines: Lines
) -> None:
    outcome = command("verify", written(tmp_path, lines))
    assert lines[0]["fairness"]["commitment"] in outcome.out
    assert "did not look ahead" in outcome.out
    assert "could have tried several" not in outcome.out


def test_a_server_that_was_alone_with_its_seeds_is_told(command: Command, tmp_path: Path) -> None:
    outcome = command("verify", written(tmp_path, fair_lines(devices=())))
    assert outcome.code == 0
    assert "the server could have tried several" in outcome.out
    assert "brought a seed of their own" not in outcome.out


def test_rounds_begun_anew_are_told_with_whose_doing_it_was(
    command: Command, tmp_path: Path
) -> None:
    lines = fair_lines(devices=(0, 1), failed=2)
    outcome = command("verify", written(tmp_path, lines))
    assert outcome.code == 0
    assert "· The dice were agreed upon anew before the match. How often: 2." in outcome.out
    assert "· Round 1: a seed was not revealed by seat 1" in outcome.out
    assert "Version of the proof: 2." in outcome.out


def test_an_old_proof_is_labelled_with_what_it_does_not_cover(
    command: Command, tmp_path: Path
) -> None:
    outcome = command("verify", written(tmp_path, fair_lines(version=1)))
    assert outcome.code == 0
    assert "Version of the proof: 1." in outcome.out
    assert "it says nothing about the names" in outcome.out


def test_a_changed_draw_is_wrong_and_named(command: Command, tmp_path: Path, lines: Lines) -> None:
    place = draws_in(lines)[2]
    size, k = lines[place]["draw"]
    lines[place]["draw"] = [size, (k + 1) % size]
    outcome = command("verify", written(tmp_path, lines))
    assert outcome.code == 1
    right = f"draw 2 (of {size} outcomes) is {(k + 1) % size}; the seeds give {k}"
    assert f"✗ line {place + 1}: {right}" in outcome.out
    assert "Wrong: " in outcome.out
    assert "Proven" not in outcome.out


def test_an_illegal_move_is_wrong_and_its_rule_named_in_french(
    command: Command, tmp_path: Path, lines: Lines
) -> None:
    place = next(place for place, line in enumerate(lines) if "move" in line)
    lines[place]["move"] = "6 6 6"
    outcome = command("verify", written(tmp_path, lines), "--lang", "fr")
    assert outcome.code == 1
    told = next(line for line in outcome.out.splitlines() if line.startswith("✗ "))
    assert told.startswith(f"✗ ligne {place + 1}\u202f: ")
    assert "(LX-" in told
    assert "Faux\u202f: " in outcome.out


def test_a_record_without_a_proof_is_unproven(command: Command, tmp_path: Path) -> None:
    outcome = command("verify", written(tmp_path, sample()))
    assert outcome.code == 2
    assert "? line 1: there is no proof of fairness in this record" in outcome.out
    assert "Moves, all of them legal" in outcome.out
    assert "Every seed fits" not in outcome.out


def test_a_match_that_is_not_over_is_unproven(
    command: Command, tmp_path: Path, lines: Lines
) -> None:
    lines[0]["fairness"]["server_seed"] = None
    outcome = command("verify", written(tmp_path, lines[:-1]))
    assert outcome.code == 2
    assert "the match is not over yet" in outcome.out
    assert SERVER_SEED.hex() not in outcome.out


def test_typed_draws_and_stand_ins_are_counted(
    command: Command, tmp_path: Path, lines: Lines
) -> None:
    lines[draws_in(lines)[0]]["by"] = "hand"
    next(line for line in lines if "move" in line)["by"] = "stand-in"
    outcome = command("verify", written(tmp_path, lines))
    assert outcome.code == 2
    assert "which nobody can prove: 1; the first is here" in outcome.out
    assert f"and right: {len(draws_in(lines)) - 1}." in outcome.out
    assert "✓ Moves made by a stand-in: 1." in outcome.out


def test_a_forged_record_does_not_fill_the_screen(
    command: Command, tmp_path: Path, lines: Lines
) -> None:
    other = fair_lines(seed=2, devices=(0, 1))
    lines[0]["fairness"] = other[0]["fairness"]
    outcome = command("verify", written(tmp_path, lines))
    assert outcome.code == 1
    assert outcome.out.count("the seeds give") == 10
    assert "✗ … and " in outcome.out


def test_a_damaged_record_is_wrong_and_its_line_named(command: Command, tmp_path: Path) -> None:
    outcome = command("verify", written(tmp_path, ["{", "{}"]))
    assert outcome.code == 1
    assert "✗ line 1: not JSON" in outcome.out


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b'{"format": "\xe9"}\n'])
def test_a_file_that_is_no_text_cannot_be_read(
    command: Command, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(content)
    outcome = command("verify", str(path))
    assert outcome.code == 2
    assert "line 1: not UTF-8 text" in outcome.err


def test_a_file_that_is_not_there_cannot_be_read(command: Command, tmp_path: Path) -> None:
    outcome = command("verify", str(tmp_path / "nothing.jsonl"))
    assert outcome.code == 2
    assert "there is no such file or folder" in outcome.err


def test_a_dash_reads_the_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: Lines
) -> None:
    typed = io.TextIOWrapper(io.BytesIO(text_of(lines).encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", typed)
    assert run(["verify", "-"]) == 0
    assert "Proven: " in capsys.readouterr().out


def test_a_match_of_the_terminal_is_proven_though_it_was_put_away_between(
    command: Command, tmp_path: Path, small_box: str
) -> None:
    path = tmp_path / "match.jsonl"
    game = ("play", "levelx", "--edition", small_box, "--seats", "me:Ada,random")
    assert (
        command(*game, "--record", str(tmp_path / "part.jsonl"), answers=["", "1", "q"]).code == 0
    )
    part = (tmp_path / "part.jsonl").read_text("utf-8")
    assert json.loads(part.splitlines()[0])["fairness"]["server_seed"] is None
    assert '"seeds"' not in part
    assert command("verify", str(tmp_path / "part.jsonl"), "--lang", "en").code == 2
    assert command("play", "--resume", "--record", str(path), answers=["", "1"] * 200).code == 0
    said = command("verify", str(path), "--lang", "en")
    assert (said.code, "Proven" in said.out) == (0, True)


def test_a_match_put_away_with_damaged_seeds_is_named(
    command: Command, saved: Path, small_box: str
) -> None:
    command("play", "levelx", "--edition", small_box, "--seats", "me:Ada,random", answers=["q"])
    (path,) = saved.glob("*.jsonl")
    path.write_text(path.read_text("utf-8").replace('"server_seed":', '"server_sead":'), "utf-8")
    said = command("play", "--resume", "--lang", "en")
    assert said.code == 2
    assert "the seeds of its dice cannot be read" in said.err
