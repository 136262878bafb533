"""Pages that one test after another uses: a new one takes a second of processor time to start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Browser, Error, Page

from ludotheque.web.catalogue import names

SIZES = {"phone": (390, 844), "wide": (1280, 900)}
MOST_IDLE = 6
TURNS_IN_A_SIZE = 4  # a page takes a while to be drawn in another one


@dataclass(frozen=True)
class Look:
    """What a browser context is made for, and cannot change afterwards."""

    size: str = "wide"
    locale: str = "fr-FR"
    scheme: str = "light"
    motion: str = "reduce"
    guide: bool = False  # whether the guide is offered, as at somebody's first match


class Pages:
    """Pages in browser contexts of their own, kept open between tests, and empty."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[tuple[Look, Page]] = []  # the one that was idle longest comes first

    def take(self, look: Look) -> Page:
        """A page without cookies or stored data, alone in its context."""
        for place, (each, page) in enumerate(self._idle):
            if each == look:
                del self._idle[place]
                return page
        return self._new(look)

    def _new(self, look: Look) -> Page:
        width, height = SIZES[look.size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            locale=look.locale,
            color_scheme="dark" if look.scheme == "dark" else "light",
            reduced_motion="reduce" if look.motion == "reduce" else "no-preference",
            has_touch=look.size == "phone",
        )
        if not look.guide:
            seen = "".join(f"localStorage.setItem('guide-{name}', 'seen');" for name in names())
            context.add_init_script(seen)
        return context.new_page()

    def put_back(self, page: Page, look: Look, address: str) -> None:
        """Leave the page that was shown, and forget all it has stored; close it if that fails.

        It stays with the server at `address`: another site would be shown by a new process.
        """
        if not emptied(page, address):
            page.context.close()
            return
        resize(page, look.size)
        self._idle.append((look, page))
        if len(self._idle) > MOST_IDLE:
            _, oldest = self._idle.pop(0)
            oldest.context.close()


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def in_every_size(page: Page) -> Iterator[str]:
    """The same page in one size after the other, for a state that takes long to come to."""
    for size in SIZES:
        resize(page, size)
        yield size


def change_size(page: Page, turn: int) -> str:
    """Turn to the other size every few turns, so that a whole match is seen and clicked in both."""
    size = list(SIZES)[turn // TURNS_IN_A_SIZE % len(SIZES)]
    if turn % TURNS_IN_A_SIZE == 0:
        resize(page, size)
    return size


def emptied(page: Page, address: str) -> bool:
    if page.is_closed() or len(page.context.pages) > 1:
        return False
    try:
        page.context.set_offline(False)
        page.goto(f"{address}/static/icon.svg")
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.context.clear_cookies()
    except Error:
        return False
    return True
