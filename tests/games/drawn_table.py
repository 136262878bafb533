"""A game's table as the page draws it: its own module, in a real browser, from the server's frames.

    html = drawn(frame_of(state, seat=0), setup_of(state))

Playwright runs on a thread of its own, because its event loop must not be there for other tests.
"""

import atexit
import mimetypes
import re
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, sync_playwright

from ludotheque.core.game import Game
from ludotheque.core.state import State
from ludotheque.games import find
from ludotheque.store.store import Store
from ludotheque.table.dice import SystemDice
from ludotheque.table.match import Match, Seat
from ludotheque.table.record import Record
from ludotheque.web.access.viewer import Viewer
from ludotheque.web.catalogue import folder_of
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.render.frame import as_data
from ludotheque.web.render.preview import preview_at
from ludotheque.web.render.setup import setup_of as setup_for
from ludotheque.web.render.step_frames import frame_at
from ludotheque.web.render.templates import STATIC, VERSIONED, script_of
from ludotheque.web.settings import Settings

from ..browser.chromium import ARGUMENTS, chromium

Data = dict[str, Any]
HOST = "http://table.test"
NAMES = ["Ada", "Blaise", "Camille", "Denis", "Émilie", "Félix"]
BLANK = (
    "<!doctype html><html lang='{lang}'><meta charset='utf-8'>"
    "<body><div id='match'><div id='table'></div></div></body></html>"
)
DRAW = """async ({setup, frame, script, replay, previews}) => {
    const { Table } = await import("/static/table/table.js");
    const { default: module } = await import(script);
    document.documentElement.lang = setup.lang;
    window.sent = [];
    const problem = { message: "no such move" };
    const page = {
        send: (command) => window.sent.push(command),
        refuse: (text, rule) => window.sent.push({ refused: text, rule }),
        say: () => {}, clear: () => {},
        ask: async (what, { move }) => what === "previews"
            ? { ok: true, previews: Object.values(previews) }
            : previews[move] ? { ok: true, ...previews[move] } : { ok: false, problem },
    };
    const root = document.createElement("div");
    root.id = "table";
    document.getElementById("table").replaceWith(root);
    window.table = new Table(root, setup, module, page, { replay });
    await window.table.show(frame);
    if (frame.ending) {  // drawn by a module that is loaded when a match is over
        await import("/static/table/ending.js");
        await new Promise((drawn) => setTimeout(drawn));
    }
    return root.innerHTML;
}"""


DRAW_EXAMPLE = """async ({script, data, words}) => {
    const { render } = await import("/static/table/kit.js");
    const { default: module } = await import(script);
    const root = document.createElement("div");
    root.id = "table";
    document.getElementById("table").replaceWith(root);
    render(await module.example(data, words), root);
    return root.innerHTML;
}"""


class Drawer:
    """A thread with a browser page that draws one table after another."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._work: SimpleQueue[tuple[Callable[[Page], Any], Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Page], Any]) -> Any:
        done: Future[Any] = Future()
        self._work.put((work, done))
        return done.result()

    def close(self) -> None:
        self._work.put(None)
        self._thread.join()

    def _run(self) -> None:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=self._path, args=ARGUMENTS)
            page = browser.new_page()
            page.route("**/*", answer)
            page.goto(f"{HOST}/")
            while (job := self._work.get()) is not None:
                work, done = job
                try:
                    done.set_result(work(page))
                except BaseException as problem:  # it is the caller's
                    done.set_exception(problem)
            browser.close()


def answer(route: Route) -> None:
    """The files that a server would send."""
    path = urlsplit(route.request.url).path
    file = file_at(path)
    if file is None:
        route.fulfill(body=BLANK.format(lang="en"), content_type="text/html")
    elif file.is_file():
        kind = mimetypes.guess_type(file.name)[0] or "text/plain"
        route.fulfill(body=file.read_bytes(), content_type=kind)
    else:
        route.fulfill(status=404)


def file_at(path: str) -> Path | None:
    _, top, *rest = path.split("/")
    if top == "static":
        return STATIC.joinpath(*rest)
    return folder_of(rest[0]).joinpath(*rest[1:]) if top == "games" else None


@cache
def drawer() -> Drawer:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    made = Drawer(path)
    atexit.register(made.close)
    return made


def live_at(state: State, names: list[str] | None = None, **more: Any) -> LiveMatch:
    """A match that stands at this state, without a store: enough to make frames of it."""
    called = NAMES[: state.players] if names is None else names
    seats = [Seat(name) for name in called]
    record = Record.of(state, names=called, bots=[None] * state.players, date="2026-01-01", **more)
    match = Match.load(state, seats, SystemDice(), [], manual_dice=record.manual_dice)
    return LiveMatch("m1", record, match, cast(Store, None))


def viewer_for(state: State, seat: int | str | None) -> Viewer:
    """`seat`: whose view; "public" for a spectator; None for who sees everything."""
    seats = frozenset({seat}) if isinstance(seat, int) else frozenset[int]()
    return Viewer(cast(Any, seat), seats)


def frame_of(
    state: State, seat: int | str | None = "public", lang: str = "en", **changes: Any
) -> Data:
    """The frame of a state, as the server makes it for a seat; `changes` replace parts of it."""
    live = live_at(state)
    language = state.game.language(lang)
    frame = frame_at(live, live.steps[-1], language, viewer_for(state, seat))
    return {**as_data(frame), **changes}


def setup_of(state: State, seat: int | str | None = "public", lang: str = "en") -> Data:
    return setup_for(live_at(state), Settings(lang, "instant"), viewer_for(state, seat))


def previews_of(state: State, moves: list[str], lang: str = "en") -> Data:
    """What a page would be answered that asks for the previews of these moves."""
    live = live_at(state)
    language = state.game.language(lang)
    return {move: preview_at(live, live.steps[-1], move, language) for move in moves}


def own_script(game: Game) -> str:
    """Where a game's module is without a version, so that it imports what the tests import."""
    return re.sub(rf"^{VERSIONED}\w+", "", script_of(game))


