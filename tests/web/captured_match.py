"""A match by link whose clients request every page and keep everything they receive."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ludotheque.core.state import State
from ludotheque.games import find
from ludotheque.table.record import Record
from ludotheque.table.timeline import Step, Timeline
from ludotheque.web.live.reaction_match import has_reaction_windows

from .api_client import Data, problem, send, told
from .capture import Receiver
from .event_source import eventually
from .friends import Seed, gathering, invite, join, token_of, tokens_of
from .server import PATIENCE, Server

GAMES: dict[str, tuple[int, Data]] = {
    "coursededes": (3, {"objectives": "variable", "bonus": True}),
    "dicerun": (3, {}),
    "levelx": (3, {"first": None}),
    "masterdes": (2, {"level": "expert"}),
    "trotteurs": (2, {"vigilance": "manual", "rounds": 9}),  # one may be won at the first throw
}


@dataclass(frozen=True)
class CapturedMatch:
    """A match that was played by link, who received what, and what nobody may be told."""

    match: Data
    receivers: list[Receiver]
    tokens: list[str]
    seeds: list[Seed]
    private: Data
    events: list[Data]
    record: Record
    steps: list[Step]  # as the server showed them

    def shown(self) -> dict[int, tuple[State, bool]]:
        """By version: the state that was on the table then, and whether everybody looked.

        As the events tell it; a match with reaction windows has versions of its own, which no
        event has.
        """
        steps = Timeline(self.record.start(), self.events).steps
        if has_reaction_windows(self.record):
            steps = self.steps
        return {step.version: (step.state, step.reaction_window) for step in steps}


class MatchCapture:
    """The match, command by command; after each of them everybody looks everywhere."""

    def __init__(self, server: Server, name: str, most: int) -> None:
        """A match of more commands than `most` is given up then."""
        self.server, self.name, self.most = server, name, most
        self.chance = random.Random(name)
        self.players, options = GAMES[name]
        self.receivers = [Receiver(server, seat) for seat in range(self.players)]
        maker = self.receivers[0].client
        friends = [False, *[True] * (self.players - 1)]
        self.match = invite(maker, *friends, game=name, options=options)
        self.receivers[0].received.clear()  # the links are for who invites, this once
        self.tokens = [*tokens_of(self.match).values(), token_of(self.match["watch"])]

    def gather(self) -> list[Seed]:
        """Everybody sits down, with seeds of their own; one looks on."""
        match = self.match
        seeds = [Seed(match, seat) for seat in tokens_of(match)]
        watcher = Receiver(self.server, "public")
        fields = {"token": self.tokens[-1]}
        assert watcher.client.post(f"/watch/{match['id']}", data=fields).status_code == 303
        for seed in seeds:
            client = self.receivers[seed.seat].client
            join(client, match, tokens_of(match)[seed.seat], own_seed=True)
            told(seed.commit(client))
        self.receivers.append(watcher)
        for receiver in self.receivers:
            gathering(receiver.client, match)
            receiver.client.get(f"/match/{match['id']}")
        for seed in seeds:
            told(seed.reveal(self.receivers[seed.seat].client))
        for receiver in self.receivers:
            receiver.follow(match["id"])
        eventually(lambda: self.server.awake(match["id"]).followers == len(self.receivers))
        return seeds

    def play(self) -> None:
        for number in range(self.most):
            stands = self.looked(self.receivers[0])
            if stands["waits_for"] == "end":
                break
            if stands["waits_for"] == "watch":
                self.wait(stands)
                continue
            self.act(stands["seat"])
            if self.looked(self.receivers[0])["waits_for"] == "end":
                break
            self.look_around(number)
        else:
            self.give_up()
        for receiver in self.receivers:
            receiver.over = True

    def looked(self, receiver: Receiver) -> Data:
        return told(receiver.client.get(f"/api/matches/{self.match['id']}"))

    def wait(self, stands: Data) -> None:
        for receiver in self.receivers:
            self.looked(receiver)
        query = {"since": stands["version"], "wait": 5}
        self.receivers[0].client.get(f"/api/matches/{self.match['id']}", params=query)

    def act(self, seat: int) -> None:
        client, stands = self.receivers[seat].client, self.looked(self.receivers[seat])
        body = {"kind": stands["waits_for"], "seat": seat, "version": stands["version"]}
        if stands["waits_for"] == "move":
            body["move"] = self.chance.choice(stands["moves"])
        answer = send(client, self.match, body)
        assert answer.status_code in (200, 409), answer.text

    def give_up(self) -> None:
        """Whoever made the match stops it: nobody waits for the end of a reaction window."""
        told(self.receivers[0].client.post(f"/api/matches/{self.match['id']}/stop"))

    def look_around(self, number: int) -> None:
        """Everybody asks for the table, and for something that is not theirs to see."""
        match_id = self.match["id"]
        for receiver in self.receivers:
            stands, client = self.looked(receiver), receiver.client
            query: Data = {"version": stands["version"], "move": (stands["moves"] or ["-"])[0]}
            places: list[tuple[str, Data]] = [
                (f"/match/{match_id}", {}),
                (f"/match/{match_id}/stands", {}),
                (f"/match/{match_id}/preview", query),
                (f"/match/{match_id}/replay", {"at": number}),
                (f"/match/{match_id}/at/{number // 2}", {}),
                (f"/match/{match_id}/record.jsonl", {}),
                (f"/match/{match_id}/dice", {}),
                (f"/api/matches/{match_id}/record", {}),
                (f"/api/matches/{match_id}/dice", {}),
                (f"/api/matches/{match_id}/gathering", {}),
                (f"/rules/{self.name}", {"match": match_id}),
                ("/api/matches", {}),
                ("/", {}),
            ]
            if find(self.name).secrets:  # else it may be over by now, and a review takes its time
                places.append((f"/match/{match_id}/review", {}))
            if number % 15 == 14:
                assert client.get(f"/match/{match_id}/hint", params=query).status_code < 500
            first = (places[0], *self.chance.sample(places[1:], 2))
            for path, asked in first:
                assert client.get(path, params=asked).status_code < 500, path
            self.try_as(receiver, self.chance.choice([*{*range(self.players)} - {receiver.viewer}]))

    def try_as(self, receiver: Receiver, seat: int) -> None:
        """As somebody else: refused, and refusals tell nothing either."""
        match_id = self.match["id"]
        problem(receiver.client.get(f"/api/matches/{match_id}", params={"seat": seat}), 403)
        answer = receiver.client.post(f"/match/{match_id}/alone", data={"seat": str(seat)})
        assert answer.status_code == 403

    def run(self) -> CapturedMatch:
        seeds = self.gather()
        self.play()
        stored = self.server.registry.store.load(self.match["id"])
        steps = self.server.awake(self.match["id"]).replayed().steps
        text = self.receivers[0].client.get(f"/api/matches/{self.match['id']}/record").text
        assert self.receivers[0].client.delete(f"/api/matches/{self.match['id']}").is_success
        for receiver in self.receivers:
            receiver.stop(PATIENCE)
        assert stored.private is not None
        record = Record.read(text, find)
        return CapturedMatch(
            self.match,
            self.receivers,
            self.tokens,
            seeds,
            stored.private,
            stored.events,
            record,
            steps,
        )
