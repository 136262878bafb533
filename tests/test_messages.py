"""The message catalogues: complete, compiled, with the same placeholders in French."""

import functools
import re
import string
from collections.abc import Iterator

import pytest

from tools import messages

NO_BREAK = "\u00a0"


def texts(words: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """A message's one text, or its singular and plural."""
    return (words,) if isinstance(words, str) else tuple(words or ())


@functools.cache
def translations() -> list[tuple[str, str]]:
    """Every English text with its French."""
    return list(found_translations())


def found_translations() -> Iterator[tuple[str, str]]:
    for target, sources in messages.catalogue_folders().items():
        for message in messages.merged(target, sources):
            if message.id:
                yield from zip(texts(message.id), texts(message.string), strict=True)


def places(text: str) -> set[tuple[str, str | None, str | None]]:
    """The {places} of a message, with how they are filled."""
    parts = string.Formatter().parse(text)
    return {(name, form, conversion) for _, name, form, conversion in parts if name is not None}


def test_every_message_is_translated_and_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    code = messages.main(["--check"])
    assert capsys.readouterr().out == "every message is translated\n"
    assert code == 0


def test_checking_changes_nothing() -> None:
    paths = [messages.po_path(target) for target in messages.catalogue_folders()]
    paths += [path.with_suffix(".mo") for path in paths]
    before = {path: path.stat().st_mtime_ns for path in paths if path.exists()}
    messages.main(["--check"])
    assert {path: path.stat().st_mtime_ns for path in paths if path.exists()} == before


def test_a_translation_has_the_places_of_its_english() -> None:
    wrong = [pair for pair in translations() if places(pair[0]) != places(pair[1])]
    assert wrong == []


def test_a_translation_begins_and_ends_like_its_english() -> None:
    """Spaces and line ends matter where texts are put together."""
    for english, french in translations():
        for edge in (r"^\s*", r"[ \n]*$"):
            one, other = re.search(edge, english), re.search(edge, french)
            assert one is not None
            assert other is not None
            same = one.group() == other.group()
            assert same or french.startswith(f"{NO_BREAK};") or french.endswith(NO_BREAK), french


def test_french_punctuation_has_its_no_break_spaces() -> None:
    for _, french in translations():
        sentences = re.sub(r"^ +\? +", "", french, flags=re.MULTILINE)  # `?` as a command
        assert not re.search(r"[\w})’»][:;!?](\s|$)", sentences), french
        assert not re.search(r"(?<=[ \n])[:;!»](\s|$)", sentences), french
        assert not re.search(rf"«(?!{NO_BREAK})|(?<!{NO_BREAK})»", sentences), french


def test_french_has_one_apostrophe() -> None:
    """The straight one stands around names of programs only."""
    straight = re.compile(r"[^\W\d_]'[^\W\d_]")
    assert [french for _, french in translations() if straight.search(french)] == []


def test_english_has_no_french_spaces() -> None:
    assert [english for english, _ in translations() if NO_BREAK in english] == []


def test_a_new_message_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "CLICK", (*messages.CLICK, "Something never said before."))
    assert messages.main(["--check"]) == 1
