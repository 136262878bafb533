"""A token opens its own seat of its own match, while it is the latest: nothing else opens anything.

Whatever is refused has changed nothing, neither in memory nor on disk.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from ludotheque.table.seating import hash_of, new_token
from ludotheque.web.access.identity import device_key

from .api_client import Data, act, command, problem, seen, send, told
from .friends import guest, invite, join, token_of, tokens_of
from .server import Server

Wrong = Callable[["Evening"], str]


class Evening:
    """Two friends at a match, one who looks on, and another match with its own people."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.one, self.other, self.watcher = (guest(server) for _ in range(3))
        self.match = invite(self.one, False, True)
        self.token = tokens_of(self.match)[1]
        self.watch_token = token_of(self.match["watch"])
        watched = self.watcher.post(self.watch, data={"token": self.watch_token})
        assert watched.status_code == 303
        join(self.other, self.match, self.token)
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
def evening(server: Server) -> Evening:
    return Evening(server)


def middle_changed(token: str) -> str:
    return token[:15] + ("A" if token[15] != "A" else "B") + token[16:]


WRONG: dict[str, Wrong] = {
    "another match's": lambda evening: evening.elsewhere_token,
    "cut short": lambda evening: evening.token[:-1],
    "with more behind it": lambda evening: f"{evening.token}A",
    "with more behind it, for long": lambda evening: evening.token + "A" * 68,
    "one letter changed": lambda evening: middle_changed(evening.token),
    "in other letters": lambda evening: evening.token.swapcase(),
    "its hash": lambda evening: hash_of(evening.token),
    "a device's name": lambda evening: evening.other.cookies["device"],
    "a device's key": lambda evening: device_key(evening.other.cookies["device"]),
    "the match's name": lambda evening: evening.match["id"],
    "the commitment": lambda evening: seen(evening.one, evening.match)["commitment"],
    "a guess": lambda _: new_token(),
    "a star": lambda _: "*",
    "null": lambda _: "null",
    "accents": lambda _: "é" * 32,
    "half of it twice": lambda evening: evening.token[:16] * 2,
}


def assert_opens_no_seat(evening: Evening, token: str, client: httpx.Client) -> None:
    """By no door."""
    match_id = evening.match["id"]
    fields = {"token": token}
    for answer in (
        client.post(f"/api/matches/{match_id}/join", json=fields),
        client.post(f"/join/{match_id}", data=fields),
        client.post(f"/join/{match_id}/look", data=fields),
    ):
        assert answer.status_code == 403, answer.text
        assert "set-cookie" not in answer.headers


def bearer(evening: Evening, token: str) -> httpx.Client:
    header = f"Bearer {token}".encode("latin-1", "replace")
    return evening.server.new_client(headers={b"authorization": header})


@pytest.mark.parametrize("which", WRONG)
def test_a_wrong_token_opens_nothing_and_changes_nothing(evening: Evening, which: str) -> None:
    token = WRONG[which](evening)
    with evening.unchanged():
        assert_opens_no_seat(evening, token, guest(evening.server))
        answer = guest(evening.server).post(evening.watch, data={"token": token})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
        program = bearer(evening, token)
        problem(program.get(f"/api/matches/{evening.match['id']}"), 404)
        for seat in (0, 1):
            body = {"kind": "resign", "seat": seat, "version": 4}
            problem(send(program, evening.match, body), 404)


def test_a_wrong_token_does_not_unseat_who_brings_it(evening: Evening) -> None:
    """Nor does it give a player another seat."""
    with evening.unchanged():
        for client in (evening.one, evening.other, evening.watcher, evening.neighbour):
            assert_opens_no_seat(evening, evening.elsewhere_token, client)


def test_the_spectators_token_opens_no_seat(evening: Evening) -> None:
    with evening.unchanged():
        assert_opens_no_seat(evening, evening.watch_token, guest(evening.server))
        assert_opens_no_seat(evening, evening.watch_token, evening.watcher)


