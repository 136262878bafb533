"""Attacks and accidents on sockets: slow readers, dead networks, floods, restarts. Nothing is lost,
and nobody takes anybody else's memory or time."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import repeat
from pathlib import Path
from socket import SO_SNDBUF, SOL_SOCKET
from time import sleep
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.web.access.connections import ConnectionGuard
from ludotheque.web.access.local_key import HEADER
from ludotheque.web.access.socket_protocol import GuardedSocket
from ludotheque.web.transport import following
from ludotheque.web.transport.socket import MOST_REFUSED

from ..api_client import Data, act, begin, command, seen
from ..event_source import eventually
from ..friends import invite, join, tokens_of
from ..server import Server
from ..socket_client import SocketClient
from .raw import RawClient

LARGEST = 4_000  # bytes of a message
TEXT, BINARY, MASKED = 0x81, 0x82, 0x80


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "matches", largest_request=LARGEST) as opened:
        # What the system itself keeps for a client that does not read.
        opened.socket.setsockopt(SOL_SOCKET, SO_SNDBUF, 4_096)
        yield opened


@pytest.fixture(autouse=True)
def quiet(server: Server) -> Iterator[None]:
    yield
    eventually(lambda: len(server.app.state.stream_slots) == 0)


def upgraded(server: Server, match: Data, **options: Any) -> RawClient:
    """A socket over a bare connection, of which the test reads nothing, or something."""
    key = base64.b64encode(os.urandom(16)).decode()
    raw = RawClient(server, **options).send(
        f"GET /match/{match['id']}/socket?since=0 HTTP/1.1\nHost: {{host}}\n{HEADER}: {{key}}\n"
        f"Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\n"
        f"Sec-WebSocket-Key: {key}\n\n"
    )
    assert raw.status() == 101
    return raw


def masked(opcode: int, payload: bytes, *, claims: int | None = None) -> bytes:
    """A client's frame; it may claim more bytes than it brings."""
    length = len(payload) if claims is None else claims
    head = bytes([opcode, MASKED | 126]) + length.to_bytes(2, "big")
    return head + bytes(4) + payload


def test_who_does_not_read_is_cut_off_and_catches_up(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "MOST_UNREAD", 20_000)
    match = begin(server.client)
    live = server.awake(match["id"])
    with (
        upgraded(server, match, SO_RCVBUF=4_096),
        SocketClient(server, match["id"], since=0) as other,
    ):
        eventually(lambda: live.followers == 2)
        known = [0]
        while live.followers == 2:
            assert len(known) < 500, "it is never cut off"
            match = next_version(server, match)
            known.append(match["version"])
            assert other.next()["version"] == known[-1]
    with SocketClient(server, match["id"], since=known[-4]) as back:
        assert versions(back, known[-1]) == known[-3:]


def next_version(server: Server, match: Data) -> Data:
    """The match one step on: a move is taken back and played again, so that it does not end."""
    if match["taker_back"] is None:
        return act(server.client, match)
    return act(server.client, match, "take-back", seat=match["taker_back"])


def versions(socket: SocketClient, last: int) -> list[int]:
    return [frame["version"] for frame in socket.until(last)]


def test_a_client_that_is_gone_without_a_word_is_forgotten(
    server: Server, now: list[float]
) -> None:
    """A cut network sends no FIN: what is sent to it stays unread."""
    match = begin(server.client)
    live = server.awake(match["id"])
    with upgraded(server, match, SO_RCVBUF=4_096):
        while not stalls(server):
            match = next_version(server, match)

        def is_closed_later() -> bool:
            now[0] += server.config.reading_seconds + 1
            return live.followers == 0

        eventually(is_closed_later)


def stalls(server: Server) -> bool:
    """Whether something waits on a socket and is not read; what is written just now is no sign."""
    guard: ConnectionGuard = server.app.state.guard
    sockets = [each for each in guard._open if isinstance(each, GuardedSocket)]
    waiting = [each for each in sockets if each.has_unread]
    sleep(0.05 if waiting else 0)
    return any(each.has_unread for each in waiting)


