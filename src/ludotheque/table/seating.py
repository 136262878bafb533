"""Who holds the seats of a match: robots, the people here, and friends by private links.

A link is a token, shown once to whoever invites. What is kept are hashes: of tokens, and of the
names that devices were given. Who reads them can sit down nowhere.

A seating never changes: what happens to it makes another one, which counts once it is on disk.
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
MOST_WATCHERS = 200
CLOCKS = (30, 60, 120, 86_400)  # seconds for a move, where a match is played by the clock

Kind = Literal["bot", "here", "link"]


class BadLink(LudothequeError):
    """A link that opens nothing, or not any more."""

    code = "bad_link"

    def __init__(self) -> None:
        super().__init__("this link opens nothing: ask whoever sent it for a new one")


class Principal(Protocol):
    """Somebody who wants to look or to act."""

    @property
    def key(self) -> str | None:
        """The hash of the device's name."""

    @property
    def is_local(self) -> bool:
        """Whether it is somebody at the machine that runs the house."""

    @property
    def bearer(self) -> str | None:
        """The hash of a token that a program brings with every request."""


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(token: str) -> str:
    """A token as it may be kept."""
    return sha256(token[:LONGEST_TOKEN].encode("utf-8", "replace")).hexdigest()


def is_same(one: str | None, other: str | None) -> bool:
    """Whether two hashes are equal, in a time that does not tell how nearly."""
    return one is not None and other is not None and compare_digest(one, other)


def is_among(key: str | None, keys: Iterable[str]) -> bool:
    return max((is_same(key, each) for each in keys), default=False)  # all are looked at


@dataclass(frozen=True)
class Place:
    """One seat: who may act for it."""

    kind: Kind
    link: str | None = None  # the hash of its token; whoever brings that has the seat
    holders: frozenset[str] = frozenset()  # devices
    stand_in: str | None = None  # the level of the robot that plays while the person is away
    own_seed: bool = False  # its device makes a seed of its own for the dice
    name: str | None = None  # which the person chose when sitting down

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
    def of(cls, kept: dict[str, Any]) -> Place:
        return cls(**{**kept, "holders": frozenset(kept["holders"])})


