"""The store returns exactly what was stored."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ludotheque.core.errors import BadRecord
from ludotheque.store.errors import NoMatch, StoreClosed, StoreConflict
from ludotheque.store.store import Store

from .played_matches import END, HEADER, LEVELX, draws, whole_match


def test_a_match_is_loaded_as_it_was_created(store: Store) -> None:
    before = datetime.now(UTC)
    store.create("m", HEADER, draws(1, 2)).result()
    match = store.load("m")
    assert (match.id, match.header, match.events) == ("m", HEADER, draws(1, 2))
    assert (match.version, match.result, match.ended) == (2, None, False)
    assert before <= match.created == match.updated <= datetime.now(UTC)


def test_appended_events_follow_those_before_them(store: Store) -> None:
    store.create("m", HEADER, []).result()
    store.append("m", 1, draws(1, 2)).result()
    store.append("m", 3, [{"seat": 0, "move": "5 5 6"}, {"take_back": 0}]).result()
    match = store.load("m")
    assert match.events == [*draws(1, 2), {"seat": 0, "move": "5 5 6"}, {"take_back": 0}]
    assert match.version == 4


def test_a_match_knows_when_it_was_created_and_when_it_last_went_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter(f"2025-06-01T12:00:0{second}.000000+00:00" for second in range(3))
    monkeypatch.setattr("ludotheque.store.changes.timestamp", lambda: next(moments))
    store.create("m", HEADER, []).result()
    for number in (1, 2):
        store.append("m", number, draws(1)).result()
    match = store.load("m")
    assert match.created == datetime(2025, 6, 1, 12, 0, 0, tzinfo=UTC)
    assert match.updated == datetime(2025, 6, 1, 12, 0, 2, tzinfo=UTC)


def test_a_whole_match_survives_closing_and_opening(folder: Path) -> None:
    table, log = whole_match(LEVELX, seed=3)
    with Store.open(folder) as store:
        store.create("m", table.record.header, log[:1]).result()
        for number, event in enumerate(log[1:], 2):
            store.append("m", number, [event])
    with Store.open(folder) as store:
        match = store.load("m")
    assert (match.header, match.events, match.result) == (table.record.header, log, log[-1])


def test_what_was_loaded_is_the_callers(store: Store) -> None:
    store.create("m", HEADER, draws(1)).result()
    first = store.load("m")
    first.events[0]["draw"][1] = 5
    first.header["game"] = "another"
    assert store.load("m").events == draws(1)
    assert store.load("m").game == "levelx"


def test_what_is_kept_does_not_change_with_the_callers_data(store: Store) -> None:
    log = draws(1)
    kept = store.create("m", HEADER, log)
    log[0]["draw"][1] = 5
    log.append(END)
    kept.result()
    assert store.load("m").events == draws(1)


@pytest.mark.parametrize("first_number", [-1, 0, 1, 2, 4, 5, 2**70])
def test_events_that_do_not_continue_the_match_are_refused(store: Store, first_number: int) -> None:
    store.create("m", HEADER, draws(1, 2)).result()
    with pytest.raises(StoreConflict, match=r"the match 'm' goes on with event 3, not with"):
        store.append("m", first_number, draws(4)).result()
    assert store.load("m").events == draws(1, 2)


def test_nothing_follows_the_end(store: Store) -> None:
    store.create("m", HEADER, draws(1)).result()
    store.append("m", 2, [*draws(2), END]).result()
    assert store.load("m").result == END
    with pytest.raises(StoreConflict, match="the match 'm' is over"):
        store.append("m", 4, draws(3)).result()
    with pytest.raises(BadRecord, match="line 4: the match has ended already"):
        store.create("n", HEADER, [*draws(1), END, *draws(2)])
    assert store.count() == 1


def test_a_match_is_created_once(store: Store) -> None:
    store.create("m", HEADER, draws(1)).result()
    with pytest.raises(StoreConflict, match="there is a match 'm' already"):
        store.create("m", HEADER, draws(2)).result()
    assert store.load("m").events == draws(1)


def test_a_deleted_match_is_gone_and_its_name_free(store: Store) -> None:
    store.create("m", HEADER, draws(1, 2, 3)).result()
    store.delete("m").result()
    assert store.count() == 0
    with pytest.raises(NoMatch):
        store.load("m")
    with pytest.raises(NoMatch):
        store.append("m", 4, draws(4)).result()
    store.create("m", HEADER, draws(5)).result()
    assert store.load("m").events == draws(5)


@pytest.mark.parametrize("name", ["", "n", "m ", "M", "'; DROP TABLE matches; --", "\0", "\ud800"])
def test_a_name_that_no_match_has_is_a_key_error(store: Store, name: str) -> None:
    store.create("m", HEADER, []).result()
    with pytest.raises(KeyError, match="there is no match"):
        store.load(name)
    with pytest.raises(NoMatch):
        store.append(name, 1, draws(1)).result()
    with pytest.raises(NoMatch):
        store.delete(name).result()
    assert store.count() == 1


@pytest.mark.parametrize("name", ["é/…", "a\0b", "x" * 10_000, "'\"%_"])
def test_any_text_can_name_a_match(store: Store, name: str) -> None:
    if "\0" in name and store.place != store.folder:  # PostgreSQL knows no such text
        with pytest.raises(ValueError, match="a match is named by a text"):
            store.create(name, HEADER, draws(1))
        with pytest.raises(NoMatch):
            store.load(name)
        assert store.append(name, 2, draws(1)).exception().__class__ is NoMatch
        assert store.unfinished([name]) == set()
        return
    store.create(name, HEADER, draws(1)).result()
    store.append(name, 2, draws(2)).result()
    assert store.load(name).id == name
    assert store.matches()[0].id == name


@pytest.mark.parametrize("name", ["", "\ud800"])
def test_a_match_needs_a_name_that_can_be_written(store: Store, name: str) -> None:
    with pytest.raises(ValueError, match="a match is named by"):
        store.create(name, HEADER, [])


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"seat": 0},
        {"take_back": 0, "move": "-"},
        {"draw": [6, float("nan")]},
        {"seat": 0, "move": "\ud800"},
        {"seat": 0, "move": object()},
        [6, 3],
    ],
)
def test_what_is_no_event_is_refused_at_once(store: Store, event: object) -> None:
    store.create("m", HEADER, draws(1)).result()
    with pytest.raises(BadRecord, match="line 4: "):
        store.append("m", 2, [*draws(2), event])  # type: ignore[list-item]
    assert store.load("m").version == 1


@pytest.mark.parametrize("key", ["format", "game", "players", "options", "edition"])
def test_a_header_lacks_nothing_that_a_record_needs(store: Store, key: str) -> None:
    with pytest.raises(BadRecord, match=f"line 1: the first line lacks '{key}'"):
        store.create("m", {name: value for name, value in HEADER.items() if name != key}, [])


def test_a_header_of_another_format_is_refused(store: Store) -> None:
    with pytest.raises(BadRecord, match="line 1: format is 'ludotheque/2'"):
        store.create("m", HEADER | {"format": "ludotheque/2"}, [])


def test_matches_are_listed_the_newest_first(store: Store) -> None:
    for name in "abcde":
        store.create(name, HEADER | {"names": [name, "Zoé"]}, draws(1)).result()
    store.append("b", 2, [END]).result()
    store.append("d", 2, [END]).result()
    assert [match.id for match in store.matches()] == ["e", "d", "c", "b", "a"]
    assert [match.id for match in store.matches(ended=True)] == ["d", "b"]
    assert [match.id for match in store.matches(ended=False)] == ["e", "c", "a"]
    assert [match.id for match in store.matches(limit=2, offset=1)] == ["d", "c"]
    assert [match.id for match in store.matches(ended=False, limit=9, offset=2)] == ["a"]
    assert store.matches(limit=0) == store.matches(offset=2**80) == []
    assert [store.count(ended) for ended in (None, True, False)] == [5, 2, 3]


def test_a_match_keeps_its_place_in_the_list_when_others_go(store: Store) -> None:
    for name in "abc":
        store.create(name, HEADER, []).result()
    store.delete("c").result()
    store.create("d", HEADER, []).result()
    store.append("a", 1, draws(1)).result()
    assert [match.id for match in store.matches()] == ["d", "b", "a"]


def test_a_summary_says_what_a_list_shows(store: Store) -> None:
    store.create("m", HEADER, draws(1)).result()
    store.append("m", 2, [END]).result()
    (summary,) = store.matches()
    assert (summary.id, summary.game, summary.names) == ("m", "levelx", ["Ada", "Émile"])
    assert (summary.version, summary.result, summary.ended) == (2, END, True)


def test_a_header_without_names_has_none(store: Store) -> None:
    store.create("m", {key: value for key, value in HEADER.items() if key != "names"}, []).result()
    assert store.matches()[0].names == []


@pytest.mark.parametrize(("limit", "offset"), [(-1, 0), (0, -1)])
def test_a_page_has_no_negative_place(store: Store, limit: int, offset: int) -> None:
    with pytest.raises(ValueError, match="not negative"):
        store.matches(limit=limit, offset=offset)


def test_a_closed_store_says_so(folder: Path) -> None:
    store = Store.open(folder)
    waiting = store.create("m", HEADER, [])
    store.close()
    store.close()
    assert waiting.exception() is None  # what waited was written
    with pytest.raises(StoreClosed, match=r"the matches in .* are closed"):
        store.append("m", 1, draws(1)).result()
    for reading in (lambda: store.load("m"), store.matches, store.count):
        with pytest.raises(StoreClosed):
            reading()


def test_asyncio_can_wait_for_it_and_giving_up_undoes_nothing(store: Store) -> None:
    async def use() -> None:
        await asyncio.wrap_future(store.create("m", HEADER, []))
        impatient = asyncio.wrap_future(store.append("m", 1, draws(1)))
        impatient.cancel()
        await asyncio.wrap_future(store.append("m", 2, draws(2)))

    asyncio.run(use())
    assert store.load("m").events == draws(1, 2)


def test_what_is_private_is_kept_beside_the_match_and_in_no_list(store: Store) -> None:
    store.create("m", HEADER, draws(1), {"seed": "ab"}, ["phone"]).result()
    assert store.load("m").private == {"seed": "ab"}
    assert "ab" not in repr(store.matches())
    store.update_private("m", {"seed": "cd"}, ["phone", "laptop"]).result()
    match = store.load("m")
    assert (match.private, match.events, match.version) == ({"seed": "cd"}, draws(1), 1)


def test_a_device_finds_its_own_matches_and_no_others(store: Store) -> None:
    store.create("m", HEADER, [], {}, ["phone"]).result()
    store.create("n", HEADER, [END], {}, ["phone", "laptop"]).result()
    store.create("o", HEADER, []).result()
    assert [match.id for match in store.matches(device="phone")] == ["n", "m"]
    assert [match.id for match in store.matches(ended=False, device="phone")] == ["m"]
    assert [match.id for match in store.matches(device="laptop")] == ["n"]
    assert store.matches(device="tablet") == []
    store.update_private("n", {}, ["tablet"]).result()
    assert [match.id for match in store.matches(device="tablet")] == ["n"]
    assert [match.id for match in store.matches(device="phone")] == ["m"]
    store.delete("n").result()
    assert store.matches(device="tablet") == []


def test_private_things_may_be_saved_with_events_and_are_not_if_these_are_refused(
    store: Store,
) -> None:
    """Even with no event at all; the devices stay as they were."""
    store.create("m", HEADER, draws(1), {"seed": "ab"}, ["phone"]).result()
    store.append("m", 2, draws(2), {"seed": "cd"}).result()
    store.append("m", 3, [], {"seed": "ef"}).result()
    with pytest.raises(StoreConflict):
        store.append("m", 7, draws(3), {"seed": "gh"}).result()
    match = store.load("m")
    assert (match.private, match.events) == ({"seed": "ef"}, draws(1, 2))
    store.append("m", 3, draws(3)).result()
    assert store.load("m").private == {"seed": "ef"}
    assert [found.id for found in store.matches(device="phone")] == ["m"]


def test_private_things_of_a_match_that_is_not_there_are_refused(store: Store) -> None:
    with pytest.raises(NoMatch):
        store.update_private("m", {}, []).result()
