"""MasterDés by clicking: dice are picked up, shown and thrown; to the end, on any screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opened
from .pages import change_size, resize
from .server import Server, boxes, objections, settled

MOST_ACTS = 200
HEIGHT = 900  # of a wide screen
PICKABLE = "#board [role=button]:not([aria-disabled])"


def begin(server: Server, *bots: str | None, level: str = "flash") -> str:
    """A match of these two, None being people."""
    seats = [{"name": name, "bot": bot} for name, bot in zip(("Ada", "Blaise"), bots, strict=True)]
    body = {"game": "masterdes", "seats": seats, "options": {"level": level}}
    match_id: str = server.ask("/matches", body)["id"]
    return match_id


def opened(open_page: Opened, match_id: str, **manner: Any) -> Page:
    """A table that waits for somebody."""
    page = open_page(f"/match/{match_id}", **manner)
    settled(page)
    return page


def is_over(page: Page) -> bool:
    return page.locator("#table").get_attribute("data-waits") == "end"


def press(page: Page, selector: str) -> None:
    """Press a button, and see the match go on until it waits for a person again."""
    version = page.locator("#table").get_attribute("data-version")
    page.locator(selector).click()
    expect(page.locator(f"#table:not([data-version='{version}'])")).to_be_visible(timeout=20_000)
    settled(page)


def act(page: Page, chance: Random) -> None:
    """Whatever is asked: throw, choose the order, pick up some dice."""
    if page.locator("#roll").count():
        press(page, "#roll")
    elif page.locator("#first").count():
        press(page, chance.choice(("#first", "#second")))
    else:
        dice = page.locator(PICKABLE)
        picked = [place for place in range(dice.count()) if chance.random() < 0.4]
        for place in picked:
            dice.nth(place).click()
        expect(page.locator("#commit.primary")).to_have_count(1 if picked else 0)
        press(page, "#commit")


def act_until(page: Page, selector: str, chance: Random) -> None:
    for _ in range(MOST_ACTS):
        if page.locator(selector).count():
            return
        act(page, chance)
    raise AssertionError(f"{selector} never came")


def stays_on_the_screen(page: Page) -> None:
    """Nothing of a turn is beside or below the screen."""
    room = page.viewport_size
    assert room is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= room["width"]
    parts = ("#board", "#track", "#count", "#roll", "#first", "#second", "#commit", "#told")
    for part, box in boxes(page, *parts).items():
        assert box["y"] >= 0, part
        assert box["x"] >= 0, part
        assert box["y"] + box["height"] <= room["height"] + 1, part
        assert box["x"] + box["width"] <= room["width"] + 1, part


def test_a_whole_match_by_clicking(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None]
) -> None:
    """MD-10 Ten duels or more against a robot, in French, on a phone and a wide screen by turns."""
    page = opened(open_page, begin(server, None, "random"), size="phone")
    chance = Random(7)
    for turn in range(MOST_ACTS):
        if is_over(page):
            break
        change_size(page, turn)
        stays_on_the_screen(page)
        act(page, chance)
    assert is_over(page)
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#count")).to_have_attribute("open", "")
    picture(page, "masterdes-end")


def test_expert_begins_on_any_screen(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None]
) -> None:
    """MD-11 In English: the track, the first duels, where the pawns go; both sizes by turns."""
    match_id = begin(server, None, "random", level="expert")
    page = opened(open_page, match_id, locale="en-GB")
    expect(page.locator("#roll")).to_have_text("Throw")
    expect(page.locator(".md-zone")).to_have_count(20)
    chance = Random(3)
    for turn in range(12):
        change_size(page, turn)
        stays_on_the_screen(page)
        act(page, chance)
    resize(page, "wide")
    act_until(page, "#count", chance)
    picture(page, "masterdes-expert-wide")
    stands = server.ask(f"/matches/{match_id}")["snapshot"]["points"]
    for seat, points in enumerate(stands):
        expect(page.locator(f"#seat-{seat} .seat-points")).to_contain_text(str(points))


def test_dice_are_picked_up_and_put_back_before_anything_is_thrown(
    open_page: Opened, server: Server
) -> None:
    """MD-3 What is picked up is shown, and what stays."""
    page = opened(open_page, begin(server, None, None), locale="en-GB", size="phone")
    act_until(page, "#commit", Random(1))
    version = page.locator("#table").get_attribute("data-version")
    plain = page.locator("#board").inner_html()
    commit = page.locator("#commit")
    expect(commit).to_have_text("Keep all")
    first = page.locator(PICKABLE).first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(commit).to_have_text("Throw 1 die again")
    expect(page.locator("#told")).to_contain_text("What stays:")
    stays_on_the_screen(page)
    first.click()
    expect(commit).to_have_text("Keep all")
    assert page.locator("#board").inner_html() == plain
    assert page.locator("#table").get_attribute("data-version") == version


def test_what_cannot_be_thrown_says_why(open_page: Opened, server: Server) -> None:
    """MD-3 The other's dice; the rule is linked to."""
    page = opened(open_page, begin(server, None, None), locale="en-GB")
    chance = Random(2)
    act_until(page, "#commit", chance)
    others = page.locator("#board[data-picking='0'] .md-left[data-seat='1']")
    while not others.count():
        act(page, chance)
    others.first.click()
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator(".notice-rule")).to_have_attribute("href", re.compile(r"#MD-3$"))


