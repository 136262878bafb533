"""What the boxes and rulebooks say about the games, where the program shows it."""

from __future__ import annotations

import re

import pytest

import ludotheque

HOUSE = {"fr": "(maison)", "en": "(house)"}
PRINTED = {"fr": "(livret)", "en": "(printed)"}
LANGUAGES = ("fr", "en")


def rulebook(name: str, language: str) -> str:
    """The rulebook's text, with ordinary spaces."""
    return ludotheque.game(name).rulebook(language).replace("\u00a0", " ")


def rule(name: str, number: str, language: str) -> str:
    found = re.search(rf"^- \*\*{number}\*\* (.*)$", rulebook(name, language), re.MULTILINE)
    assert found is not None, number
    return found[1]


def test_ages_and_minutes() -> None:
    """The first edition of the dice race is for players from 10; Level X takes 20 minutes."""
    assert ludotheque.game("coursededes").age == 10
    assert "dès 10 ans" in rulebook("coursededes", "fr")
    assert "from the age of 10" in rulebook("coursededes", "en")
    assert ludotheque.game("levelx").minutes == 20
    assert "vingt minutes" in rulebook("levelx", "fr")
    assert "twenty minutes" in rulebook("levelx", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_made_dicerun(language: str) -> None:
    text = rulebook("dicerun", language)
    for name in ("Spartaco Albertarelli", "Chiara Vercesi", "François Haffner"):
        assert name in text
    assert "Riccardo Mazzoletti" in text


@pytest.mark.parametrize(
    ("language", "answer"), [("fr", "piochez alors deux cartes"), ("en", "then draw two cards")]
)
def test_what_to_do_after_a_forgotten_draw_is_answered_as_printed(
    language: str, answer: str
) -> None:
    """CD-17 For owners of the box."""
    text = rule("coursededes", "CD-17", language)
    assert answer in text
    assert PRINTED[language] in text


def test_the_box_of_the_dice_race_has_blank_cards_and_a_word_to_say() -> None:
    assert "| Cartes blanches | 4\u202f;" in rulebook("coursededes", "fr")
    assert "| Blank cards | 4;" in rulebook("coursededes", "en")
    assert "« Culbute\u202f! »" in rule("coursededes", "CD-5", "fr")
    assert "*Culbute !*" in rule("coursededes", "CD-5", "en")


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", "sans qu'on puisse y renoncer"), ("en", "nobody can turn it down")],
)
def test_that_a_bonus_tile_must_be_taken_is_marked_as_our_ruling(language: str, words: str) -> None:
    """LX-11 The rulebook says that the player "may" take it."""
    printed, house = rule("levelx", "LX-11", language).split(PRINTED[language])
    assert words not in printed
    assert words in house
    assert house.rstrip().endswith(HOUSE[language])


@pytest.mark.parametrize(
    ("language", "printed", "relaxed"),
    [
        ("fr", "À remarquer (la règle imprimée)", "Automatique (détendu)"),
        ("en", "Noticed (as printed)", "Automatic (relaxed)"),
    ],
)
def test_vigilance_is_offered_as_the_printed_rule_and_auto_as_the_relaxed_one(
    language: str, printed: str, relaxed: str
) -> None:
    option = ludotheque.game("trotteurs").options["vigilance"]
    assert [option.label(value, language) for value in option.allowed] == [printed, relaxed]
    assert option.allowed == ("manual", "auto")
    assert option.default == "auto"


@pytest.mark.parametrize(
    ("language", "ruling"),
    [
        ("fr", "vos boutons restent fermés pendant les deux fenêtres suivantes. (maison)"),
        ("en", "your buttons stay closed for the next two windows. (house)"),
    ],
)
def test_what_a_wrong_call_costs_is_in_the_rulebook_as_our_ruling(
    language: str, ruling: str
) -> None:
    assert ruling in rulebook("trotteurs", language)


@pytest.mark.parametrize(("language", "duty"), [("fr", "doit"), ("en", "must")])
@pytest.mark.parametrize("number", ["TR-16", "TR-17", "TR-18"])
def test_claims_and_warnings_are_a_duty_in_both_languages(
    number: str, language: str, duty: str
) -> None:
    assert f" {duty} " in rule("trotteurs", number, language)
