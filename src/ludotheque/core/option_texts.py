"""Options in words: what people read for the values that programs write."""

from __future__ import annotations

from typing import Any

from .language import Language
from .options import Option


def value_text(option: Option, value: Any, language: Language) -> str:
    """What people read for a value. They count seats from 1."""
    if (label := option.label(value, language.code)) is not None:
        return label
    if value is None:
        return language("By lot")
    if isinstance(value, bool):
        return language("Yes") if value else language("No")
    if type(value) is int and option.counts_seats:
        return language("Seat {number}", number=value + 1)
    return str(value)
