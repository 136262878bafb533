"""Editions: the printed components of a game, read from its own file or from a user's.

An edition names every component of the box, and nothing else. A game reads it through
`Components`, which checks each one against a hard maximum (the maxima give the sizes of the state's
arrays) and says in one sentence what is wrong.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .errors import BadEdition, shown

LARGEST_FILE = 1_000_000  # bytes; no edition comes near


class Components:
    """Validates an edition: each component is asked for by name, then unknown ones are rejected."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._taken: list[str] = []

    def _take(self, name: str, missing: BadEdition) -> Any:
        self._taken.append(name)
        if name not in self._data:
            raise missing
        return self._data[name]

    def text(self, name: str) -> str:
        lacking = BadEdition("the edition lacks {name!r}, a text of 1 to 100 characters", name=name)
        value = self._take(name, lacking)
        if not isinstance(value, str) or not 1 <= len(value) <= 100 or not value.isprintable():
            raise BadEdition(
                "{name} = {value} is not a text of 1 to 100 characters",
                name=name,
                value=shown(value),
            )
        return value

    def integer(self, name: str, low: int, high: int) -> int:
        lacking = BadEdition(
            "the edition lacks {name!r}, a whole number from {low} to {high}",
            name=name,
            low=low,
            high=high,
        )
        value = self._take(name, lacking)
        if type(value) is not int or not low <= value <= high:
            raise BadEdition(
                "{name} = {value} is not a whole number from {low} to {high}",
                name=name,
                value=shown(value),
                low=low,
                high=high,
            )
        return value

    def integers(
        self, name: str, low: int, high: int, *, least: int, most: int | None = None
    ) -> list[int]:
        """A list of `least` to `most` integers; of exactly `least` without `most`."""
        most = least if most is None else most
        count = f"{least}" if least == most else f"{least} … {most}"
        allowed = {"count": count, "low": low, "high": high}
        lacking = BadEdition(
            "the edition lacks {name!r}, a list of {count} whole numbers from {low} to {high}",
            name=name,
            **allowed,
        )
        value = self._take(name, lacking)
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            raise BadEdition(
                "{name} = {value} is not a list of {count} whole numbers from {low} to {high}",
                name=name,
                value=shown(value),
                **allowed,
            )
        for place, number in enumerate(value, 1):
            if type(number) is not int or not low <= number <= high:
                raise BadEdition(
                    "{name}: number {place} is {number}; "
                    "{name} is a list of {count} whole numbers from {low} to {high}",
                    name=name,
                    place=place,
                    number=shown(number),
                    **allowed,
                )
        return list(value)

    def reject_unknown(self) -> None:
        """Refuse names that were not asked for: a misspelt component must not be ignored."""
        for name in self._data:
            if name not in self._taken:
                raise BadEdition(
                    "the edition has an unknown component {name}; the components are: {known}",
                    name=shown(name),
                    known=", ".join(self._taken),
                )


def read_edition(edition: Mapping[str, Any] | str | os.PathLike[str]) -> dict[str, Any]:
    """Read an edition as plain data from a mapping, or from a `.toml` or `.json` file."""
    if isinstance(edition, Mapping):
        return dict(edition)
    if not isinstance(edition, str | os.PathLike):
        raise BadEdition(
            "an edition is a mapping of components or a file, not {edition}", edition=shown(edition)
        )
    path = Path(edition)
    text = file_text(path)
    kind, read = ("JSON", json.loads) if path.suffix.lower() == ".json" else ("TOML", tomllib.loads)
    try:
        data = read(text)
    except (ValueError, RecursionError) as problem:
        raise BadEdition(
            "{path}: not {kind} ({problem})", path=str(path), kind=kind, problem=str(problem)
        ) from None
    if not isinstance(data, dict):
        raise BadEdition("{path}: holds no table of components", path=str(path))
    return data


def file_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)  # pipes and devices have no known size
        if len(data) <= LARGEST_FILE:
            return data.decode("utf-8")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise BadEdition(
            "{path}: cannot be read ({problem})", path=str(path), problem=reason
        ) from None
    raise BadEdition("{path}: larger than {most} bytes", path=str(path), most=LARGEST_FILE)
