"""The errors of the store.

StoreError
├── StoreBusy                 another process has the folder
├── StoreNewer                a later version of the program has written the database
├── StoreFailed               matches cannot be read from or written to disk
│   ├── DatabaseDamaged       what is on disk is no sound database
│   ├── DatabaseReplaced      its files were removed or replaced while it was open
│   ├── DatabaseChanged       it is another database than the one that was opened, or older
│   └── StoreUnreachable      its server does not answer; nothing was written
├── CommitUnknown             the store was closed before its server said how a commit ended
├── CommitsLost, DatabaseGone warnings about what was found, which are not raised
├── StoreClosed               the store was used after it had been closed
├── StoreConflict             events that do not continue their match
│   └── NotOwner              another node plays the match
├── StoreDamaged              a stored match cannot be read
└── NoMatch       (KeyError)  there is no match of that name
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from ..core.errors import LudothequeError
from ..core.language import N_
from .folder import DATABASE, newest_backup, time_of

DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
#: Errors after which SQLite has rolled the transaction back, and nothing else has changed.
HARMLESS = ("SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR_WRITE")
#: PostgreSQL's codes for a server that is being stopped or started, or has been.
SHUTTING_DOWN = ("57P01", "57P02", "57P03")
NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class StoreError(LudothequeError):
    """The base class of the store's errors."""

    #: Whether everything that was stored before is certainly still there.
    harmless = False


class StoreBusy(StoreError):
    def __init__(self, folder: Path | str) -> None:
        super().__init__(
            "the matches in {folder} are in use by another process; close it, or name another "
            "folder",
            folder=str(folder),
        )


class StoreNewer(StoreError):
    def __init__(self, folder: Path | str, found: int, known: int) -> None:
        super().__init__(
            "the matches in {folder} were written by a later version of ludotheque (schema "
            "{found}; this one knows {known}): nothing was changed",
            folder=str(folder),
            found=found,
            known=known,
        )


class StoreFailed(StoreError):
    def __init__(self, folder: Path | str, problem: BaseException) -> None:
        self.harmless = error_name(problem) in HARMLESS or getattr(problem, "errno", 0) in NO_SPACE
        super().__init__(
            "the matches in {folder} cannot be read or written: {problem}",
            folder=str(folder),
            problem=reason(problem),
        )


class DatabaseDamaged(StoreFailed):
    """The database is not sound. Names the newest backup, and the command that brings it back."""

    def __init__(self, folder: Path, problem: object) -> None:
        backup = newest_backup(folder)
        template = (
            N_(
                "the database {path} is damaged ({problem}), and {folder} has no backup of it. If "
                "you have one elsewhere: ludotheque restore FILE --data {folder}. What can still "
                "be read is written out by: ludotheque matches export NEW_FOLDER --data {folder}"
            )
            if backup is None
            else N_(
                "the database {path} is damaged ({problem}). Its newest backup is of {when}; to "
                "put it back: ludotheque restore {backup} --data {folder}"
            )
        )
        StoreError.__init__(
            self,
            template,
            path=str(folder / DATABASE),
            problem=problem,
            folder=str(folder),
            backup=str(backup),
            when="" if backup is None else time_of(backup),
        )


class DatabaseReplaced(StoreFailed):
    """A file of the open database is no longer the one that was opened.

    What is written then would be lost with the server, so nothing more is.
    """

    def __init__(self, path: Path, *, saved: bool) -> None:
        template = (
            N_(
                "{path} was removed or replaced while the server runs. Everything confirmed so far "
                "is in the database; nothing more is saved until the server is started again"
            )
            if saved
            else N_(
                "{path} was removed or replaced while the server runs. What this server had saved "
                "in it is gone when it stops; nothing more is saved until it is started again"
            )
        )
        StoreError.__init__(self, template, path=str(path))


class DatabaseChanged(StoreFailed):
    """Another database has the address of the one that was opened, or a copy of it that lacks
    confirmed changes."""

    def __init__(self, place: Path | str) -> None:
        StoreError.__init__(
            self,
            N_(
                "{place} is another database than the one that this server has opened, or an older "
                "copy of it; nothing more is saved until the server is started again"
            ),
            place=str(place),
        )


