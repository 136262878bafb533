"""Lockouts, as with the buzzers of a quiz: who calls wrongly has closed buttons for a while.

Without them it would pay to press every button after every throw. They are the table's affair, not
the rules': no record mentions them. They are stored beside the match, with who holds its seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

LOCKED_OUT = 2  # windows that a player's buttons stay closed after a wrong call


@dataclass(frozen=True)
class Lockouts:
    """How many windows each seat's buttons stay closed: an open window counts, and is the first."""

    windows: Mapping[int, int] = field(default_factory=dict)  # by seat; no seat has 0
    judged: int = -1  # the version of the last window whose presses were judged

    def after(self, version: int, wrong: Iterable[int]) -> Lockouts:
        """The lockouts when a window is over in which these seats have called wrongly.

        A window that opens once more after the server was restarted is not judged again.
        """
        if version <= self.judged:
            return self
        shorter = {seat: left - 1 for seat, left in self.windows.items() if left > 1}
        return Lockouts({**shorter, **dict.fromkeys(wrong, LOCKED_OUT)}, version)

    def data(self) -> dict[str, Any]:
        """Everything, as JSON for the store's private column; the keys never change."""
        return {"windows": sorted(self.windows.items()), "judged": self.judged}

    @classmethod
    def of(cls, kept: dict[str, Any] | None) -> Lockouts:
        """The stored lockouts; none in a match that was stored without."""
        if kept is None:
            return cls()
        return cls({int(seat): int(left) for seat, left in kept["windows"]}, int(kept["judged"]))
