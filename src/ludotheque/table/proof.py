"""The proof of fairness in a record's first line: parsed, and checked for consistency.

Every error is a BadRecord for line 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..core.errors import BadRecord
from .fairness import derive_seat_seed, match_key, parse_hex, seat_commitment, server_commitment

KEYS = ("match_id", "commitment", "server_seed", "seat_commitments", "seat_seeds", "seed_by")
LINE = 1
MAKERS = ("device", "server")


@dataclass(frozen=True)
class Proof:
    """The parsed proof."""

    match_id: str
    commitment: bytes
    server_seed: bytes | None  # None until the match is over
    seat_commitments: list[bytes | None]
    seat_seeds: list[bytes | None]
    seed_by: list[str]

    @classmethod
    def read(cls, block: Any, players: Any) -> Proof:
        if not isinstance(block, dict) or block.keys() != set(KEYS):
            raise BadRecord(LINE, "the proof of fairness has exactly: {keys}", keys=", ".join(KEYS))
        if not isinstance(block["match_id"], str):
            raise BadRecord(LINE, "match_id is text, not {found!r}", found=block["match_id"])
        commitment = hex_in("commitment", block["commitment"])
        server_seed = hex_or_null("server_seed", block["server_seed"])
        lists = {name: per_seat(name, block[name], players) for name in KEYS[3:]}
        for maker in lists["seed_by"]:
            if maker not in MAKERS:
                raise BadRecord(
                    LINE, "a seed is made by 'device' or 'server', not by {found!r}", found=maker
                )
        return cls(
            block["match_id"],
            commitment,
            server_seed,
            [hex_or_null("seat_commitments", each) for each in lists["seat_commitments"]],
            [hex_or_null("seat_seeds", each) for each in lists["seat_seeds"]],
            lists["seed_by"],
        )

    @property
    def devices(self) -> int:
        """The number of seats whose device made its own seed."""
        return self.seed_by.count("device")

    def key(self) -> bytes | None:
        """The key of all draws, if every seed is known."""
        seeds = [seed for seed in self.seat_seeds if seed is not None]
        if self.server_seed is None or len(seeds) < len(self.seat_seeds):
            return None
        return match_key(self.server_seed, seeds)

    def mismatches(self) -> Iterator[BadRecord]:
        """Every seed that does not match its commitment or its derivation."""
        if self.server_seed is not None and server_commitment(self.server_seed) != self.commitment:
            yield BadRecord(
                LINE,
                "the server's seed does not fit its commitment, it gives {right}",
                right=server_commitment(self.server_seed).hex(),
            )
        for seat, maker in enumerate(self.seed_by):
            yield from self._of_device(seat) if maker == "device" else self._of_server(seat)

    def _of_device(self, seat: int) -> Iterator[BadRecord]:
        commitment, seed = self.seat_commitments[seat], self.seat_seeds[seat]
        if commitment is None:
            yield BadRecord(LINE, "the device of seat {seat} has committed to no seed", seat=seat)
        elif seed is None:
            if self.server_seed is not None:  # before the end it may still be revealed
                yield BadRecord(LINE, "the seed of seat {seat} was never revealed", seat=seat)
        elif seat_commitment(self.match_id, seat, seed) != commitment:
            yield BadRecord(LINE, "the seed of seat {seat} does not fit its commitment", seat=seat)

    def _of_server(self, seat: int) -> Iterator[BadRecord]:
        if self.seat_commitments[seat] is not None:
            yield BadRecord(
                LINE, "seat {seat} has no device, and yet a commitment of one", seat=seat
            )
        if self.server_seed is not None:
            right = derive_seat_seed(self.server_seed, seat)
            if self.seat_seeds[seat] != right:
                yield BadRecord(
                    LINE,
                    "the seed of seat {seat} should come from the server's, which gives {right}",
                    seat=seat,
                    right=right.hex(),
                )


def per_seat(name: str, found: Any, players: Any) -> list[Any]:
    if not isinstance(found, list) or len(found) != players:
        raise BadRecord(LINE, "{name} has one entry for each seat", name=name)
    return found


def hex_or_null(name: str, found: Any) -> bytes | None:
    return None if found is None else hex_in(name, found)


def hex_in(name: str, found: Any) -> bytes:
    data = parse_hex(found)
    if data is None:
        raise BadRecord(
            LINE,
            "{name} is not 32 bytes in 64 small hexadecimal digits: {found!r}",
            name=name,
            found=found,
        )
    return data
