"""The rulebook as a page: Markdown to HTML, every rule a place that a link can point to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from ..core.game import Game

RULE = re.compile(r"<(p|li)>(\s*(?:<p>)?)<strong>([A-Z]{2}-\d+)</strong>")


@dataclass(frozen=True)
class Rulebook:
    title: str
    html: Markup
    contents: list[dict[str, str]]  # id and title of each chapter


@cache
def rulebook_of(game: Game, language: str) -> Rulebook:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(game.rulebook(language))
    contents, title = [], game.title
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
    html = html.replace("<table>", '<div class="scroll" tabindex="0" role="group"><table>')
    html = html.replace("</table>", "</table></div>")
    return Rulebook(title, Markup(html), contents)  # noqa: S704  our own text


def slug(text: str) -> str:
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")
