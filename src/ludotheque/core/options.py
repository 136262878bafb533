"""A game's options: declared data with a name, allowed values, a default and texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .errors import BadOption
from .typography import french_spaces


@dataclass(frozen=True)
class LocalizedText:
    """A short text in both languages, declared where it is used instead of in a catalogue."""

    fr: str
    en: str

    def __getitem__(self, language: str) -> str:
        return french_spaces(self.fr) if language == "fr" else self.en


class _Always(Enum):
    RECORDED = "every record names this option"


@dataclass(frozen=True)
class Option:
    """One option of a match. `allowed` lists its values in order; `None` stands for JSON's null.

    `labels` are what people read for the values, in the same order; without them, the values.
    An option that a game got after its first matches were recorded has a `legacy_value`: how these
    matches were played. A record must name every other option.
    """

    name: str
    default: Any
    allowed: tuple[Any, ...]
    title: LocalizedText
    sentence: LocalizedText
    legacy_value: Any = _Always.RECORDED
    labels: tuple[LocalizedText, ...] = ()
    most_live: int | None = None  # the largest value at a table of the server; None: any

    counts_seats = False  # whether its integer values are seat numbers

    def allowed_for(self, players: int) -> tuple[Any, ...]:
        """The values that are allowed with this number of players."""
        return self.allowed

    @property
    def allowed_live(self) -> tuple[Any, ...]:
        """The values for a match on the server, whose memory and time many people share."""
        if self.most_live is None:
            return self.allowed
        return tuple(each for each in self.allowed if each <= self.most_live)

    def check_live(self, value: Any) -> None:
        """BadOption for a value that only simulations and matches elsewhere may have."""
        if value not in self.allowed_live:
            raise BadOption(
                "option {name!r} cannot be {value!r} on a server; allowed here: {allowed}",
                name=self.name,
                value=value,
                allowed=listed(self.allowed_live),
            )

    @property
    def type(self) -> str:
        """The type in JSON's words: boolean, integer or string."""
        kinds = {bool: "boolean", int: "integer", str: "string"}
        return next(kinds[type(value)] for value in self.allowed if value is not None)

    def label(self, value: Any, language: str) -> str | None:
        """What people read for an allowed value; None if the option has no labels."""
        return self.labels[self.allowed.index(value)][language] if self.labels else None

    @property
    def has_legacy_value(self) -> bool:
        return self.legacy_value is not _Always.RECORDED

    def checked(self, value: Any, players: int) -> Any:
        """The value if it is allowed; else BadOption, which lists the allowed values."""
        for allowed in self.allowed_for(players):
            if type(value) is type(allowed) and value == allowed:
                return value
        raise BadOption(
            "option {name!r} cannot be {value!r}; allowed: {allowed} (default {default})",
            name=self.name,
            value=value,
            allowed=listed(self.allowed_for(players)),
            default=spelled(self.default),
        )


@dataclass(frozen=True)
class SeatOption(Option):
    """An option that names a seat of the match, or nobody."""

    counts_seats = True

    def allowed_for(self, players: int) -> tuple[Any, ...]:
        return tuple(seat for seat in self.allowed if seat is None or seat < players)


def spelled(value: Any) -> str:
    """A value in JSON's spelling, which is what users type."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return f'"{value}"' if isinstance(value, str) else str(value)


def listed(values: tuple[Any, ...]) -> str:
    """A list of values for a message, long runs of integers shortened: null, 0, 1 or 1 … 99."""
    numbers = [value for value in values if type(value) is int]
    others = [spelled(value) for value in values if type(value) is not int]
    if len(numbers) > 8:
        return ", ".join([*others, f"{numbers[0]} … {numbers[-1]}"])
    return ", ".join([*others, *map(str, numbers)])


def checked_integer(name: str, value: object, low: int, high: int) -> None:
    """BadOption for anything but an integer in that range; booleans do not count as integers."""
    if type(value) is not int or not low <= value <= high:
        raise BadOption(
            "{name} must be a whole number from {low} to {high}, not {value!r}",
            name=name,
            value=value,
            low=low,
            high=high,
        )


def with_legacy_values(
    declared: Mapping[str, Option], recorded: Mapping[str, Any]
) -> dict[str, Any]:
    """The options of a recorded match, with those that did not exist when it was played."""
    missing = {
        name: option.legacy_value
        for name, option in declared.items()
        if name not in recorded and option.has_legacy_value
    }
    return {**recorded, **missing}


def complete(
    declared: Mapping[str, Option], given: Mapping[str, Any] | None, players: int
) -> dict[str, Any]:
    """All options of a match, defaults included; BadOption for any that is not declared."""
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise BadOption("options are a mapping of names to values, not {given!r}", given=given)
    for name in given:
        if name not in declared:
            raise BadOption(
                "there is no option {name!r}; the options are: {options}",
                name=name,
                options=", ".join(declared) or "–",
            )
    return {
        name: option.checked(given.get(name, option.default), players)
        for name, option in declared.items()
    }
