"""The server's start-up time, time and size of its first page, and durability under kill -9."""

from __future__ import annotations

import gzip
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from ludotheque.web.render.templates import VERSIONED

from .load import cpu_seconds
from .processes import with_bytecode

ROUNDS = 5
LINKED = re.compile(rf'(?:href|src)="((?:{VERSIONED}\w+)?/(?:static|games)/[^"]+)"')
FONTS = re.compile(r'url\("?([^")]+\.woff2)"?\)')
FIRST_FONTS = (
    "atkinson-400.woff2",
    "atkinson-700.woff2",
    "fraunces-400-italic.woff2",
    "fraunces-600.woff2",
)


def measured(kills: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        opened = Opened(Path(name))
        ready_in(opened)  # does not count: it writes bytecode
        ready = [ready_in(opened) for _ in range(ROUNDS)]
        with opened as address:
            fetched(f"{address}/")  # load the templates first
            pages = [timed(f"{address}/") for _ in range(50)]
            size = transferred(address)
    return {
        "ready_seconds": statistics.median(seconds for seconds, _ in ready),
        "ready_processor_seconds": statistics.median(used for _, used in ready),
        "first_page_seconds": statistics.median(pages),
        "first_page_bytes": size,
        "kills": kills,
        "kills_said": killed(kills),
    }


class Opened:
    """The server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "matches"
        self.environment = with_bytecode(folder / "bytecode")

    def __enter__(self) -> str:
        command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.folder)],
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+", line)
        assert found, line
        return found.group()

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.communicate()


def ready_in(server: Opened) -> tuple[float, float]:
    """The seconds from starting the command to its first page: by the clock, of processor time."""
    begun = time.perf_counter()
    with server as address:
        fetched(f"{address}/")
        return time.perf_counter() - begun, cpu_seconds(server.process.pid)


def fetched(address: str) -> bytes:
    """The body as it is transferred, compressed if the server compresses it."""
    with urlopen(Request(address, headers={"accept-encoding": "gzip"})) as answer:
        data: bytes = answer.read()
        return data


def text_of(data: bytes) -> str:
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()


def timed(address: str) -> float:
    begun = time.perf_counter()
    fetched(address)
    return time.perf_counter() - begun


def transferred(address: str) -> int:
    """The bytes of the first page and all it loads: style sheets, scripts, images, fonts."""
    page = fetched(f"{address}/")
    total = len(page)
    for path in sorted(set(LINKED.findall(text_of(page)))):
        total += len(fetched(address + path))
    fonts = {name.rpartition("/")[2] for name in FONTS.findall(all_sheets(address, text_of(page)))}
    shown = [name for name in fonts if name in FIRST_FONTS and name not in text_of(page)]
    return total + sum(len(fetched(f"{address}/static/fonts/{name}")) for name in shown)


def all_sheets(address: str, page: str) -> str:
    return "".join(
        text_of(fetched(address + path)) for path in LINKED.findall(page) if ".css" in path
    )


def killed(count: int) -> str:
    """Kill the writer of a stream of moves at random times; returns the summary of the results."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.kill", str(count)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.strip().splitlines()[-1]
