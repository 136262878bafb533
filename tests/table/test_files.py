"""Record files: written atomically, and checked when they are read."""

import os
from pathlib import Path

import pytest

from ludotheque import BadRecord
from ludotheque.table import files
from ludotheque.table.files import load, save
from ludotheque.table.record import Record

from .matches import LEVELX, find, played, record_of


@pytest.fixture
def record() -> Record:
    start = LEVELX.start(2)
    return record_of(played(start, 1, most=10), start, names=["Zoé", "李"])


def test_a_record_is_saved_and_loaded_to_the_byte(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "é.jsonl"
    save(path, record)
    assert path.read_bytes() == record.text().encode()
    assert load(path, find) == record
    assert os.listdir(tmp_path) == ["é.jsonl"]


def test_a_record_takes_the_place_of_an_older_one(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("old")
    save(path, record)
    assert load(path, find) == record


def test_a_record_saved_through_a_link_is_where_the_link_leads(
    record: Record, tmp_path: Path
) -> None:
    link, target = tmp_path / "link.jsonl", tmp_path / "deep" / "target.jsonl"
    target.parent.mkdir()
    link.symlink_to(target)
    save(link, record)
    assert link.is_symlink()
    assert load(target, find) == record


class Crash(BaseException):
    """As hard as KeyboardInterrupt."""


def crash(*_: object) -> None:
    raise Crash


@pytest.mark.parametrize("where", ["write", "fsync", "replace"])
@pytest.mark.parametrize("old", [None, "old"])
def test_a_crash_leaves_the_old_file_or_none_and_nothing_else(
    where: str, old: str | None, record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.jsonl"
    if old is not None:
        path.write_text(old)
    targets = {
        "write": (Record, "text"),
        "fsync": (os, "fsync"),
        "replace": (Path, "replace"),
    }
    monkeypatch.setattr(*targets[where], crash)
    with pytest.raises(Crash):
        save(path, record)
    monkeypatch.undo()
    assert [each.read_text() for each in tmp_path.iterdir()] == ([] if old is None else [old])


def test_a_folder_that_is_not_there_is_an_error_of_the_system(
    record: Record, tmp_path: Path
) -> None:
    with pytest.raises(OSError, match="No such file"):
        save(tmp_path / "nowhere" / "x.jsonl", record)
    with pytest.raises(OSError, match="No such file"):
        load(tmp_path / "nowhere.jsonl", find)


def test_a_file_too_large_for_a_record_is_refused(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.jsonl"
    save(path, record)
    monkeypatch.setattr(files, "LARGEST_RECORD", path.stat().st_size)
    assert load(path, find) == record
    monkeypatch.setattr(files, "LARGEST_RECORD", path.stat().st_size - 1)
    with pytest.raises(BadRecord, match="larger than"):
        load(path, find)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file on this system")
def test_a_file_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST_RECORD", 1000)
    with pytest.raises(BadRecord, match="larger than 1000 bytes"):
        load(Path("/dev/zero"), find)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"\x00" * 100, 1),
        (b"\x89PNG\r\n\x1a\n", 1),
        (b"\xff\xfe{\x00}\x00", 1),
        (b'{"format": "\xff"}\n', 1),
        (b'{"format": "ludotheque/1"}\n\xe9\n', 2),
        (b'{"a": 1}\n{"b": "\xe9', 1),
        (b'{"a": "\xc3', 1),
    ],
)
def test_a_file_that_is_no_text_is_refused_with_its_line(
    data: bytes, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(data)
    with pytest.raises(BadRecord) as caught:
        load(path, find)
    assert caught.value.line == line


def test_a_record_torn_off_inside_a_character_is_read_as_far_as_it_goes(
    record: Record, tmp_path: Path
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(record.text().encode() + '{"seat": 0, "move": "é'.encode()[:-1])
    loaded = load(path, find)
    assert loaded.truncated
    assert loaded.events == record.events
