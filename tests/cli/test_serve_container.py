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
