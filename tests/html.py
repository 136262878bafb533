"""An HTML parser for tests: elements, visible text, data blocks, forms, links."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx

UNSEEN = ("script", "style", "template", "pre")  # pre: a file, shown as it is
VOID = ("br", "hr", "img", "input", "link", "meta", "wbr")


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    text: str = ""

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)


class Page(HTMLParser):
    """A page, or a fragment of one, taken apart."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.forms: list[Form] = []
        self.words: list[str] = []  # what is seen or read aloud, piece by piece
        self._open: list[Element] = []
        self._form: Form | None = None
        self._select = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        assert len(attributes) == len(attrs), f"an attribute twice: {tag} {attrs}"
        element = Element(tag, attributes)
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)
        if tag == "form":
            self._form = Form(element.get("action"), element.get("method", "get"))
            self.forms.append(self._form)
        self._note_field(element)
        for name in ("aria-label", "placeholder", "alt", "title"):
            if attributes.get(name):
                self.words.append(" ".join(attributes[name].split()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        closed = self._open.pop()
        assert closed.tag == tag, f"</{tag}> closes <{closed.tag}>"
        if tag == "form":
            self._form = None
        elif tag == "textarea" and self._form is not None:
            self._form.fields[closed.get("name")] = closed.text

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data
        if data.strip() and not any(element.tag in UNSEEN for element in self._open):
            self.words.append(" ".join(data.split()))

    def close(self) -> None:
        super().close()
        assert not self._open, f"<{self._open[-1].tag}> is never closed"

    def _note_field(self, element: Element) -> None:
        """What a browser would send of a form whose first button is pressed."""
        if self._form is None:
            return
        name, fields, kind = element.get("name"), self._form.fields, element.get("type")
        if element.tag == "select":
            self._select = name
        elif element.tag == "option":
            if "selected" in element.attributes or self._select not in fields:
                fields[self._select] = element.get("value")
        elif element.tag == "button" and name:
            fields.setdefault(name, element.get("value"))
        elif element.tag == "input" and name:
            sent = "checked" in element.attributes if kind == "radio" else kind != "file"
            fields |= {name: element.get("value")} if sent else {}

    def all(self, tag: str) -> list[Element]:
        return [element for element in self.elements if element.tag == tag]

    def by_id(self, name: str) -> Element:
        (found,) = [element for element in self.elements if element.get("id") == name]
        return found

    @property
    def ids(self) -> list[str]:
        return [element.get("id") for element in self.elements if element.get("id")]

    @property
    def lang(self) -> str:
        return self.all("html")[0].get("lang")

    @property
    def shape(self) -> list[tuple[str, tuple[str, ...]]]:
        """Tags and names of attributes: what a name must never change."""
        return [(element.tag, tuple(element.attributes)) for element in self.elements]

    @property
    def data_blocks(self) -> dict[str, Any]:
        return {
            element.get("id"): json.loads(element.text)
            for element in self.all("script")
            if element.get("type") == "application/json"
        }

    @property
    def links(self) -> list[str]:
        """Where a visitor can go, and what the page fetches."""
        places = ("href", "src", "hx-get", "data-stands", "data-table")
        return [
            element.get(place)
            for element in self.elements
            for place in places
            if element.get(place)
        ]

    def form(self, action: str) -> Form:
        """The first form that leads there."""
        return next(form for form in self.forms if form.action == action)


def page_at(client: httpx.Client, path: str, status: int = 200) -> Page:
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == status, path
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return Page(answer.text)


def complaints(page: Page) -> list[str]:
    """What the Content-Security-Policy would forbid, and what no page of ours should have."""
    found = []
    for element in page.elements:
        shown = f"<{element.tag} {element.attributes}>"
        if element.tag in ("style", "iframe", "object", "embed", "base"):
            found.append(shown)
        if element.tag == "script":
            data = element.get("type") == "application/json"
            if data == bool(element.get("src")):
                found.append(shown)
        for name, value in element.attributes.items():
            evaluated = name.startswith(("on", "hx-on", "hx-vals", "hx-vars", "style"))
            elsewhere = name in ("href", "src", "action", "formaction", "xlink:href") and (
                ":" in value or value.startswith("//")
            )
            if evaluated or elsewhere:
                found.append(f"{shown}: {name}")
    return found
