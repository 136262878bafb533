"""Requests that another node has passed on, and what it has found out about their callers."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

SCOPE_KEY = "ludotheque.asked-elsewhere"  # in the ASGI scope, where no client can write


@dataclass(frozen=True)
class AskedElsewhere:
    is_local: bool  # the caller sits at the machine of the node that was asked


def asked_elsewhere(scope: MutableMapping[str, Any]) -> AskedElsewhere | None:
    """What another node says of a request's caller; None for a request that came here first."""
    found: AskedElsewhere | None = scope.get(SCOPE_KEY)
    return found
