"""Click parameter types: numbers as people type them, and the name of a game."""

import math
import re
from typing import Any

import click

from ...core.language import Language

#: Digits with underscores, decimals, a power of ten, a suffix: all parts of 1_000, 2.5e3 or 10k.
NUMBER = re.compile(r"(\d[\d_]{0,30})(\.\d{1,30})?(?:[eE](\d{1,2}))?([kM]?)", re.ASCII)
SUFFIX_EXPONENTS = {"": 0, "k": 3, "M": 6}
HIGHEST_SEED = 2**64 - 1


class Count(click.ParamType[int]):
    """An integer as people write large ones: 1000, 1_000, 1e6, 2.5e3, 10k, 1M."""

    name = "N"

    def __init__(self, language: Language, low: int, high: int) -> None:
        self.language = language
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = value if isinstance(value, int) else parse_integer(value)
        if number is None or not self.low <= number <= self.high:
            self.fail(
                self.language(
                    "{value!r} is not a whole number from {low} to {high}; "
                    "large ones may be written 10k, 1M, 1e6.",
                    value=value,
                    low=self.low,
                    high=self.high,
                ),
                param,
                ctx,
            )
        return number


class CountOrNames(click.ParamType[int | list[str]]):
    """An integer, or names with commas between."""

    name = "N"

    def __init__(self, language: Language, low: int, high: int) -> None:
        self.count = Count(language, low, high)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | list[str]:
        if isinstance(value, str) and value[:1].isalpha():
            return [name.strip() for name in value.split(",")]
        return self.count.convert(value, param, ctx)


def parse_integer(text: str) -> int | None:
    """The integer that a text stands for; None if it stands for none."""
    match = NUMBER.fullmatch(text)
    if match is None:
        return None
    digits, part, power, suffix = match.groups()
    decimals = (part or ".")[1:]
    exponent = int(power or 0) + SUFFIX_EXPONENTS[suffix] - len(decimals)
    return None if exponent < 0 else int(digits.replace("_", "") + decimals) * int(10**exponent)


class Seconds(click.ParamType[float]):
    """A time in seconds, 0 to 10."""

    name = "SECONDS"
    most = 10

    def __init__(self, language: Language) -> None:
        self.language = language

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 <= seconds <= self.most:
            self.fail(
                self.language(
                    "{value!r} is not a number of seconds from 0 to {most}.",
                    value=value,
                    most=self.most,
                ),
                param,
                ctx,
            )
        return seconds


class GameName(click.ParamType[str]):
    """A game's name, looked up later by `games.find`; if missing, the error lists all games."""

    name = "game"

    def __init__(self, language: Language) -> None:
        self.language = language

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        from ...games import names

        return self.language("The games are: {known}.", known=", ".join(names()))
