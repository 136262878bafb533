"""Draw the pictures of the README: `python -m tools.pictures` (it needs Chromium).

A seeded match is led to a position worth looking at, then shown as its player sees it: in the
terminal, and at the table in the browser.
"""

import io
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console

import ludotheque
from ludotheque.bots import seated
from ludotheque.cli.menu import Menu
from ludotheque.cli.screen import Screen
from ludotheque.core.language import HOUSE, Language
from ludotheque.store.store import Store
from ludotheque.table.record import Record

DOCS = Path(__file__).resolve().parent.parent / "docs"
NAMES = ["Ada", "Robot"]
TURNS = 27
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
SIZES = {"table": (1280, 860), "phone": (390, 844)}


def played() -> Record:
    """Level X in full swing, with a roll to group."""
    chance, players = random.Random(8), [seated("greedy", 1), seated("greedy", 2)]
    state = ludotheque.game("levelx").start(players=2, options={"first": 0})
    record = Record.of(state, names=NAMES, bots=[None, "greedy"], date="2026-01-01T20:00:00+00:00")
    while state.length < TURNS or state.awaits != "move" or state.seat != 0:
        if state.awaits == "draw":
            assert state.draw_size is not None
            k = chance.randrange(state.draw_size)
            record.lines.append({"draw": [state.draw_size, k]})
            state.draw(k)
        else:
            assert state.seat is not None
            move = players[state.seat].choose(state.view(state.seat))
            record.lines.append({"seat": state.seat, "move": move})
            state.play(move)
    return record


def draw_terminal(record: Record) -> None:
    state = record.final_state()
    console = Console(
        record=True, width=92, height=40, file=io.StringIO(), force_terminal=True, highlight=False
    )
    screen = Screen(console, state.game, NAMES, Language.of("en", HOUSE))
    room = screen.show(state, [])
    Menu(state, NAMES, state.game.language("en")).show(console, room)
    svg = console.export_svg(title="ludotheque play levelx")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # no fonts from elsewhere
    (DOCS / "terminal.svg").write_text(svg, "utf-8")


def draw_tables(record: Record) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with Store.open(Path(folder)) as store:
            store.create("evening", record.header, record.lines).result()
        command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--port", "0"]
        with subprocess.Popen(
            [*command, "--data", folder], stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            try:
                found = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
                assert found
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(
                        executable_path="/usr/bin/chromium", args=ARGUMENTS
                    )
                    for name, (width, height) in SIZES.items():
                        draw_table(browser, f"{found.group()}/match/evening", name, width, height)
                    browser.close()
            finally:
                server.terminate()


def draw_table(browser: Browser, address: str, name: str, width: int, height: int) -> None:
    """The table while a move is being chosen: the best one is previewed."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="fr-FR", reduced_motion="reduce"
    )
    context.add_init_script("localStorage.setItem('guide-levelx', 'seen')")
    page = context.new_page()
    page.goto(address)
    page.locator("#moves summary").click()
    page.locator("#moves button").first.click()
    page.locator("#moves summary").click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(800)
    page.screenshot(path=DOCS / f"{name}.png")
    context.close()


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    match = played()
    draw_terminal(match)
    draw_tables(match)
