"""A real server whose database is removed, replaced or damaged: what players and owner are told.

"Nothing was lost" is said where it is true, and nowhere else.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from ludotheque.core.language import Language
from ludotheque.store.errors import StoreClosed, StoreConflict, StoreError, StoreFailed
from ludotheque.store.folder import DATABASE
from ludotheque.web.errors import describe_error

from ..cases import cases
from .api_client import act, begin, command, problem, seen, send
from .server import Server

NOTHING_LOST = "Nothing was lost"
ENGLISH = {"accept-language": "en"}


def sqlite_error(name: str) -> sqlite3.Error:
    found = sqlite3.OperationalError("something")
    found.sqlite_errorname = name
    return found


FULL = OSError(28, "No space left on device")
FOLDER = Path("folder")


@cases(
    "refused",
    [
        StoreFailed(FOLDER, FULL),
        StoreFailed(FOLDER, sqlite_error("SQLITE_FULL")),
        StoreFailed(FOLDER, sqlite_error("SQLITE_BUSY_SNAPSHOT")),
        StoreFailed(FOLDER, sqlite_error("SQLITE_IOERR_WRITE")),
        StoreConflict("m", "the match {match!r} is over"),
        StoreClosed(FOLDER),
    ],
)
def test_a_change_that_was_refused_whole_has_lost_nothing(refused: StoreError) -> None:
    status, said = describe_error(refused, Language.of("en"))
    assert (status, said["code"]) == (503, "not_saved")
    assert NOTHING_LOST in said["message"]


@cases(
    "failed",
    [
        StoreFailed(FOLDER, OSError(5, "Input/output error")),
        StoreFailed(FOLDER, sqlite_error("SQLITE_IOERR_FSYNC")),
        StoreFailed(FOLDER, sqlite_error("SQLITE_IOERR_READ")),
        StoreFailed(FOLDER, sqlite_error("SQLITE_ERROR")),
    ],
)
def test_where_nobody_can_know_nothing_is_claimed(failed: StoreError) -> None:
    status, said = describe_error(failed, Language.of("en"))
    assert (status, said["code"]) == (503, "not_saved")
    assert NOTHING_LOST not in said["message"]
    assert "the disk reports a fault" in said["message"]


def test_a_database_that_is_replaced_under_a_server_is_told_and_nothing_more_acknowledged(
    tmp_path: Path,
) -> None:
    with Server(tmp_path / "matches") as server:
        client = server.new_client(headers=ENGLISH)
        match = act(client, begin(client))
        path = server.folder / DATABASE
        os.replace(shutil.copy(path, server.folder / "copy"), path)
        for _ in range(2):
            said = problem(send(client, match, command(match)), 503)
            assert "was removed or replaced" in said["message"]
            assert NOTHING_LOST not in said["message"]
            assert str(server.folder) not in said["message"]
        assert seen(client, match) == match
        assert f"{path} was removed or replaced while the server runs" in client.get("/").text


def test_a_log_that_is_removed_under_a_server_costs_nothing_that_was_acknowledged(
    tmp_path: Path,
) -> None:
    with Server(tmp_path / "matches") as server:
        client = server.new_client(headers=ENGLISH)
        match = act(client, begin(client))
        (server.folder / f"{DATABASE}-wal").unlink()
        said = problem(send(client, match, command(match)), 503)
        assert "Nothing more is saved until the server is started again" in said["message"]
        assert "Everything confirmed so far is in the database" in client.get("/").text
    with Server(tmp_path / "matches") as server:
        client = server.new_client(headers=ENGLISH)
        assert seen(client, match)["version"] == match["version"]
        assert "removed" not in client.get("/").text


def test_guests_are_not_shown_the_folders_of_the_machine(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        server.registry.store.warnings.append(StoreFailed(server.folder, FULL))
        guest = server.new_client(local=False, headers=ENGLISH)
        assert str(server.folder) not in guest.get("/").text
        assert str(server.folder) in server.client.get("/").text


def test_damage_that_a_request_meets_is_told_to_the_owner(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        client = server.new_client(headers=ENGLISH)
        matches = [begin(client) for _ in range(3)]
        store = server.registry.store
        failed = pytest.MonkeyPatch()
        failed.setattr(store, "_reading", malformed)
        try:
            server.registry._loaded.clear()
            answer = client.get(f"/api/matches/{matches[0]['id']}")
        finally:
            failed.undo()
        said = problem(answer, 503)
        assert "The database of this server is damaged" in said["message"]
        said = problem(send(client, matches[1], command(matches[1])), 503)
        assert NOTHING_LOST not in said["message"]
        assert "is damaged (something)" in client.get("/").text


def malformed() -> None:
    raise sqlite_error("SQLITE_CORRUPT")
