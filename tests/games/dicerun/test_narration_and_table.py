"""Narration and terminal table of DiceRun: complete, in both languages, without secrets."""

import re
from random import Random

import pytest
from rich.console import Console

from ludotheque import State

from .position import DICE_DRAWS, GAME, draw, end_stage, position
from .test_against_naive import EDITIONS, any_verb

NARRATION = GAME.narration
NAMES = ["Ada", "Blaise", "Chloé", "Denis"]


def story(edition: str, code: str) -> tuple[list[str], list[State]]:
    """All sentences of a match by chance, and its moments."""
    language, chance = GAME.language(code), Random(edition)
    state = GAME.start(4, edition=EDITIONS[edition])
    told, moments = [], [state.copy()]
    while state.awaits != "end":
        before = moments[-1]
        assert NARRATION.ask(state, NAMES, language)
        if state.draw_size is not None:
            k = chance.randrange(state.draw_size)
            line: dict[str, object] = {"draw": [state.draw_size, k]}
            state.draw(k)
        else:
            move = any_verb(sorted(state.moves()), chance)
            line = {"seat": state.seat, "move": move}
            state.play(move)
            assert NARRATION.brief(before, state, NAMES, language)
        moments.append(state.copy())
        sentence = NARRATION.tell(before, line, state, NAMES, language)
        assert sentence or "draw" in line
        told += [sentence] if sentence else []
    return told, moments


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_match_is_told_in_both_languages_without_gaps(edition: str) -> None:
    english, french = (story(edition, code)[0] for code in ("en", "fr"))
    assert len(english) == len(french)
    assert all("{" not in sentence for sentence in english + french)
    assert sum("Objectives: " in sentence for sentence in english) == 4
    assert not set(english) & set(french)
    assert not [sentence for sentence in english + french if in_notation(sentence)]


def in_notation(text: str) -> bool:
    """Whether a text has a die, a card or a move as the notation writes it."""
    return bool(re.search(r"\b[rogbp][1-6]\b|\w:\w", text))


@pytest.mark.parametrize("code", ["en", "fr"])
def test_moves_and_cards_have_names_in_the_terminal(code: str) -> None:
    """Only dice on the road keep a letter, on their colour, and a line says what it stands for."""
    language = GAME.language(code)
    for state in story("gaps and crashes", code)[1][::7]:
        names = {GAME.terminal.move_name(move, language) for move in state.moves()}
        assert len(names) == len(state.moves())
        assert not [name for name in names if in_notation(name)]
        lines = drawing(state, 0, code).splitlines()
        own = [line for line in lines if line.startswith(("cards:", "cartes", "objecti"))]
        assert not [line for line in own if in_notation(line)]
        assert [line for line in lines if "discard" in line and in_notation(line)] == []
        assert any(("blue" if code == "en" else "bleu") in line for line in lines)


def drawing(state: State, seat: int | None, code: str = "en") -> str:
    console = Console(width=90)
    with console.capture() as captured:
        console.print(GAME.terminal.board(state, NAMES, GAME.language(code), seat))
    return captured.get()


def test_the_table_shows_a_hand_only_to_its_seat() -> None:
    state = position("r1 / gap / *5", hand="joker swap flip", players=4)
    assert "joker · swap · flip" in drawing(state, 0)
    for looking in (None, 1, 2, 3):
        assert "joker" not in drawing(state, looking)


def test_states_that_differ_in_secrets_are_drawn_and_asked_about_alike() -> None:
    chance, language = Random(2), GAME.language("en")
    for state in story("gaps and crashes", "en")[1][::9]:
        other = GAME.resample(state.view(2), chance)
        for looking in (None, 2):
            assert drawing(other, looking) == drawing(state, looking)
        assert NARRATION.ask(other, NAMES, language) == NARRATION.ask(state, NAMES, language)


def test_a_cut_before_its_place_has_a_minus_sign() -> None:
    state = GAME.start(3, {"roll_off": "aside"})
    draw(state, *[0] * (DICE_DRAWS + 4 * 3 + 3 * 3))
    cut, language = state.pending_draws[0], GAME.language("en")
    names = [GAME.throws.face_name(cut, text, language) for text in cut.faces]
    assert names == ["−2", "−1", "0", "1", "2"]


@pytest.mark.parametrize(
    ("code", "card"), [("en", "Your card “red” is"), ("fr", "Votre carte «\u00a0rouge\u00a0» est")]
)
def test_the_card_that_a_reroll_costs_is_named_as_it_is_in_the_hand(code: str, card: str) -> None:
    state = position("r1 / *5", hand="color:r value:6 value:6", players=4)
    after = state.copy()
    after.play("reroll:2:color:r")
    language = GAME.language(code)
    found = GAME.browser.preview(state, after, "reroll:2:color:r", NAMES, language)
    assert found["say"].startswith(card)


def test_the_card_laid_down_and_the_objective_chosen_are_not_told() -> None:
    language = GAME.language("en")
    state = position("r1 / *5", hand="joker value:6 value:6", players=4)
    after = state.copy()
    after.play("reroll:2:joker")
    line = {"seat": 0, "move": "reroll:2:joker"}
    said = NARRATION.tell(state, line, after, NAMES, language)
    assert said == "Ada lays a card face down and rerolls group 2."
    end_stage(state, "value:6")
    after = state.copy()
    move = after.moves()[0]
    after.play(move)
    said = NARRATION.tell(state, {"seat": 0, "move": move}, after, NAMES, language)
    assert said == "Ada has chosen an objective."
    assert NARRATION.brief(state, after, NAMES, language) == "="


def test_a_reroll_is_told_when_the_last_die_has_fallen() -> None:
    language = GAME.language("en")
    state = position("p1 / r1 o2 / *5", hand="joker value:6 value:6", players=4)
    state.play("reroll:2:joker")
    before = state.copy()
    draw(state, 5)
    assert NARRATION.tell(before, {"draw": [6, 5]}, state, NAMES, language) is None
    before = state.copy()
    draw(state, 0)
    said = NARRATION.tell(before, {"draw": [6, 0]}, state, NAMES, language)
    assert said == "The dice fall: red 6, orange 1."
