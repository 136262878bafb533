"""A server behind a proxy, known to the world by one address."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.core.errors import BadOption
from ludotheque.web.config import Config
from tests.cases import cases

from .server import Server

PUBLIC = "https://games.example"


@pytest.mark.parametrize(
    ("text", "origin", "secure"),
    [
        ("https://games.example", "https://games.example", True),
        ("https://Games.Example/", "https://games.example", True),
        ("https://games.example:443", "https://games.example", True),
        ("https://games.example:8443", "https://games.example:8443", True),
        ("http://games.example:80", "http://games.example", False),
        ("http://192.168.1.20:8080", "http://192.168.1.20:8080", False),
        ("http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080", False),
    ],
)
def test_a_public_address_is_what_browsers_call_an_origin(
    text: str, origin: str, secure: bool
) -> None:
    config = Config(Path(), public_url=text)
    assert config.public is not None
    assert config.public.origin == origin
    assert config.secure is secure
    assert config.answers_to(config.public.host)


@cases(
    "text",
    [
        "",
        "games.example",
        "//games.example",
        "ftp://games.example",
        "https://",
        "https://:443",
        "https://games.example/games",
        "https://games.example?a",
        "https://games.example/?",
        "https://games.example#a",
        "https://ada@games.example",
        "https://ada:secret@games.example",
        "https://games.example:",
        "https://games.example:0",
        "https://games.example:70000",
        "https://games.example:http",
        "https://games example",
        "https://games.example\n",
        "https://[2001:db8::1",
        "https://*.example",
        "https://" + "a" * 300,
    ],
)
def test_what_is_no_public_address_is_told_what_one_is(text: str) -> None:
    with pytest.raises(BadOption, match=r"such as https://games\.example"):
        Config(Path(), public_url=text)


@pytest.mark.parametrize("proxy", ["", "proxy", "172.16.0.0/99", "*"])
def test_a_proxy_is_an_address_or_a_network(proxy: str) -> None:
    with pytest.raises(BadOption, match=r"such as 172\.17\.0\.1"):
        Config(Path(), public_url=PUBLIC, proxies=(proxy,))


def test_a_proxy_without_a_public_address_is_refused() -> None:
    with pytest.raises(BadOption, match="without a public address"):
        Config(Path(), proxies=("172.17.0.1",))


@pytest.mark.parametrize("address", ["", "0.0.0.0", "::", "localhost", "192.168.1"])
def test_an_address_on_the_network_is_one_address(address: str) -> None:
    with pytest.raises(BadOption, match=r"such as 192\.168\.1\.20"):
        Config(Path(), network=(address,))


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("games.example", PUBLIC, 303),
        ("games.example", None, 303),
        ("games.example:443", PUBLIC, 303),
        ("{here}", PUBLIC, 303),  # a proxy that asks by the name it knows
        ("{here}", "http://{here}", 303),
        ("games.example", "http://games.example", 403),  # the same name without its seal
        ("games.example", "https://games.example:8443", 403),
        ("games.example", "https://evil.example", 403),
        ("{here}", "https://evil.example", 403),
        ("evil.example", PUBLIC, 400),
    ],
)
def test_commands_come_from_the_public_pages(
    tmp_path: Path, host: str, origin: str | None, status: int
) -> None:
    with Server(tmp_path / "matches", public_url=PUBLIC) as server:
        headers = {"host": host.format(here=server.host)}
        if origin is not None:
            headers["origin"] = origin.format(here=server.host)
        assert server.client.post("/settings", headers=headers).status_code == status


def test_browsers_keep_to_https_where_the_server_is_reached_by_it(tmp_path: Path) -> None:
    for public_url, secure in ((PUBLIC, True), ("http://games.example", False), (None, False)):
        with Server(tmp_path / f"matches-{public_url is None}", public_url=public_url) as server:
            answers = (
                server.client.post("/matches", data={"game": "levelx"}),
                server.client.post("/settings", data={"lang": "en", "pace": "fast"}),
            )
            cookies = [value for each in answers for value in each.headers.get_list("set-cookie")]
            assert [value.partition("=")[0] for value in cookies] == [
                "__Host-device" if secure else "device",
                "lang",
                "pace",
            ]
            assert all(value.count("Secure") == secure for value in cookies)
            for path in ("/", "/nowhere", "/static/base.css"):
                promised = server.client.get(path).headers.get_list("strict-transport-security")
                assert promised == ["max-age=31536000"] * secure


def test_nobody_shares_a_public_server(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", public_url=PUBLIC, network=("127.0.0.2",)) as server:
        for answer in (server.client.get("/share"), server.client.post("/share")):
            assert answer.status_code == 403
