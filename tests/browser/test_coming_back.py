"""Nothing is lost by a reload, a restart, a sleeping tab or a lost connection."""

from pathlib import Path

from playwright.sync_api import APIResponse, Route, expect

from .conftest import Opened
from .server import Server, play_turn, settled


def test_a_reload_finds_the_match_as_it_was(open_page: Opened, server: Server) -> None:
    page = open_page(f"/match/{server.begin(None, None)}")
    play_turn(page)
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    version = page.locator("#table").get_attribute("data-version")
    page.reload()
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    play_turn(page)


def test_a_server_killed_in_mid_match_goes_on_where_it_was(
    open_page: Opened, tmp_path: Path
) -> None:
    own = Server(tmp_path).open()
    page = open_page(f"/match/{own.begin(None, 'greedy')}", at=own)
    play_turn(page)
    settled(page)
    version = int(page.locator("#table").get_attribute("data-version") or 0)
    own.kill()
    expect(page.locator("#notice")).to_be_visible(timeout=20_000)
    own.open()
    expect(page.locator("#notice")).to_be_hidden(timeout=20_000)
    play_turn(page)
    assert int(page.locator("#table").get_attribute("data-version") or 0) > version
    own.close()


def test_what_another_page_does_is_seen_here(open_page: Opened, server: Server) -> None:
    path = f"/match/{server.begin(None, None)}"
    here, there = open_page(path), open_page(path, size="phone")
    play_turn(here)
    version = here.locator("#table").get_attribute("data-version")
    expect(there.locator("#table")).to_have_attribute("data-version", str(version))


def test_an_update_of_the_same_version_keeps_a_half_made_choice(
    open_page: Opened, server: Server
) -> None:
    page = open_page(f"/match/{server.begin(None, None)}", fresh=True)
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    page.locator("#moves summary").click()
    page.locator("#moves button").first.click()
    chosen = page.locator("#commit").inner_text()
    assert chosen != ""
    page.route(
        "**/live*", lambda route: route.continue_(url=route.request.url.split("?")[0])
    )  # a stream that begins with the moment the page has already
    with page.expect_request("**/live*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(700)
    expect(page.locator("#commit")).to_have_text(chosen)


def test_a_press_is_heard_before_the_last_command_is_answered(
    open_page: Opened, server: Server
) -> None:
    page = open_page(f"/match/{server.begin(None, None)}", fresh=True)
    answers: list[tuple[Route, APIResponse]] = []
    page.route("**/do", lambda route: answers.append((route, route.fetch())), times=1)
    page.locator("#roll").dblclick()  # the second press is of the same button: it is sent once
    expect(page.locator("#commit")).to_be_visible()
    play_turn(page)
    expect(page.locator(".seat[aria-current] .seat-name")).to_have_text("Blaise")
    expect(page.locator("#notice")).to_be_hidden()
    ((route, answer),) = answers
    route.fulfill(response=answer)


def test_a_stale_page_is_told_and_catches_up(open_page: Opened, server: Server) -> None:
    match_id = server.begin(None, None)
    page = open_page(f"/match/{match_id}", fresh=True)
    page.route("**/live*", lambda route: route.abort())
    page.reload()
    server.ask(f"/matches/{match_id}/commands", {"kind": "roll", "seat": 0, "version": 0})
    page.unroute("**/live*")
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
