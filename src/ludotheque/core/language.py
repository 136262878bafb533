"""Translations: gettext catalogues beside the code, in French and English.

The English text is the message id, so English needs no catalogue.
"""

from __future__ import annotations

import functools
import gettext
import locale
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .errors import filled
from .typography import THIN_SPACE, with_minus

LANGUAGES = ("fr", "en")
MESSAGES = Path(__file__).parent.parent / "messages"  # of everything except the games
#: Around the name of a die that a page draws in its place; nobody sees them where it is not drawn.
DIE, DIE_END = "\u2068", "\u2069"
REMEMBERED = 4096  # translations that gettext is not asked for again


class Language:
    """The messages of one catalogue in one language; called with a message, it translates it."""

    def __init__(
        self, code: str, catalogue: gettext.NullTranslations, *, marks_dice: bool = False
    ) -> None:
        self.code = code
        self._catalogue = catalogue
        self._marks_dice = marks_dice
        self._translated = functools.lru_cache(REMEMBERED)(catalogue.gettext)

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
        text = self._translated(message)
        return written(text, params) if params else text

    def plural(self, one: str, many: str, count: int, /, **params: Any) -> str:
        """Translate a message that has a singular and a plural; `{count}` is filled as well."""
        text = self._catalogue.ngettext(one, many, abs(count))  # -32 points, like 32
        return written(text, {"count": count, **params})

    def die(self, name: str) -> str:
        """The name of a die that is told of: "3", or "pink 2" where dice have colours."""
        return f"{DIE}{name}{DIE_END}" if self._marks_dice else name

    @functools.cached_property
    def marking_dice(self) -> Language:
        """The same language for pages, which draw the dice that are told of."""
        return Language(self.code, self._catalogue, marks_dice=True)

    def forms(self, one: str, many: str, /) -> list[str]:
        """The singular and the plural of a message, for a script that fills them itself."""
        return [self._catalogue.ngettext(one, many, count) for count in (1, 2)]


def written(template: str, params: Mapping[str, Any]) -> str:
    """A template filled for people: negative numbers get a minus sign.

    What is quoted (`{value!r}`) stays as it was typed.
    """
    if "!r" in template:
        return filled(template, params)
    for value in params.values():
        if type(value) is int and value < 0:
            return template.format_map({name: readable(each) for name, each in params.items()})
    return template.format_map(params)


def readable(value: Any) -> Any:
    return with_minus(str(value)) if type(value) is int and value < 0 else value


def without_marks(text: str) -> str:
    """A text in which dice are marked, as it reads where they are not drawn."""
    return text.replace(DIE, "").replace(DIE_END, "")


def N_(text: str) -> str:  # noqa: N802  gettext's own name for "translate this later"
    return text


def written_number(value: float, form: str, language: Language) -> str:
    """Format a number by a format specification: 12,345.6 in English is 12 345,6 in French."""
    text = with_minus(format(value, form))
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
    """The language of the locale: French or else English; French where none is set at all.

    Whoever sets the locale `C` or `POSIX` asks for what the program says untranslated: English.
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            break
    else:
        value = (locale.getlocale()[0] or "") if os.name == "nt" else ""
    if not value:
        return "fr"
    code = value[:2].lower()
    return code if code in LANGUAGES else "en"
