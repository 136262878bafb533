"""Sharing the server with the network by clicking, and connecting from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Error, Page, expect

from .conftest import Opened
from .server import Server, objections

NETWORK = "127.0.0.2"


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server apart: what is shared is the whole of it. Whoever shares it closes it again."""
    opened = Server(tmp_path_factory.mktemp("shared"), "--network", NETWORK).open()
    yield opened
    opened.close()


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_server_is_shared_visited_and_closed_again(
    open_page: Opened, own_server: Server, picture: Callable[[Page, str], None], size: str
) -> None:
    page = open_page("/", size=size, at=own_server)
    page.get_by_role("link", name="Jouer avec d’autres sur ce réseau").click()
    picture(page, f"share-off-{size}")
    assert objections(page) == []
    page.get_by_role("button", name="Ouvrir à ce réseau").press("Enter")
    expect(page.get_by_role("img", name="Code QR de http")).to_be_visible()
    picture(page, f"share-on-{size}")
    assert objections(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    address = page.locator(".share-address a").get_attribute("href")
    assert address
    assert address.startswith(f"http://{NETWORK}:")

    guest = page.context.new_page()
    guest.goto(address)
    expect(guest.get_by_role("heading", level=1)).to_be_visible()
    expect(guest.get_by_role("link", name="sur ce réseau")).to_have_count(0)
    guest.goto(f"{address}share")
    expect(guest.get_by_text("Seules les personnes devant la machine")).to_be_visible()

    page.get_by_role("button", name="Arrêter le partage").click()
    expect(page.get_by_role("button", name="Ouvrir à ce réseau")).to_be_visible()
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        guest.goto(address)


def test_the_code_is_dark_on_light_by_day_and_by_night(
    open_page: Opened, own_server: Server
) -> None:
    open_page("/share", at=own_server).get_by_role("button", name="Ouvrir à ce réseau").click()
    for scheme in ("light", "dark"):
        page = open_page("/share", scheme=scheme, at=own_server)
        drawn = page.locator(".qr path")
        expect(drawn).to_have_count(2)
        fills = drawn.evaluate_all("all => all.map(e => getComputedStyle(e).fill)")
        assert fills == ["rgb(255, 255, 255)", "rgb(29, 36, 48)"], scheme
    page.get_by_role("button", name="Arrêter le partage").click()
    expect(page.get_by_role("button", name="Ouvrir à ce réseau")).to_be_visible()
