"""Access control of a match: which seats a principal may act for, and who may watch.

There are three kinds of seats: a bot's; one for people at the server's machine or the creator's
device; and one that is reached by a private link. A link holds an invitation, a token that is shown
once to whoever invites, and is spent by sitting down: from then on the seat is held by secrets that
only its device has seen. Only hashes of tokens and device names are stored, so reading the store
gives nobody a seat.

A seating is immutable: its methods return a new one, which takes effect once it is on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.caching import cached_attribute
from ..core.errors import BadOption
from .avatar import Avatar, distinct
from .seat_access import Principal, Reassignment, SeatAccess, is_any_of
from .tokens import BadLink, SeatTaken, hashes_match, token_hash

MOST_SPECTATORS = 200
MOST_REASSIGNMENTS = 20  # that are remembered
CLOCKS = (30, 60, 120, 86_400)  # the possible time limits for a move, in seconds

#: Fields of a seating that are stored under the names they had before a renaming.
STORED_NAMES = {
    "places": "seats",
    "homely": "created_locally",
    "watch": "spectator_link",
    "watchers": "spectators",
}


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
    reassignments: tuple[Reassignment, ...] = ()  # in order; everybody may know of them

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
        avatars: Sequence[Avatar | None] = (),
    ) -> Seating:
        """The seating of a new match: friends join by link, other people share the owner's device.

        A person who is alone at the owner's device may contribute a seed for the dice. `avatars`
        are what the seats would like to have.
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
        made = cls(tuple(seats), owner, created_locally, clock=clock, begun=not waits)
        return made._with_avatars(distinct(avatars or [None] * len(seats)))

    # Permissions

    def seats_of(self, principal: Principal) -> frozenset[int]:
        """The seats that a principal may act for."""
        if principal.bearer is not None:
            return self._seats_where(lambda access: hashes_match(principal.bearer, access.secret))
        held = self.held_by(principal.keys)
        if self.created_locally and self.counts_as_local(principal):
            held |= self._seats_where(lambda access: access.kind == "here")
        return held

    def admits(self, principal: Principal) -> bool:
        """Whether a principal may know that the match exists."""
        if self.seats_of(principal) or self.counts_as_local(principal):
            return True
        if principal.bearer is not None:
            return hashes_match(principal.bearer, self.spectator_link)
        return is_any_of(principal, (*self.spectators, self.owner))

    def owns(self, principal: Principal) -> bool:
        """Whether a principal is the creating device, or local if the match was created locally."""
        if principal.bearer is not None:
            return False
        is_owner = is_any_of(principal, (self.owner,))
        return is_owner or (self.created_locally and self.counts_as_local(principal))

    def has_lost_seat(self, principal: Principal) -> bool:
        """Whether a seat that a principal held was given to somebody else by the owner."""
        secrets = principal.keys if principal.bearer is None else {principal.bearer}
        return any(
            change.taken and not change.before.isdisjoint(secrets) for change in self.reassignments
        )

    def may_stop(self, principal: Principal) -> bool:
        """Whether a principal may end the match for all: as owner, or with all people's seats."""
        people = self._seats_where(lambda access: access.kind != "bot")
        return self.owns(principal) or (bool(people) and people <= self.seats_of(principal))

    def counts_as_local(self, principal: Principal) -> bool:
        """Whether a principal has local rights; joining by a link gives only the link's rights."""
        return principal.is_local and principal.bearer is None and not self._came_by_link(principal)

    def _came_by_link(self, principal: Principal) -> bool:
        linked = self._seats_where(lambda access: access.kind == "link")
        return bool(linked & self.held_by(principal.keys)) or is_any_of(principal, self.spectators)

    def held_by(self, keys: Collection[str]) -> frozenset[int]:
        """The seats that a device holds itself, without those it may use because it is local."""
        return self._seats_where(lambda access: not access.holders.isdisjoint(keys))

    def _seats_where(self, fits: Callable[[SeatAccess], bool]) -> frozenset[int]:
        return frozenset(seat for seat, access in enumerate(self.seats) if fits(access))

    # Queries

    @cached_attribute
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
        owner = () if self.owner is None else (self.owner,)
        return self._seats_where(lambda access: access.kind == "here") | self.held_by(owner)

    @cached_attribute
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

    @property
    def avatars(self) -> list[Avatar]:
        """Everybody's avatar; in matches from before there were any, the seats' usual ones."""
        pairs = enumerate(self.seats)
        return [access.avatar or Avatar.of_seat(seat) for seat, access in pairs]

    # Changes

    def _with_avatars(self, avatars: Sequence[Avatar]) -> Seating:
        pairs = zip(self.seats, avatars, strict=True)
        return replace(self, seats=tuple(replace(seat, avatar=each) for seat, each in pairs))

    def _with_wish(self, seat: int, wanted: Avatar) -> Seating:
        """Give somebody who sits down the avatar they would like, as far as it is free.

        Nobody who sits already gets another one; empty seats do.
        """
        sitting = [each for each in range(len(self.seats)) if each not in (seat, *self.empty)]
        order = [*sitting, seat, *(each for each in self.empty if each != seat)]
        wishes: list[Avatar | None] = [*self.avatars]
        wishes[seat] = wanted
        return self._with_avatars(distinct(wishes, order))

    def invite(self, seat: int, token: str, reassigned_at: str | None = None) -> Seating:
        """Give a person's seat a new link; the old link stops working.

        Before the match begins, this also frees the seat. `reassigned_at` is the time at which
        somebody does it who is not the seat's holder: where somebody sits, everybody is told.
        """
        access = self.seats[seat]
        if access.kind == "bot":
            raise BadOption("seat {seat} is a robot's: there is no link to it", seat=seat)
        frees = access.kind == "link" and not self.begun
        changes: dict[str, Any] = {"link": token_hash(token), "spent": False, "attempt": None}
        if frees:
            changes |= {"holders": frozenset(), "secret": None, "own_seed": False, "name": None}
        changed = self._with(seat, **changes)._without_pending(seat)
        if reassigned_at is None or not access.holders:
            return changed
        return changed._reassign(seat, access, reassigned_at, taken=frees)

    def _without_pending(self, seat: int) -> Seating:
        """Forget links of the owner to a taken seat that can no longer be used."""
        kept = [change for change in self.reassignments if change.taken or change.seat != seat]
        return replace(self, reassignments=tuple(kept))

    def _reassign(self, seat: int, before: SeatAccess, at: str, *, taken: bool) -> Seating:
        secrets = before.holders | ({before.secret} if before.secret else set())
        change = Reassignment(seat, at, taken, secrets)
        return replace(self, reassignments=(*self.reassignments, change)[-MOST_REASSIGNMENTS:])

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
        self,
        token: str,
        key: str,
        *,
        name: str | None = None,
        own_seed: bool = False,
        secret: str | None = None,
        attempt: str | None = None,
        avatar: Avatar | None = None,
    ) -> Seating:
        """Give the token's seat to a device, take it from all other devices, and spend the token.

        `secret` is what a program will send with its requests. Whoever sat down with a nonce, the
        `attempt`, and did not hear the answer may repeat it; nobody else knows the nonce.
        """
        seat = self.seat_opened_by(token)
        if seat is None:
            raise BadLink
        access = self.seats[seat]
        again = attempt is not None and hashes_match(token_hash(attempt), access.attempt)
        if access.spent and not again:
            raise SeatTaken
        changes: dict[str, Any] = {
            "kind": "link",
            "spent": True,
            "holders": frozenset((key,)),
            "secret": None if secret is None else token_hash(secret),
            "attempt": None if attempt is None else token_hash(attempt),
            "stand_in": None,
        }
        if not self.begun:
            changes |= {"own_seed": own_seed, "name": name or access.name}
        seated = self._with(seat, **changes)._with_taken(seat)
        return seated if avatar is None or self.begun else seated._with_wish(seat, avatar)

    def _with_taken(self, seat: int) -> Seating:
        """Somebody has sat down: a link of the owner to this seat has changed its holder."""
        changes = [
            replace(change, taken=True) if change.seat == seat else change
            for change in self.reassignments
        ]
        return replace(self, reassignments=tuple(changes))

    def add_spectator(self, token: str, principal: Principal) -> Seating:
        """Let a device watch; nothing changes for one that already belongs to the match."""
        if not hashes_match(token_hash(token), self.spectator_link):
            raise BadLink
        key = principal.key
        if key is None or is_any_of(principal, self.devices):
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
        nothing: dict[str, Any] = {"link": None, "spent": False, "attempt": None}
        fresh = [replace(access, stand_in=None, name=None, **nothing) for access in self.seats]
        waits = any(access.own_seed for access in fresh)
        again: dict[str, Any] = {"spectator_link": None, "round": 0, "reassignments": ()}
        return replace(self, seats=tuple(fresh), begun=not waits, **again)

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
            "reassignments": [change.data() for change in self.reassignments],
        }

    @classmethod
    def of(cls, kept: dict[str, Any]) -> Seating:
        stored = {STORED_NAMES.get(key, key): value for key, value in kept.items()}
        values = {
            "seats": tuple(SeatAccess.of(access) for access in stored["seats"]),
            "spectators": frozenset(stored["spectators"]),
            "reassignments": tuple(map(Reassignment.of, stored.get("reassignments", ()))),
        }
        return cls(**{**stored, **values})


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
