"""A process that is killed while writing loses nothing that the store has confirmed."""

from pathlib import Path

from .kill import kill_again_and_again

KILLS = 8


def test_killed_at_any_moment_nothing_that_was_answered_for_is_lost(folder: Path) -> None:
    ledger = kill_again_and_again(folder, KILLS, seed=0)
    assert ledger.answers
    assert ledger.ended or ledger.kept
