"""The latest token of a seat gives that seat of that match, once, and nothing else does.

A refused request changes nothing, neither in memory nor on disk.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from ludotheque.table.tokens import new_token, token_hash
from ludotheque.web.access.devices import device_key

from .api_client import Data, act, command, problem, seen, send, told
from .friends import guest, invite, join, token_of, tokens_of
from .server import Server

Wrong = Callable[["TwoMatches"], str]


class TwoMatches:
    """Two friends at a match, one who looks on, and another match with its own people."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.one, self.other, self.watcher = (guest(server) for _ in range(3))
        self.match = invite(self.one, False, True)
        self.token = tokens_of(self.match)[1]
        self.spectator_token = token_of(self.match["watch"])
        watched = self.watcher.post(self.watch, data={"token": self.spectator_token})
        assert watched.status_code == 303
        self.secret = join(self.other, self.match, self.token)["secret"]
        act(self.one, seen(self.one, self.match))
        self.neighbour = guest(server)
        self.elsewhere = invite(self.neighbour, False, True)
        self.elsewhere_token = tokens_of(self.elsewhere)[1]

    @property
    def watch(self) -> str:
        return f"/watch/{self.match['id']}"

    @property
    def kept(self) -> list[Any]:
        """All that is on disk of both matches, but for when."""
        store = self.server.registry.store
        return [
            (each.header, each.events, each.private)
            for each in (store.load(self.match["id"]), store.load(self.elsewhere["id"]))
        ]

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        clients = (self.one, self.other, self.watcher)
        before = [self.kept, *(seen(client, self.match) for client in clients)]
        yield
        assert [self.kept, *(seen(client, self.match) for client in clients)] == before

    def anew(self) -> str:
        """A new link for seat 1, made by who sits there; the token before it opens nothing."""
        address = f"/match/{self.match['id']}/invite"
        made = re.search(r'id="link" value="([^"]+)"', self.other.post(address, data=SEAT_1).text)
        assert made
        return token_of(made[1])


SEAT_1 = {"seat": "1"}


@pytest.fixture
def matches(server: Server) -> TwoMatches:
    return TwoMatches(server)


def middle_changed(token: str) -> str:
    return token[:15] + ("A" if token[15] != "A" else "B") + token[16:]


WRONG: dict[str, Wrong] = {
    "another match's": lambda matches: matches.elsewhere_token,
    "cut short": lambda matches: matches.token[:-1],
    "with more behind it": lambda matches: f"{matches.token}A",
    "with more behind it, for long": lambda matches: matches.token + "A" * 68,
    "one letter changed": lambda matches: middle_changed(matches.token),
    "in other letters": lambda matches: matches.token.swapcase(),
    "its hash": lambda matches: token_hash(matches.token),
    "the seat's secret's hash": lambda matches: token_hash(matches.secret),
    "a device's name": lambda matches: matches.other.cookies["device"],
    "a device's key": lambda matches: device_key(matches.other.cookies["device"]),
    "the match's name": lambda matches: matches.match["id"],
    "the commitment": lambda matches: seen(matches.one, matches.match)["commitment"],
    "a guess": lambda _: new_token(),
    "a star": lambda _: "*",
    "null": lambda _: "null",
    "accents": lambda _: "é" * 32,
    "half of it twice": lambda matches: matches.token[:16] * 2,
}


def assert_opens_no_seat(matches: TwoMatches, token: str, client: httpx.Client) -> None:
    """By no door."""
    match_id = matches.match["id"]
    fields = {"token": token}
    for answer in (
        client.post(f"/api/matches/{match_id}/join", json=fields),
        client.post(f"/join/{match_id}", data=fields),
        client.post(f"/join/{match_id}/look", data=fields),
    ):
        assert answer.status_code == 403, answer.text
        assert "set-cookie" not in answer.headers


def bearer(matches: TwoMatches, token: str) -> httpx.Client:
    header = f"Bearer {token}".encode("latin-1", "replace")
    return matches.server.new_client(headers={b"authorization": header})


@pytest.mark.parametrize("which", WRONG)
def test_a_wrong_token_opens_nothing_and_changes_nothing(matches: TwoMatches, which: str) -> None:
    token = WRONG[which](matches)
    with matches.unchanged():
        assert_opens_no_seat(matches, token, guest(matches.server))
        answer = guest(matches.server).post(matches.watch, data={"token": token})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
        program = bearer(matches, token)
        problem(program.get(f"/api/matches/{matches.match['id']}"), 404)
        for seat in (0, 1):
            body = {"kind": "resign", "seat": seat, "version": 4}
            problem(send(program, matches.match, body), 404)


