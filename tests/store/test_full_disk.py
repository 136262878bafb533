"""A full disk: what cannot be written is refused, and nothing else is affected."""

import json
from pathlib import Path

from ludotheque.store.store import Store

from .process import said


def test_a_full_disk_fails_what_it_cannot_hold_and_nothing_else(folder: Path) -> None:
    """The program itself looks, after every round, that all it was answered for is there."""
    outcome = json.loads(said("full_disk", folder, 12, 1))
    assert outcome["failures"]
    reason = f"the matches in {folder} cannot be read or written: disk I/O error"
    assert set(outcome["failures"]) <= {reason, reason.replace("disk I/O error", FULL)}
    with Store.open(folder) as store:
        assert {match.id: store.load(match.id).events for match in store.matches()} == (
            outcome["safe"]
        )


FULL = "database or disk is full"
