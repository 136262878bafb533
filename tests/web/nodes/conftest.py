from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ludotheque.store.store import Store
from tests.store.postgres.cluster import Cluster, running_cluster

from ..server import Server


class House:
    """Servers on one database. Everybody who plays comes with the same device to each of them."""

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        self.cluster = cluster
        self.database = cluster.empty_database()
        self.folder = folder
        self._open = ExitStack()

    def open_store(self) -> Store:
        return Store.open(self.folder, database=self.database)

    def node(self, **settings: object) -> Server:
        """One more server, until the test is over."""
        store = self._open.enter_context(self.open_store())
        return self._open.enter_context(Server(self.folder, store, **settings))

    def owner(self, match_id: str) -> str:
        return self.cluster.sql(self.database, f"SELECT owner FROM matches WHERE id = '{match_id}'")

    def close(self) -> None:
        self._open.close()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


@pytest.fixture
def house(cluster: Cluster, tmp_path: Path) -> Iterator[House]:
    opened = House(cluster, tmp_path / "matches")
    opened.folder.mkdir()
    yield opened
    opened.close()
