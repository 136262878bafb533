"""The guides by tapping: every step of every game, in both languages and on both screens.

What a step points at is there, can be tapped, gets the tap, and is not covered by the panel; the
tap is what the script accepts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import ludotheque

from .conftest import Opened
from .pages import SIZES
from .server import Server, boxes, objections
from .targets import too_small

GAMES = ludotheque.games()
Act = Callable[[Page, str], None]  # on what a selector names

#: What is wrong with a step on the page, in words, by the selectors of what it points at.
PROBLEMS = """([taps, about]) => {
  const box = (node) => node.getBoundingClientRect();
  const panel = box(document.getElementById("coach"));
  const isCovered = (one) => Math.min(panel.right, one.right) > Math.max(panel.left, one.left)
    && Math.min(panel.bottom, one.bottom) > Math.max(panel.top, one.top);
  const found = [];
  for (const selector of [...taps, ...about]) {
    const node = document.querySelector(`#table :is(${selector})`);
    const isThere = node?.checkVisibility({ visibilityProperty: true });
    if (!isThere) found.push(`${selector} is not there`);
    else if (isCovered(box(node))) found.push(`${selector} is covered`);
  }
  for (const selector of taps) {
    const node = document.querySelector(selector);
    const { left, top, width, height } = box(node);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit?.closest(selector)) found.push(`a tap on ${selector} meets something else`);
    if (node.disabled || node.ariaDisabled === "true") found.push(`${selector} is closed`);
  }
  for (const [one, other] of [0, 1].map((seat) => [`#change-${seat}`, `#score-${seat}`])) {
    const [left, right] = [one, other].map((selector) => document.querySelector(selector));
    if (left && right && box(left).right > box(right).left) found.push(`${one} lies on ${other}`);
  }
  const rings = document.querySelectorAll(".coach-ring").length;
  if (rings !== taps.length + about.length) found.push(`${rings} rings`);
  const { innerWidth, innerHeight } = window;
  if (panel.left < 0 || panel.top < 0 || panel.right > innerWidth || panel.bottom > innerHeight) {
    found.push("the panel is not on the screen");
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  if (!document.getElementById("coach-skip").checkVisibility()) found.push("it cannot be skipped");
  return found;
}"""


def steps_of(page: Page) -> list[dict[str, Any]]:
    data = json.loads(page.locator("#guide").text_content() or "")
    steps: list[dict[str, Any]] = data["steps"]
    return steps


def reach(page: Page, number: int) -> None:
    """Wait for a step, counted from 1."""
    expect(page.locator(f"#table[data-step='{number}']")).to_have_count(1)


def tap(page: Page, selector: str) -> None:
    """Tap the middle of what is pointed at."""
    place = boxes(page, selector)[selector]
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)


def size_of(page: Page) -> str:
    room = page.viewport_size
    assert room is not None
    return "phone" if room["width"] == SIZES["phone"][0] else "wide"


def press(page: Page, selector: str) -> None:
    """By keyboard: what is to be tapped has the focus."""
    expect(page.locator(selector).first).to_be_focused()
    page.keyboard.press("Enter")


def take(page: Page, number: int, step: dict[str, Any], act: Act = tap) -> None:
    """Look at a step, and do what it says."""
    reach(page, number)
    assert page.evaluate(PROBLEMS, [step["taps"], step["about"]]) == [], number
    if size_of(page) == "phone":
        assert too_small(page) == [], number
    said = page.locator(".coach-text, .coach-rules a").all_inner_texts()
    assert said == [step["text"], *step["rules"]]
    for selector in step["taps"]:
        act(page, selector)


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_is_taken_from_its_first_tap_to_its_last(open_page: Opened, game: str) -> None:
    """In French by tapping, in English on the other screen by keyboard alone."""
    sizes = ("phone", "wide") if GAMES.index(game) % 2 else ("wide", "phone")
    for locale, size, act in zip(("fr-FR", "en-GB"), sizes, (tap, press), strict=True):
        page = open_page(f"/guide/{game}", size=size, locale=locale)
        you = "Vous" if act is tap else "You"
        expect(page.locator("#seat-0 .seat-name")).to_have_text(you)
        for number, step in enumerate(steps_of(page), 1):
            take(page, number, step, act)
        frames = json.loads(page.locator("#guide").text_content() or "")["frames"]
        assert not any(you in (frame.get("said") or "") for frame in frames), "in the third person"
        expect(page.locator("#coach[data-ended] .coach-end form .primary")).to_be_focused()
        assert page.evaluate("name => localStorage.getItem(`guide-${name}`)", game) == "seen"


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("wide", "light")])
def test_a_wrong_tap_gets_a_friendly_line_and_changes_nothing(
    open_page: Opened, size: str, scheme: str
) -> None:
    page = open_page("/guide/levelx", size=size, scheme=scheme)
    first, second, *_ = steps_of(page)
    take(page, 1, first)
    reach(page, 2)
    for other in ("#lx-die-3", "#row-9", "#commit"):
        tap(page, other)
        expect(page.locator(".coach-instead")).to_have_text(second["instead"])
    expect(page.locator("#lx-die-3")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(PROBLEMS, [second["taps"], second["about"]]) == []
    assert objections(page) == []
    take(page, 2, second)
    reach(page, 3)
    expect(page.locator(".coach-instead")).to_be_hidden()


def test_escape_skips_a_guide_which_is_not_offered_again_and_can_be_taken_again(
    open_page: Opened, server: Server
) -> None:
    match_id = server.begin(None, None)
    page = open_page(f"/match/{match_id}", size="phone", guide=True)
    page.locator("#guide-offer a").click()
    reach(page, 1)
    page.keyboard.press("Escape")
    expect(page.locator("#coach[data-ended]")).to_be_visible()
    assert objections(page) == []
    page.locator("#coach-again").click()
    reach(page, 1)
    page.locator("#coach-skip").click()
    page.locator(".coach-end .primary").click()
    expect(page.locator("#roll")).to_be_visible()
    assert page.url.endswith(f"/match/{match_id}")
    expect(page.locator("#guide-offer")).to_be_hidden()
    expect(page.locator("#show-guide")).to_have_count(1)


def test_after_a_guide_a_match_against_a_robot_begins(open_page: Opened) -> None:
    page = open_page("/guide/trotteurs", local=False)
    reach(page, 1)
    page.locator("#coach-skip").click()
    page.locator(".coach-end .primary").click()
    page.locator("#me .primary").click()  # who plays is asked before the first match
    page.wait_for_url("**/match/*")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#guide-offer")).to_be_hidden()


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_offer_of_a_guide_is_in_nobodys_way(
    open_page: Opened, server: Server, size: str
) -> None:
    page = open_page(f"/match/{server.begin(None, None)}", size=size, guide=True)
    expect(page.locator("#guide-offer")).to_be_visible()
    assert size == "wide" or too_small(page) == []
    offer, *others = boxes(page, "#guide-offer", ".felt-table", "#roll", "#ask").values()
    assert len(others) == 3
    for other in others:
        below = offer["y"] >= other["y"] + other["height"]
        beside = offer["x"] >= other["x"] + other["width"]
        assert below or beside
    room = page.viewport_size
    assert room is not None
    assert offer["y"] + offer["height"] <= room["height"]
    page.locator("#guide-offer button").click()
    expect(page.locator("#guide-offer")).to_be_hidden()
    page.reload()
    expect(page.locator("#roll")).to_be_visible()
    expect(page.locator("#guide-offer")).to_be_hidden()
