"""Random commands over HTTP: several matches by link at once, everybody with a token of their own.

    python -m tests.soak.live COUNT [SEED]

Players send commands that are awaited and others that are not; so do spectators and players of
other matches. Of several commands for one version at most one is carried out, nobody acts for
another's seat, and every answer has an expected status.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

import ludotheque
from ludotheque.store.records import record_of
from ludotheque.store.store import Store
from ludotheque.table.timeline import Timeline
from tests.web.api_client import Data, seen
from tests.web.friends import invite, join, token_of, tokens_of

from .server import Server

PLAYERS = {"coursededes": 2, "dicerun": 3, "levelx": 2, "masterdes": 2, "trotteurs": 2}
HANDS = 2  # that play at each table at the same time, so that they get into each other's way
MACRO_CACHE = 0.2  # of the snapshots are kept, to be compared

#: What may be answered to each sort of command.
ALLOWED = {
    "right": {200, 409},
    "stale": {409},
    "of another seat": {403},
    "a spectator's": {403},
    "a neighbour's": {404},
    "a wrong token's": {404},
    "garbled": {400, 409, 422},
    "giving up": {200, 409},
}
SORTS = {"right": 50, "garbled": 12, "giving up": 0.15}  # of a hundred; the others share the rest


@dataclass
class Party:
    """A match by link, and its people: programs that bring their tokens with every request."""

    game: str
    id: str
    players: list[httpx.Client]
    spectator: httpx.Client
    versions: set[int] = field(default_factory=set)  # for which a command was carried out
    shown: list[tuple[int, int, Data]] = field(default_factory=list)
    over: bool = False


class LiveSoak:
    def __init__(self, server: Server, count: int, seed: int) -> None:
        self.server, self.count, self.seed = server, count, seed
        self.parties: dict[str, Party] = {}  # by game
        self.left: list[Party] = []  # those that are over
        self.answers: Counter[tuple[str, int]] = Counter()
        self.problems: list[BaseException] = []
        self.lock = threading.Lock()
        self.stranger = self._bearer("A" * 32)

    def run(self) -> None:
        threads = [
            threading.Thread(target=self._run_client, args=(game, hand))
            for game in PLAYERS
            for hand in range(HANDS)
        ]
        for game in PLAYERS:
            self._party(game)
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.problems:
            raise self.problems[0]

    def _run_client(self, game: str, hand: int) -> None:
        chance = random.Random(f"{self.seed} {game} {hand}")
        try:
            while self.answers.total() < self.count and not self.problems:
                self._ask(self._party(game), chance)
        except BaseException as problem:
            self.problems.append(problem)

    def _party(self, game: str) -> Party:
        """The table of a game; a new one where the match is over."""
        with self.lock:
            party = self.parties.get(game)
            if party is None or party.over:
                if party is not None:
                    self.left.append(party)
                self.parties[game] = party = self._sat_down(game)
            return party

    def _sat_down(self, game: str) -> Party:
        friends, maker = [True] * PLAYERS[game], self.server.guest()
        match = invite(maker, *friends, game=game, options={})
        tokens = tokens_of(match)
        secrets = {
            seat: join(self.server.guest(), match, token)["secret"]
            for seat, token in tokens.items()
        }
        watch = token_of(match["watch"])
        players = [self._bearer(secrets[seat]) for seat in sorted(secrets)]
        return Party(game, match["id"], players, self._bearer(watch))

    def _bearer(self, token: str) -> httpx.Client:
        client = self.server.guest()
        client.headers["authorization"] = f"Bearer {token}"
        return client

    def _ask(self, party: Party, chance: random.Random) -> None:
        seat = chance.randrange(len(party.players))
        stands = seen(party.players[seat], {"id": party.id})
        self._keep(party, seat, stands, chance)
        if stands["waits_for"] == "end":
            party.over = True
            return
        seat = stands["seat"]
        stands = seen(party.players[seat], {"id": party.id})
        if stands["seat"] != seat:
            return  # somebody else was faster
        sort, client, body = self._sorted(party, stands, chance)
        answer = client.post(f"/api/matches/{party.id}/commands", json=body)
        self._note(party, sort, body, answer)

    def _sorted(
        self, party: Party, stands: Data, chance: random.Random
    ) -> tuple[str, httpx.Client, Data]:
        others = [sort for sort in ALLOWED if sort not in SORTS]
        share = (100 - sum(SORTS.values())) / len(others)
        weights = [SORTS.get(sort, share) for sort in ALLOWED]
        (sort,) = chance.choices([*ALLOWED], weights)
        seat = stands["seat"]
        body: Data = {"kind": stands["waits_for"], "seat": seat, "version": stands["version"]}
        body |= {"move": chance.choice(stands["moves"])} if stands["moves"] else {}
        client = party.players[seat]
        if sort == "stale":
            body["version"] += chance.choice((1, 5)) if not body["version"] else -1
        elif sort == "of another seat":
            client = party.players[(seat + 1) % len(party.players)]
        elif sort == "a spectator's":
            client = party.spectator
        elif sort == "a neighbour's":
            names = [name for name in PLAYERS if name != party.game]
            client = self.parties[chance.choice(names)].players[0]
        elif sort == "a wrong token's":
            client = self.stranger
        elif sort == "giving up":
            body |= {"kind": "resign", "confirm": True}
        elif sort == "garbled":
            body |= chance.choice(GARBLED)
        return sort, client, body

    def _keep(self, party: Party, seat: int, match: Data, chance: random.Random) -> None:
        if chance.random() < MACRO_CACHE:
            party.shown.append((match["version"], seat, match["snapshot"]))

    def _note(self, party: Party, sort: str, body: Data, answer: httpx.Response) -> None:
        status = answer.status_code
        assert status in ALLOWED[sort], f"{sort}: {status} {answer.text}, to {body}"
        with self.lock:
            self.answers[sort, status] += 1
            if status == 200:
                assert body["version"] not in party.versions, "two commands for one version"
                party.versions.add(body["version"])

    def compare(self, folder: Path) -> int:
        """Everything that was shown is what the folder tells; how much that was."""
        compared = 0
        with Store.open(folder) as store:
            for party in [*self.left, *self.parties.values()]:
                stored = store.load(party.id)
                timeline = Timeline(record_of(stored, ludotheque.game).start(), stored.events)
                states = {step.version: step.state for step in timeline.steps}
                assert max(party.versions, default=0) <= stored.version
                for version, seat, snapshot in party.shown:
                    assert states[version].snapshot(seat) == snapshot
                    compared += 1
        return compared


GARBLED: list[dict[str, Any]] = [
    {"seat": 99},
    {"seat": -1},
    {"seat": "0"},
    {"seat": None},
    {"version": -1},
    {"version": "0"},
    {"version": 2**70},
    {"kind": "cheat"},
    {"kind": None},
    {"kind": "move", "move": None},
    {"kind": "move", "move": 5},
    {"kind": "move", "move": "9" * 300},
    {"kind": "move", "move": "no such move"},
    {"kind": "take-back", "by": "stand-in"},
    {"kind": "retype"},
    {"kind": "press", "move": "triangle"},
    {"kind": "roll", "throw": "6 6 6 6"},
    {"by": "stand-in"},
]


def main(arguments: list[str]) -> None:
    count, seed = int(arguments[0]), int(arguments[1]) if arguments[1:] else 0
    with tempfile.TemporaryDirectory() as made:
        folder, began = Path(made) / "matches", time.monotonic()
        with Server(folder) as server:
            soak = LiveSoak(server, count, seed)
            soak.run()
        compared = soak.compare(folder)
    answers: Counter[int] = Counter()
    for (_, status), times in soak.answers.items():
        answers[status] += times
    told_of = ", ".join(f"{status}: {times:,}" for status, times in sorted(answers.items()))
    print(
        f"{soak.answers.total():,} commands by {len(PLAYERS) * HANDS} hands, seed {seed}, in "
        f"{time.monotonic() - began:.0f} s ({told_of}); "
        f"{len(soak.left) + len(soak.parties)} matches, {compared:,} snapshots compared"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
