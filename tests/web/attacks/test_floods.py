"""Attacks by number: too many requests, too many lines in the log, requests with two lengths."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import httpx
import pytest

from ludotheque.web.access import log_limit
from ludotheque.web.access.log_limit import LogLimit
from tests.cases import cases

from ..event_source import eventually
from ..server import Server
from .raw import RawClient


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server") / "matches"
    with Server(folder, reads_per_second=0.001, reads_at_once=20) as opened:
        yield opened


def guest_at(server: Server, address: str) -> httpx.Client:
    return server.new_client(headers={"x-forwarded-for": address})


# ---- Reads ---------------------------------------------------------------------------------------


def test_who_reads_too_much_is_told_to_wait_and_nobody_else_is(server: Server) -> None:
    greedy, other = guest_at(server, "203.0.113.1"), guest_at(server, "203.0.113.2")
    answers = [greedy.get("/api/games") for _ in range(30)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 10
    assert answers[-1].headers["retry-after"] == "1"
    assert answers[-1].json()["code"] == "too_fast"
    assert answers[-1].headers["x-content-type-options"] == "nosniff"
    assert other.get("/api/games").status_code == 200


def test_a_person_who_reads_too_much_is_told_in_their_language(server: Server) -> None:
    person = guest_at(server, "203.0.113.9")
    said = {"accept": "text/html", "accept-language": "fr"}
    answers = [person.get("/fair", headers=said) for _ in range(21)]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["content-type"].startswith("text/plain")
    assert "réessayez" in answers[-1].text


def test_a_whole_ipv6_network_reads_as_one(server: Server) -> None:
    neighbours = [guest_at(server, f"2001:db8::{number:x}") for number in range(1, 31)]
    answers = [each.get("/api/games").status_code for each in neighbours]
    assert answers == [200] * 20 + [429] * 10


def test_the_files_of_a_page_hardly_count(server: Server) -> None:
    reader = guest_at(server, "203.0.113.3")
    assert {reader.get("/static/base.css").status_code for _ in range(150)} == {200}
    assert reader.get("/api/games").status_code == 200


# ---- The log -------------------------------------------------------------------------------------


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@pytest.fixture
def log(server: Server) -> Iterator[list[str]]:
    """What the server's log says at the level of `ludotheque serve`."""
    logger, kept = logging.getLogger("uvicorn.error"), Kept()
    level = logger.level
    logger.setLevel(logging.WARNING)
    logger.addHandler(kept)
    yield kept.said
    logger.removeHandler(kept)
    logger.setLevel(level)


def test_nonsense_does_not_fill_the_log(server: Server, log: list[str]) -> None:
    """Before, each of these was a line, and a broken request body a page."""
    (limit,) = [
        each for each in logging.getLogger("uvicorn.error").filters if isinstance(each, LogLimit)
    ]
    real = limit.clock
    try:
        for _ in range(100):
            with RawClient(server) as client:
                client.send("NONSENSE\n\n")
                assert client.status() == 400
        assert len(log) == log_limit.MOST_ALIKE
        limit.clock = lambda: real() + log_limit.PERIOD
        eventually(lambda: len(log) > log_limit.MOST_ALIKE)
    finally:
        limit.clock = real
    assert log[-1] == ("… and 95 more like it in the last minute: Invalid HTTP request received.")


def test_who_hangs_up_in_the_middle_leaves_no_page_in_the_log(
    server: Server, log: list[str]
) -> None:
    for path in ("/settings", "/api/matches", "/matches"):
        with RawClient(server) as client:
            client.send(
                f"POST {path} HTTP/1.1\nHost: {{host}}\nContent-Length: 100\n"
                "Content-Type: application/x-www-form-urlencoded\n\nlang=en"
            )
            eventually(lambda: bool(server.uvicorn.server_state.tasks))
    eventually(lambda: not server.uvicorn.server_state.tasks)
    assert log == []


def test_kinds_of_messages_are_counted_apart_and_not_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log_limit, "MOST_KINDS", 10)
    now = [0.0]
    limit, logger, kept = LogLimit(lambda: now[0]), logging.Logger("ludotheque.test"), Kept()
    logger.addFilter(limit)
    logger.addHandler(kept)
    for number in range(1000):
        logger.warning("one %s", number)
    for number in range(50):
        logger.warning(f"another {number}")
    assert len(kept.said) == log_limit.MOST_ALIKE + 50
    assert len(limit._kinds) <= 10


# ---- Where a request ends ------------------------------------------------------------------------


@cases(
    "lengths",
    [
        "Content-Length: 5\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\nContent-Length: 5",
        "Content-Length: 5\nContent-Length: 6",
        "Content-Length: 5, 6",
        "Content-Length: +5",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: chunked, chunked",
    ],
)
def test_a_request_whose_end_is_unclear_is_refused_and_nothing_after_it_is_read(
    server: Server, lengths: str
) -> None:
    with RawClient(server) as client:
        client.send(
            f"POST /settings HTTP/1.1\nHost: {{host}}\n{lengths}\n\n0\n\n"
            "GET /api/games HTTP/1.1\nHost: {host}\n\n"
        )
        said = client.to_the_end()
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1 ") == 1
