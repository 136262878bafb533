from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.store.store import Store

from .postgres.cluster import Cluster, running_cluster

#: Files whose tests of one store are run on both kinds of databases.
ON_BOTH = ("test_store", "test_records")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    name = metafunc.module.__name__.rpartition(".")[2]
    if "store" in metafunc.fixturenames and name in ON_BOTH:
        metafunc.parametrize("store", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "matches"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.empty_database()


@pytest.fixture
def store(folder: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    postgres = getattr(request, "param", "sqlite") == "postgresql"
    address = request.getfixturevalue("address") if postgres else None
    with Store.open(folder, database=address) as opened:
        yield opened
