"""A game's own template as the server renders it, and the elements of the markup."""

from collections import Counter
from functools import cache
from typing import Any

from jinja2 import Template

from ludotheque.core.game import Game
from ludotheque.core.state import State
from ludotheque.web.render.templates import environment

from ..html import Page

Element = tuple[str, dict[str, str]]  # tag, attributes
VERSION = 17


def rendered(game: Game, source: str, lang: str = "en", **context: Any) -> str:
    """What comes of a source in which `piece` is the game's template."""
    words = game.language(lang)
    given = {"_": words, "plural": words.plural, "lang": lang, "game": game, **context}
    return template(game.id, source).render(given)


@cache
def template(game_id: str, source: str) -> Template:
    imported = f"{{% import 'games/{game_id}/table.html.jinja' as piece with context %}}"
    return environment().from_string(imported + source)


def table_page(
    state: State,
    table: dict[str, Any],
    choices: list[dict[str, Any]],
    *,
    mine: bool,
    taker: int | None = None,
) -> str:
    """A game's table and what is asked below it; `taker` is the seat that may take a move back."""
    waits = {"draw": "roll", "move": "move", "end": "end"}[state.awaits]
    data = {
        **table,
        "match_id": "m1",
        "version": VERSION,
        "waits": waits,
        "seat": state.seat if waits == "move" else state.roller,
        "mine": mine,
        "choices": choices if mine and waits == "move" else [],
        "can_take_back": taker is not None,
        "take_back_seat": taker,
    }
    return rendered(state.game, "{{ piece.board(t) }}{{ piece.asked(t) }}", t=data)


def elements(html: str) -> list[Element]:
    return [(each.tag, each.attributes) for each in Page(html).elements]


def check_content_security_policy(html: str) -> set[str]:
    """No style, no script that runs, no handler in the markup; every id once. Returns the ids."""
    found = elements(html)
    for tag, attributes in found:
        assert tag != "style"
        assert tag != "script" or attributes["type"] == "application/json"
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
    ids = Counter(attributes["id"] for _, attributes in found if "id" in attributes)
    assert set(ids.values()) == {1}
    return set(ids)
