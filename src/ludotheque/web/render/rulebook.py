"""Rulebooks rendered from Markdown to HTML. Every rule has its number as its id, for links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from ...core.game import Game
from ..settings import Settings
from .templates import rendered

APOSTROPHE = "\u2019"  # the texts are typed with a straight one
RULE = re.compile(r"<(p|li)>(\s*(?:<p>)?)<strong>([A-Z]{2}-\d+)</strong>")
NAMED = re.compile(r"(?<![\w\"#>-])([A-Z]{2}-\d+)(?![\w\"-])")  # a rule, in the text of another


@dataclass(frozen=True)
class Rulebook:
    title: str
    html: Markup
    contents: list[dict[str, str]]  # id and title of each chapter


@cache
def rulebook_of(game: Game, settings: Settings) -> Rulebook:
    book = book_of(game.rulebook(settings.lang))
    html = with_drawings(str(book.html), drawings(game, settings))
    return Rulebook(book.title, Markup(html), book.contents)


@cache
def editions_of(game: Game, settings: Settings) -> Rulebook | None:
    """The comparison of the game's editions; None if it has only one."""
    text = game.editions(settings.lang)
    return None if text is None else book_of(text)


def book_of(text: str) -> Rulebook:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text.replace("'", APOSTROPHE))
    contents, title = [], ""
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            text = tokens[place + 1].content
            if token.tag == "h1":
                title = text
            elif token.tag == "h2":
                name = slug(text)
                token.attrSet("id", name)
                contents.append({"id": name, "title": text})
    html: Any = markdown.renderer.render(tokens, markdown.options, {})
    html = RULE.sub(r'<\1 id="\3" class="rule">\2<strong>\3</strong>', html)
    html = NAMED.sub(r'<span class="rule-number">\1</span>', html)
    html = html.replace("<table>", '<div class="scroll" tabindex="0" role="group"><table>')
    html = html.replace("</table>", "</table></div>")
    return Rulebook(title, Markup(html), contents)


def drawings(game: Game, settings: Settings) -> list[str]:
    """The game's pictures of its examples, in the order of the examples in its rulebook."""
    lesson = game.lesson
    language = game.language(settings.lang)
    return [
        rendered("example.html.jinja", settings, game, e=lesson.example(name, language))
        for name in lesson.EXAMPLES
    ]


def with_drawings(html: str, drawn: list[str]) -> str:
    """The HTML with a picture in each item of its first numbered list: the examples."""
    before, start, rest = html.partition("<ol>")
    items, end, after = rest.partition("</ol>")
    for drawing in drawn:
        items = items.replace("</li>", f"{drawing}</ li>", 1)
    return before + start + items.replace("</ li>", "</li>") + end + after


def slug(text: str) -> str:
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")
