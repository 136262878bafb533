"""The review of a match, in the browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ..web.api_client import SMALL_BOX
from .conftest import Opened
from .server import Server, objections
from .targets import too_small

MAKING = 240_000  # milliseconds, with the compiler


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_from_the_end_of_a_match_to_its_review_and_into_the_replay(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None], size: str
) -> None:
    match_id = server.play_out(server.begin(None, None, edition=SMALL_BOX))
    page = open_page(f"/match/{match_id}", size=size)
    page.locator(".ending a[href$='/review']").click()
    expect(page.locator(".review-made")).to_be_visible(timeout=MAKING)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert objections(page) == []
    assert size == "wide" or too_small(page) == []
    assert page.evaluate("document.querySelector('#review > p').className") == "review-summary"
    card = page.locator(".review-seat").first.inner_text()
    figures = re.findall(r"[+−≤]\s?\d[^%]*%", card)
    assert figures
    assert len(figures) == len(set(figures)), "nothing is told twice"
    picture(page, f"review-{size}")
    page.locator(".review-picture summary").click()
    page.locator(".review-numbers a").last.click()
    expect(page).to_have_url(re.compile(rf"/match/{match_id}/replay\?at=\d+$"))
