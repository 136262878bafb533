"""Matches in PostgreSQL: who owns them, how tables are made, dumped and restored."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import inspect

from ludotheque.core.errors import BadOption
from ludotheque.store import migrations
from ludotheque.store.copying import copy_store
from ludotheque.store.errors import StoreBusy, StoreFailed, StoreNewer, StoreUnreachable
from ludotheque.store.leases import NOW
from ludotheque.store.postgres import session
from ludotheque.store.postgres.address import is_address, open_writer, parse_address, shown
from ludotheque.store.postgres.backend import CHANNEL, MOST_NOTIFIED, notifications
from ludotheque.store.reader import read_store
from ludotheque.store.schema import metadata
from ludotheque.store.store import Store

from ..played_matches import END, HEADER, LEVELX, draws, whole_match
from .cluster import Cluster

GUESTS = {"seating": {"homely": False}}
LOCAL = {"seating": {"homely": True}}


def fill(store: Store) -> None:
    """Matches of every kind, with devices."""
    table, log = whole_match(LEVELX, seed=3)
    store.create("over", table.record.header, log).result()
    store.create("gone", HEADER, draws(1), LOCAL).result()
    store.delete("gone").result()
    store.create("played", HEADER, draws(1, 2), GUESTS, ["a", "b"]).result()
    store.create("éΩ", {**HEADER, "names": ["\0", "👩‍🚀"]}, [], LOCAL, ["c"]).result()
    store.succeed("d", "c").result()
    store.succeed("d", "x").result()  # which it is already


def everything(store: Store) -> object:
    loaded = [store.load(match.id) for match in store.matches()]
    return loaded, store.previous_names("d"), store.matches(device="b"), store.count(ended=True)


def test_a_database_is_shared_unless_somebody_wants_it_alone(folder: Path, address: str) -> None:
    url = parse_address(address)
    with Store.open(folder, database=address) as store:
        with Store.open(folder, database=address):
            store.create("m", HEADER, draws(1)).result()
        with pytest.raises(StoreBusy, match="are in use by another process"):
            session.open_session(url, patience=0, alone=True)
        with read_store(folder, address) as reader:
            assert reader.load("m").events == draws(1)
    busy = pytest.raises(StoreBusy, match="are in use by another process")
    with Store.open(folder, database=address, alone=True), busy:
        session.open_session(url, patience=0)


def test_an_event_is_written_once_whoever_writes_it(
    folder: Path, address: str, cluster: Cluster
) -> None:
    with Store.open(folder, database=address) as store:
        store.create("m", HEADER, draws(1)).result()
        number = cluster.sql(address, "SELECT number FROM matches")
        cluster.sql(address, f"INSERT INTO events VALUES ({number}, 2, '{{}}')")
        problem = store.append("m", 2, draws(2)).exception()
        assert isinstance(problem, StoreFailed)
        assert "duplicate key" in str(problem)
        assert cluster.sql(address, "SELECT version FROM matches") == "1"
        cluster.sql(address, "DELETE FROM events WHERE number = 2")
        store.append("m", 2, draws(2)).result()


@contextmanager
def commits_held_up(store: Store, address: str) -> Iterator[None]:
    """What a store writes meanwhile waits for the row by which it counts its transactions."""
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(address) as other:
        other.execute("SELECT 1 FROM writers WHERE node = %s FOR UPDATE", (store.node,))
        yield


def test_a_commit_tells_others_once_however_many_changes_it_holds(
    folder: Path, address: str
) -> None:
    psycopg = pytest.importorskip("psycopg")
    names = [f"m{number}" for number in range(50)]
    with (
        Store.open(folder, database=address) as store,
        psycopg.connect(address, autocommit=True) as listener,
    ):
        for name in names:
            store.create(name, HEADER, draws(1)).result()
        listener.execute(f"LISTEN {CHANNEL}")
        with commits_held_up(store, address):
            appended = [store.append(name, 2, draws(2)) for name in names]
            appended += [store.append(name, 3, draws(3)) for name in names]
        for each in appended:
            each.result()
        heard = [notice.payload.split(" ") for notice in listener.notifies(timeout=0.5)]
        assert len(heard) <= 2  # the first may have gone alone before the others came
        assert {node for node, *_ in heard} == {store.node}
        assert heard[-1][1:] in (names, [*names[1:], names[0]])


def test_what_others_are_told_fits_into_notifications() -> None:
    names = [f"match-{number:05}" for number in range(2000)]
    texts = notifications("node", names)
    assert [name for text in texts for name in text.split(" ")[1:]] == names
    assert {text.split(" ")[0] for text in texts} == {"node"}
    assert all(len(text) <= MOST_NOTIFIED for text in texts)
    assert len(texts) == 4
    assert notifications("node", []) == []


def test_a_process_that_is_started_again_at_an_address_is_known_to_have_been_gone(
    folder: Path, address: str, cluster: Cluster
) -> None:
    """Whoever crashed there may count as alive for some seconds."""
    with Store.open(folder, database=address) as store:
        store.create("m", HEADER, draws(1)).result()
        crashed = f"'{store.node}', 'http://10.0.0.5:8080'"
        cluster.sql(address, f"INSERT INTO nodes SELECT {crashed}, {NOW}")
        assert store.owner_of("m").address == "http://10.0.0.5:8080"
        with Store.open(folder, database=address) as again:
            membership = again.join("http://10.0.0.5:8080", Deaf())
            try:
                assert again.owner_of("m").address is None
            finally:
                membership.close()


class Deaf:
    """Is told what other nodes do, and does nothing about it."""

    def changed(self, node: str, match_ids: list[str]) -> None: ...

    def alive_now(self, nodes: Mapping[str, str]) -> None: ...

    def resumed(self) -> None: ...


def test_a_row_that_somebody_else_has_changed_is_read_again(
    folder: Path, address: str, cluster: Cluster
) -> None:
    with Store.open(folder, database=address) as store:
        store.create("m", HEADER, draws(1)).result()
        store.append("m", 2, draws(2)).result()
        cluster.sql(address, "UPDATE matches SET version = 3")
        assert "goes on with event 4" in str(store.append("m", 3, draws(3)).exception())


def test_a_commit_is_on_disk_before_it_returns(address: str, cluster: Cluster) -> None:
    cluster.sql(address, "ALTER ROLE postgres SET synchronous_commit = off")
    try:
        opened = session.open_session(parse_address(address))
        assert opened.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"
        opened.close()
    finally:
        cluster.sql(address, "ALTER ROLE postgres RESET synchronous_commit")


@pytest.mark.parametrize("version", [0, 1, 3])
def test_a_database_is_brought_up_to_date_from_every_version(
    folder: Path, address: str, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = migrations.MIGRATIONS
    for place in (migrations, session):
        monkeypatch.setattr(place, "MIGRATIONS", every[:version])
    session.open_session(parse_address(address)).close()
    monkeypatch.undo()
    with Store.open(folder, database=address) as store:
        fill(store)
        assert store.load("played").events == draws(1, 2)


def test_the_tables_are_those_of_the_statements(folder: Path, address: str) -> None:
    Store.open(folder, database=address).close()
    found = inspect(open_writer(parse_address(address)))
    assert {*found.get_table_names()} == {*metadata.tables, "schema_version"}
    for name, table in metadata.tables.items():
        columns = {each["name"]: each["nullable"] for each in found.get_columns(name)}
        assert columns == {each.name: each.nullable for each in table.columns}
        key = found.get_pk_constraint(name)["constrained_columns"]
        assert key == [each.name for each in table.primary_key]


def test_a_database_of_a_later_version_is_left_alone(
    folder: Path, address: str, cluster: Cluster
) -> None:
    Store.open(folder, database=address).close()
    cluster.sql(address, "UPDATE schema_version SET version = 99")
    with pytest.raises(StoreNewer, match="schema 99"):
        Store.open(folder, database=address)
    with pytest.raises(StoreNewer, match="schema 99"), read_store(folder, address):
        pass


def test_an_empty_database_has_no_matches_to_be_read(folder: Path, address: str) -> None:
    asked = pytest.raises(BadOption, match="there are no matches in postgresql")
    with asked, read_store(folder, address):
        pass


def test_a_database_in_another_encoding_is_refused(folder: Path, cluster: Cluster) -> None:
    more = ["--encoding=SQL_ASCII", "--template=template0", "--locale=C", "ascii"]
    cluster.run("createdb", "-h", str(cluster.folder), "-U", "postgres", *more)
    with pytest.raises(BadOption, match="SQL_ASCII; it must be UTF8"):
        Store.open(folder, database=cluster.address("ascii"))


def test_a_server_that_does_not_answer_is_named_without_the_password(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    address = f"postgresql://ada:geheim@/games?host={tmp_path}"
    with pytest.raises(StoreUnreachable) as raised:
        Store.open(tmp_path, database=address)
    assert "geheim" not in str(raised.value)
    assert "postgresql://ada@/games" in str(raised.value)


def test_passwords_are_shown_nowhere() -> None:
    url = parse_address("postgres://ada:geheim@host:5433/games?password=geheim&sslmode=require")
    assert shown(url) == "postgresql://ada@host:5433/games?sslmode=require"
    for text in ("matches", "/tmp/postgresql://", "mysql://host/games", "sqlite:///x"):
        assert not is_address(text)
        with pytest.raises(BadOption):
            parse_address(text)


def test_a_house_moves_to_postgresql_and_back(folder: Path, address: str, tmp_path: Path) -> None:
    with Store.open(folder) as first, Store.open(folder, database=address) as second:
        fill(first)
        copied = copy_store(first, second)
        assert copied["matches"].rows == 3
        assert copied["devices"].rows == 3
        assert everything(second) == everything(first)
        with pytest.raises(BadOption, match="there are matches in"):
            copy_store(first, second)
        with Store.open(tmp_path / "third") as third:
            assert copy_store(second, third) == copied
            assert everything(third) == everything(first)
        second.claim("played").result()
        for store in (first, second):
            store.append("played", 3, [*draws(3), END]).result()
            store.create("new", HEADER, draws(5)).result()
        assert [match.id for match in second.matches()] == [match.id for match in first.matches()]


def test_matches_that_nodes_have_played_are_played_on_in_a_file(
    folder: Path, address: str, tmp_path: Path
) -> None:
    with Store.open(folder, database=address) as nodes, Store.open(tmp_path / "file") as file:
        nodes.create("m", HEADER, draws(1)).result()
        nodes.append("m", 2, draws(2)).result()
        copy_store(nodes, file)
        assert file.load("m").events == draws(1, 2)
        assert file.load("m").owner is None
        file.append("m", 3, draws(3)).result()
        assert file.load("m").events == draws(1, 2, 3)


def test_a_copy_that_differs_is_not_kept(
    folder: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(folder) as first, Store.open(folder, database=address) as second:
        fill(first)
        with monkeypatch.context() as patch:
            patch.setattr("ludotheque.store.copying.digest", lambda *_: None)
            with pytest.raises(StoreFailed, match="is not None"):
                copy_store(first, second)
        assert second.count() == 0
        copy_store(first, second)


def test_the_same_matches_expire(folder: Path, address: str) -> None:
    with Store.open(folder) as first, Store.open(folder, database=address) as second:
        fill(first)
        moved = {"seat": 0, "move": "5 5 6"}
        seated = {**HEADER, "bots": [None, "random"]}
        first.create("moved", seated, [*draws(1), moved], GUESTS).result()
        first.create("unmoved", seated, draws(1), GUESTS).result()
        first.create("abandoned", seated, [*draws(1), END], GUESTS).result()
        copy_store(first, second)
        now = datetime.now(UTC)
        later, earlier = now + timedelta(days=1), now - timedelta(days=1)
        for moments in ((later, later), (later, earlier), (earlier, later), (earlier, earlier)):
            found = first.expirable(*moments, 10)
            assert second.expirable(*moments, 10) == found
        assert set(first.expirable(later, earlier, 10)) >= {"unmoved", "abandoned"}
        assert second.played_by_clock() == first.played_by_clock()


def test_a_dump_is_restored_with_the_same_matches(
    folder: Path, address: str, cluster: Cluster
) -> None:
    with Store.open(folder, database=address) as store:
        fill(store)
        dump = str(cluster.folder / "matches.dump")
        cluster.run("pg_dump", "--format=custom", f"--file={dump}", address)  # while it is open
        before = everything(store)
    restored = cluster.new_database()
    cluster.run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={restored}", dump)
    with Store.open(folder, database=restored) as store:
        assert everything(store) == before
        store.create("new", HEADER, draws(1)).result()
        assert store.matches()[0].id == "new"
