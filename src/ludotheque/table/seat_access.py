"""Access to one seat of a match: the secrets that hold it, and how it changed hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from .avatar import Avatar

Kind = Literal["bot", "here", "link"]


class Principal(Protocol):
    """Whoever sends a request, described by what identifies them."""

    @property
    def key(self) -> str | None:
        """The hash of the device's name."""

    @property
    def keys(self) -> frozenset[str]:
        """The hashes of the device's name and of those that it had before."""

    @property
    def is_local(self) -> bool:
        """Whether the request comes from the machine that runs the server."""

    @property
    def bearer(self) -> str | None:
        """The hash of the token that a program sends with every request."""


def is_any_of(principal: Principal, keys: Iterable[str | None]) -> bool:
    """Whether one of these devices is the principal's.

    Sets of hashes need no constant time: nobody can choose a secret by how its hash begins.
    """
    return not principal.keys.isdisjoint(keys)


@dataclass(frozen=True)
class SeatAccess:
    """Who may act for one seat."""

    kind: Kind
    link: str | None = None  # the hash of the latest invitation
    spent: bool = False  # whether somebody has sat down with it
    holders: frozenset[str] = frozenset()  # devices
    secret: str | None = None  # the hash of what a program at this seat sends with every request
    attempt: str | None = None  # the hash of the nonce with which somebody has sat down
    stand_in: str | None = None  # the level of the bot that plays while the person is away
    own_seed: bool = False  # its device makes a seed of its own for the dice
    name: str | None = None  # chosen by the person when joining
    avatar: Avatar | None = None  # None in matches from before there were any

    def data(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "link": self.link,
            "spent": self.spent,
            "holders": sorted(self.holders),
            "secret": self.secret,
            "attempt": self.attempt,
            "stand_in": self.stand_in,
            "own_seed": self.own_seed,
            "name": self.name,
            "avatar": None if self.avatar is None else str(self.avatar),
        }

    @classmethod
    def of(cls, kept: dict[str, Any]) -> SeatAccess:
        """A seat as it was stored.

        Before invitations were spent, a link's token was also what programs sent: for a seat that
        was taken then, it still is.
        """
        if "spent" not in kept and kept["kind"] == "link" and kept["holders"]:
            kept = {**kept, "spent": True, "secret": kept["link"]}
        avatar = Avatar.read(kept.get("avatar"))
        return cls(**{**kept, "holders": frozenset(kept["holders"]), "avatar": avatar})


@dataclass(frozen=True)
class Reassignment:
    """A taken seat to which its match's owner, and not its holder, has made a new link."""

    seat: int
    at: str  # when, in ISO 8601
    taken: bool  # whether the seat has changed hands, or is only about to
    before: frozenset[str] = frozenset()  # the secrets that held it, as hashes; shown to nobody

    def data(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "at": self.at,
            "taken": self.taken,
            "before": sorted(self.before),
        }

    @classmethod
    def of(cls, kept: dict[str, Any]) -> Reassignment:
        return cls(**{**kept, "before": frozenset(kept["before"])})
