"""Ids of matches: short random texts, safe in addresses, file names and commands.

An id never begins with a dash, which a command line would take for an option.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

ID_BYTES = 9


def new_match_id() -> str:
    return _as_id(secrets.token_bytes(ID_BYTES))


def rematch_id(match_id: str) -> str:
    """The id of a match's rematch. It is no secret: what matters is whom the rematch admits."""
    return _as_id(sha256(f"the rematch of {match_id}".encode()).digest()[:ID_BYTES])


def _as_id(digest: bytes) -> str:
    text = urlsafe_b64encode(digest).decode()
    return "A" + text[1:] if text.startswith("-") else text
