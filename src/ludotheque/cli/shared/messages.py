"""The language of the command line, and how errors are said in it."""

import gettext
import os
from typing import Any

from ...core.errors import BadRecord, IllegalMove, LudothequeError
from ...core.language import HOUSE, LANGUAGES, Language, preferred_language
from ...games import find, own_names


def chosen_language(arguments: list[str]) -> str:
    """The language asked for on the command line, else the system's.

    It is looked for before the command line is parsed, because the help is written in it.
    """
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            value = value or " ".join(arguments[place + 1 : place + 2])
            if value in LANGUAGES:
                return value
    return preferred_language()


def use_language(code: str) -> Language:
    """The house's own words; Click, which asks gettext, is given the same."""
    os.environ["LANGUAGE"] = code
    gettext.bindtextdomain("messages", str(HOUSE))
    return Language.of(code, HOUSE)


def error_text(error: LudothequeError, language: Language) -> str:
    """An error in the player's language, with its rule or its line."""
    text = translated(error.template, language, error.params)
    if isinstance(error, IllegalMove | BadRecord) and error.rule:
        text = f"{text} ({error.rule})"
    if isinstance(error, BadRecord):
        return language("line {line}: {reason}", line=error.line, reason=text)
    return text


def translated(template: str, language: Language, params: dict[str, Any]) -> str:
    """A template in a language; one that the house does not know is some game's own."""
    if language(template) == template:
        for words in (find(name).language(language.code) for name in own_names()):
            if words(template) != template:
                return words(template, **params)
    return language(template, **params)


def os_error_text(error: OSError, language: Language) -> str:
    """What the operating system refuses, in the player's language where it is a common thing."""
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
