"""Access control of a match: which seats a principal may act for, and who may watch.

There are three kinds of seats: a bot's; one for people at the server's machine or the creator's
device; and one that is reached by a private link. A link holds a capability token, shown once to
whoever invites. Only hashes of tokens and device names are stored, so reading the store gives
nobody a seat.

A seating is immutable: its methods return a new one, which takes effect once it is on disk.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Literal, Protocol

from ..core.errors import BadOption, LudothequeError

TOKEN_BYTES = 24
LONGEST_TOKEN = 100
MOST_SPECTATORS = 200
CLOCKS = (30, 60, 120, 86_400)  # the possible time limits for a move, in seconds

Kind = Literal["bot", "here", "link"]

#: Fields of a seating that are stored under the names they had before a renaming.
STORED_NAMES = {
    "places": "seats",
    "homely": "created_locally",
    "watch": "spectator_link",
    "watchers": "spectators",
}


class BadLink(LudothequeError):
    """A link whose token is not, or no longer, valid."""

    code = "bad_link"

    def __init__(self) -> None:
        super().__init__("this link opens nothing: ask whoever sent it for a new one")


class Principal(Protocol):
    """Whoever sends a request, described by what identifies them."""

    @property
    def key(self) -> str | None:
        """The hash of the device's name."""

    @property
    def is_local(self) -> bool:
        """Whether the request comes from the machine that runs the server."""

    @property
    def bearer(self) -> str | None:
        """The hash of the token that a program sends with every request."""


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """A token as it is stored."""
    return sha256(token[:LONGEST_TOKEN].encode("utf-8", "replace")).hexdigest()


def hashes_match(one: str | None, other: str | None) -> bool:
    """Whether two hashes are equal, compared in constant time."""
    return one is not None and other is not None and compare_digest(one, other)


def contains_hash(key: str | None, keys: Iterable[str]) -> bool:
    return max((hashes_match(key, each) for each in keys), default=False)  # in constant time


@dataclass(frozen=True)
class SeatAccess:
    """Who may act for one seat."""

    kind: Kind
    link: str | None = None  # the hash of its token; whoever presents the token gets the seat
    holders: frozenset[str] = frozenset()  # devices
    stand_in: str | None = None  # the level of the bot that plays while the person is away
    own_seed: bool = False  # its device makes a seed of its own for the dice
    name: str | None = None  # chosen by the person when joining

    def data(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "link": self.link,
            "holders": sorted(self.holders),
            "stand_in": self.stand_in,
            "own_seed": self.own_seed,
            "name": self.name,
        }

    @classmethod
    def of(cls, kept: dict[str, Any]) -> SeatAccess:
        return cls(**{**kept, "holders": frozenset(kept["holders"])})


