"""Addresses of PostgreSQL databases, and engines for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import URL, Engine, NullPool, create_engine, make_url
from sqlalchemy.exc import ArgumentError

from ...core.errors import BadOption

SCHEMES = ("postgresql", "postgres")
DRIVER = "postgresql+psycopg"
SECRETS = ("password", "passfile", "sslpassword", "sslkey")
#: A server that has vanished is noticed within half a minute, and nobody waits long for one.
SETTINGS = {
    "connect_timeout": "3",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
    "client_encoding": "utf8",
    "application_name": "ludotheque",
}


def is_address(text: str) -> bool:
    """Whether a text is the address of a PostgreSQL database, and not a path."""
    return text.partition("://")[0] in SCHEMES and "://" in text


def parse_address(text: str) -> URL:
    if not is_address(text):
        raise BadOption("a database is named by its address: postgresql://user@host/name")
    try:
        return make_url(text).set(drivername=DRIVER)
    except (ArgumentError, ValueError):
        raise BadOption(
            "the database's address cannot be read: postgresql://user@host/name"
        ) from None


def shown(url: URL) -> str:
    """The address as people may read it: without a password."""
    kept = url._replace(drivername="postgresql", password=None)
    return kept.difference_update_query(SECRETS).render_as_string()


def open_reader(url: URL) -> Engine:
    """An engine for reading: each transaction sees one snapshot of the database."""
    made = make_engine(url, isolation_level="REPEATABLE READ", pool_pre_ping=True, max_overflow=-1)
    return made.execution_options(postgresql_readonly=True)


def open_writer(url: URL) -> Engine:
    """An engine for the one session that writes."""
    return make_engine(url, poolclass=NullPool)


def make_engine(url: URL, **more: Any) -> Engine:
    make: Callable[..., Engine] = create_engine
    try:
        return make(with_settings(url), **more)
    except ModuleNotFoundError:
        raise BadOption(
            "for PostgreSQL the package psycopg is needed: pip install 'ludotheque[postgres]'"
        ) from None


def with_settings(url: URL) -> URL:
    """What the address itself says is left as it is."""
    return url.update_query_dict({k: v for k, v in SETTINGS.items() if k not in url.query})
