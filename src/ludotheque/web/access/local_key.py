"""The local key: a secret in the user's data folder that makes its bearer a local caller.

Any process of the machine can connect to the loopback address: another user's browser, or a program
that forwards connections from elsewhere. Only the user can read the key's file. A browser gets it
with the link that is printed at the start, and keeps a token derived from it (HMAC-SHA-256, RFC
2104) in a cookie; a program sends the key itself in a header.

Deleting the file and starting the server again makes a new key, and voids every cookie.
"""

from __future__ import annotations

import os
import secrets
import stat
import threading
import time
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest, digest
from pathlib import Path

from ...store.folder import OTHERS, PRIVATE_FILE

FILE = "local.key"
HEADER = "x-ludotheque-key"
KEY_BYTES = 32
LONGEST_KEY = 200
ID_BYTES = 16
CODE_SECONDS = 120  # that a one-time code is good for: a browser may take long to start


class LocalKey:
    """The key, the tokens that are derived from it, and the one-time code for the first browser."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.cookie = f"local-{sha256(key.encode()).hexdigest()[:8]}"  # servers share their host's
        self._code: tuple[str, float] | None = None
        self._taking = threading.Lock()

    @classmethod
    def of(cls, folder: Path) -> LocalKey:
        """The key of a data folder that this process has locked; made if there is none yet.

        Where the folder cannot be written, the key lasts as long as the server.
        """
        path = folder / FILE
        key = secrets.token_urlsafe(KEY_BYTES)
        with suppress(OSError):
            kept = read_key(path)
            if kept is not None:
                return cls(kept)
            path.unlink(missing_ok=True)
            write_new(path, key)
        return cls(key)

    def is_key(self, said: str) -> bool:
        return compare_digest(said.encode(), self.key.encode())

    def new_token(self) -> str:
        """A token for one browser. It proves that the key was known, and does not reveal it."""
        name = secrets.token_urlsafe(ID_BYTES)
        return f"{name}.{self._signature(name)}"

    def is_token(self, said: str) -> bool:
        name, _, signature = said.partition(".")
        return compare_digest(signature.encode(), self._signature(name).encode())

    def _signature(self, name: str) -> str:
        return digest(self.key.encode(), f"browser {name}".encode(), "sha256").hex()

    def new_code(self) -> str:
        """A code that is good once, and soon: other users can read the command line of a browser
        that is being started."""
        code = secrets.token_urlsafe(KEY_BYTES)
        self._code = code, time.monotonic() + CODE_SECONDS
        return code

    def take_code(self, said: str) -> bool:
        """Whether this is the one-time code, which is used up by it."""
        with self._taking:
            if self._code is None:
                return False
            code, until = self._code
            if time.monotonic() > until:
                self._code = None
                return False
            if not compare_digest(said.encode(), code.encode()):
                return False
            self._code = None
            return True


def read_key(path: Path) -> str | None:
    """The key in a file that nobody else can read; None if there is no such file.

    A key that others could read does not count: they may have done so.
    """
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    with os.fdopen(opened, encoding="ascii", errors="replace") as file:
        kept, status = file.read(LONGEST_KEY).strip(), os.fstat(file.fileno())
    return kept if is_private(status) and len(kept) >= KEY_BYTES else None


def is_private(status: os.stat_result) -> bool:
    """Whether a file is this user's and no other's. Windows keeps a user's folders private."""
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not stat.S_IMODE(status.st_mode) & OTHERS


def write_new(path: Path, key: str) -> None:
    """Write the key to a file that is not there yet, private from the beginning."""
    made = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE)
    with os.fdopen(made, "w", encoding="ascii") as file:
        file.write(f"{key}\n")
