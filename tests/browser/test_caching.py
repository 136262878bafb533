"""What a browser has loaded once it keeps: a second visit takes a page and its frames, no files."""

import pytest
from playwright.sync_api import Page

from .conftest import Opened
from .server import Server, settled

FILES = """() => performance.getEntriesByType('resource')
    .filter(({ name }) => /\\.(js|css|woff2|svg)$/.test(new URL(name).pathname))
    .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])"""


#: Bytes over the network of the page itself and of all it has loaded, compressed and with headers.
WEIGHT = """() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)"""
MOST_FIRST_PAGE, MOST_TABLE = 100_000, 150_000  # bytes


def loaded(page: Page) -> dict[str, int]:
    """The files of the page, with the bytes that came over the network for each."""
    found: list[tuple[str, int]] = page.evaluate(FILES)
    return dict(found)


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_first_page_is_light(open_page: Opened, size: str) -> None:
    page = open_page("/", size=size, fresh=True)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(WEIGHT) <= MOST_FIRST_PAGE


@pytest.mark.parametrize("game", ["levelx", "coursededes"])
def test_a_second_visit_to_a_table_loads_no_file(
    open_page: Opened, server: Server, game: str
) -> None:
    seats = [{"name": "Ada", "bot": None}, {"name": "Blaise", "bot": "random"}]
    match_id = server.ask("/matches", {"game": game, "seats": seats})["id"]
    page = open_page(f"/match/{match_id}", size="phone", fresh=True)
    settled(page)
    assert page.evaluate(WEIGHT) <= MOST_TABLE
    first = loaded(page)
    scripts = [path for path in first if path.endswith(".js")]
    assert len(scripts) > 10
    assert all(path.startswith("/v/") for path in first), first
    page.goto(server.address + f"/match/{match_id}")
    settled(page)
    second = loaded(page)
    assert set(scripts) <= set(second)
    assert {path: size for path, size in second.items() if size} == {}


def test_a_script_that_is_wanted_later_has_the_version_of_the_page(
    open_page: Opened, server: Server
) -> None:
    page = open_page(f"/match/{server.begin(None, None)}", size="phone", fresh=True)
    page.locator("#roll").click()
    settled(page)
    with page.expect_response("**/hint.js") as answered:
        page.locator("#hint").dispatch_event("click")
    assert "immutable" in (answered.value.header_value("cache-control") or "")
