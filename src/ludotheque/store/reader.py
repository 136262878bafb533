"""Reading a store: matches with their events, lists, counts.

Any process may read, beside the one that writes: each read sees one snapshot of the database.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    bindparam,
    func,
    literal,
    literal_column,
    select,
)

from ..core.errors import BadOption
from ..table.record import EventData
from . import schema
from .backend import Place
from .database import open_reader
from .errors import (
    DatabaseDamaged,
    NoMatch,
    StoreClosed,
    StoreDamaged,
    wrap_damage,
    wrap_disk_errors,
)
from .expiry import expirable
from .folder import DATABASE
from .leases import CLOCKS_TO_RUN, Owner, owner_of
from .lock import acquire_lock
from .migrations import MIGRATIONS, bring_up_to_date, known_version
from .postgres.address import open_reader as open_postgres_reader
from .postgres.address import parse_address, shown
from .postgres.backend import PostgresBackend
from .postgres.session import known_version as known_postgres_version
from .serialization import check_header, is_storable
from .stored import MatchSummary, News, Shown, StoredMatch

MOST_ROWS = 2**31 - 1  # the largest integer that every database takes
MOST_NAMES = 200  # of one device, over time
#: The seconds of the database's clock.
CLOCKS: dict[str, ColumnElement[float]] = {
    "sqlite": literal_column("(julianday('now') - 2440587.5) * 86400.0"),
    "postgresql": literal_column("extract(epoch FROM clock_timestamp())::double precision"),
}
MOST_AT_ONCE = 500  # values in one statement; SQLite allows 999 and more


@cache
def previous_names() -> Select[tuple[str]]:
    """All names that came before a device's; made once, since that takes longer than asking."""
    names = schema.successors.c
    first = select(names.previous, literal(1).label("age")).where(
        names.device == bindparam("device")
    )
    chain = first.cte(recursive=True)
    older = select(names.previous, chain.c.age + 1).where(
        names.device == chain.c.previous, chain.c.age < MOST_NAMES
    )
    chain = chain.union_all(older)
    return select(chain.c.previous).order_by(chain.c.age)


