"""Les Trotteurs by clicking: with automatic signs and with reaction windows, on any screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque.games.trotteurs.board import BUT, FACES, ORDERS, place_after

from .conftest import Opened
from .pages import change_size, in_every_size, resize
from .server import Server, boxes, objections, open_menu, settled
from .targets import too_small

NAMES = ("Ada", "Blaise", "Camille", "Dorothée", "Élodie", "Fabrice")
MOST_THROWS = 400
NEXT = 20_000  # milliseconds


def begin(server: Server, others: int, bot: str | None = "random", **options: Any) -> str:
    """A match of a person and so many others."""
    seats = [{"name": NAMES[0], "bot": None}]
    seats += [{"name": name, "bot": bot} for name in NAMES[1 : others + 1]]
    body = {"game": "trotteurs", "seats": seats, "options": options}
    match_id: str = server.ask("/matches", body)["id"]
    return match_id


def throw(page: Page) -> None:
    version = page.locator("#table").get_attribute("data-version")
    page.locator("#roll").click()
    expect(page.locator(f"#table:not([data-version='{version}'])")).to_be_visible(timeout=NEXT)


def is_over(page: Page) -> bool:
    return page.locator("#table").get_attribute("data-waits") == "end"


def stays_on_the_screen(page: Page, *parts: str) -> None:
    """Nothing of a throw is beside or below the screen."""
    expect(page.locator(", ".join(parts)).first).to_be_visible()
    room = page.viewport_size
    assert room is not None
    shown = boxes(page, "#board", *parts)
    assert set(shown) == {"#board", *parts}
    for part, box in shown.items():
        assert box["x"] >= 0, part
        assert box["y"] >= 0, part
        assert box["x"] + box["width"] <= room["width"], part
        assert box["y"] + box["height"] <= room["height"], part
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


def test_a_whole_match_by_clicking(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None]
) -> None:
    """On a phone and a wide screen by turns."""
    page = open_page(f"/match/{begin(server, 2)}", size="phone")
    for place in range(MOST_THROWS):
        settled(page)
        if is_over(page):
            break
        size = change_size(page, place)
        stays_on_the_screen(page, "#roll")
        expect(page.locator("#roll")).to_have_text("Lancer")
        if place in (3, 4):
            assert objections(page, preload=False) == []
            picture(page, f"trotteurs-throw-{size}")
        throw(page)
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator(".tr-won")).to_have_count(1)
    for size in in_every_size(page):
        assert objections(page, preload=False) == []
        picture(page, f"trotteurs-end-{size}")


@pytest.mark.parametrize(
    ("size", "others", "scheme"),
    [
        ("phone", 1, "light"),
        ("phone", 5, "dark"),
        ("wide", 3, "light"),
        pytest.param("phone", 1, "dark", marks=pytest.mark.long),
        pytest.param("phone", 5, "light", marks=pytest.mark.long),
        pytest.param("wide", 3, "dark", marks=pytest.mark.long),
    ],
)
def test_any_number_of_boards_fits_and_is_open_to_everybody(
    open_page: Opened,
    server: Server,
    picture: Callable[[Page, str], None],
    size: str,
    others: int,
    scheme: str,
) -> None:
    match_id = begin(server, others, None, rounds=9)  # people: nobody throws meanwhile
    page = open_page(f"/match/{match_id}", size=size, scheme=scheme)
    for _ in range(4):
        stays_on_the_screen(page, "#roll")
        throw(page)
    expect(page.locator(".tr-trotter")).to_have_count(5 * (others + 1))
    assert objections(page, preload=False) == []
    picture(page, f"trotteurs-{others + 1}-{size}-{scheme}")


def roll_until_one_may_call(page: Page) -> None:
    """Roll until a window opens whose buttons are not closed, as they may be after a wrong call."""
    while True:
        settled(page)
        page.locator("#roll").click()
        expect(page.locator("#table[data-waits=watch]")).to_be_visible(timeout=NEXT)
        expect(page.locator(".press")).to_have_count(4)
        if not page.locator(".press:disabled").count():
            return


def test_a_game_of_attention_is_played_with_buttons_and_keys(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None]
) -> None:
    match_id = begin(server, 2, vigilance="manual", rounds=9)
    page = open_page(f"/match/{match_id}", locale="en-GB")
    for place, size in enumerate(("wide", "phone")):
        resize(page, size)
        roll_until_one_may_call(page)
        expect(page.locator("#ask")).to_have_text("Look closely, and call out what you see.")
        stays_on_the_screen(page, ".press")
        if place % 2:
            page.keyboard.press("1")
            expect(page.locator(".press-triangle[aria-pressed=true]")).to_be_visible()
        else:
            page.locator(".press-omission").click()
            expect(page.locator(".press-omission[aria-pressed=true]")).to_be_visible()
        if place == 0:
            picture(page, "trotteurs-watch-wide")
        expect(page.locator("#notice")).to_be_hidden()
    assert "silent" not in page.locator("#log").inner_text()
    a_replay_tells_of_windows_and_asks_nobody(page, server, match_id)


def a_replay_tells_of_windows_and_asks_nobody(page: Page, server: Server, match_id: str) -> None:
    """At the first throw no trotter can have met another: nobody can have called rightly."""
    page.goto(f"{server.address}/match/{match_id}/replay?at=2")
    expect(page.locator("#ask")).to_have_text("Anybody may call out what they see.")
    expect(page.locator(".last-said")).to_contain_text("throws")
    page.locator("#go-forward").click()
    expect(page.locator(".last-said")).to_have_text("The time for calling out is over.")
    for size in in_every_size(page):
        stays_on_the_screen(page, ".last-said", "#go-forward")
        assert page.locator(".press").count() == 0, size


def is_played_to_its_end(page: Page, picture: Callable[[Page, str], None], name: str) -> None:
    """The windows are gone, and somebody has won."""
    expect(page.locator("#ending")).to_be_visible(timeout=NEXT)
    expect(page.locator(".press, #countdown progress, .call-result")).to_have_count(0)
    expect(page.locator("#notice")).to_be_hidden()
    for size in in_every_size(page):
        expect(page.locator("#ending")).to_be_in_viewport()
        picture(page, f"{name}-{size}")


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_game_of_attention_that_ends_in_a_window_closes_it(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None], size: str
) -> None:
    match_id = begin(server, 1, None, vigilance="manual", rounds=9)
    page = open_page(f"/match/{match_id}", size=size, locale="fr-FR")
    give_time_to_look(page, server)
    page.locator("#roll").click()
    expect(page.locator("#table[data-waits=watch] .press").first).to_be_visible(timeout=NEXT)
    version = int(page.locator("#table").get_attribute("data-version") or 0)
    resign = {"kind": "resign", "seat": 1, "version": version, "confirm": True}
    server.ask(f"/matches/{match_id}/commands", resign)
    is_played_to_its_end(page, picture, "trotteurs-attention-resigned")
    assert objections(page, preload=False) == []


@pytest.mark.long
def test_a_whole_game_of_attention_by_clicking(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None]
) -> None:
    """Two people at one screen and a robot call what they like, until somebody wins."""
    kinds = (None, None, "habitué")
    seats = [{"name": name, "bot": bot} for name, bot in zip(NAMES, kinds, strict=False)]
    options = {"vigilance": "manual"}
    body = {"game": "trotteurs", "seats": seats, "options": options}
    page = open_page(f"/match/{server.ask('/matches', body)['id']}", size="phone")
    ready = page.locator("#roll, .press:not(:disabled, [aria-pressed=true]), #ending")
    chance = Random(4)
    for _ in range(20 * MOST_THROWS):
        expect(ready.first).to_be_visible(timeout=NEXT)
        if page.locator("#ending").count():
            break
        roll = page.locator("#roll")
        if roll.count():
            version = page.locator("#table").get_attribute("data-version")
            roll.click()
            expect(page.locator(f"#table:not([data-version='{version}'])")).to_be_visible()
        elif chance.random() < 0.1:  # the window may close meanwhile, which costs nothing
            chance.choice(page.locator(".press").all()).dispatch_event("click")
        else:
            page.wait_for_timeout(200)
    is_played_to_its_end(page, picture, "trotteurs-attention-won")
    expect(page.locator(".tr-won")).to_have_count(1)
    assert "silent" not in page.locator("#log").inner_text()
    assert objections(page, preload=False) == []


@pytest.mark.parametrize("vigilance", ["auto", "manual"])
def test_where_nothing_is_decided_no_hint_and_no_time_to_take_back_is_offered(
    open_page: Opened, server: Server, vigilance: str
) -> None:
    page = open_page(f"/match/{begin(server, 1, None, vigilance=vigilance)}")
    for _ in in_every_size(page):
        expect(page.locator("#show-guide")).to_have_count(1)
        expect(page.locator("#hint, .pace-note")).to_have_count(0)
    open_menu(page)
    with page.expect_response("**/settings"):
        page.locator("#pace").select_option("fast")
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_after_a_wrong_call_neither_a_finger_nor_a_key_presses_a_button(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None], size: str
) -> None:
    match_id = begin(server, 2, vigilance="manual", rounds=9)
    page = open_page(f"/match/{match_id}", size=size)
    page.context.add_cookies([{"name": "pace", "value": "slow", "url": page.url}])  # time to look
    settled(page)
    page.locator("#roll").click()
    page.locator(".press-omission").click(timeout=NEXT)  # at the first throw nothing was missed
    said = "Fausse annonce\u202f: vos boutons restent fermés pour deux fenêtres."
    expect(page.locator(".locked-out")).to_have_text(said, timeout=NEXT)
    expect(page.locator(".press:disabled")).to_have_count(4)
    stays_on_the_screen(page, ".locked-out", ".press-triangle", ".press-omission")
    page.keyboard.press("1")
    assert page.locator(".press[aria-pressed=true]").count() == 0
    picture(page, f"trotteurs-locked-out-{size}")
    assert objections(page, preload=False) == []


@pytest.mark.parametrize(("others", "bot"), [(5, "random"), (2, None)])
def test_the_buttons_of_a_game_of_attention_fit_a_phone(
    open_page: Opened, server: Server, others: int, bot: str | None
) -> None:
    """One player's beside robots, and those of three at one screen."""
    match_id = begin(server, others, bot, vigilance="manual", rounds=9)
    page = open_page(f"/match/{match_id}", size="phone")
    settled(page)
    page.locator("#roll").click()
    expect(page.locator("#table[data-waits=watch]")).to_be_visible(timeout=NEXT)
    stays_on_the_screen(page, ".press-triangle", ".presses:last-of-type .press-omission")
    assert too_small(page) == []
    narrow = "node => node.scrollWidth <= node.clientWidth"
    assert page.locator(".press").evaluate_all(f"nodes => nodes.every({narrow})")


