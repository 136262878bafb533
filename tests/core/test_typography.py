"""French spaces and the minus sign, wherever people read them."""

import re

import pytest

from ludotheque.core.language import Language, written_number
from ludotheque.core.option_texts import value_text
from ludotheque.core.options import LocalizedText
from ludotheque.core.typography import french_spaces
from ludotheque.games import find, names
from tools import messages

THIN, FULL = "\u202f", "\u00a0"

#: A mark of punctuation after an ordinary space, or after a full no-break one.
WRONG = re.compile(rf"(?<=[^\s«])[ {FULL}][;:!?](?![\w/=])|«(?!{FULL})|(?<!{FULL})»")


@pytest.mark.parametrize(
    ("typed", "set_well"),
    [
        ("Ah ! Vraiment ?", f"Ah{THIN}! Vraiment{THIN}?"),
        (f"ceci{FULL}: cela ; non", f"ceci{THIN}: cela{THIN}; non"),
        ("« Bravo »", f"«{FULL}Bravo{FULL}»"),
        ("12 % de 50", f"12{FULL}% de 50"),
        (f"{FULL}; suite", f"{THIN}; suite"),
        ("  ? LX-3   une règle", "  ? LX-3   une règle"),  # `?` as a command
        ("https://exemple.fr/?a=1", "https://exemple.fr/?a=1"),
    ],
)
def test_french_spaces(typed: str, set_well: str) -> None:
    assert french_spaces(typed) == set_well
    assert french_spaces(set_well) == set_well


def test_every_compiled_catalogue_has_french_spaces() -> None:
    """What people are shown comes from the .mo files."""
    for target, sources in messages.catalogue_folders().items():
        language = Language.of("fr", target)
        for message in messages.merged(target, sources):
            if message.id:
                one = isinstance(message.id, str)
                texts = [language(str(message.id))] if one else language.forms(*message.id)
                for text in texts:
                    without_commands = re.sub(r"^ +\? +", "", text, flags=re.MULTILINE)
                    assert not WRONG.search(without_commands), text


def test_every_french_page_has_french_spaces() -> None:
    pages = messages.french_pages()
    assert len(pages) >= 8
    for page in pages:
        prose = messages.CODE.sub("code", page.read_text("utf-8"))
        assert not WRONG.search(prose), (page.name, WRONG.search(prose))


def test_french_beside_the_code_gets_its_spaces() -> None:
    assert LocalizedText(fr="Oui ! « Non »", en="Yes!")["fr"] == f"Oui{THIN}! «{FULL}Non{FULL}»"


@pytest.mark.parametrize("code", ["fr", "en"])
def test_negative_numbers_have_a_minus_sign(code: str) -> None:
    language = Language.of(code)
    assert written_number(-1.5, ".1f", language).startswith("−1")
    assert language("points: {points}", points=-3).endswith("−3")
    assert language.plural("{count} point", "{count} points", -32).startswith("−32 ")


def test_what_was_typed_is_quoted_as_it_was() -> None:
    said = Language.of("fr")("{name} must be a whole number, not {value!r}", name="n", value=-5)
    assert said == "n must be a whole number, not -5"


@pytest.mark.parametrize("code", ["fr", "en"])
@pytest.mark.parametrize("name", names())
def test_nobody_reads_the_words_that_programs_write(name: str, code: str) -> None:
    """Every value of an option that is a word for programs has a label for people."""
    language = Language.of(code)
    for option in find(name).options.values():
        for value in option.allowed:
            said = value_text(option, value, language)
            if not isinstance(value, int) or isinstance(value, bool):
                assert said[0].isupper(), said
            if isinstance(value, str):
                assert f"({value})" not in option.sentence[code]
