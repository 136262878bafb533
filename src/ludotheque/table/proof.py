"""The proof of fairness in a record's first line: parsed, and checked for consistency.

Every error is a BadRecord for line 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..core.errors import BadRecord
from ..core.language import N_
from .fairness import VERSION, Commitments, derive_seat_seed, digest_of, match_key, parse_hex

KEYS = ("match_id", "commitment", "server_seed", "seat_commitments", "seat_seeds", "seed_by")
KEYS_2 = (*KEYS, "version", "rounds")
ROUND_KEYS = ("commitment", "seat_commitments", "seat_seeds", "failed_by")
LINE = 1
MAKERS = ("device", "server")


@dataclass(frozen=True)
class Round:
    """A round of the proof that could not be finished."""

    commitment: bytes
    seat_commitments: list[bytes | None]
    seat_seeds: list[bytes | None]
    failed_by: int

    @classmethod
    def read(cls, block: Any, players: Any) -> Round:
        check_keys(block, ROUND_KEYS, N_("a failed round has exactly: {keys}"))
        failed_by = block["failed_by"]
        if type(failed_by) is not int or not 0 <= failed_by < players:
            raise BadRecord(
                LINE,
                "failed_by is {found!r}; the seats are 0 … {most}",
                found=failed_by,
                most=players - 1,
            )
        return cls(
            hex_in("commitment", block["commitment"]),
            hex_per_seat("seat_commitments", block, players),
            hex_per_seat("seat_seeds", block, players),
            failed_by,
        )

    @property
    def late(self) -> list[int]:
        """The seats that did not reveal the seed they had committed to."""
        pairs = enumerate(zip(self.seat_commitments, self.seat_seeds, strict=True))
        return [seat for seat, (made, seed) in pairs if made is not None and seed is None]

    def mismatches(self, commitments: Commitments) -> Iterator[BadRecord]:
        number = commitments.round
        for seat, seed in enumerate(self.seat_seeds):
            if seed is None:
                continue
            if commitments.to_seat_seed(seat, seed) != self.seat_commitments[seat]:
                yield BadRecord(
                    LINE,
                    "in round {round} the seed of seat {seat} does not fit its commitment",
                    round=number,
                    seat=seat,
                )
        if self.failed_by not in self.late:
            yield BadRecord(
                LINE,
                "round {round} cannot have failed by seat {seat}: it had nothing left to reveal",
                round=number,
                seat=self.failed_by,
            )


@dataclass(frozen=True)
class Proof:
    """The parsed proof."""

    version: int
    match_id: str
    commitment: bytes
    server_seed: bytes | None  # None until the match is over
    seat_commitments: list[bytes | None]
    seat_seeds: list[bytes | None]
    seed_by: list[str]
    rounds: list[Round]  # that failed before the last one; unknown in version 1
    header: bytes  # the digest of the record's first line; empty in version 1

    @classmethod
    def read(cls, line: dict[str, Any]) -> Proof:
        """The proof in a record's first line."""
        block, players = line["fairness"], line.get("players")
        version = version_of(block)
        check_keys(
            block, KEYS if version == 1 else KEYS_2, "the proof of fairness has exactly: {keys}"
        )
        if not isinstance(block["match_id"], str):
            raise BadRecord(LINE, "match_id is text, not {found!r}", found=block["match_id"])
        makers = per_seat("seed_by", block["seed_by"], players)
        for maker in makers:
            if maker not in MAKERS:
                raise BadRecord(
                    LINE, "a seed is made by 'device' or 'server', not by {found!r}", found=maker
                )
        return cls(
            version,
            block["match_id"],
            hex_in("commitment", block["commitment"]),
            hex_or_null("server_seed", block["server_seed"]),
            hex_per_seat("seat_commitments", block, players),
            hex_per_seat("seat_seeds", block, players),
            makers,
            rounds_in(block, players),
            b"" if version == 1 else digest_of(line),
        )

    @property
    def commitments(self) -> Commitments:
        """How seeds were committed to in the round that counts, the last one."""
        return Commitments(self.match_id, len(self.rounds), self.version)

    @property
    def devices(self) -> int:
        """The number of seats whose device made its own seed."""
        return self.seed_by.count("device")

    def key(self) -> bytes | None:
        """The key of all draws, if every seed is known."""
        seeds = [seed for seed in self.seat_seeds if seed is not None]
        if self.server_seed is None or len(seeds) < len(self.seat_seeds):
            return None
        return match_key(self.server_seed, seeds, self.header)

    def mismatches(self) -> Iterator[BadRecord]:
        """Every seed that does not match its commitment or its derivation."""
        for number, failed in enumerate(self.rounds):
            yield from failed.mismatches(Commitments(self.match_id, number, self.version))
        if self.server_seed is not None:
            right = self.commitments.to_server_seed(self.server_seed)
            if right != self.commitment:
                yield BadRecord(
                    LINE,
                    "the server's seed does not fit its commitment, it gives {right}",
                    right=right.hex(),
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
        elif self.commitments.to_seat_seed(seat, seed) != commitment:
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


def version_of(block: Any) -> int:
    """The proof's version; the first one did not name itself."""
    if not isinstance(block, dict) or "version" not in block:
        return 1
    if type(block["version"]) is not int or block["version"] != VERSION:
        raise BadRecord(
            LINE,
            "the proof is of version {found!r}; this program knows {version}, and 1 without a "
            "version",
            found=block["version"],
            version=VERSION,
        )
    return VERSION


def check_keys(block: Any, keys: tuple[str, ...], template: str) -> None:
    if not isinstance(block, dict) or block.keys() != set(keys):
        raise BadRecord(LINE, template, keys=", ".join(keys))


def rounds_in(block: dict[str, Any], players: Any) -> list[Round]:
    rounds = block.get("rounds", [])
    if not isinstance(rounds, list):
        raise BadRecord(LINE, "rounds are a list, not {found!r}", found=rounds)
    return [Round.read(each, players) for each in rounds]


def hex_per_seat(name: str, block: dict[str, Any], players: Any) -> list[bytes | None]:
    return [hex_or_null(name, each) for each in per_seat(name, block[name], players)]


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
