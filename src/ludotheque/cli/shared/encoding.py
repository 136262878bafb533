"""An encoding error handler: characters that a terminal lacks become ASCII look-alikes.

An encoding may lack dice pips, pawns or accents. Each missing character is replaced by exactly one
ASCII character, so that columns stay aligned, and printing never raises UnicodeEncodeError.
"""

import codecs
import sys
import unicodedata
from io import TextIOWrapper

#: For each ASCII character, those that it replaces. The seats' marks stay distinct.
REPLACED_BY = {
    "o": "●œ",
    "#": "■",
    "^": "▲",
    "%": "◆",
    "*": "★•",
    "+": "✚╭╮╰╯",
    "@": "◉",
    "=": "█",
    ">": "▸›→",
    "<": "↩",
    "x": "✕✗×",
    "~": "±",
    ".": "·",
    "-": "…—–−─",
    "|": "│",
    "'": "’‘",
    '"': "“”«»",
    "O": "Œ",
}
SUBSTITUTES = {sign: plain for plain, signs in REPLACED_BY.items() for sign in signs}
HANDLER = "ludotheque-ascii"


def replace_unencodable(problem: UnicodeError) -> tuple[str, int]:
    """The error handler, as `codecs.register_error` wants it."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    lost = problem.object[problem.start : problem.end]
    return "".join(map(ascii_substitute, lost)), problem.end


def ascii_substitute(sign: str) -> str:
    """A character's look-alike, or its letter without accents, or a question mark."""
    nearest = SUBSTITUTES.get(sign) or unicodedata.normalize("NFKD", sign)[0]
    return nearest if nearest.isascii() else "?"


def configure_streams() -> None:
    """Make standard streams replace characters that they cannot encode or decode."""
    codecs.register_error(HANDLER, replace_unencodable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
