"""Localized formats for the numbers of a tournament."""

from ..core.language import Language, written_number
from .intervals import Interval

UNKNOWN = "–"
UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))


def written(value: float, form: str, language: Language) -> str:
    """12,345.6, or 12 345,6 in French; a dash for NaN."""
    if value != value:
        return UNKNOWN
    return written_number(value, form, language)


def percent(value: float, language: Language) -> str:
    return f"{written(100 * value, '.1f', language)} %" if value == value else UNKNOWN


def percents(interval: Interval, language: Language) -> str:
    """The bounds of a share's interval."""
    low, high = (written(100 * end, ".1f", language) for end in (interval.low, interval.high))
    return f"{low} … {high}"


def margin(interval: Interval, language: Language) -> str:
    """Half the width of a mean's interval."""
    return f"± {written((interval.high - interval.low) / 2, '.1f', language)}"


def duration(seconds: float, language: Language, digits: int = 1) -> str:
    """A time in the unit that gives it one to three digits before the point; – for none at all."""
    if seconds == 0:
        return "–"
    unit, size = next((each for each in UNITS if seconds >= each[1]), UNITS[-1])
    value = seconds / size
    return f"{written(value, f'.{0 if value >= 100 else digits}f', language)} {unit}"
