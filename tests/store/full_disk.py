"""A program whose disk is full again and again: no file may grow beyond a limit that it sets.

    python -m tests.store.full_disk FOLDER ROUNDS SEED

It prints as JSON what became of its changes, and which matches the store has confirmed.
"""

import json
import random
import resource
import sys
from pathlib import Path
from typing import Any

from ludotheque.store.errors import StoreFailed
from ludotheque.store.folder import DATABASE
from ludotheque.store.store import Store
from ludotheque.table.record import EventData

from .played_matches import HEADER, draws

PAGE = 4096


def limit_files(size: int | None) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most if size is None else size, most))


def largest_file(folder: Path) -> int:
    return max((folder / f"{DATABASE}{end}").stat().st_size for end in ("", "-wal", "-shm"))


class Trial:
    """Several matches, continued in batches; `safe` is what was answered for."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.chance = random.Random(seed)
        self.safe: dict[str, list[EventData]] = {}
        self.failures: list[str] = []
        self.written = 0

    def ask(self) -> None:
        """Continue every match and begin a new one, all at once."""
        new = f"m{len(self.safe)}-{self.chance.random()}"
        outcomes = [self.chance.randrange(6) for _ in range(self.chance.randrange(1, 200))]
        asked = [
            (name, self.store.append(name, len(kept) + 1, draws(*outcomes)))
            for name, kept in self.safe.items()
        ]
        asked.append((new, self.store.create(new, HEADER, draws(*outcomes))))
        for name, future in asked:
            try:
                future.result()
            except StoreFailed as problem:
                self.failures.append(str(problem))
            else:
                self.written += 1
                self.safe.setdefault(name, []).extend(draws(*outcomes))

    def look(self) -> None:
        """What was answered for is there, and nothing else, whether there is room or not."""
        assert {match.id for match in self.store.matches(limit=10_000)} == set(self.safe)
        for name, kept in self.safe.items():
            assert self.store.load(name).events == kept, name


def main(folder: Path, rounds: int, seed: int) -> dict[str, Any]:
    with Store.open(folder) as store:
        trial = Trial(store, seed)
        trial.ask()
        for _ in range(rounds):
            limit_files(largest_file(folder) + trial.chance.randrange(6) * PAGE // 2)
            trial.ask()
            trial.look()
            limit_files(None)
            before = len(trial.failures)
            trial.ask()
            trial.look()
            assert len(trial.failures) == before, "there is room, and it still fails"
    return {"written": trial.written, "failures": trial.failures, "safe": trial.safe}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
