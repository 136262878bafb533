"""A PostgreSQL server for tests, from the system's package, in a folder of its own.

It listens on a socket in that folder only. It refuses to run as root, so root runs it as another
user.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

USERS = ("postgres", "nobody")
MISSING = "PostgreSQL is not installed: apt-get install postgresql"
#: A crash of the server, not of the machine: the disk need not be waited for.
SETTINGS = "-c listen_addresses='' -c fsync=off -c max_connections=40 -c log_min_messages=fatal"


def programs() -> Path | None:
    """The folder of the newest PostgreSQL; None if there is none."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3])
    )
    if found:
        return found[-1].parent
    known = shutil.which("initdb")
    return Path(known).parent if known else None


def unprivileged() -> str | None:
    """The user who runs the server; None for this one."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return next(name for name in USERS if name in names)


class Cluster:
    """`initdb`, `pg_ctl` and databases without number."""

    def __init__(self, folder: Path, bin_folder: Path, settings: str = SETTINGS) -> None:
        self.folder, self._bin, self._user = folder, bin_folder, unprivileged()
        self._settings = settings
        self._numbers = itertools.count(1)
        self._has_emptied = False
        self._data = folder / "data"
        if self._user is not None:
            shutil.chown(folder, self._user)
        more = ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--username=postgres"]
        self.run("initdb", "--pgdata", str(self._data), "--no-sync", *more)

    def run(self, program: str, *arguments: str) -> str:
        words = [str(self._bin / program), *arguments]
        if self._user is not None:
            words = ["setpriv", f"--reuid={self._user}", "--clear-groups", "--", *words]
        done = subprocess.run(
            words,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def start(self) -> None:
        options, log = f"{self._settings} -k {self.folder}", self.folder / "log"
        self.run(
            "pg_ctl", "start", "-D", str(self._data), "-w", "-s", "-l", str(log), "-o", options
        )

    def stop(self, mode: str = "fast") -> None:
        """`immediate` is a crash."""
        self.run("pg_ctl", "stop", "-D", str(self._data), "-w", "-s", "-m", mode)

    def address(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"house_{next(self._numbers)}"
        self.run("createdb", "-h", str(self.folder), "-U", "postgres", name)
        return self.address(name)

    def empty_database(self) -> str:
        """The address of the one database that is emptied for each test: to make one takes longer,
        and thousands of files."""
        address = self.address("emptied")
        if self._has_emptied:
            self.cut_sessions(address)
            self.sql(address, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        else:
            self.run("createdb", "-h", str(self.folder), "-U", "postgres", "emptied")
            self._has_emptied = True
        return address

    def sql(self, address: str, statement: str) -> str:
        """What `psql` prints for a statement."""
        return self.run("psql", "-X", "-A", "-t", "-q", "-c", statement, address).strip()

    def cut_sessions(self, address: str) -> None:
        """End all sessions of a database, as an operator may, and wait until they have ended."""
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
        others += "pg_backend_pid()"
        self.sql(address, f"SELECT pg_terminate_backend(pid) {others}")
        while self.sql(address, f"SELECT count(*) {others}") != "0":
            time.sleep(0.01)


@contextmanager
def running_cluster(settings: str = SETTINGS) -> Iterator[Cluster]:
    found = programs()
    if found is None:
        pytest.skip(MISSING)
    pytest.importorskip("psycopg")
    # The path of a socket may have no more than about a hundred characters.
    with tempfile.TemporaryDirectory(prefix="ludotheque-pg-") as made:
        cluster = Cluster(Path(made), found, settings)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
