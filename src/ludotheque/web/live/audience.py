"""Those who follow a match, and are told as soon as something has changed."""

from __future__ import annotations

import asyncio
from typing import Protocol


class Listener(Protocol):
    def update(self) -> None:
        """Something has changed: send whatever is new."""


class Audience:
    """The observers of a match (Gamma et al., 1994). Changes within one turn of the event loop are
    told together."""

    def __init__(self) -> None:
        self._listeners: dict[Listener, None] = {}
        self._is_told = True  # of the last change

    def __len__(self) -> int:
        return len(self._listeners)

    def join(self, listener: Listener) -> None:
        self._listeners[listener] = None

    def leave(self, listener: Listener) -> None:
        self._listeners.pop(listener, None)

    def wake(self) -> None:
        """Tell everybody, in a moment."""
        if self._listeners and self._is_told:
            self._is_told = False
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._is_told = True
        for listener in list(self._listeners):
            listener.update()
