"""Settings at the table apply at once, and a half-made choice stays."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opened
from .server import Server, open_menu

HIGHEST = 10  # LX-3: no group makes more
#: Of everything in the header, the most lines that its words take.
MOST_LINES = """() => {
    const lines = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const words = document.querySelectorAll("header :is(.brand span, nav a:not(.me), button)");
    return Math.max(...[...words].map(lines));
}"""


def rolled(server: Server) -> tuple[str, list[int]]:
    """A match whose first roll has two dice that make a group, and those dice."""
    while True:
        match_id = server.begin(None, None)
        roll = {"kind": "roll", "seat": 0, "version": 0}
        faces = server.ask(f"/matches/{match_id}/commands", roll)["snapshot"]["dice"]
        lowest = sorted(range(4), key=faces.__getitem__)[:2]
        if sum(faces[die] for die in lowest) <= HIGHEST:
            return match_id, lowest


def half_made(open_page: Opened, server: Server, size: str) -> Page:
    """Two dice are gathered, and nothing is played yet."""
    match_id, dice = rolled(server)
    page = open_page(f"/match/{match_id}", size=size, fresh=True)
    expect(page.locator("#commit")).to_be_visible()
    for die in dice:
        page.locator(f"#lx-die-{die}").click()
    expect(page.locator(".lx-die[aria-pressed=true]")).to_have_count(2)
    return page


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_robots_speed_changes_without_another_page(
    open_page: Opened, server: Server, size: str
) -> None:
    page = half_made(open_page, server, size)
    page.evaluate("window.same = true")
    open_menu(page)
    note = page.locator(".pace-note")
    expect(note).to_contain_text("tout de suite")
    with page.expect_response("**/settings"):
        page.locator("#pace").select_option("slow")
    assert page.evaluate("window.same")
    expect(page.locator(".lx-die[aria-pressed=true]")).to_have_count(2)
    cookies = {each["name"]: each["value"] for each in page.context.cookies()}
    assert cookies["pace"] == "slow"
    expect(note).to_contain_text("6 secondes")


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_another_language_keeps_a_half_made_choice(
    open_page: Opened, server: Server, size: str
) -> None:
    page = half_made(open_page, server, size)
    page.locator("form.language button").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".lx-die[aria-pressed=true]")).to_have_count(2)
    assert page.evaluate("sessionStorage.getItem('choice')") is None
    assert page.evaluate(MOST_LINES) == 1, "words of the header are broken"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_menu_has_groups_with_icons(open_page: Opened, server: Server, size: str) -> None:
    page = open_page(f"/match/{server.begin(None, None)}", size=size)
    open_menu(page)
    groups = page.locator(".menu-group")
    assert groups.locator("h2").all_inner_texts() == ["Aide", "Réglages", "Cette partie"]
    for each in groups.locator("> a, > button").all():
        assert each.locator("svg.icon").count() == 1