def test_a_seats_token_does_not_make_a_spectator(evening: Evening) -> None:
    with evening.unchanged():
        answer = guest(evening.server).post(evening.watch, data={"token": evening.token})
        assert answer.status_code == 403


def test_the_spectators_token_as_a_bearer_looks_on_and_no_more(evening: Evening) -> None:
    program, match_id = bearer(evening, evening.watch_token), evening.match["id"]
    with evening.unchanged():
        stands = seen(program, evening.match)
        for seat in (0, 1):
            for kind in ("roll", "move", "take-back", "resign", "press"):
                body = {"kind": kind, "seat": seat, "version": stands["version"], "move": "-"}
                problem(send(program, evening.match, body), 403)
            problem(program.get(f"/api/matches/{match_id}", params={"seat": seat}), 403)
            for path in ("alone", "leave", "return", "invite", "stand-in"):
                answer = program.post(f"/match/{match_id}/{path}", data={"seat": str(seat)})
                assert answer.status_code == 403, path
        for path in ("rematch", "delete", "spectators"):
            assert program.post(f"/match/{match_id}/{path}").status_code == 403
        problem(program.delete(f"/api/matches/{match_id}"), 403)


def test_a_seats_token_as_a_bearer_acts_for_that_seat_only(evening: Evening) -> None:
    program, match_id = bearer(evening, evening.token), evening.match["id"]
    with evening.unchanged():
        body = command(seen(evening.one, evening.match))
        assert body["seat"] == 0
        problem(send(program, evening.match, body), 403)
        problem(program.get(f"/api/matches/{match_id}", params={"seat": 0}), 403)
        assert program.post(f"/match/{match_id}/invite", data={"seat": "0"}).status_code == 403
        problem(program.delete(f"/api/matches/{match_id}"), 403)
        problem(program.get(f"/api/matches/{evening.elsewhere['id']}"), 404)


def test_a_bearer_is_who_it_says_whatever_its_cookie_says(evening: Evening) -> None:
    """A program with a wrong token does not fall back on the device it runs on."""
    with evening.unchanged():
        wrong = {"authorization": "Bearer nonsense"}
        address = f"/api/matches/{evening.match['id']}"
        problem(evening.one.get(address, headers=wrong), 404)
        body = command(seen(evening.one, evening.match))
        problem(evening.one.post(f"{address}/commands", json=body, headers=wrong), 404)
        right = {"authorization": f"Bearer {evening.token}"}
        problem(evening.one.post(f"{address}/commands", json=body, headers=right), 403)


# Tokens that were good once


def test_after_a_new_link_the_old_one_opens_nothing(evening: Evening) -> None:
    evening.anew()
    with evening.unchanged():
        assert_opens_no_seat(evening, evening.token, guest(evening.server))
        address = f"/api/matches/{evening.match['id']}"
        problem(bearer(evening, evening.token).get(address), 404)


def test_after_a_recovery_neither_the_old_device_nor_the_old_token_are_good(
    evening: Evening,
) -> None:
    phone, address = guest(evening.server), f"/api/matches/{evening.match['id']}"
    first = evening.anew()
    second = evening.anew()
    assert_opens_no_seat(evening, first, phone)
    join(phone, evening.match, second)
    old, evening.other = evening.other, phone
    with evening.unchanged():
        for token in (evening.token, first):
            assert_opens_no_seat(evening, token, old)
            problem(bearer(evening, token).get(address), 404)
        for kind in ("roll", "resign"):
            body = {"kind": kind, "seat": 1, "version": 4}
            problem(send(old, evening.match, body), 404)
        assert old.get(f"/match/{evening.match['id']}").status_code == 404
        assert old.get(f"/match/{evening.match['id']}/live").status_code == 404
        assert old.post(f"/match/{evening.match['id']}/invite", data=SEAT_1).status_code == 404
    assert act(phone, seen(phone, evening.match), "resign", seat=1)["waits_for"] == "end"


