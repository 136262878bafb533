"""The small parts of the server, each by itself."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import TemplateNotFound
from starlette.datastructures import Headers
from starlette.requests import Request

import ludotheque
from ludotheque.cli.commands.serve import bind_socket
from ludotheque.core.errors import BadEdition, BadGame, BadOption, UnknownGame
from ludotheque.core.game import Game
from ludotheque.core.language import Language
from ludotheque.table.match import Seat
from ludotheque.web import catalogue
from ludotheque.web.access import limits
from ludotheque.web.access.limits import BodyLimit, RateLimiter, TooLarge
from ludotheque.web.access.security import same_origin, without_port
from ludotheque.web.access.serving import uvicorn_config
from ludotheque.web.app import create_app
from ludotheque.web.config import Config
from ludotheque.web.live.registry import checked_seat
from ludotheque.web.render.match_form import edition_in, options_in, seats_in
from ludotheque.web.render.rulebook import slug, with_drawings
from ludotheque.web.render.templates import asset, environment
from ludotheque.web.settings import Settings, preferred
from ludotheque.web.transport.arrival import last_seen
from tests.cases import cases
from tests.project.pebbles import GAME as PEBBLES

LEVELX = ludotheque.game("levelx")
ENGLISH = Language.of("en")


def request(query: str = "", **headers: str) -> Request:
    scope = {
        "type": "http",
        "query_string": query.encode(),
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
        ],
    }
    return Request(scope)


# Settings and streams


@cases(
    ("headers", "settings"),
    [
        ({}, ("fr", "normal")),
        ({"cookie": "lang=en; pace=slow"}, ("en", "slow")),
        ({"cookie": "lang=fr", "accept_language": "en"}, ("fr", "normal")),
        ({"cookie": "lang=de; pace=warp", "accept_language": "en"}, ("en", "normal")),
        ({"cookie": "pace=fast", "accept_language": "it"}, ("fr", "fast")),
    ],
)
def test_settings_are_the_cookies_then_the_browsers_wish_then_the_servers(
    headers: dict[str, str], settings: tuple[str, str]
) -> None:
    found = Settings.of(request(**headers))
    assert (found.lang, found.pace) == settings


@cases(
    ("accepted", "lang"),
    [
        ("", "fr"),
        ("*", "fr"),
        ("en", "en"),
        ("EN-us;q=0.8", "en"),
        ("it, de;q=0.9, en;q=0.8, fr;q=0.7", "en"),
        (" fr , en", "fr"),
        (";;,,", "fr"),
        ("x" * 10_000 + ",en", "fr"),
    ],
)
def test_the_first_language_of_ours_is_spoken(accepted: str, lang: str) -> None:
    assert preferred(accepted) == lang


@cases(
    ("query", "header", "seen"),
    [
        ("", None, -1),
        ("since=5", None, 5),
        ("since=0", None, 0),
        ("since=5", "9", 9),
        ("since=5", "x", 5),
        ("since=5", "", 5),
        ("since=-3", None, -1),
        ("since=%C2%B2", None, -1),
        ("since=1.5", "1e3", -1),
    ],
)
def test_the_last_version_seen_is_the_browsers_word_then_the_pages(
    query: str, header: str | None, seen: int
) -> None:
    headers = {} if header is None else {"last_event_id": header}
    assert last_seen(request(query, **headers)) == seen


def test_an_absurdly_long_version_is_a_large_one() -> None:
    assert last_seen(request("since=" + "9" * 5000)) > 10**6


# The gate


@cases(
    ("host", "name"),
    [
        ("localhost", "localhost"),
        ("LOCALHOST:8080", "localhost"),
        ("127.0.0.1:1", "127.0.0.1"),
        ("[::1]:80", "[::1]"),
        ("[FE80::1]", "[fe80::1]"),
        ("[::1]x", None),
        ("[::1", None),
        ("::1", None),
        ("localhost:", None),
        ("localhost:80:80", None),
        ("localhost:²", None),
        ("", None),
    ],
)
def test_the_name_of_a_host_is_without_its_port(host: str, name: str | None) -> None:
    assert without_port(host) == name


@cases(
    ("host", "names"),
    [
        ("127.0.0.1", {"127.0.0.1", "localhost", "[::1]"}),
        ("::", {"127.0.0.1", "localhost", "[::1]", "[::]"}),
        ("192.168.1.5", {"127.0.0.1", "localhost", "[::1]", "192.168.1.5"}),
    ],
)
def test_a_server_answers_to_its_own_names(host: str, names: set[str]) -> None:
    assert Config(Path(), host=host).hosts == names
    assert Config(Path(), host=host, more_hosts=("a.b",)).hosts == {*names, "a.b"}


@cases(
    ("headers", "same"),
    [
        ({}, True),
        ({"origin": "http://a:1"}, True),
        ({"origin": "https://a:1"}, True),
        ({"origin": "ftp://a:1"}, False),
        ({"origin": "http://a:2"}, False),
        ({"origin": "http://a:1/"}, False),
        ({"origin": "null"}, False),
        ({"origin": "http://a:1", "sec-fetch-site": "same-origin"}, True),
        ({"origin": "http://a:1", "sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": ""}, False),
    ],
)
def test_an_origin_is_ours_or_not(headers: dict[str, str], same: bool) -> None:
    assert same_origin(Headers(headers), ("http://a:1", "https://a:1")) is same


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(limits, "time", made)
    return made


def test_a_burst_is_allowed_then_a_steady_pace(clock: Clock) -> None:
    pace = RateLimiter(per_second=2, at_once=3)
    assert [pace.allows("a") for _ in range(5)] == [True, True, True, False, False]
    clock.now += 0.5
    assert [pace.allows("a") for _ in range(2)] == [True, False]
    clock.now += 3600
    assert [pace.allows("a") for _ in range(4)] == [True, True, True, False]


def test_everybody_has_a_pace_of_their_own(clock: Clock) -> None:
    pace = RateLimiter(per_second=1, at_once=1)
    assert pace.allows("a")
    assert not pace.allows("a")
    assert pace.allows("b")


def test_so_many_addresses_are_remembered(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 10)
    pace = RateLimiter(per_second=1, at_once=1)
    for number in range(100):
        assert pace.allows(str(number))
    assert len(pace.buckets) == 10
    assert not pace.allows("99")


def limited(*pieces: bytes, most: int, answered: bool = False) -> list[Any]:
    """What comes through of a request in pieces."""
    waiting = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]

    async def receive() -> Any:
        return waiting.pop(0)

    async def read() -> list[Any]:
        gate = BodyLimit(receive, most)
        gate.answered = answered
        return [await gate() for _ in pieces]

    return asyncio.run(read())


def test_a_body_is_let_through_up_to_the_last_byte() -> None:
    assert len(limited(b"abc", b"", b"de", most=5)) == 3
    with pytest.raises(TooLarge) as caught:
        limited(b"abc", b"def", most=5)
    assert caught.value.status_code == 413


def test_a_body_that_never_ends_hangs_up_on_an_answer_under_way() -> None:
    messages = limited(b"abc", b"def", most=5, answered=True)
    assert [message["type"] for message in messages] == ["http.request", "http.disconnect"]


def test_answers_are_sent_at_once() -> None:
    """asyncio turns Nagle's algorithm off only where a socket says that it speaks TCP; else every
    answer on a line that is kept open waits some 40 ms for an acknowledgement."""
    with bind_socket("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


# Forms


def test_a_form_without_seats_has_a_person_and_robots() -> None:
    seats = seats_in({}, LEVELX, ENGLISH)
    assert seats == [Seat("Player 1"), Seat("Basile", "habitué")]


def test_seats_left_empty_are_passed_over() -> None:
    form = {
        "seat_0_kind": "nobody",
        "seat_1_kind": "me",
        "seat_2_kind": "",
        "seat_3_kind": "random",
    }
    assert seats_in(form, LEVELX, ENGLISH) == [Seat("Player 2"), Seat("Confetti", "random")]


@cases(
    ("text", "value"),
    [
        ("null", None),
        ("0", 0),
        ("true", True),
        ('"x"', "x"),
        ("soon", "soon"),
        ("[" * 99, "[" * 99),
    ],
)
def test_an_option_is_json_or_else_a_text(text: str, value: Any) -> None:
    assert options_in({"option_first": text, "option_other": "1"}, LEVELX) == {"first": value}


def test_an_option_that_was_not_sent_is_left_to_its_default() -> None:
    assert options_in({"option_first": ""}, LEVELX) == options_in({}, LEVELX) == {}


def test_an_edition_too_large_to_be_a_box_is_refused() -> None:
    with pytest.raises(BadEdition, match="50000"):
        edition_in({"edition": "#" * 50_001}, LEVELX)


@cases("name", ["", " ", "a" * 31, "\x00", "a\u202e", "\ud800", "\ue000"])
def test_a_name_that_cannot_be_shown_is_no_name(name: str) -> None:
    with pytest.raises(BadOption, match="1 to 30"):
        checked_seat(Seat(name))


@cases(("name", "kept"), [("a" * 30, "a" * 30), (" a\n\tb ", "a b"), ("é🎲", "é🎲")])
def test_a_name_is_kept_tidy(name: str, kept: str) -> None:
    assert checked_seat(Seat(name)).name == kept


def test_a_bot_that_nobody_knows_cannot_sit_down() -> None:
    with pytest.raises(BadOption, match="greedy"):
        checked_seat(Seat("a", "genius"))


# The shelf


@pytest.fixture
def looked_for_anew() -> Iterator[None]:
    """The games are looked for in the test, and again after it."""
    for found in (catalogue.offered, catalogue.find):
        found.cache_clear()
    yield
    for found in (catalogue.offered, catalogue.find):
        found.cache_clear()


@pytest.mark.usefixtures("looked_for_anew")
def test_a_broken_game_is_not_on_the_home_page(monkeypatch: pytest.MonkeyPatch) -> None:
    guests = {"levelx": LEVELX, "pebbles": PEBBLES}

    def find_any(name: str) -> Game:
        if name == "pebbles":
            raise BadGame("{file} is missing; required: {required}", file="rules.py", required="")
        if name not in guests:
            raise UnknownGame(name, sorted(guests))
        return guests[name]

    monkeypatch.setattr(catalogue, "all_names", lambda: sorted(guests))
    monkeypatch.setattr(catalogue, "find_any", find_any)
    assert catalogue.names() == ["levelx"]
    assert catalogue.find("levelx") is LEVELX
    for name in ("pebbles", "chess"):
        with pytest.raises(UnknownGame, match="the games are: levelx"):
            catalogue.find(name)


# The server's names


def test_a_server_open_to_the_network_answers_to_its_numbers_and_to_no_foreign_name() -> None:
    here, everywhere = Config(data=Path()), Config(data=Path(), host="0.0.0.0")
    for host in ("localhost", "127.0.0.1", "[::1]"):
        assert here.answers_to(host)
        assert everywhere.answers_to(host)
    assert everywhere.answers_to("192.0.2.7")
    assert everywhere.answers_to("[2001:db8::1]")
    assert not here.answers_to("192.0.2.7")
    assert not everywhere.answers_to("rebound.example")
    assert not everywhere.answers_to(None)


# Templates and rulebooks


def test_a_files_address_changes_with_its_content(tmp_path: Path) -> None:
    address = asset("/static/base.css")
    assert re.fullmatch(r"/v/[0-9a-f]{12}/static/base.css", address)
    assert asset("/games/levelx/table.css").startswith(address.removesuffix("static/base.css"))


@cases(
    "name",
    [
        "games/levelx/../levelx/rules.py",
        "games/levelx/nothing.jinja",
        "games/levelx/.hidden",
        "games/chess/table.html.jinja",
        "../app.py",
        "games",
    ],
)
def test_a_template_is_found_in_its_own_folder_only(name: str) -> None:
    with pytest.raises(TemplateNotFound):
        environment().get_template(name)


def test_a_heading_becomes_a_name_for_links() -> None:
    assert slug("D’où nous le savons ?") == "d-où-nous-le-savons"
    assert slug("1. The turn") == "1-the-turn"


def test_drawings_go_to_the_items_of_the_first_numbered_list() -> None:
    html = "<p>x</p><ol>\n<li>one</li>\n<li>two</li>\n</ol><ol><li>three</li></ol>"
    assert with_drawings(html, ["A", "B"]) == (
        "<p>x</p><ol>\n<li>oneA</li>\n<li>twoB</li>\n</ol><ol><li>three</li></ol>"
    )
    assert with_drawings(html, []) == html


@pytest.mark.usefixtures("looked_for_anew")
def test_a_game_that_breaks_its_contract_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_any(name: str) -> Game:
        if name == "broken":
            raise BadGame("{file} is missing", file="rules.py")
        return ludotheque.game(name)

    monkeypatch.setattr(catalogue, "all_names", lambda: ["broken", "levelx"])
    monkeypatch.setattr(catalogue, "find_any", find_any)
    assert catalogue.names() == ["levelx"]


def test_the_log_handlers_of_other_libraries_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = list[logging.Handler]()
    monkeypatch.setattr(logging.Handler, "close", closed.append)
    handler = logging.StreamHandler()
    uvicorn_config(create_app(Config(tmp_path)))
    assert handler not in closed
