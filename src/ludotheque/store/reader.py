"""Reading a store: matches with their events, lists, counts.

Any process may read, beside the one that writes: each read sees one snapshot of the database.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Engine, Select, func, literal, select

from ..core.errors import BadOption
from ..table.record import EventData
from . import schema
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
from .lock import acquire_lock
from .migrations import MIGRATIONS, bring_up_to_date, known_version
from .serialization import check_header, is_storable
from .stored import MatchSummary, StoredMatch

MOST_ROWS = 2**63 - 1  # the largest integer of SQLite
MOST_NAMES = 200  # of one device, over time
MOST_AT_ONCE = 500  # values in one statement; SQLite allows 999 and more


class StoreReader:
    """The matches of one folder, to be read. Reads run in the calling thread."""

    def __init__(self, folder: Path, reader: Engine) -> None:
        self.folder = folder
        self._reader = reader
        self._open = True

    def load(self, match_id: str) -> StoredMatch:
        """A match with all its events; NoMatch if there is none."""
        if not is_storable(match_id):
            raise NoMatch(match_id)
        chosen = select(schema.matches).where(schema.matches.c.id == match_id)
        texts = select(schema.events.c.line).order_by(schema.events.c.number)
        with self._disk(), self._reading().begin() as connection:
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
        found, asked = set[str](), list(match_ids)
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
        names = select(schema.successors.c.previous).where(schema.successors.c.device == device)
        chain = names.add_columns(literal(1).label("age")).cte(recursive=True)
        older = select(schema.successors.c.previous, chain.c.age + 1).where(
            schema.successors.c.device == chain.c.previous, chain.c.age < MOST_NAMES
        )
        chain = chain.union_all(older)
        with self._disk(), self._reading().begin() as connection:
            return list(connection.scalars(select(chain.c.previous).order_by(chain.c.age)))

    def count(self, ended: bool | None = None) -> int:
        counted = filter_ended(select(func.count()).select_from(schema.matches), ended)
        with self._disk(), self._reading().begin() as connection:
            number: int = connection.execute(counted).scalar_one()
        return number

    def played_by_clock(self) -> list[str]:
        """The ids of matches in progress whose header names a clock."""
        clock = func.instr(schema.matches.c.header, '"clock"') > 0
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
            with wrap_disk_errors(self.folder):
                yield
        except DatabaseDamaged as problem:
            self._found_damage(problem)
            raise

    def _found_damage(self, problem: DatabaseDamaged) -> None:
        """A hook for the store that writes."""

    def _reading(self) -> Engine:
        if not self._open:
            raise StoreClosed(self.folder)
        return self._reader


@contextmanager
def read_store(folder: Path) -> Iterator[StoreReader]:
    """Read the matches of a folder that a server may have open; a damaged database too."""
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
        "begun": bool(match.version or match.result) or not is_lobby(match.private),
    }


def is_lobby(private: str | None) -> bool:
    """Whether a match without events is a lobby, by its private data; unreadable data is not."""
    with suppress(AttributeError, TypeError, ValueError, RecursionError):
        return json.loads(private or "{}").get("seating", {}).get("begun") is False
    return False
