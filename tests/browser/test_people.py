"""People in the browser: who plays, the shelf, six at a table, and a victory."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from ..web.api_client import SMALL_BOX
from .conftest import Opened
from .pages import SIZES, in_every_size
from .server import Server, objections, open_menu

SIX = ("Ada", "Bérénice", "Pirouette", "Balthazar", "Rose", "Gustave")

#: Draws the end of a match for somebody who plays alone: the winner, or another.
DRAW_ENDING_FOR = """async (winner) => {
    const match = document.getElementById("match");
    const { src } = document.querySelector("script[src*='table/page.js']");
    const { Table } = await import(new URL("table.js", src));
    const { first, ...setup } = JSON.parse(document.getElementById("setup").textContent);
    const { default: module } = await import(match.dataset.table);
    const table = new Table(document.getElementById("table"), setup, module);
    const [won] = first.ending.winners;
    setup.seats = [winner ? won : 1 - won];
    await table.show(first);
}"""


def cut(page: Page, selector: str) -> list[str]:
    """The texts that have less room than they need."""
    found: list[str] = page.locator(selector).evaluate_all(
        "all => all.filter((name) => name.scrollWidth > name.clientWidth).map((n) => n.innerText)"
    )
    return found


def say_who(page: Page, name: str) -> None:
    page.locator("#name").fill(name)
    page.locator("input[name=colour][value=green]").check()
    page.locator("input[name=shape][value=star]").check()


@pytest.mark.parametrize(("size", "locale"), [("phone", "fr-FR"), ("wide", "en-GB")])
def test_a_first_match_asks_who_plays_and_opens_at_the_table_at_once(
    open_page: Opened, size: str, locale: str
) -> None:
    page = open_page("/", size=size, locale=locale, fresh=True)
    page.locator(".box form.play button").first.click()
    expect(page.locator("#me")).to_be_visible()
    assert objections(page) == []
    say_who(page, "Camille")
    language = "fr" if locale == "en-GB" else "en"
    page.locator("select[name=lang]").select_option(language)
    shown: list[str] = []
    page.on("framenavigated", lambda frame: shown.append(frame.url))
    page.locator("#me .primary").click()
    seat = page.locator("#seat-0")
    expect(seat.locator(".seat-name")).to_have_text("Camille")
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert len([url for url in shown if "/match/" in url]) == 1
    assert "/match/" in shown[0], "another page was shown on the way"
    assert 'id="gathering"' not in page.content()
    colour = "getComputedStyle(document.querySelector('#seat-0 .seat-mark')).color"
    assert page.evaluate(colour) == "rgb(30, 113, 69)"
    expect(page.locator("#seat-1 .face use")).to_have_attribute("href", re.compile(r"#habitue-1$"))
    page.goto(page.url.partition("/match/")[0])
    expect(page.locator(".me-name")).to_have_text("Camille")
    page.locator(".box form.play button").first.click()
    expect(seat.locator(".seat-name")).to_have_text("Camille")


def test_the_form_shows_the_robot_that_is_chosen_and_my_avatar_follows_me(
    open_page: Opened, server: Server
) -> None:
    page = open_page("/new/levelx")
    page.context.add_cookies([{"name": "me", "value": "green-star.Ada", "url": server.address}])
    page.reload()
    places = page.locator(".place")
    expect(places.nth(0).locator(".portrait")).to_have_class(re.compile("look-green as-star"))
    places.nth(1).locator("select").select_option("maître")
    expect(places.nth(1).locator("use")).to_have_attribute("href", re.compile("#maitre-1$"))
    places.nth(0).locator("select").select_option("débutant")
    places.nth(1).locator("select").select_option("me")
    expect(places.nth(1).locator(".portrait")).to_have_class(re.compile("look-green as-star"))
    expect(places.nth(1).locator("use")).to_have_count(0)
    expect(places.nth(0).locator("use")).to_have_attribute("href", re.compile("#debutant-0$"))
    page.locator(".sheet .primary").click()
    expect(page.locator("#seat-0 .seat-name")).to_have_text("Léo")
    setup = json.loads(page.locator("#setup").text_content() or "")
    assert setup["portraits"][1]["avatar"] == "green-star"


@pytest.mark.parametrize(("size", "locale"), [("phone", "fr-FR"), ("wide", "en-GB")])
def test_the_form_speaks_in_words_and_has_the_colours_of_the_table(
    open_page: Opened, server: Server, size: str, locale: str
) -> None:
    page = open_page("/new/trotteurs", size=size, locale=locale)
    for game in ("trotteurs", "masterdes"):
        page.goto(f"{server.address}/new/{game}")
        values = page.locator(".option label").all_inner_texts()
        assert values
        assert not {value.strip() for value in values} & {"auto", "manual", "flash", "expert"}
        colour = "all => all.map((each) => getComputedStyle(each).color)"
        chosen = page.locator(".place .seat-mark").evaluate_all(colour)[:2]
        page.locator("form.sheet .primary").click()
        expect(page.locator("#board")).to_be_visible()
        assert page.locator(".seat .seat-mark").evaluate_all(colour) == chosen


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("wide", "dark")])
def test_the_shelf_has_its_boxes_first_and_friends_are_one_tap_away(
    open_page: Opened, server: Server, finished: str, size: str, scheme: str
) -> None:
    match_id = server.begin(None, None)
    page = open_page("/", size=size, scheme=scheme)
    expect(page.locator(f".turns .turn[href='/match/{match_id}']")).to_have_count(1)
    expect(page.locator(".turns .turn").first).to_contain_text("À vous")
    boxes = page.locator(".box").evaluate_all(
        "all => all.map((box) => box.getBoundingClientRect().y)"
    )
    assert boxes[0] < 300
    assert boxes[3] < 844
    listed = page.locator("#in-progress").bounding_box()
    assert listed is not None
    assert listed["y"] > boxes[-1]
    old = page.locator(f"#finished a[href='/match/{finished}/replay']").first
    expect(old).to_be_attached()
    expect(old).to_be_hidden()  # folded
    assert objections(page) == []
    page.locator(".box:has(#box-levelx) .with-friends").click()
    expect(page.locator("select[name=seat_1_kind]")).to_have_value("link")


@pytest.mark.parametrize("game", ["dicerun", "trotteurs"])
def test_six_players_can_be_read(open_page: Opened, server: Server, game: str) -> None:
    seats = [
        {"name": name, "bot": "habitué" if seat > 2 else None} for seat, name in enumerate(SIX)
    ]
    made = server.ask("/matches", {"game": game, "seats": seats})
    page = open_page(f"/match/{made['id']}", size="phone")
    expect(page.locator(".seat")).to_have_count(6)
    page.locator(".seat-name").evaluate_all(  # each as when it is that player's turn
        "all => all.forEach((name) => (name.style.fontWeight = 700))"
    )
    expect(page.locator("#seat-3 .seat-note")).to_have_text("habitué")
    for size in in_every_size(page):
        assert cut(page, ".seat-name") == [], size
        asked = page.locator(".asked").bounding_box()
        assert asked is not None
        assert asked["y"] + asked["height"] <= SIZES[size][1], size
    assert objections(page, preload=False) == []


def test_six_players_can_be_read_beside_long_points(open_page: Opened, server: Server) -> None:
    """A debt has a sign and two digits or three."""
    seats = [{"name": name, "bot": None} for name in SIX]
    match_id = server.play_out(server.ask("/matches", {"game": "trotteurs", "seats": seats})["id"])
    page = open_page(f"/match/{match_id}", size="phone")
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator(".long-points")).to_have_count(1)
    heights = set()
    for size in in_every_size(page):
        assert cut(page, ".seat-name, .seat-points") == [], size
        heights.add(page.locator(".seats").evaluate("seats => seats.offsetHeight <= 70"))
    assert heights == {True}, "the seats take the board's room"


def test_the_winners_own_page_says_you(open_page: Opened, server: Server, finished: str) -> None:
    page = open_page(f"/match/{finished}", locale="en-GB")
    expect(page.locator("#ending")).to_have_text(re.compile("(Ada|Blaise) wins!"))
    expect(page.locator("#hint, #resign")).to_have_count(0)
    page.evaluate(DRAW_ENDING_FOR, True)
    expect(page.locator("#ending")).to_have_text("You win!")
    for _ in in_every_size(page):
        expect(page.locator("#ending")).to_be_in_viewport()
    page.evaluate(DRAW_ENDING_FOR, False)
    expect(page.locator("#ending")).to_have_text(re.compile("(Ada|Blaise) wins!"))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_victory_is_celebrated_for_those_who_want_motion(
    open_page: Opened, server: Server, motion: str
) -> None:
    page = open_page(f"/match/{server.begin(None, 'habitué')}", size="phone", motion=motion)
    open_menu(page)
    page.locator("#resign").click()
    page.locator("#confirm .primary").click()
    expect(page.locator("#ending")).to_have_text("Blaise gagne !")
    expect(page.locator(".confetti")).to_have_count(1 if motion == "no-preference" else 0)
    expect(page.locator(".score-name").first).to_contain_text("habitué")
    for size in in_every_size(page):
        expect(page.locator(".crowned .portrait")).to_be_in_viewport()
        assert cut(page, ".score-name") == [], size
        if motion == "reduce":
            assert objections(page, preload=False) == [], size


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_who_sees_a_match_end_sees_everybodys_points_counted_up(
    open_page: Opened, server: Server, size: str
) -> None:
    match_id = server.begin(None, None, edition=SMALL_BOX)
    page = open_page(f"/match/{match_id}", size=size, motion="no-preference")
    server.play_out(match_id)
    expect(page.locator("#ending")).to_be_visible()
    points = [seat["points"] for seat in server.ask(f"/matches/{match_id}")["seats"]]
    assert max(points) > 0
    shown = page.locator(".score-points > [aria-hidden]")
    expect(shown).to_have_text([str(each) for each in sorted(points, reverse=True)])


#: Shows the end of a match again, as one whose points are equal.
SHOW_TIE = """async (tie_break) => {
    const match = document.getElementById("match");
    const { src } = document.querySelector("script[src*='table/page.js']");
    const { Table } = await import(new URL("table.js", src));
    const { first, ...setup } = JSON.parse(document.getElementById("setup").textContent);
    const { default: module } = await import(match.dataset.table);
    const table = new Table(document.getElementById("table"), setup, module);
    await table.show({ ...first, ending: { ...first.ending, points: [8, 8], tie_break } });
}"""


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_an_ending_with_equal_points_says_what_decided(
    open_page: Opened, finished: str, size: str
) -> None:
    page = open_page(f"/match/{finished}", size=size)
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#tie-break")).to_have_count(0)
    page.evaluate(SHOW_TIE, "Ada et Blaise ont chacun 8 points.")
    why = page.locator("#tie-break")
    expect(why).to_have_text("Ada et Blaise ont chacun 8 points.")
    expect(why).to_be_in_viewport()
