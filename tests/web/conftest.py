from collections.abc import Iterator

import httpx
import pytest

from .server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a file; each of them makes the matches it needs."""
    with Server(tmp_path_factory.mktemp("server") / "matches") as opened:
        yield opened


@pytest.fixture
def client(server: Server) -> httpx.Client:
    return server.client
