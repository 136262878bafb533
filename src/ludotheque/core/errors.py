"""What can go wrong, and whose fault it is.

    LudothequeError
    ├── UnknownGame   (KeyError)    no game of that name is on the shelf
    ├── BadOption     (ValueError)  a match that cannot be set up this way
    │   └── BadEdition              … because its printed components make no sense
    ├── BadDraw       (ValueError)  a piece of chance that was not asked for
    ├── IllegalMove   (ValueError)  a decision the rules do not allow
    ├── BadRecord     (ValueError)  a record that no match can have written
    └── BadCommand    (ValueError)  a command the table cannot carry out now

Every message names what is wrong and what is allowed, in English. Whoever speaks to a player
says it in the player's language, from the error's `code` and `params`.
"""

from collections.abc import Mapping
from typing import Any


class LudothequeError(Exception):
    """The root of all errors that the caller can do something about."""


class UnknownGame(LudothequeError, KeyError):
    def __init__(self, name: object, known: list[str]) -> None:
        self.name = name
        self.known = known
        super().__init__(name)

    def __str__(self) -> str:
        return f"there is no game {self.name!r}; the games are: {', '.join(self.known)}"


class BadOption(LudothequeError, ValueError):
    """A wrong number of players, or an option of the wrong name, type or value."""


class BadEdition(BadOption):
    """Components that no game can be played with, or an edition file that cannot be read."""


class BadDraw(LudothequeError, ValueError):
    """A draw out of range, of the wrong type, or when none is awaited."""


class IllegalMove(LudothequeError, ValueError):
    """A move the rules refuse: `code` says why, `rule` where it is written, `params` with what.

    The English sentence is `template` filled with `params`; a translator translates the template.
    """

    def __init__(
        self, code: str, rule: str, template: str, params: Mapping[str, Any] | None = None
    ) -> None:
        self.code = code
        self.rule = rule
        self.template = template
        self.params: dict[str, Any] = dict(params or {})
        super().__init__(code)

    def __str__(self) -> str:
        return f"{self.template.format(**self.params)} ({self.rule})"


class BadRecord(LudothequeError, ValueError):
    """A record refused: `line` is the number of its first wrong line, `reason` what is wrong."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(line, reason)

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class BadCommand(LudothequeError, ValueError):
    """A command refused by the table: `code` says why, `version` is the match's own."""

    def __init__(self, code: str, message: str, version: int) -> None:
        self.code = code
        self.version = version
        super().__init__(message)