def test_trotters_are_seen_to_run(open_page: Opened, server: Server) -> None:
    """They run only if an update never takes them out of the page, not even for a moment."""
    page = open_page(f"/match/{begin(server, 2, None, rounds=20)}", motion="full")
    settled(page)
    page.evaluate(
        """() => {
            window.disturbed = 0;
            window.ran = 0;
            const lost = (change) => [...change.removedNodes, ...change.addedNodes];
            const isTrotter = (node) => node.classList?.contains("tr-trotter");
            const count = (changes) =>
                (window.disturbed += changes.flatMap(lost).filter(isTrotter).length);
            const board = document.getElementById("board");
            new MutationObserver(count).observe(board, { childList: true });
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...all) {
                window.ran += this.classList.contains("tr-trotter");
                return animate.apply(this, all);
            };
        }"""
    )
    for _ in range(12):
        throw(page)
    assert page.evaluate("window.disturbed") == 0
    assert page.evaluate("window.ran") > 0


def test_who_wants_no_motion_gets_none(open_page: Opened, server: Server) -> None:
    page = open_page(f"/match/{begin(server, 1, None, rounds=20)}")
    for _ in range(3):
        throw(page)
        board = "document.getElementById('board').getAnimations({subtree: true}).length"
        assert page.evaluate(board) == 0


