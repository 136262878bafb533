"""The store: matches in a data folder or a PostgreSQL database, each a header and an append-only
log of events.

Every change returns a future, which is done once the change is on disk; in asyncio, use
`asyncio.wrap_future`. Reads run in the calling thread and never wait for writes.
"""

from __future__ import annotations

import secrets
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from pathlib import Path

from sqlalchemy import URL, Engine

from ..table.record import EventData
from .backend import Backend, Place
from .changes import (
    Append,
    Change,
    Create,
    Delete,
    ShownStep,
    Start,
    Succeed,
    UpdatePrivate,
)
from .database import open_reader, open_writer
from .errors import (
    DatabaseDamaged,
    StoreError,
    wrap_disk_errors,
)
from .file_watch import FileWatch
from .folder import make_database, make_folder
from .integrity import IntegrityCheck, check_log_has_database, patience_for
from .leases import BEAT, LEASE
from .lock import acquire_lock
from .migrations import bring_up_to_date, known_version
from .postgres.address import open_reader as open_postgres_reader
from .postgres.address import parse_address, shown
from .postgres.backend import PostgresBackend
from .postgres.membership import Membership, Neighbours
from .postgres.ownership import Claim, HandOver
from .reader import StoreReader
from .serialization import event_texts, header_text, is_storable, private_text
from .sqlite_backend import SqliteBackend
from .watermark import Watermark, compare, count_in, read_mark
from .writer import Answered, Writer

ID_BYTES = 8  # of the ids of commands that this server makes


