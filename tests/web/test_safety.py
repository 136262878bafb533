"""What the house lets in, and what it never lets out."""

from __future__ import annotations

import html
import json
import random
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.cli.serve import bound
from ludotheque.web import api, pages
from ludotheque.web.config import Config
from ludotheque.web.safety import CHANGING, CONTENT_SECURITY_POLICY

from .following import Follower
from .markup import Page, complaints
from .playing import NAMES, SMALL_BOX, Data, act, begin, my_turn, play_out, seen, told
from .serving import House

LARGEST = Config(Path()).largest_request


def doors() -> list[tuple[str, str]]:
    """Every method and address by which something can be changed."""
    return sorted(
        (method, route.path)  # type: ignore[attr-defined]
        for route in (*api.router.routes, *pages.router.routes)
        for method in route.methods  # type: ignore[attr-defined]
        if method in CHANGING
    )


def opened(path: str, match: Data) -> str:
    return path.replace("{match_id}", match["id"])


def test_all_doors_are_known() -> None:
    assert doors() == [
        ("DELETE", "/api/matches/{match_id}"),
        ("POST", "/api/matches"),
        ("POST", "/api/matches/{match_id}/commands"),
        ("POST", "/match/{match_id}/delete"),
        ("POST", "/match/{match_id}/do"),
        ("POST", "/match/{match_id}/rematch"),
        ("POST", "/matches"),
        ("POST", "/settings"),
    ]


# By which name it is called


