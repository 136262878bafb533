"""Wrong command lines: a sentence that names what is allowed, exit code 2, never a traceback."""

import socket
from pathlib import Path

import pytest

from ludotheque.cli.shared.messages import os_error_text, use_language
from tests.cases import cases

from .conftest import Command

WRONG: list[tuple[str, str, str]] = [
    # what is typed, and what the answer must say in English and in French
    ("foo", "the commands are: serve, play", "les commandes sont\u202f: serve, play"),
    ("--frob", "the options are: --version, --lang", "les options sont\u202f: --version"),
    ("play --frob", "'--frob'; the options are: --seats", "'--frob'\u202f; les options"),
    ("serve --port 70000", "from 0 to 65535", "de 0 à 65535"),
    ("serve --port http", "'http' is not a whole number", "'http' n’est pas un nombre"),
    ("play", "which game? The games are: ", "quel jeu\u202f? Les jeux sont\u202f: "),
    ("play chess", "no game 'chess'; the games are: ", "pas de jeu 'chess'\u202f; les jeux"),
    ("play levelx levelx", "unexpected extra argument (levelx)", "Argument de trop\u202f: levelx"),
    ("play levelx --seats me", "2 to 4 players, not 1", "de 2 à 4 joueurs, pas à 1"),
    ("play levelx --seats me,me,me,me,me", "not 5", "pas à 5"),
    ("play levelx --seats me,ghost", "a seat is one of: me, random", "une place est l’un de"),
    ("play levelx --seats me,", "'' cannot sit down", "'' ne peut pas s’asseoir"),
    ("play levelx --seats me:,me", "'me:' cannot sit down", "'me:' ne peut pas"),
    (f"play levelx --seats me:{'x' * 31},me", "1 to 30 characters", "de 1 à 30 caractères"),
    ("play levelx --seats me:\x07,me", "all printable", "tous affichables"),
    ("play levelx -o first", "write name=value; the options are: first", "écrivez nom=valeur"),
    ("play levelx -o second=1", "the options are: first", "les options sont\u202f: first"),
    ("play levelx -o first=2", "allowed: null, 0, 1", "valeurs permises\u202f: null, 0, 1"),
    ("play levelx -o first=true", "cannot be True", "ne peut pas valoir True"),
    (f"play levelx -o first={'[' * 9999}", "allowed: null, 0, 1", "valeurs permises"),
    ("play levelx --seed", "requires an argument", "demande une valeur"),
    ("play levelx --seed -1", "from 0 to 18446744073709551615", "de 0 à 18446744073709551615"),
    ("play levelx --seed 1e20", "from 0 to 18446744073709551615", "nombre entier de 0"),
    ("play levelx --pace nan", "seconds from 0 to 10", "secondes de 0 à 10"),
    ("play levelx --pace fast", "seconds from 0 to 10", "secondes de 0 à 10"),
    ("play levelx --edition no.toml", "no.toml: cannot be read", "no.toml\u202f: lecture"),
    ("play levelx --record .", "is a folder; name a file", "est un dossier"),
    ("play levelx --record no/x.jsonl", "there is no folder", "il n’y a pas de dossier"),
    ("play --resume --seed 1", "leave --seed out", "enlevez --seed"),
    ("simulate", "Missing argument 'GAME'. The games are: ", "Il manque l’argument 'JEU'."),
    ("simulate chess", "the games are: ", "les jeux sont"),
    ("simulate levelx --games 0", "from 1 to 10000000000", "de 1 à 10000000000"),
    ("simulate levelx --games -1", "'-1' is not a whole number", "'-1' n’est pas un nombre"),
    ("simulate levelx --games abc", "10k, 1M, 1e6", "10k, 1M, 1e6"),
    ("simulate levelx --games 1.5", "'1.5' is not a whole number", "'1.5' n’est pas"),
    (f"simulate levelx --games {'9' * 5000}", "is not a whole number", "n’est pas un nombre"),
    ("simulate levelx --players 7", "2 to 4 players, not 7", "pas à 7"),
    ("simulate levelx --players -1", "is not a whole number", "n’est pas un nombre"),
    ("simulate levelx --workers 0", "from 1 to 1024", "de 1 à 1024"),
    ("simulate levelx --out x.xyz", "ends in .parquet, .csv", "finit par .parquet, .csv"),
    ("simulate levelx --out no/x.csv", "there is no folder", "il n’y a pas de dossier"),
    ("simulate levelx -o first=9", "allowed: null, 0, 1", "valeurs permises"),
    ("show", "Missing argument 'FILE'", "Il manque l’argument 'FICHIER'"),
    ("show no.jsonl", "no.jsonl: there is no such file", "no.jsonl\u202f: ce fichier"),
    ("show .", ".: it is a folder, not a file", ".\u202f: c’est un dossier"),
    ("replay no.jsonl --at 3", "there is no such file", "n’existe pas"),
    ("replay no.jsonl --at -3", "is not a whole number", "n’est pas un nombre"),
    ("rules", "Missing argument 'GAME'. The games are: ", "Les jeux sont\u202f: "),
    ("rules levelx LX-99", "the rules are: LX-1, LX-2", "les règles sont\u202f: LX-1"),
    ("edition chess", "the games are: ", "les jeux sont"),
]


