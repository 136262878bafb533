"""The two dice races by clicking: a card, its target, the button; to the end, on any screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque import game as find

from .conftest import Opened
from .pages import change_size, in_every_size
from .server import Server, boxes, objections, settled

RACES = ("dicerun", "coursededes")
#: What can be tapped next, once a card or an objective has been.
OPTIONS = (
    "#hand .rc-lit",
    "#targets button:visible",
    ".rc-joint.rc-lit circle",
    ".rc-die.rc-lit:not(.rc-chosen)",
    ".rc-group.rc-lit:not(.rc-chosen) .rc-badge circle",
)
MOST_TURNS = 120
#: The room that the longest words of an objective would leave at the edges of its card, in pixels.
ROOM_AT_EDGES = """() => {
    const goals = document.querySelector(".rc-goals");
    const copy = goals.cloneNode(true);
    goals.before(copy);
    goals.style.display = "none";
    const rooms = [...copy.querySelectorAll(".rc-goal")].map((goal) => {
        goal.classList.add("rc-worse");
        const worth = goal.querySelector(".rc-worth");
        worth.textContent = "13→10";
        const range = document.createRange();
        range.selectNodeContents(worth);
        const [card, words] = [goal, range].map((each) => each.getBoundingClientRect());
        const below = card.bottom - words.bottom;
        return Math.min(words.left - card.left, card.right - words.right, below);
    });
    goals.style.display = "";
    copy.remove();
    return Math.min(...rooms);
}"""


NAMES = ("Ada", "Blaise", "Camille", "Denis", "Élodie", "Fabrice")


#: So few cards that a race is over in a third of the turns.
SHORT_DECKS: dict[str, dict[str, Any]] = {
    "dicerun": {"colours": [2] * 5, "values": [2] * 6, "joker": 2, "sprint": 2, "surge": 2},
    "coursededes": {"colors": [2] * 5, "values": [2] * 6, "joker": 2, "gap": 2, "swap": 2},
}


def begin(server: Server, game: str, *bots: str | None, short: bool = False, **options: Any) -> str:
    """A match of a person and of these others, None being people too.

    DiceRun begins with a turn at once, unless the options say otherwise.
    """
    edition = {**find(game).edition, **(SHORT_DECKS[game] if short else {})}
    if game == "dicerun":
        options = {"roll_off": "aside", **options}
    others = zip(NAMES[1:], bots, strict=False)
    seats = [{"name": NAMES[0], "bot": None}, *({"name": n, "bot": bot} for n, bot in others)]
    body = {"game": game, "seats": seats, "options": options, "edition": edition}
    match_id: str = server.ask("/matches", body)["id"]
    return match_id


def bots(count: int) -> list[str]:
    return ["random"] * count


def opened(open_page: Opened, path: str, **manner: str) -> Page:
    """A table, for somebody who knows the game."""
    page = open_page(path, **manner)
    settled(page)
    expect(page.locator("#commit")).to_be_visible()  # once the script is there
    return page


def is_over(page: Page) -> bool:
    return page.locator("#table").get_attribute("data-waits") == "end"


def ready(page: Page) -> bool:
    return page.locator("#commit").get_attribute("aria-disabled") == "false"


def tap(thing: Locator) -> None:
    """As a finger does: the middle of what is drawn, whatever lies above it."""
    thing.click(force=True)


def complete(page: Page, chance: Random) -> None:
    """Tap targets until the choice is complete; a sprint waits for the server's preview."""
    for _ in range(16):
        if ready(page):
            return
        found = [page.locator(each) for each in OPTIONS]
        offered = next((each for each in found if each.count()), None)
        if offered is None:
            expect(page.locator("#commit[aria-disabled=false]")).to_be_visible()
            return
        tap(offered.nth(chance.randrange(offered.count())))
    expect(page.locator("#commit[aria-disabled=false]")).to_be_visible()


def first_steps(page: Page) -> list[Locator]:
    """What a choice can begin with: cards, objectives, a reroll."""
    selector = "#hand button, #goals button, #reroll"
    return page.locator(selector).and_(page.locator(":not([aria-disabled=true])")).all()


def take_turn(page: Page, chance: Random) -> None:
    """One whole choice, and the button."""
    if not page.locator(".rc-picking").count():
        tap(chance.choice(first_steps(page)))
    complete(page, chance)
    version = page.locator("#table").get_attribute("data-version")
    page.locator("#commit").click()
    expect(page.locator(f"#table:not([data-version='{version}'])")).to_be_visible(timeout=20_000)


def play_to_the_end(page: Page, chance: Random, look: Callable[[], None] = lambda: None) -> None:
    for _ in range(MOST_TURNS):
        settled(page)
        if is_over(page):
            return
        look()
        take_turn(page, chance)
    raise AssertionError("the match does not end")


def stays_on_the_screen(page: Page) -> None:
    """Nothing of a turn is beside or below the screen."""
    room = page.viewport_size
    assert room is not None
    for part, box in boxes(page, "#board", "#goals", "#hand", "#commit").items():
        assert box["y"] >= 0, part
        assert box["x"] >= 0, part
        assert box["y"] + box["height"] <= room["height"], part
        assert box["x"] + box["width"] <= room["width"] + 1, part


