"""The help texts: complete, in both languages, with their layout preserved."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.cli import commands
from ludotheque.cli.help_texts import help_text
from ludotheque.cli.shared.messages import chosen_language, use_language
from tests.cases import cases

from .conftest import Command

COMMANDS = (
    "serve",
    "play",
    "games",
    "rules",
    "show",
    "replay",
    "review",
    "verify",
    "dice",
    "simulate",
    "arena",
    "compare",
    "sweep",
    "solve",
    "edition",
    "warm-up",
    "new-game",
    "check-game",
    "matches",
    "backup",
    "restore",
    "store",
)


@cases("language", ["en", "fr"])
@cases("page", [(), *((name,) for name in COMMANDS)])
def test_every_page_fits_a_screen_of_80_columns(
    command: Command, monkeypatch: pytest.MonkeyPatch, page: tuple[str, ...], language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = command(*page, "--help", "--lang", language)
    assert outcome.code == 0
    assert outcome.err == ""
    assert all(len(line) <= 80 for line in outcome.out.splitlines())
    assert "..." not in outcome.out.replace("[ARGS]...", "").replace("[ARGUMENTS]...", "")
    usage = {"en": "Usage: ludotheque", "fr": "Utilisation\u202f: ludotheque"}[language]
    assert outcome.out.startswith(usage)


def test_the_commands_are_listed_in_the_order_of_use(command: Command) -> None:
    listed = re.findall(r"^  ([a-z-]+)  +[A-Z]", command("--help").out, re.MULTILINE)
    assert [name for name in listed if name in COMMANDS] == list(COMMANDS)


def test_every_command_has_a_module_of_its_own() -> None:
    modules = {path.stem for path in Path(commands.__file__).parent.glob("[!_]*.py")}
    assert modules == {name.replace("-", "_") for name in COMMANDS}


@pytest.mark.parametrize("argument", ["--help", "games"])
def test_what_needs_no_rules_imports_neither_a_compiler_nor_a_server(argument: str) -> None:
    program = (
        "import sys; from ludotheque.cli.main import run; "
        "code = run(sys.argv[1:]); "
        "heavy = {'numba', 'polars', 'fastapi', 'uvicorn', 'sqlalchemy'} & sys.modules.keys(); "
        "sys.exit(f'imported: {heavy}' if heavy else code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, argument], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@cases("page", [(), *((name,) for name in COMMANDS)])
def test_the_french_page_has_every_option_and_no_english(
    command: Command, page: tuple[str, ...]
) -> None:
    english = command(*page, "--help", "--lang", "en").out
    french = command(*page, "--help", "--lang", "fr").out
    options = r"^  (?:-., )?(--[a-z]+)(?: \S+)?  +\S"
    assert re.findall(options, english, re.MULTILINE) == re.findall(options, french, re.MULTILINE)
    assert not re.search(r"\b(the|and|Show|Options:|Commands:|default:)\b", french)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Enter", "u", "?", "l", "h", "q", "resign"]),
        ("fr", ["Entrée", "u", "?", "l", "h", "q", "abandon"]),
    ],
)
def test_the_page_of_play_lists_the_commands_of_the_table_in_line(
    command: Command, language: str, words: list[str]
) -> None:
    page = command("play", "--help", "--lang", language).out
    drawn = re.findall(r"^    (\S+) {3,}(\S)", page, re.MULTILINE)
    assert [word for word, _ in drawn][: len(words)] == words
    table = page.split("\n\n")[3].splitlines()[1:]
    assert len({re.match(r" +\S+ +", line).end() for line in table}) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_on_the_page_of_play_is_understood_at_the_table(
    command: Command, language: str
) -> None:
    page = command("play", "--help", "--lang", language).out
    words = re.findall(r"^    ([a-z?]+) {3,}", page, re.MULTILINE)
    assert "q" in words
    for word in words:
        answers = ["", word, "n", "q"] if word in ("resign", "abandon") else ["", word, "q"]
        match = ("play", "levelx", "-o", "first=0", "--seed", "5", "--lang", language)
        outcome = command(*match, answers=answers)
        assert outcome.code == 0
        assert f"'{word}'" not in outcome.out


def test_paragraphs_with_drawn_lines_are_left_alone() -> None:
    page = help_text("One.\n\nTwo:\n  a  b\n  c  d\n\nThree.", use_language("en"))
    assert page == "One.\n\n\b\nTwo:\n  a  b\n  c  d\n\nThree."


@pytest.mark.parametrize(
    ("arguments", "system", "language"),
    [
        ([], "fr_FR.UTF-8", "fr"),
        ([], "en_GB.UTF-8", "en"),
        ([], "C", "en"),
        ([], "POSIX", "en"),
        ([], "C.UTF-8", "en"),
        (["--lang", "fr", "games"], "en_GB.UTF-8", "fr"),
        (["games", "--lang=en"], "fr_FR.UTF-8", "en"),
        (["games", "--lang"], "fr_FR.UTF-8", "fr"),
        (["games", "--lang", "de"], "en_GB.UTF-8", "en"),
    ],
)
def test_the_language_is_the_one_asked_for_else_the_systems(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], system: str, language: str
) -> None:
    monkeypatch.setenv("LANGUAGE", system)
    assert chosen_language(arguments) == language


def test_the_version_is_told(command: Command) -> None:
    outcome = command("--version")
    assert outcome.code == 0
    assert re.fullmatch(r"ludotheque \d+\.\d+\.\d+\n", outcome.out)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_shelf_shows_games_and_their_options(command: Command, language: str) -> None:
    outcome = command("games", "--lang", language)
    assert outcome.code == 0
    assert "Level X  levelx  Stefan Risthaus, Schmidt Spiele, 2010" in outcome.out
    assert "-o first=" in outcome.out
    assert {"en": "players", "fr": "joueurs"}[language] in outcome.out


@pytest.mark.parametrize(("language", "word"), [("en", "Gather"), ("fr", "Réunissez")])
@pytest.mark.parametrize("number", ["LX-3", "lx-3", "3"])
def test_one_rule_can_be_read(command: Command, language: str, word: str, number: str) -> None:
    outcome = command("rules", "levelx", number, "--lang", language)
    assert outcome.code == 0
    assert f"LX-3 {word}" in outcome.out
    assert "LX-4" not in outcome.out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_whole_rulebook_can_be_read(command: Command, language: str) -> None:
    outcome = command("rules", "levelx", "--lang", language)
    assert outcome.code == 0
    for number in range(1, 15):
        assert f"LX-{number} " in outcome.out
