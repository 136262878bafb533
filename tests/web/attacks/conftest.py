"""Fixtures of the attacks: servers that look after their connections often, and their clock."""

from collections.abc import Iterator

import pytest

from ludotheque.web.access import serving
from ludotheque.web.access.connections import ConnectionGuard

from ..server import Server


@pytest.fixture(scope="module", autouse=True)
def often() -> object:
    """Servers look after their connections all the time, so that no test waits for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "SWEEP_SECONDS", 0.01)
        yield


@pytest.fixture
def now(server: Server) -> Iterator[list[float]]:
    """The time by which the server's guard goes."""
    guard: ConnectionGuard = server.app.state.guard
    real, time = guard.clock, [guard.clock()]
    guard.clock = lambda: time[0]
    yield time
    guard.clock = real