def throw_by_key(page: Page) -> None:
    """Throw until somebody is asked: one throw may leave a player without a die."""
    while not page.locator("#first, #commit").count():
        version = page.locator("#table").get_attribute("data-version")
        page.locator("#roll").focus()
        page.keyboard.press("Enter")
        landed = f"#table:not([data-version='{version}'], [data-rolling])"
        expect(page.locator(landed)).to_be_visible()
        expect(page.locator("#first, #commit, #roll").first).to_be_visible()


def test_a_duel_is_played_with_the_keyboard_alone(open_page: Opened, server: Server) -> None:
    """MD-3 Digits pick dice up, Escape puts them back, Enter throws."""
    page = opened(open_page, begin(server, None, None), locale="en-GB")
    throw_by_key(page)
    if page.locator("#first").count():
        page.keyboard.press("2")
        expect(page.locator("#second")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#commit")).to_have_text("Keep all")
    page.keyboard.press("1" if page.locator(".md-die[data-face][role=button]").count() else "m")
    expect(page.locator("#commit")).to_contain_text("again")
    page.keyboard.press("Escape")
    expect(page.locator("#commit")).to_have_text("Keep all")
    page.locator(PICKABLE).first.focus()
    page.keyboard.press("Space")
    expect(page.locator("#commit.primary")).to_be_visible()
    version = page.locator("#table").get_attribute("data-version")
    page.locator("#commit").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#table:not([data-version='{version}'])")).to_be_visible()


def test_the_list_of_moves_shows_before_it_throws(open_page: Opened, server: Server) -> None:
    page = opened(open_page, begin(server, None, None), locale="en-GB")
    act_until(page, "#commit", Random(4))
    page.locator("#moves summary").click()
    move = page.locator(".md-move").nth(1)
    move.click()
    expect(move).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#board [aria-pressed=true]")).to_have_count(1)
    press(page, ".md-move[aria-pressed=true]")


#: Notes what is seen at every change of the table while dice are in the air.
WATCH = """() => {
    window.seen = { rolling: 0, out: 0 };
    const look = () => {
        const inTheAir = document.querySelectorAll(".md-falling .rolling").length;
        seen.rolling = Math.max(seen.rolling, inTheAir);
        if (inTheAir) seen.out += document.querySelectorAll(".md-out").length;
    };
    const all = { attributes: true, childList: true, subtree: true };
    new MutationObserver(look).observe(document.getElementById("table"), all);
}"""


def test_dice_tumble_and_only_then_go_out(open_page: Opened, server: Server) -> None:
    """MD-2 With motion, what goes out is seen to have fallen; in the end it lies on the rim."""
    match_id = begin(server, None, None)
    page = opened(open_page, match_id, motion="full", locale="en-GB")
    page.context.add_cookies([{"name": "pace", "value": "normal", "url": server.address}])
    page.reload()
    page.evaluate(WATCH)
    press(page, "#roll")  # three pairs at once end the duel
    assert page.evaluate("seen") == {"rolling": 8, "out": 0}
    expect(page.locator(".rolling, .md-falling")).to_have_count(0)
    left = sum(len(dice) for dice in server.ask(f"/matches/{match_id}")["snapshot"]["dice"])
    expect(page.locator(".md-out[data-face]")).to_have_count(6 - left)


@pytest.mark.parametrize(
    ("level", "size", "scheme"),
    [
        ("flash", "phone", "light"),
        ("expert", "wide", "dark"),
        pytest.param("flash", "wide", "dark", marks=pytest.mark.long),
        pytest.param("expert", "phone", "light", marks=pytest.mark.long),
        pytest.param("flash", "phone", "dark", marks=pytest.mark.long),
        pytest.param("expert", "wide", "light", marks=pytest.mark.long),
        pytest.param("flash", "wide", "light", marks=pytest.mark.long),
        pytest.param("expert", "phone", "dark", marks=pytest.mark.long),
    ],
)
def test_states_of_the_duel_look_right_and_are_open_to_everybody(
    open_page: Opened,
    server: Server,
    picture: Callable[[Page, str], None],
    level: str,
    size: str,
    scheme: str,
) -> None:
    page = opened(open_page, begin(server, None, None, level=level), size=size, scheme=scheme)
    chance = Random(11)
    for name, selector in {
        "start": "#roll",
        "order": "#first",
        "rethrow": "#commit",
        "counted": "#count[open]",
    }.items():
        act_until(page, selector, chance)
        if name == "rethrow":
            page.locator(PICKABLE).first.click()
        stays_on_the_screen(page)
        picture(page, f"masterdes-{level}-{name}-{size}-{scheme}")
        assert objections(page) == [], name
        if name == "rethrow":
            press(page, "#commit")


#: As long as a count can be said: three lines on a phone.
LONG_COUNT = (
    "{} inscrit 15. La case 24 est un Malus : {} reste à 9, les 15 points vont à la cagnotte."
)


def test_a_long_count_leaves_the_button_on_a_phone(open_page: Opened, server: Server) -> None:
    page = opened(open_page, begin(server, None, None, level="expert"), size="phone")
    act_until(page, "#count[open]", Random(11))
    for row, name in enumerate(("Ada", "Blaise")):
        said = page.locator(".md-row > span:not(.seat-mark)").nth(row)
        said.evaluate("(span, text) => (span.textContent = text)", LONG_COUNT.format(name, name))
    stays_on_the_screen(page)


def test_the_rulebook_has_its_examples_drawn(
    open_page: Opened, picture: Callable[[Page, str], None]
) -> None:
    page = open_page("/rules/masterdes", size="phone")
    examples = page.locator(".rulebook .md-example")
    expect(examples).to_have_count(4)
    examples.first.scroll_into_view_if_needed()
    picture(page, "masterdes-rules-phone")
    assert objections(page) == []


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_on_a_wide_screen_all_that_the_pictures_do_is_seen_in_expert(
    open_page: Opened, server: Server, locale: str
) -> None:
    page = opened(open_page, begin(server, None, None, level="expert"), locale=locale)
    expect(page.locator("#legend li").last).to_be_visible()
    found = boxes(page, "#legend", ".masterdes")
    legend, table = found["#legend"], found[".masterdes"]
    assert legend["y"] + legend["height"] <= table["y"] + table["height"] <= HEIGHT
    assert page.evaluate("document.scrollingElement.scrollTop") == 0
