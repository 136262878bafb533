"""What is typed on a command line, turned into what is meant."""

import json
import re
from typing import Any

import click

from ..bots import BOTS
from ..core.errors import BadOption
from ..core.game import Game
from ..core.language import Language
from ..table.match import Seat

NUMBER = re.compile(r"(\d[\d_]*)(\.\d+)?(?:e(\d{1,2}))?([kM]?)", re.ASCII)
LONGEST_NAME = 30


class Count(click.ParamType[int]):
    """A whole number as people write large ones: 1000, 1_000, 1e6, 2.5e3, 10k, 1M."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = NUMBER.fullmatch(value)
        if match:
            whole, part, power, suffix = match.groups()
            digits = (part or ".")[1:]
            zeros = int(power or 0) + {"": 0, "k": 3, "M": 6}[suffix] - len(digits)
            if zeros >= 0:
                return int(whole.replace("_", "") + digits) * int(10**zeros)
        return self.fail(f"{value!r}: 1000, 1_000, 1e6, 10k, 1M", param, ctx)


def option_values(game: Game, texts: tuple[str, ...]) -> dict[str, Any]:
    """`name=value` texts as a match's options; values are JSON, or plain words."""
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(
                "{text!r} is not an option: write name=value; the options are: {options}",
                text=text,
                options=", ".join(game.options) or "–",
            )
        try:
            values[name] = json.loads(value)
        except ValueError:
            values[name] = value
    return values


def seats_of(text: str, game: Game, language: Language) -> list[Seat]:
    """`me,random,me:Alice`: who sits where, in seat order."""
    words = [word.strip() for word in text.split(",")]
    if len(words) not in game.players:
        raise BadOption(
            "{title} is for {least} to {most} players, not {players!r}",
            title=game.title,
            least=game.players[0],
            most=game.players[-1],
            players=len(words),
        )
    return [seat_of(word, place, words, language) for place, word in enumerate(words)]


def seat_of(word: str, place: int, words: list[str], language: Language) -> Seat:
    kind, colon, name = word.partition(":")
    if kind not in ("me", *BOTS) or (colon and not name.strip()):
        raise BadOption(
            "{word!r} cannot sit down; a seat is: {kinds}, or one with a name, as in me:Alice",
            word=word,
            kinds=", ".join(("me", *BOTS)),
        )
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadOption("a name has at most {most} characters, all printable", most=LONGEST_NAME)
    return Seat(
        name.strip() or name_for(kind, place, words, language), None if kind == "me" else kind
    )


def name_for(kind: str, place: int, words: list[str], language: Language) -> str:
    """A name for a seat that was given none, numbered where there are several of its kind."""
    called = language("Player") if kind == "me" else language("Robot")
    alike = [place for place, word in enumerate(words) if word == kind]
    return called if len(alike) == 1 else f"{called} {alike.index(place) + 1}"
