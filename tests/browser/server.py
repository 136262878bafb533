"""The real server in a separate process, as a user starts it, and helpers that click."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from ludotheque.web.access.local_key import HEADER

from .pages import change_size

READY_SECONDS = 30


class Server:
    """`ludotheque serve` over a data folder; it can be killed, and opened again."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = 0
        self.key: str | None = None  # the local key, of the link that is printed at the start
        self.process: subprocess.Popen[str] | None = None

    def open(self) -> Server:
        command = [sys.executable, "-m", "ludotheque", "serve", "--no-browser", "--lang", "en"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.data), *self.options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)/(?:local\?key=(\S+))?", line)
        assert found, f"the server said {line!r}"
        self.port, self.key = int(found.group(1)), found.group(2)
        return self

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def close(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self._gone()

    def _gone(self) -> None:
        assert self.process is not None
        self.process.communicate(timeout=20)

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the API; again while the server's rate limit is used up, as by a match played out."""
        data = None if body is None else json.dumps(body).encode()
        request = self._request(f"/api{path}", data, {"content-type": "application/json"})
        while True:
            try:
                with urlopen(request, timeout=READY_SECONDS) as answer:
                    return json.load(answer)
            except HTTPError as problem:
                if problem.code != HTTPStatus.TOO_MANY_REQUESTS:
                    raise
                time.sleep(0.05)

    def _request(
        self, path: str, data: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Request:
        key = {} if self.key is None else {HEADER: self.key}
        return Request(f"{self.address}{path}", data, {**key, **(headers or {})})

    @property
    def local_link(self) -> str | None:
        """The link that is printed at the start; a public server prints none."""
        return None if self.key is None else f"{self.address}/local?key={self.key}"

    def text(self, path: str) -> str:
        """What somebody of the household reads there."""
        with urlopen(self._request(path), timeout=READY_SECONDS) as answer:
            said: str = answer.read().decode()
            return said

    def begin(self, *bots: str | None, first: int | None = 0, **more: Any) -> str:
        """A match of Level X: None is a person's seat."""
        names = ("Ada", "Blaise", "Camille", "Denis", "Émilie", "Fermat")
        seats = [{"name": names[seat], "bot": bot} for seat, bot in enumerate(bots)]
        body = {"game": "levelx", "seats": seats, "options": {"first": first}, **more}
        match_id: str = self.ask("/matches", body)["id"]
        return match_id

    def play_out(self, match_id: str, commands: int = 10_000) -> str:
        """Play a match of people on, to its end or for so many commands, moving at random."""
        match, chance = self.ask(f"/matches/{match_id}"), random.Random(1)
        for _ in range(commands):
            if match["waits_for"] == "end":
                break
            if match["waits_for"] == "move" and not match["moves"]:  # a shared screen hides them
                match = self.ask(f"/matches/{match_id}?seat={match['seat']}")
            body = {key: match[key] for key in ("seat", "version")} | {"kind": match["waits_for"]}
            if match["moves"]:
                body["move"] = chance.choice(match["moves"])
            match = self.ask(f"/matches/{match_id}/commands", body)
        return match_id


def settled(page: Page) -> Locator:
    """The table, once it waits for a person or is over; results on the way are left behind."""
    table = page.locator("#table[data-mine=yes], #table[data-waits=end]:not([data-reading])")
    results = page.locator("#go-on")
    while True:
        expect(table.or_(results)).to_be_visible(timeout=20_000)
        if results.count():  # only this page takes them away
            results.click()
        elif table.count():  # else it has gone on meanwhile
            return table


def open_menu(page: Page) -> None:
    """On a wide screen the menu is always open."""
    summary = page.locator("#drawer > summary")
    if summary.is_visible():
        summary.click()


def play_turn(page: Page) -> None:
    """One turn by clicking: roll, take the best complete move, commit it."""
    settled(page)
    if page.locator("#table").get_attribute("data-waits") == "end":
        return
    if page.locator("#roll").count():
        page.locator("#roll").click()
    commit = page.locator("#commit")
    expect(commit).to_be_visible()
    moves = page.locator("#moves")
    if moves.is_visible():
        moves.locator("summary").click()
        moves.locator("button").first.click()
    commit_move(page)


def commit_move(page: Page) -> None:
    """Press the button, and see the match go on."""
    version = page.locator("#table").get_attribute("data-version")
    page.locator("#commit").click()
    expect(page.locator(f"#table:not([data-version='{version}'])")).to_be_visible(timeout=20_000)


def play_to_the_end(page: Page, turns: int = 120) -> None:
    """On a phone and a wide screen by turns."""
    for turn in range(turns):
        if settled(page).get_attribute("data-waits") == "end":
            return
        change_size(page, turn)
        play_turn(page)
    raise AssertionError("the match does not end")


def boxes(page: Page, *parts: str) -> dict[str, dict[str, float]]:
    """Where these selectors' first nodes are on the screen, asked at once; only what is shown."""
    found: dict[str, dict[str, float]] = page.evaluate(
        """parts => {
            const shown = parts.map((part) => [part, document.querySelector(part)])
                .filter(([, node]) => node?.checkVisibility({ visibilityProperty: true }));
            return Object.fromEntries(shown.map(([part, node]) => {
                const { x, y, width, height } = node.getBoundingClientRect();
                return [part, { x, y, width, height }];
            }));
        }""",
        list(parts),
    )
    return found


def objections(page: Page, *, preload: bool = True) -> list[str]:
    """What axe-core objects to.

    Without `preload` it does not load style sheets itself: it would copy an imported one into the
    page, where the Content-Security-Policy forbids it. Of what it does not object to, axe lists one
    node for each rule: describing all of them takes as long as the checks.
    """
    options = {"preload": preload, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']}: {rule['help']} — {node['html'][:160]}"
        for rule in found
        for node in rule["nodes"]
    ]
