"""The results of a stage, in a page: they wait for their reader, and nobody waits for the page."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque import game as find

from .conftest import Opened
from .pages import SIZES, in_every_size, resize
from .server import Server, boxes, objections
from .test_what_just_happened import NOTATION

RACES = ("dicerun", "coursededes")
NAMES = ("Ada", "Blaise", "Camille", "Denis", "Élodie", "Maximilienne")
#: So few cards that six players come to the end of a stage soon.
CARDS: dict[str, dict[str, Any]] = {
    "dicerun": {"colours": [3] * 5, "values": [3] * 6, "joker": 4},
    "coursededes": {"colors": [3] * 5, "values": [3] * 6, "joker": 4, "gap": 1, "swap": 1},
}

#: How the sentence of the end of a stage begins, in the language of the page.
SAID = {"dicerun": "Étape 1 : ", "coursededes": "Stage 1 is over — "}


def begin(server: Server, game: str, players: int = 6) -> str:
    """A match of people at one screen, who play through the API."""
    options = {"roll_off": "aside"} if game == "dicerun" else {}
    body = {
        "game": game,
        "seats": [{"name": name, "bot": None} for name in NAMES[:players]],
        "options": options,
        "edition": {**find(game).edition, **CARDS[game]},
    }
    match_id: str = server.ask("/matches", body)["id"]
    return match_id


def play(server: Server, match_id: str, chance: Random) -> Any:
    """A move of whoever is to play."""
    seat = server.ask(f"/matches/{match_id}")["seat"]
    match = server.ask(f"/matches/{match_id}?seat={seat}")
    others = [move for move in match["moves"] if not move.startswith("discard")]
    move = chance.choice(others or match["moves"])  # a hand may leave nothing else
    body = {"kind": "move", "seat": seat, "version": match["version"], "move": move}
    return server.ask(f"/matches/{match_id}/commands", body)


def to_the_end_of_a_stage(server: Server, match_id: str, chance: Random) -> Any:
    while True:
        match = play(server, match_id, chance)
        if any(seat["points"] for seat in match["seats"]):
            return match


def shown(page: Page, match: Any) -> None:
    expect(page.locator(f"#table[data-version='{match['version']}']")).to_be_visible()


def lies_on_the_screen(page: Page) -> None:
    """The road, every player's result and the button are on the screen; nothing is beside it."""
    room = page.viewport_size
    assert room is not None
    found = boxes(page, "#board", "#results", ".rc-result:last-child", ".rc-counting", "#go-on")
    assert len(found) == 5
    board, title = found["#board"], found["#results"]
    is_below = title["y"] >= board["y"] + board["height"]
    assert is_below or title["x"] >= board["x"] + board["width"], "the road comes first"
    for part, box in found.items():
        assert box["y"] >= 0, part
        assert box["x"] >= 0, part
        assert box["x"] + box["width"] <= room["width"], part
        assert box["y"] + box["height"] <= room["height"], part
    assert found[".rc-counting"]["y"] + found[".rc-counting"]["height"] <= found["#go-on"]["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= room["width"]


@pytest.mark.parametrize(
    ("game", "size", "locale", "scheme"),
    [
        ("dicerun", "phone", "fr-FR", "light"),
        ("coursededes", "wide", "en-GB", "dark"),
        pytest.param("dicerun", "wide", "fr-FR", "light", marks=pytest.mark.long),
        pytest.param("coursededes", "phone", "en-GB", "dark", marks=pytest.mark.long),
    ],
)
def test_results_wait_for_their_reader_while_the_others_play_on(
    open_page: Opened,
    server: Server,
    picture: Callable[[Page, str], None],
    game: str,
    size: str,
    locale: str,
    scheme: str,
) -> None:
    match_id, chance = begin(server, game), Random(3)
    page = open_page(f"/match/{match_id}", size=size, locale=locale, scheme=scheme)
    ended = to_the_end_of_a_stage(server, match_id, chance)
    expect(page.locator("#go-on")).to_be_focused()
    shown(page, ended)
    for each in in_every_size(page):
        for waits in ("end", "move"):  # the last stage, too
            page.evaluate(f"document.getElementById('table').dataset.waits = '{waits}'")
            lies_on_the_screen(page)
        assert page.locator(".rc-scores").first.is_visible(), each
    resize(page, size)
    expect(page.locator(".rc-result")).to_have_count(6)
    expect(page.locator("#announcer")).to_contain_text(SAID[game])  # cards dealt since are no words
    assert NOTATION.search(page.locator("#table").inner_text()) is None
    picture(page, f"{game}-results-{size}-{scheme}")
    assert objections(page, preload=False) == []
    page.locator(".rc-result").last.click()
    expect(page.locator(".rc-player").last).to_have_attribute("aria-pressed", "true")
    for _ in range(2):
        latest = play(server, match_id, chance)
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    shown(page, ended)
    page.locator("#results").click()  # the focus is on nothing
    page.keyboard.press("Enter")
    shown(page, latest)
    expect(page.locator("#results")).to_have_count(0)
    expect(page.locator("#alone")).to_be_focused()


@pytest.mark.parametrize("game", RACES)
def test_a_page_that_is_opened_after_a_stage_shows_its_results(
    open_page: Opened, server: Server, game: str
) -> None:
    match_id = begin(server, game, 3)
    to_the_end_of_a_stage(server, match_id, Random(5))
    page = open_page(f"/match/{match_id}", size="phone")
    expect(page.locator("#go-on")).to_be_focused()
    for _ in in_every_size(page):
        expect(page.locator("#go-on")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#alone")).to_be_focused()
    expect(page.locator("#results")).to_have_count(0)


READING = 90_000  # milliseconds without a sign of the reader


@pytest.mark.parametrize("game", RACES)
def test_who_never_goes_on_holds_up_nobody_and_is_taken_along_after_a_time(
    open_page: Opened, server: Server, game: str
) -> None:
    """Ada leaves her page alone; Blaise, on another device, reads the results and plays on."""
    match_id, chance = begin(server, game, 3), Random(5)
    ended = to_the_end_of_a_stage(server, match_id, chance)
    ada, blaise = (open_page("/static/icon.svg", size=size, fresh=True) for size in SIZES)
    ada.clock.install()
    for page in (ada, blaise):
        page.goto(f"{server.address}/match/{match_id}")
        expect(page.locator("#go-on")).to_be_in_viewport()
    ada.clock.fast_forward(2 * READING // 3)
    ada.keyboard.press("Shift")  # she is there
    ada.clock.fast_forward(2 * READING // 3)
    blaise.locator("#go-on").click()
    latest = play(server, match_id, chance)
    shown(blaise, latest)
    expect(blaise.locator("#results")).to_have_count(0)
    shown(ada, ended)
    for size in in_every_size(ada):
        expect(ada.locator("#go-on")).to_be_in_viewport()
        expect(ada.locator(".rc-result").last).to_be_in_viewport()
        assert ada.locator("#roll, #commit").count() == 0, size
    ada.clock.fast_forward(2 * READING // 3)
    shown(ada, latest)
    expect(ada.locator("#results")).to_have_count(0)
