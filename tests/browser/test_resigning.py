"""Resigning among three: a dialog with the robot that plays on, and a seat that is marked."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import LOOKS, Opened
from .pages import in_every_size
from .server import Server, objections, open_menu, settled


def resign(page: Page, level: str) -> None:
    open_menu(page)
    page.locator("#resign").click()
    page.locator("#confirm select").select_option(level)
    page.locator("#confirm button[value=yes]").click()


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_a_robot_plays_on_and_everybody_sees_who_has_resigned(
    open_page: Opened,
    server: Server,
    picture: Callable[[Page, str], None],
    size: str,
    scheme: str,
) -> None:
    match_id = server.begin(None, None, None)
    page = open_page(f"/match/{match_id}", size=size, scheme=scheme, locale="fr-FR")
    open_menu(page)
    page.locator("#resign").click()
    expect(page.locator("#confirm select")).to_be_visible()
    expect(page.locator("#confirm-text")).to_contain_text("avec un robot à votre place")
    expect(page.locator("#confirm select")).to_have_value("habitué")
    assert objections(page) == []
    picture(page, f"resign-dialog-{size}-{scheme}")
    page.locator("#confirm button[value=no]").click()
    page.keyboard.press("Escape")
    version = int(settled(page).get_attribute("data-version") or 0)
    server.ask(
        f"/matches/{match_id}/commands",
        {"kind": "resign", "seat": 1, "version": version, "confirm": True},
    )
    seat = page.locator("#seat-1")
    expect(seat.locator(".seat-note")).to_contain_text("a abandonné, remplacé par un robot")
    expect(seat.locator(".seat-note")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("Blaise abandonne. Un robot continue.")
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    room = "(note) => note.clientWidth - note.scrollWidth"
    assert size == "phone" or seat.locator(".seat-note").evaluate(room) >= 0, "words are cut off"
    assert objections(page) == []
    picture(page, f"resigned-{size}-{scheme}")


def test_who_resigns_stays_as_a_spectator_and_the_last_person_ends_the_match(
    open_page: Opened, server: Server
) -> None:
    match_id = server.begin(None, None, "random")
    page = open_page(f"/match/{match_id}", locale="en-GB", fresh=True)
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(str(text))))
    page.reload()
    settled(page)
    resign(page, "débutant")
    for _ in in_every_size(page):
        expect(page.locator("#seat-0.left")).to_be_in_viewport()
    (resigned,) = (json.loads(text)["command"] for text in sent if '"resign"' in text)
    assert resigned["stand_in"] == "débutant"
    assert [seat["resigned"] for seat in server.ask(f"/matches/{match_id}")["seats"]] == [
        True,
        False,
        False,
    ]
    open_menu(page)
    page.locator("#resign").click()
    expect(page.locator("#confirm select")).to_be_hidden()
    expect(page.locator("#confirm-text")).to_contain_text("The match ends here")
    page.locator("#confirm button[value=yes]").click()
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator(".ending-why")).to_have_text(["Ada resigned.", "Blaise resigned."])
