"""docs/ADAPTERS.md is correct: its examples run where the library they show is installed."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "ADAPTERS.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("example", "library"),
    list(zip(EXAMPLES, ["numpy", "pettingzoo", "gymnasium", "gymnasium", "pyspiel"], strict=True)),
    ids=["tensor", "pettingzoo", "gymnasium", "batch", "openspiel"],
)
def test_an_example_runs_and_prints_something(
    example: str, library: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip(library)
    exec(compile(example, "ADAPTERS.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", PAGE)
    assert links
    assert [link for link in links if not (DOCS / link).exists()] == []
