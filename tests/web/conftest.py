from collections.abc import Iterator

import httpx
import pytest

from .serving import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for the tests of a file; each of them makes the matches it needs."""
    with House(tmp_path_factory.mktemp("house") / "matches") as opened:
        yield opened


@pytest.fixture
def client(house: House) -> httpx.Client:
    return house.client
