"""Directions of imports: core ← games, bots, table ← arena, adapters, store, review ← web ← cli."""

from pathlib import Path

import ludotheque
from tests.cases import cases

from .imports import DISTRIBUTION, LEVEL_OF, Name, imports_of, sources_in, wrong_doors

PACKAGE = Path(ludotheque.__file__).parent


def module(path: str) -> Name:
    """The name of a made-up module; a package ends in a dot."""
    return tuple(f"{DISTRIBUTION}.{path}".split(".")) if path else (DISTRIBUTION, "")


def complaints(where: str, text: str) -> list[str]:
    """What is said about a made-up module in a package that has every room, and three games."""
    sources = {module(f"{room}."): "" for room in LEVEL_OF}
    sources |= {module(f"games.{game}."): "" for game in ("chess", "go", "_dice")}
    sources |= {module(""): "", module("core.state"): "", module("table.match"): ""}
    return wrong_doors(sources | {module(where): text})


def test_every_import_of_the_package_goes_through_an_open_door() -> None:
    assert wrong_doors(sources_in(PACKAGE)) == []


def test_the_reader_of_imports_finds_the_packages_own() -> None:
    sources = sources_in(PACKAGE)
    known = {name[:-1] if name[-1] == "" else name for name in sources}
    found = {
        (name, each.target)
        for name, text in sources.items()
        for each in imports_of(name, text, known)
    }
    assert (module("arena.simulation"), module("games")) in found
    assert (module("games.levelx.rules"), module("games.levelx.groups")) in found
    assert (module("core.state"), module("core.view")) in found  # inside a function
    assert (module("core.state"), module("core.game")) in found  # for typing only
    assert (module("core.compiler"), ("numba",)) in found  # in a try


@cases(
    ("where", "text"),
    [
        ("core.rule", "import numpy as np\nimport numba\nimport os.path, platformdirs"),
        (
            "core.rule",
            "from .state import State\nfrom . import state\nfrom ludotheque.core import x",
        ),
        ("games.", "from ..core.state import State\nfrom . import _dice"),
        ("games.chess.", "from .rules import a\nfrom ...core import state"),
        ("games.chess.rules", "from .._dice import die\nfrom .. import _dice\nimport rich"),
        ("games.chess.deep.rules", "from ..._dice import die\nfrom ... import _dice"),
        ("games._dice.", "from ...core.rule import rule\nfrom . import die"),
        ("bots.greedy", "from ..core.view import View\nfrom . import player"),
        ("table.match", "from ..core import state\nfrom .record import Record"),
        (
            "store.sql",
            "from ..table.match import Match\nfrom ..core import x\nfrom ..bots import y",
        ),
        ("arena.run", "from ..games import find\nfrom .. import games\nimport ludotheque.games"),
        ("adapters.gym", "from ..games import find\nfrom ..bots import player"),
        ("review.report", "from ..bots import player\nfrom ..table.match import Match"),
        ("web.pages", "from ..store import x\nfrom ..arena import y\nfrom ..games import names"),
        (
            "cli.main",
            "from ..web import x\nfrom .. import __version__\nfrom ..games._dice import draw",
        ),
        ("__main__", "from .cli.main import main"),
    ],
)
def test_open_doors_are_open(where: str, text: str) -> None:
    assert complaints(where, text) == []


@cases(
    ("where", "text"),
    [
        ("core.rule", "import rich"),
        ("core.rule", "from polars.frame import x"),
        ("core.rule", "import ludotheque"),
        ("core.rule", "from .. import games"),
        ("core.", "from ..table.match import Match"),
        ("core.rule", "def later():\n    from ..arena import x"),
        ("core.rule", "try:\n    import click\nexcept ImportError:\n    pass"),
        (
            "core.rule",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..bots import x",
        ),
        ("core.rule", "import importlib\nimportlib.import_module('ludotheque.games')"),
        ("core.rule", "__import__('rich')"),
        ("games.", "from ..table import match"),
        ("games.", "from . import chess"),
        ("games.chess.rules", "from ..go import rules"),
        ("games.chess.rules", "from .. import go"),
        ("games.chess.rules", "import ludotheque.games.go"),
        ("games.chess.rules", "from ludotheque.games.go import GAME"),
        ("games.chess.rules", "from .. import find"),
        ("games.chess.rules", "from ...bots import player"),
        ("games.chess.rules", "from ... import game"),
        ("games._dice.", "from ..chess import rules"),
        ("bots.greedy", "from ..games import find"),
        ("bots.greedy", "from ..games.chess import GAME"),
        ("bots.greedy", "from ..games import _dice"),
        ("bots.greedy", "from .. import table"),
        ("bots.greedy", "import ludotheque"),
        ("table.match", "from ..games import find"),
        ("table.match", "from ludotheque import games"),
        ("table.match", "from ..table import x\nfrom ..arena import y"),
        ("store.sql", "from ..games import find"),
        ("store.sql", "from ..arena import x"),
        ("arena.run", "from ..cli import x"),
        ("arena.run", "from ..adapters import x"),
        ("arena.run", "from ..games.chess import GAME"),
        ("arena.run", "import ludotheque"),
        ("adapters.gym", "from ..store import x"),
        ("review.report", "from ..games import find"),
        ("review.report", "from ..web import x"),
        ("bots.greedy", "from ..review import x"),
        ("store.x", "from ..web import x"),
        ("cli.main", "from ..games import chess"),
        ("web.pages", "from ..cli.main import x"),
        ("cli.main", "from ..utilities import x"),
        ("utilities.", "import os"),
        ("helpers", "import os"),
    ],
)
def test_closed_doors_are_noticed(where: str, text: str) -> None:
    assert len(complaints(where, text)) == 1
    assert complaints(where, text)[0].startswith(f"{DISTRIBUTION}.{where.rstrip('.')}, line ")


def test_a_complaint_names_the_module_the_line_and_the_reason() -> None:
    assert complaints("bots.greedy", "import os\n\nfrom ..table.match import Match") == [
        "ludotheque.bots.greedy, line 3: imports ludotheque.table.match: "
        "table is not to the left of bots"
    ]
