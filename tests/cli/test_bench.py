"""`ludotheque compare` and `ludotheque sweep`."""

from pathlib import Path

from .conftest import Command

RUN = ("--games", "2", "--workers", "1", "--player", "greedy")


def test_editions_are_compared_and_their_game_is_found(
    command: Command, small_box: str, tmp_path: Path
) -> None:
    other = tmp_path / "tall.toml"
    other.write_text(Path(small_box).read_text("utf-8"), "utf-8")
    report = tmp_path / "bench.html"
    outcome = command("compare", small_box, str(other), *RUN, "--report", str(report))
    assert outcome.code == 0, outcome.err
    assert "How much decisions matter" in outcome.out
    assert "tall" in report.read_text("utf-8")


def test_a_parameter_is_swept_over_a_range(command: Command) -> None:
    outcome = command("sweep", "levelx", "chips.0", "2..3", *RUN)
    assert outcome.code == 0, outcome.err
    assert "chips.0 = 3" in outcome.out
    assert "chips.0 = 2" in outcome.out


def test_what_is_no_parameter_or_of_no_game_is_refused(command: Command, tmp_path: Path) -> None:
    assert "is no parameter of Level X" in command("sweep", "levelx", "height", "3").err
    strange = tmp_path / "strange.toml"
    strange.write_text("a = 1")
    assert "of which game is this edition?" in command("compare", str(strange)).err
    assert "which game?" in command("compare", "printed").err
