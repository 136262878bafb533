"""What the browser is sent of MasterDés, and how all of it is drawn: safely, in both languages."""

import json

import pytest

from ludotheque.games.masterdes import browser, lesson

from ...html import Page, complaints
from ..drawn_table import drawn, frame_of, setup_of
from .drawn import Table, moments, table
from .position import GAME, RED, counted, go, start

ENGLISH, FRENCH = GAME.language("en"), GAME.language("fr")
PRINTED = ("4 6 3 heart", "4 4 4 two")
RETHROW = ("4 6 3 blank", "1 2 5 two", "first")


def page(moment: str) -> Table:
    match moment:
        case "to throw":
            return table(start(), taker_back=RED)
        case "to choose":
            return table(go(start("expert"), *PRINTED))
        case "to rethrow":
            return table(go(start(), *RETHROW), taker_back=RED)
        case "counted":
            return table(counted("6 2 3 out", "5 1 3 blank", "expert", points=[15, 35]))
    return table(go(start(), *RETHROW), "public")


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_everything_that_is_sent_is_plain_json(level: str) -> None:
    state = go(counted("4 5 6 out", "1 2 3 blank", level), "6 6 1 blank", "keep")
    examples = [lesson.example(name, ENGLISH) for name in lesson.EXAMPLES]
    for data in (browser.details(state), browser.words(FRENCH), examples):
        assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("moment", ["to throw", "to choose", "to rethrow", "counted", "watching"])
def test_the_table_keeps_to_a_strict_content_security_policy(moment: str) -> None:
    shown = page(moment)
    assert complaints(shown.page) == []
    assert len(shown.page.ids) == len(set(shown.page.ids))


def test_names_are_never_markup() -> None:
    state = counted("4 2 1 heart", "6 3 3 blank", points=[20, 0])
    setup = {**setup_of(state, RED), "names": ["<b>Ada</b>", '"><script>']}
    html = drawn(frame_of(state, RED), setup)
    assert "<b>Ada" not in html
    assert "<script>" not in html
    assert Page(html).shape == table(state).page.shape


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_a_match_is_drawn_in_both_languages_without_gaps(level: str) -> None:
    asked = [state for state in moments(level, seed=3) if state.awaits != "draw"]
    for state in [*asked[:30:2], asked[-1]]:
        for lang in ("en", "fr"):
            shown = table(state, 1, lang)
            seen = " ".join(shown.page.words)
            for gap in ("{", "undefined", "null", "NaN", "None", "[object"):
                assert gap not in shown.html
            assert ("MasterDé de" in seen or "MasterDé (" in seen) == (lang == "fr")
