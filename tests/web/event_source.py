"""A match followed live, as a browser's EventSource does it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from .server import PATIENCE


@dataclass(frozen=True)
class Frame:
    """What is sent in one piece: an event, or a comment."""

    id: str | None
    event: str
    data: dict[str, Any]
    comment: str = ""

    @property
    def version(self) -> int:
        version: int = self.data["version"]
        return version


class EventSource:
    """`with Follower(client, match_id) as follower: follower.next()`."""

    def __init__(
        self,
        client: httpx.Client,
        match_id: str,
        since: object = None,
        last_event_id: object = None,
    ) -> None:
        query = {} if since is None else {"since": str(since)}
        headers = {} if last_event_id is None else {"last-event-id": str(last_event_id)}
        request = client.build_request(
            "GET", f"/match/{match_id}/live", params=query, headers=headers
        )
        self.answer = client.send(request, stream=True)
        self._lines = self.answer.iter_lines()
        if self.answer.status_code == 200:
            assert self._block() == ["retry: 1000"]

    def __enter__(self) -> EventSource:
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()

    def _block(self) -> list[str]:
        """The lines up to the next empty one; none when the stream has ended."""
        block: list[str] = []
        for line in self._lines:
            if not line:
                return block
            block.append(line)
        return block

    def frame(self) -> Frame | None:
        """The next thing sent; None at the end."""
        block = self._block()
        if not block:
            return None
        if block[0].startswith(":"):
            return Frame(None, "", {}, block[0][1:].strip())
        fields = dict(line.split(": ", 1) for line in block)
        return Frame(fields.get("id"), fields.get("event", "message"), json.loads(fields["data"]))

    def next(self) -> Frame:
        """The next event; comments and beats are passed over."""
        end = time.monotonic() + PATIENCE
        while (found := self.frame()) is not None:
            if not found.comment and found.event != "beat":
                return found
            assert time.monotonic() < end, "nothing happens"
        raise AssertionError("the stream has ended")

    def until(self, version: int) -> list[Frame]:
        frames = [self.next()]
        while frames[-1].version < version:
            frames.append(self.next())
        return frames


def eventually(true: Callable[[], bool]) -> None:
    """Wait until it is; what never comes fails the test."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)
