"""Tokens: random secrets in links, of which only hashes are stored (capability URLs).

A token that is presented is hashed and compared with what is stored, so reading the store gives
nobody a seat.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest

from ..core.errors import LudothequeError

TOKEN_BYTES = 24
LONGEST_TOKEN = 100


class BadLink(LudothequeError):
    """A link whose token is not, or no longer, valid."""

    code = "bad_link"

    def __init__(self) -> None:
        super().__init__("this link opens nothing: ask whoever sent it for a new one")


class SeatTaken(LudothequeError):
    """A link that was good once: somebody has sat down with it."""

    code = "seat_taken"

    def __init__(self) -> None:
        super().__init__(
            "this link has been used: somebody sits there, and only their own device can make a "
            "new link to the seat"
        )


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """A token as it is stored."""
    return sha256(token[:LONGEST_TOKEN].encode("utf-8", "replace")).hexdigest()


def hashes_match(one: str | None, other: str | None) -> bool:
    """Whether two hashes are equal, compared in constant time."""
    return one is not None and other is not None and compare_digest(one, other)
