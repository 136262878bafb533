"""Every page and state: pictures at two sizes, and nothing that axe-core objects to."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import LOOKS, Opened
from .server import Server, commit_move, objections, open_menu, play_turn, settled

SIZES = ("phone", "wide")
BEYOND_FOOTER = """() => {
    const { bottom } = document.querySelector("footer").getBoundingClientRect();
    return document.documentElement.scrollHeight - Math.max(bottom + scrollY, innerHeight);
}"""


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_pages_look_right_and_are_open_to_everybody(
    open_page: Opened,
    server: Server,
    finished: str,
    picture: Callable[[Page, str], None],
    size: str,
    scheme: str,
) -> None:
    paths = {
        "shelf": "/",
        "new": "/new/levelx",
        "rules": "/rules/levelx",
        "replay": f"/match/{finished}/replay?at=20",
        "end": f"/match/{finished}",
        "lost": "/nowhere",
    }
    page = open_page("/", size=size, scheme=scheme)
    for name, path in paths.items():
        page.goto(server.address + path)
        picture(page, f"{name}-{size}-{scheme}")
        assert objections(page) == [], name
        wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wide, f"{name} is wider than the screen"
        beyond = page.evaluate(BEYOND_FOOTER)
        assert beyond <= 1, f"{name} has {beyond} empty pixels below its end"


@pytest.mark.parametrize("size", SIZES)
def test_states_of_the_table_look_right_and_are_open_to_everybody(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None], size: str
) -> None:
    match_id = server.begin(None, None, None)
    page = open_page(f"/match/{match_id}", size=size, guide=True)
    expect(page.locator("#guide-offer")).to_be_visible()
    picture(page, f"table-guide-{size}")
    assert objections(page) == []
    page.locator("#guide-offer button").click()
    expect(page.locator("#guide-offer")).to_be_hidden()
    picture(page, f"table-roll-{size}")
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    picture(page, f"table-move-{size}")
    assert objections(page) == []
    page.locator("#moves summary").click()
    page.locator("#moves button").first.click()
    picture(page, f"table-preview-{size}")
    assert objections(page) == []
    commit_move(page)
    play_turn(page)
    server.play_out(match_id, commands=10)
    page.reload()
    settled(page)
    picture(page, f"table-later-{size}")
    open_menu(page)
    picture(page, f"table-menu-{size}")
    assert objections(page) == []


def test_nothing_needs_scrolling_during_a_turn_on_a_phone(
    open_page: Opened, server: Server
) -> None:
    page = open_page(f"/match/{server.begin(None, None)}", size="phone")
    for button in ("#roll", "#commit"):
        box = page.locator(button).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844
        board = page.locator("#board").bounding_box()
        assert board is not None
        assert board["y"] >= 0
        if button == "#roll":
            page.locator(button).click()
            expect(page.locator("#commit")).to_be_visible()
