"""Attacks that hold connections: half-sent requests, unread answers, too many of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from ludotheque.web.access.connections import (
    ConnectionGuard,
    address_group,
    raise_open_files_limit,
)
from ludotheque.web.access.local_key import HEADER
from ludotheque.web.config import Config
from tests.cases import cases

from ..api_client import begin
from ..event_source import eventually
from ..server import PATIENCE, Server
from .raw import RawClient

HALF = "GET / HTTP/1.1\nHost: {host}\nX-Slow: "
HALF_A_BODY = (
    "POST /settings HTTP/1.1\nHost: {host}\nContent-Type: application/x-www-form-urlencoded\n"
    "Content-Length: 100\n\nlang=en"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server") / "matches"
    with Server(folder, connections_per_address=4) as opened:
        yield opened


@pytest.fixture(autouse=True)
def quiet(server: Server) -> Iterator[None]:
    yield
    eventually(lambda: len(server.app.state.guard) == 0)


def answers(server: Server) -> bool:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as somebody:
        return somebody.get("/api/games").status_code == 200


def test_half_sent_requests_make_room_for_whoever_asks(server: Server) -> None:
    with ExitStack() as open_:
        sent = [open_.enter_context(RawClient(server)).send(HALF) for _ in range(20)]
        eventually(lambda: len(server.app.state.guard) == 4)
        for each in sent[:16]:
            assert b"408" in each.to_the_end()
        assert answers(server)


def test_half_sent_bodies_make_room_too(server: Server) -> None:
    with ExitStack() as open_:
        for _ in range(20):
            open_.enter_context(RawClient(server)).send(HALF_A_BODY)
        eventually(lambda: len(server.app.state.guard) == 4)
        assert answers(server)


def test_what_is_not_sent_in_time_is_closed(server: Server, now: list[float]) -> None:
    with RawClient(server) as silent, RawClient(server) as head, RawClient(server) as body:
        head.send(HALF)
        body.send(HALF_A_BODY)
        eventually(lambda: len(server.app.state.guard) == 3)
        now[0] += server.config.head_seconds - 1
        head.send("still here, ")
        assert answers(server)
        now[0] += 2
        assert b"HTTP/1.1 408 Request Timeout" in head.to_the_end()
        assert b"408" in silent.to_the_end()
        now[0] += server.config.body_seconds
        assert b"HTTP/1.1 408 Request Timeout" in body.to_the_end()
    assert answers(server)


@cases("field", ["X-Long: ", "X-Short: 1\n"])
def test_a_head_without_end_is_not_read(server: Server, field: str) -> None:
    """In one field that goes on and on, or in ever more of them."""
    with RawClient(server) as endless:
        endless.send("GET / HTTP/1.1\nHost: {host}\n")
        with suppress(ConnectionError):
            for _ in range(100):
                endless.send(field * 1_000)
        eventually(lambda: len(server.app.state.guard) == 0)
    assert answers(server)


def test_a_whole_head_that_is_too_large_is_refused(server: Server) -> None:
    with RawClient(server) as client:
        client.send("GET /api/games HTTP/1.1\nHost: {host}\n" + "X-A: 1\n" * 10_000 + "\n")
        said = client.to_the_end()
    assert said.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 431 "))
    assert said.count(b"HTTP/1.1 ") == 1


def test_an_answer_that_nobody_reads_is_not_kept(server: Server, now: list[float]) -> None:
    page = "GET /static/htmx.min.js HTTP/1.1\nHost: {host}\n\n"
    guard: ConnectionGuard = server.app.state.guard
    with RawClient(server, SO_RCVBUF=4096) as deaf:
        deaf.send(page * 400)
        eventually(lambda: any(each.has_unread for each in guard._open))

        def is_closed_later() -> bool:
            now[0] += server.config.reading_seconds + 1
            return len(guard) == 0

        eventually(is_closed_later)


def test_an_address_has_so_many_connections_and_the_next_is_told_to_wait(server: Server) -> None:
    match = begin(server.client)
    server.client.close()
    server.client = server.new_client()
    follow = (
        f"GET /match/{match['id']}/live?since=0 HTTP/1.1\nHost: {{host}}\n{HEADER}: {{key}}\n\n"
    )
    with ExitStack() as open_:
        for _ in range(4):
            follower = open_.enter_context(RawClient(server)).send(follow)
            assert follower.status() == 200
        with RawClient(server) as fifth:
            said = fifth.to_the_end()
        assert said.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        assert b"\r\nretry-after: 10\r\n" in said
    eventually(lambda: len(server.app.state.guard) == 0)
    assert answers(server)


def test_eleven_hundred_half_sent_requests_keep_nobody_out(tmp_path: Path) -> None:
    raise_open_files_limit()
    with Server(tmp_path / "matches") as server, ExitStack() as open_:
        for _ in range(1_100):
            open_.enter_context(RawClient(server)).send(HALF)
        assert answers(server)
        most = server.config.connections_per_address
        eventually(lambda: len(server.uvicorn.server_state.connections) <= most)


def test_a_server_with_few_files_stays_reachable(tmp_path: Path) -> None:
    """More connections than the process may have files: they leave room for the store."""
    pytest.importorskip("resource")
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128));"
        "from tests.web.server_process import main; import sys; main(sys.argv[1])"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "matches")]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process,
        ExitStack() as open_,
    ):
        open_.callback(process.kill)
        assert process.stdout is not None
        address = httpx.URL(process.stdout.readline().strip())
        server = RemoteServer(address)
        for _ in range(300):
            open_.enter_context(RawClient(server)).send(HALF)  # type: ignore[arg-type]
        answer = httpx.post(
            f"{address}/api/matches",
            json={"game": "levelx", "seats": [{"name": "Ada"}, {"name": "Blaise"}]},
            timeout=PATIENCE,
        )
    assert answer.status_code == 201


class RemoteServer:
    """What a RawClient needs to know of a server in another process."""

    def __init__(self, address: httpx.URL) -> None:
        self.host, self.key = f"{address.host}:{address.port}", ""
        self.socket = self
        self.name = (address.host, address.port)

    def getsockname(self) -> tuple[str, int | None]:
        return self.name


# ---- How addresses are counted -------------------------------------------------------------------


class Connected:
    """A connection from anywhere."""

    has_unread = False

    def __init__(self, host: str) -> None:
        self.host = host
        self.expelled = 0

    def expel(self, status: int) -> None:
        self.expelled = status

    def check(self, now: float) -> None:
        pass


def arrive(guard: ConnectionGuard, host: str, *, complete: bool = True) -> bool:
    connection = Connected(host)
    admitted = guard.admit(connection)
    guard.note(connection, complete=complete)
    return admitted


def test_addresses_of_one_customer_count_as_one() -> None:
    assert address_group("2001:db8:1:2::1") == address_group("2001:db8:1:2:ffff::9")
    assert address_group("2001:db8:1:2::1") != address_group("2001:db8:1:3::1")
    assert address_group("::ffff:203.0.113.9") == address_group("203.0.113.9") == "203.0.113.9"
    assert address_group("127.0.0.1") == address_group("127.9.9.9") == address_group("::1")
    assert address_group("testclient") == "testclient"


def test_guests_leave_room_for_the_people_at_this_machine() -> None:
    guard = ConnectionGuard(Config(Path(), most_connections=40, local_connections=10))
    assert sum(arrive(guard, f"203.0.113.{number}") for number in range(50)) == 30
    assert not arrive(guard, "2001:db8::1")
    assert sum(arrive(guard, "127.0.0.1") for _ in range(20)) == 10


def test_where_all_places_are_taken_the_oldest_half_sent_request_goes() -> None:
    guard = ConnectionGuard(Config(Path(), most_connections=8, local_connections=0))
    for number in range(7):
        arrive(guard, f"203.0.113.{number}")
    slow = Connected("198.51.100.1")
    assert guard.admit(slow)
    assert arrive(guard, "198.51.100.2")
    assert slow.expelled == 408
    assert len(guard) == 8
    assert not arrive(guard, "198.51.100.3")


def test_one_network_cannot_take_everybodys_places() -> None:
    guard = ConnectionGuard(Config(Path(), most_connections=100, connections_per_address=5))
    assert sum(arrive(guard, f"2001:db8::{number:x}") for number in range(50)) == 5
    assert arrive(guard, "2001:db8:0:1::1")
    assert sum(arrive(guard, f"::ffff:203.0.113.{number % 2}") for number in range(50)) == 10


def test_a_trusted_proxy_speaks_for_many() -> None:
    config = Config(
        Path(),
        public_url="https://games.example",
        proxies=("172.16.0.0/12",),
        most_connections=100,
        local_connections=10,
        connections_per_address=5,
    )
    guard = ConnectionGuard(config)
    assert sum(arrive(guard, "172.17.0.1") for _ in range(200)) == 90
    guard = ConnectionGuard(config)
    assert sum(arrive(guard, "192.0.2.1") for _ in range(200)) == 5
