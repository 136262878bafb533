"""What PostgreSQL's own programs do better."""

from __future__ import annotations

from ...core.errors import BadOption
from ...store.postgres.address import parse_address, shown


def refuse_postgres(database: str | None) -> None:
    """BadOption if the matches are in PostgreSQL, which has backups of its own."""
    if database is not None:
        raise BadOption(
            "matches in PostgreSQL ({place}) are backed up with pg_dump --format=custom, and put "
            "back with pg_restore; see docs/DEPLOY.en.md",
            place=shown(parse_address(database)),
        )