def drawn(
    frame: Data,
    setup: Data,
    *,
    replay: bool = False,
    previews: Data | None = None,
    script: str | None = None,
) -> str:
    """The markup of a table, as the page draws it; `script` is another module than the game's."""
    given = {
        "frame": frame,
        "setup": setup,
        "script": script or own_script(find(setup["game"])),
        "replay": replay,
        "previews": previews or {},
    }
    html: str = drawer().do(lambda page: page.evaluate(DRAW, given))
    return without_comments(html)


def drawn_state(state: State, seat: int | str | None = "public", lang: str = "en") -> str:
    """The table of a state, as a seat sees it."""
    return drawn(frame_of(state, seat, lang), setup_of(state, seat, lang))


def clicked(*selectors: str) -> str:
    """Click in the table that was drawn last, one after another; its markup after that."""

    def click(page: Page) -> str:
        for selector in selectors:
            page.locator(selector).first.dispatch_event("click")
        html: str = page.evaluate("() => document.getElementById('table').innerHTML")
        return html

    return without_comments(drawer().do(click))


def shown_next(frame: Data) -> str:
    """Show another frame in the table that was drawn last; its markup after that."""
    show = "async (frame) => { await table.show(frame); return table.root.innerHTML; }"
    return without_comments(drawer().do(lambda page: page.evaluate(show, frame)))


def thrown_next(frame: Data) -> str:
    """Show a throw in the table that was drawn last; its markup while the dice are in the air."""
    show = """(frame) => {
        window.landing = table.show(frame, { animated: true });
        return table.root.innerHTML;
    }"""
    return without_comments(drawer().do(lambda page: page.evaluate(show, frame)))


def landed() -> str:
    """The markup when all dice have landed."""
    wait = "async () => { await window.landing; return table.root.innerHTML; }"
    return without_comments(drawer().do(lambda page: page.evaluate(wait)))


def focused(selector: str | None = None) -> str:
    """What has the focus, by id or class, after giving it to something else if that is named."""
    read = """(selector) => {
        if (selector) document.querySelector(selector).focus();
        const { id, className, tagName } = document.activeElement;
        return id ? `#${id}` : className ? `.${className}` : tagName;
    }"""
    name: str = drawer().do(lambda page: page.evaluate(read, selector))
    return name


def found(selector: str, attribute: str | None = None) -> list[str]:
    """An attribute, or the text, of whatever in the page matches a selector."""
    read = """([selector, attribute]) => [...document.querySelectorAll(selector)].map(
        (node) => attribute ? node.getAttribute(attribute) : node.textContent.trim())"""
    values: list[str] = drawer().do(lambda page: page.evaluate(read, [selector, attribute]))
    return values


def drawn_example(game: Game, name: str, lang: str = "en") -> str:
    """The markup of an example of a game's rulebook."""
    language = game.language(lang)
    given = {
        "script": own_script(game),
        "data": game.lesson.example(name, language),
        "words": game.browser.words(language),
    }
    html: str = drawer().do(lambda page: page.evaluate(DRAW_EXAMPLE, given))
    return without_comments(html)


def sent() -> list[Data]:
    """What the table that was drawn last has sent, or refused."""
    found: list[Data] = drawer().do(lambda page: page.evaluate("() => window.sent"))
    return found


def without_comments(html: str) -> str:
    """Without the marks that lit-html leaves where something may change."""
    return re.sub(r"<!--.*?-->", "", html, flags=re.DOTALL)
