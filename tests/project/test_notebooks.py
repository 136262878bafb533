"""The notebooks of docs/notebooks run from the first cell to the last, and say what they say."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools import notebooks

PATHS = notebooks.paths()


def kinds(outputs: list[dict[str, Any]]) -> list[Any]:
    """Whether a cell prints or shows something, and in which formats."""
    return [(each["output_type"], sorted(each.get("data", {}))) for each in outputs]


def test_there_are_notebooks() -> None:
    assert {path.stem for path in PATHS} >= {
        "first_steps",
        "your_own_bot",
        "reinforcement_learning",
        "balancing_an_edition",
    }


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.stem))
def test_a_notebook_runs_and_shows_what_it_is_kept_with(path: Path) -> None:
    """`python -m tools.notebooks` writes down what the cells show now."""
    namespace = dict[str, Any]()
    for cell in notebooks.cells_of(path):
        if cell["cell_type"] == "code":
            outputs = notebooks.outputs_of(notebooks.source_of(cell), namespace, path.name)
            assert kinds(outputs) == kinds(cell["outputs"])
    if path.stem == "reinforcement_learning":
        assert namespace["share"] > 0.5  # what was learned beats the beginner


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.stem))
def test_a_notebook_is_one_for_jupyter(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] is None for cell in code)
    assert notebooks.as_markdown(path).startswith("# ")


def test_a_state_is_shown_as_a_picture() -> None:
    (path,) = (each for each in PATHS if each.stem == "first_steps")
    shown = [data for cell in notebooks.cells_of(path) for data in cell.get("outputs", [])]
    assert any("<svg" in "".join(each.get("data", {}).get("text/html", [])) for each in shown)
