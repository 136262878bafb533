"""A complete match by clicking, from the home page to the rematch."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.api_client import SMALL_BOX

from .conftest import Opened
from .server import Server, open_menu, play_to_the_end, play_turn, settled


@pytest.mark.long
@pytest.mark.parametrize(("size", "locale"), [("wide", "fr-FR"), ("phone", "en-GB")])
def test_from_the_box_to_the_end_by_clicking(open_page: Opened, size: str, locale: str) -> None:
    page = open_page("/", size=size, locale=locale)
    page.locator(".box:has(#box-levelx) button.primary").click()
    page.locator("#me button[name=skip]").click()
    expect(page).to_have_url(re.compile(r"/match/"))
    play_to_the_end(page)
    see_ending_and_rematch(page)


def see_ending_and_rematch(page: Page) -> None:
    expect(page.locator("#ending")).to_be_visible()
    address = page.url
    page.locator("#ending ~ * button.primary, .ending button.primary").first.click()
    expect(page).not_to_have_url(address)
    expect(page.locator("#table")).to_have_attribute("data-version", re.compile(r"^[01]$|^\d$"))


def test_from_the_box_a_match_against_a_robot_begins(open_page: Opened) -> None:
    """A turn by clicking, the robot's turn, and the next."""
    page = open_page("/", size="phone", locale="en-GB")
    page.locator(".box:has(#box-levelx) button.primary").click()
    page.locator("#me button[name=skip]").click()
    expect(page).to_have_url(re.compile(r"/match/"))
    for _ in range(2):
        play_turn(page)
    assert settled(page).get_attribute("data-waits") == "roll"


def test_a_short_match_to_its_end_and_the_rematch_by_clicking(
    open_page: Opened, server: Server
) -> None:
    match_id = server.begin(None, None, edition=SMALL_BOX)
    page = open_page(f"/match/{match_id}", size="phone", locale="en-GB")
    play_to_the_end(page)
    see_ending_and_rematch(page)


def test_two_friends_on_one_device_take_turns(open_page: Opened, server: Server) -> None:
    page = open_page(f"/match/{server.begin(None, None)}")
    for name in ("Ada", "Blaise", "Ada"):
        expect(page.locator(".seat[aria-current] .seat-name")).to_have_text(name)
        play_turn(page)


def test_the_last_move_can_be_taken_back_until_the_next_roll(
    open_page: Opened, server: Server
) -> None:
    page = open_page(f"/match/{server.begin(None, None)}")
    play_turn(page)
    page.locator("#take-back").click()
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator(".seat[aria-current] .seat-name")).to_have_text("Ada")
    play_turn(page)
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator("#take-back")).to_have_count(0)


def test_resigning_asks_first_and_ends_the_match(open_page: Opened, server: Server) -> None:
    page = open_page(f"/match/{server.begin(None, 'random')}")
    open_menu(page)
    page.locator("#resign").click()
    page.locator("#confirm button[value=no]").click()
    assert settled(page).get_attribute("data-waits") == "roll"
    page.locator("#resign").click()
    page.locator("#confirm button[value=yes]").click()
    expect(page.locator("#ending")).to_be_visible()


def test_a_match_can_be_set_up_by_hand(open_page: Opened) -> None:
    page = open_page("/new/levelx", locale="en-GB")
    page.locator("[name=seat_0_name]").fill("<b>Zoé</b>")
    page.locator("[name=seat_2_kind]").select_option("friend")
    page.locator("form.sheet button.primary").click()
    expect(page).to_have_url(re.compile(r"/match/"))
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.locator(".seat-name").first).to_have_text("<b>Zoé</b>")
