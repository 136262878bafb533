"""What people write is text, wherever it is shown; and no page has anything inline."""

from __future__ import annotations

import html
import json
import random
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.cases import cases

from ..html import Page, complaints
from .api_client import NAMES, SMALL_BOX, Data, act, begin, my_turn, play_out, seen, told
from .event_source import EventSource
from .server import Server

# No page has anything inline


def texts_of(match: Data, client: httpx.Client) -> Iterator[tuple[str, str]]:
    """All pages of a match."""
    address = f"/match/{match['id']}"
    for path in (address, f"{address}/stands", f"{address}/replay"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        yield path, answer.text


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_page_of_a_match_has_anything_inline(server: Server, lang: str) -> None:
    client = server.new_client(cookies={"lang": lang})
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
    """The name as it is kept: line breaks are spaces, letters and their marks one character."""
    return " ".join(unicodedata.normalize("NFC", name).split())


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
def plain(server: Server) -> list[tuple[str, Page]]:
    return beginning_and_end(server.client, list(NAMES))


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
            assert page.data_blocks["setup"]["names"] == [shown(name) for name in names], where
    shelf = Page(client.get("/").text)
    assert complaints(shelf) == []
    for name in names:
        assert any(shown(name) in words for words in shelf.words)


@pytest.mark.parametrize("names", TABLES)
def test_a_name_in_sentences_and_data_is_text(server: Server, names: list[str]) -> None:
    client = server.client
    match = begin(client, seats=seated(names))
    for _ in names:
        match = act(client, act(client, match))
    match = act(client, match)  # and choices
    with EventSource(client, match["id"]) as source:
        said = [frame.data.get("said") for frame in source.until(match["version"])]
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


@cases("name", [*HOSTILE, "a\x00b", "\x1b[2J", "a\u202eb", "W" * 31, "\ud800"])
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


@cases(
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
def test_settings_lead_back_to_this_server_only(server: Server, back: str) -> None:
    answer = server.client.post("/settings", data={"back": back, "lang": "en"})
    assert answer.status_code == 303
    place = answer.headers["location"]
    assert place.startswith("/")
    assert not place.startswith("//")
    assert not re.search(r"[\\\s]", place)
    assert httpx.URL(server.address).join(place).host == "127.0.0.1"
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
def test_an_odd_cookie_is_passed_over(server: Server, cookie: str) -> None:
    answer = server.new_client().get("/new/levelx", headers={b"cookie": cookie.encode()})
    assert answer.status_code == 200
    assert Page(answer.text).lang in ("fr", "en")


def test_a_file_is_named_by_the_server(client: httpx.Client) -> None:
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


@cases("sent", ODD_FORMS)
def test_an_odd_form_is_refused_with_a_page(client: httpx.Client, sent: dict[str, Any]) -> None:
    before = client.get("/api/matches").json()
    answer = client.post("/matches", **sent)
    assert answer.status_code in (400, 404, 422)
    assert complaints(Page(answer.text)) == []
    assert client.get("/api/matches").json() == before


@cases(
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
@cases("accept", ["text/html", "application/json"])
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
