"""Clients that keep everything they are sent: every answer, and every line of a live stream."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx

from ..html import Page
from .friends import guest
from .server import Server

Perspective = int | Literal["public"]
FRAME = re.compile(r"^data: (.*)$", re.M)
TELLING = re.compile(r"\w+:\w+|[a-z]\d")  # a card or an objective, as the notation writes it


@dataclass(frozen=True)
class Received:
    """One thing that came: where from, all of it, and whether the match was over by then."""

    place: str
    text: str
    over: bool

    def pages(self) -> list[Page]:
        """The pages and fragments in it, those of a stream among them."""
        if self.place.endswith("/live"):
            frames = [json.loads(data) for data in FRAME.findall(self.text)]
            return [Page(frame["html"]) for frame in frames if "html" in frame]
        return [Page(self.text)] if self.text.lstrip().startswith("<") else []


@dataclass
class Receiver:
    """Somebody at a device of their own."""

    server: Server
    viewer: Perspective
    received: list[Received] = field(default_factory=list)
    over: bool = False

    def __post_init__(self) -> None:
        hooks: Any = {"response": [self._keep]}
        self.client = guest(self.server, event_hooks=hooks)
        self._threads: list[threading.Thread] = []

    @property
    def device(self) -> str:
        return self.client.cookies["device"]

    def _keep(self, answer: httpx.Response) -> None:
        answer.read()
        text = f"{answer.headers}\n{answer.text}" if answer.headers.get("location") else answer.text
        self.received.append(Received(answer.request.url.path, text, self.over))

    def follow(self, match_id: str) -> None:
        """Listen to the match until it is gone."""
        thread = threading.Thread(target=self._listen, args=(match_id,), daemon=True)
        thread.start()
        self._threads.append(thread)

    def _listen(self, match_id: str) -> None:
        quiet = guest(self.server, cookies={"device": self.device})
        place = f"/match/{match_id}/live"
        with quiet.stream("GET", place, timeout=None) as answer:
            text = "\n".join(answer.iter_lines())
        self.received.append(Received(place, text, False))

    def stop(self, patience: float) -> None:
        for thread in self._threads:
            thread.join(patience)
            assert not thread.is_alive(), "the stream does not end"


def strings_in(data: Any) -> set[str]:
    """Every text in JSON data, keys among them."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, dict):
        return set(data) | strings_in(list(data.values()))
    return set().union(*map(strings_in, data)) if isinstance(data, list) else set()


def hidden_in(whole: Any, seen: Any) -> set[str]:
    """The texts of a snapshot at whose place somebody sees something else."""
    if whole == seen:
        return set()
    if isinstance(whole, dict) and isinstance(seen, dict) and whole.keys() == seen.keys():
        return set().union(*(hidden_in(whole[key], seen[key]) for key in whole))
    if isinstance(whole, list) and isinstance(seen, list) and len(whole) == len(seen):
        return set().union(*(hidden_in(*pair) for pair in zip(whole, seen, strict=True)))
    return strings_in(whole)


def told_in(page: Page) -> str:
    """What a page holds for scripts: data blocks, ids, values, data- attributes; not its words."""
    told = [json.dumps(block, ensure_ascii=False) for block in page.data_blocks.values()]
    for element in page.elements:
        for name, value in element.attributes.items():
            if name.startswith("data-") or name in ("id", "value"):
                told.append(value)
    return "\n".join(told)


def leaks(page: Page, secrets: set[str]) -> list[str]:
    """Which of these cards and objectives a page tells of."""
    return named_in(told_in(page), secrets)


def named_in(text: str, cards: set[str]) -> list[str]:
    return [
        card
        for card in sorted(cards)
        if TELLING.fullmatch(card)
        and re.search(rf"(?<![a-z0-9]){re.escape(card)}(?![a-z0-9])", text)
    ]
