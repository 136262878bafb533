"""Model-based test: with several threads, the store behaves like a dictionary."""

import tempfile
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.store.errors import NoMatch, StoreConflict
from ludotheque.store.store import Store
from ludotheque.table.record import EventData

from .played_matches import END, HEADER, draws

Outcome = type[NoMatch] | type[StoreConflict] | None


@dataclass(frozen=True)
class Asked:
    what: Literal["create", "append", "delete"]
    match: str
    first_number: int
    events: list[EventData]

    def of_store(self, store: Store) -> Future[None]:
        if self.what == "create":
            return store.create(self.match, HEADER, self.events)
        if self.what == "append":
            return store.append(self.match, self.first_number, self.events)
        return store.delete(self.match)

    def of_model(self, model: dict[str, list[EventData]]) -> Outcome:
        kept = model.get(self.match)
        if self.what == "create":
            if kept is not None:
                return StoreConflict
            model[self.match] = list(self.events)
        elif kept is None:
            return NoMatch
        elif self.what == "delete":
            del model[self.match]
        elif END in kept or self.first_number != len(kept) + 1:
            return StoreConflict
        else:
            kept.extend(self.events)
        return None


@dataclass
class Diary:
    """What was asked, in the order in which the store took it."""

    entries: list[tuple[Asked, Future[None]]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, store: Store, wishes: list[Asked]) -> None:
        for wish in wishes:
            with self.lock:
                future = wish.of_store(store)
                self.entries.append((wish, future))
            if wish.first_number % 2:
                future.exception()  # some wait for the answer before they go on, some do not


logs = st.builds(
    lambda outcomes, ends: draws(*outcomes) + [END] * ends,
    st.lists(st.integers(0, 5), max_size=3),
    st.sampled_from([False, False, False, True]),
)
asked = st.builds(
    Asked,
    what=st.sampled_from(["create", "append", "append", "append", "delete"]),
    match=st.sampled_from("ab"),
    first_number=st.integers(1, 6),
    events=logs,
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(asked, max_size=12), min_size=1, max_size=4))
def test_threads_and_a_dictionary_agree(wishes: list[list[Asked]]) -> None:
    diary, model = Diary(), dict[str, list[EventData]]()
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        threads = [threading.Thread(target=diary.ask, args=(store, each)) for each in wishes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for wish, future in diary.entries:
            problem = future.exception()
            assert (None if problem is None else type(problem)) == wish.of_model(model)
        assert {match.id for match in store.matches()} == set(model)
        for name, kept in model.items():
            match = store.load(name)
            assert (match.events, match.version) == (kept, len(kept))
            assert match.result == (END if END in kept else None)
        assert store.count(ended=True) == sum(END in kept for kept in model.values())
