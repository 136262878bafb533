"""Sphinx's settings for the documentation site; `python -m tools.documentation` builds it."""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]  # in build/docs, where it is copied
sys.path.insert(0, str(ROOT / "src"))
project = "ludotheque"
author = "the ludotheque team"
project_copyright = "the ludotheque team; the games belong to their authors and publishers"
release = import_module("ludotheque").__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # pages from elsewhere may begin below a first-level heading
default_role = "code"  # docstrings write names in single backticks
highlight_language = "text"

# What is not needed to read signatures, and optional, is not installed to build the site.
autodoc_mock_imports = [
    "gymnasium",
    "numba",
    "open_spiel",
    "pettingzoo",
    "polars",
    "pyspiel",
    "ray",
]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "ludotheque"
html_logo = "assets/icon.svg"
html_favicon = "assets/icon.svg"
html_static_path = ["assets"]
html_css_files = ["house.css"]
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"

INDENTED = re.compile(r" {4,}\S")
LIST_ITEM = re.compile(r"\s*(?:[-*•]|\d+\.)\s")


def mark_examples(
    app: Any, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """In our docstrings an indented block is an example; in Sphinx's language it needs a `::`."""
    marked, last = list[str](), ""
    for number, line in enumerate(lines):
        begins = INDENTED.match(line) and (number == 0 or not lines[number - 1].strip())
        if begins and not last.startswith("    ") and not LIST_ITEM.match(last):
            marked += ["::", ""]
        marked.append(line)
        last = line if line.strip() else last
    lines[:] = marked


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", mark_examples)