@dataclass(frozen=True)
class Seating:
    """Who may act for each seat of a match, who may watch it, and whether it has begun."""

    seats: tuple[SeatAccess, ...]
    owner: str | None = None  # the device that created the match, if one did
    created_locally: bool = True  # then local principals may act for the seats that are `here`
    spectator_link: str | None = None  # the hash of the spectators' token
    spectators: frozenset[str] = frozenset()  # devices
    clock: int | None = None  # seconds for a move
    begun: bool = True
    round: int = 0  # how often commitments and reveals had to start over

    @classmethod
    def here(cls, bots: Sequence[str | None]) -> Seating:
        """A seating of bots and local people, as in matches stored before there were links."""
        return cls(tuple(SeatAccess("here" if bot is None else "bot") for bot in bots))

    @classmethod
    def made(
        cls,
        bots: Sequence[str | None],
        friends: Iterable[int] = (),
        owner: str | None = None,
        *,
        created_locally: bool = True,
        own_seed: bool = False,
        clock: int | None = None,
    ) -> Seating:
        """The seating of a new match: friends join by link, other people share the owner's device.

        A person who is alone at the owner's device may contribute a seed for the dice.
        """
        friends = frozenset(friends)
        check_friends(bots, friends)
        check_clock(clock)
        holders = frozenset() if owner is None else frozenset((owner,))
        here = [seat for seat, bot in enumerate(bots) if bot is None and seat not in friends]
        seats = [
            SeatAccess("bot")
            if bot is not None
            else SeatAccess("link")
            if seat in friends
            else SeatAccess("here", holders=holders, own_seed=own_seed and len(here) == 1)
            for seat, bot in enumerate(bots)
        ]
        waits = bool(friends) or any(access.own_seed for access in seats)
        return cls(tuple(seats), owner, created_locally, clock=clock, begun=not waits)

    # Permissions

    def seats_of(self, principal: Principal) -> frozenset[int]:
        """The seats that a principal may act for."""
        if principal.bearer is not None:
            return self._seats_where(lambda access: hashes_match(principal.bearer, access.link))
        held = self.held_by(principal.key)
        if self.created_locally and self.counts_as_local(principal):
            held |= self._seats_where(lambda access: access.kind == "here")
        return held

    def admits(self, principal: Principal) -> bool:
        """Whether a principal may know that the match exists."""
        if self.seats_of(principal) or self.counts_as_local(principal):
            return True
        if principal.bearer is not None:
            return hashes_match(principal.bearer, self.spectator_link)
        is_owner = hashes_match(principal.key, self.owner)
        return contains_hash(principal.key, self.spectators) or is_owner

    def owns(self, principal: Principal) -> bool:
        """Whether a principal is the creating device, or local if the match was created locally."""
        if principal.bearer is not None:
            return False
        is_owner = hashes_match(principal.key, self.owner)
        return is_owner or (self.created_locally and self.counts_as_local(principal))

    def may_stop(self, principal: Principal) -> bool:
        """Whether a principal may end the match for all: as owner, or with all people's seats."""
        people = self._seats_where(lambda access: access.kind != "bot")
        return self.owns(principal) or (bool(people) and people <= self.seats_of(principal))

    def counts_as_local(self, principal: Principal) -> bool:
        """Whether a principal has local rights; joining by a link gives only the link's rights."""
        return (
            principal.is_local
            and principal.bearer is None
            and not self._came_by_link(principal.key)
        )

    def _came_by_link(self, key: str | None) -> bool:
        linked = self._seats_where(lambda access: access.kind == "link")
        return bool(linked & self.held_by(key)) or contains_hash(key, self.spectators)

    def held_by(self, key: str | None) -> frozenset[int]:
        """The seats that a device holds itself, without those it may use because it is local."""
        return self._seats_where(lambda access: contains_hash(key, access.holders))

    def _seats_where(self, fits: Callable[[SeatAccess], bool]) -> frozenset[int]:
        return frozenset(seat for seat, access in enumerate(self.seats) if fits(access))

    # Queries

    @property
    def has_friends(self) -> bool:
        """Whether somebody may play or watch from elsewhere."""
        links = [access for access in self.seats if access.link or access.kind == "link"]
        return bool(self.spectator_link or self.spectators or links)

    @property
    def is_at_several_devices(self) -> bool:
        """Whether the people who play use several devices."""
        return len({access.holders for access in self.seats if access.kind != "bot"}) > 1

    @property
    def empty(self) -> list[int]:
        """The seats with a link that nobody has used yet."""
        pairs = enumerate(self.seats)
        return [seat for seat, access in pairs if access.kind == "link" and not access.holders]

    @property
    def creator_seats(self) -> frozenset[int]:
        """The seats at the device on which the match was created."""
        return self._seats_where(lambda access: access.kind == "here") | self.held_by(self.owner)

    @property
    def stand_ins(self) -> dict[int, str]:
        """The seats whose people are away, and the level of the bot that plays for each."""
        pairs = enumerate(self.seats)
        return {seat: access.stand_in for seat, access in pairs if access.stand_in is not None}

    @property
    def devices(self) -> frozenset[str]:
        """All devices that belong to the match."""
        holders = frozenset[str]().union(*(access.holders for access in self.seats))
        return holders | self.spectators | frozenset((self.owner,) if self.owner else ())

    def names(self, given: Sequence[str]) -> list[str]:
        """The players' names: those they chose when joining, or else the `given` ones."""
        pairs = zip(self.seats, given, strict=True)
        return [access.name or name for access, name in pairs]

    # Changes

    def invite(self, seat: int, token: str) -> Seating:
        """Give a person's seat a new link; the old link stops working.

        Before the match begins, this also frees the seat.
        """
        access = self.seats[seat]
        if access.kind == "bot":
            raise BadOption("seat {seat} is a robot's: there is no link to it", seat=seat)
        changes: dict[str, Any] = {"link": token_hash(token)}
        if access.kind == "link" and not self.begun:
            changes |= {"holders": frozenset(), "own_seed": False, "name": None}
        return self._with(seat, **changes)

    def open_to_spectators(self, token: str) -> Seating:
        """Make a new link for spectators; those who already watch may continue."""
        return replace(self, spectator_link=token_hash(token))

    def seat_opened_by(self, token: str) -> int | None:
        """The seat whose link has this token; None if there is none."""
        found = [
            seat
            for seat, access in enumerate(self.seats)
            if hashes_match(token_hash(token), access.link)
        ]
        return found[0] if found else None

    def sit_down(
        self, token: str, key: str, *, name: str | None = None, own_seed: bool = False
    ) -> Seating:
        """Give the token's seat to a device, and take it from all other devices."""
        seat = self.seat_opened_by(token)
        if seat is None:
            raise BadLink
        changes: dict[str, Any] = {"kind": "link", "holders": frozenset((key,)), "stand_in": None}
        if not self.begun:
            changes |= {"own_seed": own_seed, "name": name or self.seats[seat].name}
        return self._with(seat, **changes)

    def add_spectator(self, token: str, principal: Principal) -> Seating:
        """Let a device watch; nothing changes for one that already belongs to the match."""
        if not hashes_match(token_hash(token), self.spectator_link):
            raise BadLink
        key = principal.key
        if key is None or contains_hash(key, self.devices):
            return self
        if len(self.spectators) >= MOST_SPECTATORS:
            raise BadOption("{most} people look on already: there is no room", most=MOST_SPECTATORS)
        return replace(self, spectators=self.spectators | {key})

    def leave(self, seat: int, level: str) -> Seating:
        """Let a bot stand in for the seat until its person returns."""
        if self.seats[seat].kind == "bot":
            raise BadOption("seat {seat} is a robot's: nobody can leave it", seat=seat)
        return self._with(seat, stand_in=level)

    def return_to(self, seat: int) -> Seating:
        return self._with(seat, stand_in=None)

    def next_round(self) -> Seating:
        """Start another round of commitments and reveals."""
        return replace(self, round=self.round + 1)

    def begin(self) -> Seating:
        return replace(self, begun=True)

    def again(self) -> Seating:
        """The seating of a rematch: the same people, and new seeds from those who had made one."""
        fresh = [replace(access, link=None, stand_in=None, name=None) for access in self.seats]
        waits = any(access.own_seed for access in fresh)
        return replace(self, seats=tuple(fresh), spectator_link=None, begun=not waits, round=0)

    def _with(self, seat: int, **changes: Any) -> Seating:
        seats = list(self.seats)
        seats[seat] = replace(seats[seat], **changes)
        return replace(self, seats=tuple(seats))

    # Storage

    def data(self) -> dict[str, Any]:
        """Everything, as JSON for the store's private column; the keys never change."""
        return {
            "places": [access.data() for access in self.seats],
            "owner": self.owner,
            "homely": self.created_locally,
            "watch": self.spectator_link,
            "watchers": sorted(self.spectators),
            "clock": self.clock,
            "begun": self.begun,
            "round": self.round,
        }

    @classmethod
    def of(cls, kept: dict[str, Any]) -> Seating:
        stored = {STORED_NAMES.get(key, key): value for key, value in kept.items()}
        seats = tuple(SeatAccess.of(access) for access in stored["seats"])
        return cls(**{**stored, "seats": seats, "spectators": frozenset(stored["spectators"])})


def check_friends(bots: Sequence[str | None], friends: frozenset[int]) -> None:
    for seat in friends:
        if not 0 <= seat < len(bots):
            raise BadOption(
                "there is no seat {seat!r}; allowed: 0 … {most}", seat=seat, most=len(bots) - 1
            )
        if bots[seat] is not None:
            raise BadOption("seat {seat} is a robot's, not a friend's", seat=seat)


def check_clock(clock: int | None) -> None:
    if clock is not None and clock not in CLOCKS:
        raise BadOption(
            "clock is {clock!r}; allowed: none, or seconds for a move: {allowed}",
            clock=clock,
            allowed=", ".join(map(str, CLOCKS)),
        )
