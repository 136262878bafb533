"""`ludotheque serve` opened to others: from the start, behind a proxy, and what is refused."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ludotheque.cli.commands.serve import AnnouncingServer, bind_socket
from ludotheque.core.language import Language
from ludotheque.store.store import Store
from ludotheque.web.app import create_app
from ludotheque.web.config import Config

from .conftest import Command

PATIENCE = 30


@contextmanager
def served(data: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The command as a user starts it, and what it says once it is open."""
    arguments = ["serve", "--no-browser", "--lang", "en", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(
        [sys.executable, "-m", "ludotheque", *arguments, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline(), process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def test_a_server_can_be_shared_from_the_start(tmp_path: Path) -> None:
    with served(tmp_path / "matches", "--share", "--network", "127.0.0.2") as (said, process):
        assert "Ludotheque is open: http://127.0.0.1:" in said
        assert process.stdout is not None
        found = re.fullmatch(
            r"On this network: (http://127\.0\.0\.2:\d+/)\n", process.stdout.readline()
        )
        assert found
        assert httpx.get(found[1]).status_code == 200
        assert httpx.get(f"{found[1]}share").status_code == 403
        with httpx.Client() as stays:
            stays.get(found[1])
            process.send_signal(signal.SIGINT)
            _, complaints = process.communicate(timeout=PATIENCE)
            assert complaints.strip() == ""
        with pytest.raises(httpx.TransportError):
            httpx.get(found[1])


def test_a_server_that_is_told_to_end_puts_everything_away(tmp_path: Path) -> None:
    data = tmp_path / "matches"
    with served(data) as (said, process):
        assert httpx.get(said.split()[3], follow_redirects=True).status_code == 200
        assert (data / "matches.sqlite-wal").exists()
        process.terminate()
        assert process.wait(timeout=PATIENCE) == 0
    assert (data / "matches.sqlite").exists()
    assert not (data / "matches.sqlite-wal").exists()


def test_a_server_that_cannot_be_shared_is_open_all_the_same(tmp_path: Path) -> None:
    options = ("--share", "--network", "203.0.113.7")
    with served(tmp_path / "matches", *options) as (said, process):
        address = said.split()[3]
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Not shared: the server cannot listen at")
        assert httpx.get(address, follow_redirects=True).status_code == 200


def test_a_public_server_says_its_public_address(tmp_path: Path) -> None:
    options = ("--public-url", "https://games.example")
    with served(tmp_path / "matches", *options) as (said, _):
        assert said == "Ludotheque is open: https://games.example/ (Ctrl-C closes it)\n"


@pytest.mark.parametrize(
    ("options", "english", "french"),
    [
        (["--public-url", "games"], "'games' is not a public address", "pas une adresse publique"),
        (["--proxy", "172.17.0.1"], "without a public address", "sans adresse publique"),
        (
            ["--public-url", "https://a.example", "--proxy", "proxy"],
            "'proxy' is not a proxy's address",
            "'proxy' n’est pas l’adresse d’un proxy",
        ),
        (["--share", "--network", "0.0.0.0"], "is not an address of this", "pas une adresse de"),
        (["--share", "--public-url", "https://a.example"], "not both", "pas les deux"),
    ],
)
def test_a_wrong_way_to_be_reached_is_told_before_anything_is_touched(
    command: Command, tmp_path: Path, options: list[str], english: str, french: str
) -> None:
    data = tmp_path / "matches"
    for language, sentence in (("en", english), ("fr", french)):
        outcome = command("--lang", language, "serve", "--data", str(data), *options)
        assert outcome.code == 2
        assert sentence in outcome.err
    assert not data.exists()


# Whose word is taken for where a request comes from


@contextmanager
def opened(config: Config) -> Iterator[str]:
    """The server that the command runs, here, with settings that no option has."""
    with bind_socket("127.0.0.1", 0) as listening, Store.open(config.data) as store:
        english = Language.of("en")
        server = AnnouncingServer(
            create_app(config, store), english, address="http://…/", browser=None, share=False
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            threading.Event().wait(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.parametrize(
    ("public_url", "proxies", "statuses"),
    [
        ("https://games.example", (), [303, 429, 303]),
        ("https://games.example", ("127.0.0.0/8",), [303, 429, 303]),
        ("https://games.example", ("172.17.0.1",), [303, 429, 429]),
        (None, (), [303, 429, 429]),
    ],
    ids=["here", "named", "elsewhere", "none"],
)
def test_commands_are_counted_by_client_if_a_known_proxy_names_them(
    tmp_path: Path, public_url: str | None, proxies: tuple[str, ...], statuses: list[int]
) -> None:
    """A spoofed name before the one that the proxy adds counts for nothing."""
    config = Config(
        tmp_path / "matches",
        public_url=public_url,
        proxies=proxies,
        commands_per_second=1e-6,
        commands_at_once=1,
    )
    clients = ("203.0.113.1", "198.51.100.9, 203.0.113.1", "203.0.113.2")
    with opened(config) as address, httpx.Client() as proxy:
        answers = [
            proxy.post(f"{address}/settings", headers={"x-forwarded-for": client})
            for client in clients
        ]
    assert [answer.status_code for answer in answers] == statuses
