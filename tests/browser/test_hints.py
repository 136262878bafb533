"""A hint at the table: told, laid out on the board, and played with one button."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opened
from .pages import SIZES, in_every_size
from .server import Server, boxes, objections, open_menu, settled
from .targets import too_small
from .test_what_just_happened import NOTATION

THINKING = 240_000  # milliseconds, with the compiler


def begin(server: Server, game: str, players: int, **options: Any) -> str:
    names = ("Ada", "Blaise", "Camille")[:players]
    seats = [{"name": name, "bot": "random" if place else None} for place, name in enumerate(names)]
    match_id: str = server.ask("/matches", {"game": game, "seats": seats, "options": options})["id"]
    return match_id


def ask(page: Page) -> None:
    open_menu(page)
    page.locator("#hint").click()
    expect(page.locator("#hint-play")).to_be_visible(timeout=THINKING)


def shows_its_move(page: Page, size: str) -> None:
    """The board with the ghost is in sight, and the hint lies beside or below."""
    found = boxes(page, "#hints", "#board")
    above, board = found["#hints"], found["#board"]
    apart = above["x"] >= board["x"] + board["width"] or above["y"] >= board["y"] + board["height"]
    assert apart, f"{size}: the hint covers the board that shows it"
    assert board["y"] >= 0, f"{size}: the board that shows the hint is above the screen"
    assert above["y"] + above["height"] <= SIZES[size][1], size
    tops = {box["y"] for box in boxes(page, "#hint-play", "#hint-next", "#hint-close").values()}
    assert max(tops) - min(tops) <= 4, f"{size}: the buttons do not stand side by side"
    assert size == "wide" or too_small(page) == []
    assert NOTATION.search(page.locator("#hints").inner_text()) is None


def play_this(page: Page) -> None:
    version = page.locator("#table").get_attribute("data-version")
    page.locator("#hint-play").click()
    expect(page.locator(f"#table:not([data-version='{version}'])")).to_be_visible()
    expect(page.locator("#hints")).to_be_hidden()


def chosen(page: Page) -> str:
    """The move that the board shows as if the player had composed it."""
    return str(page.evaluate("document.querySelector('#hint-play').value"))


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_hint_is_laid_out_on_the_board_and_played(
    open_page: Opened, server: Server, size: str
) -> None:
    page = open_page(f"/match/{server.begin(None, None)}", size=size)
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")  # as far as the menu may be
    ask(page)
    commit = page.locator("#commit")
    expect(commit).to_have_attribute("value", chosen(page))
    expect(page.locator(".ghost:not(.lx-off)").first).to_be_visible()
    shows_its_move(page, size)
    assert objections(page) == []
    best = chosen(page)
    page.locator("#hint-next").click()
    assert chosen(page) != best
    expect(commit).to_have_attribute("value", chosen(page))
    play_this(page)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("dicerun", 3, {"roll_off": "race"}),
        ("dicerun", 3, {"roll_off": "aside"}),
        ("coursededes", 2, {}),
    ],
)
def test_a_hint_shows_its_move_on_the_road(
    open_page: Opened, server: Server, game: str, players: int, options: dict[str, str]
) -> None:
    page = open_page(f"/match/{begin(server, game, players, **options)}", size="phone")
    settled(page)
    ask(page)
    expect(page.locator("#commit")).to_have_attribute("aria-disabled", "false")
    for size in in_every_size(page):
        shows_its_move(page, size)
    if options.get("roll_off") == "race":
        expect(page.locator(".rc-die.rc-chosen")).to_have_count(2)
    page.locator("#hint-close").click()
    expect(page.locator("#hints")).to_be_hidden()
    expect(page.locator("#commit")).to_have_attribute("aria-disabled", "false")
    ask(page)
    play_this(page)


def test_a_hint_picks_up_the_dice_it_would_throw(open_page: Opened, server: Server) -> None:
    seats = [{"name": name, "bot": None} for name in ("Ada", "Blaise")]
    match_id = server.ask("/matches", {"game": "masterdes", "seats": seats})["id"]
    while server.ask(f"/matches/{match_id}")["waits_for"] != "move":
        server.play_out(match_id, commands=1)  # a throw of three pairs ends its duel
    page = open_page(f"/match/{match_id}", size="phone")
    expect(page.locator("#commit, #first")).to_be_visible()
    ask(page)
    move = chosen(page)
    if move in ("first", "second"):
        expect(page.locator(f"#{move}")).to_have_class("primary md-option")
    else:
        picked = 0 if move == "keep" else len(move.split(","))
        expect(page.locator("#board [role=button][aria-pressed=true]")).to_have_count(picked)
    for size in in_every_size(page):
        shows_its_move(page, size)
    play_this(page)
