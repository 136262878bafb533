"""Provably fair dice: a commit–reveal protocol, and draws derived from the seeds with HMAC-SHA-256.

Before anybody joins, the server commits to a seed of its own. Every seat with a device may add a
seed, to which it commits before it has seen the others'. The key of the match is derived from all
seeds, and every draw from the key and its number. After the match the server's seed is published,
and anybody can compute the draws again.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Any

from ..core.errors import BadOption

SEED_BYTES = 32
WORD = 2**64  # a draw is made from one 64-bit word
LARGEST_DRAW = 2**32
HEX = re.compile(f"[0-9a-f]{{{2 * SEED_BYTES}}}")


def new_seed() -> bytes:
    """A seed from the operating system's random number generator."""
    return secrets.token_bytes(SEED_BYTES)


def server_commitment(server_seed: bytes) -> bytes:
    """The server's commitment, published before anybody joins."""
    return sha256(server_seed).digest()


def seat_commitment(match_id: str, seat: int, seat_seed: bytes) -> bytes:
    """A device's commitment; bound to one seat of one match, so that nobody can copy it."""
    return sha256(match_id.encode() + bytes([seat]) + seat_seed).digest()


def derive_seat_seed(server_seed: bytes, seat: int) -> bytes:
    """The seed of a seat without a device, derived from the server's seed and so not chosen."""
    return hmac(server_seed, b"seat" + bytes([seat]))


def match_key(server_seed: bytes, seat_seeds: list[bytes]) -> bytes:
    """The key of all draws: HMAC of the seats' seeds, in seat order, with the server's seed."""
    return hmac(server_seed, b"".join(seat_seeds))


def fair_draw(key: bytes, number: int, size: int) -> int:
    """Draw `number` of a match: uniform below `size`, by rejection sampling."""
    if not 1 <= size <= LARGEST_DRAW:
        raise ValueError(f"a draw has 1 to {LARGEST_DRAW} outcomes, not {size}")
    fair = WORD - WORD % size  # words from here on are rejected: they would favour small outcomes
    attempt = 0
    while True:
        tried = hmac(key, number.to_bytes(8, "big") + attempt.to_bytes(4, "big"))
        word = int.from_bytes(tried[:8], "big")
        if word < fair:
            return word % size
        attempt += 1


def hmac(key: bytes, message: bytes) -> bytes:
    return digest(key, message, "sha256")


def parse_hex(text: object) -> bytes | None:
    """The bytes of a seed or a commitment in hexadecimal; None for any other value."""
    if isinstance(text, str) and HEX.fullmatch(text):
        return bytes.fromhex(text)
    return None


def hex_or_none(data: bytes | None) -> str | None:
    return None if data is None else data.hex()


class FairDice:
    """Dice whose draws are derived from a match's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def draw(self, number: int, size: int) -> int:
        return fair_draw(self._key, number, size)


@dataclass
class Fairness:
    """The seeds and commitments of one match. By default the server derives every seat's seed."""

    match_id: str
    server_seed: bytes = field(repr=False)
    seat_commitments: list[bytes | None]  # None: no device, the server derives the seat's seed
    revealed: list[bytes | None] = field(repr=False)  # by the devices

    @classmethod
    def create(cls, match_id: str, seats: int) -> Fairness:
        return cls(match_id, new_seed(), [None] * seats, [None] * seats)

    @property
    def commitment(self) -> bytes:
        return server_commitment(self.server_seed)

    @property
    def unrevealed(self) -> list[int]:
        """The seats that have committed to a seed but not revealed it yet."""
        pairs = zip(self.seat_commitments, self.revealed, strict=True)
        return [
            seat
            for seat, (commitment, seed) in enumerate(pairs)
            if commitment is not None and seed is None
        ]

    @property
    def seat_seeds(self) -> list[bytes | None]:
        """Every seat's seed; None if a device has not revealed it yet."""
        return [
            derive_seat_seed(self.server_seed, seat) if commitment is None else self.revealed[seat]
            for seat, commitment in enumerate(self.seat_commitments)
        ]

    def commit(self, seat: int, commitment: bytes | None) -> None:
        """Set a device's commitment, or with None remove it; refused once a seed has been revealed.

        Whoever commits after a reveal could choose their seed to influence the dice.
        """
        self._check_seat(seat)
        if commitment is not None:
            check_length("commitment", commitment)
        if any(seed is not None for seed in self.revealed):
            raise BadOption("seeds have been revealed: nobody can commit to another one now")
        self.seat_commitments[seat] = commitment

    def reveal(self, seat: int, seed: bytes) -> None:
        """Set the seed that a device has committed to."""
        self._check_seat(seat)
        check_length("seat_seed", seed)
        commitment = self.seat_commitments[seat]
        if commitment is None:
            raise BadOption("seat {seat} has committed to no seed", seat=seat)
        if not compare_digest(seat_commitment(self.match_id, seat, seed), commitment):
            raise BadOption("the seed of seat {seat} does not fit its commitment", seat=seat)
        self.revealed[seat] = seed

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < len(self.seat_commitments):
            raise BadOption(
                "there is no seat {seat!r}; allowed: 0 … {most}",
                seat=seat,
                most=len(self.seat_commitments) - 1,
            )

    def dice(self) -> FairDice:
        """The match's dice; BadOption while a seed has not been revealed."""
        seeds = [seed for seed in self.seat_seeds if seed is not None]
        if self.unrevealed:
            raise BadOption(
                "these seats have not revealed their seeds: {seats}",
                seats=", ".join(map(str, self.unrevealed)),
            )
        return FairDice(match_key(self.server_seed, seeds))

    def header(self, finished: bool) -> dict[str, Any]:
        """The proof for a record's first line; it has the server's seed only after the match."""
        return {
            "match_id": self.match_id,
            "commitment": self.commitment.hex(),
            "server_seed": self.server_seed.hex() if finished else None,
            "seat_commitments": [hex_or_none(each) for each in self.seat_commitments],
            "seat_seeds": [hex_or_none(seed) for seed in self.seat_seeds],
            "seed_by": [
                "server" if commitment is None else "device" for commitment in self.seat_commitments
            ],
        }

    def private(self) -> dict[str, Any]:
        """Everything, as JSON for the store's private column."""
        return {
            "match_id": self.match_id,
            "server_seed": self.server_seed.hex(),
            "seat_commitments": [hex_or_none(each) for each in self.seat_commitments],
            "revealed": [hex_or_none(seed) for seed in self.revealed],
        }

    @classmethod
    def from_private(cls, kept: dict[str, Any]) -> Fairness:
        return cls(
            kept["match_id"],
            bytes.fromhex(kept["server_seed"]),
            [parse_hex(each) for each in kept["seat_commitments"]],
            [parse_hex(seed) for seed in kept["revealed"]],
        )


def check_length(name: str, data: bytes) -> None:
    if type(data) is not bytes or len(data) != SEED_BYTES:
        raise BadOption("{name} has {most} bytes", name=name, most=SEED_BYTES)
