"""Differential fuzzing of the two verifiers: the page's, in the browser, and the program's.

What is promised about any record, whatever was changed in it: the page calls nothing wrong that
the program does not; it finds everything that is wrong in the proof and in the draws; and where
only the rules can tell, it says that it has not replayed them, and never that the record is proven.
"""

import re
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import expect

from ludotheque.table.verification import Report, verify
from tests.table.fair_matches import fair_lines
from tests.table.matches import find, text_of
from tests.table.mutations import mutants, originals

from .conftest import Opened
from .test_verifier import choose

CHECK_ALL = """async (texts) => {
    const { check } = await import("/static/verifying.js");
    return texts.map((text) => check(text).verdict);
}"""
OUTSIDE_THE_RULES = {"seeds", "draws"}


def allowed_verdicts(report: Report) -> set[str]:
    """What the page may say of a record of which the program says this."""
    wrong = {finding.part for finding in report.findings if finding.verdict == "wrong"}
    if wrong & OUTSIDE_THE_RULES:
        return {"wrong"}
    if wrong:
        return {"wrong", "unproven", "dice"}  # some of the rules are about the form of lines
    return {"dice" if report.verdict == "proven" else report.verdict}


def compare(open_page: Opened, texts: list[str]) -> Counter[tuple[str, str]]:
    """How often the program and the page said what, once every pair is known to be allowed."""
    verdicts = open_page("/verify").evaluate(CHECK_ALL, texts)
    pairs: Counter[tuple[str, str]] = Counter()
    for text, verdict in zip(texts, verdicts, strict=True):
        report = verify(text, find)
        assert verdict in allowed_verdicts(report), (verdict, report.findings[:3], text)
        pairs[report.verdict, verdict] += 1
    return pairs


def test_the_page_never_contradicts_the_program(open_page: Opened) -> None:
    pairs = compare(open_page, [*map(text_of, originals()), *mutants(600, seed=16)])
    assert {("proven", "dice"), ("unproven", "unproven"), ("wrong", "wrong")} <= pairs.keys()
    assert pairs["wrong", "wrong"] > 300


@pytest.mark.long
def test_the_page_never_contradicts_the_program_about_many_records(open_page: Opened) -> None:
    compare(open_page, mutants(15_000, seed=17))


ODD_ENDS: list[dict[str, Any]] = [
    {"draw": None},
    {"draw": [6, 3]},
    {"ended": "resigned", "seat": 0, "winners": [0]},
    {"ended": "resigned", "seat": 0, "winners": []},
    {"ended": "resigned", "seat": 1, "winners": [1]},
    {"ended": "resigned", "winners": [1]},
    {"ended": "abandoned", "winners": [0]},
    {"winners": [0, 1]},
    {"points": None},
]


def test_odd_lines_are_refused_with_a_reason_and_never_thrown(open_page: Opened) -> None:
    good = fair_lines(most=5)
    texts = []
    for change in ODD_ENDS:
        lines = deepcopy(good)
        lines[-1] |= change
        texts.append(text_of(lines))
    texts += [text_of([*good[:3], {"draw": None}, *good[4:]]), text_of([good[0], {"draw": None}])]
    texts.append(
        text_of([good[0] | {"deep": "deep"}]).replace('"deep"}', "[" * 300 + "]" * 300 + "}")
    )
    assert compare(open_page, texts).keys() == {("wrong", "wrong")}


def test_where_only_the_rules_can_tell_the_headline_says_that_they_were_not_replayed(
    open_page: Opened,
) -> None:
    lines = fair_lines()
    lines[-1]["winners"] = [0] if lines[-1]["winners"] != [0] else [1]
    assert verify(text_of(lines), find).verdict == "wrong"
    page = open_page("/verify", locale="en-GB")
    choose(page, lines)
    headline = page.locator("#verdict")
    expect(headline).to_have_text(re.compile(r"The rules were not replayed here\.$"))
    assert not headline.inner_text().startswith("Proven")
