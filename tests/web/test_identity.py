"""A caller is local by a connection from this machine together with the key of its user."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from ludotheque.web.access.devices import device_key
from ludotheque.web.access.identity import Caller, caller_of, is_local_request
from ludotheque.web.access.listener import SCOPE_KEY, Listener
from ludotheque.web.access.local_key import HEADER, LocalKey
from ludotheque.web.config import Config

from .server import Server

HERE = ("127.0.0.1", 8080)
LAN = ("192.168.1.20", 8080)
NEIGHBOUR = ("192.168.1.30", 50000)
KEY = LocalKey("k" * 43)


def asked(
    server: tuple[str, int | None] | None,
    client: tuple[str, int] | None,
    headers: dict[str, str] | None = None,
) -> dict[str, Any]:
    brought = {"host": "127.0.0.1:8080", HEADER: KEY.key, **(headers or {})}
    said = [(name.encode(), value.encode()) for name, value in brought.items()]
    return {"type": "http", "server": server, "client": client, "headers": said}


@pytest.mark.parametrize(
    ("host", "server", "client", "is_local"),
    [
        ("127.0.0.1", HERE, ("127.0.0.1", 50000), True),
        ("::1", ("::1", 8080), ("::1", 50000), True),
        ("::", ("::ffff:127.0.0.1", 8080), ("::ffff:127.0.0.1", 50000), True),
        ("0.0.0.0", HERE, ("127.0.0.1", 50000), True),
        ("0.0.0.0", LAN, NEIGHBOUR, False),
        ("::", ("::ffff:192.168.1.20", 8080), ("::ffff:192.168.1.30", 50000), False),
        ("0.0.0.0", HERE, NEIGHBOUR, False),
        ("192.168.1.20", LAN, NEIGHBOUR, False),
        ("192.168.1.20", LAN, LAN, False),
        ("0.0.0.0", ("10.0.2.100", 8080), ("10.0.2.100", 50000), False),
        ("127.0.0.1", None, None, False),
        ("127.0.0.1", HERE, None, False),
        ("127.0.0.1", ("testserver", 80), ("testclient", 50000), True),
    ],
)
def test_a_local_caller_sits_at_this_machine(
    host: str,
    server: tuple[str, int | None] | None,
    client: tuple[str, int] | None,
    is_local: bool,
) -> None:
    """With the key; without it only a caller inside this process is."""
    config = Config(Path(), host=host)
    assert is_local_request(asked(server, client), config, KEY) is is_local
    keyless = is_local_request(asked(server, client, {HEADER: ""}), config, KEY)
    assert keyless is (server is not None and server[0] == "testserver")


def test_what_a_request_says_of_itself_makes_nobody_local() -> None:
    config = Config(Path(), host="0.0.0.0")
    for headers in ({"host": "localhost"}, {"host": "127.0.0.1:8080"}, {"origin": "null"}):
        assert not is_local_request(asked(LAN, NEIGHBOUR, headers), config, KEY)


@pytest.mark.parametrize(
    "name",
    ["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host", "x-forwarded-proto"],
)
def test_who_comes_through_a_proxy_is_a_guest(name: str) -> None:
    scope = asked(HERE, ("127.0.0.1", 50000), {name: "127.0.0.1"})
    assert not is_local_request(scope, Config(Path()), KEY)


def test_a_public_server_has_no_local_callers() -> None:
    config = Config(Path(), public_url="https://games.example")
    assert not is_local_request(asked(HERE, ("127.0.0.1", 50000)), config, KEY)
    assert not is_local_request(asked(("testserver", 80), ("testclient", 50000)), config, KEY)


def test_who_comes_by_the_door_to_the_network_is_a_guest() -> None:
    listener = Listener("127.0.0.2", 8080)
    scope = asked(("127.0.0.2", 8080), ("127.0.0.1", 50000)) | {SCOPE_KEY: listener}
    assert not is_local_request(scope, Config(Path()), KEY)


def test_a_guest_is_known_again_by_the_device(tmp_path: Path) -> None:
    server, found = Server(tmp_path / "matches"), list[Caller]()

    async def who(request: Request) -> None:
        found.append(caller_of(request))

    server.app.add_api_route("/who", who)
    with server:
        server.client.get("/who")
        server.client.get("/who", headers={"cookie": "device=a-name-for-us-alone"})
    assert found == [Caller(None, True), Caller("a-name-for-us-alone", True)]
    assert found[0].key is None
    assert found[1].key == device_key("a-name-for-us-alone")


def test_what_is_kept_of_a_device_does_not_give_its_name_away() -> None:
    key = device_key("a-name-for-us-alone")
    assert len(key) == 64
    assert "name" not in key
    assert key == device_key("a-name-for-us-alone") != device_key("another")
