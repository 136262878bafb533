"""docs/RESEARCH.md is correct: examples run, numbers of actions are right, links lead somewhere."""

import re
from pathlib import Path

import pytest

import ludotheque

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "RESEARCH.md").read_text("utf-8")


def test_every_example_runs_and_prints_something(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 9
    for block in blocks:
        exec(compile(block, "RESEARCH.md", "exec"), {})
        assert capsys.readouterr().out.strip(), block


def test_the_table_has_the_number_of_actions_of_every_game() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([\d, ]+) \|", PAGE, re.MULTILINE)
    told = {
        title: int(count)
        for titles, counts in rows
        for title, count in zip(titles.split(", "), counts.split(", "), strict=True)
    }
    games = map(ludotheque.game, ludotheque.games())
    assert told == {game.title: len(game.actions) for game in games}


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", PAGE)
    assert links
    assert [link for link in links if not (DOCS / link).exists()] == []
