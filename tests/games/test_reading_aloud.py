"""Rulebooks as a family reads them: short sentences, nothing used before it is said."""

import re

import pytest

from ludotheque.games import find

LANGUAGES = ("fr", "en")
GAMES = ("coursededes", "dicerun", "levelx", "masterdes")
MOST_WORDS = 32  # of a sentence that is read aloud


def rules_of(name: str, language: str) -> dict[str, str]:
    """The rules by their numbers, each with what is indented below it."""
    text = find(name).rulebook(language)
    found = re.findall(r"^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n  - .*)*)", text, re.MULTILINE)
    return dict(found)


def sentences(text: str) -> list[str]:
    """Without the marks that say where a sentence comes from."""
    bare = re.sub(r"\((?:livret|maison|printed|house)\)", "", text)
    return [each for each in re.split(r"[.?!;:]\s+|\n", bare) if each.strip()]


def examples_in(text: str) -> tuple[str, str]:
    """What stands before the examples, and the examples: the first numbered list."""
    before, _, rest = text.partition("\n1. ")
    return before, rest.partition("\n\n")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_masterdes_is_told_in_short_sentences(language: str) -> None:
    rules = rules_of("masterdes", language)
    assert len(rules) == 14
    for number, text in rules.items():
        for sentence in sentences(text):
            assert len(sentence.split()) <= MOST_WORDS, f"{number}: {sentence}"
        assert len(text.partition("\n")[0].split()) <= 2 * MOST_WORDS, number


@pytest.mark.parametrize("language", LANGUAGES)
def test_masterdes_is_told_in_brief_before_anything_else(language: str) -> None:
    """Every picture of the MasterDé with what it does, and where to begin."""
    brief = find("masterdes").rulebook(language).split("\n## ")[1]
    faces = {"fr": "deux cœur rejouer passer vierge", "en": "two heart replay out blank"}[language]
    for face in faces.split():
        assert re.search(rf"^\| {face}\b.* \| \w", brief, re.MULTILINE), face
    assert "Flash" in brief
    assert len(brief.split()) < 320


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_use_no_notation_that_was_not_explained(name: str, language: str) -> None:
    before, examples = examples_in(find(name).rulebook(language))
    written = re.findall(r"`([^`]+)`", examples)
    assert not written or f"`{written[0]}`" in before


@pytest.mark.parametrize(("name", "letters"), [("coursededes", "gkbrv"), ("dicerun", "rogbp")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_colours_are_named(name: str, letters: str, language: str) -> None:
    text = find(name).rulebook(language)
    for letter in letters:
        assert re.search(rf"`{letter}` (?:\(\w+\)|\w+)", text), letter


def test_dice_that_advance_are_looked_for_from_the_lead_to_the_back() -> None:
    text = rules_of("coursededes", "fr")["CD-6"]
    assert "remontez" not in text
    assert "vers l'arrière" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_bonus_tiles_are_counted_in_words(language: str) -> None:
    text = rules_of("levelx", language)["LX-11"]
    assert "*n*" not in text
    assert {"fr": "deux jetons de chaque valeur", "en": "two chips of every value"}[
        language
    ] in text
