"""`python -m tools.calibrate`: measures steps between levels, resumes, and writes each game."""

import json
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.arena.tournament import Tournament, played
from tools import calibrate, levels_page
from tools.decision_times import decision_times

GAME = "masterdes"
QUICK = ["débutant", "habitué"]


@pytest.fixture(autouse=True)
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The report goes elsewhere, and only quick players are measured."""
    monkeypatch.setattr(calibrate, "PAGE", tmp_path / "LEVELS.md")
    monkeypatch.setattr(calibrate, "DATA", tmp_path / "levels.json")
    monkeypatch.setattr(calibrate, "NAMES", QUICK)
    monkeypatch.setattr(calibrate, "BOTS", ["random", *QUICK])
    monkeypatch.setattr(levels_page, "NAMES", QUICK)
    monkeypatch.setattr(calibrate, "STEPS", [("habitué", "débutant")])
    monkeypatch.setattr(calibrate, "ENDS", [("débutant", "random")])
    monkeypatch.setattr(calibrate, "DECISIONS", 2)
    return tmp_path


def run(folder: Path, *more: str) -> int:
    asked = ["--games", GAME, "--matches", "8", "--workers", "1", "--state", str(folder / "kept")]
    return calibrate.main([*asked, *more])


def test_a_step_is_the_share_of_the_higher_level_in_the_arena(docs: Path) -> None:
    assert run(docs) == 0
    (step,) = json.loads((docs / "levels.json").read_text("utf-8"))["games"][GAME]["steps"]
    found = played(Tournament.of(GAME, ["habitué", "débutant"], 8, 1, lone=True), workers=1)
    assert step["share"] == found.of_entrant(found.wins, 0).mean()
    assert (step["one"], step["other"], step["matches"]) == ("habitué", "débutant", 8)
    assert step["low"] <= step["share"] <= step["high"]
    assert "| habitué against débutant | 8 |" in (docs / "LEVELS.md").read_text("utf-8")
    assert list((docs / "kept").glob("*/")) == []


def test_the_figures_of_other_games_stay(docs: Path) -> None:
    run(docs)
    data = json.loads((docs / "levels.json").read_text("utf-8"))
    data["games"]["another"] = {**data["games"][GAME], "title": "Another"}
    (docs / "levels.json").write_text(json.dumps(data), "utf-8")
    run(docs, "--solver", "--matches", "2")
    page = (docs / "LEVELS.md").read_text("utf-8")
    titles = [line for line in page.splitlines() if line.startswith("## ")]
    assert titles == ["## MasterDés", "## Another", "## The solver of MasterDés"]


def test_interrupted_it_goes_on_where_it_was(
    docs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = list[int]()

    def interrupting(tournament: Any, journal: Any, *more: Any, **named: Any) -> Any:
        known.append(len(journal.results))
        if len(known) == 2:
            raise KeyboardInterrupt
        return played(tournament, journal, *more, **named)

    monkeypatch.setattr(calibrate, "played", interrupting)
    assert run(docs) == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert not (docs / "levels.json").exists()
    assert run(docs) == 0
    assert known == [2, 2, 8, 2]  # the first step was played, the second only tried


def test_a_short_look_writes_nothing(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(docs, "--quick") == 0
    assert "habitué against débutant" in capsys.readouterr().out
    assert not (docs / "levels.json").exists()


def test_the_worth_of_an_evaluation_is_the_masters_share_and_both_are_timed(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrate, "WITHOUT_EVALUATION", "random")
    assert run(docs, "--games", "levelx", "masterdes", "trotteurs", "--playouts") == 0
    found = json.loads((docs / "levels.json").read_text("utf-8"))["playouts"]
    assert list(found) == ["levelx"]  # elsewhere a solver decides, or attention
    (duel,) = found["levelx"]["duels"]
    assert (duel["one"], duel["other"], duel["aim"]) == ("habitué", "random", 0.65)
    assert min(duel["seconds_a_move"]) > 0
    page = (docs / "LEVELS.md").read_text("utf-8")
    assert "## The evaluation of Level X against random rollouts" in page


@pytest.mark.parametrize(("seconds", "said"), [(0.010, "met"), (0.030, "**1.5 times as long**")])
def test_an_evaluation_that_takes_more_time_than_playouts_is_told(
    seconds: float, said: str
) -> None:
    assert levels_page.time_row({"seconds_a_move": [seconds, 0.020]})[-1] == said


def test_everybody_sits_in_every_seat_on_the_same_draws() -> None:
    for name in ludotheque.games():
        game = ludotheque.game(name)
        for step in calibrate.steps_of(game, 50):
            assert step.tournament.seats == game.players[0]
            assert step.tournament.games % step.tournament.seats == 0
    assert calibrate.aim_of(2) == 0.6
    assert calibrate.aim_of(3) == pytest.approx(1.3 / 3)


def test_where_attention_decides_the_match_asks_for_it() -> None:
    steps = calibrate.steps_of(ludotheque.game("trotteurs"), 4)
    assert {step.tournament.options["vigilance"] for step in steps} == {"manual"}


@pytest.mark.parametrize(("whole", "seats", "step"), [(0.5, 2, 0.5), (27 / 28, 2, 0.75)])
def test_even_steps_multiply_the_odds(whole: float, seats: int, step: float) -> None:
    assert levels_page.even_step(whole, seats, 3) == pytest.approx(step)


@pytest.mark.parametrize(("high", "fits"), [(0.79, True), (0.76, False)])
def test_steps_do_not_fit_only_where_that_is_certain(high: float, fits: bool) -> None:
    found = {"seats": 2, "steps": [{"aim": 0.6}] * 3, "ends": [{"share": 0.755, "high": high}]}
    assert ("do not fit" not in levels_page.steps_that_fit(found)) == fits


def test_an_equal_share_at_a_larger_table_is_no_step() -> None:
    assert levels_page.even_step(1 / 3, 3, 3) == pytest.approx(1 / 3)


def test_a_share_among_three_is_also_told_as_one_against_a_single_rival() -> None:
    duel = {"share": 0.5, "aim": 0.65}
    assert levels_page.between_two(1 / 3, 3) == pytest.approx(1 / 2)
    (said, _) = levels_page.against_one(duel, 3)
    assert "50.0 % among 3 are 66.7 %" in said
    assert "the aim would be 78.8 %" in said
    assert levels_page.against_one(duel, 2) == []


def test_only_real_decisions_are_timed() -> None:
    found = decision_times(ludotheque.game(GAME), {}, ["random"], 5)["random"]
    assert found["decisions"] == 5
    assert 0 < found["median"] <= found["p95"] <= found["maximum"]