class StoreUnreachable(StoreFailed):
    """The database's server does not answer. What was asked for was not done, and nothing is lost:
    the same request may be sent again."""

    def __init__(self, place: Path | str, problem: BaseException | None = None) -> None:
        StoreError.__init__(
            self,
            N_(
                "the database {place} cannot be reached ({problem}); nothing is saved until it "
                "answers"
            ),
            place=str(place),
            problem="no answer" if problem is None else reason(problem),
        )
        self.harmless = True


class CommitUnknown(StoreError):
    """Nobody waits for the answer any more, and the database's server has not given it."""

    def __init__(self, place: Path | str) -> None:
        super().__init__(
            "the store was closed before {place} said whether the last changes are saved",
            place=str(place),
        )


class CommitsLost(StoreError):
    """Changes that were confirmed are not in the database that was found."""

    def __init__(self, folder: Path, missing: int, when: str) -> None:
        super().__init__(
            "the last {missing} changes that were saved in {folder} (until {when}) are missing: "
            "either the file {log} was removed after a crash, or an older copy of the database was "
            "put in its place. If you have the file, stop the server, put it back, start again",
            missing=missing,
            folder=str(folder),
            when=when,
            log=f"{DATABASE}-wal",
        )


class DatabaseGone(StoreError):
    """There was another database in this folder before."""

    def __init__(self, folder: Path, when: str) -> None:
        super().__init__(
            "the database in {folder} is not the one that was used here until {when}: that one "
            "was removed or replaced",
            folder=str(folder),
            when=when,
        )


class StoreClosed(StoreError):
    harmless = True

    def __init__(self, folder: Path | str) -> None:
        super().__init__("the matches in {folder} are closed", folder=str(folder))


class StoreConflict(StoreError):
    """The match is not at the version that the caller knows; nothing was written."""

    harmless = True

    def __init__(self, match_id: str, template: str, /, **params: Any) -> None:
        super().__init__(template, match=match_id, **params)


class NotOwner(StoreConflict):
    """Another node plays the match, so that only it may change it; nothing was written."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id, N_("the match {match!r} is played by another server"))


class OwnerSilent(StoreError):
    """The node that plays a match has not answered; the same request may be sent again."""

    def __init__(self, match_id: str) -> None:
        super().__init__(
            "the server that plays the match {match!r} does not answer", match=match_id
        )


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
def wrap_disk_errors(folder: Path | str) -> Iterator[None]:
    """Raise errors of the disk and the database as StoreFailed."""
    try:
        yield
    except (OSError, SQLAlchemyError, sqlite3.Error) as problem:
        raise failure(folder, problem) from None


def failure(folder: Path | str, problem: BaseException) -> StoreFailed:
    """The error for what the disk or the database reports: damaged, or only out of order."""
    if isinstance(problem, StoreFailed):
        return problem
    if is_lost_connection(problem):
        return StoreUnreachable(folder, problem)
    if error_name(problem) in DAMAGED and isinstance(folder, Path):
        return DatabaseDamaged(folder, reason(problem))
    return StoreFailed(folder, problem)


def is_lost_connection(problem: BaseException) -> bool:
    """Whether the connection to a database's server was cut, or could not be made."""
    if not isinstance(problem, DBAPIError) or isinstance(problem.orig, sqlite3.Error):
        return False
    code = getattr(problem.orig, "sqlstate", None)
    never_connected = isinstance(problem, OperationalError) and code is None
    return problem.connection_invalidated or never_connected or code in SHUTTING_DOWN


def error_name(problem: BaseException) -> str:
    """SQLite's name for an error, such as SQLITE_FULL; "" for errors of others."""
    if isinstance(problem, DBAPIError) and problem.orig is not None:
        problem = problem.orig
    name: str = getattr(problem, "sqlite_errorname", None) or ""
    return name if name.startswith("SQLITE_IOERR") else "_".join(name.split("_")[:2])


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
        return " ".join(str(problem.orig).split())
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    return str(problem) or type(problem).__name__
