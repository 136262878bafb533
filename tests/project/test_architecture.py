"""Every file and every function that ARCHITECTURE.md names exists."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludotheque"
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")

PATH = r"[\w/.]+\.(?:py|js)"
#: `web/live/match.py` `LiveMatch.do`, `LiveMatch._commit`
NAMED = re.compile(rf"`({PATH})` ((?:`[\w.]+`(?:, )?)+)")


def names_in(path: Path) -> set[str]:
    """The functions and classes of a module, and the methods as `Class.method`."""
    if path.suffix == ".js":
        return set(re.findall(r"\w+", path.read_text("utf-8")))
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            methods = (
                each
                for each in node.body
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
            )
            found |= {node.name, *(f"{node.name}.{method.name}" for method in methods)}
    return found


def test_every_function_on_the_walks_exists() -> None:
    hops = NAMED.findall(TEXT)
    assert len(hops) > 25
    missing = [
        f"{path} {name}"
        for path, names in hops
        for name in re.findall(r"[\w.]+", names)
        if name not in names_in(PACKAGE / path)
    ]
    assert missing == []


def test_every_source_file_that_is_named_exists() -> None:
    paths = {path for path in re.findall(rf"`({PATH})`", TEXT) if "/" in path}
    assert paths
    folders = (ROOT, PACKAGE, PACKAGE / "web")
    missing = [path for path in paths if not any((folder / path).exists() for folder in folders)]
    assert missing == []
