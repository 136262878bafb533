"""The tables, as SQLAlchemy metadata for the store's statements.

The tables are created by `migrations`; a test compares the two.
"""

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("number", Integer, primary_key=True),  # in the order of creation
    Column("id", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("header", Text, nullable=False),  # the first line of its record, JSON
    Column("version", Integer, nullable=False),  # number of events
    Column("result", Text),  # the last line of its record, JSON; NULL while it is played
    Column("created", Text, nullable=False),  # ISO 8601, UTC
    Column("updated", Text, nullable=False),  # time of the last event
    Column("private", Text),  # seeds and who holds the seats, JSON; never part of its record
    sqlite_autoincrement=True,
)

Index("matches_in_progress", matches.c.number, sqlite_where=matches.c.result.is_(None))

#: The devices that belong to each match; a device is identified by a hash of its name.
devices = Table(
    "devices",
    metadata,
    Column("device", Text, primary_key=True),
    Column("match", ForeignKey(matches.c.number, ondelete="CASCADE"), primary_key=True),
    sqlite_with_rowid=False,
)

Index("devices_of_match", devices.c.match)

#: A device gets a new name when it sits down. It keeps what its previous names hold.
successors = Table(
    "successors",
    metadata,
    Column("device", Text, primary_key=True),
    Column("previous", Text, nullable=False),
    sqlite_with_rowid=False,
)

events = Table(
    "events",
    metadata,
    Column("match", ForeignKey(matches.c.number, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # 1, 2, …: the match's version after it
    Column("line", Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

#: One row: the database's random name, and how many transactions were committed.
counter = Table(
    "counter",
    metadata,
    Column("database", Text, primary_key=True),
    Column("commits", Integer, nullable=False),
)
