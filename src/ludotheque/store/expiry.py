"""Which matches of guests may be deleted to make room, as SQL.

A match belongs to the local user if its private data says so, or if it has none: then it is older
than links. Neither expires.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, case, func, or_, select

from .schema import events, matches

PAGE = 500  # rows looked at in one query

JSON_PRIVATE = case((func.json_valid(matches.c.private), matches.c.private))
JSON_RESULT = case((func.json_valid(matches.c.result), matches.c.result))
IS_GUESTS = func.json_extract(JSON_PRIVATE, "$.seating.homely") == 0
MAY_BE_GUESTS = matches.c.private.like('%"homely"%')
WAS_NOT_PLAYED_OUT = or_(
    matches.c.result.is_(None), func.json_extract(JSON_RESULT, "$.ended") != "played"
)


def expirable(
    connection: Connection, unplayed_before: datetime, idle_before: datetime, most: int
) -> list[str]:
    """The ids of guests' matches that may go, the oldest first.

    One in which no person has moved goes if its last event is older than `unplayed_before`; one
    that is still being played, if that is older than `idle_before`.
    """
    found: list[str] = []
    for row in oldest_first(connection, max(unplayed_before, idle_before)):
        is_idle = row.result is None and row.updated < timestamp(idle_before)
        is_old = row.updated < timestamp(unplayed_before)
        if is_idle or (is_old and not person_has_moved(connection, row)):
            found.append(row.id)
            if len(found) >= most:
                break
    return found


def oldest_first(connection: Connection, before: datetime) -> Iterator[Any]:
    """Guests' matches that were not played to an end, and have not changed since then."""
    chosen = (
        select(*(matches.c[name] for name in ("number", "id", "header", "version", "result")))
        .add_columns(matches.c.updated)
        .where(matches.c.updated < timestamp(before))
        .order_by(matches.c.updated, matches.c.number)
    )
    if connection.dialect.name == "sqlite":
        chosen = chosen.where(WAS_NOT_PLAYED_OUT, IS_GUESTS)
        yield from connection.execute(chosen).yield_per(PAGE)
    else:
        chosen = chosen.add_columns(matches.c.private).where(MAY_BE_GUESTS)
        found = connection.execute(chosen.execution_options(yield_per=PAGE))
        yield from (row for row in found if is_guests(row) and was_not_played_out(row))


def is_guests(match: Any) -> bool:
    """As IS_GUESTS: PostgreSQL has no function that reads JSON and forgives what is none."""
    try:
        return bool(json.loads(match.private)["seating"]["homely"] == 0)
    except (ValueError, TypeError, LookupError, RecursionError):
        return False


def was_not_played_out(match: Any) -> bool:
    if match.result is None:
        return True
    try:
        return bool(json.loads(match.result)["ended"] != "played")
    except (ValueError, TypeError, LookupError, RecursionError):
        return False


def person_has_moved(connection: Connection, match: Any) -> bool:
    """Whether a seat without a bot has moved. An unreadable header counts as played."""
    if not match.version:
        return False
    try:
        bots = json.loads(match.header)["bots"]
        people = [seat for seat, bot in enumerate(bots) if bot is None]
    except (ValueError, TypeError, LookupError):
        return True
    if not people:
        return False
    moves = or_(*(events.c.line.like(f'{{"seat": {seat}, "move"%') for seat in people))
    chosen = select(events.c.number).where(events.c.match == match.number, moves).limit(1)
    return connection.execute(chosen).first() is not None


def timestamp(moment: datetime) -> str:
    """A moment as the store writes it, so that texts compare as times do."""
    return moment.isoformat(timespec="microseconds")