def test_a_wrong_token_does_not_unseat_who_brings_it(matches: TwoMatches) -> None:
    """Nor does it give a player another seat."""
    with matches.unchanged():
        for client in (matches.one, matches.other, matches.watcher, matches.neighbour):
            assert_opens_no_seat(matches, matches.elsewhere_token, client)


def test_the_spectators_token_opens_no_seat(matches: TwoMatches) -> None:
    with matches.unchanged():
        assert_opens_no_seat(matches, matches.spectator_token, guest(matches.server))
        assert_opens_no_seat(matches, matches.spectator_token, matches.watcher)


def test_a_seats_token_does_not_make_a_spectator(matches: TwoMatches) -> None:
    with matches.unchanged():
        answer = guest(matches.server).post(matches.watch, data={"token": matches.token})
        assert answer.status_code == 403


def test_the_spectators_token_as_a_bearer_looks_on_and_no_more(matches: TwoMatches) -> None:
    program, match_id = bearer(matches, matches.spectator_token), matches.match["id"]
    with matches.unchanged():
        stands = seen(program, matches.match)
        for seat in (0, 1):
            for kind in ("roll", "move", "take-back", "resign", "press"):
                body = {"kind": kind, "seat": seat, "version": stands["version"], "move": "-"}
                problem(send(program, matches.match, body), 403)
            problem(program.get(f"/api/matches/{match_id}", params={"seat": seat}), 403)
            for path in ("alone", "leave", "return", "invite", "stand-in"):
                answer = program.post(f"/match/{match_id}/{path}", data={"seat": str(seat)})
                assert answer.status_code == 403, path
        for path in ("rematch", "delete", "spectators"):
            assert program.post(f"/match/{match_id}/{path}").status_code == 403
        problem(program.delete(f"/api/matches/{match_id}"), 403)


def test_a_seats_secret_as_a_bearer_acts_for_that_seat_only(matches: TwoMatches) -> None:
    program, match_id = bearer(matches, matches.secret), matches.match["id"]
    with matches.unchanged():
        body = command(seen(matches.one, matches.match))
        assert body["seat"] == 0
        problem(send(program, matches.match, body), 403)
        problem(program.get(f"/api/matches/{match_id}", params={"seat": 0}), 403)
        assert program.post(f"/match/{match_id}/invite", data={"seat": "0"}).status_code == 403
        problem(program.delete(f"/api/matches/{match_id}"), 403)
        problem(program.get(f"/api/matches/{matches.elsewhere['id']}"), 404)


def test_a_bearer_is_who_it_says_whatever_its_cookie_says(matches: TwoMatches) -> None:
    """A program with a wrong token does not fall back on the device it runs on."""
    with matches.unchanged():
        wrong = {"authorization": "Bearer nonsense"}
        address = f"/api/matches/{matches.match['id']}"
        problem(matches.one.get(address, headers=wrong), 404)
        body = command(seen(matches.one, matches.match))
        problem(matches.one.post(f"{address}/commands", json=body, headers=wrong), 404)
        right = {"authorization": f"Bearer {matches.secret}"}
        problem(matches.one.post(f"{address}/commands", json=body, headers=right), 403)


# Tokens that were good once


def test_after_a_new_link_the_old_one_opens_nothing(matches: TwoMatches) -> None:
    matches.anew()
    with matches.unchanged():
        assert_opens_no_seat(matches, matches.token, guest(matches.server))
        address = f"/api/matches/{matches.match['id']}"
        problem(bearer(matches, matches.token).get(address), 404)


def test_after_a_recovery_neither_the_old_device_nor_the_old_token_are_good(
    matches: TwoMatches,
) -> None:
    phone, address = guest(matches.server), f"/api/matches/{matches.match['id']}"
    first = matches.anew()
    second = matches.anew()
    assert_opens_no_seat(matches, first, phone)
    join(phone, matches.match, second)
    old, matches.other = matches.other, phone
    with matches.unchanged():
        for token in (matches.token, first):
            assert_opens_no_seat(matches, token, old)
            problem(bearer(matches, token).get(address), 404)
        for kind in ("roll", "resign"):
            body = {"kind": kind, "seat": 1, "version": 4}
            problem(send(old, matches.match, body), 404)
        assert old.get(f"/match/{matches.match['id']}").status_code == 404
        assert old.get(f"/match/{matches.match['id']}/live").status_code == 404
        assert old.post(f"/match/{matches.match['id']}/invite", data=SEAT_1).status_code == 404
    assert act(phone, seen(phone, matches.match), "resign", seat=1)["waits_for"] == "end"


