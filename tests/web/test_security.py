"""Security: which requests are refused, the headers of every response, and what is served."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.cli.commands.serve import bind_socket
from ludotheque.web.access.security import CONTENT_SECURITY_POLICY, UNSAFE_METHODS
from ludotheque.web.api import matches as api
from ludotheque.web.app import ROUTERS
from ludotheque.web.config import Config
from ludotheque.web.pages import home as pages
from ludotheque.web.render.templates import asset
from tests.cases import cases

from ..html import Page, complaints
from .api_client import Data, begin, seen, told
from .event_source import EventSource
from .server import Server

LARGEST = Config(Path()).largest_request


def command_routes() -> list[tuple[str, str]]:
    """Every method and address by which something can be changed."""
    return sorted(
        (method, route.path)
        for router in ROUTERS
        for route in router.routes
        for method in route.methods
        if method in UNSAFE_METHODS
    )


def opened(path: str, match: Data) -> str:
    return path.replace("{match_id}", match["id"])


def test_all_doors_are_known() -> None:
    assert command_routes() == [
        ("DELETE", "/api/matches/{match_id}"),
        ("POST", "/api/matches"),
        ("POST", "/api/matches/{match_id}/commands"),
        ("POST", "/api/matches/{match_id}/commit"),
        ("POST", "/api/matches/{match_id}/consent"),
        ("POST", "/api/matches/{match_id}/join"),
        ("POST", "/api/matches/{match_id}/reveal"),
        ("POST", "/api/matches/{match_id}/stop"),
        ("POST", "/api/operator/delete"),
        ("POST", "/api/verify"),
        ("POST", "/compare"),
        ("POST", "/compare/{key}/cancel"),
        ("POST", "/join/{match_id}"),
        ("POST", "/join/{match_id}/look"),
        ("POST", "/match/{match_id}/alone"),
        ("POST", "/match/{match_id}/consent"),
        ("POST", "/match/{match_id}/delete"),
        ("POST", "/match/{match_id}/do"),
        ("POST", "/match/{match_id}/here"),
        ("POST", "/match/{match_id}/invite"),
        ("POST", "/match/{match_id}/leave"),
        ("POST", "/match/{match_id}/react"),
        ("POST", "/match/{match_id}/rematch"),
        ("POST", "/match/{match_id}/return"),
        ("POST", "/match/{match_id}/review/cancel"),
        ("POST", "/match/{match_id}/spectators"),
        ("POST", "/match/{match_id}/stand-in"),
        ("POST", "/match/{match_id}/stop"),
        ("POST", "/matches"),
        ("POST", "/me"),
        ("POST", "/settings"),
        ("POST", "/share"),
        ("POST", "/share/stop"),
        ("POST", "/watch/{match_id}"),
    ]


# By which name it is called


@cases(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "localhost.evil.example",
        "127.0.0.1.evil.example:{port}",
        "localhost@evil.example",
        "localhost:{port}@evil.example",
        "localhost:80:{port}",
        "localhost:evil",
        "[::1]evil.example",
        "[::1",
        "::1",
        "0.0.0.0",
        "2130706433",
        "localhost, evil.example",
        "",
    ],
)
@cases("path", ["/", "/api/games", "/static/base.css", "/nowhere"])
def test_a_foreign_name_is_not_answered_to(server: Server, host: str, path: str) -> None:
    """So that no page of somebody else's can make this server its own (DNS rebinding)."""
    port = server.host.rpartition(":")[2]
    answer = server.client.get(path, headers={"host": host.format(port=port)})
    assert told(answer, 400)["code"] == "bad_host"


