"""The table of a race as markup, and states that differ in nothing but secrets."""

from __future__ import annotations

from random import Random

from ludotheque.core.state import State

from ..rendered_table import table_page

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"]
SEEN_BY_ALL = ("line", "places", "values", "to_throw", "thrown")  # which die is where


def page(state: State, viewer: int | str | None, *, taker: int | None = None) -> str:
    """The table as a viewer gets it: the seat to move may act."""
    game, names = state.game, NAMES[: state.players]
    browser, words = game.browser, game.language("en")
    mine = state.seat is not None and viewer == state.seat
    choices = browser.choices(state, names, words) if mine else []
    return table_page(
        state, browser.table(state, names, words, viewer), choices, mine=mine, taker=taker
    )


def resampled_for(state: State, seat: int, chance: Random) -> State:
    """A state in which all that the seat cannot know is dealt anew; the dice are the same."""
    other = state.game.resample(state.view(seat), chance)
    for name in SEEN_BY_ALL:
        other.record[name] = state.record[name]
    return other
