"""Numbers as people type them on a command line."""

import math
import re
from typing import Any

import click

from ...core.language import Language

WRITTEN = re.compile(r"(\d[\d_]{0,30})(\.\d{1,30})?(?:[eE](\d{1,2}))?([kM]?)", re.ASCII)
ZEROS = {"": 0, "k": 3, "M": 6}
HIGHEST_SEED = 2**64 - 1


class Count(click.ParamType[int]):
    """A whole number as people write large ones: 1000, 1_000, 1e6, 2.5e3, 10k, 1M."""

    name = "N"

    def __init__(self, language: Language, low: int, high: int) -> None:
        self.language = language
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = value if isinstance(value, int) else whole(value)
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


def whole(text: str) -> int | None:
    """The whole number a text stands for; None if it stands for none."""
    match = WRITTEN.fullmatch(text)
    if match is None:
        return None
    digits, part, power, suffix = match.groups()
    decimals = (part or ".")[1:]
    zeros = int(power or 0) + ZEROS[suffix] - len(decimals)
    return None if zeros < 0 else int(digits.replace("_", "") + decimals) * int(10**zeros)


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
