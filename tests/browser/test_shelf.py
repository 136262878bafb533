"""The shelf tells live how the matches stand."""

from playwright.sync_api import expect

from .conftest import Opened
from .server import Server

TITLE = "L’étagère · Ludothèque"


def test_the_shelf_is_told_of_all_matches_by_one_socket(open_page: Opened, server: Server) -> None:
    match_id = server.begin(None, None)
    page = open_page("/", fresh=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.address)))
    with page.expect_websocket() as opened:
        page.reload()
    socket = opened.value
    assert socket.url.endswith("/stands/socket")
    place = page.locator(f"[data-match='{match_id}']")
    expect(place.locator(".now")).to_be_visible()
    before = place.text_content()
    server.ask(f"/matches/{match_id}/commands", {"kind": "roll", "seat": 0, "version": 0})
    expect(place).not_to_have_text(before or "")
    assert [each for each in asked if "stands" in each] == ["/stands"]


def test_where_sockets_do_not_get_through_the_shelf_asks_for_all_at_once(
    open_page: Opened, server: Server
) -> None:
    match_id, other = server.begin(None, None), server.begin(None, None)
    page = open_page("/", fresh=True)
    page.add_init_script("delete globalThis.WebSocket")
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.address)))
    page.reload()
    place, unchanged = (page.locator(f"[data-match='{each}']") for each in (match_id, other))
    expect(place.locator(".now")).to_be_visible()
    turns = page.locator(".match-row .now").count()
    expect(page).to_have_title(f"({turns}) À vous — {TITLE}")
    before, same = place.text_content(), unchanged.text_content()
    server.ask(f"/matches/{match_id}/commands", {"kind": "roll", "seat": 0, "version": 0})
    page.clock.fast_forward(6_000)
    expect(place).not_to_have_text(before or "")
    expect(unchanged).to_have_text(same or "")
    assert [each for each in asked if "stands" in each] == ["/stands", "/stands?again=true"]