class StoreReader:
    """The matches of one place, to be read. Reads run in the calling thread."""

    def __init__(self, folder: Path, reader: Engine, place: Place | None = None) -> None:
        self.folder = folder
        self.place: Place = folder if place is None else place  # where the matches are
        self._reader = reader
        self._open = True

    def load(self, match_id: str) -> StoredMatch:
        """A match with all its events; NoMatch if there is none."""
        if not is_storable(match_id, self._reader.dialect):
            raise NoMatch(match_id)
        chosen = select(schema.matches).where(schema.matches.c.id == match_id)
        texts = select(schema.events.c.line).order_by(schema.events.c.number)
        with self._disk(), self._reading().begin() as connection:
            match = connection.execute(chosen).first()
            if match is None:
                raise NoMatch(match_id)
            kept = connection.scalars(texts.where(schema.events.c.match == match.number)).all()
            shown = shown_after(connection, match.number, -1)
        with wrap_damage(match_id):
            return parse_stored(match, kept, shown)

    def news(self, match_id: str, version: int, shown: int) -> News:
        """What has happened in a match after a version; NoMatch if it is no longer there."""
        columns = schema.matches.c
        chosen = select(columns.number, columns.owner, columns.version, columns.private)
        texts = select(schema.events.c.line).order_by(schema.events.c.number)
        with self._disk(), self._reading().begin() as connection:
            match = connection.execute(chosen.where(columns.id == match_id)).first()
            if match is None:
                raise NoMatch(match_id)
            later = (schema.events.c.match == match.number, schema.events.c.number > version)
            lines = connection.scalars(texts.where(*later)).all() if match.version > version else []
            steps = shown_after(connection, match.number, shown)
        with wrap_damage(match_id):
            events = [json.loads(line) for line in lines]
        return News(match.owner, match.version, match.private, events, steps)

    def version_after(self, match_id: str, command: str) -> int | None:
        """The version after a command that was carried out, by its id; None if there is none."""
        numbers, chosen = schema.events.c, schema.matches.c
        found = (
            select(numbers.number)
            .join(schema.matches, chosen.number == numbers.match)
            .where(chosen.id == match_id, numbers.command == command)
        )
        with self._disk(), self._reading().begin() as connection:
            return connection.scalars(found).first()

    def owner_of(self, match_id: str) -> Owner:
        """The node that owns a match, with its address if it is alive; NoMatch if there is none."""
        with self._disk(), self._reading().begin() as connection:
            return owner_of(connection, match_id)

    def owners_of(self, match_ids: Collection[str]) -> dict[str, str | None]:
        """The nodes that own these matches; those that are no longer there are left out."""
        chosen = select(schema.matches.c.id, schema.matches.c.owner)
        found = dict[str, str | None]()
        asked = list(match_ids)
        for first in range(0, len(asked), MOST_AT_ONCE):
            those = schema.matches.c.id.in_(asked[first : first + MOST_AT_ONCE])
            with self._disk(), self._reading().begin() as connection:
                found.update((row.id, row.owner) for row in connection.execute(chosen.where(those)))
        return found

    def clocks_to_run(self) -> list[str]:
        """The ids of matches in progress by the clock that no living node owns."""
        with self._disk(), self._reading().begin() as connection:
            return list(connection.exec_driver_sql(CLOCKS_TO_RUN).scalars())

    def secret(self) -> str:
        """By which the nodes of a database know each other."""
        with self._disk(), self._reading().begin() as connection:
            found: str = connection.execute(select(schema.counter.c.secret)).scalar_one()
        return found

    def matches(
        self,
        ended: bool | None = None,
        limit: int = 50,
        offset: int = 0,
        device: str | Collection[str] | None = None,
    ) -> list[MatchSummary]:
        """Summaries of matches, the newest first: by whether they have ended, and by device.

        A device may have several names.

        Damaged ones are left out; `load` says what is wrong with them.
        """
        if limit < 0 or offset < 0:
            raise ValueError("limit and offset are not negative")
        newest_first = select(schema.matches).order_by(schema.matches.c.number.desc())
        chosen = filter_ended(newest_first, ended)
        if device is not None:
            chosen = chosen.where(belongs_to({device} if isinstance(device, str) else device))
        page = chosen.limit(min(limit, MOST_ROWS)).offset(min(offset, MOST_ROWS))
        with self._disk(), self._reading().begin() as connection:
            found = connection.execute(page).all()
        summaries: list[MatchSummary] = []
        for match in found:
            with suppress(StoreDamaged), wrap_damage(match.id):
                summaries.append(MatchSummary(**summary_fields(match)))
        return summaries

    def unfinished(self, match_ids: Collection[str]) -> set[str]:
        """Those of these matches that are in the store and not over."""
        found = set[str]()
        asked = [each for each in match_ids if is_storable(each, self._reader.dialect)]
        for first in range(0, len(asked), MOST_AT_ONCE):
            those = schema.matches.c.id.in_(asked[first : first + MOST_AT_ONCE])
            chosen = filter_ended(select(schema.matches.c.id).where(those), ended=False)
            with self._disk(), self._reading().begin() as connection:
                found.update(connection.scalars(chosen))
        return found

    def previous_names(self, device: str) -> list[str]:
        """The names that a device had before this one, the latest first; not more than MOST_NAMES.

        Names are hashes.
        """
        with self._disk(), self._reading().begin() as connection:
            return list(connection.scalars(previous_names(), {"device": device}))

    def count(self, ended: bool | None = None) -> int:
        counted = filter_ended(select(func.count()).select_from(schema.matches), ended)
        with self._disk(), self._reading().begin() as connection:
            number: int = connection.execute(counted).scalar_one()
        return number

    def played_by_clock(self) -> list[str]:
        """The ids of matches in progress whose header names a clock."""
        header = schema.matches.c.header
        clock = func.replace(header, '"clock"', "") != header  # it is part of the text
        chosen = filter_ended(select(schema.matches.c.id).where(clock), False)
        with self._disk(), self._reading().begin() as connection:
            return list(connection.scalars(chosen))

    def expirable(self, unplayed_before: datetime, idle_before: datetime, most: int) -> list[str]:
        """The ids of guests' matches that may be deleted to make room, the oldest first."""
        with self._disk(), self._reading().begin() as connection:
            return expirable(connection, unplayed_before, idle_before, most)

    @contextmanager
    def _disk(self) -> Iterator[None]:
        try:
            with wrap_disk_errors(self.place):
                yield
        except DatabaseDamaged as problem:
            self._found_damage(problem)
            raise

    def _found_damage(self, problem: DatabaseDamaged) -> None:
        """A hook for the store that writes."""

    def _reading(self) -> Engine:
        if not self._open:
            raise StoreClosed(self.place)
        return self._reader


