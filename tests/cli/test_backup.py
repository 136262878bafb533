"""`ludotheque backup` and `restore`; a real server over files that were tampered with."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from ludotheque.store.folder import DATABASE
from ludotheque.store.store import Store
from tests.store.played_matches import HEADER, draws
from tests.store.test_lost_files import overwrite

from .conftest import Command
from .test_serve import served

AGAINST_BOT = ("play", "masterdes", "--seats", "me,random", "--seed", "5")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "matches"
    with Store.open(folder) as store:
        for number in range(30):
            store.create(f"m{number}", HEADER, draws(1) * 20).result()
    return folder


def test_a_backup_is_taken_and_put_back(command: Command, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with Store.open(folder) as store:  # as a running server has it
        outcome = command("backup", str(copy), "--data", str(folder))
        assert outcome.code == 0
        assert f"All matches are in {copy}" in outcome.out
        refused = command("restore", str(copy), "--data", str(folder))
        assert refused.code == 2
        assert "in use by another process" in refused.err
        store.delete("m1").result()
    outcome = command("restore", str(copy), "--data", str(folder))
    assert outcome.code == 0
    assert f"Restored into {folder}: 30 matches." in outcome.out
    assert "What was there before is kept in" in outcome.out
    with Store.open(folder) as store:
        assert store.count() == 30


def test_what_is_wrong_is_said_in_one_sentence(command: Command, tmp_path: Path) -> None:
    assert "there are no matches in" in command("backup", "--data", str(tmp_path / "no")).err
    assert "there is no file" in command("restore", str(tmp_path / "no")).err
    assert "there is no folder" in command("backup", str(tmp_path / "no" / "copy")).err


def test_a_server_names_the_damage_and_the_command_that_repairs_it(
    command: Command, folder: Path
) -> None:
    """A whole round: a backup, damage, the refusal, the command that it names, a server again."""
    command("backup", "--data", str(folder))
    overwrite(folder / DATABASE, 4096)
    refused = command("serve", "--no-browser", "--port", "0", "--data", str(folder))
    assert refused.code == 2
    assert f"the database {folder / DATABASE} is damaged" in refused.err
    advice = refused.err.partition("ludotheque ")[2].split()
    assert command(*advice).code == 0
    with Store.open(folder) as store:
        assert store.count() == 30


def test_a_server_says_at_its_start_what_is_missing(folder: Path) -> None:
    """An older copy of the database was put in its place."""
    older = (folder / DATABASE).read_bytes()
    with Store.open(folder) as store:
        store.create("later", HEADER, draws(1)).result()
    (folder / DATABASE).write_bytes(older)
    with served(folder) as (_, process):
        assert process.stderr is not None
        warning = process.stderr.readline()
    assert warning.startswith(f"Warning: the last 1 changes that were saved in {folder}")


def test_a_record_is_private_while_the_match_runs(
    command: Command, tmp_path: Path, saved: Path
) -> None:
    path = tmp_path / "evening.jsonl"
    command(*AGAINST_BOT, "--record", str(path), answers=["", "q"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (put_away,) = saved.glob("*.jsonl")
    assert stat.S_IMODE(put_away.stat().st_mode) == 0o600
    command("play", "--resume", "--record", str(path), answers=["resign", "y"])
    assert stat.S_IMODE(path.stat().st_mode) != 0o600  # it is over: as the user's umask says