class Store(StoreReader):
    """The matches of one folder, which belongs to one process; its threads share the store.

    A PostgreSQL database can be shared by several processes, each of which owns some matches.
    """

    def __init__(self, folder: Path, reader: Engine, place: Place | None = None) -> None:
        super().__init__(folder, reader, place)
        #: What is wrong with the database, though it could be opened; the latest at the end.
        self.warnings: list[StoreError] = []
        #: Called with every warning that comes up while the store is open, from any thread.
        self.on_warning: Callable[[StoreError], None] | None = None
        #: The name under which this process owns matches; None where it owns all of them.
        self.node: str | None = None
        self._url: URL | None = None
        self._closing = ExitStack()
        self._size = 0
        self._counting = threading.Lock()

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        database: str | None = None,
        patience: float | None = None,
        alone: bool = False,
    ) -> Store:
        """Open or create the matches of a folder; with `database`, those at such an address
        (postgresql://…), and the folder is only for what else a server keeps.

        A folder belongs to one process; a database to several, unless one wants it `alone`.
        StoreBusy, StoreNewer or StoreFailed if that is impossible.
        """
        if database is not None:
            return cls._open_postgres(folder, database, alone)
        return cls._open_sqlite(folder, patience)

    @classmethod
    def _open_postgres(cls, folder: Path, database: str, alone: bool) -> Store:
        url = parse_address(database)
        with ExitStack() as undo, wrap_disk_errors(shown(url)):
            store = cls(folder.resolve(), open_postgres_reader(url), shown(url))
            undo.callback(store._reader.dispose)
            backend = PostgresBackend(url, store._tell, alone=alone)
            undo.callback(backend.close)
            store.node, store._url = backend.node, url
            store._size = store.count()
            store._write_to(backend, undo)
            store._closing = undo.pop_all()
            return store

    @classmethod
    def _open_sqlite(cls, folder: Path, patience: float | None) -> Store:
        """Open or create the database of a folder.

        DatabaseDamaged if the integrity check says so within `patience` seconds (by default it
        depends on the database's size); later, it is a warning, and nothing more is written.
        """
        with ExitStack() as undo, wrap_disk_errors(folder):
            folder = folder.resolve()
            make_folder(folder)
            undo.callback(acquire_lock(folder).release)
            check_log_has_database(folder)
            path = make_database(folder)
            known_version(path)
            check = IntegrityCheck(path)
            undo.callback(check.stop)
            seconds = patience_for(path) if patience is None else patience
            if check.wait(seconds) and check.problem is not None:
                raise DatabaseDamaged(folder, check.problem)
            bring_up_to_date(path)
            store = cls(folder, open_reader(path))
            store._start_writer(path, undo)
            undo.callback(check.stop)  # before the connections are closed
            check.on_problem(lambda found: store._found_damage(DatabaseDamaged(folder, found)))
            store._closing = undo.pop_all()
            return store

    def _start_writer(self, path: Path, undo: ExitStack) -> None:
        """Compare the database with what was confirmed before, and start to write."""
        engine = open_writer(path)
        undo.callback(self._reader.dispose)
        undo.callback(engine.dispose)
        with engine.begin() as connection:
            found = count_in(connection)
        with suppress(DatabaseDamaged):  # whoever reads it is told
            self._size = self.count()
        problem = compare(self.folder, read_mark(self.folder), found)
        self.warnings += [] if problem is None else [problem]
        watermark = Watermark(self.folder, found)
        backend = SqliteBackend(self.folder, engine, watermark, FileWatch(path))
        undo.callback(backend.close)
        self._write_to(backend, undo)

    def _write_to(self, backend: Backend, undo: ExitStack) -> None:
        self._writer = Writer(backend, self._on_warning)
        undo.callback(self._writer.close)

    def _found_damage(self, problem: DatabaseDamaged) -> None:
        """Write no more: that could only make it worse."""
        self._writer.stop_writing(problem)

    def _on_warning(self, problem: StoreError) -> None:
        self.warnings.append(problem)
        self._tell(problem)

    def _tell(self, problem: StoreError) -> None:
        if self.on_warning is not None:
            self.on_warning(problem)

    def gather_on(self, loop: AbstractEventLoop | None) -> None:
        """Collect the changes of this thread's event loop, and write those of one turn of it in one
        commit; None ends that."""
        self._writer.gather(None if loop is None else loop.call_soon)

    def close(self) -> None:
        """Write what is queued, and release the folder."""
        self._open = False
        self._closing.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def engine(self) -> Engine:
        """For reading with statements of one's own."""
        return self._reading()

    @property
    def size(self) -> int:
        """The number of matches, as far as changes were answered; costs nothing, unlike `count`."""
        return self._size

    def _counted(self, change: Future[None], matches: int) -> Future[None]:
        """Note that the number of matches changes with this one, when it is on disk."""
        change.add_done_callback(lambda done: self._count_change(done, matches))
        return change

    def _count_change(self, done: Future[None], matches: int) -> None:
        if done.exception() is None:
            with self._counting:
                self._size += matches

    # Writing: the future is done when the change is on disk; it fails if nothing was written.

    def create(
        self,
        match_id: str,
        header: EventData,
        events: list[EventData],
        private: EventData | None = None,
        devices: Iterable[str] = (),
    ) -> Future[None]:
        """Store a new match: its header, its first events, its private data and its devices."""
        if not is_storable(match_id, self._reader.dialect):
            raise ValueError("a match is named by a text that is not empty")
        text, texts = header_text(header), event_texts(events, 1)
        change = Create(
            match_id,
            str(header["game"]),
            text,
            texts,
            result_text(events, texts),
            None if private is None else private_text(private),
            frozenset(devices),
        )
        return self._counted(self._writer.submit(change), 1)

    def append(
        self,
        match_id: str,
        first_number: int,
        events: list[EventData],
        private: EventData | None = None,
        shown: Sequence[ShownStep] = (),
    ) -> Future[None]:
        """Append events to a match. `first_number` is the version after the first of them.

        With `private`, the match's private data is replaced in the same transaction. StoreConflict
        unless `first_number` is one more than the match's stored version.
        """
        texts = event_texts(events, first_number)
        kept = None if private is None else private_text(private)
        result, command = result_text(events, texts), self._command(None)
        return self._writer.submit(
            Append(match_id, first_number, texts, result, kept, command, shown)
        )

    def append_texts(
        self,
        match_id: str,
        first_number: int,
        texts: list[str],
        answer: Answered,
        *,
        ends: bool,
        private: EventData | None = None,
        command: str | None = None,
        shown: Sequence[ShownStep] = (),
    ) -> None:
        """Append events that are JSON texts already; the last one is the match's end if it `ends`.

        `answer` is called on the writer's thread: with None when they are on disk, else with what
        has gone wrong. `command` is the id of the command that has led to them.
        """
        result = texts[-1] if ends else None
        kept = None if private is None else private_text(private)
        command = self._command(command)
        change = Append(match_id, first_number, texts, result, kept, command, shown)
        self._writer.write(change, answer)

    def _command(self, given: str | None) -> str | None:
        """The id of a command: the client's, or one of ours where nodes share a database."""
        return given if given is not None or self.node is None else secrets.token_hex(ID_BYTES)

    def update_private(
        self, match_id: str, private: EventData, devices: Iterable[str]
    ) -> Future[None]:
        """Replace a match's private data and its devices."""
        return self._writer.submit(
            UpdatePrivate(match_id, private_text(private), frozenset(devices))
        )

    def begin(
        self,
        match_id: str,
        header: EventData,
        events: list[EventData],
        private: EventData,
        devices: Iterable[str],
    ) -> Future[None]:
        """Start a match that was created without an event, in one transaction.

        StoreConflict if it has begun already.
        """
        text, texts = header_text(header), event_texts(events, 1)
        result, kept = result_text(events, texts), private_text(private)
        change = Start(match_id, text, texts, result, kept, frozenset(devices))
        return self._writer.submit(change)

    def succeed(self, device: str, previous: str) -> Future[None]:
        """Let a device's new name hold what its previous one holds; both are hashes."""
        return self._writer.submit(Succeed(device, previous))

    def make(self, change: Change) -> Future[None]:
        """Make a change that has no method of its own here."""
        return self._writer.submit(change)

    def claim(self, match_id: str, gone: str | None = None) -> Future[None]:
        """Own a match from now on; NotOwner if another node does that is alive and not `gone`."""
        return self._writer.submit(Claim(match_id, gone))

    def hand_over(self, match_id: str, node: str) -> Future[None]:
        """Let another node own a match that this one owns."""
        return self._writer.submit(HandOver(match_id, node))

    def join(self, address: str, neighbours: Neighbours) -> Membership:
        """Become one of the nodes of the database: others reach this process at an address."""
        assert self._url is not None
        assert self.node is not None
        with wrap_disk_errors(str(self.place)):
            return Membership(self._url, self.node, address, neighbours, LEASE - BEAT)

    def count_again(self) -> None:
        """Count the matches anew: other nodes create and delete some."""
        size = self.count()
        with self._counting:
            self._size = size

    def delete(self, match_id: str) -> Future[None]:
        return self._counted(self._writer.submit(Delete(match_id)), -1)


def result_text(events: list[EventData], texts: list[str]) -> str | None:
    """The text of the last event, if that is the match's end."""
    return texts[-1] if events and "ended" in events[-1] else None
