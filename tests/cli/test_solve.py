"""`ludotheque solve`: what an exact solver says."""

import re

import pytest

from .conftest import Command

PRINTED = "red 4 6 3 heart; blue 4 4 4 two"


@pytest.mark.parametrize(
    ("language", "heading", "position"),
    [
        ("en", "Best decisions:", "red 4 6 3 heart; blue 4 4 4 two "),
        ("fr", "Meilleures décisions\u202f:", "rouge 4 6 3 cœur\u202f; bleu 4 4 4 deux "),
    ],
)
def test_without_a_position_it_tells_of_the_game_at_large(
    command: Command, language: str, heading: str, position: str
) -> None:
    outcome = command("solve", "masterdes", "--lang", language)
    assert (outcome.code, outcome.err) == (0, "")
    assert heading in outcome.out
    assert position in outcome.out
    assert {"en": ": 0.00.", "fr": "\u202f: 0,00."}[language] in outcome.out


def test_every_decision_has_its_value_the_best_first(command: Command) -> None:
    outcome = command("solve", "masterdes", f"{PRINTED}; second red kept")
    assert outcome.code == 0
    assert "Red 3-6 + heart · Blue 4-4" in outcome.out
    found = re.findall(r"^(keep|throw:\S+) .*?([−+]\d+\.\d\d)$", outcome.out, re.MULTILINE)
    assert [move for move, _ in found] == ["throw:3", "throw:3,6", "throw:6", "keep"]
    values = [float(value.replace("−", "-")) for _, value in found]
    assert values == sorted(values, reverse=True)


def test_with_points_or_a_duel_the_chance_to_win_is_told(command: Command) -> None:
    outcome = command("solve", "masterdes", f"{PRINTED}; points 40 44; duel 10")
    assert re.search(r"^second .* \d+\.\d %$", outcome.out, re.MULTILINE)
    assert "%" not in command("solve", "masterdes", PRINTED).out


def test_where_a_draw_decides_both_cases_are_told(command: Command) -> None:
    outcome = command("solve", "masterdes", "red 1 6 two; blue 2 5 blank")
    assert "If the draw lets Red choose" in outcome.out
    assert "If the draw lets Blue choose" in outcome.out


def test_a_game_without_a_solver_says_so(command: Command) -> None:
    outcome = command("solve", "levelx")
    assert (outcome.code, outcome.out) == (2, "")
    assert "nobody has solved Level X; the games with an exact solver are: masterdes" in outcome.err


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_wrong_position_is_explained(command: Command, language: str) -> None:
    outcome = command("solve", "masterdes", "red 1 2 9; blue 1 2 3", "--lang", language)
    assert outcome.code == 2
    assert "'9'" in outcome.err
    assert {"en": "neither a die", "fr": "ni un dé"}[language] in outcome.err


def test_another_edition_is_solved_too(command: Command, tmp_path: object) -> None:
    edition = f"{tmp_path}/mine.toml"
    text = command("edition", "masterdes").out.replace("[1, 1, 1, 1, 2]", "[2, 1, 1, 1, 1]")
    with open(edition, "w", encoding="utf-8") as file:
        file.write(text)
    outcome = command("solve", "masterdes", "--edition", edition)
    assert outcome.code == 0
    assert outcome.out != command("solve", "masterdes").out


def test_an_option_of_the_game_is_heeded(command: Command) -> None:
    position = "red 3 4 5 blank; blue 1 2 2 blank; throw 3; second red; points 88 50"
    outcome = command("solve", "masterdes", position, "-o", "level=expert")
    assert re.search(r"^keep .* 100\.0 %$", outcome.out, re.MULTILINE)
    assert command("solve", "masterdes", position, "-o", "level=hard").code == 2
