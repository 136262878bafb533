"""Every test that SECURITY.md names exists, and every promise names one."""

import re
from pathlib import Path

from .test_architecture import names_in

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "SECURITY.md").read_text("utf-8")

NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def promises() -> list[list[str]]:
    """The rows of the tables of promises: what is promised, how it is kept, which test attacks."""
    _, _, text = TEXT.partition("## What is promised")
    text, _, _ = text.partition("## What is not promised")
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table_lines(text)]
    return [row for row in rows if row[0] != "promise"]


def table_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("| ")]


def test_every_test_that_the_page_names_exists() -> None:
    named = NAMED.findall(TEXT)
    assert len(named) > 20
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).exists() or name not in names_in(ROOT / path)
    ]
    assert missing == []


def test_every_promise_names_a_test_that_attacks_it() -> None:
    rows = promises()
    assert len(rows) > 10
    assert [row[0] for row in rows if len(row) != 3 or not NAMED.search(row[2])] == []
