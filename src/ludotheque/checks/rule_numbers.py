"""Reads the rule numbers in a game's rulebooks, tests and code, and reports inconsistencies."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

EXPLANATORY = {"en": "*(explanatory)*", "fr": "*(explicatif)*"}

#: A rule of a rulebook: its number in bold, at the head of a paragraph or of an item of a list.
RULE = re.compile(r"^[ \t]*(?:[-*+] +)?\*\*([A-Z]+-\d+)\*\*[ \t]*(.*)", re.MULTILINE)
HEADING = re.compile(r"\s*([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\b")


@dataclass(frozen=True)
class Rulebook:
    language: str
    numbers: list[str]  # in the order of the page
    explanatory: set[str]

    @classmethod
    def read(cls, language: str, page: str) -> "Rulebook":
        rules = RULE.findall(page)
        mark = EXPLANATORY[language]
        return cls(
            language,
            [number for number, _ in rules],
            {number for number, rest in rules if rest.startswith(mark)},
        )

    def __str__(self) -> str:
        return f"RULES.{self.language}.md"


def complaints(
    pages: Mapping[str, str], tests: Mapping[str, str], code: Mapping[str, str]
) -> list[str]:
    """A sentence for all that does not fit: pages are named by language, sources by file."""
    english, french = (Rulebook.read(language, pages[language]) for language in EXPLANATORY)
    known = {*english.numbers, *french.numbers}
    return [
        *misprints(english, french),
        *misprints(french, english),
        *untested(known - (english.explanatory & french.explanatory), tests),
        *unknown_headings(known, tests),
        *unknown_citations(known, {**tests, **code}),
    ]


def misprints(book: Rulebook, other: Rulebook) -> Iterator[str]:
    if not book.numbers:
        yield f"{book} has no rules"
    for number in in_order(set(book.numbers)):
        if book.numbers.count(number) > 1:
            yield f"{book} has {number} more than once"
        if number not in other.numbers:
            yield f"{book} has {number}, {other} has not"


def untested(numbers: set[str], tests: Mapping[str, str]) -> Iterator[str]:
    tested = {number for text in tests.values() for number in headings(text)}
    for number in in_order(numbers - tested):
        yield f"{number} has no test, and is not called explanatory on both pages"


def unknown_headings(known: set[str], tests: Mapping[str, str]) -> Iterator[str]:
    for name, text in tests.items():
        for number in in_order(headings(text) - known):
            yield f"{name}: a test is headed {number}, which no rulebook has"


def unknown_citations(known: set[str], sources: Mapping[str, str]) -> Iterator[str]:
    """Numbers that look like the game's own, anywhere: in docstrings, messages, comments."""
    prefixes = {number.rpartition("-")[0] for number in known}
    own = re.compile(rf"\b(?:{'|'.join(sorted(prefixes)) or '(?!)'})-\d+\b")
    for name, text in sources.items():
        for number in in_order(set(own.findall(text)) - known):
            yield f"{name}: cites {number}, which no rulebook has"


def headings(source: str) -> set[str]:
    """The rule numbers that the docstrings of a file's tests begin with."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            heading = HEADING.match(ast.get_docstring(node) or "")
            found |= set(heading[1].split(", ")) if heading else set()
    return found


def in_order(numbers: set[str]) -> list[str]:
    return sorted(numbers, key=lambda number: (len(number), number))
