"""Signs that any terminal can show, in place of those that this one cannot.

A stream's encoding may lack dice pips, pawns, accents. Whatever it lacks is written as its
nearest ASCII sign, one for one, so that columns stay in line and nothing ever fails to print.
"""

import codecs
import sys
import unicodedata
from io import TextIOWrapper

#: For each ASCII sign, those it can stand for. The seats' marks stay different from one another.
STAND_INS = {
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
SUBSTITUTES = {sign: plain for plain, signs in STAND_INS.items() for sign in signs}
HANDLER = "ludotheque-plain"


def plain(problem: UnicodeError) -> tuple[str, int]:
    """An error handler for encoding: what cannot be written, as it can be."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    lost = problem.object[problem.start : problem.end]
    return "".join(map(ascii_substitute, lost)), problem.end


def ascii_substitute(sign: str) -> str:
    """A sign's look-alike, or the letter under its accents, or a question mark."""
    nearest = SUBSTITUTES.get(sign) or unicodedata.normalize("NFKD", sign)[0]
    return nearest if nearest.isascii() else "?"


def configure_streams() -> None:
    """From here on no sign, read or written, can stop the program."""
    codecs.register_error(HANDLER, plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
