"""Kill a server again and again while friends play by link, and check what is on disk.

    python -m tests.soak.killing COUNT [SEED]

Several matches are played at once, seat by seat from devices of their own; friends gather, with
seeds of their own; somebody leaves and comes back. Everything that was acknowledged must be in the
data folder, and the next server accepts everybody's cookies.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx

import ludotheque
from ludotheque.core.state import State
from ludotheque.store.records import record_of
from ludotheque.store.store import Store
from ludotheque.table.seating import Seating
from ludotheque.table.timeline import Timeline
from ludotheque.web.access.devices import device_key
from tests.web.api_client import Data, seen, send, told
from tests.web.friends import Seed, invite, tokens_of
from tests.web.server import PATIENCE

from .server import Server

GAMES = ("levelx", "coursededes", "trotteurs")
LIFE = (0.3, 1.5)  # seconds from when people begin to act to the kill
FEWEST_ANSWERS = 15  # from one server
LEVEL = "random"  # of the stand-in
CLOCK = 86_400  # seconds: so much that nobody is ever late


@dataclass
class Party:
    """A match by link: its id, and the device that holds each seat."""

    id: str
    devices: list[str]
    game: str


@dataclass
class Ledger:
    """What has been answered, over all servers."""

    parties: dict[str, Party] = field(default_factory=dict)
    shown: dict[str, list[tuple[int, int, Data]]] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    sat: dict[str, dict[int, str]] = field(default_factory=dict)  # gatherings: device by seat
    promised: dict[str, dict[int, str]] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)
    away: dict[str, set[str | None]] = field(default_factory=dict)  # what it may be, after a kill
    answers: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, party: Party, seat: int, match: Data) -> None:
        with self.lock:
            self.answers += 1
            self.shown.setdefault(party.id, []).append((match["version"], seat, match["snapshot"]))
            if match["waits_for"] == "end":
                self.over.add(party.id)

    # What is in the folder

    def compare(self, folder: Path) -> None:
        with Store.open(folder) as store:
            for name in self.parties:
                self._compare_match(store, name)
            for name, devices in self.sat.items():
                self._compare_gathering(store, name, devices)
            for name, allowed in self.away.items():
                found = seating_of(store, name).stand_ins.get(1)
                assert found in allowed, "somebody's stand-in is forgotten, or was never asked for"
                self.away[name] = {found}

    def _compare_match(self, store: Store, name: str) -> None:
        stored = store.load(name)
        states = states_of(record_of(stored, ludotheque.game).start(), stored.events)
        answered = self.shown.pop(name, [])
        for version, seat, snapshot in answered:
            assert version in states, "what was answered is not there"
            assert states[version].snapshot(seat) == snapshot
        assert stored.header["clock"] == CLOCK
        holders = [place.holders for place in seating_of(store, name).seats]
        assert holders == [{device_key(each)} for each in self.parties[name].devices]
        assert stored.ended or name not in self.over

    def _compare_gathering(self, store: Store, name: str, devices: dict[int, str]) -> None:
        stored, seating = store.load(name), seating_of(store, name)
        for seat, device in devices.items():
            assert device_key(device) in seating.seats[seat].holders
        assert stored.private is not None
        commitments = stored.private["fairness"]["seat_commitments"]
        for seat, promise in self.promised.get(name, {}).items():
            assert commitments[seat] == promise
        assert seating.begun or name not in self.begun


def seating_of(store: Store, name: str) -> Seating:
    private = store.load(name).private
    assert private is not None
    return Seating.of(private["seating"])


def states_of(start: State, events: list[Data]) -> dict[int, State]:
    """The state at each version that people were shown."""
    return {step.version: step.state for step in Timeline(start, events).steps}


class Friends:
    """Everybody, at one server until it is killed."""

    def __init__(self, server: Server, ledger: Ledger, chance: random.Random) -> None:
        self.server, self.ledger, self.chance = server, ledger, chance
        self.doing: list[threading.Thread] = []
        self.problems: list[Exception] = []

    def act_until_killed(self, seconds: float) -> None:
        enough = self.ledger.answers + FEWEST_ANSWERS
        for party in self._tables():
            for seat in range(len(party.devices)):
                self._let(partial(self._play, party, seat, random.Random(self.chance.random())))
        self._let(self._gather)
        self._let(self._leave_and_return)
        time.sleep(seconds)
        self._wait_for_answers(enough)
        self.server.kill()
        for thread in self.doing:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        if self.problems:
            raise self.problems[0]

    def _wait_for_answers(self, enough: int) -> None:
        """On a slow machine they take longer than a life is meant to last."""
        end = time.monotonic() + PATIENCE
        while self.ledger.answers < enough and not self.problems:
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.01)

    def _let(self, act: Callable[[], None]) -> None:
        thread = threading.Thread(target=self._until_killed, args=(act,))
        thread.start()
        self.doing.append(thread)

    def _until_killed(self, act: Callable[[], None]) -> None:
        try:
            act()
        except httpx.TransportError as problem:
            if not self.server.killed:
                self.problems.append(problem)  # the line was cut, and nobody was killed
        except Exception as problem:
            self.problems.append(problem)

    def _tables(self) -> list[Party]:
        """A match of each game that goes on; new ones for those that are over."""
        ledger = self.ledger
        playing = {
            party.game: party for party in ledger.parties.values() if party.id not in ledger.over
        }
        return [playing.get(name) or self._sat_down(name) for name in GAMES]

    def _sat_down(self, game: str) -> Party:
        maker, friend = self.server.guest(), self.server.guest()
        match = invite(maker, False, True, game=game, options={}, clock=CLOCK)
        joined = {"token": tokens_of(match)[1]}
        told(friend.post(f"/api/matches/{match['id']}/join", json=joined))
        party = Party(match["id"], [each.cookies["device"] for each in (maker, friend)], game)
        self.ledger.parties[party.id] = party
        return party

    def _play(self, party: Party, seat: int, chance: random.Random) -> None:
        client = self.server.guest(party.devices[seat])
        match = seen(client, {"id": party.id})
        while match["waits_for"] != "end":
            self.ledger.note(party, seat, match)
            if match["seat"] == seat:
                body: Data = {"kind": match["waits_for"], "seat": seat, "version": match["version"]}
                body |= {"move": chance.choice(match["moves"])} if match["moves"] else {}
                match = told(send(client, match, body))
            else:
                query: Any = {"since": match["version"], "wait": 2}
                match = told(client.get(f"/api/matches/{party.id}", params=query))
        self.ledger.note(party, seat, match)

    def _gather(self) -> None:
        """Friends sit down and make seeds, one match after the other; what was left goes on."""
        while True:
            maker, friend = self.server.guest(), self.server.guest()
            match = invite(maker, False, True, options={"first": None})
            name, ledger = match["id"], self.ledger
            body: Data = {"token": tokens_of(match)[1], "own_seed": True}
            told(friend.post(f"/api/matches/{name}/join", json=body))
            ledger.sat[name] = {0: maker.cookies["device"], 1: friend.cookies["device"]}
            seed = Seed(match, 1)
            promise = told(seed.commit(friend))["seats"][1]["commitment"]
            ledger.promised[name] = {1: promise}
            told(seed.reveal(friend))
            ledger.begun.add(name)
            ledger.answers += 4

    def _leave_and_return(self) -> None:
        """Blaise, at a match in which it is Ada's turn."""
        ledger = self.ledger
        if not ledger.away:
            party = self._sat_down("levelx")
            del ledger.parties[party.id]
            ledger.sat[party.id] = dict(enumerate(party.devices))
            ledger.away[party.id] = {None}
        (name,) = ledger.away
        friend = self.server.guest(ledger.sat[name][1])
        while True:
            for path, level in (("leave", LEVEL), ("return", None)):
                ledger.away[name].add(level)
                data = {"seat": "1", **({"level": LEVEL} if level else {})}
                assert friend.post(f"/match/{name}/{path}", data=data).status_code == 303
                ledger.away[name] = {level}
                ledger.answers += 1


def kill_again_and_again(folder: Path, kills: int, seed: int, *, progress: bool = False) -> Ledger:
    ledger, chance = Ledger(), random.Random(seed)
    for number in range(kills):
        with Server(folder) as server:
            Friends(server, ledger, chance).act_until_killed(chance.uniform(*LIFE))
        ledger.compare(folder)
        if progress and number % 10 == 9:
            print(f"{number + 1} kills, {ledger.answers:,} answers", flush=True)
    return ledger


def main(arguments: list[str]) -> None:
    kills, seed = int(arguments[0]), int(arguments[1]) if arguments[1:] else 0
    with tempfile.TemporaryDirectory() as folder:
        ledger = kill_again_and_again(Path(folder) / "matches", kills, seed, progress=True)
    print(
        f"{kills} kills: {ledger.answers:,} answers, all of them true; {len(ledger.parties)} "
        f"matches by link, {len(ledger.over)} of them over; {len(ledger.sat)} gatherings, "
        f"{len(ledger.begun)} of them begun"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