@pytest.mark.parametrize(
    ("game", "size", "locale", "short"),
    [
        ("dicerun", "phone", "fr-FR", True),
        ("coursededes", "wide", "en-GB", True),
        pytest.param("dicerun", "wide", "en-GB", False, marks=pytest.mark.long),
        pytest.param("coursededes", "phone", "fr-FR", False, marks=pytest.mark.long),
    ],
)
def test_a_whole_race_by_clicking(
    open_page: Opened,
    server: Server,
    picture: Callable[[Page, str], None],
    game: str,
    size: str,
    locale: str,
    short: bool,
) -> None:
    """On a phone and a wide screen by turns."""
    options = {"roll_off": "race"} if game == "dicerun" else {}
    match_id = begin(server, game, *bots(2), short=short, **options)
    page = opened(open_page, f"/match/{match_id}", size=size, locale=locale)

    turns = count()

    def look() -> None:
        change_size(page, next(turns))
        stays_on_the_screen(page)

    play_to_the_end(page, Random(7), look)
    expect(page.locator("#ending")).to_be_visible()
    # CD-14 A tie-break is scored last, and compares only those who were tied.
    compared = server.ask(f"/matches/{match_id}")["snapshot"].get("tiebreak") or NAMES[:3]
    expect(page.locator(".rc-last .rc-result")).to_have_count(len(compared))
    picture(page, f"{game}-end-{size}")


def test_objectives_that_vary_are_picked_and_exchanged_by_tapping_them(
    open_page: Opened, server: Server
) -> None:
    """CD-15 A pick before the first turn, and then an exchange before playing."""
    match_id = begin(server, "coursededes", "random", objectives="variable")
    page = opened(open_page, f"/match/{match_id}", size="phone")
    expect(page.locator("#goals button")).to_have_count(4)
    tap(page.locator("#goals button").nth(2))
    picked = page.locator("#goals button").nth(2).get_attribute("id")
    page.locator("#commit").click()
    expect(page.locator("#hand button").first).to_be_visible(timeout=20_000)
    settled(page)
    expect(page.locator("#goals .rc-force")).to_have_attribute("id", str(picked))
    tap(page.locator("#goals button:not([aria-disabled])").first)
    page.locator("#commit").click()
    expect(page.locator("#goals .rc-force")).not_to_have_attribute("id", str(picked))
    settled(page)
    take_turn(page, Random(3))


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("wide", "dark")])
def test_two_dice_are_picked_for_the_roll_off_by_tapping_them(
    open_page: Opened,
    server: Server,
    picture: Callable[[Page, str], None],
    size: str,
    scheme: str,
) -> None:
    """DR-7 A third die takes the place of the first; nothing is rolled before the button."""
    match_id = begin(server, "dicerun", *bots(2), roll_off="race")
    page = opened(open_page, f"/match/{match_id}", size=size, scheme=scheme, locale="en-GB")
    stays_on_the_screen(page)
    expect(page.locator(".rc-die.rc-lit")).to_have_count(30)
    expect(page.locator("#hand button[aria-disabled=true]")).to_have_count(3)
    expect(page.locator("#told")).to_contain_text("Tap two dice")
    for die in (3, 17, 29):
        tap(page.locator(f"#rc-die-{die}"))
    expect(page.locator("#commit[aria-disabled=false]")).to_contain_text("Roll")
    for die, picked in ((3, "false"), (17, "true"), (29, "true")):
        expect(page.locator(f"#rc-die-{die}")).to_have_attribute("aria-pressed", picked)
    expect(page.locator(".rc-die.rc-air")).to_have_count(2)
    expect(page.locator("#told")).to_contain_text("stay in the race")
    picture(page, f"dicerun-pick-{size}-{scheme}")
    assert objections(page, preload=False) == []
    page.locator("#commit").click()
    expect(page.locator("#commit[aria-disabled=false]")).to_have_count(0)
    settled(page)
    assert server.ask(f"/matches/{match_id}")["version"] > 0


def test_dice_are_picked_with_the_keyboard_alone(open_page: Opened, server: Server) -> None:
    """DR-7 The arrow keys go from die to die, Enter picks one."""
    match_id = begin(server, "dicerun", *bots(2), roll_off="race")
    page = opened(open_page, f"/match/{match_id}", locale="en-GB")
    page.locator("#rc-die-0").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rc-die-0")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator(".rc-die[aria-pressed=true]")).to_have_count(2)
    expect(page.locator("#commit[aria-disabled=false]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rc-die[aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize("game", RACES)
def test_a_card_shows_what_it_would_do_and_can_be_put_back(
    open_page: Opened, server: Server, game: str
) -> None:
    page = opened(open_page, f"/match/{begin(server, game, *bots(2))}")
    card = page.locator("#hand button[data-step^='card:color'], #hand button[data-step^='card:va']")
    for _ in range(12):  # until a colour or a value is in the hand: others may come first
        if card.count():
            break
        take_turn(page, Random(1))
        settled(page)
    before = page.locator("#board").inner_html()
    tap(card.first)
    assert ready(page)
    expect(page.locator("#commit")).to_have_text(re.compile(r"Jouer \S+"))  # as the preview says
    expect(card.first).to_have_attribute("aria-pressed", "true")
    for size in in_every_size(page):
        assert page.evaluate(ROOM_AT_EDGES) >= 3, f"{size}: what an objective would be worth is cut"
    page.keyboard.press("Escape")
    expect(card.first).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".rc-ghost")).to_have_count(0)
    tap(card.first)
    tap(card.first)
    assert not ready(page)
    assert page.locator("#board").inner_html() == before


