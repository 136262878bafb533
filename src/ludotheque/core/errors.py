"""The errors that callers can do something about.

    LudothequeError
    ├── UnknownGame   (KeyError)    no game of that name is installed
    ├── BadGame       (TypeError)   a game's folder that violates its contract
    ├── BadOption     (ValueError)  a match that cannot be set up this way
    │   └── BadEdition              … because its printed components make no sense
    ├── BadDraw       (ValueError)  an outcome that the pending draw does not have
    ├── IllegalMove   (ValueError)  a decision the rules do not allow
    ├── BadRecord     (ValueError)  a record that no match can have written
    ├── BadPlayer     (RuntimeError) a player that makes no legal move
    └── BadCommand    (ValueError)  a command the table cannot carry out now

Every message names what is wrong and what is allowed. It is stored as a template and its
parameters, so that it can be translated for the player; `str()` is English.
"""

import string
from collections.abc import Mapping
from typing import Any

LONGEST_SHOWN = 60  # characters of a wrong value that a message repeats


def shown(value: object) -> str:
    """The repr of a wrong value for a message, shortened."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an int with thousands of digits, or endless nesting
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


class Filler(string.Formatter):
    """A formatter whose `{value!r}` is `shown(value)`, and so never long."""

    def convert_field(self, value: Any, conversion: Any) -> Any:
        return shown(value) if conversion == "r" else super().convert_field(value, conversion)


def filled(template: str, params: Mapping[str, Any]) -> str:
    """The template with its {placeholders} filled."""
    if "!r" not in template:  # most have none, and this is five times as fast
        return template.format_map(params)
    return Filler().vformat(template, (), params)


class LudothequeError(Exception):
    """The base class of this package's errors: a template and its parameters."""

    def __init__(self, template: str, /, **params: Any) -> None:
        self.template = template
        self.params: dict[str, Any] = params
        super().__init__(template, params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by class, arguments and attributes: constructors differ between the classes."""
        return (_restored, (type(self), self.args), self.__dict__)

    def __str__(self) -> str:
        return filled(self.template, self.params)


class UnknownGame(LudothequeError, KeyError):
    def __init__(self, name: object, known: list[str]) -> None:
        super().__init__(
            "there is no game {name!r}; the games are: {known}", name=name, known=", ".join(known)
        )


class BadGame(LudothequeError, TypeError):
    """A game's folder that lacks something, or has it in the wrong shape (`core.contract`)."""


class BadOption(LudothequeError, ValueError):
    """A wrong number of players, or an option of the wrong name, type or value."""


class BadEdition(BadOption):
    """Components that no game can be played with, or an edition file that cannot be read."""


class BadDraw(LudothequeError, ValueError):
    """A draw out of range, of the wrong type, or when none is awaited."""


class IllegalMove(LudothequeError, ValueError):
    """A move that the rules refuse, with a `code` for the reason and the number of the `rule`."""

    def __init__(self, code: str, rule: str, template: str, /, **params: Any) -> None:
        self.code = code
        self.rule = rule
        super().__init__(template, **params)

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.rule})"


class BadRecord(LudothequeError, ValueError):
    """A record refused: `line` is the number of its first wrong line."""

    rule: str | None = None  # the rule that the line's move breaks, if it is an illegal move

    def __init__(self, line: int, template: str, /, **params: Any) -> None:
        self.line = line
        super().__init__(template, **params)

    @classmethod
    def because(cls, line: int, problem: LudothequeError) -> "BadRecord":
        """A BadRecord for a line whose draw or move the rules refuse."""
        refused = cls(line, problem.template, **problem.params)
        refused.rule = getattr(problem, "rule", None)
        return refused

    @property
    def reason(self) -> str:
        text = super().__str__()
        return f"{text} ({self.rule})" if self.rule else text

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class BadPlayer(LudothequeError, RuntimeError):
    """A player of somebody's own that died, did not answer, or answered no legal move."""


class BadCommand(LudothequeError, ValueError):
    """A command that the match refuses, with a `code` for the reason and the match's `version`."""

    def __init__(self, code: str, version: int, template: str, /, **params: Any) -> None:
        self.code = code
        self.version = version
        super().__init__(template, **params)


def _restored(kind: type[LudothequeError], args: tuple[Any, ...]) -> LudothequeError:
    return kind.__new__(kind, *args)
