"""The notebooks of docs/notebooks: run, and written with what their cells show.

    python -m tools.notebooks    run all of them, and write their outputs into them

A notebook is JSON with a list of cells (nbformat 4). Cells of code are run one after the other in
one namespace; the value of a last expression is shown as Jupyter would show it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "notebooks"

Cell = dict[str, Any]


def paths() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def cells_of(path: Path) -> list[Cell]:
    cells: list[Cell] = json.loads(path.read_text("utf-8"))["cells"]
    return cells


def source_of(cell: Cell) -> str:
    return "".join(cell["source"])


def run(path: Path) -> Iterator[tuple[Cell, list[dict[str, Any]]]]:
    """Each cell of code with its outputs, in order. What a cell raises goes through."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells_of(path):
        if cell["cell_type"] == "code":
            yield cell, outputs_of(source_of(cell), namespace, path.name)


def outputs_of(source: str, namespace: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """What a cell prints, and what it shows."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, shown = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), namespace)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
    outputs = list[dict[str, Any]]()
    if printed.getvalue():
        outputs.append(
            {"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())}
        )
    if shown is not None:
        outputs.append({"output_type": "display_data", "data": data_of(shown), "metadata": {}})
    return outputs


def data_of(value: object) -> dict[str, list[str]]:
    """A value by MIME type: its text, and its HTML if it has some."""
    html = getattr(value, "_repr_html_", lambda: None)()
    text = {"text/plain": lines(repr(value))}
    return text if html is None else {"text/html": lines(html), **text}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def as_markdown(path: Path) -> str:
    """A notebook as a page of the documentation site: texts, code, and what it showed."""
    return "\n\n".join(
        source_of(cell) if cell["cell_type"] == "markdown" else "\n\n".join(code_and_outputs(cell))
        for cell in cells_of(path)
    )


def code_and_outputs(cell: Cell) -> Iterator[str]:
    yield f"```python\n{source_of(cell)}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "text/html" in data:
            html = "\n".join(
                line for line in "".join(data["text/html"]).splitlines() if line.strip()
            )
            yield f'<div class="output">\n{html}\n</div>'
        else:
            yield f"```text\n{''.join(output.get('text') or data['text/plain']).rstrip()}\n```"


def write(path: Path) -> None:
    """Run a notebook, and keep what its cells show."""
    notebook = json.loads(path.read_text("utf-8"))
    code = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    for cell, (_, outputs) in zip(code, run(path), strict=True):
        cell["outputs"] = outputs
    path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    for each in paths():
        write(each)
        print(each.name)
