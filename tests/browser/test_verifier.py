"""The page that checks a record: in the browser itself, offline, on any origin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.table.fair_matches import Lines, checked, draws_in, fair_lines
from tests.table.matches import sample, text_of
from tests.web.server import Server
from tests.web.test_verify import vectors

from .chromium import ARGUMENTS, chromium
from .conftest import LOOKS, Opened
from .server import objections
from .test_by_keyboard import focus_on

ELSEWHERE = "dice.test"
BY_HASH = """async ([version, example]) => {
    const fair = await import("/static/fairness.js");
    const { parse } = await import("/static/json.js");
    const serverSeed = fair.fromHex(example.server_seed);
    const seatSeeds = [fair.fromHex(example.seat_seed_0)];
    const round = {version, matchId: example.match_id, round: Number(example.round)};
    const header = version === 1 ? [] : fair.headerDigest(parse(example.first_line));
    const key = fair.keyOf(serverSeed, seatSeeds, header);
    const draws = Array.from({length: 20}, (_, i) => fair.drawn(key, i, 6));
    const seeds = {round, serverSeed, seatSeeds, header};
    const contradicted = [{number: 0, size: 6, right: (draws[0] + 1) % 6}];
    return {
        commitment: fair.toHex(fair.commitmentTo(round, serverSeed)),
        seat_commitment_0: fair.toHex(fair.seatCommitment(round, 0, seatSeeds[0])),
        header: fair.toHex(header),
        key: fair.toHex(key),
        draws: draws.join(" "),
        browser: await fair.browserAgrees(
            seeds, draws.map((right, number) => ({number, size: 6, right}))),
        contradicted: await fair.browserAgrees(seeds, contradicted),
    };
}"""
CHECK_ALL = """async (texts) => {
    const { check } = await import("/static/verifying.js");
    return texts.map((text) => {
        const { verdict, findings } = check(text);
        return [verdict, findings.length ? findings[0].line : null];
    });
}"""


@pytest.fixture(scope="module")
def good() -> Lines:
    return fair_lines()


@pytest.fixture
def elsewhere(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page under a name that is not this machine's own: no secure context, no WebCrypto."""
    with Server(tmp_path / "matches", more_hosts=(ELSEWHERE,)) as served:
        launched = browser.browser_type.launch(
            executable_path=chromium(),
            args=[*ARGUMENTS, f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"],
        )
        page = launched.new_page(locale="en-GB")
        page.goto(f"http://{ELSEWHERE}:{served.host.partition(':')[2]}/verify")
        yield page
        launched.close()


def choose(page: Page, lines: list[Any], name: str = "match.jsonl") -> None:
    content = text_of(lines).encode()
    page.locator("#file").set_input_files(
        {"name": name, "mimeType": "application/jsonl", "buffer": content}
    )


def with_changed_draw(lines: Lines, number: int) -> tuple[Lines, int]:
    """A record in which one draw came out otherwise, and the number of its line."""
    lines = deepcopy(lines)
    place = draws_in(lines)[number]
    size, k = lines[place]["draw"]
    lines[place]["draw"] = [size, (k + 1) % size]
    return lines, place + 1


def test_the_second_implementation_confirms_the_published_examples(open_page: Opened) -> None:
    page = open_page("/verify")
    for version in (1, 2):
        example = vectors("en", version)
        found = page.evaluate(BY_HASH, [version, example])
        assert found.pop("browser") is True
        assert found.pop("contradicted") is False
        assert example == example | {name: found[name] for name in found if name in example}
        assert {"commitment", "key", "draws"} <= example.keys()
    assert {"header", "seat_commitment_0"} <= example.keys()


def test_a_good_record_is_proven(open_page: Opened, good: Lines) -> None:
    page = open_page("/verify", locale="en-GB")
    choose(page, good)
    expect(page.locator("#report")).to_have_attribute("data-verdict", "dice")
    expect(page.locator("#verdict")).to_have_text(
        "The dice are proven: nobody chose or changed a draw after the commitments. "
        "The rules were not replayed here."
    )
    expect(page.locator("#checks")).to_contain_text("Not checked here: whether every move")
    expect(page.locator("#checks")).to_contain_text("options and edition are part of the proof")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#commitment")).to_have_text(good[0]["fairness"]["commitment"])
    expect(page.locator("#draws tr")).to_have_count(len(draws_in(good)))
    expect(page.locator("#draws tr.proven")).to_have_count(len(draws_in(good)))
    expect(page.locator("#checks")).to_contain_text("comes to the same result")
    page.locator("#draws-part summary").click()
    outcomes = page.locator("#draws tr td:nth-child(4)").all_inner_texts()
    assert [int(text) for text in outcomes] == [good[at]["draw"][1] for at in draws_in(good)]


def test_a_changed_record_is_wrong_and_the_line_is_named(open_page: Opened, good: Lines) -> None:
    page = open_page("/verify", locale="en-GB")
    lines, line = with_changed_draw(good, 5)
    choose(page, lines)
    expect(page.locator("#report")).to_have_attribute("data-verdict", "wrong")
    expect(page.locator("#checks li").first).to_contain_text(f"line {line}: draw 5 ")
    expect(page.locator("#draws tr.wrong")).to_have_count(1)
    expect(page.locator("#draws tr.wrong td").nth(1)).to_have_text(str(line))
    choose(page, good)
    expect(page.locator("#report")).to_have_attribute("data-verdict", "dice")


def test_a_server_that_was_alone_with_its_seeds_is_told(open_page: Opened) -> None:
    page = open_page("/verify", locale="en-GB")
    choose(page, fair_lines(devices=()))
    expect(page.locator("#report")).to_have_attribute("data-verdict", "dice")
    expect(page.locator("#checks .note").first).to_contain_text("could have tried several")


def test_an_old_proof_is_labelled_and_rounds_begun_anew_are_told(open_page: Opened) -> None:
    page = open_page("/verify", locale="en-GB")
    choose(page, fair_lines(version=1))
    expect(page.locator("#report")).to_have_attribute("data-verdict", "dice")
    expect(page.locator("#checks")).to_contain_text("This proof is of version 1")
    expect(page.locator("#checks")).not_to_contain_text("agreed upon anew")
    choose(page, fair_lines(devices=(0, 1), failed=2))
    expect(page.locator("#report")).to_have_attribute("data-verdict", "dice")
    expect(page.locator("#checks")).to_contain_text("How often: 2.")
    expect(page.locator("#checks")).to_contain_text("Round 1: a seed was not revealed by seat 1.")


def test_a_record_without_a_proof_is_unproven_in_french_too(open_page: Opened) -> None:
    page = open_page("/verify")
    choose(page, sample())
    expect(page.locator("#report")).to_have_attribute("data-verdict", "unproven")
    expect(page.locator("#checks li").first).to_contain_text(
        "ligne 1\u202f: cet enregistrement ne contient pas de preuve"
    )


def test_on_any_origin_the_page_does_without_the_browsers_cryptography(
    elsewhere: Page, good: Lines
) -> None:
    assert elsewhere.evaluate("[window.isSecureContext, typeof crypto.subtle]") == [
        False,
        "undefined",
    ]
    choose(elsewhere, good)
    expect(elsewhere.locator("#report")).to_have_attribute("data-verdict", "dice")
    expect(elsewhere.locator("#checks")).to_contain_text("the page’s own did everything")
    lines, line = with_changed_draw(good, 0)
    choose(elsewhere, lines)
    expect(elsewhere.locator("#report")).to_have_attribute("data-verdict", "wrong")
    expect(elsewhere.locator("#checks li").first).to_contain_text(f"line {line}: ")


def test_once_the_page_is_open_nothing_is_asked_of_the_network(
    open_page: Opened, good: Lines
) -> None:
    page = open_page("/verify", fresh=True)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.context.set_offline(True)
    choose(page, good)
    expect(page.locator("#report")).to_have_attribute("data-verdict", "dice")
    # The tab's icon is the browser's own business: it asks for it whenever it likes.
    assert [request.url for request in asked if "/icon.svg" not in request.url] == []


def test_the_page_and_the_program_agree_about_any_record(open_page: Opened, good: Lines) -> None:
    """Wherever the rules are not needed to tell."""
    proof = good[0]["fairness"]
    typed = deepcopy(good)
    typed[draws_in(typed)[3]]["by"] = "hand"
    blocks = [
        None,
        7,
        {},
        proof | {"server_seed": None},
        proof | {"server_seed": "ab" * 32},
        proof | {"commitment": "AB" * 32},
        proof | {"match_id": "another"},
        proof | {"match_id": 7},
        proof | {"seat_seeds": ["ab" * 32, proof["seat_seeds"][1]]},
        proof | {"seat_seeds": [proof["seat_seeds"][0], "ab" * 32]},
        proof | {"seat_seeds": [None, proof["seat_seeds"][1]]},
        proof | {"seat_seeds": []},
        proof | {"seat_commitments": [None, None]},
        proof | {"seat_commitments": [proof["seat_commitments"][0], "ab" * 32]},
        proof | {"seed_by": ["device", "device"]},
        proof | {"seed_by": ["server", "server"]},
        proof | {"seed_by": ["device", "friend"]},
        proof | {"more": 1},
    ]
    records: list[list[Any]] = [
        good,
        typed,
        [],
        good[:-1],
        ["x"],
        ["[]"],
        [good[0] | {"format": "x"}, *good[1:]],
        [*good, good[-1]],
        [*good[:-1], good[-1] | {"points": [1]}],
        [*good[:-1], good[-1] | {"ended": "eaten"}],
        [*good[:4], "{", *good[4:]],
        [*good[:4], {"drew": 1}, *good[4:]],
        [*good[:4], {"draw": [6]}, *good[5:]],
        fair_lines(devices=(), most=2),
        fair_lines(devices=(0, 1), seed=3),
        *(with_changed_draw(good, number)[0] for number in range(8)),
        *([good[0] | {"fairness": block}, *good[1:]] for block in blocks),
        [good[0] | {"fairness": proof | {"server_seed": None}}, *good[1:-1]],
    ]
    found = open_page("/verify").evaluate(CHECK_ALL, [text_of(lines) for lines in records])
    for lines, (verdict, line) in zip(records, found, strict=True):
        report = checked(lines)
        first = report.findings[0].line if report.findings else None
        expected = "dice" if report.verdict == "proven" else report.verdict
        assert (verdict, line) == (expected, first), lines[:1]


def test_a_file_is_chosen_and_everything_reached_by_keyboard(
    open_page: Opened, good: Lines, tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(text_of(good), "utf-8")
    page = open_page("/verify", fresh=True)
    # Listening from the start: the browser learns of it some time after it is asked to tell.
    page.on("filechooser", lambda chooser: chooser.set_files(path))
    focus_on(page, "#file")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    focus_on(page, "#draws-part summary")
    page.keyboard.press("Enter")
    expect(page.locator("#draws tr").first).to_be_visible()
    focus_on(page, "#ask")
    page.keyboard.press("Enter")
    expect(page.locator("#answer li.proven")).to_have_count(1)


def test_a_dropped_file_is_read(open_page: Opened, good: Lines) -> None:
    page = open_page("/verify")
    drop = """text => {
        const data = new DataTransfer();
        data.items.add(new File([text], "dropped.jsonl"));
        return data;
    }"""
    data = page.evaluate_handle(drop, text_of(good))
    page.locator("#drop").dispatch_event("drop", {"dataTransfer": data})
    expect(page.locator("#report")).to_have_attribute("data-verdict", "dice")
    expect(page.locator("#record-name")).to_have_text("dropped.jsonl")


def test_the_server_is_asked_about_the_moves_only_when_one_wishes(
    open_page: Opened, good: Lines
) -> None:
    lines = deepcopy(good)
    place = next(place for place, line in enumerate(lines) if "move" in line)
    lines[place]["move"] = "6 6 6"
    page = open_page("/verify", locale="en-GB")
    choose(page, lines)
    expect(page.locator("#report")).to_have_attribute("data-verdict", "dice")
    expect(page.locator("#answer li")).to_have_count(0)
    page.locator("#ask").click()
    expect(page.locator("#answer li").first).to_contain_text("This server says: Wrong")
    expect(page.locator("#answer li").nth(1)).to_contain_text(f"line {place + 1}: ")


def test_a_match_of_this_server_is_checked_at_its_url(open_page: Opened, finished: str) -> None:
    page = open_page(f"/verify?match={finished}")
    expect(page.locator("#record-name")).to_have_text(finished)
    expect(page.locator("#draws tr").first).to_be_attached()
    expect(page.locator("#report")).not_to_have_attribute("data-verdict", "wrong")


def test_a_match_that_is_not_there_is_told(open_page: Opened) -> None:
    page = open_page("/verify?match=nothing-here", locale="en-GB")
    expect(page.locator("#verdict")).to_contain_text("no such match here")
    expect(page.locator("#ask")).to_be_hidden()


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_the_pages_look_right_and_are_open_to_everybody(
    open_page: Opened,
    good: Lines,
    picture: Callable[[Page, str], None],
    size: str,
    scheme: str,
) -> None:
    for name, lines in {"good": good, "changed": with_changed_draw(good, 1)[0]}.items():
        page = open_page("/verify", size=size, scheme=scheme)
        choose(page, lines)
        expect(page.locator("#report")).to_be_visible()
        page.locator("#draws-part summary").click()
        picture(page, f"verify-{name}-{size}-{scheme}")
        check_page(page)
    page = open_page("/fair", size=size, scheme=scheme)
    picture(page, f"fair-{size}-{scheme}")
    check_page(page)


def check_page(page: Page) -> None:
    assert objections(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    page.close()
