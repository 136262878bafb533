"""How many matches one person may have in progress: by device, and for guests by address.

People at this machine have no such limit. A match counts until it is over or deleted.
"""

from __future__ import annotations

from ...core.errors import BadOption
from ...store.store import Store
from ..config import Config
from .workers import LOCAL, Workers

LEAST_NOTED = 1_000  # matches after which those that are over are forgotten


class TooManyRunning(BadOption):
    code = "too_many_running"

    def __init__(self, most: int) -> None:
        super().__init__(
            "{most} matches of yours are in progress, and nobody has more at once here: finish "
            "one, stop it or delete it",
            most=most,
        )


class RunningLimit:
    """Counts matches in progress: a device's in the store, an address's since the server runs."""

    def __init__(self, store: Store, config: Config, workers: Workers) -> None:
        self._store = store
        self._per_device = config.running_per_device
        self._per_address = config.running_per_address
        self._workers = workers
        self._begun_from: dict[str, set[str]] = {}  # ids of matches, by address
        self._noted = 0  # matches that were noted since the last look at all of them
        self._most_noted = LEAST_NOTED

    async def check(self, client: str, devices: frozenset[str]) -> None:
        """Raise TooManyRunning if whoever asks has as many matches in progress as may be."""
        if client == LOCAL:
            return
        if devices:
            most = self._per_device
            found = await self._workers.run(
                lambda: self._store.matches(ended=False, limit=most, device=devices)
            )
            if len(found) >= most:
                raise TooManyRunning(most)
        if len(self._begun_from.get(client, ())) >= self._per_address:
            left = await self._workers.run(self._store.unfinished, self._begun_from[client])
            self._begun_from[client] = left
            if len(left) >= self._per_address:
                raise TooManyRunning(self._per_address)
        if self._noted >= self._most_noted:
            await self._forget_ended()

    def note(self, client: str, match_id: str) -> None:
        """A match was begun from this address."""
        if client != LOCAL:
            self._begun_from.setdefault(client, set()).add(match_id)
            self._noted += 1

    async def _forget_ended(self) -> None:
        """Forget matches that are over, and addresses without any other: as many are remembered as
        there are in the store, and at most as many again."""
        self._noted = 0
        asked = {client: set(begun) for client, begun in self._begun_from.items()}
        everything = frozenset[str]().union(*asked.values())
        left = await self._workers.run_surely(self._store.unfinished, everything)
        for client, begun in asked.items():
            self._begun_from[client] -= begun - left  # others may have been noted meanwhile
            if not self._begun_from[client]:
                del self._begun_from[client]
        self._most_noted = max(LEAST_NOTED, len(left))
