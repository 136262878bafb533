"""Provably fair dice: a commit–reveal protocol, and draws derived from the seeds with HMAC-SHA-256.

Before anybody joins, the server commits to a seed of its own. Every seat with a device may add a
seed, to which it commits before it has seen the others'. The key of the match is derived from all
seeds and the record's first line, and every draw from the key and its number. After the match the
server's seed is published, and anybody can compute the draws again.

Seeds are agreed upon in rounds. A round in which somebody does not reveal their seed has failed; it
stays in the proof, so that nobody can quietly try again until the dice please them.

This is version 2 of the protocol. In version 1 commitments named no round, failed rounds were not
kept, and the key covered the seeds alone; matches that began with it go on with it.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Any

from ..core.errors import BadOption

SEED_BYTES = 32
BLOCK = 64  # bytes that SHA-256 hashes at a time
WORD = 2**64  # a draw is made from one 64-bit word
LARGEST_DRAW = 2**32
HEX = re.compile(f"[0-9a-f]{{{2 * SEED_BYTES}}}")
VERSION = 2  # of the protocol


def new_seed() -> bytes:
    """A seed from the operating system's random number generator."""
    return secrets.token_bytes(SEED_BYTES)


@dataclass(frozen=True)
class Commitments:
    """How seeds are committed to in one round of one match, so that no commitment can be reused."""

    match_id: str
    round: int = 0
    version: int = VERSION

    def to_server_seed(self, seed: bytes) -> bytes:
        """The server's commitment, published before anybody joins."""
        if self.version == 1:
            return sha256(seed).digest()
        return sha256(b"ludotheque/2 server" + self._match_and_round + seed).digest()

    def to_seat_seed(self, seat: int, seed: bytes) -> bytes:
        """A device's commitment; bound to its seat, so that nobody can copy it."""
        if self.version == 1:
            return sha256(self.match_id.encode() + bytes([seat]) + seed).digest()
        domain = b"ludotheque/2 seat" + self._match_and_round
        return sha256(domain + bytes([seat]) + seed).digest()

    @property
    def _match_and_round(self) -> bytes:
        return self.match_id.encode() + self.round.to_bytes(4, "big")


def digest_of(header: Mapping[str, Any]) -> bytes:
    """SHA-256 of a record's first line without its proof, as JSON in one canonical form."""
    covered = {key: value for key, value in header.items() if key != "fairness"}
    text = json.dumps(covered, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).digest()


def derive_seat_seed(server_seed: bytes, seat: int) -> bytes:
    """The seed of a seat without a device, derived from the server's seed and so not chosen."""
    return hmac(server_seed, b"seat" + bytes([seat]))


def match_key(server_seed: bytes, seat_seeds: Sequence[bytes], header: bytes = b"") -> bytes:
    """The key of all draws: HMAC of the header's digest and the seats' seeds, in seat order.

    The HMAC's own key is the server's seed. In version 1 there is no digest.
    """
    return hmac(server_seed, header + b"".join(seat_seeds))


def fair_draw(key: bytes, number: int, size: int) -> int:
    """Draw `number` of a match: uniform below `size`, by rejection sampling."""
    return uniform(lambda message: hmac(key, message), number, size)


def uniform(keyed: Callable[[bytes], bytes], number: int, size: int) -> int:
    """Draw `number` by rejection sampling from the words that an HMAC gives."""
    if not 1 <= size <= LARGEST_DRAW:
        raise ValueError(f"a draw has 1 to {LARGEST_DRAW} outcomes, not {size}")
    fair = WORD - WORD % size  # words from here on are rejected: they would favour small outcomes
    attempt = 0
    while True:
        tried = keyed(number.to_bytes(8, "big") + attempt.to_bytes(4, "big"))
        word = int.from_bytes(tried[:8], "big")
        if word < fair:
            return word % size
        attempt += 1


def hmac(key: bytes, message: bytes) -> bytes:
    return digest(key, message, "sha256")


