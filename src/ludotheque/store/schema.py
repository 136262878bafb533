"""The tables, as SQLAlchemy metadata for the store's statements.

The tables are created by `migrations`; a test compares the two.
"""

from sqlalchemy import REAL, Column, ForeignKey, Index, Integer, MetaData, Table, Text

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
    Column("owner", Text),  # the node that plays it; NULL: nobody does, or there is only one
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
    Column("command", Text),  # the id of the command whose last event this is
    sqlite_with_rowid=False,
)

Index(
    "events_of_command",
    events.c.match,
    events.c.command,
    unique=True,
    sqlite_where=events.c.command.is_not(None),
)

#: What was shown of a match with reaction windows: its versions count these rows, not its events.
shown = Table(
    "shown",
    metadata,
    Column("match", ForeignKey(matches.c.number, ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),  # 0, 1, …
    Column("events", Integer, nullable=False),  # how many events the step has
    Column("kind", Text, nullable=False),
    Column("seconds", REAL),  # that its window is open; NULL if it opens none
    Column("calls", Text),  # what came of the presses before it, JSON
    Column("due", REAL, nullable=False),  # when it is shown, by the database's clock
    sqlite_with_rowid=False,
)

#: The processes that share the database, each with the address by which the others reach it.
nodes = Table(
    "nodes",
    metadata,
    Column("node", Text, primary_key=True),  # a random name, never used again
    Column("address", Text, nullable=False),
    Column("seen", REAL, nullable=False),  # when it was alive, by the database's clock
)

#: How many transactions each process has committed; a row is locked until its transaction ends.
writers = Table(
    "writers",
    metadata,
    Column("node", Text, primary_key=True),
    Column("commits", Integer, nullable=False),
    Column("opened", REAL, nullable=False),  # by the database's clock
)

#: One row: the database's random name, how many transactions were committed (in SQLite), and the
#: secret by which nodes know each other.
counter = Table(
    "counter",
    metadata,
    Column("database", Text, primary_key=True),
    Column("commits", Integer, nullable=False),
    Column("secret", Text, nullable=False, server_default=""),
)