def test_a_message_that_is_not_sent_in_time_closes_the_socket(
    server: Server, now: list[float]
) -> None:
    match = begin(server.client)
    live = server.awake(match["id"])
    with upgraded(server, match) as slow:
        slow.socket.sendall(masked(TEXT, b'{"id"', claims=1_000))
        eventually(lambda: live.followers == 1)

        def is_closed_later() -> bool:
            now[0] += server.config.body_seconds + 1
            return live.followers == 0

        eventually(is_closed_later)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param(masked(TEXT, b" " * (LARGEST + 1)), 1009, id="too large"),
        pytest.param(masked(0x01, b" " * LARGEST) + masked(0x80, b" "), 1009, id="in pieces"),
        pytest.param(masked(BINARY, b"{}"), 1003, id="binary"),
        pytest.param(masked(TEXT, b"\xff"), 1007, id="not UTF-8"),
        pytest.param(bytes([TEXT, 2]) + b"{}", 1002, id="not masked"),
        pytest.param(masked(0x83, b""), 1002, id="unknown opcode"),
    ],
)
def test_what_no_client_may_send_closes_the_socket(server: Server, sent: bytes, code: int) -> None:
    match = begin(server.client)
    with upgraded(server, match) as raw:
        raw.socket.sendall(sent)
        said = raw.to_the_end()
    assert said[0] == 0x88
    assert int.from_bytes(said[2:4], "big") == code
    assert seen(server.client, match) == match


