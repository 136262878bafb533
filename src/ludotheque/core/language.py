"""Translations: gettext catalogues beside the code, in French and English.

The English text is the message id, so English needs no catalogue.
"""

from __future__ import annotations

import functools
import gettext
import locale
import os
from pathlib import Path
from typing import Any

from .errors import filled

LANGUAGES = ("fr", "en")
MESSAGES = Path(__file__).parent.parent / "messages"  # of everything except the games
THIN_SPACE = "\u202f"  # between thousands, in French


class Language:
    """The messages of one catalogue in one language; called with a message, it translates it."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self._catalogue = catalogue

    @staticmethod
    @functools.cache
    def of(code: str, folder: Path = MESSAGES) -> Language:
        """The catalogue of a folder, with the program's own as its fallback."""
        catalogue = catalogue_in(folder, code)
        if folder != MESSAGES:
            catalogue.add_fallback(catalogue_in(MESSAGES, code))
        return Language(code, catalogue)

    def __call__(self, message: str, /, **params: Any) -> str:
        """Translate a message and fill its {placeholders}."""
        text = self._catalogue.gettext(message)
        return filled(text, params) if params else text

    def plural(self, one: str, many: str, count: int, /, **params: Any) -> str:
        """Translate a message that has a singular and a plural; `{count}` is filled as well."""
        text = self._catalogue.ngettext(one, many, abs(count))  # -32 points, like 32
        return filled(text, {"count": count, **params})

    def forms(self, one: str, many: str, /) -> list[str]:
        """The singular and the plural of a message, for a script that fills them itself."""
        return [self._catalogue.ngettext(one, many, count) for count in (1, 2)]


def N_(text: str) -> str:  # noqa: N802  gettext's own name for "translate this later"
    return text


def written_number(value: float, form: str, language: Language) -> str:
    """Format a number by a format specification: 12,345.6 in English is 12 345,6 in French."""
    text = format(value, form)
    if language.code != "fr":
        return text
    return text.translate({ord(","): THIN_SPACE, ord("."): ","})


def catalogue_in(folder: Path, code: str) -> gettext.NullTranslations:
    path = folder / code / "LC_MESSAGES" / "messages.mo"
    if code == "en" or not path.exists():
        return gettext.NullTranslations()
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


def preferred_language() -> str:
    """The language of the locale: French or else English; French where no locale is set."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            break
    else:
        value = (locale.getlocale()[0] or "") if os.name == "nt" else ""
    code = value[:2].lower()
    if value.split(".")[0] in ("", "C", "POSIX"):
        return "fr"
    return code if code in LANGUAGES else "en"
