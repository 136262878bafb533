"""Kill a writing process again and again, at random times, and check what is on disk.

    python -m tests.store.kill COUNT [SEED]     a soak: that many kills, in a folder of its own

The process plays several matches of Level X, and prints which commands the store has confirmed. All
of these must be there afterwards; every other command is there completely or not at all; and the
next process goes on with the same matches.
"""

import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from ludotheque.core.game import Game
from ludotheque.store.errors import StoreUnreachable
from ludotheque.store.folder import DATABASE
from ludotheque.store.records import record_of
from ludotheque.store.store import Store
from ludotheque.store.stored import StoredMatch
from ludotheque.table.record import EventData
from ludotheque.table.timeline import Timeline

from .played_matches import LEVELX, Table
from .process import ROOT, command

TABLES = 4
LONGEST_LIFE = 0.5  # seconds from opening the folder to the kill
ALL = 1_000_000  # matches

Result = TypeVar("Result")


# The process that is killed


def write(folder: Path, seed: int, database: str | None = None) -> None:
    """Play on whatever is in progress, then new matches, until killed."""
    tell(ready=True)
    with Store.open(folder, database=database) as store:
        waiting = [match.id for match in store.matches(ended=False, limit=ALL)]
        tables = [
            threading.Thread(target=play, args=(store, seed, place, waiting[place::TABLES]))
            for place in range(TABLES)
        ]
        for table in tables:
            table.start()
        for table in tables:
            table.join()


def tell(**what: Any) -> None:
    """In one piece and at once: a pipe keeps what a killed process has said."""
    os.write(1, f"{json.dumps(what)}\n".encode())


def play(store: Store, seed: int, place: int, waiting: list[str]) -> None:
    for name in waiting:
        if store.node is not None:
            insisting(lambda: store.claim(name).result())  # noqa: B023
        finish(store, name, taken_up(insisting(partial(store.load, name)), seed))
    for number in count():
        name = f"{seed}-{place}-{number}"
        table = Table.fresh(LEVELX, seed + number)
        insisting(lambda: store.create(name, table.record.header, table.opening).result())  # noqa: B023
        tell(match=name, first=1, events=table.opening)
        finish(store, name, table)


def insisting(act: Callable[[], Result]) -> Result:
    """Do it again while the database cannot be reached. If it had been done after all, the store
    would refuse it the second time."""
    while True:
        try:
            return act()
        except StoreUnreachable:
            time.sleep(0.02)


def taken_up(stored: StoredMatch, seed: int) -> Table:
    return Table(record_of(stored, find), seed, stored.events)


def find(name: str) -> Game:
    assert name == LEVELX.id
    return LEVELX


def finish(store: Store, name: str, table: Table) -> None:
    """Play the match to its end; one in three is deleted then."""
    for events in table.play():
        first = table.match.version - len(events) + 1
        insisting(lambda: store.append(name, first, events).result())  # noqa: B023
        tell(match=name, first=first, events=events)
    if table.chance.random() < 1 / 3:
        tell(deleting=name)
        insisting(lambda: store.delete(name).result())
        tell(deleted=name)


# The one who kills it


@dataclass
class Ledger:
    """What has been answered for, over all processes."""

    kept: dict[str, list[EventData]] = field(default_factory=dict)  # of matches in progress
    ended: dict[str, int] = field(default_factory=dict)  # the versions of those that are over
    deleting: set[str] = field(default_factory=set)  # gone or not: the process died meanwhile
    deleted: set[str] = field(default_factory=set)
    answers: int = 0

    def note(self, said: str) -> None:
        for line in said.splitlines():
            what = json.loads(line)
            if "match" in what:
                events = self.kept.setdefault(what["match"], [])
                assert what["first"] == len(events) + 1
                events += what["events"]
                self.answers += 1
            self.deleting |= {what["deleting"]} if "deleting" in what else set()
            self.deleted |= {what["deleted"]} if "deleted" in what else set()

    def compare(self, store: Store) -> None:
        """All that was answered for is there; the rest is whole or not at all."""
        there = {match.id: match for match in store.matches(limit=ALL)}
        assert not self.deleted & there.keys()
        self.deleted |= self.deleting - there.keys()
        self.deleting.clear()
        for name in self.deleted:
            self.kept.pop(name, None)
            self.ended.pop(name, None)
        assert self.kept.keys() | self.ended.keys() <= there.keys()
        for name, version in self.ended.items():
            assert there[name].version == version
        for name in there.keys() - self.ended.keys():
            self._compare_match(store.load(name))

    def _compare_match(self, stored: StoredMatch) -> None:
        answered = self.kept.pop(stored.id, [])
        assert stored.events[: len(answered)] == answered
        check_whole(stored)
        if stored.ended:
            self.ended[stored.id] = stored.version
        else:
            self.kept[stored.id] = stored.events


def check_whole(stored: StoredMatch) -> None:
    """The match stands where a command has left it, with every row before that."""
    record = record_of(stored, find)
    last = Timeline(record.start(), stored.events).steps[-1]
    assert last.version == stored.version
    assert stored.result == record.result
    assert record.final_state().snapshot() == last.state.snapshot()
    waits = last.state.awaits == "move" or last.state.roller is not None
    assert stored.ended or waits, "a command is only half there"


def kill_once(
    folder: Path,
    ledger: Ledger,
    chance: random.Random,
    database: str | None = None,
    meanwhile: Callable[[], None] | None = None,
    answers: int = 0,
) -> None:
    """With `database`, the matches are in PostgreSQL; `meanwhile` happens before the kill, and both
    when the process has said this many times that something is done."""
    seed, more = chance.randrange(2**32), [] if database is None else [database]
    words = command("kill", "--write", folder, seed, *more)
    process = subprocess.Popen(words, cwd=ROOT, bufsize=0, stdout=subprocess.PIPE)
    with process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == {"ready": True}
        heard = [process.stdout.readline() for _ in range(answers)]
        if meanwhile is not None:
            meanwhile()
        try:
            process.communicate(timeout=chance.random() * LONGEST_LIFE)
        except subprocess.TimeoutExpired:
            process.kill()
        said, _ = process.communicate()
    assert process.returncode == -9, "it should have gone on writing"
    ledger.note(b"".join([*heard, said]).decode())
    with Store.open(folder, database=database) as store:
        assert store.warnings == [], "nothing is missing after a kill"
        ledger.compare(store)
    if database is None:
        check_integrity(folder)


def check_integrity(folder: Path) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def kill_again_and_again(folder: Path, kills: int, seed: int) -> Ledger:
    ledger, chance = Ledger(), random.Random(seed)
    for _ in range(kills):
        kill_once(folder, ledger, chance)
    return ledger


def main(arguments: list[str]) -> None:
    if arguments[0] == "--write":
        write(Path(arguments[1]), int(arguments[2]), *arguments[3:])
        return
    kills, seed = int(arguments[0]), int(arguments[1]) if arguments[1:] else 0
    with tempfile.TemporaryDirectory() as folder:
        ledger = kill_again_and_again(Path(folder), kills, seed)
    print(
        f"{kills} kills: {ledger.answers} answers, all of them true; {len(ledger.ended)} matches "
        f"over, {len(ledger.kept)} in progress, {len(ledger.deleted)} deleted"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
