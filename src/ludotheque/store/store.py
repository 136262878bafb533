"""The store: matches in a data folder, each a header and an append-only log of events.

Every change returns a future, which is done once the change is on disk; in asyncio, use
`asyncio.wrap_future`. Reads run in the calling thread and never wait for writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Engine, Select, func, select

from ..table.record import EventData
from . import schema
from .changes import Append, Create, Delete, Start, UpdatePrivate
from .database import open_reader, open_writer
from .errors import NoMatch, StoreClosed, StoreDamaged, wrap_damage, wrap_disk_errors
from .folder import acquire_lock, make_database, make_folder
from .migrations import bring_up_to_date
from .serialization import check_header, event_texts, header_text, is_storable, private_text
from .stored import MatchSummary, StoredMatch
from .writer import Writer

MOST_ROWS = 2**63 - 1  # the largest integer of SQLite


class Store:
    """The matches of one folder, which belongs to one process; its threads share the store."""

    def __init__(self, folder: Path, writer: Writer, reader: Engine, closing: ExitStack) -> None:
        self.folder = folder
        self._writer = writer
        self._reader = reader
        self._closing = closing
        self._open = True

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Open or create the folder. StoreBusy, StoreNewer or StoreFailed if that is impossible."""
        with ExitStack() as undo:
            with wrap_disk_errors(folder):
                folder = folder.resolve()
                make_folder(folder)
                undo.callback(acquire_lock(folder).release)
                path = make_database(folder)
                bring_up_to_date(path)
                reader, engine = open_reader(path), open_writer(path)
                undo.callback(engine.dispose)
                undo.callback(reader.dispose)
            writer = Writer(engine, folder)
            undo.callback(writer.close)
            return cls(folder, writer, reader, undo.pop_all())

    def close(self) -> None:
        """Write what is queued, and release the folder."""
        self._open = False
        self._closing.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
        if not is_storable(match_id):
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
        return self._writer.submit(change)

    def append(self, match_id: str, first_number: int, events: list[EventData]) -> Future[None]:
        """Append events to a match. `first_number` is the version after the first of them.

        StoreConflict unless it is one more than the match's stored version.
        """
        texts = event_texts(events, first_number)
        change = Append(match_id, first_number, texts, result_text(events, texts))
        return self._writer.submit(change)

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

    def delete(self, match_id: str) -> Future[None]:
        return self._writer.submit(Delete(match_id))

    # Reading: what is on disk now.

    def load(self, match_id: str) -> StoredMatch:
        """A match with all its events; NoMatch if there is none."""
        if not is_storable(match_id):
            raise NoMatch(match_id)
        chosen = select(schema.matches).where(schema.matches.c.id == match_id)
        texts = select(schema.events.c.line).order_by(schema.events.c.number)
        with wrap_disk_errors(self.folder), self._reading().begin() as connection:
            match = connection.execute(chosen).first()
            if match is None:
                raise NoMatch(match_id)
            kept = connection.scalars(texts.where(schema.events.c.match == match.number)).all()
        with wrap_damage(match_id):
            return parse_stored(match, kept)

    def matches(
        self,
        ended: bool | None = None,
        limit: int = 50,
        offset: int = 0,
        device: str | None = None,
    ) -> list[MatchSummary]:
        """Summaries of matches, the newest first: by whether they have ended, and by device.

        Damaged ones are left out; `load` says what is wrong with them.
        """
        if limit < 0 or offset < 0:
            raise ValueError("limit and offset are not negative")
        newest_first = select(schema.matches).order_by(schema.matches.c.number.desc())
        chosen = filter_ended(newest_first, ended)
        if device is not None:
            chosen = chosen.where(belongs_to(device))
        page = chosen.limit(min(limit, MOST_ROWS)).offset(min(offset, MOST_ROWS))
        with wrap_disk_errors(self.folder), self._reading().begin() as connection:
            found = connection.execute(page).all()
        summaries: list[MatchSummary] = []
        for match in found:
            with suppress(StoreDamaged), wrap_damage(match.id):
                summaries.append(MatchSummary(**summary_fields(match)))
        return summaries

    def count(self, ended: bool | None = None) -> int:
        counted = filter_ended(select(func.count()).select_from(schema.matches), ended)
        with wrap_disk_errors(self.folder), self._reading().begin() as connection:
            number: int = connection.execute(counted).scalar_one()
        return number

    def _reading(self) -> Engine:
        if not self._open:
            raise StoreClosed(self.folder)
        return self._reader


def result_text(events: list[EventData], texts: list[str]) -> str | None:
    """The text of the last event, if that is the match's end."""
    return texts[-1] if events and "ended" in events[-1] else None


def belongs_to(device: str) -> ColumnElement[bool]:
    kept = select(schema.devices.c.match).where(schema.devices.c.device == device)
    return schema.matches.c.number.in_(kept)


def filter_ended(statement: Select[Any], ended: bool | None) -> Select[Any]:
    if ended is None:
        return statement
    result = schema.matches.c.result
    return statement.where(result.is_not(None) if ended else result.is_(None))


def parse_stored(match: Any, texts: Sequence[str]) -> StoredMatch:
    """Parse a stored match; ValueError or the like if it is damaged."""
    if len(texts) != match.version:
        raise ValueError(f"{match.version} events were kept, and {len(texts)} are there")
    events = [json.loads(text) for text in texts]
    private = None if match.private is None else json.loads(match.private)
    if not isinstance(private, dict | None):
        raise ValueError("what is private in it is no JSON object")
    return StoredMatch(**summary_fields(match), events=events, private=private)


def parse_result(text: str, players: int) -> EventData:
    """Parse a stored result, and check the fields that lists of matches show."""
    result: EventData = json.loads(text)
    if not {"points", "winners", "ended"} <= result.keys():
        raise ValueError("its result lacks something")
    if not set(result["winners"]) <= set(range(players)):
        raise ValueError("its winners did not play")
    return result


def summary_fields(match: Any) -> dict[str, Any]:
    header = json.loads(match.header)
    check_header(header)
    return {
        "id": match.id,
        "header": header,
        "version": match.version,
        "result": None if match.result is None else parse_result(match.result, header["players"]),
        "created": datetime.fromisoformat(match.created),
        "updated": datetime.fromisoformat(match.updated),
    }
