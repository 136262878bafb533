"""Message lookup: first the game's catalogue, then the program's, else the English message id."""

import io
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from ludotheque.core import language
from ludotheque.core.language import Language, preferred_language

NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def folder_of_words(folder: Path, **words: str) -> Path:
    """A folder with a French catalogue of these words, and one message with a plural."""
    catalogue = Catalog(locale="fr")
    for english, french in words.items():
        catalogue.add(english, french)
    catalogue.add(("{count} die", "{count} dice"), ("{count} dé", "{count} dés"))
    data = io.BytesIO()
    write_mo(data, catalogue)
    path = folder / "fr" / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(data.getvalue())
    return folder


def test_a_game_speaks_its_own_words_then_those_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = folder_of_words(tmp_path / "program", row="rang", seat="place")
    game = folder_of_words(tmp_path / "game", row="rangée")
    monkeypatch.setattr(language, "MESSAGES", shared)
    french = Language.of("fr", game)
    assert [french(word) for word in ("row", "seat", "pawn")] == ["rangée", "place", "pawn"]


def test_english_is_the_message_itself(tmp_path: Path) -> None:
    english = Language.of("en", folder_of_words(tmp_path, row="rangée"))
    assert english("row") == "row"
    assert english("row {row}", row=5) == "row 5"
    assert english("{not a place}") == "{not a place}"


def test_one_and_many_are_told_apart_as_the_language_does(tmp_path: Path) -> None:
    folder = folder_of_words(tmp_path)
    french, english = (Language.of(code, folder) for code in ("fr", "en"))
    counts = (0, 1, 2)
    told = [french.plural("{count} die", "{count} dice", count) for count in counts]
    assert told == ["0 dé", "1 dé", "2 dés"]
    told = [english.plural("{count} die", "{count} dice", count) for count in counts]
    assert told == ["0 dice", "1 die", "2 dice"]


def test_a_folder_without_words_falls_back_to_the_message(tmp_path: Path) -> None:
    assert Language.of("fr", tmp_path)("no such message") == "no such message"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "fr"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LANG": "en_US", "LANGUAGE": "fr:en"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_systems_language_is_heard(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert preferred_language() == expected