def test_a_link_that_the_maker_has_replaced_while_gathering_opens_nothing(server: Server) -> None:
    maker, late = guest(server), guest(server)
    match = invite(maker, False, True)
    old, address = tokens_of(match)[1], f"/match/{match['id']}"
    assert maker.post(f"{address}/invite", data=SEAT_1).status_code == 303
    new = tokens_of(told(maker.get(f"/api/matches/{match['id']}/gathering")))[1]
    assert new != old
    problem(late.post(f"/api/matches/{match['id']}/join", json={"token": old}), 403)
    assert join(late, match, new)["seat"] == 1


def test_the_tokens_of_a_match_that_was_thrown_away_open_nothing(matches: TwoMatches) -> None:
    assert matches.one.delete(f"/api/matches/{matches.match['id']}").status_code == 204
    for token in (matches.token, matches.spectator_token):
        assert_opens_no_seat(matches, token, matches.other)
        problem(bearer(matches, token).get(f"/api/matches/{matches.match['id']}"), 404)


# Cookies


def test_a_cookie_of_another_match_is_a_strangers(matches: TwoMatches) -> None:
    with matches.unchanged():
        problem(matches.neighbour.get(f"/api/matches/{matches.match['id']}"), 404)
        problem(matches.one.get(f"/api/matches/{matches.elsewhere['id']}"), 404)


def test_swapped_cookies_swap_the_seats_and_nothing_more(matches: TwoMatches) -> None:
    """A cookie is the device: who has it holds that device's seats, and not their own besides."""
    swapped = guest(matches.server, cookies={"device": matches.other.cookies["device"]})
    with matches.unchanged():
        body = command(seen(matches.one, matches.match))
        problem(send(swapped, matches.match, body), 403)
    assert act(swapped, seen(swapped, matches.match), "resign", seat=1)["result"]["seat"] == 1


@pytest.mark.parametrize(
    "made",
    [
        device_key,
        token_hash,
        lambda device: device[:-1],
        lambda device: f"{device}A",
        lambda device: device.swapcase(),
        lambda device: f"{device}%00",
    ],
)
def test_what_is_written_down_of_a_device_does_not_make_one(
    matches: TwoMatches, made: Callable[[str], str]
) -> None:
    with matches.unchanged():
        forged = {"cookie": f"device={made(matches.one.cookies['device'])}"}
        client = guest(matches.server)
        problem(client.get(f"/api/matches/{matches.match['id']}", headers=forged), 404)


def test_two_cookies_do_not_make_two_people(matches: TwoMatches) -> None:
    devices = [client.cookies["device"] for client in (matches.one, matches.other)]
    both = "; ".join(f"device={device}" for device in devices)
    with matches.unchanged():
        client = guest(matches.server)
        answer = client.get(
            f"/api/matches/{matches.match['id']}/gathering", headers={"cookie": both}
        )
        assert len(told(answer)["yours"]) == 1


# Guessing


def test_guesses_open_nothing(matches: TwoMatches) -> None:
    chance = random.Random(7)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    stranger, match_id = guest(matches.server), matches.match["id"]
    with matches.unchanged():
        for _ in range(100):
            token = "".join(chance.choices(letters, k=32))
            answer = stranger.post(f"/api/matches/{match_id}/join", json={"token": token})
            assert problem(answer, 403)["code"] == "bad_link"


def test_what_a_refused_token_is_answered_says_nothing_of_how_nearly(matches: TwoMatches) -> None:
    """The same words for a token of another match, an old one, and a match that is not there."""
    answers: list[Data] = []
    for match_id, token in (
        (matches.match["id"], matches.token[:-1]),
        (matches.match["id"], matches.elsewhere_token),
        ("nosuchmatch1", matches.token),
    ):
        stranger = guest(matches.server)
        answers.append(
            problem(stranger.post(f"/api/matches/{match_id}/join", json={"token": token}), 403)
        )
    assert answers[0] == answers[1] == answers[2]
