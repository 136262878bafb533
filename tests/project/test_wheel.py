"""The wheel holds the whole program, and plays where nothing else is installed."""

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest

from .requirements import pins

ROOT = Path(__file__).parents[2]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
UNREACHABLE = (  # what pip and uv say when there is no way to the packages
    "Connection",
    "connect",
    "dns error",
    "Failed to fetch",
    "Network is unreachable",
    "Temporary failure",
    "timed out",
)
A_MATCH = """
import random, ludotheque
state = ludotheque.game("levelx").start(players=3)
chance = random.Random(1)
while state.awaits != "end":
    if state.awaits == "draw":
        state.draw(chance.randrange(state.draw_size))
    else:
        state.play(chance.choice(state.moves()))
assert state.winners
print(ludotheque.__file__)
"""
A_RECORD = """
import sys, ludotheque
from pathlib import Path
from ludotheque.games import find
from ludotheque.table.files import load
record = load(Path(sys.argv[1]), find)
assert record.final_state().awaits == "end"
"""


def run(*command: str | Path, **more: object) -> str:
    """What a command says; an assertion with all it said if it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, encoding="utf-8", **more)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    said: str = done.stdout
    return said


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(
    scope="module", params=["linked", pytest.param("installed", marks=pytest.mark.long)]
)
def scripts(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: Any) -> Path:
    """The commands of a new environment that holds the wheel and what it needs, nothing else."""
    environment = tmp_path_factory.mktemp("venv") / "new"
    fill = {"linked": link_packages, "installed": install_packages}[request.param]
    return fill(environment, wheel)


def link_packages(environment: Path, wheel: Path) -> Path:
    """The wheel unpacked, beside links to the pinned packages of the environment of the tests.

    It takes no network and no time; what pip makes of the requirements is `install_packages`.
    """
    venv.create(environment, with_pip=False)
    (packages,) = environment.rglob("site-packages")
    for name in pins((ROOT / "requirements" / "run.txt").read_text("utf-8")):
        with suppress(PackageNotFoundError):  # pinned for another system
            link_package(name, packages)
    zipfile.ZipFile(wheel).extractall(packages)
    scripts = environment / SCRIPTS
    (command := scripts / "ludotheque").write_text(
        f"#!{scripts / 'python'}\n"
        "from importlib.metadata import entry_points\n"
        "(command,) = entry_points(group='console_scripts', name='ludotheque')\n"
        "command.load()()\n",
        "utf-8",
    )
    command.chmod(0o755)
    return scripts


def link_package(name: str, packages: Path) -> None:
    found = distribution(name)
    for top in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
        (packages / top).symlink_to(Path(str(found.locate_file(top))))


def install_packages(environment: Path, wheel: Path) -> Path:
    uv = shutil.which("uv")
    if uv:
        run(uv, "venv", "--python", sys.executable, environment)
        python = environment / SCRIPTS / "python"
        pip: list[str | Path] = [uv, "pip"]
        into: list[str | Path] = ["--python", python]
    else:
        run(sys.executable, "-m", "venv", environment)
        python = environment / SCRIPTS / "python"
        pip, into = [python, "-m", "pip"], []
    pinned = ROOT / "requirements" / "run.txt"
    try:
        run(*pip, "install", *into, "--require-hashes", "-r", pinned)
    except AssertionError as problem:
        if any(word in str(problem) for word in UNREACHABLE):
            pytest.skip(f"the packages of requirements/run.txt cannot be fetched: {problem}")
        raise
    run(*pip, "install", *into, "--no-deps", wheel)
    run(*pip, "check", *into)
    return python.parent


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


def say(scripts: Path, elsewhere: Path, command: str, *arguments: str) -> str:
    """Run a command of the new environment, far from the repository, in a bare environment."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PATHEXT") if name in os.environ}
    bare = {"PATH": os.defpath, "HOME": str(elsewhere), "PYTHONUTF8": "1"} | kept
    return run(scripts / command, *arguments, cwd=elsewhere, env=bare)


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    source = ROOT / "src"
    expected = {
        path.relative_to(source).as_posix()
        for path in (source / "ludotheque").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == expected
    assert {Path(name).suffix for name in names} >= {".py", ".toml", ".md", ".mo", ".typed"}


def test_the_wheels_own_papers_are_complete(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" in name}
    papers = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}
    assert {name.partition(".dist-info/")[2] for name in names} == papers


def test_a_match_is_played_from_python(scripts: Path, elsewhere: Path) -> None:
    where = say(scripts, elsewhere, "python", "-I", "-c", A_MATCH)
    assert Path(where.strip()).is_relative_to(scripts.parent)


def test_a_match_is_played_recorded_and_told_from_the_command_line(
    scripts: Path, elsewhere: Path, tmp_path: Path
) -> None:
    record = tmp_path / "x.jsonl"
    seats = ["--seats", "random,random", "--seed", "1", "--record", str(record), "--lang", "en"]
    say(scripts, elsewhere, "ludotheque", "play", "levelx", *seats)
    *_, end = map(json.loads, record.read_text("utf-8").splitlines())
    assert end["ended"] == "played"
    say(scripts, elsewhere, "python", "-I", "-c", A_RECORD, str(record))
    english = say(scripts, elsewhere, "ludotheque", "show", str(record), "--lang", "en")
    french = say(scripts, elsewhere, "ludotheque", "show", str(record), "--lang", "fr")
    assert "rolls" in english
    assert "rolls" not in french


def test_matches_are_simulated_from_the_command_line(scripts: Path, elsewhere: Path) -> None:
    arguments = ["simulate", "levelx", "--games", "200", "--lang", "en"]
    told = say(scripts, elsewhere, "ludotheque", *arguments)
    assert "200 matches" in told
    assert say(scripts, elsewhere, "ludotheque", *arguments) == told
