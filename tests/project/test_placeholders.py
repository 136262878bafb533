"""Every {placeholder} of a message is filled by the call that uses the message."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import ludotheque

PACKAGE = Path(ludotheque.__file__).parent

#: Functions that fill a message, and the parameters that they add themselves.
FILLERS: dict[str, set[str]] = {
    "language": set(),
    "words": set(),
    "plural": {"count"},
    "BadGame": set(),
    "BadOption": set(),
    "BadEdition": set(),
    "BadDraw": set(),
    "BadRecord": set(),
    "BadCommand": set(),
    "IllegalMove": set(),
    "_refusal": set(),
    "StoreConflict": {"match"},
}
TRANSLATORS = {"language", "words"}


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


def unfilled(source: str) -> Iterator[tuple[int, set[str]]]:
    """The calls that leave a placeholder of a literal message unfilled, each with its line."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        function = call.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name not in FILLERS or any(keyword.arg is None for keyword in call.keywords):
            continue
        if name in TRANSLATORS and not call.keywords:
            continue  # the template itself: the page's script fills it
        given = FILLERS[name] | {str(keyword.arg) for keyword in call.keywords}
        for text in call.args:
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                missing = placeholders(text.value) - given
                if missing:
                    yield call.lineno, missing


def test_the_reader_of_calls_finds_what_is_missing() -> None:
    source = 'BadOption("no {a!r} in {b}", a=1)\nlanguage("{a}", a=1)'
    source += '\nlanguage("{x}", **more) + language("{x}")'
    assert list(unfilled(source)) == [(1, {"b"})]


def test_every_placeholder_of_a_message_is_filled() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}, line {line}: {', '.join(sorted(missing))}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line, missing in unfilled(path.read_text("utf-8"))
    ]
    assert found == []
