"""What can be changed in the store, as SQL. A change refuses before it writes anything, so that
a refused one leaves nothing behind in the transaction it shares with others."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from .errors import NoMatch, StoreConflict
from .rows import is_storable
from .schema import devices, events, matches

FIND = select(matches.c.number, matches.c.version, matches.c.result).where(
    matches.c.id == bindparam("match_id")
)
LENGTHEN = update(matches).where(matches.c.number == bindparam("match_number"))
KEEP = update(matches).where(matches.c.number == bindparam("match_number"))
FORGET = delete(devices).where(devices.c.match == bindparam("match_number"))
REMOVE = delete(matches).where(matches.c.number == bindparam("match_number"))


class Place(NamedTuple):
    """Where a match stands."""

    number: int
    version: int
    result: str | None


class Change(Protocol):
    def make(self, connection: Connection) -> None:
        """Write it, or raise a StoreError and write nothing."""


@dataclass(frozen=True)
class Creation:
    match_id: str
    game: str
    header: str
    lines: list[str]
    result: str | None
    private: str | None
    devices: frozenset[str]

    def make(self, connection: Connection) -> None:
        if found(connection, self.match_id) is not None:
            raise StoreConflict(self.match_id, "there is a match {match!r} already")
        now = moment()
        values = {
            "id": self.match_id,
            "game": self.game,
            "header": self.header,
            "version": len(self.lines),
            "result": self.result,
            "created": now,
            "updated": now,
            "private": self.private,
        }
        made = connection.execute(insert(matches), values).inserted_primary_key
        assert made is not None
        write_lines(connection, made[0], 1, self.lines)
        write_devices(connection, made[0], self.devices)


@dataclass(frozen=True)
class Continuation:
    match_id: str
    first_number: int
    lines: list[str]
    result: str | None

    def make(self, connection: Connection) -> None:
        match = found(connection, self.match_id)
        if match is None:
            raise NoMatch(self.match_id)
        if match.result is not None:
            raise StoreConflict(self.match_id, "the match {match!r} is over")
        if self.first_number != match.version + 1:
            raise StoreConflict(
                self.match_id,
                "the match {match!r} goes on with event {next}, not with {given!r}",
                next=match.version + 1,
                given=self.first_number,
            )
        values = {
            "match_number": match.number,
            "version": match.version + len(self.lines),
            "result": self.result,
            "updated": moment(),
        }
        connection.execute(LENGTHEN, values)
        write_lines(connection, match.number, self.first_number, self.lines)


@dataclass(frozen=True)
class Keeping:
    """What is private in a match, and the devices whose match it is, from now on."""

    match_id: str
    private: str
    devices: frozenset[str]

    def make(self, connection: Connection) -> None:
        match = found(connection, self.match_id)
        if match is None:
            raise NoMatch(self.match_id)
        connection.execute(KEEP, {"match_number": match.number, "private": self.private})
        connection.execute(FORGET, {"match_number": match.number})
        write_devices(connection, match.number, self.devices)


@dataclass(frozen=True)
class Beginning:
    """A match that was kept without an event, waiting for its players, is played from now on."""

    match_id: str
    header: str
    lines: list[str]
    result: str | None
    private: str
    devices: frozenset[str]

    def make(self, connection: Connection) -> None:
        match = found(connection, self.match_id)
        if match is None:
            raise NoMatch(self.match_id)
        if match.version or match.result is not None:
            raise StoreConflict(self.match_id, "the match {match!r} has begun already")
        values = {
            "match_number": match.number,
            "header": self.header,
            "version": len(self.lines),
            "result": self.result,
            "updated": moment(),
            "private": self.private,
        }
        connection.execute(LENGTHEN, values)
        write_lines(connection, match.number, 1, self.lines)
        connection.execute(FORGET, {"match_number": match.number})
        write_devices(connection, match.number, self.devices)


@dataclass(frozen=True)
class Deletion:
    match_id: str

    def make(self, connection: Connection) -> None:
        match = found(connection, self.match_id)
        if match is None:
            raise NoMatch(self.match_id)
        connection.execute(REMOVE, {"match_number": match.number})


def found(connection: Connection, match_id: str) -> Place | None:
    if not is_storable(match_id):
        return None
    row = connection.execute(FIND, {"match_id": match_id}).first()
    return None if row is None else Place(*row)


def write_lines(connection: Connection, match: int, first_number: int, lines: list[str]) -> None:
    if lines:
        connection.execute(
            insert(events),
            [
                {"match": match, "number": number, "line": line}
                for number, line in enumerate(lines, first_number)
            ],
        )


def write_devices(connection: Connection, match: int, names: frozenset[str]) -> None:
    if names:
        rows = [{"device": name, "match": match} for name in sorted(names)]
        connection.execute(insert(devices), rows)


def moment() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
