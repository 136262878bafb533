"""Reaction windows under control: planned dice, and windows that end when a test says so."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

import ludotheque

from . import sent_frames
from .api_client import after_waiting, command, seen, send, told
from .event_source import eventually
from .server import Server

Data = dict[str, Any]
Dice = tuple[int, int, int, int]

#: Bands by their number; the orders are M, M2, D, D2, O, BUT. The last number says who marks.
ADA_ON_A_TRIANGLE: Dice = (2, 0, 0, 0)  # red to hole 3
BEN_ON_A_TRIANGLE: Dice = (3, 1, 0, 1)  # yellow to hole 4: Ada may claim
BEN_ON_NOTHING: Dice = (1, 1, 0, 1)  # yellow to hole 2
BEN_TO_THE_CIRCLED_HOLE: Dice = (0, 4, 4, 1)
ADA_WINS: Dice = (0, 5, 5, 0)  # Wheel and BUT

NO_TRIANGLES: Data = {**ludotheque.game("trotteurs").edition}
NO_TRIANGLES.update(
    {f"band_{band}": NO_TRIANGLES[f"band_{band}"].replace("T", "-") for band in range(5)}
)


class ManualTimer:
    """Makes fakes of Schedule: a reaction window lasts until a test calls `expire`."""

    def __init__(self) -> None:
        self.expiries = 0

    def __call__(self, settling: float) -> ManualTimer:
        return self

    async def window(self, seconds: float) -> None:
        while seconds and self.expiries == 0:
            await asyncio.sleep(0.002)
        self.expiries -= bool(seconds)

    @property
    def left(self) -> float:
        return 0.0

    async def update(self) -> None:
        """What came of a window is shown at once."""

    def expire(self) -> None:
        self.expiries += 1
        eventually(lambda: self.expiries == 0)


def begin(
    client: httpx.Client,
    *bots: str | None,
    vigilance: str = "manual",
    rounds: int = 1,
    **more: Any,
) -> Data:
    seats = [
        {"name": name, "bot": bot}
        for name, bot in zip(("Ada", "Ben"), bots or (None, None), strict=True)
    ]
    options = {"vigilance": vigilance, "rounds": rounds}
    body = {"game": "trotteurs", "seats": seats, "options": options, **more}
    return told(client.post("/api/matches", json=body), 201)


def first_frame(client: httpx.Client, match: Data, lang: str = "fr") -> Data:
    """What the page of a match draws when it is opened."""
    answer = client.get(f"/match/{match['id']}", headers={"accept-language": lang})
    return sent_frames.first_frame(answer.text)


def roll(client: httpx.Client, match: Data) -> Data:
    """The three dice; everybody looks at them."""
    match = seen(client, match)
    assert match["waits_for"] == "roll"
    told(send(client, match, command(match)))
    return watched(client, match)


def watched(client: httpx.Client, match: Data) -> Data:
    eventually(lambda: seen(client, match)["waits_for"] == "watch")
    return seen(client, match)


def after_window(client: httpx.Client, match: Data, timer: ManualTimer) -> Data:
    """The table when the time to look is over."""
    timer.expire()
    return after_waiting(client, match)


def press(client: httpx.Client, match: Data, seat: int, button: str) -> httpx.Response:
    body = {"kind": "press", "seat": seat, "version": match["version"], "move": button}
    return send(client, match, body)


def whole_throw(client: httpx.Client, match: Data, timer: ManualTimer) -> Data:
    """A throw at which nobody says anything."""
    match = roll(client, match)
    match = after_window(client, match, timer)
    return after_window(client, match, timer)


def until_claim(client: httpx.Client, timer: ManualTimer, *bots: str | None) -> Data:
    """Ben has just stopped on a triangle, Ada has a trotter on one, and everybody looks."""
    match = whole_throw(client, begin(client, *bots), timer)
    return after_window(client, roll(client, match), timer)


def lines(server: Server, match: Data) -> list[Data]:
    """What has been recorded so far, which nobody is told before the match is over."""
    timeline = server.awake(match["id"]).timeline
    return [*timeline.events, *([] if timeline.result is None else [timeline.result])]


def moves(server: Server, match: Data) -> list[tuple[int, str]]:
    return [(line["seat"], line["move"]) for line in lines(server, match) if "move" in line]


def boards(match: Data) -> list[list[int]]:
    found: list[list[int]] = match["snapshot"]["boards"]
    return found
