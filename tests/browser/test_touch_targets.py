"""Everything that is tapped is at least 44 × 44 pixels, on a phone and on a wide screen."""

from __future__ import annotations

import random
from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque.games import find

from .conftest import Opened
from .pages import in_every_size, resize
from .server import Server, boxes, open_menu, settled
from .targets import too_small
from .test_races import take_turn

#: What is tapped to compose a move: on the board, among the cards, beside them.
COMPOSING = "#table :is([role=button], button)[aria-pressed]:not([aria-disabled=true]):visible"
WITH_A_LOOK = ("colours", "colors", "values")  # cards of the races, in their boxes
OTHER_CARDS = ("swap", "gap", "overtake", "sprint", "surge", "flip", "crash")
ASKED = "#roll, #first, #commit, .press"
TURNS, TAPS = 3, 4
MOST_DEALT = 5  # hands, until one has a joker that can be played
MOST_PLAYERS = 6
FEW_DICE = 9  # in a lead, which are large enough by themselves
SCREEN = 844  # pixels
#: How far the button that plays lies below the words and targets above it.
BELOW_THE_REST = """() => {
    const above = document.querySelectorAll("#told, #targets:not([hidden]), #places:not([hidden])");
    const bottom = Math.max(...[...above].map((each) => each.getBoundingClientRect().bottom));
    return document.querySelector("#commit").getBoundingClientRect().top - bottom;
}"""


def test_on_every_page(open_page: Opened, server: Server, finished: str) -> None:
    page = open_page("/", size="phone")
    paths = ("/", "/new/levelx", "/new/trotteurs", "/rules/levelx", "/rules/masterdes", "/fair")
    of_match = ("", "/replay?at=20", "/dice", "/review")
    others = (f"/verify?match={finished}", "/share", "/nowhere")
    for path in (*paths, *(f"/match/{finished}{each}" for each in of_match), *others):
        page.goto(server.address + path)
        for size in in_every_size(page):
            assert too_small(page) == [], (path, size)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("levelx", 3, {"first": 0}),
        ("masterdes", 2, {"level": "expert"}),
        ("dicerun", 6, {"roll_off": "race"}),
        ("dicerun", 3, {"roll_off": "aside"}),
        ("coursededes", 2, {"objectives": "variable"}),
        ("trotteurs", 2, {"vigilance": "manual"}),
    ],
)
def test_at_every_table_while_somebody_chooses(
    open_page: Opened, server: Server, game: str, players: int, options: dict[str, Any]
) -> None:
    names = ("Ada", "Blaise", "Camille", "Denis", "Élodie", "Fabrice")[:players]
    seats = [{"name": name, "bot": "random" if place else None} for place, name in enumerate(names)]
    match = server.ask("/matches", {"game": game, "seats": seats, "options": options})["id"]
    page, chance = open_page(f"/match/{match}", size="phone"), random.Random(game)
    settled(page)
    open_menu(page)
    assert too_small(page) == [], "the menu"
    for turn in range(TURNS):
        if server.ask(f"/matches/{match}")["waits_for"] == "end":
            break  # the dice may end a short game at once
        page.reload()
        expect(page.locator(ASKED).first).to_be_visible()
        for size in in_every_size(page):
            assert too_small(page) == [], f"turn {turn}, {size}"
        resize(page, "phone")
        if page.locator(".press").count():
            break
        if page.locator("#commit").count():
            compose(page, chance)
        go_on(page, server.ask(f"/matches/{match}"), chance)


def go_on(page: Page, match: dict[str, Any], chance: random.Random) -> None:
    """Whatever is asked, at once, as the page would send it."""
    command = {"kind": match["waits_for"], "seat": match["seat"], "version": match["version"]}
    if match["moves"]:
        command["move"] = chance.choice(match["moves"])
    send = """([path, command]) => fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(command),
    }).then((answer) => answer.status)"""
    assert page.evaluate(send, [f"/match/{match['id']}/do", command]) == HTTPStatus.OK
    expect(page.locator(f"#table:not([data-version='{match['version']}'])")).to_be_visible()


