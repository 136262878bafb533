"""What a page's scripts and style sheets import, so that browsers load it all at once.

A browser learns what a module imports when it has read the module, and so on: a chain of requests.
`<link rel="modulepreload">` and `rel="preload"` name everything from the start.
"""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import urljoin, urlsplit

from ...core.game import Game
from .templates import asset, file_of, script_of, sheet_of

#: `import … from "…"`, `export … from "…"` and `import "…"`, where a statement may begin.
MODULE = re.compile(r'(?:^|;)(?:import|export)\b(?:[^"\';]*\bfrom)?\s*"([^"]+)"', re.MULTILINE)
SHEET = re.compile(r'^@import url\("([^"]+)"\)', re.MULTILINE)


@cache
def modules_for(game: Game, script: str) -> tuple[str, ...]:
    """The URLs of the modules that a page with this script loads to draw a game's table."""
    table = script_of(game)
    return (table, *imported(MODULE, (asset(script), table)))


@cache
def sheets_for(game: Game) -> tuple[str, ...]:
    """The URLs of the style sheets that a game's own sheet imports."""
    own = sheet_of(game)
    return () if own is None else imported(SHEET, (own,))


def imported(pattern: re.Pattern[str], entries: tuple[str, ...]) -> tuple[str, ...]:
    """What these files import, and what is imported there, each once, breadth first."""
    found: dict[str, None] = {}
    waiting = list(entries)
    for address in waiting:
        text = file_of(urlsplit(address).path).read_text("utf-8")
        for name in pattern.findall(text):
            inner = urljoin(address, name)
            if inner not in found:
                found[inner] = None
                waiting.append(inner)
    return tuple(found)
