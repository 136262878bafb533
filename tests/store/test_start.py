"""A match in its lobby is stored without events, and begins in one transaction."""

from pathlib import Path

import pytest

from ludotheque.store.errors import NoMatch, StoreConflict
from ludotheque.store.store import Store

from .played_matches import END, HEADER, draws


def test_a_match_begins_with_names_events_and_seeds_at_once(folder: Path) -> None:
    named = {**HEADER, "names": ["Ada", "Blaise"]}
    with Store.open(folder) as store:
        store.create("m", HEADER, [], {"begun": False}, ["laptop"]).result()
        store.begin("m", named, draws(1, 2), {"begun": True}, ["laptop", "phone"]).result()
    with Store.open(folder) as store:
        match = store.load("m")
        assert (match.header, match.events, match.version) == (named, draws(1, 2), 2)
        assert match.private == {"begun": True}
        assert [found.names for found in store.matches(device="phone")] == [["Ada", "Blaise"]]
        store.append("m", 3, draws(3)).result()


def test_a_match_begins_once(store: Store) -> None:
    store.create("m", HEADER, [], {}).result()
    store.begin("m", HEADER, draws(1), {"seed": "ab"}, []).result()
    with pytest.raises(StoreConflict):
        store.begin("m", HEADER, draws(5), {"seed": "cd"}, ["phone"]).result()
    assert store.load("m").events == draws(1)
    assert store.load("m").private == {"seed": "ab"}
    assert store.matches(device="phone") == []


def test_a_match_that_is_over_or_gone_does_not_begin(store: Store) -> None:
    store.create("m", HEADER, [END], {}).result()
    with pytest.raises(StoreConflict):
        store.begin("m", HEADER, [], {}, []).result()
    with pytest.raises(NoMatch):
        store.begin("n", HEADER, [], {}, []).result()


def test_a_match_can_be_over_as_soon_as_it_begins(store: Store) -> None:
    store.create("m", HEADER, [], {}).result()
    store.begin("m", HEADER, [END], {}, []).result()
    assert store.load("m").result == END
