"""The rulebooks as pages: what somebody who wants to play reads first comes first."""

import pytest

from ludotheque.web.catalogue import find, names
from ludotheque.web.render.rulebook import rulebook_of
from ludotheque.web.settings import Settings

EXAMPLES = {"fr": "Quatre exemples", "en": "Four examples"}
RULES = {"fr": "Les règles", "en": "The rules"}
PROVENANCE = {"fr": "D’où nous le savons", "en": "How we know"}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", names())
def test_the_short_version_and_drawn_examples_come_first_and_provenance_last(
    name: str, lang: str
) -> None:
    book = rulebook_of(find(name), Settings(lang, "normal"))
    titles = [part["title"] for part in book.contents]
    assert titles[1] == EXAMPLES[lang]
    assert titles.index(RULES[lang]) > 1
    assert titles[-1] == PROVENANCE[lang]
    drawn = str(book.html).index("drawn-example")
    assert drawn < str(book.html).index(RULES[lang] + "</h2>")


def test_the_number_of_a_rule_does_not_break_across_lines() -> None:
    html = str(rulebook_of(find("masterdes"), Settings("fr", "normal")).html)
    assert '<span class="rule-number">MD-14</span>' in html
    assert '<li id="MD-14" class="rule">' in html or '<p id="MD-14" class="rule">' in html
