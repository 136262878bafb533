"""The compiler's specialised copies of a rule: each game and mode has its own."""

from typing import Any

import ludotheque
from ludotheque.core import driver


def name_of(game: str, mode: Any) -> str:
    return ludotheque.game(game).binding(mode)(driver.points_at).__qualname__


def test_copies_of_one_function_have_different_names_in_every_game_and_mode() -> None:
    """Kept machine code is linked by name, and types are numbered anew in every process: under one
    name the code of one game would be run on the states of another."""
    names = [name_of(game, mode) for game in ludotheque.games() for mode in ("compiled", "checked")]
    assert len(set(names)) == len(names)
