"""The replay of a match, and the rulebook, in the browser."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import Opened
from .server import Server, play_turn


def test_a_replay_steps_slides_and_links(open_page: Opened, server: Server) -> None:
    match_id = server.begin(None, None)
    table = open_page(f"/match/{match_id}")
    for _ in range(4):
        play_turn(table)
    page = open_page(f"/match/{match_id}/replay?at=0")
    expect(page.locator("#table")).to_have_attribute("data-version", "0")
    page.locator("#go-forward").click()
    expect(page).to_have_url(re.compile(r"at=1$"))
    page.locator("#moment").focus()
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(rf"at={page.locator('#moment').get_attribute('max')}$"))
    page.locator("#turns a").first.click()
    expect(page.locator("#turns a").first).to_have_attribute("aria-current", "true")


def test_autoplay_goes_on_by_itself(open_page: Opened, server: Server) -> None:
    match_id = server.begin(None, None)
    play_turn(open_page(f"/match/{match_id}"))
    page = open_page(f"/match/{match_id}/replay?at=0")
    page.locator("#autoplay").click()
    expect(page).to_have_url(re.compile(r"at=2$"), timeout=10_000)


def test_a_choice_that_is_not_legal_says_why_and_links_to_its_rule(
    open_page: Opened, server: Server
) -> None:
    match_id = server.begin(None, None)
    page = open_page(f"/match/{match_id}")
    page.locator("#roll").click()
    expect(page.locator("#commit")).to_be_visible()
    page.locator("#group").click(force=True)  # nothing is gathered yet: it says so itself
    expect(page.locator("#notice")).to_be_visible()
    link = page.locator(".notice-rule")
    expect(link).to_have_attribute("href", re.compile(r"#LX-3$"))
    link.click()
    expect(page.locator("#LX-3")).to_be_in_viewport()


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_number_of_a_rule_stays_on_one_line(open_page: Opened, size: str) -> None:
    page = open_page("/rules/masterdes", size=size)
    broken = page.evaluate(
        """() => [...document.querySelectorAll('.rule-number, .rule strong:first-child')]
            .filter((node) => node.getClientRects().length > 1).map((node) => node.textContent)"""
    )
    assert page.locator(".rule-number").count() > 5
    assert broken == []


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_move_in_a_rulebook_stays_on_one_line(open_page: Opened, size: str) -> None:
    page = open_page("/rules/levelx", size=size)
    moves = page.locator(".rulebook :is(p, li) code")
    assert moves.count() > 5
    assert set(moves.evaluate_all("all => all.map((each) => each.getClientRects().length)")) == {1}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


#: A chapter's place among the chapters, and the place of the first rule and of the first drawing.
ORDER = """() => {
    const book = document.querySelector(".rulebook");
    const chapters = [...book.querySelectorAll("h2")];
    const chapterOf = (node) => chapters.findLastIndex((each) =>
        each.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
    const drawings = [...book.querySelectorAll("[class$='-example']")];
    return {
        titles: chapters.map((each) => each.textContent.trim()),
        drawn: [...new Set(drawings.map(chapterOf))],
        ruled: chapterOf(book.querySelector(".rule")),
        wide: document.documentElement.scrollWidth > innerWidth,
    };
}"""


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_rulebook_begins_with_what_two_minutes_teach_and_ends_with_its_sources(
    open_page: Opened, size: str
) -> None:
    """The short version, the drawn examples, the numbered rules; our sources come last."""
    page = open_page("/", size=size)
    for game in ("levelx", "masterdes", "trotteurs", "dicerun", "coursededes"):
        page.goto(page.url.split("/rules")[0].rstrip("/") + f"/rules/{game}")
        found = page.evaluate(ORDER)
        assert found["titles"][0] in ("En deux mots", "En bref"), game
        assert found["drawn"] == [1], game
        assert found["ruled"] > 1, game
        assert found["titles"][found["ruled"]] == "Les règles", game
        assert found["titles"][-1].startswith("D’où nous le savons"), game
        assert not found["wide"], game


def test_the_language_can_be_changed_and_stays(open_page: Opened) -> None:
    page = open_page("/rules/levelx", locale="fr-FR")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator("form.language button").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto(page.url.replace("/rules/levelx", "/"))
    expect(page.locator("html")).to_have_attribute("lang", "en")
