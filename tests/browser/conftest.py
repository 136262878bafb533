"""Fixtures: a browser, a server, and pages whose script errors fail the test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

from .chromium import ARGUMENTS, chromium
from .pages import Look, Pages
from .server import Server

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


@pytest.fixture(scope="package")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def open_page(pages: Pages, server: Server) -> Iterator[Opened]:
    """Opens pages of the server; an error in any of them fails the test.

    A page that a test listens to or whose requests it routes is opened with `fresh`: no other test
    gets it.
    """
    used: list[tuple[Page, Look, Callable[..., None], bool]] = []
    wrong: list[str] = []

    def opened(
        path: str,
        *,
        at: Server | None = None,
        local: bool = True,
        fresh: bool = False,
        **manner: Any,
    ) -> Page:
        look = Look(**manner)
        page = pages.take(look)

        def heard(said: Error | ConsoleMessage) -> None:
            text = str(said) if isinstance(said, Error) else said.text
            if isinstance(said, Error) or "Content Security Policy" in text:
                wrong.append(f"{path}: {text}")

        used.append((page, look, heard, fresh))
        address, link = (at or server).address, (at or server).local_link
        page.context.add_cookies([{"name": "pace", "value": "instant", "url": address}])
        if local and link is not None:
            # As its user opens the link that is printed at the start; again if the server has just
            # closed the connection that was kept.
            page.request.get(link, max_retries=2)
        page.on("pageerror", heard)
        page.on("console", heard)
        page.goto(address + path)
        return page

    yield opened
    for page, look, heard, fresh in used:
        page.remove_listener("pageerror", heard)
        page.remove_listener("console", heard)
        if fresh:
            page.context.close()
        else:
            pages.put_back(page, look, server.address)
    assert wrong == []


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Keeps a picture of a page for somebody to look at, where a folder is named for them."""

    def taken(page: Page, name: str) -> None:
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}.png")

    return taken
