"""The interface of a bot: given a View, it chooses a move."""

from typing import Protocol

from ..core.view import View


class Player(Protocol):
    def choose(self, view: View) -> str:
        """One of the view's moves."""