class KeyedHash:
    """HMAC-SHA-256 under one key of up to 64 bytes (RFC 2104), for many short messages: the key is
    hashed once, which takes less than half the time of `hmac`."""

    def __init__(self, key: bytes) -> None:
        padded = int.from_bytes(key.ljust(BLOCK, b"\0"), "big")
        self._inner, self._outer = (
            sha256((padded ^ int.from_bytes(bytes([pad]) * BLOCK, "big")).to_bytes(BLOCK, "big"))
            for pad in (0x36, 0x5C)
        )

    def __call__(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


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
        self._keyed = KeyedHash(key)

    def draw(self, number: int, size: int) -> int:
        return uniform(self._keyed, number, size)


@dataclass(frozen=True)
class FailedRound:
    """A round in which somebody did not reveal the seed that they had committed to."""

    commitment: bytes  # the server's
    seat_commitments: list[bytes | None]
    seat_seeds: list[bytes | None] = field(repr=False)  # those that were revealed
    failed_by: int  # the seat; the first of them if there are several
    names: list[str] = field(default_factory=list)  # of all who were late; not in the proof

    def data(self) -> dict[str, Any]:
        """The round as it stands in the proof."""
        return {
            "commitment": self.commitment.hex(),
            "seat_commitments": [hex_or_none(each) for each in self.seat_commitments],
            "seat_seeds": [hex_or_none(seed) for seed in self.seat_seeds],
            "failed_by": self.failed_by,
        }

    def private(self) -> dict[str, Any]:
        return {**self.data(), "names": self.names}

    @classmethod
    def from_private(cls, kept: dict[str, Any]) -> FailedRound:
        return cls(
            bytes.fromhex(kept["commitment"]),
            [parse_hex(each) for each in kept["seat_commitments"]],
            [parse_hex(seed) for seed in kept["seat_seeds"]],
            kept["failed_by"],
            kept["names"],
        )


@dataclass
class Fairness:
    """The seeds and commitments of one match. By default the server derives every seat's seed."""

    match_id: str
    server_seed: bytes = field(repr=False)
    seat_commitments: list[bytes | None]  # None: no device, the server derives the seat's seed
    revealed: list[bytes | None] = field(repr=False)  # by the devices
    version: int = VERSION
    rounds: list[FailedRound] = field(default_factory=list)  # before this one
    header_digest: bytes | None = None  # None until the header is fixed, and in version 1
    late: list[str] | None = None  # this round has failed, by these people; None: it has not
    consents: frozenset[int] = frozenset()  # the seats that agree to another round

    @classmethod
    def create(cls, match_id: str, seats: int, version: int = VERSION) -> Fairness:
        return cls(match_id, new_seed(), [None] * seats, [None] * seats, version)

    @property
    def commitments(self) -> Commitments:
        """How seeds are committed to in this round."""
        return Commitments(self.match_id, len(self.rounds), self.version)

    @property
    def commitment(self) -> bytes:
        return self.commitments.to_server_seed(self.server_seed)

    @property
    def has_revealed(self) -> bool:
        """Whether a device has revealed its seed in this round."""
        return any(seed is not None for seed in self.revealed)

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

    def fix_header(self, header: Mapping[str, Any]) -> None:
        """Bind the dice to the record's first line; it must not change afterwards."""
        if self.version > 1 and self.header_digest is None:
            self.header_digest = digest_of(header)

    def next_round(self) -> Fairness:
        """New seeds, after this round has failed; the proof keeps what happened in it."""
        fresh = Fairness.create(self.match_id, len(self.revealed), self.version)
        if self.version > 1:
            fresh.rounds = [*self.rounds, self._as_failed()]
        return fresh

    def _as_failed(self) -> FailedRound:
        return FailedRound(
            self.commitment,
            self.seat_commitments,
            self.revealed,
            self.unrevealed[0],
            self.late or [],
        )

    def commit(self, seat: int, commitment: bytes | None) -> None:
        """Set a device's commitment, or with None remove it; refused once a seed has been revealed.

        Whoever commits after a reveal could choose their seed to influence the dice.
        """
        self._check_seat(seat)
        if commitment is not None:
            check_length("commitment", commitment)
        if self.has_revealed:
            raise BadOption("seeds have been revealed: nobody can commit to another one now")
        self.seat_commitments[seat] = commitment

    def reveal(self, seat: int, seed: bytes) -> None:
        """Set the seed that a device has committed to."""
        self._check_seat(seat)
        check_length("seat_seed", seed)
        commitment = self.seat_commitments[seat]
        if commitment is None:
            raise BadOption("seat {seat} has committed to no seed", seat=seat)
        if not compare_digest(self.commitments.to_seat_seed(seat, seed), commitment):
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
        if self.version > 1 and self.header_digest is None:
            raise ValueError("the record's first line is not fixed yet")
        return FairDice(match_key(self.server_seed, seeds, self.header_digest or b""))

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
            **self._since_version_2(),
        }

    def _since_version_2(self) -> dict[str, Any]:
        if self.version == 1:
            return {}
        return {"version": self.version, "rounds": [failed.data() for failed in self.rounds]}

    def private(self) -> dict[str, Any]:
        """Everything, as JSON for the store's private column."""
        return {
            "match_id": self.match_id,
            "server_seed": self.server_seed.hex(),
            "seat_commitments": [hex_or_none(each) for each in self.seat_commitments],
            "revealed": [hex_or_none(seed) for seed in self.revealed],
            "version": self.version,
            "rounds": [failed.private() for failed in self.rounds],
            "header_digest": hex_or_none(self.header_digest),
            "late": self.late,
            "consents": sorted(self.consents),
        }

    @classmethod
    def from_private(cls, kept: dict[str, Any]) -> Fairness:
        """What was stored; seeds without a version are those of a match begun with version 1."""
        return cls(
            kept["match_id"],
            bytes.fromhex(kept["server_seed"]),
            [parse_hex(each) for each in kept["seat_commitments"]],
            [parse_hex(seed) for seed in kept["revealed"]],
            kept.get("version", 1),
            [FailedRound.from_private(failed) for failed in kept.get("rounds", [])],
            parse_hex(kept.get("header_digest")),
            kept.get("late"),
            frozenset(kept.get("consents", [])),
        )


def check_length(name: str, data: bytes) -> None:
    if type(data) is not bytes or len(data) != SEED_BYTES:
        raise BadOption("{name} has {most} bytes", name=name, most=SEED_BYTES)
