"""The interface of a bot: it is given a View and names a move."""

from typing import Protocol

from ..core.view import View


class Player(Protocol):
    def choose(self, view: View) -> str:
        """One of the view's moves."""
