from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from ludotheque.table.fairness import Fairness
from ludotheque.web.live import reaction_match

from .reaction_windows import Dice, ManualTimer
from .server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a file; each of them makes the matches it needs."""
    with Server(tmp_path_factory.mktemp("server") / "matches") as opened:
        yield opened


@pytest.fixture
def client(server: Server) -> httpx.Client:
    return server.client


@pytest.fixture
def timer(monkeypatch: pytest.MonkeyPatch) -> ManualTimer:
    """The schedule of reaction windows, moved on by hand."""
    found = ManualTimer()
    monkeypatch.setattr(reaction_match, "Schedule", found)
    return found


@pytest.fixture
def plan(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`plan(throw, throw, …)`: seat 0 throws first, and then the dice fall like this."""

    def planned(*throws: Dice) -> None:
        draws = [0, *(k for throw in throws for k in throw)]

        class Planned:
            def draw(self, number: int, size: int) -> int:
                return draws[number] if number < len(draws) else 0

        monkeypatch.setattr(Fairness, "dice", lambda _: Planned())

    return planned
