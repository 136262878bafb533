"""A rule in a separate file: how many points pebbles score."""

from typing import Any

from ludotheque.core.rule import rule

WORTH = 1


@rule
def worth(pebbles: Any) -> Any:
    return pebbles * WORTH
