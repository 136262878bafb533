"""Leases: a node is alive while it says so every second, by the database's clock.

A lease only tells whom to ask first. Whether a node may write is decided in the transaction itself:
the row of every match names its owner, and the names of nodes are never used again (a fencing
token). So a node that was stopped for longer than its lease, and then goes on, can do no harm.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from .errors import NoMatch
from .serialization import is_storable

LEASE = 5.0  # seconds after its last sign of life for which a node counts as alive
BEAT = 1.0  # seconds between two signs of life
FORGOTTEN = 3600.0  # seconds after which a dead node's row is removed

NOW = "extract(epoch FROM clock_timestamp())::double precision"
IS_ALIVE = f"nodes.seen > {NOW} - {LEASE}"
IS_NODE_ALIVE = f"SELECT 1 FROM nodes WHERE node = %s AND {IS_ALIVE}"
OWNER = (
    "SELECT matches.owner, nodes.address FROM matches"
    f" LEFT JOIN nodes ON nodes.node = matches.owner AND {IS_ALIVE} WHERE matches.id = %s"
)
#: Matches in progress whose clock no living node runs.
CLOCKS_TO_RUN = (
    "SELECT matches.id FROM matches"
    f" LEFT JOIN nodes ON nodes.node = matches.owner AND {IS_ALIVE}"
    " WHERE matches.result IS NULL AND nodes.node IS NULL"
    " AND strpos(matches.header, '\"clock\"') > 0"
)


class Owner(NamedTuple):
    """The node that owns a match, and its address if it is alive."""

    node: str | None
    address: str | None


def owner_of(connection: Connection, match_id: str) -> Owner:
    """Who owns a match; NoMatch if there is none."""
    known = is_storable(match_id, connection.dialect)
    row = connection.exec_driver_sql(OWNER, (match_id,)).first() if known else None
    if row is None:
        raise NoMatch(match_id)
    return Owner(*row)


def is_alive(connection: Connection, node: str | None) -> bool:
    if node is None or connection.dialect.name == "sqlite":
        return False
    return connection.exec_driver_sql(IS_NODE_ALIVE, (node,)).first() is not None
