"""Helpers for matches by link: clients with a device each, invitations, seeds."""

from __future__ import annotations

import re
import secrets
from typing import Any

import httpx

from ludotheque.table.fairness import Commitments

from .api_client import NAMES, Data, told
from .server import Server

ELSEWHERE = {"x-forwarded-for": "203.0.113.9"}  # as a proxy marks who comes from outside


def guest(server: Server, **more: Any) -> httpx.Client:
    """Somebody who is not at the machine that runs the server."""
    return server.new_client(local=False, headers=ELSEWHERE, **more)


def invite(client: httpx.Client, *friends: bool, **more: Any) -> Data:
    """A match that gathers: for each seat, whether a friend comes by link."""
    seats = [{"name": NAMES[seat], "friend": friend} for seat, friend in enumerate(friends)]
    body = {"game": "levelx", "seats": seats, "options": {"first": 0}, **more}
    return told(client.post("/api/matches", json=body), 201)


def token_of(link: str) -> str:
    return link.partition("#")[2]


def tokens_of(match: Data) -> dict[int, str]:
    return {int(seat): token_of(link) for seat, link in match["links"].items()}


def join(client: httpx.Client, match: Data, token: str, **more: Any) -> Data:
    address = f"/api/matches/{match['id']}/join"
    return told(client.post(address, json={"token": token, **more}))


def gathering(client: httpx.Client, match: Data) -> Data:
    return told(client.get(f"/api/matches/{match['id']}/gathering"))


class Seed:
    """A device's seed for one seat."""

    def __init__(self, match: Data, seat: int) -> None:
        self.match, self.seat = match, seat
        self.seed = secrets.token_bytes(32)

    def promise(self, round_: int = 0) -> Data:
        """The body of a request that commits to the seed."""
        promise = Commitments(self.match["id"], round_).to_seat_seed(self.seat, self.seed).hex()
        return {"seat": self.seat, "round": round_, "commitment": promise}

    def opening(self, round_: int = 0) -> Data:
        """The body of a request that reveals it."""
        return {"seat": self.seat, "round": round_, "seed": self.seed.hex()}

    def commit(self, client: httpx.Client, round_: int = 0) -> httpx.Response:
        return client.post(f"/api/matches/{self.match['id']}/commit", json=self.promise(round_))

    def reveal(self, client: httpx.Client, round_: int = 0) -> httpx.Response:
        return client.post(f"/api/matches/{self.match['id']}/reveal", json=self.opening(round_))


def two_friends(server: Server, **more: Any) -> tuple[httpx.Client, httpx.Client, Data]:
    """Two devices elsewhere that play one match: seat 0's, seat 1's, and the match."""
    one, other = guest(server), guest(server)
    match = invite(one, False, True, **more)
    join(other, match, tokens_of(match)[1], name="Blaise")
    return one, other, match


def hidden_in(text: str) -> list[str]:
    """Whatever in an answer looks like a token."""
    return re.findall(r"[A-Za-z0-9_-]{32}", text)
