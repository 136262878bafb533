"""Clients that keep everything they are sent: every answer, and every line of a live stream."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

import httpx

from ..html import Page
from .friends import guest
from .server import Server

Data = dict[str, Any]
Perspective = int | Literal["public"]
FRAME = re.compile(r"^data: (.*)$", re.M)
TELLING = re.compile(r"\w+:\w+|[a-z]\d")  # a card or an objective, as the notation writes it


@dataclass(frozen=True)
class Table:
    """A table as it was sent: its step, what scripts are told, and whether there are moves."""

    version: int
    kind: str
    told: str
    has_moves: bool
    since: int  # the version from which on it tells what was done last


@dataclass(frozen=True)
class Received:
    """One thing that came: where from, all of it, and whether the match was over by then."""

    place: str
    text: str
    over: bool

    @property
    def is_page(self) -> bool:
        return self.text.lstrip().startswith("<")

    def tables(self) -> list[Table]:
        """The tables in it, those of a stream among them."""
        if self.text.startswith('{"type":"frame"'):
            return [table_of(json.loads(self.text))]
        if self.place.endswith("/live"):
            frames = [json.loads(data) for data in FRAME.findall(self.text)]
            return [table_of(frame) for frame in frames if "kind" in frame]
        return table_on(Page(self.text)) if self.is_page else []

    def frames(self) -> list[Data]:
        """The frames in it: those of a stream, a page's first one, or one alone."""
        if self.place.endswith("/live"):
            found = [json.loads(data) for data in FRAME.findall(self.text)]
        elif self.text.startswith('{"type":"frame"'):
            found = [json.loads(self.text)]
        else:
            blocks = Page(self.text).data_blocks if self.is_page else {}
            found = [blocks.get("setup", {}).get("first", {})]
        return [frame for frame in found if "snapshot" in frame]


class Recipient(Protocol):
    """Whoever has a device, a place to look from, and something received."""

    @property
    def viewer(self) -> Perspective: ...

    @property
    def device(self) -> str: ...

    @property
    def received(self) -> list[Received]: ...


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


def table_on(page: Page) -> list[Table]:
    """The table of a page, if there is one, with all that the page holds."""
    found = [each for each in page.elements if each.get("id") == "table"]
    if not found:
        return []
    blocks = page.data_blocks
    if "setup" in blocks:
        drawn = table_of(blocks["setup"]["first"])
        return [replace(drawn, told=f"{drawn.told}\n{told_in(page)}")]
    version, kind = (found[0].get(f"data-{name}") for name in ("version", "kind"))
    moves = bool(blocks.get("choices"))
    return [Table(int(version), kind, told_in(page), moves, int(version))]


def table_of(frame: dict[str, Any]) -> Table:
    """The table of a frame, without its sentences."""
    if "html" in frame:
        return table_on(Page(frame["html"]))[0]
    data = {name: value for name, value in frame.items() if name not in ("said", "asked", "log")}
    told = json.dumps(data, ensure_ascii=False)
    version = frame["version"]
    since = min((move["version"] for move in frame.get("last_moves", ())), default=version)
    return Table(version, frame["kind"], told, bool(frame.get("moves")), since)


def told_in(page: Page) -> str:
    """What a page holds for scripts: data blocks, ids, values, data- attributes; not its words.

    The setup of a drawn table is left out: it has the names of all cards, as the rules do.
    """
    told = [
        json.dumps(block, ensure_ascii=False)
        for name, block in page.data_blocks.items()
        if name != "setup"
    ]
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
