"""The guides' scripts: the rules play them, and every step names rules that the rulebook has."""

from __future__ import annotations

import re

import pytest

import ludotheque
from ludotheque.core.errors import IllegalMove
from ludotheque.core.game import Game
from ludotheque.core.guide import SEAT, Falls, Guide, Plays, scripted_events
from ludotheque.core.language import LANGUAGES
from ludotheque.core.state import State
from ludotheque.games import find

GAMES = ludotheque.games()
MOST_WORDS = 48  # of a step: a panel on a phone has no room for more
LEFT_OUT = {"fr": "Ce guide ne parle ni", "en": "This guide leaves out"}

#: What beginners miss, by the rules' numbers; each guide has to speak of it.
MISSED = {
    "levelx": {"LX-6", "LX-7", "LX-10", "LX-11"},
    "masterdes": {"MD-2", "MD-3", "MD-7", "MD-8"},
    "dicerun": {"DR-3", "DR-9", "DR-10", "DR-24"},
    "coursededes": {"CD-5", "CD-9", "CD-10", "CD-12"},
    "trotteurs": {"TR-8", "TR-9", "TR-10", "TR-16", "TR-17"},
}


def guide_of(name: str, language: str = "en") -> Guide:
    game = find(name)
    guide = game.lesson.guide(game.language(language))
    assert guide is not None
    return guide


def begun(game: Game, guide: Guide) -> State:
    """The state in which a guide begins."""
    state = game.start(guide.players, guide.options)
    scripted_events(guide.before, state)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_play_a_guide_from_its_first_draw_to_its_last_move(name: str) -> None:
    game, guide = find(name), guide_of(name)
    state = begun(game, guide)
    actor = state.roller if state.awaits == "draw" else state.seat
    assert actor == SEAT, "a guide begins with the player"
    events = scripted_events(guide.script, state)
    assert any(event.get("seat") == SEAT for event in events)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_previewed_on_the_way_to_a_move_is_legal(name: str) -> None:
    guide = guide_of(name)
    state = begun(find(name), guide)
    for part in guide.script:
        if isinstance(part, Plays):
            assert set(part.shows) <= set(state.moves())
        scripted_events([part], state)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_step_says_what_to_tap_and_by_which_rule(name: str, language: str) -> None:
    book = find(name).rulebook(language)
    guide = guide_of(name, language)
    for step in guide.steps:
        assert step.taps, step.text
        assert step.instead, step.text
        assert step.rules, step.text
        for rule in step.rules:
            assert f"**{rule}**" in book, rule
        assert len(step.text.split()) <= MOST_WORDS, step.text
    assert MISSED[name] <= {rule for step in guide.steps for rule in step.rules}


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_have_the_same_script(name: str) -> None:
    french, english = guide_of(name, "fr"), guide_of(name, "en")
    assert (french.before, french.script) == (english.before, english.script)
    assert [step.taps for step in french.steps] == [step.taps for step in english.steps]
    pairs = zip(french.steps, english.steps, strict=True)
    assert all(one.text != other.text for one, other in pairs)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_says_at_the_end_what_it_leaves_out(name: str, language: str) -> None:
    said = guide_of(name, language).ending
    assert said.startswith(LEFT_OUT[language])
    assert {"fr": "règle du jeu", "en": "rulebook"}[language] in said


def test_a_script_that_breaks_the_rules_is_refused() -> None:
    state = find("levelx").start(2, {"first": 0})
    with pytest.raises(ValueError, match=re.escape("'7' is none of the faces of die 1: 1, 2, 3")):
        scripted_events([Falls("7")], state)
    with pytest.raises(IllegalMove):
        scripted_events([Falls("2 3 5 6"), Plays("5 7")], state)
    with pytest.raises(ValueError, match="nothing is drawn here"):
        scripted_events([Falls("1")], state)
