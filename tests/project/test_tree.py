"""The repository names no paths of a machine and no registries, and pins all requirements."""

import importlib
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.cases import cases

from .requirements import complaints, normal, pins

ROOT = Path(__file__).parents[2]
NOT_OURS = {".git", ".venv", "venv", "build", "dist", "node_modules", "__pycache__", ".hypothesis"}
HOMES = re.compile(r"(?<![\w.])(?:/(?:home|Users)/\w|/root/\w|[A-Z]:\\+Users\\)")
PINNED = sorted((ROOT / "requirements").glob("*.txt"))

HASH = "--hash=sha256:" + "0123456789abcdef" * 4


def project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return table


def files_of(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            tool = path.name.endswith(("_cache", ".egg-info"))
            if not tool and path.name not in NOT_OURS and not path.is_symlink():
                yield from files_of(path)
        else:
            yield path


def texts() -> Iterator[tuple[str, str]]:
    """The name and the text of every file of the repository that is text."""
    for path in files_of(ROOT):
        try:
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        except UnicodeDecodeError:
            continue


def places() -> list[str]:
    """Where things are on this machine: a path of one part, as /tmp, says too little."""
    here = {ROOT, Path.home(), Path(sys.prefix), Path(sys.base_prefix), Path(tempfile.gettempdir())}
    return sorted(str(path) for path in here if len(path.parts) > 2 and path != Path("/usr"))


def test_no_file_names_a_place_on_a_machine() -> None:
    own = re.compile("|".join(rf"{re.escape(place)}(?![\w.-])" for place in places()) or "(?!)")
    found = [name for name, text in texts() if HOMES.search(text) or own.search(text)]
    assert found == []


@cases("text", ["cd /{}/ada/x".format("home"), "'/{}/ada'".format("Users")])
def test_a_home_would_be_noticed(text: str) -> None:
    assert HOMES.search(text)
    assert not HOMES.search(text.replace("/ada", "s/ada"))


def test_the_whole_repository_is_looked_at() -> None:
    names = {name for name, _ in texts()}
    assert {"pyproject.toml", "src/ludotheque/__init__.py", "tests/project/test_tree.py"} <= names
    assert not any(name.startswith((".git/", ".venv/")) for name in names)


@cases("name", ["LICENSE", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_a_visitor_finds(name: str) -> None:
    assert len((ROOT / name).read_text("utf-8").split()) > 20


@cases("path", PINNED, ids=lambda path: str(path.name))
def test_requirements_are_exact_versions_with_hashes_and_no_addresses(path: Path) -> None:
    text = path.read_text("utf-8")
    assert complaints(text) == []
    assert pins(text)


def test_run_txt_pins_what_the_package_needs_and_dev_txt_all_that() -> None:
    run, dev = (
        pins((ROOT / "requirements" / f"{name}.txt").read_text()) for name in ("run", "dev")
    )
    needed = {normal(re.split(r"[\s\[<>=!~;]", each)[0]) for each in project()["dependencies"]}
    assert needed <= run.keys()
    assert run.items() <= dev.items()


@cases(
    ("text", "complaint"),
    [
        (f"numpy==2.0 \\\n    {HASH}\n", None),
        (f"numpy[all]==2.0 ; python_version > '3' \\\n    {HASH} \\\n    {HASH}\n# why\n", None),
        (
            f"# made by a tool\nnumpy==2.0 \\\n    {HASH}\n    # via us\nclick==8 \\\n    {HASH}\n",
            None,
        ),
        ("numpy==2.0\n", "no hash: numpy==2.0"),
        (f"numpy>=2.0 \\\n    {HASH}\n", "not an exact version: numpy>=2.0"),
        (f"numpy \\\n    {HASH}\n", "not an exact version: numpy"),
        ("--index-url x\n", "not an exact version: --index-url x"),
        ("-r other.txt\n", "not an exact version: -r other.txt"),
        ("numpy==2.0 \\\n    --hash=md5:12\n", "not a hash: --hash=md5:12"),
        ("# from https://a.b\n", "an address: # from https://a.b"),
        (f"numpy==2.0 \\\n    {HASH}\nclick==8.1\n", "no hash: click==8.1"),
    ],
)
def test_requirements_that_are_not_pinned_are_noticed(text: str, complaint: str | None) -> None:
    assert complaints(text) == ([] if complaint is None else [complaint])


def test_the_console_script_leads_to_a_function() -> None:
    module, _, function = project()["scripts"]["ludotheque"].partition(":")
    assert callable(getattr(importlib.import_module(module), function))
