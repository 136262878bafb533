"""The changes that the store can make, as SQL.

Several changes share a transaction, so a refused change cannot be rolled back alone. Therefore a
change checks everything before it writes anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, Select, bindparam, delete, insert, select, text, update

from .errors import NoMatch, NotOwner, StoreConflict
from .leases import is_alive
from .schema import devices, events, matches
from .serialization import is_storable

FIND = select(matches.c.number, matches.c.version, matches.c.result, matches.c.owner).where(
    matches.c.id == bindparam("match_id")
)
LOCK = FIND.with_for_update()  # until the transaction ends; SQLite has no other writer
NODE = "ludotheque.node"  # in a connection's `info`: the name under which it owns matches
LENGTHEN = update(matches).where(matches.c.number == bindparam("match_number"))
KEEP = update(matches).where(matches.c.number == bindparam("match_number"))
FORGET = delete(devices).where(devices.c.match == bindparam("match_number"))
REMOVE = delete(matches).where(matches.c.number == bindparam("match_number"))
SUCCEED = text(
    "INSERT INTO successors (device, previous) VALUES (:device, :previous) ON CONFLICT DO NOTHING"
)


class MatchRow(NamedTuple):
    """The columns of a match that changes need."""

    number: int
    version: int
    result: str | None
    owner: str | None


class SingleChange(Protocol):
    """A change of the store that is made by statements of its own."""

    def execute(self, connection: Connection) -> None:
        """Make the change, or raise a StoreError and write nothing."""


@dataclass(frozen=True)
class Create:
    """Insert a new match."""

    match_id: str
    game: str
    header: str
    event_texts: list[str]
    result: str | None
    private: str | None
    devices: frozenset[str]

    def execute(self, connection: Connection) -> None:
        if find_match(connection, self.match_id) is not None:
            raise StoreConflict(self.match_id, "there is a match {match!r} already")
        now = timestamp()
        values = {
            "id": self.match_id,
            "game": self.game,
            "header": self.header,
            "version": len(self.event_texts),
            "result": self.result,
            "created": now,
            "updated": now,
            "private": self.private,
            "owner": connection.info.get(NODE),
        }
        made = connection.execute(insert(matches), values).inserted_primary_key
        assert made is not None
        insert_events(connection, made[0], 1, self.event_texts)
        insert_devices(connection, made[0], self.devices)


class ShownStep(NamedTuple):
    """A step that is shown of a match with reaction windows; its versions count them."""

    version: int
    events: int
    kind: str
    seconds: float | None  # that its window is open; None if it opens none
    calls: str | None = None  # JSON
    delay: float = 0.0  # seconds until it is shown


class Append(NamedTuple):
    """Append events to a match, and replace its private data if there is any; see `batch`."""

    match_id: str
    first_number: int
    event_texts: list[str]
    result: str | None
    private: str | None = None
    command: str | None = None  # the id of the command that has led to the events
    shown: Sequence[ShownStep] = ()


@dataclass(frozen=True)
class UpdatePrivate:
    """Replace a match's private data, and the devices that belong to it."""

    match_id: str
    private: str
    devices: frozenset[str]

    def execute(self, connection: Connection) -> None:
        match = find_own(connection, self.match_id)
        values: dict[str, object] = {"match_number": match.number, "private": self.private}
        if not match.version:  # somebody has come to a lobby, which has no events yet
            values["updated"] = timestamp()
        connection.execute(KEEP, values)
        connection.execute(FORGET, {"match_number": match.number})
        insert_devices(connection, match.number, self.devices)


@dataclass(frozen=True)
class Start:
    """Start a match that was created without events, as a lobby."""

    match_id: str
    header: str
    event_texts: list[str]
    result: str | None
    private: str
    devices: frozenset[str]

    def execute(self, connection: Connection) -> None:
        match = find_own(connection, self.match_id)
        if match.version or match.result is not None:
            raise StoreConflict(self.match_id, "the match {match!r} has begun already")
        values = {
            "match_number": match.number,
            "header": self.header,
            "version": len(self.event_texts),
            "result": self.result,
            "updated": timestamp(),
            "private": self.private,
        }
        connection.execute(LENGTHEN, values)
        insert_events(connection, match.number, 1, self.event_texts)
        connection.execute(FORGET, {"match_number": match.number})
        insert_devices(connection, match.number, self.devices)


@dataclass(frozen=True)
class Delete:
    """Delete a match with its events, unless another node plays it."""

    match_id: str

    def execute(self, connection: Connection) -> None:
        match = find_match(connection, self.match_id, LOCK)
        if match is None:
            raise NoMatch(self.match_id)
        if match.owner != connection.info.get(NODE) and is_alive(connection, match.owner):
            raise NotOwner(self.match_id)
        connection.execute(REMOVE, {"match_number": match.number})


@dataclass(frozen=True)
class Succeed:
    """Give a device a new name, which keeps what the previous one holds."""

    device: str
    previous: str

    def execute(self, connection: Connection) -> None:
        values = {"device": self.device, "previous": self.previous}
        connection.execute(SUCCEED, values)


Change = SingleChange | Append


def check_append(change: Append, match: MatchRow) -> None:
    """StoreConflict unless the events continue the match."""
    if match.result is not None:
        raise StoreConflict(change.match_id, "the match {match!r} is over")
    if change.first_number != match.version + 1:
        raise StoreConflict(
            change.match_id,
            "the match {match!r} goes on with event {next}, not with {given!r}",
            next=match.version + 1,
            given=change.first_number,
        )


def find_match(
    connection: Connection, match_id: str, statement: Select[Any] = FIND
) -> MatchRow | None:
    if not is_storable(match_id, connection.dialect):
        return None
    row = connection.execute(statement, {"match_id": match_id}).first()
    return None if row is None else MatchRow(*row)


def find_own(connection: Connection, match_id: str, statement: Select[Any] = LOCK) -> MatchRow:
    """A match that this process owns, locked until the transaction ends."""
    match = find_match(connection, match_id, statement)
    if match is None:
        raise NoMatch(match_id)
    if match.owner != connection.info.get(NODE):
        raise NotOwner(match_id)
    return match


def insert_events(connection: Connection, match: int, first_number: int, texts: list[str]) -> None:
    if texts:
        connection.execute(
            insert(events),
            [
                {"match": match, "number": number, "line": text}
                for number, text in enumerate(texts, first_number)
            ],
        )


def insert_devices(connection: Connection, match: int, names: frozenset[str]) -> None:
    if names:
        events = [{"device": name, "match": match} for name in sorted(names)]
        connection.execute(insert(devices), events)


def timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
