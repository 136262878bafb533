"""How many matches one person may have in progress: by device, and for guests by address.

People at this machine have no such limit. A match counts until it is over or deleted.
"""

from __future__ import annotations

from contextlib import suppress

from ...core.errors import BadOption
from ...store.errors import NoMatch, StoreDamaged
from ...store.store import Store
from ..config import Config
from .workers import LOCAL, Workers


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
            left = await self._workers.run(self._in_progress, self._begun_from[client])
            self._begun_from[client] = left
            if len(left) >= self._per_address:
                raise TooManyRunning(self._per_address)

    def note(self, client: str, match_id: str) -> None:
        """A match was begun from this address."""
        if client != LOCAL:
            self._begun_from.setdefault(client, set()).add(match_id)

    def _in_progress(self, matches: set[str]) -> set[str]:
        return {match_id for match_id in matches if self._is_in_progress(match_id)}

    def _is_in_progress(self, match_id: str) -> bool:
        with suppress(NoMatch, StoreDamaged):
            return self._store.load(match_id).result is None
        return False
