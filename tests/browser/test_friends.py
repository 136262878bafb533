"""Friends by link: real browsers, one match, and everything that can happen to them meanwhile."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ludotheque.games import find
from ludotheque.table.verification import verify

from ..web.api_client import SMALL_BOX
from .conftest import Opened
from .pages import in_every_size, resize
from .server import Server, objections, open_menu, play_turn

ADA_S_TURN = re.compile("À vous|Your turn")
#: How far the avatars that are offered are from the middle of their frames, in pixels.
OFF_CENTRE = """() => {
    const middle = (node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const frames = [...document.querySelectorAll(".swatch")];
    return Math.max(...frames.map((frame) => {
        const [[x, y], [a, b]] = [frame, frame.querySelector(".seat-mark")].map(middle);
        return Math.hypot(x - a, y - b);
    }));
}"""


def set_the_table(page: Page, *kinds: str, clock: str = "", edition: str = "") -> None:
    """A new match of Level X by its form: Ada here, the others as named."""
    page.locator("[name=seat_0_name]").fill("Ada")
    for seat, kind in enumerate(kinds, 1):
        page.locator(f"[name=seat_{seat}_kind]").select_option(kind)
    page.locator("[name=option_first][value='0']").check()
    page.locator("[name=clock]").select_option(clock)
    if edition:
        page.locator(".edition summary").first.click()
        page.locator("[name=edition]").fill(edition)
    page.locator(".sheet button.primary").click()


def link_in(page: Page, name: str) -> str:
    field = page.locator(f"#{name}")
    expect(field).to_be_visible()
    return field.input_value()


def path_of(link: str) -> str:
    return re.sub("^http://[^/]+", "", link)


def sit_down(page: Page, name: str) -> None:
    expect(page.locator("#name")).to_be_visible()
    page.locator("#name").fill(name)
    page.locator("#sit-down").click()


def table_of(page: Page) -> None:
    expect(page.locator("#table")).to_be_visible(timeout=20_000)


def version_of(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or -1)


def caught_up(page: Page, other: Page) -> None:
    """Both show the same version; a move and the end of the match may come one after the other."""
    for _ in range(200):
        if version_of(page) == version_of(other):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"one is at {version_of(page)}, the other at {version_of(other)}")


class FriendsMatch:
    """Ada has set a table for Blaise; Camille looks on."""

    def __init__(self, open_page: Opened, server: Server, **more: str) -> None:
        self.server = server
        self.ada = open_page("/new/levelx", at=server)
        set_the_table(self.ada, "link", **more)
        self.link, self.watch = link_in(self.ada, "link-1"), link_in(self.ada, "link-watch")
        self.blaise = open_page(path_of(self.link), at=server, size="phone")
        sit_down(self.blaise, "Blaise")
        self.camille = open_page(path_of(self.watch), at=server)
        self.camille.locator("#sit-down").click()
        for page in (self.ada, self.blaise, self.camille):
            table_of(page)

    @property
    def match_id(self) -> str:
        return self.ada.url.rpartition("/")[2]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path).open()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.close()


def test_two_browsers_play_a_match_by_link_to_its_end_and_a_third_looks_on(
    open_page: Opened, own_server: Server
) -> None:
    """With a reload, a lost line and a killed server on the way; the dice prove themselves."""
    friends = FriendsMatch(open_page, own_server, edition=json.dumps(SMALL_BOX))
    ada, blaise, camille = friends.ada, friends.blaise, friends.camille
    assert "#" not in blaise.url
    expect(blaise.locator("#seat-1 .seat-name")).to_have_text("Blaise")
    troubles: dict[int, Callable[[], None]] = {
        1: lambda: table_of(reloaded(blaise)),
        2: lambda: lose_the_line(blaise, ada),
        3: lambda: restart(own_server, ada, blaise, camille),
    }
    for turn in range(60):
        if turn in troubles:
            troubles[turn]()
        if ada.locator("#table[data-waits=end]").count():
            break
        playing, waiting = (ada, blaise) if turn % 2 == 0 else (blaise, ada)
        expect(playing.locator("#table[data-mine=yes], #table[data-waits=end]")).to_be_visible(
            timeout=20_000
        )
        if playing.locator("#table[data-waits=end]").count():
            break
        assert waiting.locator("#roll, #commit").count() == 0
        play_turn(playing)
        caught_up(waiting, playing)
        caught_up(camille, playing)
        assert camille.locator("#roll, #commit, #take-back").count() == 0
    for page in (ada, blaise, camille):
        expect(page.locator("#table[data-waits=end] #ending")).to_be_visible()
    text = own_server.text(f"/match/{friends.match_id}/record.jsonl")
    report = verify(text, find)
    assert (report.verdict, report.proven) == ("proven", report.draws)
    header = json.loads(text.splitlines()[0])
    assert header["fairness"]["seed_by"] == ["device", "device"]
    assert header["names"] == ["Ada", "Blaise"]


def reloaded(page: Page) -> Page:
    page.reload()
    return page


def lose_the_line(away: Page, playing: Page) -> None:
    """A browser without a line catches up when it has one again."""
    away.context.set_offline(True)
    expect(away.locator("#notice")).to_be_visible(timeout=20_000)
    play_turn(playing)
    away.context.set_offline(False)
    caught_up(away, playing)
    expect(away.locator("#notice")).to_be_hidden(timeout=20_000)
    play_turn(away)
    caught_up(playing, away)


def restart(server: Server, *pages: Page) -> None:
    """As a power cut would; the pages find the server again by themselves."""
    server.kill()
    for page in pages:
        expect(page.locator("#notice")).to_be_visible(timeout=20_000)
    server.open()
    for page in pages:
        expect(page.locator("#notice")).to_be_hidden(timeout=30_000)


@pytest.mark.parametrize("size", ["phone", pytest.param("wide", marks=pytest.mark.long)])
def test_gathering_and_invitations_look_right_and_are_open_to_everybody(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None], size: str
) -> None:
    ada = open_page("/new/levelx", size=size)
    set_the_table(ada, "link", "link")
    link, watch = link_in(ada, "link-1"), link_in(ada, "link-watch")
    picture(ada, f"gathering-{size}")
    assert objections(ada) == []
    friend = open_page(path_of(link), size=size)
    expect(friend.locator("#invitation")).to_contain_text("Ada")
    picture(friend, f"join-{size}")
    for each in in_every_size(friend):
        assert friend.evaluate(OFF_CENTRE) <= 1, f"{each}: an avatar is not in its frame"
    resize(friend, size)
    assert objections(friend) == []
    sit_down(friend, "Blaise")
    expect(ada.locator("#place-1")).to_contain_text("Blaise", timeout=10_000)
    ada_again = open_page(path_of(link), size=size)  # with the link that she has kept
    expect(ada_again.locator("#welcome")).to_have_text("Cette place est prise")
    expect(ada_again.locator("#sit-down")).to_be_hidden()
    picture(ada_again, f"taken-{size}")
    camille = open_page(path_of(watch), size=size)
    picture(camille, f"watch-{size}")
    assert objections(camille) == []
    for page in (ada, friend, camille):
        wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wide


def test_who_is_alone_plays_at_once_with_a_seed_of_their_own(
    open_page: Opened, server: Server
) -> None:
    page = open_page("/new/levelx")
    set_the_table(page)
    table_of(page)
    match_id = page.url.rpartition("/")[2]
    version = version_of(page)
    server.ask(f"/matches/{match_id}/commands", {"kind": "resign", "seat": 0, "version": version})
    proof = json.loads(server.text(f"/match/{match_id}/record.jsonl").splitlines()[0])["fairness"]
    assert proof["seed_by"][0] == "device"
    assert page.evaluate("Object.keys(localStorage).some((name) => name.startsWith('seed-'))") is (
        False
    )


def test_one_press_on_the_shelf_leads_to_a_table(open_page: Opened, server: Server) -> None:
    page = open_page("/")
    page.locator(".box form.play button").first.click()
    page.locator("#me button[name=skip]").click()
    table_of(page)


def test_a_wrong_link_says_so(open_page: Opened, server: Server) -> None:
    page = open_page("/join/nosuchmatch#not-a-token-at-all")
    expect(page.locator("#invitation")).not_to_contain_text("Une place vous est gardée")
    expect(page.locator("#token-field")).to_be_visible()
    page.locator("#sit-down").click()
    expect(page.locator(".notice")).to_be_visible()


def test_presence_reactions_and_the_title_tell_what_goes_on(
    open_page: Opened, server: Server
) -> None:
    friends = FriendsMatch(open_page, server, clock="120")
    ada, blaise, camille = friends.ada, friends.blaise, friends.camille
    for page in (ada, blaise, camille):
        for seat in (0, 1):
            expect(page.locator(f"#seat-{seat}[data-presence=here]")).to_be_visible()
    expect(ada.locator("#presence-0 .time-left")).to_contain_text("1:")
    expect(ada).to_have_title(ADA_S_TURN)
    assert not ADA_S_TURN.search(blaise.title())
    with blaise.expect_websocket(lambda socket: "/socket" in socket.url) as opened:
        blaise.reload()
    with opened.value.expect_event("framesent") as answered:
        pass  # it answers the first beat
    assert json.loads(answered.value)["beat"]
    open_menu(blaise)
    blaise.locator(".reaction[value=bravo]").click()
    for page in (ada, camille):
        expect(page.locator(".call")).to_contain_text("Blaise")
    shelf = open_page("/")  # of the household, which has Ada's seat too
    expect(shelf).to_have_title(re.compile(r"^\(\d+\)"))


def test_a_seat_moves_to_another_device_and_the_old_page_says_so(
    open_page: Opened, server: Server
) -> None:
    friends = FriendsMatch(open_page, server)
    open_menu(friends.blaise)
    friends.blaise.locator(".social summary").click()
    with friends.blaise.context.expect_page() as opened:
        friends.blaise.evaluate("document.querySelector('.social form').target = '_blank'")
        friends.blaise.locator(".social form button").first.click()
    link = link_in(opened.value, "link")
    phone = open_page(path_of(link), size="phone")
    expect(phone.locator("#moves")).to_be_visible()
    phone.locator("#sit-down").click()
    table_of(phone)
    expect(friends.blaise.locator("#notice")).to_be_visible()
    expect(friends.blaise.locator("#table .seat")).to_have_count(0)
    play_turn(friends.ada)
    play_turn(phone)


def test_a_leaver_is_replaced_by_a_robot_and_comes_back(open_page: Opened, server: Server) -> None:
    friends = FriendsMatch(open_page, server)
    open_menu(friends.blaise)
    friends.blaise.locator(".social summary").click()
    friends.blaise.locator(".leave select").select_option("débutant")
    friends.blaise.locator(".leave button").click()
    expect(friends.blaise).to_have_url(re.compile("/$"))
    expect(friends.ada.locator("#presence-1")).to_contain_text("robot")
    play_turn(friends.ada)
    expect(friends.ada.locator("#log")).to_contain_text(
        re.compile("remplaçant|stand-in"), timeout=20_000
    )
    friends.blaise.goto(f"{server.address}/match/{friends.match_id}")
    friends.blaise.locator("[data-return='1'] button").click()
    expect(friends.blaise.locator("[data-return='1']")).to_be_hidden()
    play_turn(friends.ada)
    play_turn(friends.blaise)


def test_without_scripts_a_friend_sits_down_and_reads_what_playing_needs(
    open_page: Opened, server: Server, browser: object
) -> None:
    ada = open_page("/new/levelx")
    set_the_table(ada, "link")
    link = link_in(ada, "link-1")
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page: Page = context.new_page()
    page.goto(link)
    page.locator("#token").fill(link)
    page.locator("#name").fill("Blaise")
    page.locator("#sit-down").click()
    expect(page.locator("#table, #gathering")).to_be_visible()
    table_of(ada)
    play_turn(ada)
    page.goto(f"{server.address}/match/{ada.url.rpartition('/')[2]}")
    expect(page.locator("noscript .notice")).to_contain_text("JavaScript")
    context.close()
