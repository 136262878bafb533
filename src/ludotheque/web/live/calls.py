"""What came of the calls that players made in a reaction window."""

from __future__ import annotations

from typing import Literal, NamedTuple

#: What came of a press: it was right, wrong, or meant for the other window of a throw.
Verdict = Literal["right", "wrong", "other window"]


class Call(NamedTuple):
    """A press in a window that is over, and what came of it."""

    seat: int
    button: str
    verdict: Verdict