@pytest.fixture
def _in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_in_empty_folder")
@cases(("typed", "english", "french"), WRONG)
def test_a_wrong_command_line_is_told_what_is_allowed(
    command: Command, tmp_path: Path, typed: str, english: str, french: str
) -> None:
    for language, sentence in (("en", english), ("fr", french)):
        outcome = command("--lang", language, *typed.split(" "))
        assert outcome.code == 2
        assert outcome.out == ""
        assert sentence in outcome.err
        assert "Traceback" not in outcome.err
        assert len(outcome.err) < 800
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_told_with_a_way_out(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        outcome = command("serve", "--port", port, "--no-browser")
    assert outcome.code == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in outcome.err
    assert "--port 0 takes any free one" in outcome.err


def test_an_unknown_language_is_told_which_there_are(command: Command) -> None:
    outcome = command("--lang", "de", "games")
    assert outcome.code == 2
    assert "'fr', 'en'" in outcome.err


def test_a_record_is_never_written_over(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "precious.txt"
    path.write_text("precious")
    outcome = command("play", "levelx", "--record", str(path))
    assert outcome.code == 2
    assert "there is a file already; choose another name" in outcome.err
    assert path.read_text() == "precious"


def test_a_wrong_edition_is_explained_in_both_languages(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = command("edition", "levelx").out
    path.write_text(text.replace("chips_withheld = [1, 1, 0]", "chips_withheld = [7, 1, 0]"))
    for language, sentence in (
        ("en", "chips_withheld takes 7 chips from every row, but a row has only 7"),
        ("fr", "chips_withheld retire 7 jetons de chaque rangée"),
    ):
        outcome = command("play", "levelx", "--edition", str(path), "--lang", language)
        assert outcome.code == 2
        assert sentence in outcome.err
        assert outcome.err.startswith({"en": "Error: ", "fr": "Erreur\u202f: "}[language])


def test_an_edition_is_printed_as_it_can_be_read_again(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(command("edition", "levelx").out, "utf-8")
    assert command("play", "levelx", "--edition", str(path), answers=["q"]).code == 0


def test_a_folder_where_nothing_can_be_written_is_noticed_before_the_match(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("ludotheque.cli.shared.paths.tempfile.TemporaryFile", refuse)
    for arguments in (
        ("play", "levelx", "--record", str(tmp_path / "x.jsonl")),
        ("simulate", "levelx", "--out", str(tmp_path / "x.csv")),
    ):
        outcome = command(*arguments)
        assert outcome.code == 2
        assert f"no file can be written in {tmp_path}" in outcome.err


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (FileNotFoundError(2, "gone", "x"), "x: there is no such file or folder"),
        (PermissionError(13, "no", "x"), "x: that is not permitted"),
        (IsADirectoryError(21, "dir", "x"), "x: it is a folder, not a file"),
        (OSError(28, "No space left on device", "x"), "x: No space left on device"),
        (OSError("strange"), "strange"),
    ],
)
def test_what_the_system_refuses_is_said_in_a_sentence(problem: OSError, sentence: str) -> None:
    assert os_error_text(problem, use_language("en")) == sentence


@pytest.mark.parametrize(
    ("problem", "code", "sentence"),
    [
        (KeyboardInterrupt(), 130, ""),
        (MemoryError(), 2, "not enough memory"),
        (OSError(28, "No space left on device"), 2, "No space left on device"),
    ],
)
def test_whatever_stops_a_command_has_its_exit_code(
    command: Command,
    monkeypatch: pytest.MonkeyPatch,
    problem: BaseException,
    code: int,
    sentence: str,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr("ludotheque.arena.streaming.Parts.play", fail)
    outcome = command("simulate", "levelx", "--games", "10")
    assert outcome.code == code
    assert sentence in outcome.err
