"""Nothing is lost by a reload, a restart, a sleeping tab or a lost connection."""

import re
from pathlib import Path

from playwright.sync_api import Page, Route, WebSocket, WebSocketRoute, expect

from .conftest import Opened
from .server import Server, play_turn, settled

LIVE = re.compile(r"/live(\?|$)")  # a match's stream


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


def without_sockets(page: Page) -> None:
    """Load the page again as in a browser that has none."""
    page.add_init_script("delete globalThis.WebSocket")
    page.reload()


def test_where_sockets_break_the_page_goes_on_by_events_and_requests(
    open_page: Opened, server: Server
) -> None:
    page = open_page("/", fresh=True)
    page.route_web_socket("**/socket*", lambda socket: socket.close(code=1006))
    match_id = server.begin(None, None)
    with page.expect_request(LIVE):
        page.goto(f"{server.address}/match/{match_id}")
    with page.expect_request("**/do"):
        play_turn(page)
    other = open_page(f"/match/{match_id}", size="phone")
    play_turn(other)
    version = other.locator("#table").get_attribute("data-version")
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    expect(page.locator("#notice")).to_be_hidden()


NOTE_SOCKETS = """
globalThis.sockets = [];
globalThis.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    sockets.push(this);
  }
};
"""
SOCKET_IS_OPEN = "() => sockets.at(-1)?.readyState === WebSocket.OPEN"


def test_a_socket_that_is_open_on_one_side_only_is_given_up(
    open_page: Opened, server: Server
) -> None:
    """As after a change of networks: nothing is closed, and no answer comes."""
    page = open_page("/", fresh=True)
    swallowed, requests = list[str](), list[Route]()

    def swallow_the_first_command(page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()

        def hand_up(message: str | bytes) -> None:
            if swallowed or "roll" not in str(message):  # or a beat that is answered
                server_end.send(message)
            else:
                swallowed.append(str(message))

        page_end.on_message(hand_up)

    page.route_web_socket("**/socket*", swallow_the_first_command)
    page.route("**/do", lambda route: requests.append(route))  # the page's second way
    page.clock.install()
    page.add_init_script(NOTE_SOCKETS)
    page.goto(f"{server.address}/match/{server.begin(None, None)}")
    page.wait_for_function(SOCKET_IS_OPEN)
    page.locator("#roll").press("Enter")
    while not swallowed:
        page.wait_for_timeout(10)
    # An answer would have come by now. The time stands still, so that no new socket is opened yet.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 11)
    expect(page.locator("#notice")).to_be_visible()
    while not requests:
        page.wait_for_timeout(10)
    requests[0].continue_()
    expect(page.locator("#notice")).to_be_hidden()  # the server has answered
    page.unroute("**/do")
    page.clock.resume()
    page.clock.fast_forward(2_000)
    expect(page.locator("#roll")).to_have_count(0)  # what came of it, by a new socket
    play_turn(page)
    expect(page.locator(".seat[aria-current] .seat-name")).to_have_text("Blaise")


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def of_match(socket: WebSocket) -> bool:
    return "/match/" in socket.url


def test_a_hidden_tab_lets_its_socket_go_and_catches_up_when_it_is_shown(
    open_page: Opened, server: Server
) -> None:
    match_id = server.begin(None, None)
    page = open_page("/", fresh=True)
    page.add_init_script(NOTE_SOCKETS)
    with page.expect_websocket(of_match) as opened:  # the shelf has a socket of its own
        page.goto(f"{server.address}/match/{match_id}")
    page.wait_for_function(SOCKET_IS_OPEN)
    with opened.value.expect_event("close"):
        page.evaluate(HIDE, True)
    version = page.locator("#table").get_attribute("data-version")
    server.ask(f"/matches/{match_id}/commands", {"kind": "roll", "seat": 0, "version": 0})
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    with page.expect_websocket(of_match):
        page.evaluate(HIDE, False)
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()


def test_an_update_of_the_same_version_keeps_a_half_made_choice(
    open_page: Opened, server: Server
) -> None:
    page = open_page(f"/match/{server.begin(None, None)}", fresh=True)
    without_sockets(page)
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    page.locator("#moves summary").click()
    page.locator("#moves button").first.click()
    chosen = page.locator("#commit").inner_text()
    assert chosen != ""
    page.route(LIVE, lambda route: route.continue_(url=route.request.url.split("?")[0]))
    # a stream that begins with the moment the page has already
    with page.expect_request(LIVE):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(700)
    expect(page.locator("#commit")).to_have_text(chosen)


def test_a_press_is_heard_before_the_last_command_is_answered(
    open_page: Opened, server: Server
) -> None:
    page = open_page("/", fresh=True)
    opened, sent, held = list[bool](), list[str](), list[str | bytes]()

    def hold_the_first_answer(page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()

        def go_on(message: str | bytes) -> None:
            is_answer = '"answer"' in str(message)
            (held.append if is_answer and not held else page_end.send)(message)

        def count(message: str | bytes) -> None:
            sent.append(str(message))
            server_end.send(message)

        page_end.on_message(count)
        server_end.on_message(go_on)
        opened.append(True)

    page.route_web_socket("**/socket*", hold_the_first_answer)
    page.goto(f"{server.address}/match/{server.begin(None, None)}")
    while not opened:
        page.wait_for_timeout(10)
    page.locator("#roll").dblclick()  # the second press is of the same button: it is sent once
    expect(page.locator("#commit")).to_be_visible()
    play_turn(page)
    expect(page.locator(".seat[aria-current] .seat-name")).to_have_text("Blaise")
    expect(page.locator("#notice")).to_be_hidden()
    assert len(held) == 1
    assert sum('"roll"' in message for message in sent) == 1


def test_a_press_while_the_next_step_waits_to_be_shown_is_not_sent_again(
    open_page: Opened, server: Server
) -> None:
    """A move stays in sight for a moment; meanwhile its button may be pressed once more."""
    match_id = server.begin(None, None)
    page = open_page(f"/match/{match_id}", locale="en-GB", fresh=True)
    page.context.add_cookies([{"name": "pace", "value": "slow", "url": server.address}])
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(str(text))))
    page.reload()
    play_turn(page)  # the frame of the move stays
    page.locator("#roll").click()
    page.wait_for_timeout(100)  # the answer has come
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()
    assert sum('"roll"' in text for text in sent) == 2, "one of each player"


#: Keeps what the page says in its notice.
NOTE_NOTICES = """() => {
    globalThis.notices = new Set();
    const notice = document.getElementById("notice");
    const look = () => notices.add(notice.querySelector(".notice-text")?.textContent.trim());
    const all = { attributes: true, characterData: true, childList: true, subtree: true };
    new MutationObserver(look).observe(notice, all);
}"""


def test_a_stale_page_is_told_and_catches_up(open_page: Opened, server: Server) -> None:
    """In a sentence, which goes when the page shows how the match stands."""
    match_id = server.begin(None, None)
    page = open_page(f"/match/{match_id}", locale="fr-FR", fresh=True)
    page.route(LIVE, lambda route: route.abort())
    without_sockets(page)
    expect(page.locator("#roll")).to_be_visible()
    server.ask(f"/matches/{match_id}/commands", {"kind": "roll", "seat": 0, "version": 0})
    page.evaluate(NOTE_NOTICES)  # on a slow machine that of the lost connection comes, too
    page.locator("#roll").click()
    said = "La partie a avancé entre-temps. Voyez où elle en est."
    page.wait_for_function("said => notices.has(said)", arg=said)
    page.unroute(LIVE)
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()