@cases("host", ["localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080"])
def test_its_own_names_are_answered_to(client: httpx.Client, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


def test_more_names_can_be_given(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", more_hosts=("games.example",)) as server:
        for host, status in (("games.example:81", 200), ("evil.example", 400)):
            assert server.client.get("/", headers={"host": host}).status_code == status


def test_only_this_machine_is_listened_to_unless_said_otherwise() -> None:
    assert Config(Path()).host == "127.0.0.1"
    with bind_socket(Config(Path()).host, 0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"


# From whose pages commands come


FOREIGN: list[dict[str, str]] = [
    {"origin": "http://evil.example"},
    {"origin": "http://{host}.evil.example"},
    {"origin": "http://evil.example#http://{host}"},
    {"origin": "http://127.0.0.1:1"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "http://[::1"},
    {"origin": "{host}"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "http://{host}", "sec-fetch-site": "cross-site"},
]


@cases(("method", "path"), command_routes())
def test_nothing_is_changed_for_the_pages_of_others(server: Server, method: str, path: str) -> None:
    match, before = begin(server.client), server.client.get("/api/matches").json()
    for headers in FOREIGN:
        said = {name: value.format(host=server.host) for name, value in headers.items()}
        answer = server.client.request(method, opened(path, match), headers=said)
        assert told(answer, 403)["code"] == "bad_origin", said
        assert "set-cookie" not in answer.headers
    assert seen(server.client, match) == match
    assert server.client.get("/api/matches").json() == before


@cases(("method", "path"), [route for route in command_routes() if route[1] != "/share"])
@cases(
    "headers",
    [
        {},
        {"origin": "http://{host}", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ],
)
def test_its_own_pages_and_programs_are_let_in(
    server: Server, method: str, path: str, headers: dict[str, str]
) -> None:
    match = begin(server.client)
    said = {name: value.format(host=server.host) for name, value in headers.items()}
    answer = server.client.request(method, opened(path, match), headers=said)
    assert answer.status_code != 400
    assert "bad_origin" not in answer.text


def test_no_other_site_may_read_what_is_here(client: httpx.Client) -> None:
    headers = {"origin": "http://evil.example", "access-control-request-method": "DELETE"}
    for answer in (
        client.options("/api/matches", headers=headers),
        client.get("/api/matches", headers=headers),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]


# What every answer says to the browser


def check_headers(answer: httpx.Response) -> None:
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] in ("no-referrer", "same-origin")
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "cache-control" in answer.headers
    assert "server" not in answer.headers


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    rules = dict(rule.split(" ", 1) for rule in CONTENT_SECURITY_POLICY.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["form-action"] == "'self'"
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "http" not in CONTENT_SECURITY_POLICY


@cases(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/new/levelx", 200),
        ("GET", "/rules/levelx", 200),
        ("GET", "/match/{match_id}", 200),
        ("GET", "/match/{match_id}/replay", 200),
        ("GET", "/match/{match_id}/at/0", 200),
        ("GET", "/match/{match_id}/record.jsonl", 200),
        ("GET", "/api/games", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/static/nothing.css", 404),
        ("GET", "/nowhere", 404),
        ("GET", "/match/nosuchmatch", 404),
        ("GET", "/api/nowhere", 404),
        ("POST", "/", 405),
        ("GET", "/matches", 405),
        ("GET", "/api/matches?limit=x", 422),
        ("POST", "/match/{match_id}/do", 422),
        ("POST", "/api/matches", 422),
        ("POST", "/settings", 303),
    ],
)
def test_every_answer_has_the_headers(
    client: httpx.Client, method: str, path: str, status: int
) -> None:
    answer = client.request(method, opened(path, begin(client)))
    assert answer.status_code == status
    check_headers(answer)


@cases(
    ("path", "policy"),
    [
        ("/static/base.css", None),
        ("/static/connection.js", None),
        ("/static/fonts/atkinson-400.woff2", None),
        (asset("/games/levelx/table.js"), None),
        ("/games/levelx/box.svg", "default-src 'none'; frame-ancestors 'none'"),
    ],
)
def test_what_a_page_loads_has_the_headers_that_a_browser_heeds_there(
    client: httpx.Client, path: str, policy: str | None
) -> None:
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers.get("content-security-policy") == policy
    assert "cache-control" in headers
    assert "server" not in headers


def test_a_stream_and_a_refusal_at_the_gate_have_the_headers(server: Server) -> None:
    match = begin(server.client)
    with EventSource(server.new_client(), match["id"]) as source:
        check_headers(source.answer)
    check_headers(server.client.get("/", headers={"host": "evil.example"}))
    check_headers(server.client.post("/settings", headers={"origin": "null"}))
    check_headers(server.client.post("/settings", content=b"x" * (LARGEST + 1)))


@pytest.fixture
def surprising(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unexpected errors on the home page and in the list of matches."""

    def surprise(*_: Any) -> Any:
        raise RuntimeError("a secret of the program")

    monkeypatch.setattr(pages, "game_card", surprise)
    monkeypatch.setattr(api, "MatchSummary", surprise)


@pytest.mark.usefixtures("surprising")
@pytest.mark.parametrize("path", ["/", "/api/matches"])
def test_a_surprise_tells_nothing_and_has_the_headers(server: Server, path: str) -> None:
    begin(server.client)
    answer = server.new_client().get(path)  # a line that is hung up afterwards
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    check_headers(answer)
    if path == "/":
        assert complaints(Page(answer.text)) == []
    else:
        assert answer.json()["code"] == "surprise"
    assert server.client.get("/new/levelx").status_code == 200


def test_what_is_ours_to_change_is_asked_for_again_and_what_never_changes_is_kept(
    client: httpx.Client,
) -> None:
    assert client.get("/static/base.css").headers["cache-control"] == "no-cache"
    assert client.get("/v/other/static/base.css").headers["cache-control"] == "no-cache"
    kept = client.get(asset("/static/base.css")).headers["cache-control"]
    assert "immutable" in kept
    for path in ("/", f"/match/{begin(client)['id']}", "/api/games", "/static/nothing"):
        assert client.get(path).headers["cache-control"] == "no-store"


# How much, and how fast


@cases(("method", "path"), command_routes())
def test_what_is_announced_as_too_large_is_refused_unread(
    server: Server, method: str, path: str
) -> None:
    match = begin(server.client)
    answer = server.client.request(method, opened(path, match), content=b"x" * (LARGEST + 1))
    assert told(answer, 413)["code"] == "too_large"
    assert seen(server.client, match) == match


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/matches", "application/json"),
        ("/api/matches/{match_id}/commands", "application/json"),
        ("/matches", "application/x-www-form-urlencoded"),
        ("/match/{match_id}/do", "application/x-www-form-urlencoded"),
        ("/settings", "application/x-www-form-urlencoded"),
        ("/settings", "multipart/form-data; boundary=frontier"),
    ],
)
def test_what_turns_out_to_be_too_large_is_refused(server: Server, path: str, kind: str) -> None:
    """A request in pieces does not announce its length."""
    match = begin(server.client)
    body = b'{"game": "' if "json" in kind else b"game="
    if "multipart" in kind:
        body = b'--frontier\r\nContent-Disposition: form-data; name="back"\r\n\r\n'

    def pieces() -> Iterator[bytes]:
        yield body
        for _ in range(LARGEST // 1000 + 1):
            yield b"x" * 1000

    answer = server.new_client().post(
        opened(path, match), content=pieces(), headers={"content-type": kind}
    )
    assert answer.status_code == 413
    check_headers(answer)
    assert seen(server.client, match) == match


def test_a_long_but_not_too_long_request_is_read(client: httpx.Client) -> None:
    form = {"game": "levelx", "edition": "# " + "x" * (LARGEST - 1000)}
    assert client.post("/matches", data=form).status_code == 422


def test_too_many_commands_are_refused_until_a_moment_later(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", commands_per_second=50, commands_at_once=5) as server:
        match = begin(server.client)
        answers = [server.client.post("/settings") for _ in range(40)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert {answer.status_code for answer in answers} == {303, 429}
        assert refused[0].json()["code"] == "too_fast"
        check_headers(refused[0])
        assert all(server.client.get("/").status_code == 200 for _ in range(20))
        while (answer := server.client.post("/settings")).status_code == 429:
            pass
        assert answer.status_code == 303
        assert seen(server.client, match) == match


# Ways out of a folder


@cases(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/%2e%2e%2fapp.py",
        "/static/fonts/../../app.py",
        "/static/..\\app.py",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/%00",
        "/static/base.css%00.txt",
        "/static/" + "a" * 3000,
        "/static/" + "a/" * 1500,
        "/static/",
        "/static/fonts",
        "/static/fonts/",
        "/games/levelx/rules.py",
        "/games/levelx/edition.toml",
        "/games/levelx/RULES.fr.md",
        "/games/levelx/messages",
        "/games/levelx/..%2f..%2fweb%2fstatic%2fbase.css",
        "/games/levelx/../levelx/rules.py",
        "/games/../web/app.py",
        "/games/..%2fweb/static.css",
        "/games/levelx/%00.css",
        "/games/levelx/" + "a" * 3000 + ".css",
        "/games/levelx/.css",
        "/games/chess/table.css",
        "/games/_terminal/a.css",
    ],
)
def test_only_what_is_meant_to_be_seen_is_served(server: Server, path: str) -> None:
    """Sent as it stands: clients tidy addresses up before they ask."""
    with socket.create_connection(tuple(server.socket.getsockname())) as line:
        request = f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n"
        line.sendall(request.encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"root:" not in answer
    assert b"import" not in answer
