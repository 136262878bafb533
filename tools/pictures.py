"""Draw the pictures of the README: `python -m tools.pictures` (it needs Chromium).

Bots play seeded matches up to interesting positions, which are then shown as a player sees them:
Level X in the terminal and in a desktop browser, the other games on a phone.
"""

import io
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console

import ludotheque
from ludotheque.bots import make_bot
from ludotheque.cli.terminal.menu import Menu
from ludotheque.cli.terminal.screen import Screen
from ludotheque.core.language import Language
from ludotheque.core.state import State
from ludotheque.store.store import Store
from ludotheque.table.record import Record

DOCS = Path(__file__).resolve().parent.parent / "docs"
NAMES = ["Ada", "Blaise", "Camille"]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
WIDE, PHONE = (1280, 860), (390, 844)

#: For each game: the number of players, the options, and the length at which the match is shown.
MATCHES: dict[str, tuple[int, dict[str, Any], int]] = {
    "levelx": (2, {"first": 0}, 27),
    "dicerun": (3, {}, 9),
    "coursededes": (2, {}, 12),
    "masterdes": (2, {"level": "expert"}, 4),
    "trotteurs": (3, {}, 7),
}


def played(name: str) -> Record:
    """A match in progress in which seat 0 is to act."""
    players, options, length = MATCHES[name]
    chance, bots = random.Random(8), [make_bot("greedy", seat) for seat in range(1, players + 1)]
    state = ludotheque.game(name).start(players, options)
    record = Record.of(
        state,
        names=NAMES[:players],
        bots=[None, *["greedy"] * (players - 1)],
        date="2026-01-01T20:00:00+00:00",
    )
    while state.length < length or not asks_first(state):
        if state.draw_size is not None:
            k = chance.randrange(state.draw_size)
            record.events.append({"draw": [state.draw_size, k]})
            state.draw(k)
        else:
            assert state.seat is not None
            move = bots[state.seat].choose(state.view(state.seat))
            record.events.append({"seat": state.seat, "move": move})
            state.play(move)
    return record


def asks_first(state: State) -> bool:
    """Whether seat 0 is to move or, in Les Trotteurs, where nobody moves, to roll."""
    return state.seat == 0 or (state.game.id == "trotteurs" and state.roller == 0)


def draw_terminal(record: Record) -> None:
    state = record.final_state()
    console = Console(
        record=True, width=92, height=40, file=io.StringIO(), force_terminal=True, highlight=False
    )
    names = NAMES[: state.players]
    screen = Screen(console, state.game, names, Language.of("en"))
    room = screen.show(state, [])
    Menu(state, names, state.game.language("en")).show(console, room)
    svg = console.export_svg(title="ludotheque play levelx")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # no external fonts
    (DOCS / "terminal.svg").write_text(svg, "utf-8")


def draw_tables(records: dict[str, Record]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with Store.open(Path(folder)) as store:
            for name, record in records.items():
                store.create(f"evening-{name}", record.header, record.events).result()
        command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", "0"]
        with subprocess.Popen(
            [*command, "--data", folder], stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            try:
                found = re.search(r"(http://[\d.]+:\d+)/local\S+", server.stdout.readline())
                assert found
                draw_all(found[1], found[0], list(records))
            finally:
                server.terminate()


def draw_all(address: str, link: str, names: list[str]) -> None:
    """`link` is the one that is printed at the start, which makes a browser local."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        for name in names:
            picture, size = ("table", WIDE) if name == "levelx" else (f"phone-{name}", PHONE)
            draw_table(browser, link, f"{address}/match/evening-{name}", name, picture, size)
        browser.close()


def draw_table(
    browser: Browser, link: str, address: str, game: str, picture: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, locale="fr-FR", reduced_motion="reduce"
    )
    context.add_init_script(f"localStorage.setItem('guide-{game}', 'seen')")
    context.request.get(link)
    page = context.new_page()
    page.goto(address)
    if game == "levelx":
        preview_best(page)
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    page.screenshot(path=DOCS / f"{picture}.png")
    context.close()


def preview_best(page: Page) -> None:
    """Select the first move of the list, so that the table shows its preview."""
    page.locator("#moves summary").click()
    page.locator("#moves button").first.click()
    page.locator("#moves summary").click()


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    matches = {name: played(name) for name in MATCHES}
    draw_terminal(matches["levelx"])
    draw_tables(matches)
