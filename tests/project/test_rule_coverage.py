"""Every rule of every rulebook has a test, and nothing cites a rule that is not there."""

from pathlib import Path

import pytest

import ludotheque
from ludotheque.checks.rule_numbers import complaints

GAMES = Path(ludotheque.__file__).parent / "games"
TESTS = Path(__file__).parents[1] / "games"
FOLDERS = sorted(
    folder
    for folder in GAMES.iterdir()
    if (folder / "__init__.py").exists() and not folder.name.startswith("_")
)

PAGES = {
    "en": "# A game\n\n- **AG-1** Roll.\n\n**AG-2** *(explanatory)* Dice are cubes.\n",
    "fr": "# Un jeu\n\n* **AG-1** Lancez.\n- **AG-2** *(explicatif)* Les dés sont des cubes.\n",
}
TEST = 'def test_a_roll() -> None:\n    """AG-1 A roll is a roll."""\n'


def texts(folder: Path, pattern: str) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob(pattern))
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_rulebooks_tests_and_code_have_the_same_rules(folder: Path) -> None:
    pages = {code: (folder / f"RULES.{code}.md").read_text("utf-8") for code in ("en", "fr")}
    tests = texts(TESTS / folder.name, "test_*.py")
    assert complaints(pages, tests, texts(folder, "*.py")) == []


def test_every_game_on_the_shelf_is_looked_at() -> None:
    assert FOLDERS
    assert {folder.name for folder in FOLDERS} <= set(ludotheque.games())


def test_a_game_that_fits_meets_no_complaint() -> None:
    assert complaints(PAGES, {"test_it.py": TEST}, {"rules.py": '"""AG-1, AG-2"""'}) == []


def test_one_docstring_may_be_headed_by_several_rules() -> None:
    pages = {language: f"{page}\n**AG-3** x\n" for language, page in PAGES.items()}
    test = TEST.replace("AG-1", "AG-1, AG-3")
    assert complaints(pages, {"test_it.py": test}, {}) == []


@pytest.mark.parametrize(
    ("language", "old", "new", "complaint"),
    [
        ("fr", "**AG-2**", "**AG-3**", "RULES.en.md has AG-2, RULES.fr.md has not"),
        ("en", "**AG-2**", "**AG-3**", "RULES.fr.md has AG-2, RULES.en.md has not"),
        ("en", "**AG-2**", "**AG-1**", "RULES.en.md has AG-1 more than once"),
        ("fr", "**AG-1**", "AG-1", "RULES.en.md has AG-1, RULES.fr.md has not"),
        ("fr", "**", "", "RULES.fr.md has no rules"),
        (
            "fr",
            "*(explicatif)* ",
            "",
            "AG-2 has no test, and is not called explanatory on both pages",
        ),
        (
            "en",
            "*(explanatory)* ",
            "",
            "AG-2 has no test, and is not called explanatory on both pages",
        ),
    ],
)
def test_pages_that_do_not_fit_are_noticed(
    language: str, old: str, new: str, complaint: str
) -> None:
    pages = PAGES | {language: PAGES[language].replace(old, new)}
    assert complaint in complaints(pages, {"test_it.py": TEST}, {})


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("AG-1 A", "A", "AG-1 has no test, and is not called explanatory on both pages"),
        ("AG-1 A", "See AG-1: a", "AG-1 has no test, and is not called explanatory on both pages"),
        ("test_a", "a", "AG-1 has no test, and is not called explanatory on both pages"),
        ("AG-1", "AG-1, AG-7", "test_it.py: a test is headed AG-7, which no rulebook has"),
        ("AG-1", "XY-1", "test_it.py: a test is headed XY-1, which no rulebook has"),
        ("is a", "is like AG-12, a", "test_it.py: cites AG-12, which no rulebook has"),
    ],
)
def test_tests_that_do_not_fit_are_noticed(old: str, new: str, complaint: str) -> None:
    assert complaint in complaints(PAGES, {"test_it.py": TEST.replace(old, new)}, {})


def test_code_that_cites_an_unknown_rule_is_noticed() -> None:
    code = {"rules.py": '"""AG-1 Roll; AG-3 and again."""', "notation.py": "RULE = 'AG-11'"}
    assert complaints(PAGES, {"test_it.py": TEST}, code) == [
        "rules.py: cites AG-3, which no rulebook has",
        "notation.py: cites AG-11, which no rulebook has",
    ]