def test_trotters_run_the_way_of_the_rules(open_page: Opened) -> None:
    """TR-4, TR-5 What the script shows ends where the rules put it, and goes from hole to hole."""
    page = open_page("/")
    ways = page.evaluate(
        """async (orders) => {
            const { columnsThrough: path } = await import("/games/trotteurs/movement.js");
            const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
            return places.flatMap((place) => orders.flatMap((order) => [1, 2, 3, 4, 5, 6].map(
                (points) => ({ place, order, points, path: path(place, order, points) }))));
        }""",
        list(ORDERS),
    )
    assert len(ways) == 10 * FACES * FACES
    for each in ways:
        end = place_after(each["place"], ORDERS.index(each["order"]), each["points"])
        assert each["path"][-1] == (BUT + 1 if end == BUT else end), each
        steps = each["points"] * (2 if each["order"].endswith("2") else 1)
        if each["order"] not in ("O", "BUT"):
            assert len(each["path"]) == steps + (end == BUT), each


@pytest.mark.parametrize("size", ["phone", pytest.param("wide", marks=pytest.mark.long)])
def test_the_rulebook_and_the_replay_are_open_to_everybody(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None], size: str
) -> None:
    page = open_page("/rules/trotteurs", size=size)
    expect(page.locator(".tr-example")).to_have_count(4)
    assert objections(page, preload=False) == []
    match_id = begin(server, 1, None)
    page = open_page(f"/match/{match_id}", size=size)
    throw(page)
    page = open_page(f"/match/{match_id}/replay?at=1", size=size)
    expect(page.locator(".tr-trotter")).to_have_count(10)
    assert objections(page, preload=False) == []
    picture(page, f"trotteurs-replay-{size}")