@contextmanager
def read_store(folder: Path, database: str | None = None) -> Iterator[StoreReader]:
    """Read the matches of a folder or a database that a server may have open."""
    opened = read_folder(folder) if database is None else read_postgres(folder, database)
    with opened as store:
        yield store


@contextmanager
def read_postgres(folder: Path, database: str) -> Iterator[StoreReader]:
    url = parse_address(database)
    place = shown(url)
    reader = open_postgres_reader(url)
    try:
        with wrap_disk_errors(place):
            with reader.connect() as connection:
                found = known_postgres_version(connection, url)
            if found == 0:
                raise BadOption("there are no matches in {folder}", folder=place)
            if found < len(MIGRATIONS):
                PostgresBackend(url).close()  # which brings it up to date
        yield StoreReader(folder, reader, place)
    finally:
        reader.dispose()


@contextmanager
def read_folder(folder: Path) -> Iterator[StoreReader]:
    """A damaged database too."""
    path = folder.resolve() / DATABASE
    if not path.is_file():
        raise BadOption("there are no matches in {folder}", folder=str(folder))
    with wrap_disk_errors(folder):
        if known_version(path) < len(MIGRATIONS):
            with acquire_lock(folder):
                bring_up_to_date(path)
        reader = open_reader(path)
    try:
        yield StoreReader(folder, reader)
    finally:
        reader.dispose()


def belongs_to(names: Collection[str]) -> ColumnElement[bool]:
    kept = select(schema.devices.c.match).where(schema.devices.c.device.in_(sorted(names)))
    return schema.matches.c.number.in_(kept)


def filter_ended(statement: Select[Any], ended: bool | None) -> Select[Any]:
    if ended is None:
        return statement
    result = schema.matches.c.result
    return statement.where(result.is_not(None) if ended else result.is_(None))


def shown_after(connection: Connection, match: int, version: int) -> tuple[Shown, ...]:
    """The steps after a version that were shown of a match with reaction windows."""
    columns = schema.shown.c
    chosen = (
        select(columns.version, columns.events, columns.kind, columns.seconds, columns.calls)
        .add_columns((CLOCKS[connection.dialect.name] - columns.due).label("age"))
        .where(columns.match == match, columns.version > version)
        .order_by(columns.version)
    )
    return tuple(Shown(*row) for row in connection.execute(chosen))


def parse_stored(match: Any, texts: Sequence[str], shown: tuple[Shown, ...] = ()) -> StoredMatch:
    """Parse a stored match; ValueError or the like if it is damaged."""
    if len(texts) != match.version:
        raise ValueError(f"{match.version} events were kept, and {len(texts)} are there")
    events = [json.loads(text) for text in texts]
    private = None if match.private is None else json.loads(match.private)
    if not isinstance(private, dict | None):
        raise ValueError("what is private in it is no JSON object")
    return StoredMatch(
        **summary_fields(match), events=events, private=private, owner=match.owner, shown=shown
    )


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
        "begun": bool(match.version or match.result) or not is_lobby(match.private),
    }


def is_lobby(private: str | None) -> bool:
    """Whether a match without events is a lobby, by its private data; unreadable data is not."""
    with suppress(AttributeError, TypeError, ValueError, RecursionError):
        return json.loads(private or "{}").get("seating", {}).get("begun") is False
    return False
