"""The Containerfile, checked without a container engine: its commands are right."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from ludotheque.cli.program import build
from ludotheque.core.language import Language
from tests.project.requirements import pins

from .test_serve import served

ROOT = Path(__file__).parents[2]


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", "")
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def the(name: str) -> str:
    """The one instruction of this name."""
    (found,) = [rest for each, rest in instructions() if each == name]
    return found


def served_with() -> dict[str, object]:
    """What the command of the container asks for, as the program reads it."""
    program, *arguments = json.loads(the("CMD"))
    assert program == "ludotheque"
    group = build(Language.of("en"))
    assert isinstance(group, click.Group)
    command = group.get_command(click.Context(group), arguments[0])
    assert command is not None
    return command.make_context("serve", arguments[1:]).params


def test_the_command_is_one_that_the_program_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_PUBLIC_URL", "https://games.example")
    monkeypatch.setenv("LUDOTHEQUE_PROXY", "10.0.0.0/8 172.16.0.0/12")
    given = served_with()
    assert given["host"] == "0.0.0.0"
    assert str(given["port"]) == the("EXPOSE")
    assert given["data"] == Path(the("VOLUME"))
    assert given["browser"] is False
    assert given["share"] is False
    assert given["public_url"] == "https://games.example"
    assert given["proxies"] == ("10.0.0.0/8", "172.16.0.0/12")


def test_the_health_check_asks_the_server_and_hears_when_it_is_gone(tmp_path: Path) -> None:
    program, option, code = json.loads(the("HEALTHCHECK").partition("CMD")[2])
    assert (program, option) == ("python", "-c")
    assert f":{the('EXPOSE')}/" in code
    with served(tmp_path / "matches") as (said, process):
        port = re.findall(r":(\d+)/", said)[0]
        asking = [sys.executable, "-c", code.replace(the("EXPOSE"), port)]
        assert subprocess.run(asking, check=False, timeout=30).returncode == 0
        process.terminate()
        process.wait(timeout=30)
        gone = subprocess.run(asking, check=False, timeout=30, stderr=subprocess.DEVNULL)
        assert gone.returncode != 0


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage, from its FROM on."""
    found: list[list[tuple[str, str]]] = []
    for name, rest in instructions():
        if name == "FROM":
            found.append([])
        if found:
            found[-1].append((name, rest))
    return found


def test_the_base_image_is_named_once_with_its_version_and_distribution() -> None:
    """No digest is invented here: whoever builds the image pins the one they have looked at."""
    name, _, tag = the("ARG").partition("=")
    assert name == "PYTHON_IMAGE"
    assert re.fullmatch(r"python:3\.\d+(\.\d+)?-slim-[a-z]+", tag)
    for stage in stages():
        assert stage[0][1].split()[0] == "${PYTHON_IMAGE}"
    for page in ("docs/DEPLOY.en.md", "docs/DEPLOY.fr.md"):
        assert "--build-arg PYTHON_IMAGE=" in (ROOT / page).read_text("utf-8")


def test_the_image_has_no_tools_to_build_or_install_anything() -> None:
    build, final = stages()
    served = pins((ROOT / "requirements" / "serve.txt").read_text("utf-8"))
    tools = pins((ROOT / "requirements" / "build.txt").read_text("utf-8"))
    assert not {"pip", "setuptools", "wheel", "hatchling", "uv", *(tools.keys())} & served.keys()
    into_venv = [rest for name, rest in build if name == "RUN" and "/venv/bin/python" in rest]
    assert all("serve.txt" in rest or "--no-deps /wheels/" in rest for rest in into_venv)
    assert any("--without-pip /venv" in rest for rest in into_venv)
    copied = [rest for name, rest in final if name == "COPY"]
    assert copied == ["--from=build /venv /venv"]
    assert any("pip uninstall" in rest for name, rest in final if name == "RUN")


def test_what_is_served_and_what_builds_it_are_together_what_is_run() -> None:
    found = {
        name: pins((ROOT / "requirements" / f"{name}.txt").read_text("utf-8"))
        for name in ("serve", "build", "run")
    }
    assert {**found["build"], **found["serve"]} == found["run"]


def test_nobody_is_root_in_the_container() -> None:
    user = the("USER")
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)
    names = [name for name, _ in instructions()]
    assert names.index("USER") < names.index("CMD")


def test_everything_that_is_copied_is_there_and_let_through() -> None:
    allowed = (ROOT / ".containerignore").read_text("utf-8").split()
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source.partition('/')[0]}" in allowed, source