def give_time_to_look(page: Page, server: Server) -> None:
    page.context.add_cookies([{"name": "pace", "value": "slow", "url": server.address}])
    page.reload()
    settled(page)


#: Shows the window that is open again, with what came of a call in the one before.
SHOW_CALL = """async (call) => {
    const match = document.getElementById("match");
    const { src } = document.querySelector("script[src*='table/page.js']");
    const { Table } = await import(new URL("table.js", src));
    const { first, ...setup } = JSON.parse(document.getElementById("setup").textContent);
    const { default: module } = await import(match.dataset.table);
    const table = new Table(document.getElementById("table"), setup, module);
    await table.show({ ...first, calls: [call] });
}"""


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("wide", "dark")])
def test_a_window_counts_down_and_every_call_is_answered(
    open_page: Opened,
    server: Server,
    picture: Callable[[Page, str], None],
    size: str,
    scheme: str,
) -> None:
    match_id = begin(server, 1, None, vigilance="manual", rounds=9)
    page = open_page(f"/match/{match_id}", size=size, scheme=scheme, locale="en-GB")
    give_time_to_look(page, server)
    page.locator("#roll").click()
    left = page.locator("#countdown progress")
    expect(left).to_be_visible(timeout=NEXT)
    expect(page.locator("#countdown span")).to_have_text(re.compile(r"^\d s$"))
    first = left.evaluate("(bar) => bar.value / bar.max")
    stays_on_the_screen(page, "#countdown", ".press")
    page.locator("#press-0-triangle").click()  # the first window is for omissions
    picture(page, f"trotteurs-countdown-{size}-{scheme}")
    assert 0 < first <= 1
    answer = page.locator(".call-result")
    expect(answer).to_have_text(
        "Ada: “Triangle!” is for the other window: it counts for nothing.", timeout=NEXT
    )
    expect(page.locator("#announcer")).to_contain_text("for the other window")
    stays_on_the_screen(page, ".call-result", ".press")
    picture(page, f"trotteurs-call-{size}-{scheme}")
    assert objections(page, preload=False) == []
    page.evaluate(SHOW_CALL, {"verdict": "right", "said": "Ada: “Triangle!”: well seen."})
    right = page.locator(".call-result.call-right")
    expect(right).to_have_text("Ada: “Triangle!”: well seen.")
    stays_on_the_screen(page, ".call-right")


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_call_that_comes_too_late_is_answered_calmly(
    open_page: Opened, server: Server, size: str
) -> None:
    match_id = begin(server, 1, None, vigilance="manual", rounds=9)
    page = open_page(f"/match/{match_id}", size=size, locale="fr-FR", fresh=True)
    give_time_to_look(page, server)
    page.evaluate(  # presses are for the window before
        """() => {
            const { send } = WebSocket.prototype;
            WebSocket.prototype.send = function (text) {
                const message = JSON.parse(text);
                if (message.command?.kind === "press") message.command.version -= 1;
                return send.call(this, JSON.stringify(message));
            };
        }"""
    )
    page.locator("#roll").click()
    page.locator("#press-0-triangle").click(timeout=NEXT)
    said = "Trop tard\u00a0: la fenêtre était fermée. Cela ne coûte rien."
    expect(page.locator(".call-result")).to_have_text(said)
    expect(page.locator("#announcer")).to_have_text(said)
    stays_on_the_screen(page, ".call-result", ".press")
    expect(page.locator("#notice")).to_be_hidden()
