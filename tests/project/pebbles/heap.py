"""A rule in a file of its own: what pebbles are worth."""

from typing import Any

from ludotheque.core.rule import rule

WORTH = 1


@rule
def worth(pebbles: Any) -> Any:
    return pebbles * WORTH
