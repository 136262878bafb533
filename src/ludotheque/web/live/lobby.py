"""A lobby: a match that waits for its players, and runs the commit–reveal protocol of its dice.

When every seat is taken, and every device that brings a seed has committed to it, devices reveal
their seeds and the match begins. Every step is on disk before it is answered, so a lobby that was
interrupted goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, Literal

from ...core.errors import BadOption, LudothequeError
from ...store.errors import NoMatch, StoreConflict, StoreError
from ...store.store import Store
from ...table.events import events_data
from ...table.fairness import Fairness
from ...table.record import Record
from ...table.seating import BadLink, Principal, Seating, new_token
from .completion import run_to_completion
from .match import LiveMatch, load_match, private_data
from .presence import Presence
from .reaction_match import live_match

REVEAL_SECONDS = 60.0

Phase = Literal["joining", "revealing", "begun"]


class NotBegun(LudothequeError):
    """A match that still waits for its players was asked for something else."""

    code = "not_begun"

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        super().__init__("the match has not begun yet: its players are still gathering")


class Lobby:
    """One match before it begins; `begins` is called with the live match once it has begun."""

    def __init__(
        self,
        match_id: str,
        record: Record,
        store: Store,
        fairness: Fairness,
        seating: Seating,
        begins: Callable[[LiveMatch], None],
    ) -> None:
        self.id = match_id
        self.record = record
        self.game = record.game
        self.bots: list[str | None] = record.more["bots"]
        self.store = store
        self.fairness = fairness
        self.seating = seating
        self.presence = Presence()
        self.tokens: dict[int, str] = {}  # of links to show to the owner; never on disk
        self.spectator_token: str | None = None
        self.late: list[int] = []  # the seats that did not reveal their seeds in time
        self.live: LiveMatch | None = None
        self.broken = False  # a write failed, so it must be loaded from disk again
        self.deleted = False
        self._begins = begins
        self._one_at_a_time = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._starting_over: asyncio.Task[None] | None = None

    @property
    def names(self) -> list[str]:
        return self.seating.names(self.record.more["names"])

    @property
    def uncommitted(self) -> list[int]:
        """The seats whose device has still to commit to a seed."""
        pairs = enumerate(zip(self.seating.seats, self.fairness.seat_commitments, strict=True))
        return [seat for seat, (place, made) in pairs if place.own_seed and made is None]

    @property
    def devices_waited_for(self) -> list[int]:
        """The taken seats whose device has still to commit, or to reveal."""
        return self.uncommitted or self.fairness.unrevealed

    @property
    def is_busy(self) -> bool:
        """Whether a timer runs or something is being written, so that it must stay in memory."""
        return self._timer is not None or self._one_at_a_time.locked()

    @property
    def phase(self) -> Phase:
        if self.seating.begun:
            return "begun"
        return "joining" if self.seating.empty or self.uncommitted else "revealing"

    async def create(self) -> None:
        """Store the lobby, with a link for every friend and one for spectators."""
        for seat in self.seating.empty:
            self.tokens[seat] = new_token()
            self.seating = self.seating.invite(seat, self.tokens[seat])
        if self.tokens:
            self.spectator_token = new_token()
            self.seating = self.seating.open_to_spectators(self.spectator_token)
        private = private_data(self.seating, self.fairness)
        created = self.store.create(self.id, self.record.header, [], private, self.seating.devices)
        await asyncio.wrap_future(created)
        await self.advance()

    async def invite(self, seat: int) -> str:
        """Make a new link for a friend's seat, and free the seat."""
        return await run_to_completion(self._invite(seat))

    async def _invite(self, seat: int) -> str:
        async with self._one_at_a_time:
            if self.seating.seats[seat].kind != "link":
                raise BadOption("seat {seat} is not a friend's: it needs no link", seat=seat)
            token = new_token()
            fairness = self._without(seat)
            await self._save(self.seating.invite(seat, token), fairness)
            self.tokens[seat] = token
        return token

    async def invite_spectators(self) -> str:
        return await run_to_completion(self._invite_spectators())

    async def _invite_spectators(self) -> str:
        async with self._one_at_a_time:
            token = new_token()
            await self._save(self.seating.open_to_spectators(token), self.fairness)
            self.spectator_token = token
        return token

    async def sit_down(self, token: str, key: str, name: str | None, own_seed: bool) -> int:
        """Give the seat that a token opens to a device; returns the number of the seat."""
        return await run_to_completion(self._sit_down(token, key, name, own_seed))

    async def _sit_down(self, token: str, key: str, name: str | None, own_seed: bool) -> int:
        async with self._one_at_a_time:
            seat = self.seating.seat_opened_by(token)
            if seat is None:
                raise BadLink
            changed = self.seating.sit_down(token, key, name=name, own_seed=own_seed)
            fairness = self.fairness
            if changed.seats[seat].holders != self.seating.seats[seat].holders:
                fairness = self._without(seat)
            await self._save(changed, fairness)
        await self._advance()
        return seat

    async def add_spectator(self, token: str, principal: Principal) -> None:
        return await run_to_completion(self._add_spectator(token, principal))

    async def _add_spectator(self, token: str, principal: Principal) -> None:
        async with self._one_at_a_time:
            await self._save(self.seating.add_spectator(token, principal), self.fairness)

    def _without(self, seat: int) -> Fairness:
        """The seeds without the one of a seat's device; new ones if any has been revealed."""
        if any(seed is not None for seed in self.fairness.revealed):
            return Fairness.create(self.id, len(self.bots))
        fairness = copy_of(self.fairness)
        fairness.commit(seat, None)
        return fairness

    async def commit(self, seat: int, round_: int, commitment: bytes) -> None:
        """Note a device's commitment to a seed; it may change until the last seat has committed."""
        return await run_to_completion(self._commit(seat, round_, commitment))

    async def _commit(self, seat: int, round_: int, commitment: bytes) -> None:
        async with self._one_at_a_time:
            self._check_round(round_)
            if self.fairness.seat_commitments[seat] == commitment:
                return  # a repeated request
            if self.phase != "joining" or not self.seating.seats[seat].own_seed:
                raise BadOption("seat {seat} cannot commit to a seed now", seat=seat)
            fairness = copy_of(self.fairness)
            fairness.commit(seat, commitment)
            await self._save(self.seating, fairness)
        await self._advance()

    async def reveal(self, seat: int, round_: int, seed: bytes) -> None:
        """Note the seed that a device reveals; with the last one the match begins."""
        return await run_to_completion(self._reveal(seat, round_, seed))

    async def _reveal(self, seat: int, round_: int, seed: bytes) -> None:
        async with self._one_at_a_time:
            self._check_round(round_)
            if self.fairness.revealed[seat] == seed:
                return  # a repeated request
            if self.phase != "revealing":
                raise BadOption("seeds are revealed when everybody has committed to one")
            fairness = copy_of(self.fairness)
            fairness.reveal(seat, seed)
            if fairness.unrevealed:
                await self._save(self.seating, fairness)
            else:
                await self._begin(fairness)

    def _check_usable(self) -> None:
        if self.deleted:
            raise NoMatch(self.id)
        if self.broken:
            raise StoreConflict(self.id, "the match {match!r} must be loaded again")
        if self.seating.begun:
            raise BadOption("the match has begun")

    def _check_round(self, round_: int) -> None:
        self._check_usable()
        if round_ != self.seating.round:
            raise BadOption(
                "the seeds are being made anew: this is round {round}", round=self.seating.round
            )

    async def advance(self) -> None:
        """Begin if nobody is waited for; while seeds are to be revealed, run a timer."""
        await run_to_completion(self._advance())

    async def _advance(self) -> None:
        async with self._one_at_a_time:
            if self.phase != "revealing":
                self._stop_timer()
            elif not self.fairness.unrevealed:
                await self._begin(self.fairness)
            elif self._timer is None:
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(
                    REVEAL_SECONDS, self._time_is_over, self.seating.round
                )

    async def _begin(self, fairness: Fairness) -> None:
        """Store names, seeds and the first draws in one transaction, and begin."""
        seating, names = self.seating.begin(), self.names
        record = replace(self.record, more={**self.record.more, "names": names})
        opening = load_match(record, fairness).settle()
        events = events_data(opening.events)
        private = private_data(seating, fairness)
        await self._on_disk(
            self.store.begin(self.id, record.header, events, private, seating.devices)
        )
        self.seating, self.fairness, self.record = seating, fairness, record
        self._stop_timer()
        self.live = live_match(self.id, record, opening.after, self.store, fairness, seating)
        self._begins(self.live)

    async def _save(self, seating: Seating, fairness: Fairness) -> None:
        self._check_usable()
        if fairness.server_seed != self.fairness.server_seed:
            seating, self.late = seating.next_round(), []
        private = private_data(seating, fairness)
        await self._on_disk(self.store.update_private(self.id, private, seating.devices))
        self.seating, self.fairness = seating, fairness
        for seat, place in enumerate(seating.seats):
            if place.holders:
                self.tokens.pop(seat, None)  # the friend has used the link
        if self.phase != "revealing":
            self._stop_timer()

    async def _on_disk(self, written: Future[None]) -> None:
        try:
            await asyncio.wrap_future(written)
        except BaseException:
            self.broken = True  # the disk may or may not have the change
            raise

    def _time_is_over(self, round_: int) -> None:
        self._timer = None
        self._starting_over = asyncio.create_task(self._start_over(round_))

    async def _start_over(self, round_: int) -> None:
        """Somebody does not reveal the seed they committed to: discard all seeds."""
        async with self._one_at_a_time:
            gone = self.deleted or self.broken
            if gone or self.phase != "revealing" or self.seating.round != round_:
                return
            late = self.fairness.unrevealed
            try:
                await self._save(self.seating, Fairness.create(self.id, len(self.bots)))
            except StoreError:
                return  # the round stays as it was
            self.late = late

    def mark_deleted(self) -> None:
        """The match is no longer in the store."""
        self.deleted = True
        self._stop_timer()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    async def stop(self) -> None:
        self._stop_timer()
        if self._starting_over is not None:
            await asyncio.gather(self._starting_over, return_exceptions=True)

    def seen_by(self, principal: Principal) -> dict[str, Any]:
        """The state of the lobby as JSON, for a principal who belongs to it."""
        seats = self.seating.seats_of(principal)
        self.presence.see(seats)
        held = self.seating.held_by(principal.key) if principal.bearer is None else seats
        return {
            "phase": self.phase,
            "round": self.seating.round,
            "commitment": self.fairness.commitment.hex(),
            "late": [self.names[seat] for seat in self.late],
            "seats": [self._seat(seat) for seat in range(len(self.bots))],
            "yours": sorted(seats),
            "seeds": sorted(seat for seat in held if self.seating.seats[seat].own_seed),
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        place, commitment = self.seating.seats[seat], self.fairness.seat_commitments[seat]
        return {
            "name": self.names[seat],
            "bot": self.bots[seat],
            "friend": place.kind == "link",
            "joined": place.kind != "link" or bool(place.holders),
            "present": self.presence.is_present(seat),
            "commitment": None if commitment is None else commitment.hex(),
            "revealed": self.fairness.revealed[seat] is not None,
        }


def copy_of(fairness: Fairness) -> Fairness:
    return Fairness.from_private(fairness.private())
