"""Moving all matches from one store to another, of the same kind or not.

Everything is copied in one transaction, row by row as it is, and read again in the target before
that is committed: the same number of rows in every table, and the same digest of them. Only who
plays a match is not copied: that was a node of the source.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Table, insert, select

from ..core.errors import BadOption
from . import schema
from .store import Store

TABLES: tuple[Table, ...] = (
    schema.matches,
    schema.events,
    schema.shown,
    schema.devices,
    schema.successors,
)
PAGE = 1000  # rows at once
NEXT_NUMBER = (
    "SELECT setval(pg_get_serial_sequence('matches', 'number'), max(number)) FROM matches"
    " HAVING max(number) IS NOT NULL"
)


class CopyDiffers(Exception):
    """What arrived is not what was sent; nothing of it was kept."""


@dataclass(frozen=True)
class Digest:
    """How many rows a table has, and a SHA-256 of them in the order of its key."""

    rows: int
    sha256: str


Digests = dict[str, Digest]


@dataclass(frozen=True)
class CopyFrom:
    """The change of a store that copies all of another one."""

    source: Engine
    found: Callable[[Digests], None]

    def execute(self, connection: Connection) -> None:
        with self.source.connect() as source, source.begin():
            sent = {table.name: copy_table(table, source, connection) for table in TABLES}
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(NEXT_NUMBER)
        for table in TABLES:
            arrived = digest(table, connection)
            if arrived != sent[table.name]:
                raise CopyDiffers(f"{table.name}: {sent[table.name]} is not {arrived}")
        self.found(sent)


def copy_store(source: Store, target: Store) -> Digests:
    """Copy all matches to an empty store; what was copied, by table. Nobody else may write to
    either meanwhile: that they are open here sees to it."""
    if target.count():
        raise BadOption("there are matches in {place} already", place=str(target.place))
    copied: Digests = {}
    target.make(CopyFrom(source.engine, copied.update)).result()
    return copied


def copy_table(table: Table, source: Connection, target: Connection) -> Digest:
    summed = Sum()
    for page in pages(table, source):
        summed.add(page)
        target.execute(insert(table), [row._asdict() for row in page])
    return summed.digest


def digest(table: Table, connection: Connection) -> Digest:
    summed = Sum()
    for page in pages(table, connection):
        summed.add(page)
    return summed.digest


def pages(table: Table, connection: Connection) -> Iterable[Any]:
    columns = [column for column in table.columns if column is not schema.matches.c.owner]
    chosen = select(*columns).order_by(*table.primary_key.columns)
    return connection.execute(chosen.execution_options(yield_per=PAGE)).partitions()


class Sum:
    """Adds rows up to a digest."""

    def __init__(self) -> None:
        self._rows = 0
        self._hash = hashlib.sha256()

    def add(self, page: Iterable[Any]) -> None:
        for row in page:
            self._rows += 1
            self._hash.update(json.dumps(list(row)).encode() + b"\n")

    @property
    def digest(self) -> Digest:
        return Digest(self._rows, self._hash.hexdigest())
