"""A box of one's own is compared with the printed one, from the form of a new match."""

import json

from playwright.sync_api import expect

from tests.web.api_client import SMALL_BOX

from .conftest import Opened
from .server import Server, objections
from .targets import too_small

MADE = 120_000  # milliseconds; a server without machine code compiles first


def test_a_box_is_compared_and_the_figures_can_be_read_by_everybody(
    open_page: Opened, server: Server
) -> None:
    page = open_page("/new/levelx", size="phone")
    page.locator("details.edition > summary").click()
    page.locator("textarea[name=edition]").fill(json.dumps(SMALL_BOX))
    page.get_by_role("button", name="Comparer avec la boîte imprimée").click()
    expect(page.locator("#comparison")).to_be_visible()
    expect(page.locator("#comparison article")).to_have_count(7, timeout=MADE)
    for width, height in ((390, 844), (1280, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert objections(page) == []
        assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    page.set_viewport_size({"width": 390, "height": 844})
    assert too_small(page) == []


def test_the_enter_key_begins_the_match_and_compares_nothing(
    open_page: Opened, server: Server
) -> None:
    page = open_page("/new/levelx")
    page.locator("input[name=seat_0_name]").press("Enter")
    page.wait_for_url("**/match/*")
