"""Matches exported as records, and imported again.

An export gives nobody more than the download of a record does: a match that is not over is written
only if its game has no secrets, and without the server's seed.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from ...core.atomic import atomic_write, write_text_atomically
from ...core.errors import BadOption, BadRecord, LudothequeError
from ...core.language import Language
from ...games import find
from ...store.errors import NoMatch
from ...store.reader import StoreReader
from ...store.records import record_of
from ...store.store import Store
from ...store.stored import MatchSummary, StoredMatch
from ...table.fairness import Fairness
from ...table.files import LARGEST_RECORD, read
from ...table.match_id import new_match_id
from ...table.record import Record
from ...web.live.reaction_match import has_reaction_windows
from ...web.live.told_match import load_match
from ..shared.messages import error_text

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{6,40}")
ZIP = ".zip"

Write = Callable[[str, Record], None]


def exported(stored: StoredMatch) -> Record | None:
    """The record as its players may download it; None while that would give a secret away."""
    record = record_of(stored, find)
    if record.result is None and (record.game.secrets or has_reaction_windows(record)):
        return None
    kept = (stored.private or {}).get("fairness")
    if kept is not None:
        proof = Fairness.from_private(kept).header(finished=record.result is not None)
        record.more = {**record.more, "fairness": proof}
    return record


@dataclass
class Exporter:
    """Writes records to a folder, a file for each, or into one .zip file."""

    store: StoreReader
    target: Path
    written: int = 0
    secret: int = 0  # left out because they are not over
    damaged: list[tuple[str, str]] = field(default_factory=list)  # matches, and what is wrong

    def export(self, matches: Iterable[MatchSummary]) -> None:
        with ExitStack() as closing:
            write = self._writer(closing)
            for match in matches:
                if match.begun:  # in a lobby nothing has happened
                    self._export_one(match, write)

    def _export_one(self, match: MatchSummary, write: Write) -> None:
        try:
            record = exported(self.store.load(match.id))
        except NoMatch:
            return  # deleted meanwhile
        except (LudothequeError, LookupError, TypeError, ValueError) as problem:
            self.damaged.append((match.id, str(problem)))
            return
        if record is None:
            self.secret += 1
            return
        write(f"{match.game}-{match.id}.jsonl", record)
        self.written += 1

    def _writer(self, closing: ExitStack) -> Write:
        if self.target.suffix.lower() == ZIP:
            if self.target.exists():
                raise BadOption(
                    "{path}: there is a file already; choose another name", path=str(self.target)
                )
            part = closing.enter_context(atomic_write(self.target))
            part.touch(0o600)
            archive = closing.enter_context(zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED))
            return lambda name, record: archive.writestr(name, record.text())
        if self.target.exists() and not self.target.is_dir():
            raise BadOption(
                "{path} is a file; name a folder, or a file that ends in .zip",
                path=str(self.target),
            )
        self.target.mkdir(0o700, parents=True, exist_ok=True)
        return self._write_file

    def _write_file(self, name: str, record: Record) -> None:
        write_text_atomically(self.target / name, record.text(), private=record.result is None)


@dataclass
class Imported:
    count: int = 0
    known: int = 0  # that were there already
    refused: list[tuple[str, str]] = field(default_factory=list)  # files, and what is wrong


def import_records(
    folder: Path, sources: Iterable[Path], language: Language, database: str | None = None
) -> Imported:
    """Store the records of files, folders and .zip files as matches of the local user."""
    found = Imported()
    with Store.open(folder, database=database) as store:
        for name, data in records_in(sources):
            try:
                count = import_one(store, name, read(data(), find))
            except (LudothequeError, OSError) as problem:
                text = (
                    error_text(problem, language)
                    if isinstance(problem, LudothequeError)
                    else str(problem)
                )
                found.refused.append((name, text))
                continue
            found.count += count
            found.known += not count
    return found


def records_in(sources: Iterable[Path]) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The name of every record, and a function that reads it; a bomb in a .zip is not unpacked."""
    for source in sources:
        if source.is_dir():
            yield from ((path.name, path.read_bytes) for path in sorted(source.glob("*.jsonl")))
        elif source.suffix.lower() == ZIP:
            yield from zipped(source)
        elif source.is_file():
            yield source.name, source.read_bytes
        else:
            raise BadOption("there is no file {path}", path=str(source))


def zipped(source: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    try:
        with zipfile.ZipFile(source) as archive:
            for entry in archive.infolist():
                if entry.filename.endswith(".jsonl"):
                    yield Path(entry.filename).name, partial(limited, archive, entry)
    except (zipfile.BadZipFile, FileNotFoundError):
        raise BadOption("{path} is no .zip file", path=str(source)) from None


def limited(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        return file.read(LARGEST_RECORD + 1)


def import_one(store: Store, name: str, record: Record) -> bool:
    """Store a record as a match; False if it is there already.

    A match that is not over goes on with new dice: its seeds are in no record. So the proof that it
    had is left out.
    """
    match_id = id_of(record, name)
    if record.result is None:
        more = {key: value for key, value in record.more.items() if key != "fairness"}
        record = replace(record, more=more)
    check_playable(record)
    events = [*record.events, *([] if record.result is None else [record.result])]
    if match_id is not None and is_there(store, match_id):
        if store.load(match_id).events[-len(events) :] == events:
            return False
        match_id = None
    store.create(match_id or new_match_id(), record.header, events).result()
    return True


def id_of(record: Record, name: str) -> str | None:
    """The name that the match had, by its proof or its file; None if neither says."""
    proof = record.more.get("fairness")
    said = proof.get("match_id") if isinstance(proof, dict) else None
    prefix, end = f"{record.game.id}-", ".jsonl"
    if said is None and name.startswith(prefix) and name.endswith(end):
        said = name.removeprefix(prefix).removesuffix(end)
    return said if isinstance(said, str) and MATCH_ID.fullmatch(said) else None


def is_there(store: Store, match_id: str) -> bool:
    try:
        store.load(match_id)
    except NoMatch:
        return False
    return True


def check_playable(record: Record) -> None:
    """BadRecord unless the server could show the match, or go on with it."""
    names, bots = record.more.get("names"), record.more.get("bots")
    for given in (names, bots):
        if not isinstance(given, list) or len(given) != record.players:
            raise BadRecord(1, "names and bots must have an entry for each player")
    if not all(isinstance(each, str) for each in names or ()):
        raise BadRecord(1, "names and bots must have an entry for each player")
    match: Any = load_match(record, None, record.events)
    if record.result is None and not match.is_settled:
        raise BadRecord(len(record.events) + 1, "the match was cut short in the middle of a throw")
