"""The page that compares the two editions of the race speaks of every rule, and of no other."""

import re

import pytest

from ludotheque.core.language import LANGUAGES
from ludotheque.games import find

LINK = re.compile(r"\[([A-Z]{2}-\d+)\]\(/rules/([a-z]+)#([A-Z]{2}-\d+)\)")


def rules_of(name: str, lang: str) -> set[str]:
    return set(re.findall(r"\*\*([A-Z]{2}-\d+)\*\*", find(name).rulebook(lang)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["dicerun", "coursededes"])
def test_every_rule_of_both_editions_is_compared(name: str, lang: str) -> None:
    text = find(name).editions(lang)
    assert text is not None
    linked = {rule for rule, game, _ in LINK.findall(text) if game == name}
    assert linked == rules_of(name, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_leads_to_the_rule_it_names(lang: str) -> None:
    text = find("dicerun").editions(lang)
    assert text is not None
    assert all(rule == place for rule, _, place in LINK.findall(text))


def test_both_languages_compare_the_same_rules_in_the_same_order() -> None:
    one, other = (LINK.findall(find("dicerun").editions(lang) or "") for lang in LANGUAGES)
    assert one == other


def test_a_game_with_one_edition_has_nothing_to_compare() -> None:
    assert find("levelx").editions("fr") is None
