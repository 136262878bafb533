"""Real dice at the browser's table: faces are tapped or typed, a whole throw at once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opened
from .server import Server, commit_move, objections, settled

PEOPLE = {"dicerun": 3}


def slots(page: Page, kind: str = "filled") -> int:
    return page.locator(f".hand-slot.{kind}").count()


def shown(page: Page, face: int) -> None:
    page.locator(".hand-pad:not([hidden]) .hand-button").nth(face - 1).click()


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_throw_is_tapped_face_by_face(open_page: Opened, server: Server, size: str) -> None:
    page = open_page(f"/match/{server.begin(None, None, dice='hand')}", size=size)
    settled(page)
    expect(page.locator("#roll")).to_have_count(0)
    for count, face in enumerate((4, 2, 6, 6), 1):
        shown(page, face)
        assert slots(page) == count
    expect(page.locator(".hand-text")).to_have_value("4 2 6 6 ")
    page.locator(".hand .primary").click()
    expect(page.locator("#commit")).to_be_visible()
    for die in (4, 2, 6):
        assert page.locator(f".board use[href='#die-{die}']").count() > 0


def test_what_was_tapped_is_erased_one_by_one(open_page: Opened, server: Server) -> None:
    page = open_page(f"/match/{server.begin(None, None, dice='hand')}")
    settled(page)
    shown(page, 1)
    shown(page, 5)
    page.locator("[data-erase]").click()
    expect(page.locator(".hand-text")).to_have_value("1 ")
    page.locator("[data-erase]").click()
    expect(page.locator("[data-erase]")).to_be_hidden()


def test_a_throw_is_typed_on_the_keyboard_without_looking_for_the_field(
    open_page: Opened, server: Server
) -> None:
    page = open_page(f"/match/{server.begin(None, None, dice='hand')}")
    settled(page)
    page.locator("#ask").click()
    page.keyboard.type("42")
    page.keyboard.press("Backspace")
    page.keyboard.type("355")
    expect(page.locator(".hand-text")).to_have_value("4 3 5 5 ")
    page.keyboard.press("Enter")
    expect(page.locator("#commit")).to_be_visible()


def test_a_wrong_throw_is_explained_and_can_be_mended(open_page: Opened, server: Server) -> None:
    page = open_page(f"/match/{server.begin(None, None, dice='hand')}", locale="en-GB")
    settled(page)
    page.locator(".hand-text").fill("4 2 7 1")
    page.locator(".hand-text").press("Enter")
    expect(page.locator("#notice")).to_contain_text("'7' is no face of this die (die 3)")
    page.locator(".hand-text").fill("4 2 1 1")
    page.locator(".hand-text").press("Enter")
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()


def test_a_mistyped_throw_is_typed_anew_until_a_move_is_made(
    open_page: Opened, server: Server
) -> None:
    page = open_page(f"/match/{server.begin(None, None, dice='hand')}")
    settled(page)
    page.locator(".hand-text").fill("1111")
    page.locator(".hand-text").press("Enter")
    page.locator("#retype").click()
    expect(page.locator(".hand-text")).to_have_value("")
    page.locator(".hand-text").fill("5555")
    page.locator(".hand-text").press("Enter")
    expect(page.locator("#retype")).to_be_visible()
    moves = page.locator("#moves")
    moves.locator("summary").click()
    moves.locator("button").first.click()
    commit_move(page)
    expect(page.locator("#retype")).to_have_count(0)


def test_the_pad_changes_with_the_die(open_page: Opened, server: Server) -> None:
    page = open_page(
        f"/match/{server.begin(None, None, game='masterdes', options={}, dice='hand')}"
    )
    settled(page)
    pad = page.locator(".hand-pad:not([hidden]) .hand-button")
    expect(pad).to_have_count(6)
    for _ in range(3):
        shown(page, 6)
    expect(pad).to_have_count(5)
    expect(pad.first).to_have_attribute("title", "cœur")
    shown(page, 1)
    expect(pad).to_have_count(6)
    assert slots(page) == 4


@pytest.mark.parametrize("game", ["levelx", "masterdes", "trotteurs", "dicerun", "coursededes"])
@pytest.mark.parametrize("size", ["phone", pytest.param("wide", marks=pytest.mark.long)])
def test_typing_a_throw_needs_no_scrolling_and_bars_nobody(
    open_page: Opened,
    server: Server,
    picture: Callable[[Page, str], None],
    game: str,
    size: str,
) -> None:
    people = [None] * PEOPLE.get(game, 2)
    match = server.begin(*people, game=game, options={}, dice="hand")
    page = open_page(f"/match/{match}", size=size)
    settled(page)
    picture(page, f"real-dice-{game}-{size}")
    button = page.locator(".hand .primary").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= page.viewport_size["height"]  # type: ignore[index]
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]  # type: ignore[index]
    assert objections(page, preload=False) == []


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("wide", "dark")])
def test_the_dice_of_a_match_are_shown_in_charts(
    open_page: Opened,
    finished: str,
    picture: Callable[[Page, str], None],
    size: str,
    scheme: str,
) -> None:
    page = open_page(f"/match/{finished}", size=size, scheme=scheme)
    page.locator(f".ending a[href='/match/{finished}/dice']").click()
    expect(page).to_have_url(re.compile(r"/dice$"))
    expect(page.locator(".dice-chart")).to_have_count(3)
    expect(page.locator(".dice-chart").first.locator(".dice-bar")).to_have_count(6)
    page.locator("details.fold summary").first.click()
    expect(page.locator(".dice-numbers tbody tr").first).to_be_visible()
    picture(page, f"dice-statistics-{size}-{scheme}")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]  # type: ignore[index]
    assert objections(page) == []
