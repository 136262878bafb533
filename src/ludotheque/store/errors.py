"""The errors of the store.

StoreError
├── StoreBusy                 another process has the folder
├── StoreNewer                a later version of the program has written the database
├── StoreFailed               matches cannot be read from or written to disk
├── StoreClosed               the store was used after it had been closed
├── StoreConflict             events that do not continue their match
├── StoreDamaged              a stored match cannot be read
└── NoMatch       (KeyError)  there is no match of that name
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..core.errors import LudothequeError


class StoreError(LudothequeError):
    """The base class of the store's errors."""


class StoreBusy(StoreError):
    def __init__(self, folder: Path) -> None:
        super().__init__(
            "the matches in {folder} are in use by another process; close it, or name another "
            "folder",
            folder=str(folder),
        )


class StoreNewer(StoreError):
    def __init__(self, folder: Path, found: int, known: int) -> None:
        super().__init__(
            "the matches in {folder} were written by a later version of ludotheque (schema "
            "{found}; this one knows {known}): nothing was changed",
            folder=str(folder),
            found=found,
            known=known,
        )


class StoreFailed(StoreError):
    def __init__(self, folder: Path, problem: BaseException) -> None:
        super().__init__(
            "the matches in {folder} cannot be read or written: {problem}",
            folder=str(folder),
            problem=reason(problem),
        )


class StoreClosed(StoreError):
    def __init__(self, folder: Path) -> None:
        super().__init__("the matches in {folder} are closed", folder=str(folder))


class StoreConflict(StoreError):
    """The match is not at the version that the caller knows; nothing was written."""

    def __init__(self, match_id: str, template: str, /, **params: Any) -> None:
        super().__init__(template, match=match_id, **params)


class StoreDamaged(StoreError):
    """The stored data of a match is not what this program has written."""

    def __init__(self, match_id: str, problem: BaseException) -> None:
        super().__init__(
            "the match {match!r} is damaged: {problem}", match=match_id, problem=reason(problem)
        )


class NoMatch(StoreError, KeyError):
    def __init__(self, match_id: object) -> None:
        super().__init__("there is no match {match!r}", match=match_id)


@contextmanager
def wrap_disk_errors(folder: Path) -> Iterator[None]:
    """Raise errors of the disk and the database as StoreFailed."""
    try:
        yield
    except (OSError, SQLAlchemyError, sqlite3.Error) as problem:
        raise StoreFailed(folder, problem) from None


@contextmanager
def wrap_damage(match_id: str) -> Iterator[None]:
    """Raise errors in parsing a stored match as StoreDamaged."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as problem:
        raise StoreDamaged(match_id, problem) from None


def reason(problem: BaseException) -> str:
    """A short reason for an error, without the SQL statement."""
    if isinstance(problem, DBAPIError):
        return str(problem.orig)
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    return str(problem) or type(problem).__name__
