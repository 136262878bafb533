"""The packages of the server build on one another in one order, without cycles."""

from pathlib import Path

import ludotheque
from tests.project.imports import Name, imports_of, sources_in

#: A module may import what stands before its own part, and nothing after it.
LAYERS = (
    ("address", "catalogue", "errors"),
    ("config",),
    ("live",),
    ("access",),
    ("settings",),
    ("nodes",),
    ("people",),
    ("commands",),
    ("render",),
    ("transport",),
    ("dependencies",),
    ("api", "pages"),
    ("app",),
)
LEVEL_OF = {part: level for level, parts in enumerate(LAYERS) for part in parts}
SERVER = ("ludotheque", "web")


def test_the_parts_of_the_server_import_only_what_is_below_them() -> None:
    sources = sources_in(Path(ludotheque.__file__).parent)
    known = {name[:-1] if name[-1] == "" else name for name in sources}
    wrong = [
        f"{'.'.join(module)}, line {found.line}: imports {'.'.join(found.target)}"
        for module, text in sources.items()
        if module[:2] == SERVER and module[2]
        for found in imports_of(module, text, known)
        if found.target[:2] == SERVER and not is_below(found.target, module)
    ]
    assert wrong == []


def is_below(target: Name, module: Name) -> bool:
    own, other = module[2], target[2]
    return own == other or LEVEL_OF[other] < LEVEL_OF[own]
