"""Somebody at a device of their own, who reaches the house through whichever node is there.

Everything that comes is kept, and who gets no answer asks again, elsewhere.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.web.capture import Perspective, Received

from .house import HOST, PATIENCE, Node

Data = dict[str, Any]

ANSWER_SECONDS = 2.0  # that somebody waits for an answer before asking again
SILENCE = 30.0  # seconds without a word, not even a beat, after which one connects again
ONCE_SECONDS = 10.0  # that somebody waits who cannot ask again
PAUSE = 0.1  # seconds before that
NOT_NOW = {429, 500, 502, 503, 504}  # ask again; 500 is counted
LOST = (OSError, httpx.TransportError, WebSocketException, TimeoutError, ConnectionError)

addresses = itertools.count(1)


class Unclear(Exception):
    """No answer came to something that cannot be asked twice."""


@dataclass(frozen=True)
class Answer:
    """What a command was answered: whether it was carried out, and the version, if one came."""

    status: int
    data: Data

    @property
    def ok(self) -> bool:
        return self.status == 200

    @property
    def is_final(self) -> bool:
        """Whether it need not be asked again."""
        return self.status not in NOT_NOW


class Person:
    """One device. `viewer` is the seat that it holds, or "public" for a spectator."""

    def __init__(
        self,
        nodes: list[Node],
        viewer: Perspective,
        chance: random.Random,
        silence: float = SILENCE,
    ) -> None:
        number = next(addresses)
        self.silence = silence  # seconds after which a stream that brings nothing is given up
        self.viewer = viewer
        self.received: list[Received] = []
        self.failures = 0  # answers of status 500
        self._nodes, self._chance = nodes, chance
        self._headers = {
            "host": HOST,
            "x-forwarded-for": f"203.0.{number // 250 % 250}.{1 + number % 250}",
        }
        self._client = httpx.AsyncClient(headers=self._headers, timeout=ONCE_SECONDS)

    @property
    def device(self) -> str:
        return self._client.cookies["device"]

    async def close(self) -> None:
        await self._client.aclose()

    def url(self, path: str) -> str:
        """A path at some node, whether it is alive or not."""
        return f"http://127.0.0.1:{self._chance.choice(self._nodes).front.port}{path}"

    async def ask(
        self, method: str, path: str, seconds: float = ANSWER_SECONDS, **more: Any
    ) -> httpx.Response:
        """One request; whatever is answered is kept."""
        async with asyncio.timeout(seconds):
            answer = await self._client.request(method, self.url(path), **more)
        self.received.append(Received(path, answer.text, False))
        self.failures += answer.status_code == 500
        return answer

    async def get(self, path: str) -> httpx.Response:
        """A page or an answer of the API, in the end."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    answer = await self.ask("GET", path)
                except LOST:
                    await asyncio.sleep(PAUSE)
                    continue
                if answer.status_code not in NOT_NOW:
                    return answer
                await asyncio.sleep(PAUSE)

    async def once(self, path: str, body: Data, status: int = 200) -> Data:
        """Something that cannot be asked twice; Unclear if no answer comes, or not this one."""
        data: Data = (await self._once(path, status, json=body)).json()
        return data

    async def once_by_form(self, path: str, fields: dict[str, str]) -> None:
        await self._once(path, 303, data=fields)

    async def _once(self, path: str, status: int, **more: Any) -> httpx.Response:
        try:
            answer = await self.ask("POST", path, ONCE_SECONDS, **more)
        except LOST as problem:
            raise Unclear from problem
        if answer.status_code != status:
            raise Unclear(f"{answer.status_code} {answer.text}")
        return answer

    async def post_command(self, match_id: str, body: Data) -> Answer:
        path = f"/api/matches/{match_id}/commands"
        answer = await self.ask("POST", path, json=body, headers={"prefer": "return=minimal"})
        return Answer(answer.status_code, data_of(answer.text))

    # Following

    @asynccontextmanager
    async def socket(self, match_id: str, since: int) -> AsyncIterator[ClientConnection]:
        port = self._chance.choice(self._nodes).front.port
        headers = {"x-forwarded-for": self._headers["x-forwarded-for"]}
        headers["cookie"] = f"device={self.device}"
        async with connect(
            f"ws://{HOST}/match/{match_id}/socket?since={since}",
            host="127.0.0.1",
            port=port,
            additional_headers=headers,
            proxy=None,
            compression=None,
            user_agent_header=None,
            open_timeout=ANSWER_SECONDS,
            close_timeout=0.5,
            ping_interval=None,
        ) as socket:
            yield socket

    async def events(self, match_id: str, since: int, hear: Callable[[str], bool]) -> None:
        """Hear the data of a stream of events until `hear` has heard enough, or it is cut."""
        path = f"/match/{match_id}/live"
        silence = httpx.Timeout(ANSWER_SECONDS, read=self.silence)
        async with self._client.stream(
            "GET", self.url(path), params={"since": since}, timeout=silence
        ) as answer:
            if answer.status_code != 200:
                return
            async for line in answer.aiter_lines():
                if line.startswith("data: ") and hear(line.removeprefix("data: ")):
                    return


def data_of(text: str) -> Data:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
