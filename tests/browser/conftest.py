"""Fixtures: a browser, a server, and pages whose script errors fail the test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ludotheque.web.catalogue import names

from .server import Server

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SIZES = {"phone": (390, 844), "wide": (1280, 900)}

#: How slow the machine is must not decide what a test finds.
expect.set_options(timeout=20_000)

#: Every size and every colour scheme once; the other pairs belong to the long run.
LOOKS = [
    ("phone", "light"),
    ("wide", "dark"),
    pytest.param("phone", "dark", marks=pytest.mark.long),
    pytest.param("wide", "light", marks=pytest.mark.long),
]

#: Where pictures of every page and state go; without it none is taken.
PICTURES = os.environ.get("LUDOTHEQUE_PICTURES")


def chromium() -> str | None:
    named = os.environ.get("LUDOTHEQUE_CHROMIUM")
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return named or next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="package")  # Playwright's event loop must not be there for other tests
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    opened = Server(tmp_path_factory.mktemp("data")).open()
    yield opened
    opened.close()


@pytest.fixture(scope="package")
def finished(server: Server) -> str:
    """A match of two people, played out through the API: robots would take their time."""
    return server.play_out(server.begin(None, None))


Opened = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Opened]:
    """Opens pages of the server; an error in any of them fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def opened(
        path: str,
        *,
        size: str = "wide",
        locale: str = "fr-FR",
        guide: bool = False,
        scheme: str = "light",
        at: Server | None = None,
        motion: str = "reduce",
        local: bool = True,
    ) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce" if motion == "reduce" else "no-preference",
            has_touch=size == "phone",
        )
        contexts.append(context)
        address, link = (at or server).address, (at or server).local_link
        context.add_cookies([{"name": "pace", "value": "instant", "url": address}])
        if not guide:
            seen = "".join(f"localStorage.setItem('guide-{name}', 'seen');" for name in names())
            context.add_init_script(seen)
        if local and link is not None:
            context.request.get(link)  # as its user opens the link that is printed at the start
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"{path}: {error}"))
        page.on(
            "console",
            lambda message: (
                wrong.append(f"{path}: {message.text}")
                if "Content Security Policy" in message.text
                else None
            ),
        )
        page.goto(address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Keeps a picture of a page for somebody to look at, where a folder is named for them."""

    def taken(page: Page, name: str) -> None:
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}.png")

    return taken