@pytest.mark.parametrize("game", RACES)
def test_a_race_is_seen_to_advance(open_page: Opened, server: Server, game: str) -> None:
    """Dice glide only if an update never takes them out of the page, not even for a moment."""
    page = opened(open_page, f"/match/{begin(server, game, *bots(2))}")
    page.evaluate(
        """() => {
            window.disturbed = 0;
            const count = (changes) => (window.disturbed += changes.length);
            const dice = document.getElementById("dice");
            new MutationObserver(count).observe(dice, { childList: true });
        }"""
    )
    chance = Random(5)
    for _ in range(4):
        take_turn(page, chance)
        settled(page)
    expect(page.locator(".rc-group")).not_to_have_count(1)
    assert page.evaluate("window.disturbed") == 0


@pytest.mark.parametrize("game", RACES)
def test_a_turn_of_a_race_is_played_with_the_keyboard_alone(
    open_page: Opened, server: Server, game: str
) -> None:
    page = opened(open_page, f"/match/{begin(server, game, *bots(2))}")
    table = page.locator("#table")
    for _ in range(3):
        version = table.get_attribute("data-version")
        for digit in ("1", "2", "3"):
            page.keyboard.press("Escape")
            page.keyboard.press(digit)
            finish_by_keys(page)
            if ready(page):
                break
        assert ready(page)
        page.locator("#commit").focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"#table:not([data-version='{version}'])")).to_be_visible()
        settled(page)


def finish_by_keys(page: Page) -> None:
    """Give the first thing that is lit the focus, and press Enter, until nothing is."""
    for _ in range(5):
        if ready(page):
            return
        lit = page.locator("#targets button:visible, #board [tabindex='0']:not(.rc-chosen)")
        if not lit.count():
            return
        lit.first.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(150)


@pytest.mark.parametrize(
    ("game", "size", "scheme"),
    [
        ("dicerun", "phone", "light"),
        ("coursededes", "wide", "dark"),
        pytest.param("dicerun", "wide", "dark", marks=pytest.mark.long),
        pytest.param("coursededes", "phone", "light", marks=pytest.mark.long),
    ],
)
def test_states_of_a_race_look_right_and_are_open_to_everybody(
    open_page: Opened,
    server: Server,
    picture: Callable[[Page, str], None],
    game: str,
    size: str,
    scheme: str,
) -> None:
    page = opened(open_page, f"/match/{begin(server, game, *bots(5))}", size=size, scheme=scheme)
    stays_on_the_screen(page)
    picture(page, f"{game}-first-{size}-{scheme}")
    assert objections(page, preload=False) == []
    chance = Random(11)
    for _ in range(5):
        take_turn(page, chance)
        settled(page)
        if is_over(page):
            return
    for place, step in enumerate(first_steps(page)):
        tap(step)
        stays_on_the_screen(page)
        picture(page, f"{game}-step-{place}-{size}-{scheme}")
        page.keyboard.press("Escape")
    tap(first_steps(page)[0])
    assert objections(page, preload=False) == []


@pytest.mark.parametrize("game", RACES)
def test_the_hand_is_covered_between_two_people_on_one_device(
    open_page: Opened, server: Server, picture: Callable[[Page, str], None], game: str
) -> None:
    match_id = begin(server, game, None, None)
    page = open_page(f"/match/{match_id}", size="phone")
    expect(page.locator("#alone")).to_be_visible()
    expect(page.locator("#hand .rc-back")).to_have_count(3)
    expect(page.locator("#hand button, #goals button")).to_have_count(0)
    assert "data-step" not in page.locator("#hand").inner_html()
    picture(page, f"{game}-covered-phone")
    assert objections(page, preload=False) == []
    page.locator("#alone").click()
    expect(page.locator("#hand button")).to_have_count(3)
    expect(page.locator("#hand button:focus, #goals button:focus")).to_have_count(1)
    page.locator("#hide-hand").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand .rc-back")).to_have_count(3)
    expect(page.locator("#alone")).to_be_focused()


@pytest.mark.parametrize("game", RACES)
def test_the_rulebook_has_its_examples_drawn(
    open_page: Opened, picture: Callable[[Page, str], None], game: str
) -> None:
    page = open_page(f"/rules/{game}", size="phone")
    drawn = page.locator(".rulebook .rc-example")
    expect(drawn).to_have_count(4)
    drawn.first.scroll_into_view_if_needed()
    picture(page, f"{game}-rules-phone")
    assert objections(page, preload=False) == []
