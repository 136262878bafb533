"""A lobby: a match that waits for its players, and runs the commit–reveal protocol of its dice.

When every seat is taken, and every device that brings a seed has committed to it, devices reveal
their seeds and the match begins. From the first reveal on nobody sits down or leaves: whoever knows
the seeds could otherwise start over until the dice please them. A round that somebody does not
finish stays in the proof, and after two of them everybody is asked before there is another.

Every step is on disk before it is answered, so a lobby that was interrupted goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, Literal

from ...core.errors import BadOption, LudothequeError
from ...store.errors import NoMatch, NotOwner, StoreConflict, StoreError
from ...store.store import Store
from ...table.events import events_data
from ...table.fairness import Fairness, digest_of
from ...table.record import Record
from ...table.seat_access import Principal
from ...table.seating import Seating
from ...table.tokens import new_token
from .completion import run_to_completion
from .match import LiveMatch
from .presence import Presence
from .reaction_match import live_match
from .saved_match import private_data
from .told_match import load_match

REVEAL_SECONDS = 60.0
RESTARTS_WITHOUT_CONSENT = 2  # more of them only if everybody agrees

Phase = Literal["joining", "revealing", "consent", "begun"]


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
        self._late: list[str] = []  # in version 1 of the protocol, which keeps no failed rounds
        self.live: LiveMatch | None = None
        self.broken = False  # a write failed, so it must be loaded from disk again
        self.deleted = False
        self.owner: str | None = None  # the node that has the lobby, where it is another one
        self._begins = begins
        #: Tells who looks at a list of matches that this one may stand otherwise.
        self.on_change: Callable[[str], None] = lambda _: None
        self._one_at_a_time = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._starting_over: asyncio.Task[None] | None = None

    @property
    def names(self) -> list[str]:
        return self.seating.names(self.record.more["names"])

    @property
    def final_record(self) -> Record:
        """The record as the match begins, with the names that people have chosen."""
        return replace(self.record, more={**self.record.more, "names": self.names})

    @property
    def late(self) -> list[str]:
        """Who did not reveal their seed in the last round that failed."""
        if self.fairness.late is not None:
            return self.fairness.late
        return self.fairness.rounds[-1].names if self.fairness.rounds else self._late

    @property
    def people(self) -> frozenset[int]:
        """The seats of people, each of whom must agree to a round after too many have failed."""
        return frozenset(seat for seat, bot in enumerate(self.bots) if bot is None)

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
        if self.fairness.late is not None:
            return "consent"
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

    async def invite(self, seat: int, reassigned_at: str | None = None) -> str:
        """Make a new link for a friend's seat, and free the seat."""
        return await run_to_completion(self._invite(seat, reassigned_at))

    async def _invite(self, seat: int, reassigned_at: str | None) -> str:
        async with self._one_at_a_time:
            if self.seating.seats[seat].kind != "link":
                raise BadOption("seat {seat} is not a friend's: it needs no link", seat=seat)
            self._check_seats_may_change()
            token = new_token()
            fairness = self._without(seat)
            await self._save(self.seating.invite(seat, token, reassigned_at), fairness)
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

    async def sit_down(self, seat: int, change: Callable[[Seating], Seating]) -> None:
        """Give a seat to a device: `change` is `Seating.sit_down` with its arguments."""
        await run_to_completion(self._sit_down(seat, change))

    async def _sit_down(self, seat: int, change: Callable[[Seating], Seating]) -> None:
        async with self._one_at_a_time:
            changed = change(self.seating)
            self._check_seats_may_change()
            await self._save(changed, self._without(seat))
        await self._advance()

    async def add_spectator(self, token: str, principal: Principal) -> None:
        return await run_to_completion(self._add_spectator(token, principal))

    async def _add_spectator(self, token: str, principal: Principal) -> None:
        async with self._one_at_a_time:
            await self._save(self.seating.add_spectator(token, principal), self.fairness)

    def _check_seats_may_change(self) -> None:
        """BadOption between the first reveal and the beginning of the match."""
        if self.fairness.has_revealed and self.phase != "consent":
            raise BadOption(
                "the seeds of the dice are being revealed: nobody sits down or leaves before the "
                "match begins"
            )

    def _without(self, seat: int) -> Fairness:
        """The seeds without the one of a seat's device, and without its consent."""
        fairness = copy_of(self.fairness)
        fairness.consents -= {seat}
        if fairness.late is None:  # a round that has failed stays as it was
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
            fairness.fix_header(self.final_record.header)
            if fairness.unrevealed:
                await self._save(self.seating, fairness)
            else:
                await self._begin(fairness)

    async def consent(self, seats: Iterable[int], round_: int) -> None:
        """Agree to another round, after too many have failed; with the last consent it starts."""
        return await run_to_completion(self._consent(frozenset(seats), round_))

    async def _consent(self, seats: frozenset[int], round_: int) -> None:
        async with self._one_at_a_time:
            self._check_round(round_)
            if self.phase != "consent":
                raise BadOption("nobody has to agree to another round now")
            fairness = copy_of(self.fairness)
            fairness.consents |= seats
            if self.people <= fairness.consents:
                fairness = fairness.next_round()
            await self._save(self.seating, fairness)
        await self._advance()

    def _check_usable(self) -> None:
        if self.deleted:
            raise NoMatch(self.id)
        if self.broken:
            raise StoreConflict(self.id, "the match {match!r} must be loaded again")
        if self.owner is not None:
            raise NotOwner(self.id)
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
                await self._begin(copy_of(self.fairness))
            elif self._timer is None:
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(
                    REVEAL_SECONDS, self._time_is_over, self.seating.round
                )

    async def _begin(self, fairness: Fairness) -> None:
        """Store names, seeds and the first draws in one transaction, and begin."""
        seating, record = self.seating.begin(), self.final_record
        fairness.fix_header(record.header)
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
            seating = seating.next_round()
        private = private_data(seating, fairness)
        await self._on_disk(self.store.update_private(self.id, private, seating.devices))
        self.seating, self.fairness = seating, fairness
        self.on_change(self.id)
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
        """Somebody does not reveal the seed they committed to: this round has failed."""
        async with self._one_at_a_time:
            gone = self.deleted or self.broken
            if gone or self.phase != "revealing" or self.seating.round != round_:
                return
            late = [self.names[seat] for seat in self.fairness.unrevealed]
            fairness = replace(copy_of(self.fairness), late=late)
            if round_ < RESTARTS_WITHOUT_CONSENT:
                fairness = fairness.next_round()
            try:
                await self._save(self.seating, fairness)
            except StoreError:
                return  # the round stays as it was
            self._late = late

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
        held = self.seating.held_by(principal.keys) if principal.bearer is None else seats
        return {
            "phase": self.phase,
            "round": self.seating.round,
            "version": self.fairness.version,
            "commitment": self.fairness.commitment.hex(),
            "header": self._header_digest(),
            "late": self.late,
            "failed": [failed.names for failed in self.fairness.rounds],
            "seats": [self._seat(seat) for seat in range(len(self.bots))],
            "yours": sorted(seats),
            "seeds": sorted(seat for seat in held if self.seating.seats[seat].own_seed),
        }

    def _header_digest(self) -> str | None:
        """The digest of the record's first line, from when it is fixed."""
        if self.phase != "revealing" or self.fairness.version == 1:
            return None
        return digest_of(self.final_record.header).hex()

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
            "consents": seat in self.fairness.consents,
        }


def copy_of(fairness: Fairness) -> Fairness:
    return Fairness.from_private(fairness.private())
