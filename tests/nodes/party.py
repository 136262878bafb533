"""A match by link between people who have a device each, with spectators; all that came of it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.web.api_client import NAMES
from tests.web.capture import Perspective
from tests.web.friends import Seed, token_of, tokens_of

from .house import House
from .person import SILENCE, Data, Person, Unclear
from .player import Follower, Player

#: The seats of each game (a level: a robot), and its options.
TABLES: dict[str, tuple[Sequence[str | None], Data]] = {
    "coursededes": ((None, None), {"objectives": "variable", "bonus": True}),
    "dicerun": ((None, None, None), {}),
    "levelx": ((None, None, "débutant"), {"first": None}),
    "masterdes": ((None, None), {"level": "expert"}),
    "trotteurs": ((None, None), {"vigilance": "manual", "rounds": 9}),
}
WATCHERS: tuple[Perspective, ...] = ("public", "public")
CLOCK = 86_400  # seconds: so much that nobody is ever late


@dataclass
class Party:
    """The match, its players and those who look on."""

    game: str
    id: str
    players: list[Player]
    spectators: list[Follower]
    tokens: list[str]
    seeds: list[Seed]

    @property
    def followers(self) -> list[Follower]:
        return [*self.players, *self.spectators]

    @property
    def people(self) -> list[Person]:
        return [follower.person for follower in self.followers]

    @property
    def acknowledged(self) -> int:
        return sum(sent.is_acknowledged for player in self.players for sent in player.sent)

    @property
    def is_over(self) -> bool:
        return any(follower.is_over for follower in self.followers)

    async def resign(self) -> None:
        """Everybody gives up, one after the other; the last one ends the match."""
        for player in self.players:
            await player.resign()

    async def close(self) -> None:
        for person in self.people:
            await person.close()


async def sit_down(
    house: House, game: str, chance: random.Random, silence: float = SILENCE
) -> Party:
    """A new match; where an answer is lost, another one. Nobody listens for longer to a node that
    is silent."""
    while True:
        people: list[Person] = []
        try:
            return await sat_down(house, game, chance, people, silence)
        except Unclear:
            for person in people:
                await person.close()
            await asyncio.sleep(0.2)


async def sat_down(
    house: House, game: str, chance: random.Random, people: list[Person], silence: float
) -> Party:
    bots, options = TABLES[game]
    seats = [seat for seat, bot in enumerate(bots) if bot is None]
    people += [
        Person(house.nodes, viewer, random.Random(chance.random()), silence)
        for viewer in (*seats, *WATCHERS)
    ]
    maker, *friends = people[: len(seats)]
    match = await maker.once("/api/matches", setup_of(game, bots, options), 201)
    maker.received.clear()  # the links are for who invites, this once
    tokens = tokens_of(match)
    seeds = []
    for friend in friends:
        assert isinstance(friend.viewer, int)
        await sit(friend, match, tokens[friend.viewer])
        seeds.append(Seed(match, friend.viewer))
    for seed, friend in zip(seeds, friends, strict=True):
        await friend.once(f"/api/matches/{match['id']}/commit", seed.promise())
    for seed, friend in zip(seeds, friends, strict=True):
        await friend.once(f"/api/matches/{match['id']}/reveal", seed.opening())
    for watcher in people[len(seats) :]:
        await watch(watcher, match)
    return Party(
        game,
        match["id"],
        [
            Player(person, match["id"], random.Random(chance.random()), by_socket=number % 2 == 0)
            for number, person in enumerate(people[: len(seats)])
        ],
        [
            Follower(person, match["id"], by_socket=number % 2 == 0)
            for number, person in enumerate(people[len(seats) :])
        ],
        [*tokens.values(), token_of(match["watch"])],
        seeds,
    )


def setup_of(game: str, bots: Sequence[str | None], options: Data) -> Data:
    seats: list[dict[str, Any]] = [
        {"name": NAMES[seat], "bot": bot, "friend": bot is None and seat > 0}
        for seat, bot in enumerate(bots)
    ]
    return {"game": game, "seats": seats, "options": options, "clock": CLOCK}


async def sit(friend: Person, match: Data, token: str) -> None:
    body = {"token": token, "own_seed": True}
    await friend.once(f"/api/matches/{match['id']}/join", body)


async def watch(person: Person, match: Data) -> None:
    path = f"/watch/{match['id']}"
    await person.once_by_form(path, {"token": token_of(match["watch"])})
