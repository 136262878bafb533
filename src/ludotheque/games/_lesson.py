"""Code shared by the lessons of all games: steps of the guided first turn, parts of drawings."""

from collections.abc import Iterable
from typing import Any

Data = dict[str, Any]


def guide_steps(*steps: tuple[str, str | None, str]) -> list[Data]:
    """A guided turn, step by step: a CSS selector, what to wait for or None, and a text.

    A step waits for a command, `roll` or `move`, or for what another selector names.
    """
    return [{"target": target, "text": text, "until": until} for target, until, text in steps]


def only_if(selector: str, steps: list[Data]) -> list[Data]:
    """Steps for a guide that begins while the page has something that the selector names."""
    return [{**step, "only": selector} for step in steps]


def merged(kinds: Iterable[str], parts: Iterable[Data]) -> dict[str, list[Data]]:
    """Merge the parts of a drawing: for each kind of shape, the shapes of all parts."""
    parts = list(parts)
    return {kind: [each for part in parts for each in part.get(kind, ())] for kind in kinds}
