"""A game's own template as the server renders it."""

from functools import cache
from typing import Any

from jinja2 import Template

from ludotheque.core.game import Game
from ludotheque.web.render.templates import environment


def rendered(game: Game, source: str, lang: str = "en", **context: Any) -> str:
    """What comes of a source in which `piece` is the game's template."""
    words = game.language(lang)
    given = {"_": words, "plural": words.plural, "lang": lang, "game": game, **context}
    return template(game.id, source).render(given)


@cache
def template(game_id: str, source: str) -> Template:
    imported = f"{{% import 'games/{game_id}/table.html.jinja' as piece with context %}}"
    return environment().from_string(imported + source)
