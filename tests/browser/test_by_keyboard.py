"""A match can be played with the keyboard alone."""

from playwright.sync_api import Page, expect

from .conftest import Opened
from .server import Server


def focus_on(page: Page, selector: str, presses: int = 60) -> None:
    """Tab until the element has the focus."""
    for _ in range(presses):
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with Tab")


def test_a_turn_is_played_with_the_keyboard_alone(open_page: Opened, server: Server) -> None:
    page = open_page(f"/match/{server.begin(None, None)}")
    focus_on(page, "#roll")
    page.keyboard.press("Enter")
    expect(page.locator("#commit")).to_be_visible()
    focus_on(page, "#moves summary")
    page.keyboard.press("Enter")
    focus_on(page, "#moves button")
    page.keyboard.press("Enter")
    focus_on(page, "#commit")
    page.keyboard.press("Enter")
    expect(page.locator(".seat[aria-current] .seat-name")).to_have_text("Blaise")


def test_dice_are_gathered_and_passed_with_keys(open_page: Opened, server: Server) -> None:
    page = open_page(f"/match/{server.begin(None, None)}")
    focus_on(page, "#roll")
    page.keyboard.press("Enter")
    expect(page.locator("#commit")).to_be_visible()
    plain = page.locator("#commit").inner_text()
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("Escape")
    expect(page.locator("#commit")).to_have_text(plain)


def test_the_first_stop_skips_to_the_content(open_page: Opened) -> None:
    page = open_page("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
