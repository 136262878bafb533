"""Which node owns a match: taking one over, and handing one over."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from ..changes import NODE, find_own
from ..errors import NoMatch, NotOwner, StoreConflict
from ..leases import IS_ALIVE, is_alive
from ..serialization import is_storable

#: Nobody waits for a row that somebody else has locked: it is being claimed, or written.
TO_CLAIM = (
    f"SELECT matches.number, matches.owner, {IS_ALIVE} FROM matches"
    " LEFT JOIN nodes ON nodes.node = matches.owner"
    " WHERE matches.id = %s FOR UPDATE OF matches SKIP LOCKED"
)
EXISTS = "SELECT 1 FROM matches WHERE id = %s"
TAKE = "UPDATE matches SET owner = %s WHERE number = %s"


@dataclass(frozen=True)
class Claim:
    """Take a match over whose owner is no longer alive, or is known to be `gone`.

    NotOwner if another node owns it.
    """

    match_id: str
    gone: str | None = None

    def execute(self, connection: Connection) -> None:
        node = connection.info[NODE]
        if not is_storable(self.match_id, connection.dialect):
            raise NoMatch(self.match_id)
        row = connection.exec_driver_sql(TO_CLAIM, (self.match_id,)).first()
        if row is None:
            raise self._locked_or_not_there(connection)
        number, owner, alive = row
        if owner == node:
            return
        if owner is not None and alive and owner != self.gone:
            raise NotOwner(self.match_id)
        connection.exec_driver_sql(TAKE, (node, number))

    def _locked_or_not_there(self, connection: Connection) -> NoMatch | StoreConflict:
        if connection.exec_driver_sql(EXISTS, (self.match_id,)).first() is None:
            return NoMatch(self.match_id)
        return StoreConflict(self.match_id, "another server is writing the match {match!r}")


@dataclass(frozen=True)
class HandOver:
    """Give a match that this node owns to another one, if that is alive."""

    match_id: str
    node: str

    def execute(self, connection: Connection) -> None:
        match = find_own(connection, self.match_id)
        if not is_alive(connection, self.node):
            raise NotOwner(self.match_id)
        connection.exec_driver_sql(TAKE, (self.node, match.number))