@dataclass(frozen=True)
class Seating:
    places: tuple[Place, ...]
    owner: str | None = None  # the device that made the match, if one did
    homely: bool = True  # made by the household: whoever is of it may act for the seats here
    watch: str | None = None  # the hash of the spectators' token
    watchers: frozenset[str] = frozenset()  # devices
    clock: int | None = None  # seconds for a move
    begun: bool = True
    round: int = 0  # how often the seeds were made anew

    @classmethod
    def here(cls, bots: Sequence[str | None]) -> Seating:
        """Robots, and people of the household, as in matches that know no links."""
        return cls(tuple(Place("here" if bot is None else "bot") for bot in bots))

    @classmethod
    def made(
        cls,
        bots: Sequence[str | None],
        friends: Iterable[int] = (),
        owner: str | None = None,
        *,
        homely: bool = True,
        own_seed: bool = False,
        clock: int | None = None,
    ) -> Seating:
        """The seating of a new match: friends come by link, the other people sit with its maker.

        Whoever sits alone at the maker's device can have a seed of their own.
        """
        friends = frozenset(friends)
        check_friends(bots, friends)
        check_clock(clock)
        holders = frozenset() if owner is None else frozenset((owner,))
        here = [seat for seat, bot in enumerate(bots) if bot is None and seat not in friends]
        places = [
            Place("bot")
            if bot is not None
            else Place("link")
            if seat in friends
            else Place("here", holders=holders, own_seed=own_seed and len(here) == 1)
            for seat, bot in enumerate(bots)
        ]
        gathers = bool(friends) or any(place.own_seed for place in places)
        return cls(tuple(places), owner, homely, clock=clock, begun=not gathers)

    # Who may do what.

    def seats_of(self, principal: Principal) -> frozenset[int]:
        """The seats that somebody may act for."""
        if principal.bearer is not None:
            return self._seats(lambda place: is_same(principal.bearer, place.link))
        held = self.held_by(principal.key)
        if self.homely and self.counts_as_local(principal):
            held |= self._seats(lambda place: place.kind == "here")
        return held

    def admits(self, principal: Principal) -> bool:
        """Whether the match exists for somebody at all."""
        if self.seats_of(principal) or self.counts_as_local(principal):
            return True
        if principal.bearer is not None:
            return is_same(principal.bearer, self.watch)
        return is_among(principal.key, self.watchers) or is_same(principal.key, self.owner)

    def owns(self, principal: Principal) -> bool:
        """Whether somebody has made the match, or lives where it was made."""
        if principal.bearer is not None:
            return False
        made_it = is_same(principal.key, self.owner)
        return made_it or (self.homely and self.counts_as_local(principal))

    def may_stop(self, principal: Principal) -> bool:
        """Whether somebody may end the match for everybody: its maker, or all who play it."""
        people = self._seats(lambda place: place.kind != "bot")
        return self.owns(principal) or (bool(people) and people <= self.seats_of(principal))

    def counts_as_local(self, principal: Principal) -> bool:
        """Of the household, and here as such: who came by a link is what the link says."""
        return (
            principal.is_local
            and principal.bearer is None
            and not self._came_by_link(principal.key)
        )

    def _came_by_link(self, key: str | None) -> bool:
        sits = self._seats(lambda place: place.kind == "link" and is_among(key, place.holders))
        return bool(sits) or is_among(key, self.watchers)

    def held_by(self, key: str | None) -> frozenset[int]:
        """The seats that a device holds itself, the household's aside."""
        return self._seats(lambda place: is_among(key, place.holders))

    def _seats(self, fits: Callable[[Place], bool]) -> frozenset[int]:
        return frozenset(seat for seat, place in enumerate(self.places) if fits(place))

    # What is so.

    @property
    def has_friends(self) -> bool:
        """Whether somebody plays or watches from elsewhere: then it matters who is there."""
        links = [place for place in self.places if place.link or place.kind == "link"]
        return bool(self.watch or self.watchers or links)

    @property
    def is_apart(self) -> bool:
        """Whether the people who play sit at several devices."""
        return len({place.holders for place in self.places if place.kind != "bot"}) > 1

    @property
    def empty(self) -> list[int]:
        """The friends' seats in which nobody sits yet."""
        pairs = enumerate(self.places)
        return [seat for seat, place in pairs if place.kind == "link" and not place.holders]

    @property
    def makers(self) -> frozenset[int]:
        """The seats of those who have made the match, as far as they have kept them."""
        return self._seats(lambda place: place.kind == "here") | self.held_by(self.owner)

    @property
    def stand_ins(self) -> dict[int, str]:
        """The seats whose people are away, and who plays for them."""
        pairs = enumerate(self.places)
        return {seat: place.stand_in for seat, place in pairs if place.stand_in is not None}

    @property
    def devices(self) -> frozenset[str]:
        """Whose match it is."""
        holders = frozenset[str]().union(*(place.holders for place in self.places))
        return holders | self.watchers | frozenset((self.owner,) if self.owner else ())

    def names(self, given: Sequence[str]) -> list[str]:
        """The players' names: their own, else those they were given."""
        pairs = zip(self.places, given, strict=True)
        return [place.name or name for place, name in pairs]

    # What can happen.

    def invite(self, seat: int, token: str) -> Seating:
        """A new link for a person's seat; the one before opens nothing any more.

        While the players are gathering, the seat is free again, whoever sat there.
        """
        place = self.places[seat]
        if place.kind == "bot":
            raise BadOption("seat {seat} is a robot's: there is no link to it", seat=seat)
        changes: dict[str, Any] = {"link": hash_of(token)}
        if place.kind == "link" and not self.begun:
            changes |= {"holders": frozenset(), "own_seed": False, "name": None}
        return self._with(seat, **changes)

    def open_to_spectators(self, token: str) -> Seating:
        """A new link for spectators; who watches already goes on watching."""
        return replace(self, watch=hash_of(token))

    def seat_behind(self, token: str) -> int | None:
        """The seat that a token opens."""
        found = [
            seat for seat, place in enumerate(self.places) if is_same(hash_of(token), place.link)
        ]
        return found[0] if found else None

    def sit_down(
        self, token: str, key: str, *, name: str | None = None, own_seed: bool = False
    ) -> Seating:
        """Whoever brings a seat's token has the seat, and who had it before has it no more."""
        seat = self.seat_behind(token)
        if seat is None:
            raise BadLink
        changes: dict[str, Any] = {"kind": "link", "holders": frozenset((key,)), "stand_in": None}
        if not self.begun:
            changes |= {"own_seed": own_seed, "name": name or self.places[seat].name}
        return self._with(seat, **changes)

    def come_to_watch(self, token: str, principal: Principal) -> Seating:
        """A device looks on from now on; one that has a seat goes on having it."""
        if not is_same(hash_of(token), self.watch):
            raise BadLink
        key = principal.key
        known = self.held_by(key) or is_same(key, self.owner) or is_among(key, self.watchers)
        if key is None or known:
            return self
        if len(self.watchers) >= MOST_WATCHERS:
            raise BadOption("{most} people look on already: there is no room", most=MOST_WATCHERS)
        return replace(self, watchers=self.watchers | {key})

    def leave(self, seat: int, level: str) -> Seating:
        """A robot plays for the seat until its person is back."""
        if self.places[seat].kind == "bot":
            raise BadOption("seat {seat} is a robot's: nobody can leave it", seat=seat)
        return self._with(seat, stand_in=level)

    def return_to(self, seat: int) -> Seating:
        return self._with(seat, stand_in=None)

    def next_round(self) -> Seating:
        """The seeds are made anew."""
        return replace(self, round=self.round + 1)

    def begin(self) -> Seating:
        return replace(self, begun=True)

    def again(self) -> Seating:
        """The same people at a new match: who has a device with a seed makes a new one."""
        fresh = [replace(place, link=None, stand_in=None, name=None) for place in self.places]
        gathers = any(place.own_seed for place in fresh)
        return replace(self, places=tuple(fresh), watch=None, begun=not gathers, round=0)

    def _with(self, seat: int, **changes: Any) -> Seating:
        places = list(self.places)
        places[seat] = replace(places[seat], **changes)
        return replace(self, places=tuple(places))

    # As it is kept.

    def data(self) -> dict[str, Any]:
        """Everything, as plain data to be kept where no player can look."""
        return {
            "places": [place.data() for place in self.places],
            "owner": self.owner,
            "homely": self.homely,
            "watch": self.watch,
            "watchers": sorted(self.watchers),
            "clock": self.clock,
            "begun": self.begun,
            "round": self.round,
        }

    @classmethod
    def of(cls, kept: dict[str, Any]) -> Seating:
        places = tuple(Place.of(place) for place in kept["places"])
        return cls(**{**kept, "places": places, "watchers": frozenset(kept["watchers"])})


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
