"""Choosing in DiceRun: from a tap to the drawn preview of the move, in a browser.

`python -m bench.previews [--samples 100]` opens a table in Chromium, taps cards and targets as a
player does, and writes bench/PREVIEWS.md. A preview is asked of the server over the page's socket:
the parts tell apart what the page does before it asks, the way to the server and back, and what
the page does with the answer. The aim is below 30 ms.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, TimeoutError, sync_playwright

from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.server import Server

from .machine import cpu_model, load
from .search import table

SAMPLES = 100
MOST_TURNS = 60
REPORT = Path(__file__).parent / "PREVIEWS.md"
BEGIN = {
    "game": "dicerun",
    "seats": [{"name": "Ada"}, *({"name": f"Robot {n}", "bot": "random"} for n in (1, 2))],
    "options": {"roll_off": "aside"},
}
#: Notes when the page's socket asks for a preview, and when the answer comes.
LISTEN = """
{
  const times = (window.previewTimes = { asked: 0, answered: 0 });
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => (times.answered = performance.now()));
    }
    send(text) {
      if (String(text).includes('"preview"')) times.asked = performance.now();
      super.send(text);
    }
  };
}
"""
#: Compose every move that the cards in the hand begin, once; return the times of each new preview.
TAPS = """
async (most) => {
  const times = window.previewTimes;
  const table = document.getElementById("table");
  const OPTIONS = `#targets button, .rc-joint.rc-lit circle, .rc-die.rc-lit:not(.rc-chosen),
    .rc-group.rc-lit:not(.rc-chosen) .rc-badge circle`;
  const shown = (each) => each.getClientRects().length > 0;
  const settle = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const drawn = () => new Promise((done) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      done(performance.now());
    });
    observer.observe(document.getElementById("announcer"), { childList: true });
    setTimeout(() => (observer.disconnect(), done(0)), 500);
  });
  const escape = { key: "Escape", bubbles: true };
  const clear = () => table.dispatchEvent(new KeyboardEvent("keydown", escape));
  const until = performance.now() + 10_000;
  const found = [];
  const cards = () => [...document.querySelectorAll("#hand button:not([aria-disabled=true])")];
  for (let card = 0; card < cards().length && found.length < most; card += 1) {
    for (let target = 0; target < 12 && found.length < most; target += 1) {
      let next = performance.now() < until ? cards()[card] : null;
      for (let depth = 0; next && depth < 5; depth += 1) {
        await settle();
        const asked = times.asked;
        const seen = drawn();
        const begin = performance.now();
        next.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        const end = await seen;
        if (times.asked !== asked && end && times.answered >= times.asked) {
          found.push([times.asked - begin, times.answered - times.asked, end - times.answered]);
          break;
        }
        const offered = [...document.querySelectorAll(OPTIONS)].filter(shown);
        next = depth === 0 ? offered[target] : offered[0];
      }
      if (!next) break;
      if (found.length < most) clear();
    }
    clear();
  }
  return found;
}
"""

#: Take the first way there is, and confirm it.
FIRST_MOVE = """
async () => {
  const ways = "#hand button:not([aria-disabled=true]), #goals button:not([aria-disabled=true])";
  for (const way of document.querySelectorAll(ways)) {
    way.click();
    for (let depth = 0; depth < 5; depth += 1) {
      await new Promise((done) => setTimeout(done, 50));
      const commit = document.getElementById("commit");
      if (commit.getAttribute("aria-disabled") === "false") return commit.click();
      const lit = "#targets button, .rc-joint.rc-lit circle, .rc-die.rc-lit:not(.rc-chosen)";
      document.querySelector(lit)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
  }
}
"""
ASKED = "#table[data-mine=yes][data-waits=move]"


def measured(samples: int) -> list[list[float]]:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        server = Server(Path(name)).open()
        try:
            page = browser.new_page(viewport={"width": 390, "height": 844})
            page.context.add_cookies([{"name": "pace", "value": "instant", "url": server.address}])
            page.add_init_script(LISTEN)
            found = taps(page, server, samples)
        finally:
            browser.close()
            server.close()
    return found


def taps(page: Page, server: Server, samples: int) -> list[list[float]]:
    """Every preview of a turn, turn after turn, until there are enough."""
    found: list[list[float]] = []
    if server.local_link:
        page.goto(server.local_link)
    begin(page, server)
    for _ in range(MOST_TURNS):
        found += page.evaluate(TAPS, samples - len(found))
        if len(found) >= samples:
            break
        if not play_on(page):
            begin(page, server)
    return found


def begin(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/match/{server.ask('/matches', BEGIN)['id']}")
    page.wait_for_selector(ASKED, timeout=60_000)


def play_on(page: Page) -> bool:
    """Play the first move that the list names, and wait for the next turn; False if none comes."""
    version = page.locator("#table").get_attribute("data-version")
    page.evaluate(FIRST_MOVE)
    try:
        page.wait_for_selector(f"{ASKED}:not([data-version='{version}'])", timeout=20_000)
    except TimeoutError:
        return False
    return True


def report(taps: list[list[float]]) -> str:
    """In milliseconds: the median and the 99th percentile of each part, and of the whole."""
    rows = [
        row("tap to drawn preview", [sum(each) for each in taps]),
        row("of it the page, before it asks", [each[0] for each in taps]),
        row("the server, with the way there and back", [each[1] for each in taps]),
        row("the page, drawing what came", [each[2] for each in taps]),
    ]
    return "\n".join(
        [
            "# Choosing in DiceRun: previews",
            "",
            *table(("", "median, ms", "99th percentile, ms"), rows),
            "",
            f"{len(taps)} taps at tables 390 pixels wide, browser and server on one machine."
            f" The aim: below 30 ms. Measured on {cpu_model()}, load average {load()}.",
            "",
            "Made by `python -m bench.previews`.",
            "",
        ]
    )


def row(what: str, times: list[float]) -> tuple[str, ...]:
    percentile = statistics.quantiles(times, n=100, method="inclusive")[98]
    return what, f"{statistics.median(times):.1f}", f"{percentile:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    samples = parser.parse_args().samples
    found = measured(samples)
    text = report(found)
    if samples >= SAMPLES:
        REPORT.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
