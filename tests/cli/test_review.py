"""`ludotheque review`: luck and skill, in words and as JSON."""

import json
from pathlib import Path

import pytest

from .conftest import Command
from .scripted_matches import lines_of, planned_record


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few playouts of a small box need no compiler."""
    monkeypatch.setattr("ludotheque.review.reviewer.can_compile", lambda: False)


@pytest.fixture
def record(tmp_path: Path, small_box: str) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(planned_record(21, small_box), "utf-8")
    return path


def cut_to(record: Path, lines: int, *more: str) -> None:
    kept = record.read_text("utf-8").splitlines()[:lines]
    record.write_text("".join(f"{line}\n" for line in [*kept, *more]), "utf-8")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["luck", "given away", "Chances along the match", "95 % interval"]),
        ("fr", ["chance", "perdu", "Les probabilités de gain", "intervalle à 95"]),
    ],
)
def test_a_review_tells_luck_moves_and_moments(
    command: Command, record: Path, language: str, words: list[str]
) -> None:
    outcome = command("review", str(record), "--playouts", "6", "--lang", language)
    assert outcome.code == 0
    told = " ".join(outcome.out.split())  # wherever its lines end
    assert all(word in told for word in ("Ada", "Bob", "±", *words))


def test_the_same_seed_prints_the_same_review(command: Command, record: Path) -> None:
    one, same, other = (
        command("review", str(record), "--playouts", "5", "--seed", seed).out
        for seed in ("7", "7", "8")
    )
    assert one == same
    assert one != other


def test_as_json_it_holds_the_chances_after_every_throw_and_move(
    command: Command, record: Path
) -> None:
    outcome = command("review", str(record), "--playouts", "4", "--json")
    told = json.loads(outcome.out)
    events = len(lines_of(record)) - 2
    assert (told["playouts"], told["seed"], told["names"]) == (4, 0, ["Ada", "Bob"])
    assert [told["course"][0]["line"], told["course"][-1]["line"]] == [0, events]
    for step in told["course"]:
        assert sum(chance["value"] for chance in step["chances"]) == pytest.approx(100, abs=0.1)


def test_a_record_cut_short_is_reviewed_as_far_as_it_goes(command: Command, record: Path) -> None:
    cut_to(record, 12)
    outcome = command("review", str(record), "--playouts", "3")
    assert outcome.code == 0
    assert "The record ends here, before the match does." in outcome.out


def test_a_match_that_was_resigned_is_reviewed_up_to_there(command: Command, record: Path) -> None:
    cut_to(record, 5, '{"points": [0, 0], "winners": [1], "ended": "resigned", "seat": 0}')
    outcome = command("review", str(record), "--playouts", "3")
    assert outcome.code == 0
    assert "Ada resigns" in outcome.out


def test_a_match_that_has_not_begun_has_nothing_to_review(command: Command, record: Path) -> None:
    cut_to(record, 1)
    outcome = command("review", str(record))
    assert outcome.code == 2
    assert "nothing has happened in this match yet" in outcome.err


def test_a_wrong_record_is_refused_with_its_line(command: Command, record: Path) -> None:
    cut_to(record, 4, '{"seat": 0, "move": "13"}')
    outcome = command("review", str(record))
    assert outcome.code == 2
    assert "line 5" in outcome.err


@pytest.mark.parametrize("playouts", ["0", "many", "1e9"])
def test_a_number_of_playouts_that_makes_no_sense_is_refused(
    command: Command, record: Path, playouts: str
) -> None:
    assert command("review", str(record), "--playouts", playouts).code == 2


def test_after_a_recorded_match_the_program_says_how_to_look_back(
    command: Command, tmp_path: Path, small_box: str
) -> None:
    path = tmp_path / "evening.jsonl"
    given = ("--seats", "greedy,greedy", "--edition", small_box, "--record", str(path))
    outcome = command("play", "levelx", *given, "--seed", "4")
    assert f"ludotheque review {path}" in outcome.out.replace("\n", "")