def test_a_flood_on_one_socket_is_refused_then_closed_and_harms_nobody(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("paced") / "matches"
    with Server(folder, commands_per_second=0.001, commands_at_once=10) as paced:
        flood = paced.new_client(local=False, headers={"x-forwarded-for": "203.0.113.1"})
        other = paced.new_client(local=False, headers={"x-forwarded-for": "203.0.113.2"})
        match, quiet_match = begin(flood), begin(other)
        with SocketClient(paced, match["id"], flood, since=0) as socket:
            answers = [socket.do(command(match, version=1)) for _ in range(30)]
            codes = [answer["problem"]["code"] for answer in answers]
            assert codes[:9] == ["stale"] * 9  # and the match that was made
            assert codes[10:] == ["too_fast"] * 20
            assert answers[-1]["status"] == 429
            with suppress(ConnectionClosed):
                for number in range(10_000):
                    socket.send({"id": number, "command": command(match, version=1)})
            assert socket.close_code() in (1008, 0)  # 0: the reset has overtaken the reason
        with SocketClient(paced, quiet_match["id"], other, since=0) as calm:
            assert calm.do(command(quiet_match))["ok"]
        eventually(lambda: len(paced.app.state.stream_slots) == 0)


def test_unreadable_messages_do_not_go_on_for_ever(server: Server) -> None:
    match = begin(server.client)
    with SocketClient(server, match["id"], since=0) as socket:
        for _ in range(MOST_REFUSED):
            socket.send("nonsense")
        assert socket.close_code() == 1008
        assert len(socket.kept) == MOST_REFUSED


def test_ever_so_many_messages_in_one_piece_are_not_kept(server: Server) -> None:
    match = begin(server.client)
    live = server.awake(match["id"])
    with upgraded(server, match) as raw:
        with suppress(ConnectionError):
            raw.socket.sendall((bytes([TEXT, MASKED | 1]) + bytes(4) + b"x") * 50_000)
        said = raw.to_the_end()
    assert said.count(b'"unreadable"') < 1_000
    eventually(lambda: live.followers == 0)


def test_two_tabs_on_one_seat_act_at_once_and_one_of_them_is_refused(server: Server) -> None:
    match = begin(server.client)
    with (
        SocketClient(server, match["id"], since=0) as one,
        SocketClient(server, match["id"], since=0) as other,
    ):
        for _ in range(5):
            with ThreadPoolExecutor() as threads:
                answers = list(threads.map(SocketClient.do, (one, other), repeat(command(match))))
            assert sorted(answer["ok"] for answer in answers) == [False, True]
            (refused,) = [answer for answer in answers if not answer["ok"]]
            assert refused["problem"]["code"] == "stale"
            match = seen(server.client, match)
            for tab in (one, other):
                assert tab.next()["version"] == match["version"]


def test_a_restart_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    """Clients come back with the version they have, and send again what was not answered."""
    known = [0]
    with Server(tmp_path) as first:
        match = begin(first.client)
        with SocketClient(first, match["id"], since=0) as socket:
            for _ in range(5):
                assert socket.do(command(match))["ok"]
                match = seen(first.client, match)
                known.append(match["version"])
            first.uvicorn.should_exit = True
            assert socket.close_code() == 1012
    with Server(tmp_path) as second:
        with SocketClient(second, match["id"], since=known[2]) as socket:
            assert versions(socket, known[-1]) == known[3:]
            assert socket.do(command(match, version=known[-2]))["problem"]["code"] == "stale"
            assert socket.do(command(match))["ok"]
        eventually(lambda: len(second.app.state.stream_slots) == 0)


def test_a_handshake_that_http_allows_and_sockets_do_not_is_refused(server: Server) -> None:
    for line in ("X-Long: " + "x" * 9_000, "\n".join(f"X-{n}: 1" for n in range(200))):
        with RawClient(server) as client:
            client.send(
                "GET /match/whatever/socket HTTP/1.1\nHost: {host}\nConnection: Upgrade\n"
                "Upgrade: websocket\nSec-WebSocket-Version: 13\n"
                f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\n{line}\n\n"
            )
            assert client.to_the_end().startswith(b"HTTP/1.1 400 ")
    eventually(lambda: not [each for each in server.app.state.guard._open if is_socket(each)])


def is_socket(connection: object) -> bool:
    return "Socket" in type(connection).__name__


def test_sockets_count_as_connections_of_their_address(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", connections_per_address=4) as server:
        match = begin(server.client)
        server.client.close()
        eventually(lambda: len(server.app.state.guard) == 0)
        sockets = [upgraded(server, match) for _ in range(4)]
        assert len(server.app.state.guard) == 4
        with RawClient(server) as fifth:
            assert fifth.to_the_end().startswith(b"HTTP/1.1 503 ")
        for socket in sockets:
            socket.close()
        eventually(lambda: len(server.app.state.guard) == 0)


def test_friends_behind_one_address_share_its_places_for_players(tmp_path: Path) -> None:
    headers = {"x-forwarded-for": "203.0.113.5"}
    with Server(tmp_path / "matches", streams_per_address=2) as server:
        clients = [server.new_client(local=False, headers=headers) for _ in range(2)]
        match = invite(clients[0], False, True)
        join(clients[1], match, tokens_of(match)[1])
        sockets = [SocketClient(server, match["id"], client, since=0) for client in clients]
        more = server.new_client(local=False, headers=headers)
        with pytest.raises(Exception, match="429"):
            SocketClient(server, begin(more)["id"], more, since=0)
        for socket in sockets:
            socket.socket.close()
        eventually(lambda: len(server.app.state.stream_slots) == 0)


def test_who_is_paced_on_sockets_is_paced_on_requests_too(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Both count together: a second way is no second allowance."""
    folder = tmp_path_factory.mktemp("paced") / "matches"
    with Server(folder, commands_per_second=0.001, commands_at_once=6) as paced:
        client = paced.new_client(local=False, headers={"x-forwarded-for": "203.0.113.1"})
        match = begin(client)
        with SocketClient(paced, match["id"], client, since=0) as socket:
            for _ in range(5):
                assert socket.do(command(match, version=1))["problem"]["code"] == "stale"
            said: httpx.Response = client.post("/settings")
            assert said.status_code == 429
            assert json.loads(said.text)["code"] == "too_fast"
