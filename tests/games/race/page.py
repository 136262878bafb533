"""The table of a race as markup, and states that differ in nothing but secrets."""

from __future__ import annotations

from html.parser import HTMLParser
from random import Random
from typing import Any

from jinja2 import BaseLoader, Environment, TemplateNotFound

from ludotheque.core.game import Game
from ludotheque.core.state import State

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"]
SEEN_BY_ALL = ("line", "places", "values", "to_throw", "thrown")  # which die is where


class Shelf(BaseLoader):
    """Templates as the house finds them: `games/<folder>/<file>`."""

    def __init__(self, game: Game) -> None:
        self.games = game.folder.parent

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:
        path = self.games / template.removeprefix("games/")
        if not path.is_file():
            raise TemplateNotFound(template)
        return path.read_text("utf-8"), str(path), lambda: True


def rendered(game: Game, source: str, **context: Any) -> str:
    environment = Environment(loader=Shelf(game), autoescape=True)
    imported = f"{{% import 'games/{game.id}/table.html.jinja' as piece with context %}}"
    words = game.language("en")
    return environment.from_string(imported + source).render(
        _=words, plural=words.plural, **context
    )


def page(state: State, viewer: int | str | None, *, taker: int | None = None) -> str:
    """The table as a viewer gets it: the seat to move may act."""
    game, names = state.game, NAMES[: state.players]
    browser, words = game.piece("browser"), game.language("en")
    mine = state.seat is not None and viewer == state.seat
    data = {
        **browser.table(state, names, words, viewer),
        "match_id": "m1",
        "version": 17,
        "waits": {"draw": "roll", "move": "move", "end": "end"}[state.awaits],
        "seat": state.seat,
        "mine": mine,
        "choices": browser.choices(state, names, words) if mine else [],
        "can_take_back": taker is not None,
        "take_back_seat": taker,
    }
    return rendered(game, "{{ piece.board(t) }}{{ piece.asked(t) }}", t=data)


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def elements(html: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Elements()
    parser.feed(html)
    return parser.found


def twin(state: State, seat: int, chance: Random) -> State:
    """A state in which all that the seat cannot know is dealt anew; the dice are the same."""
    other = state.game.resample(state.view(seat), chance)
    for name in SEEN_BY_ALL:
        other.record[name] = state.record[name]
    return other
