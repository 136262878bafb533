"""Files that are replaced as a whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludotheque.core.atomic import atomic_write, sync_folder, write_text_atomically


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def test_a_file_is_made_or_replaced(tmp_path: Path) -> None:
    for text in ("one\n", "zwei é\r\n"):
        write_text_atomically(tmp_path / "file", text)
        assert (tmp_path / "file").read_bytes() == text.encode()
        assert list(contents(tmp_path)) == ["file"]


def test_a_writer_that_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    def interrupted() -> None:
        with atomic_write(tmp_path / "file") as part:
            part.write_text("half of the new")
            assert part.parent == tmp_path
            raise KeyboardInterrupt

    (tmp_path / "file").write_text("old")
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert contents(tmp_path) == {"file": "old"}


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_fails_leaves_the_old_file_and_nothing_beside_it(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "file").write_text("old")
    monkeypatch.setattr(*{"fsync": (os, "fsync"), "replace": (Path, "replace")}[step], fail)
    with pytest.raises(OSError, match="No space left"):
        write_text_atomically(tmp_path / "file", "new")
    monkeypatch.undo()
    assert contents(tmp_path) == {"file": "old"}


def test_a_symbolic_link_stays_and_what_it_points_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "deep" / "file")
    write_text_atomically(link, "new")
    assert link.is_symlink()
    assert contents(tmp_path / "deep") == {"file": "new"}


def test_a_folder_that_may_not_be_read_is_not_flushed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    sync_folder(tmp_path)
