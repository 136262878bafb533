"""The language of the command line, and how errors are said in it."""

import gettext
import os

from ..core.errors import BadRecord, IllegalMove, LudothequeError
from ..core.language import HOUSE, LANGUAGES, Language, preferred_language


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


def house_words(code: str) -> Language:
    """The house's own words; Click, which asks gettext, is given the same."""
    os.environ["LANGUAGE"] = code
    gettext.bindtextdomain("messages", str(HOUSE))
    return Language.of(code, HOUSE)


def said(error: LudothequeError, language: Language) -> str:
    """An error in the player's language, with its rule or its line."""
    text = language(error.template, **error.params)
    if isinstance(error, IllegalMove):
        return f"{text} ({error.rule})"
    if isinstance(error, BadRecord):
        return language("line {line}: {reason}", line=error.line, reason=text)
    return text
