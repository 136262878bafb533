"""The README is correct: its Python and its commands run, and its links lead somewhere."""

import os
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
SECONDS = 1200  # only so that nothing hangs for ever: rules may have to be compiled first

#: A million matches are for the reader; the tests play the same command with fewer.
FEWER = {"1_000_000": "2_000", "1e6": "2e3", "--games 20": "--games 2"}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def shortened(text: str) -> str:
    for many, fewer in FEWER.items():
        text = text.replace(many, fewer)
    return text


def commands() -> Iterator[str]:
    """Every line of the shell blocks, without its comment, in order."""
    for block in blocks("sh"):
        for line in block.splitlines():
            command = line.partition(" #")[0].strip()
            if command:
                yield command


def environment(folder: Path) -> dict[str, str]:
    """A user of its own, whose browser opens nothing."""
    return {
        **os.environ,
        "BROWSER": "true",
        "LANGUAGE": "en",
        "LUDOTHEQUE_DATA": str(folder / "data"),
        "PYTHONPATH": str(ROOT / "src"),
        "PYTHONUNBUFFERED": "1",
    }


def arguments_of(command: str) -> list[str]:
    program, *arguments = shlex.split(shortened(command))
    assert program == "ludotheque", f"no test runs {command!r}"
    return [sys.executable, "-m", "ludotheque", *arguments]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command as a reader types it, who then leaves: nothing more comes from the keyboard."""
    command, _, out = command.partition(" > ")
    ran = subprocess.run(
        arguments_of(command),
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    if out:
        (folder / out).write_text(ran.stdout, "utf-8")
    return ran


def open_and_close(folder: Path) -> None:
    """`ludotheque` alone serves until Ctrl-C; where its port is taken it says what to do."""
    process = subprocess.Popen(
        arguments_of("ludotheque"),
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert process.stdout is not None
    try:
        select.select([process.stdout], [], [], SECONDS)
        said = process.stdout.readline()
        assert "http://127.0.0.1:" in said or "--port 0" in said
        process.send_signal(signal.SIGINT)
        process.wait(SECONDS)
    finally:
        process.kill()
        process.communicate()


def test_every_python_block_of_the_readme_runs(tmp_path: Path) -> None:
    assert blocks("python")
    for block in blocks("python"):
        ran = subprocess.run(
            [sys.executable, "-W", "error", "-c", shortened(block)],
            env=environment(tmp_path),
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
        assert ran.returncode == 0, f"{block}\n{ran.stderr}"
        assert ran.stdout.strip(), f"prints nothing: {block}"


def test_every_command_of_the_readme_runs_in_the_order_of_the_readme(tmp_path: Path) -> None:
    """Files that one command writes are there for the next. `make` targets are looked up, and
    `pip install .` is what test_wheel.py does with the package."""
    ran = 0
    for command in commands():
        if command == "pip install ." or command.startswith("make "):
            continue
        if command == "ludotheque":
            open_and_close(tmp_path)
        else:
            result = run(command, tmp_path)
            assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
            assert "Traceback" not in result.stderr, f"{command}\n{result.stderr}"
        ran += 1
    assert ran > 12
    assert {"evening.jsonl", "mine.toml", "results.parquet"} <= set(os.listdir(tmp_path))


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = [command.split()[1] for command in commands() if command.startswith("make ")]
    assert targets == ["play", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_link_to_a_file_leads_somewhere(name: str) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)\)", (ROOT / name).read_text("utf-8"))
    missing = [target for target in targets if "://" not in target and not (ROOT / target).exists()]
    assert missing == []
