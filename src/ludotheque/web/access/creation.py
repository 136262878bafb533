"""How many matches one address may create: a token bucket for each, IPv6 by /64.

The local user has no such limit.
"""

from __future__ import annotations

from fastapi import Request

from ...core.errors import BadOption
from .connections import address_group
from .identity import Caller
from .limits import RateLimiter


class TooManyMatches(BadOption):
    code = "too_many_matches"

    def __init__(self, per_hour: float) -> None:
        super().__init__(
            "many matches were begun from your address lately; at most {per_hour} an hour can be "
            "begun from it: try again in a few minutes",
            per_hour=round(per_hour),
        )


class CreationLimit:
    def __init__(self, per_hour: float, at_once: int) -> None:
        self.per_hour = per_hour
        self._buckets = RateLimiter(per_hour / 3600, at_once)

    def check(self, address: str) -> None:
        if not self._buckets.allows(address_group(address)):
            raise TooManyMatches(self.per_hour)


def check_may_create(request: Request, caller: Caller) -> None:
    """Raise TooManyMatches if the caller's address has created too many."""
    if not caller.is_local:
        limit: CreationLimit = request.app.state.creation_limit
        limit.check("" if request.client is None else request.client.host)
