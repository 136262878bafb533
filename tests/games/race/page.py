"""The table of a race as markup, and states that differ in nothing but secrets."""

from __future__ import annotations

from html.parser import HTMLParser
from random import Random

from ludotheque.core.state import State

from ..markup import rendered

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"]
SEEN_BY_ALL = ("line", "places", "values", "to_throw", "thrown")  # which die is where


def page(state: State, viewer: int | str | None, *, taker: int | None = None) -> str:
    """The table as a viewer gets it: the seat to move may act."""
    game, names = state.game, NAMES[: state.players]
    browser, words = game.browser, game.language("en")
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
