"""The seeds of provably fair dice: kept in the save while playing, in the proof afterwards."""

from __future__ import annotations

from dataclasses import replace

from ...core.errors import BadOption, BadRecord
from ...table.fairness import Fairness
from ...table.match_id import new_match_id
from ...table.record import Record

SEEDS = "seeds"  # a header key of saves, never of the records that players are given


def with_seeds(record: Record) -> Record:
    """The record with fresh seeds, made before the first draw and bound to its first line."""
    fairness = Fairness.create(new_match_id(), record.players)
    fairness.fix_header(record.header)
    return replace(record, more=record.more | {SEEDS: fairness.private()})


def fairness_in(record: Record) -> Fairness | None:
    """The seeds in a saved match; None if it has none, BadRecord if they are damaged."""
    kept = record.more.get(SEEDS)
    if kept is None:
        return None
    try:
        fairness = Fairness.from_private(kept)
        fairness.dice()
    except (KeyError, TypeError, ValueError, BadOption):
        raise BadRecord(1, "the seeds of its dice cannot be read") from None
    return fairness


def with_proof(record: Record) -> Record:
    """The record without seeds but with its proof, which has them once the match is over."""
    fairness = fairness_in(record)
    if fairness is None:
        return record
    more = {key: value for key, value in record.more.items() if key != SEEDS}
    proof = fairness.header(finished=record.result is not None)
    return replace(record, more=more | {"fairness": proof})
