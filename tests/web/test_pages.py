"""The pages: every one in both languages, and every link leads somewhere."""

from __future__ import annotations

import gettext
import gzip
import random
import re
from collections import defaultdict
from functools import cache
from itertools import count
from typing import Any
from urllib.parse import unquote, urljoin

import httpx
import pytest

import ludotheque
from ludotheque.core.language import LANGUAGES, MESSAGES
from ludotheque.web.render.templates import VERSIONED

from ..html import Page, page_at
from .api_client import SMALL_BOX, Data, act, begin, my_turn, play_out
from .friends import guest
from .sent_frames import first_frame, is_mine
from .server import Server

LEVELX = ludotheque.game("levelx")


@pytest.fixture(scope="module")
def matches(server: Server) -> list[Data]:
    """Matches in every situation that a page can show."""
    client = server.client
    moved = act(client, act(client, begin(client)))
    return [
        begin(client, None, "random", None, "greedy", options={}),
        act(client, begin(client)),
        moved,
        act(client, act(client, act(client, begin(client))), "take-back", seat=0),
        act(client, act(client, begin(client)), "resign"),
        play_out(client, begin(client, None, "random", edition=SMALL_BOX), random.Random(4)),
        play_out(client, begin(client, edition=SMALL_BOX), random.Random(6)),
    ]


def paths(matches: list[Data]) -> list[str]:
    own = ("", "/replay", "/stands")
    return [
        "/",
        "/new/levelx",
        "/rules/levelx",
        "/guide/levelx",
        *(f"/match/{match['id']}{rest}" for match in matches for rest in own),
        f"/rules/levelx?match={matches[0]['id']}",
    ]


Pages = dict[str, Page]  # by their paths


@pytest.fixture(scope="module")
def pages(server: Server, matches: list[Data]) -> dict[str, Pages]:
    """Every page in every language."""
    clients = {lang: server.new_client(cookies={"lang": lang}) for lang in LANGUAGES}
    return {
        lang: {path: page_at(client, path) for path in paths(matches)}
        for lang, client in clients.items()
    }


# Two languages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_in_the_language_of_the_device(
    server: Server, pages: dict[str, Pages], lang: str
) -> None:
    whole = [page for page in pages[lang].values() if page.all("html")]
    assert len(whole) > 15
    assert {page.lang for page in whole} == {lang}
    client = server.new_client(cookies={"lang": lang})
    for path in ("/nowhere", "/match/nosuchmatch", "/new/chess", "/rules/chess"):
        assert page_at(client, path, 404).lang == lang


