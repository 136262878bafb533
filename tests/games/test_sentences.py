"""Sentences name dice as people do, in both languages, and never in the notation of moves."""

import random
import re
from typing import Any

import pytest

import ludotheque
from ludotheque.core.language import DIE, DIE_END, LANGUAGES, without_marks
from ludotheque.core.state import State
from tests.by_chance import one_more

Data = dict[str, Any]
NOTATION = re.compile(r"\w:\w|\b[a-z]\d|\*\d")
NAMES = ["Ada", "Blaise", "Camille"]


def said_of(name: str, code: str, seed: int, events: int) -> list[str]:
    """All that is told of a match by chance, and what some of its moves would do."""
    game, chance = ludotheque.game(name), random.Random(seed)
    language, names = game.language(code).marking_dice, NAMES[: game.players[0]]
    options = {"vigilance": "manual"} if name == "trotteurs" else {}
    state, said = game.start(len(names), options), list[str]()
    for _ in range(events):
        if state.awaits == "end":
            break
        said.append(game.narration.ask(state, names, language))
        if state.awaits == "move":
            said += previews(state, chance, names, language)
        before = state.copy()
        event = one_more(state, chance)
        said.append(game.narration.tell(before, event, state, names, language) or "")
    return said


def previews(state: State, chance: random.Random, names: list[str], language: Any) -> list[str]:
    move = chance.choice(state.moves())
    after = state.copy()
    after.play(move)
    preview = state.game.browser.preview(state, after, move, names, language)
    return [
        preview["label"],
        preview["say"],
        state.game.narration.brief(state, after, names, language),
    ]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", ["levelx", "masterdes", "trotteurs"])
def test_no_sentence_has_notation_in_it(name: str, code: str) -> None:
    for said in said_of(name, code, seed=4, events=250):
        assert not NOTATION.search(without_marks(said)), said


@pytest.mark.parametrize("name", ["levelx", "masterdes", "trotteurs"])
def test_dice_are_marked_for_pages_only_and_read_the_same_without_marks(name: str) -> None:
    game = ludotheque.game(name)
    plain, marking = game.language("en"), game.language("en").marking_dice
    assert plain.die("3") == "3"
    assert marking.die("3") == f"{DIE}3{DIE_END}"
    assert marking.marking_dice.die("3") == marking.die("3")
    said = [each for each in said_of(name, "en", seed=4, events=120) if DIE in each]
    assert said
    for each in said:
        assert each.count(DIE) == each.count(DIE_END)
        assert f"{DIE}{DIE_END}" not in each