def test_a_link_that_the_maker_has_replaced_while_gathering_opens_nothing(server: Server) -> None:
    maker, late = guest(server), guest(server)
    match = invite(maker, False, True)
    old, address = tokens_of(match)[1], f"/match/{match['id']}"
    assert maker.post(f"{address}/invite", data=SEAT_1).status_code == 303
    new = tokens_of(told(maker.get(f"/api/matches/{match['id']}/gathering")))[1]
    assert new != old
    problem(late.post(f"/api/matches/{match['id']}/join", json={"token": old}), 403)
    assert join(late, match, new)["seat"] == 1


def test_the_tokens_of_a_match_that_was_thrown_away_open_nothing(evening: Evening) -> None:
    assert evening.one.delete(f"/api/matches/{evening.match['id']}").status_code == 204
    for token in (evening.token, evening.watch_token):
        assert_opens_no_seat(evening, token, evening.other)
        problem(bearer(evening, token).get(f"/api/matches/{evening.match['id']}"), 404)


# Cookies


def test_a_cookie_of_another_match_is_a_strangers(evening: Evening) -> None:
    with evening.unchanged():
        problem(evening.neighbour.get(f"/api/matches/{evening.match['id']}"), 404)
        problem(evening.one.get(f"/api/matches/{evening.elsewhere['id']}"), 404)


def test_swapped_cookies_swap_the_seats_and_nothing_more(evening: Evening) -> None:
    """A cookie is the device: who has it holds that device's seats, and not their own besides."""
    swapped = guest(evening.server, cookies={"device": evening.other.cookies["device"]})
    with evening.unchanged():
        body = command(seen(evening.one, evening.match))
        problem(send(swapped, evening.match, body), 403)
    assert act(swapped, seen(swapped, evening.match), "resign", seat=1)["result"]["seat"] == 1


@pytest.mark.parametrize(
    "made",
    [
        device_key,
        hash_of,
        lambda device: device[:-1],
        lambda device: f"{device}A",
        lambda device: device.swapcase(),
        lambda device: f"{device}%00",
    ],
)
def test_what_is_written_down_of_a_device_does_not_make_one(
    evening: Evening, made: Callable[[str], str]
) -> None:
    with evening.unchanged():
        forged = {"cookie": f"device={made(evening.one.cookies['device'])}"}
        client = guest(evening.server)
        problem(client.get(f"/api/matches/{evening.match['id']}", headers=forged), 404)


def test_two_cookies_do_not_make_two_people(evening: Evening) -> None:
    devices = [client.cookies["device"] for client in (evening.one, evening.other)]
    both = "; ".join(f"device={device}" for device in devices)
    with evening.unchanged():
        client = guest(evening.server)
        answer = client.get(
            f"/api/matches/{evening.match['id']}/gathering", headers={"cookie": both}
        )
        assert len(told(answer)["yours"]) == 1


# Guessing


def test_guesses_open_nothing(evening: Evening) -> None:
    chance = random.Random(7)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    stranger, match_id = guest(evening.server), evening.match["id"]
    with evening.unchanged():
        for _ in range(100):
            token = "".join(chance.choices(letters, k=32))
            answer = stranger.post(f"/api/matches/{match_id}/join", json={"token": token})
            assert problem(answer, 403)["code"] == "bad_link"


def test_what_a_refused_token_is_answered_says_nothing_of_how_nearly(evening: Evening) -> None:
    """The same words for a token of another match, an old one, and a match that is not there."""
    answers: list[Data] = []
    for match_id, token in (
        (evening.match["id"], evening.token[:-1]),
        (evening.match["id"], evening.elsewhere_token),
        ("nosuchmatch1", evening.token),
    ):
        stranger = guest(evening.server)
        answers.append(
            problem(stranger.post(f"/api/matches/{match_id}/join", json={"token": token}), 403)
        )
    assert answers[0] == answers[1] == answers[2]
