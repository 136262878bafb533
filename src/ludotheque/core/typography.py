"""Typography that texts cannot leave to whoever writes them: French spaces, the minus sign."""

from __future__ import annotations

import re
from functools import cache

THIN_SPACE = "\u202f"  # narrow and no-break: before ; : ! ? in French, between thousands
NO_BREAK_SPACE = "\u00a0"  # inside « », before %
MINUS = "\u2212"

#: A space before a mark that ends a word: not `?` as a word of its own, as in a list of commands.
BEFORE_MARK = re.compile(rf"{NO_BREAK_SPACE}(?=[;:!?])|(?<=\S) (?=[;:!?](?![\w/=]))")
AFTER_OPENING = re.compile(f"(?<=«)[ {THIN_SPACE}]")
BEFORE_CLOSING = re.compile(f"[ {THIN_SPACE}](?=[»%])")


@cache
def french_spaces(text: str) -> str:
    """A French text with its no-break spaces: narrow ones before ; : ! ?, full ones in « »."""
    text = BEFORE_MARK.sub(THIN_SPACE, text)
    text = AFTER_OPENING.sub(NO_BREAK_SPACE, text)
    return BEFORE_CLOSING.sub(NO_BREAK_SPACE, text)


def with_minus(number: str) -> str:
    """A number that is formatted, with a minus sign instead of a hyphen."""
    return number.replace("-", MINUS)
