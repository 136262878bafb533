"""A setting as OpenSpiel's game parameters, and back.

OpenSpiel knows integers, booleans and texts, and writes them into the name of a game, in which
commas and parentheses have a meaning. So None is −1 or an empty text, and an edition is the path of
its file, or its JSON in base64.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any

from ...core.compiler import Mode
from ...core.errors import BadOption
from ...core.game import Game
from ...core.options import Option, spelled
from ...games import find
from ..setting import Edition, Setting

#: Actions of players after which a match that has not ended is a draw, unless another limit is set.
MOST_ACTIONS = 100_000

ENCODED = "json:"
NOTHING = {"integer": -1, "string": ""}


def parameters(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    edition: Edition | None = None,
    *,
    mode: Mode = "interpreted",
    max_game_length: int = MOST_ACTIONS,
) -> dict[str, Any]:
    """The parameters for `pyspiel.load_game` that stand for the arguments of `game.start`."""
    game = game if isinstance(game, Game) else find(game)
    first = Setting.of(game, players, options, edition).first
    return {
        **defaults(game),
        **{name: parameter(game.options[name], value) for name, value in first.options.items()},
        "players": first.players,
        "edition": "" if first.edition is None else encoded(first.edition),
        "mode": mode,
        "max_game_length": max_game_length,
    }


def defaults(game: Game) -> dict[str, Any]:
    """All parameters of a game, with what they are where nothing is said."""
    return {
        **{name: parameter(option, option.default) for name, option in game.options.items()},
        "players": game.players[0],
        "edition": "",
        "mode": "interpreted",
        "max_game_length": MOST_ACTIONS,
    }


def setting(game: Game, given: Mapping[str, Any]) -> Setting:
    """The setting that parameters stand for. BadOption says what is wrong."""
    options = {name: option_value(option, given[name]) for name, option in game.options.items()}
    return Setting.of(game, given["players"], options, decoded(given["edition"]), given["mode"])


def parameter(option: Option, value: Any) -> Any:
    """The value of an option as a parameter. Types of parameters are fixed, and have no None."""
    if None not in option.allowed:
        return value
    if option.type not in NOTHING:
        return spelled(value)
    return NOTHING[option.type] if value is None else value


def option_value(option: Option, given: Any) -> Any:
    """The value that a parameter stands for; any other is left for the game to refuse."""
    known = {parameter(option, value): value for value in option.allowed}
    return known.get(given, given)


def encoded(edition: Mapping[str, Any]) -> str:
    text = json.dumps(edition, ensure_ascii=False, separators=(",", ":"))
    return ENCODED + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decoded(text: str) -> Edition | None:
    """The edition that a parameter names: none, its own data, or the path of its file."""
    if not text.startswith(ENCODED):
        return text or None
    code = text.removeprefix(ENCODED)
    try:
        edition: dict[str, Any] = json.loads(
            base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        )
    except (binascii.Error, ValueError):
        raise BadOption("the edition {text!r} is not JSON in base64", text=text) from None
    return edition
