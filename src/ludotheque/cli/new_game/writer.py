"""Writes the folder of a new game, or a package around it, from the templates beside this file."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from string import Template

from ...core.errors import BadOption

TEMPLATES = Path(__file__).parent / "template"
SUFFIX = ".template"
AROUND = ("pyproject.toml", "README.md")  # of a package
NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")


def new_game(name: str, into: Path, known: list[str], *, package: bool) -> list[Path]:
    """Write the game's files below a folder; nothing that is there is overwritten.

    BadOption for a name that no game can have, or that is taken.
    """
    check_name(name, known)
    folder = into / name
    if folder.exists():
        raise BadOption(
            "{folder} is there already; choose another name, or another folder with --into",
            folder=str(folder),
        )
    module = f"ludotheque_{name}" if package else name
    inside = folder / "src" / module if package else folder
    values = {
        "name": name,
        "title": name.replace("_", " ").title(),
        "prefix": rule_prefix(name),
        "package": module,
    }
    written = []
    for template in sorted(TEMPLATES.iterdir()):
        file = template.name.removesuffix(SUFFIX)
        if file in AROUND and not package:
            continue
        path = (folder if file in AROUND else inside) / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(template.read_text("utf-8")).substitute(values), "utf-8")
        written.append(path)
    return written


def check_name(name: str, known: list[str]) -> None:
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadOption(
            "{name!r} cannot be the name of a game: two to thirty letters from a to z, digits and "
            "underscores, a letter first, and no word of Python",
            name=name,
        )
    if name in known:
        raise BadOption("there is a game {name!r} already", name=name)


def rule_prefix(name: str) -> str:
    """The two capitals before the numbers of the game's rules."""
    letters = re.sub(r"[^a-z]", "", name).upper()
    return (letters + "X")[:2]