@pytest.mark.parametrize(
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
@pytest.mark.parametrize("path", ["/", "/api/games", "/static/base.css", "/nowhere"])
def test_a_foreign_name_is_not_answered_to(house: House, host: str, path: str) -> None:
    """So that no page of somebody else's can make this server its own (DNS rebinding)."""
    port = house.host.rpartition(":")[2]
    answer = house.client.get(path, headers={"host": host.format(port=port)})
    assert told(answer, 400)["code"] == "bad_host"


@pytest.mark.parametrize(
    "host", ["localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080"]
)
def test_its_own_names_are_answered_to(client: httpx.Client, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


def test_more_names_can_be_given(tmp_path: Path) -> None:
    with House(tmp_path / "matches", more_hosts=("games.example",)) as house:
        for host, status in (("games.example:81", 200), ("evil.example", 400)):
            assert house.client.get("/", headers={"host": host}).status_code == status


def test_only_this_machine_is_listened_to_unless_said_otherwise() -> None:
    assert Config(Path()).host == "127.0.0.1"
    with bound(Config(Path()).host, 0) as listening:
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


@pytest.mark.parametrize(("method", "path"), doors())
def test_nothing_is_changed_for_the_pages_of_others(house: House, method: str, path: str) -> None:
    match, before = begin(house.client), house.client.get("/api/matches").json()
    for headers in FOREIGN:
        said = {name: value.format(host=house.host) for name, value in headers.items()}
        answer = house.client.request(method, opened(path, match), headers=said)
        assert told(answer, 403)["code"] == "bad_origin", said
        assert "set-cookie" not in answer.headers
    assert seen(house.client, match) == match
    assert house.client.get("/api/matches").json() == before


@pytest.mark.parametrize(("method", "path"), doors())
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://{host}", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ],
)
def test_its_own_pages_and_programs_are_let_in(
    house: House, method: str, path: str, headers: dict[str, str]
) -> None:
    match = begin(house.client)
    said = {name: value.format(host=house.host) for name, value in headers.items()}
    answer = house.client.request(method, opened(path, match), headers=said)
    assert answer.status_code not in (400, 403)


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


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/new/levelx", 200),
        ("GET", "/rules/levelx", 200),
        ("GET", "/match/{match_id}", 200),
        ("GET", "/match/{match_id}/replay", 200),
        ("GET", "/match/{match_id}/at/0", 200),
        ("GET", "/match/{match_id}/record.jsonl", 200),
        ("GET", "/static/base.css", 200),
        ("GET", "/static/htmx.min.js", 200),
        ("GET", "/games/levelx/box.svg", 200),
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


def test_a_stream_and_a_refusal_at_the_gate_have_the_headers(house: House) -> None:
    match = begin(house.client)
    with Follower(house.new_client(), match["id"]) as follower:
        check_headers(follower.answer)
    check_headers(house.client.get("/", headers={"host": "evil.example"}))
    check_headers(house.client.post("/settings", headers={"origin": "null"}))
    check_headers(house.client.post("/settings", content=b"x" * (LARGEST + 1)))


@pytest.fixture
def surprising(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody foresaw what happens on the shelf and in the list of matches."""

    def surprise(*_: Any) -> Any:
        raise RuntimeError("a secret of the program")

    monkeypatch.setattr(pages, "game_card", surprise)
    monkeypatch.setattr(api, "MatchSummary", surprise)


@pytest.mark.usefixtures("surprising")
@pytest.mark.parametrize("path", ["/", "/api/matches"])
def test_a_surprise_tells_nothing_and_has_the_headers(house: House, path: str) -> None:
    begin(house.client)
    answer = house.new_client().get(path)  # a line that is hung up afterwards
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    check_headers(answer)
    if path == "/":
        assert complaints(Page(answer.text)) == []
    else:
        assert answer.json()["code"] == "surprise"
    assert house.client.get("/new/levelx").status_code == 200


def test_what_is_ours_to_change_is_asked_for_again_and_what_never_changes_is_kept(
    client: httpx.Client,
) -> None:
    assert client.get("/static/base.css").headers["cache-control"] == "no-cache"
    kept = client.get("/static/base.css?v=1").headers["cache-control"]
    assert "immutable" in kept
    for path in ("/", f"/match/{begin(client)['id']}", "/api/games", "/static/nothing"):
        assert client.get(path).headers["cache-control"] == "no-store"


# No page has anything inline


def texts_of(match: Data, client: httpx.Client) -> Iterator[tuple[str, str]]:
    """All that is rendered of a match: pages, fragments, live frames."""
    address = f"/match/{match['id']}"
    for path in (
        address,
        f"{address}/stands",
        f"{address}/replay",
        f"{address}/at/0",
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        yield path, answer.text
    with Follower(client, match["id"], since=max(match["version"] - 7, -1)) as follower:
        for frame in follower.until(match["version"]):
            yield f"frame {frame.version}", frame.data["html"]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_page_and_no_fragment_has_anything_inline(house: House, lang: str) -> None:
    client = house.new_client(cookies={"lang": lang})
    match = begin(client, None, "random", None, options={"first": 2})
    for kind in (None, None, "take-back", None, "resign"):
        for where, text in texts_of(match, client):
            assert complaints(Page(text)) == [], where
        match = act(client, my_turn(client, match), kind, seat=2)
    for where, text in texts_of(match, client):
        assert complaints(Page(text)) == [], where


def test_the_end_of_a_long_match_has_nothing_inline(client: httpx.Client) -> None:
    match = play_out(client, begin(client, edition=SMALL_BOX), random.Random(8))
    for where, text in texts_of(match, client):
        assert complaints(Page(text)) == [], where


@pytest.mark.parametrize(
    "path", ["/", "/new/levelx", "/rules/levelx", "/nowhere", "/match/nosuchmatch", "/new/chess"]
)
def test_the_other_pages_have_nothing_inline(client: httpx.Client, path: str) -> None:
    assert complaints(Page(client.get(path).text)) == []


def test_what_is_inline_would_be_noticed() -> None:
    for text in (
        '<p style="color: red">',
        "<style>p {}</style>",
        "<script>alert(1)</script>",
        '<script src="https://evil.example/a.js"></script>',
        '<a href="javascript:alert(1)">',
        '<img src="/a" onerror="alert(1)">',
        '<img src="//evil.example/a.png">',
        '<form action="http://evil.example/">',
        '<button hx-on:click="alert(1)">',
    ):
        found = Page.__new__(Page)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Page, "close", lambda self: None)  # these are never closed
            found.__init__(text)  # type: ignore[misc]
        assert len(complaints(found)) == 1, text


# How much, and how fast


@pytest.mark.parametrize(("method", "path"), doors())
def test_what_is_announced_as_too_large_is_refused_unread(
    house: House, method: str, path: str
) -> None:
    match = begin(house.client)
    answer = house.client.request(method, opened(path, match), content=b"x" * (LARGEST + 1))
    assert told(answer, 413)["code"] == "too_large"
    assert seen(house.client, match) == match


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
def test_what_turns_out_to_be_too_large_is_refused(house: House, path: str, kind: str) -> None:
    """A request in pieces does not announce its length."""
    match = begin(house.client)
    body = b'{"game": "' if "json" in kind else b"game="
    if "multipart" in kind:
        body = b'--frontier\r\nContent-Disposition: form-data; name="back"\r\n\r\n'

    def pieces() -> Iterator[bytes]:
        yield body
        for _ in range(LARGEST // 1000 + 1):
            yield b"x" * 1000

    answer = house.new_client().post(
        opened(path, match), content=pieces(), headers={"content-type": kind}
    )
    assert answer.status_code == 413
    check_headers(answer)
    assert seen(house.client, match) == match


def test_a_long_but_not_too_long_request_is_read(client: httpx.Client) -> None:
    form = {"game": "levelx", "edition": "# " + "x" * (LARGEST - 1000)}
    assert client.post("/matches", data=form).status_code == 422


def test_too_many_commands_are_refused_until_a_moment_later(tmp_path: Path) -> None:
    with House(tmp_path / "matches", commands_per_second=50, commands_at_once=5) as house:
        match = begin(house.client)
        answers = [house.client.post("/settings") for _ in range(40)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert {answer.status_code for answer in answers} == {303, 429}
        assert refused[0].json()["code"] == "too_fast"
        check_headers(refused[0])
        assert all(house.client.get("/").status_code == 200 for _ in range(20))
        while (answer := house.client.post("/settings")).status_code == 429:
            pass
        assert answer.status_code == 303
        assert seen(house.client, match) == match


# Ways out of a folder


@pytest.mark.parametrize(
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
def test_only_what_is_meant_to_be_seen_is_served(house: House, path: str) -> None:
    """Sent as it stands: clients tidy addresses up before they ask."""
    with socket.create_connection(tuple(house.socket.getsockname())) as line:
        request = f"GET {path} HTTP/1.1\r\nHost: {house.host}\r\nConnection: close\r\n\r\n"
        line.sendall(request.encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"root:" not in answer
    assert b"import" not in answer


# What people write


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script src=//e.ex>",
    "'\"`&<>=/\\",
    "<!-- ]]> --!>",
    "&lt;b&gt;&#60;&amp;amp;",
    "{{ 7*7 }} {% raw %}",
    "{name} {0} {} %s %(name)s",
    "${1}\\u003cscript\\u003e",
    "javascript:alert(1)//",
    "id: 9\\n\\ndata: {}",
    "%0d%0aSet-Cookie: a=b",
    "עברית وعربي",
    "👑🎲🏆",
    "W" * 30,
    "ﷺ" * 30,
    "e\u0301\u0316" * 10,
    "a\u2028b\u2029c",
    "a\r\nb\tc",
    "Robert'); DROP TABLE matches;",
]


TABLES = [HOSTILE[place : place + 4] for place in range(0, len(HOSTILE), 4)]


def shown(name: str) -> str:
    """The name as it is kept: line breaks are spaces."""
    return " ".join(name.split())


def seated(names: list[str]) -> list[Data]:
    return [{"name": name} for name in names]


def beginning_and_end(client: httpx.Client, names: list[str]) -> list[tuple[str, Page]]:
    """All that is rendered of a match that is begun and given up; no die is thrown."""
    match = begin(client, seats=seated(names))
    assert [seat["name"] for seat in match["seats"]] == [shown(name) for name in names]
    texts = list(texts_of(match, client))
    texts += texts_of(act(client, match, "resign", seat=1), client)
    return [(where, Page(text)) for where, text in texts]


@pytest.fixture(scope="module")
def plain(house: House) -> list[tuple[str, Page]]:
    return beginning_and_end(house.client, list(NAMES))


@pytest.mark.parametrize("names", TABLES)
def test_a_name_is_text_wherever_it_is_shown(
    client: httpx.Client, plain: list[tuple[str, Page]], names: list[str]
) -> None:
    """A page with hostile names is built exactly as one with plain names."""
    hostile = beginning_and_end(client, names)
    for (where, page), (_, model) in zip(hostile, plain, strict=True):
        assert complaints(page) == [], where
        assert page.shape == model.shape, where
        assert page.data_blocks.keys() == model.data_blocks.keys()
        if "/stands" not in where:
            for name in names:
                assert any(shown(name) in words for words in page.words), where
    shelf = Page(client.get("/").text)
    assert complaints(shelf) == []
    for name in names:
        assert any(shown(name) in words for words in shelf.words)


@pytest.mark.parametrize("names", TABLES)
def test_a_name_in_sentences_and_data_is_text(house: House, names: list[str]) -> None:
    client = house.client
    match = begin(client, seats=seated(names))
    for _ in names:
        match = act(client, act(client, match))
    match = act(client, match)  # and choices
    with Follower(client, match["id"]) as follower:
        said = [frame.data["said"] for frame in follower.until(match["version"])]
    for name in names:
        assert any(sentence and shown(name) in sentence for sentence in said)
    for where, text in texts_of(match, client):
        assert complaints(Page(text)) == [], where
        for block in re.findall(r"<script type=\"application/json\".*?</script>", text, re.S):
            assert block.count("<") == 2  # its own: nothing in it can end it
    record = client.get(f"/match/{match['id']}/record.jsonl")
    assert json.loads(record.text.splitlines()[0])["names"] == [shown(name) for name in names]
    (row,) = [row for row in client.get("/api/matches").json() if row["id"] == match["id"]]
    assert row["names"] == [shown(name) for name in names]


@pytest.mark.parametrize("name", [*HOSTILE, "a\x00b", "\x1b[2J", "a\u202eb", "W" * 31, "\ud800"])
def test_a_form_that_comes_back_shows_what_was_written_as_text(
    client: httpx.Client, name: str
) -> None:
    form = {
        "game": "levelx",
        "seat_0_kind": "me",
        "seat_0_name": name.encode("utf-8", "replace").decode(),
        "seat_1_kind": name.encode("utf-8", "replace").decode(),
        "option_first": "7",
        "edition": name.encode("utf-8", "replace").decode(),
    }
    answer = client.post("/matches", data=form)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert complaints(page) == []
    model = Page(client.post("/matches", data={**form, "seat_0_name": "Ada"}).text)
    assert page.shape == model.shape
    written = page.form("/matches").fields["seat_0_name"]
    assert written == form["seat_0_name"].replace("\r\n", "\n").replace("\x00", "\ufffd") or (
        written == form["seat_0_name"]
    )


@pytest.mark.parametrize(
    "name", ["a\x00b", "\x1b[2J", "a\u202eb", "a\u200bb", "W" * 31, " \n ", "\x7f"]
)
def test_a_name_that_cannot_be_shown_is_refused(client: httpx.Client, name: str) -> None:
    body = {"game": "levelx", "seats": [{"name": name}, {"name": "Blaise"}]}
    told(client.post("/api/matches", json=body), 422)
    form = {"game": "levelx", "seat_0_kind": "me", "seat_0_name": name, "seat_1_kind": "random"}
    if name.strip():
        assert client.post("/matches", data=form).status_code == 422


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '"onload="', "%22%3E%3Cb%3E"])
def test_an_address_is_text_on_the_page_that_it_leads_to(client: httpx.Client, text: str) -> None:
    for path in (f"/{text}", f"/new/{text}", f"/rules/{text}", f"/match/{text}"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert complaints(Page(answer.text)) == []
        assert html.unescape(text) not in answer.text or text in client.get("/").text


# Settings, cookies, fields


@pytest.mark.parametrize(
    "back",
    [
        "http://evil.example/",
        "//evil.example/",
        "///evil.example/",
        "/\\evil.example/",
        "\\\\evil.example/",
        "/\t/evil.example/",
        "\t//evil.example",
        " //evil.example",
        "javascript:alert(1)",
        "//[evil",
        "https:evil.example",
        "evil.example",
        "/%0d%0aSet-Cookie: a=b",
        "/\r\nSet-Cookie: a=b",
        "",
    ],
)
def test_settings_lead_back_to_this_server_only(house: House, back: str) -> None:
    answer = house.client.post("/settings", data={"back": back, "lang": "en"})
    assert answer.status_code == 303
    place = answer.headers["location"]
    assert place.startswith("/")
    assert not place.startswith("//")
    assert not re.search(r"[\\\s]", place)
    assert httpx.URL(house.address).join(place).host == "127.0.0.1"
    assert answer.headers.get_list("set-cookie")[0].startswith("lang=en;")
    assert len(answer.headers.get_list("set-cookie")) == 1


def test_settings_lead_back_to_where_one_was(client: httpx.Client) -> None:
    for back in ("/", "/match/abc?at=3", "/rules/levelx#LX-3"):
        answer = client.post("/settings", data={"back": back})
        assert answer.headers["location"] == back


def test_cookies_are_for_this_server_alone_and_last(client: httpx.Client) -> None:
    answer = client.post("/settings", data={"lang": "en", "pace": "slow"})
    cookies = answer.headers.get_list("set-cookie")
    assert [cookie.split(";")[0] for cookie in cookies] == ["lang=en", "pace=slow"]
    for cookie in cookies:
        lowered = cookie.lower()
        assert "httponly" in lowered
        assert "samesite=lax" in lowered  # who follows a link from elsewhere keeps their language
        assert "max-age=" in lowered
        assert "domain" not in lowered


@pytest.mark.parametrize("value", ["de", "", "FR", "<script>", "../../fr", "fr\x00", "a" * 3000])
def test_a_setting_that_is_not_offered_is_not_set(client: httpx.Client, value: str) -> None:
    answer = client.post("/settings", data={"lang": value, "pace": value})
    assert answer.status_code in (303, 422)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "cookie", ["lang=de; pace=warp", "lang=<b>", "x=y; ; =; lang", "é=ü", "lang=en" * 99]
)
def test_an_odd_cookie_is_passed_over(house: House, cookie: str) -> None:
    answer = house.new_client().get("/new/levelx", headers={b"cookie": cookie.encode()})
    assert answer.status_code == 200
    assert Page(answer.text).lang in ("fr", "en")


def test_a_file_is_named_by_the_house(client: httpx.Client) -> None:
    match = begin(client, seats=[{"name": 'a"; filename="b'}, {"name": "../../c"}])
    header = client.get(f"/match/{match['id']}/record.jsonl").headers["content-disposition"]
    assert re.fullmatch(r'attachment; filename="[\w-]+\.jsonl"', header)


ODD_FORMS: list[dict[str, Any]] = [
    {"data": {"game": "chess"}},
    {"data": {}},
    {"data": {"game": "levelx", "option_first": "9" * 5000}},
    {"data": {"game": "levelx", "option_first": "[" * 5000}},
    {"data": {"game": "levelx", "option_first": "NaN"}},
    {"data": {"game": "levelx", "option_first": '"0"'}},
    {"data": {"game": "levelx", "option_first": "{}"}},
    {"data": {"game": "levelx", "edition": "[" * 20_000}},
    {"data": {"game": "levelx", "edition": "a = " + "[" * 20_000}},
    {"data": {"game": "levelx", "edition": '{"tiles": ' + "[" * 20_000}},
    {"data": {"game": "levelx", "edition": "tiles = " + "9" * 20_000}},
    {"data": {"game": "levelx", "edition": "name = 1979-05-27"}},
    {"data": {"game": "levelx", "edition": "tiles = [nan, inf]"}},
    {"data": {"game": "levelx", "edition": '{"tiles": [NaN]}'}},
    {"data": {"game": "levelx", "seat_0_kind": "me"}},
    {"data": {"game": "levelx", "seat_0_kind": "me", "seat_1_kind": "genius"}},
    {"data": {f"field_{number}": "x" for number in range(200)}},
    {"data": {"game": "levelx"}, "files": {"edition_file": b"\xff\xfe\x00binary"}},
    {"data": {"game": "levelx"}, "files": {"edition_file": b"a" * 60_000}},
    {"data": {}, "files": {"game": b"levelx", "other": b"x"}},
    {"content": b"game=%ff%fe", "headers": {"content-type": "application/x-www-form-urlencoded"}},
    {"content": b"&&==&=;", "headers": {"content-type": "application/x-www-form-urlencoded"}},
    {"content": b"--x\r\n\r\n", "headers": {"content-type": "multipart/form-data; boundary=x"}},
    {"content": b"x", "headers": {"content-type": "multipart/form-data"}},
    {"content": b'{"game": "levelx"}', "headers": {"content-type": "application/json"}},
    {"content": b"game=levelx", "headers": {"content-type": "text/plain"}},
]


@pytest.mark.parametrize("sent", ODD_FORMS)
def test_an_odd_form_is_refused_with_a_page(client: httpx.Client, sent: dict[str, Any]) -> None:
    before = client.get("/api/matches").json()
    answer = client.post("/matches", **sent)
    assert answer.status_code in (400, 404, 422)
    assert complaints(Page(answer.text)) == []
    assert client.get("/api/matches").json() == before


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"kind": "roll"},
        {"kind": "roll", "seat": "zero", "version": "0"},
        {"kind": "roll", "seat": "0", "version": "-1"},
        {"kind": "roll", "seat": "99", "version": "0"},
        {"kind": "roll", "seat": "9" * 5000, "version": "0"},
        {"kind": "roll", "seat": "1", "version": "0"},
        {"kind": "roll", "seat": "0", "version": "1"},
        {"kind": "cheat", "seat": "0", "version": "0"},
        {"kind": "move", "seat": "0", "version": "0"},
        {"kind": "move", "seat": "0", "version": "0", "move": "5 5"},
        {"kind": "move", "seat": "0", "version": "0", "move": "5" * 1000},
        {"kind": "<b>" * 100, "seat": "0", "version": "0"},
    ],
)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_an_odd_command_is_refused_in_the_way_that_was_asked_for(
    client: httpx.Client, form: dict[str, str], accept: str
) -> None:
    match = begin(client)
    answer = client.post(f"/match/{match['id']}/do", data=form, headers={"accept": accept})
    assert answer.status_code in (409, 422)
    assert answer.headers["content-type"].startswith(accept)
    if accept == "text/html":
        assert complaints(Page(answer.text)) == []
    else:
        assert answer.json()["message"]
    assert seen(client, match) == match
