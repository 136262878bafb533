"""Parsing of game options (`name=value`) and seats (`me,random,me:Ada`) from the command line."""

import json
from typing import Any

from ...bots import all_bots, bot_if_any
from ...bots.custom import registry
from ...core.errors import BadOption
from ...core.game import Game
from ...core.language import Language
from ...table.match import Seat
from .own_players import LONGEST_NAME, PERSON, is_own_player, own_player, short_name


def parse_options(game: Game, texts: tuple[str, ...]) -> dict[str, Any]:
    """Options from `name=value` texts; a value is JSON, or else a string."""
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(
                "{text!r} is not an option: write name=value; the options are: {options}",
                text=text,
                options=", ".join(game.options) or "–",
            )
        values[name] = json_or_string(value)
    return values


def json_or_string(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def default_seats(game: Game) -> str:
    """One person, and regular bots up to the least number of players."""
    return ",".join([PERSON, *["habitué"] * (game.players[0] - 1)])


def parse_seats(text: str, game: Game, language: Language) -> list[Seat]:
    """Seats from a text such as `me,random,me:Ada`, in seat order."""
    words = [with_canonical_bot(word.strip()) for word in text.split(",")]
    for word in words:
        check_seat(word)
    if len(words) not in game.players:
        raise game.wrong_players(len(words))
    seats = []
    for place, word in enumerate(words):
        if is_own_player(word):
            registry.register(own_player(word))
            seats.append(Seat(short_name(word), word))
            continue
        kind, _, name = word.partition(":")
        name = name.strip() or default_name(kind, place, words, language)
        seats.append(Seat(name, None if kind == PERSON else kind))
    return seats


def with_canonical_bot(word: str) -> str:
    """A seat with its bot's canonical name, if it is a bot: `maître` for `maitre`."""
    kind, colon, name = word.partition(":")
    return f"{bot_if_any(kind) or kind}{colon}{name}"


def check_seat(word: str) -> None:
    kind, colon, name = word.partition(":")
    if is_own_player(word):
        return
    known = (PERSON, *all_bots())
    if kind not in known or (colon and not name.strip()):
        raise BadOption(
            "{word!r} cannot sit down; a seat is one of: {kinds}, with a name if you like: me:Ada",
            word=word,
            kinds=", ".join(known),
        )
    if colon and not is_name(name.strip()):
        raise BadOption(
            "{name!r} is not a name: it has 1 to {most} characters, all printable",
            name=name,
            most=LONGEST_NAME,
        )


def is_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()


def default_name(kind: str, place: int, words: list[str], language: Language) -> str:
    """A default name for a seat, numbered if several seats of its kind have none."""
    called = language("Player") if kind == PERSON else language("Robot")
    bots = [place for place, word in enumerate(words) if word in all_bots()]
    people = [place for place, word in enumerate(words) if word == PERSON]
    alike = people if kind == PERSON else bots
    return called if len(alike) == 1 else f"{called} {alike.index(place) + 1}"
