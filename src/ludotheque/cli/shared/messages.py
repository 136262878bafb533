"""The language of the command line, and errors as sentences in it."""

import gettext
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ...core.errors import BadGame, BadRecord, IllegalMove, LudothequeError
from ...core.language import LANGUAGES, MESSAGES, Language, preferred_language
from ...games import find, own_names


def chosen_language(arguments: list[str]) -> str:
    """The value of `--lang`, else the system's language.

    It is read before Click parses the command line, because the help texts depend on it.
    """
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            value = value or " ".join(arguments[place + 1 : place + 2])
            if value in LANGUAGES:
                return value
    return preferred_language()


def use_language(code: str) -> Language:
    """Load the program's message catalogue, and make Click's own messages use it as well."""
    os.environ["LANGUAGE"] = code
    gettext.bindtextdomain("messages", str(MESSAGES))
    return Language.of(code)


def error_text(error: LudothequeError, language: Language) -> str:
    """An error as a sentence in a language, with its rule or its line in the record."""
    text = translated(error.template, language, error.params)
    if isinstance(error, IllegalMove | BadRecord) and error.rule:
        text = f"{text} ({error.rule})"
    if isinstance(error, BadRecord):
        return language("line {line}: {reason}", line=error.line, reason=text)
    return text


def translated(template: str, language: Language, params: dict[str, Any]) -> str:
    """A template translated and filled; templates of games are in the games' own catalogues."""
    if language(template) == template:
        for game_language in game_languages(language.code):
            if game_language(template) != template:
                return game_language(template, **params)
    return language(template, **params)


def game_languages(code: str) -> Iterator[Language]:
    """The games' own texts; a game that cannot be loaded has none, and is an error of its own."""
    for name in own_names():
        with suppress(BadGame):
            yield find(name).language(code)


def os_error_text(error: OSError, language: Language) -> str:
    """An error of the operating system as a sentence; rare ones as the system words them."""
    match error:
        case FileNotFoundError():
            reason = language("there is no such file or folder")
        case PermissionError():
            reason = language("that is not permitted")
        case IsADirectoryError():
            reason = language("it is a folder, not a file")
        case _:
            reason = error.strerror or str(error)
    if error.filename is None:
        return reason
    return language("{path}: {reason}", path=error.filename, reason=reason)