@cache
def translated() -> dict[str, set[str]]:
    """English messages, each with all forms of its French."""
    french = defaultdict(set)
    for folder in (MESSAGES, LEVELX.folder / "messages"):
        with (folder / "fr" / "LC_MESSAGES" / "messages.mo").open("rb") as file:
            catalogue: dict[Any, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        for message, text in catalogue.items():
            french[message[0] if isinstance(message, tuple) else message].add(text)
    return {
        english: forms
        for english, forms in french.items()
        if re.search("[A-Za-z]{2}", re.sub(r"\{[^}]*\}", "", english))  # says something itself
    }


@cache
def pattern_of(message: str) -> re.Pattern[str]:
    """A message as a page shows it, its {places} filled."""
    return re.compile(re.sub(r"\\\{[^}]*\}", ".+", re.escape(" ".join(message.split()))))


def is_message(words: str, message: str) -> bool:
    return pattern_of(message).fullmatch(words) is not None


def texts_in(data: Any) -> list[str]:
    """All texts of a data block, however deep; a setting and a step's kind are not for people."""
    if isinstance(data, dict):
        values = (value for key, value in data.items() if key not in ("pace", "kind"))
        return [text for value in values for text in texts_in(value)]
    if isinstance(data, list):
        return [text for value in data for text in texts_in(value)]
    return [" ".join(data.split())] if isinstance(data, str) else []


def leftovers(page: Page) -> set[str]:
    """English messages that stand on a page as they are."""
    shown = {*page.words, *texts_in(list(page.data_blocks.values()))}
    return {
        english
        for english, forms in translated().items()
        for words in shown
        if is_message(words, english) and not any(is_message(words, form) for form in forms)
    }


def test_no_french_page_has_a_word_of_english_left(server: Server, pages: dict[str, Pages]) -> None:
    for path, page in pages["fr"].items():
        assert leftovers(page) == set(), path
    client = server.new_client(cookies={"lang": "fr"})
    assert leftovers(page_at(client, "/nowhere", 404)) == set()


def test_a_word_of_english_would_be_noticed(pages: dict[str, Pages]) -> None:
    for path, page in pages["en"].items():
        if not path.endswith("/stands"):  # of a match that is over it says nothing
            assert len(leftovers(page)) > 0, path


def test_the_browser_is_asked_for_its_language_until_one_is_chosen(server: Server) -> None:
    for accepted, lang in (
        ("en-GB,en;q=0.9", "en"),
        ("de, en;q=0.5", "en"),
        ("fr-CA", "fr"),
        ("de", "fr"),
        ("", "fr"),
    ):
        client = server.new_client(headers={"accept-language": accepted})
        assert page_at(client, "/").lang == lang
        other = "fr" if lang == "en" else "en"
        form = page_at(client, "/rules/levelx").form("/settings")
        assert form.fields == {"back": "/rules/levelx", "lang": other}
        chosen = client.post("/settings", data=form.fields, follow_redirects=True)
        assert chosen.url.path == "/rules/levelx"
        assert Page(chosen.text).lang == page_at(client, "/").lang == other


# Everything leads somewhere


def test_every_link_of_every_page_leads_somewhere(server: Server, matches: list[Data]) -> None:
    waiting, known = paths(matches), dict[str, Page | None]()
    while waiting:
        path = waiting.pop()
        if path in known:
            continue
        assert len(known) < 500
        answer = server.client.get(path)
        assert answer.status_code == 200, path
        known[path] = None
        if "html" not in answer.headers["content-type"]:
            continue
        page = known[path] = Page(answer.text)
        for link in page.links:
            target = answer.url.join(link)
            assert target.host == "127.0.0.1", link
            if "replay" not in path or "at=" not in link:  # the replay has a test of its own
                waiting.append(target.copy_with(fragment=None).raw_path.decode())
    pages = [(path, page) for path, page in known.items() if page is not None]
    assert len(pages) >= len(paths(matches))
    for path, page in pages:
        for link in page.links:
            place, _, name = unquote(str(httpx.URL(path).join(link))).partition("#")
            if name and (target_page := known.get(place)) is not None:
                assert name in target_page.ids or path.endswith("/at/0"), (path, link)


def test_every_form_leads_to_a_route(server: Server, pages: dict[str, Pages]) -> None:
    actions = {
        (form.action, form.method)
        for page in pages["fr"].values()
        for form in page.forms
        if form.method != "dialog"
    }
    assert len(actions) > 5
    for action, method in actions:
        assert server.client.get(action).status_code == (200 if method == "get" else 405), action


def test_ids_are_unique_and_what_refers_to_one_finds_it(pages: dict[str, Pages]) -> None:
    for path, page in pages["fr"].items():
        if not page.all("html"):
            continue
        assert len(page.ids) == len(set(page.ids)), path
        for element in page.elements:
            for name in ("aria-labelledby", "aria-describedby", "for"):
                for target in element.get(name).split():
                    assert target in page.ids, (path, element)
            if element.tag == "use" and not element.get("href").startswith("/"):
                assert element.get("href")[1:] in page.ids, (path, element)


# Looking back


def test_a_replay_shows_every_moment(client: httpx.Client) -> None:
    match = play_out(client, begin(client, None, "random", edition=SMALL_BOX), random.Random(2))
    versions: list[int] = []
    for at in count():
        answer = client.get(f"/match/{match['id']}/at/{at}")
        if answer.status_code == 404:
            break
        frame = answer.json()
        versions.append(frame["version"])
        assert not is_mine(frame)
    assert versions == sorted(set(versions))
    assert (versions[0], versions[-1]) == (0, match["version"])
    last = len(versions) - 1
    for at in (0, 1, last // 2, last):
        page = page_at(client, f"/match/{match['id']}/replay?at={at}")
        assert page.by_id("table").get("data-version") == str(versions[at])
        assert page.by_id("moment").get("value") == str(at)
        assert page.by_id("share").get("value").endswith(f"/match/{match['id']}/replay?at={at}")
        whole = client.get(f"/match/{match['id']}/at/{at}").json()
        assert {**page.data_blocks["setup"]["first"], "log": None} == {**whole, "log": None}
    for query in ("", "?at=999", f"?at={last}"):
        page = page_at(client, f"/match/{match['id']}/replay{query}")
        assert page.by_id("match").get("data-at") == str(last)
    for wrong in ("?at=-1", "?at=x", "?at=99999999999"):
        assert client.get(f"/match/{match['id']}/replay{wrong}").status_code == 422
    for wrong in (str(last + 1), "-1", "x", "9" * 30):
        assert client.get(f"/match/{match['id']}/at/{wrong}").status_code == 404


def test_a_replay_passes_over_what_was_taken_back(client: httpx.Client) -> None:
    rolled = act(client, begin(client))
    moved = act(client, rolled)
    again = act(client, act(client, moved, "take-back", seat=0))
    page = page_at(client, f"/match/{again['id']}/replay")
    assert page.by_id("match").get("data-last") == "2"
    shown = [client.get(f"/match/{again['id']}/at/{at}").json()["version"] for at in range(3)]
    assert shown == [0, 4, 7]


def test_the_log_has_no_trace_of_what_was_taken_back(client: httpx.Client) -> None:
    match = begin(client)
    for _ in range(2):
        match = act(client, act(client, match))
    for times in range(3):
        log = first_frame(client.get(f"/match/{match['id']}").text)["log"]
        assert " ".join(log).count("Blaise") == 1, times
        match = act(client, act(client, match, "take-back", seat=1))


# The rulebook


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_a_place_in_the_rulebook_and_every_example_a_drawing(
    server: Server, lang: str
) -> None:
    page = page_at(server.new_client(cookies={"lang": lang}), "/rules/levelx")
    rules = set(re.findall(r"\*\*([A-Z]{2}-\d+)", LEVELX.rulebook(lang)))
    assert len(rules) > 5
    assert rules <= set(page.ids)
    drawings = [each for each in page.all("div") if each.get("data-example")]
    assert len(drawings) == len(LEVELX.lesson.EXAMPLES) > 0
    assert len(page.all("h1")) == 1
    chapters = [a.get("href") for a in page.all("a") if a.get("href").startswith("#")]
    assert len(chapters) > 3


def test_the_rulebook_leads_back_to_the_match_one_came_from(client: httpx.Client) -> None:
    match = begin(client)
    page = page_at(client, f"/rules/levelx?match={match['id']}")
    assert f"/match/{match['id']}" in page.links


def test_the_rulebook_is_there_when_the_match_is_not_any_more(client: httpx.Client) -> None:
    page = page_at(client, "/rules/levelx?match=nosuchmatch")
    assert "/new/levelx" in page.links


def test_a_match_page_knows_when_it_is_whose_turn(client: httpx.Client) -> None:
    match = my_turn(client, begin(client, "random", None))
    page = page_at(client, f"/match/{match['id']}")
    assert page.by_id("table").get("data-mine") == "yes"
    frame = page.data_blocks["setup"]["first"]
    assert (frame["seat"], frame["mine"]) == (1, True)


@pytest.mark.parametrize("name", ["dicerun", "coursededes"])
def test_the_two_editions_of_the_race_are_compared_on_a_page(
    client: httpx.Client, name: str
) -> None:
    words = " ".join(page_at(client, f"/rules/{name}/editions").words)
    assert "DR-9" in words
    assert "CD-14" in words
    assert f"/rules/{name}/editions" in client.get(f"/rules/{name}").text
    assert client.get("/rules/levelx/editions").status_code == 404


def test_htmx_is_loaded_by_the_pages_that_fetch_something_and_by_no_others(server: Server) -> None:
    player = guest(server)
    match = begin(player)
    for place in ("/", "/new/levelx", "/rules/levelx", "/fair", f"/match/{match['id']}"):
        html = player.get(place).text
        assert ("htmx.min.js" in html) == ("hx-get" in html), place
    assert f'data-match="{match["id"]}"' in player.get("/").text


def files_named_in(html: str) -> set[str]:
    """Static files, by addresses with their version or without it."""
    return set(re.findall(rf'(?:href|src)="((?:{VERSIONED}\w+)?/(?:static|games)/[^"]+)"', html))


@pytest.mark.parametrize("game", ["levelx", "dicerun"])
def test_a_table_names_all_that_it_loads_so_that_nothing_waits_for_a_chain_of_imports(
    server: Server, game: str
) -> None:
    client = guest(server)
    match = begin(client, None, None, None, game=game, options={})
    html = client.get(f"/match/{match['id']}").text
    named = files_named_in(html)
    drawing = [each for each in named if re.search(r"(?<!/dice)\.(js|css)\b", each)]
    for address in drawing:
        inner = re.findall(r'(?:from|import(?: url\()?)\s*"([^"]+)"', client.get(address).text)
        assert {urljoin(address, each) for each in inner} <= named, address


def sent_for(client: httpx.Client, path: str, *fonts: str) -> int:
    """The bytes that a browser with an empty cache is sent for a page, compressed, with headers."""
    sent = 0
    named = files_named_in(client.get(path).text)
    assert len(named) > (10 if path == "/" else 30)  # else its addresses have changed
    for address in [path, *named.union(fonts)]:
        answer = client.get(address)
        packed = answer.content if ".woff2" in address else gzip.compress(answer.content, 6)
        sent += len(packed) + sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
    return sent


def test_a_page_with_all_that_it_loads_is_light(server: Server) -> None:
    bold, italic = "/static/fonts/atkinson-700.woff2", "/static/fonts/fraunces-400-italic.woff2"
    client = guest(server)
    assert sent_for(client, "/", bold, italic) < 100_000
    for name in ludotheque.games():
        people = [None] * ludotheque.game(name).players[0]
        match = begin(client, *people, game=name, options={})
        assert sent_for(client, f"/match/{match['id']}", bold) < 150_000, name
        assert sent_for(client, f"/guide/{name}", bold) < 150_000, name