def compose(page: Page, chance: random.Random) -> None:
    """Tap this and that, looking at every state in between; then look at the list of moves."""
    for _ in range(TAPS):
        things = page.locator(COMPOSING)
        things.nth(chance.randrange(things.count())).dispatch_event("click")
        assert too_small(page) == []
        assert page.evaluate(BELOW_THE_REST) >= -1, "the button covers what is chosen from"
        button = boxes(page, "#commit")["#commit"]
        assert button["y"] + button["height"] <= SCREEN
    page.keyboard.press("Escape")
    if page.locator("#moves").is_visible():
        page.locator("#moves summary").click()
        expect(page.locator("#moves button").first).to_be_visible()
        assert too_small(page) == [], "the list of moves"


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("dicerun", 3, {"roll_off": "aside"}),
        ("dicerun", 4, {"roll_off": "aside"}),
        ("coursededes", 2, {}),
        ("coursededes", 6, {}),
    ],
)
def test_what_a_joker_may_name_leaves_the_button_and_the_last_moves_on_the_screen(
    open_page: Opened, server: Server, game: str, players: int, options: dict[str, Any]
) -> None:
    names = ("Ada", "Blaise", "Camille", "Denis", "Élodie", "Fabrice")[:players]
    seats = [{"name": name, "bot": "random" if place else None} for place, name in enumerate(names)]
    printed = find(game).edition
    none: dict[str, Any] = {
        part: [0] * len(printed[part]) for part in WITH_A_LOOK if part in printed
    }
    none |= dict.fromkeys((part for part in OTHER_CARDS if part in printed), 0)
    few = {"joker": 24, "swap": min(24, 4 * players), "gap": 9 if players == MOST_PLAYERS else 0}
    edition = {**printed, **none, **{part: few[part] for part in few if part in printed}}
    body = {"game": game, "seats": seats, "options": options, "edition": edition}
    page, chance = open_page("/", size="phone"), random.Random(game)
    jokers = page.locator("#hand button:has-text('Joker'):not([aria-disabled=true])")
    lines = page.locator(".last-move")
    for _ in range(MOST_DEALT):
        page.goto(f"{server.address}/match/{server.ask('/matches', body)['id']}")
        settled(page)
        if lines.count() < players - 1:  # not all others were before this player
            take_turn(page, chance)
            settled(page)
        if jokers.count() and lines.count() == players - 1:
            break
    jokers.first.click()
    expect(page.locator("#targets button")).to_have_count(11)
    for size in in_every_size(page):
        assert too_small(page) == [], size
        expect(lines).to_have_count(players - 1)
        told, asked, button = boxes(page, ".last-moves", "#told", "#commit").values()
        assert told["y"] + told["height"] <= asked["y"], size
        assert page.evaluate(BELOW_THE_REST) >= -1, "the button covers what is chosen from"
        assert button["y"] + button["height"] <= SCREEN, size


def test_dice_that_are_small_on_a_phone_wait_until_a_hint_is_closed(
    open_page: Opened, server: Server
) -> None:
    """A hint of a sprint, with all thirty dice in the lead, covers their large equals."""
    printed = find("dicerun").edition
    none: dict[str, Any] = {
        part: [0] * len(printed[part]) for part in WITH_A_LOOK if part in printed
    }
    none |= dict.fromkeys((part for part in OTHER_CARDS if part in printed), 0)
    body = {
        "game": "dicerun",
        "seats": [
            {"name": "Ada"},
            *({"name": name, "bot": "random"} for name in ("Blaise", "Camille")),
        ],
        "options": {"roll_off": "aside"},
        "edition": {**printed, **none, "sprint": 24, "swap": 12},
    }
    page = open_page("/", size="phone")
    sprints = page.locator("#hand button:has-text('Sprint'):not([aria-disabled=true])")
    dice = page.locator("#board .rc-die[role=button]")
    for _ in range(4 * MOST_DEALT):
        page.goto(f"{server.address}/match/{server.ask('/matches', body)['id']}")
        settled(page)
        if sprints.count():
            sprints.first.click()
            page.evaluate("() => new Promise(requestAnimationFrame)")
        if dice.count() > FEW_DICE:
            break
    assert dice.count() > FEW_DICE
    assert too_small(page) == []
    page.evaluate("document.getElementById('hints').hidden = false")
    assert too_small(page) == []
