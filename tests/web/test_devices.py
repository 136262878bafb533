"""Session fixation: names of devices come from the server, a new one with whatever is gained."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.store.store import Store
from ludotheque.web.access.devices import (
    COOKIE,
    SECURE_COOKIE,
    DeviceNames,
    cookie_name,
    device_key,
)
from ludotheque.web.config import Config

from .api_client import Data, begin, problem, seen, setup, told
from .friends import gathering, guest, invite, join, token_of, tokens_of
from .server import Server

PLANTED = "planted-by-an-attacker-who-knows-it"
FORM = {"game": "levelx", "seat_0_kind": "me", "seat_1_kind": "link"}


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("secure") / "matches"
    with Server(folder, public_url="https://games.example") as opened:
        yield opened


def device(client: httpx.Client) -> str:
    """The cookie's value; one that was planted for every path may stand beside it."""
    return [each.value or "" for each in client.cookies.jar if each.name == COOKIE][-1]


def planted(server: Server, name: str = PLANTED) -> httpx.Client:
    """A browser into which somebody has put a cookie."""
    client = guest(server)
    client.cookies.set(COOKIE, name, domain="127.0.0.1", path="/")
    return client


# Whatever a device gains, it gains under a name that nobody else has seen


def sit_down_with_a_form(client: httpx.Client, match: Data) -> None:
    fields = {"token": tokens_of(match)[1]}
    assert client.post(f"/join/{match['id']}", data=fields).status_code == 303


def sit_down_as_a_program(client: httpx.Client, match: Data) -> None:
    join(client, match, tokens_of(match)[1])


def look_on(client: httpx.Client, match: Data) -> None:
    fields = {"token": token_of(match["watch"])}
    assert client.post(f"/watch/{match['id']}", data=fields).status_code == 303


@pytest.mark.parametrize("gain", [sit_down_with_a_form, sit_down_as_a_program, look_on])
def test_a_planted_cookie_does_not_share_a_seat(
    server: Server, gain: Callable[[httpx.Client, Data], None]
) -> None:
    victim, attacker = planted(server), planted(server)
    match = invite(guest(server), False, True, True)
    gain(victim, match)
    assert device(victim) != PLANTED
    assert gathering(victim, match)
    problem(attacker.get(f"/api/matches/{match['id']}/gathering"), 404)


def make_with_a_form(client: httpx.Client) -> str:
    answer = client.post("/matches", data=FORM)
    assert answer.status_code == 303
    return answer.headers["location"].rpartition("/")[2]


def make_as_a_program(client: httpx.Client) -> str:
    match_id: str = begin(client)["id"]
    return match_id


@pytest.mark.parametrize("make", [make_with_a_form, make_as_a_program])
def test_a_planted_cookie_does_not_share_a_match(
    server: Server, make: Callable[[httpx.Client], str]
) -> None:
    victim, attacker = planted(server), planted(server)
    match_id = make(victim)
    assert device(victim) != PLANTED
    assert [each["id"] for each in victim.get("/api/matches").json()] == [match_id]
    assert attacker.get(f"/match/{match_id}").status_code == 404
    assert attacker.delete(f"/api/matches/{match_id}").status_code == 404
    assert attacker.get("/api/matches").json() == []


def test_a_name_that_the_server_gave_the_attacker_is_planted_in_vain(server: Server) -> None:
    attacker = guest(server)
    own = begin(attacker)
    victim = planted(server, device(attacker))
    match = invite(guest(server), False, True)
    sit_down_with_a_form(victim, match)
    problem(attacker.get(f"/api/matches/{match['id']}"), 404)
    assert seen(victim, own)  # what the attacker has planted, the attacker has given away
    begin(attacker)
    problem(attacker.get(f"/api/matches/{match['id']}"), 404)


# What a device had, it keeps


def test_a_device_keeps_its_matches_when_it_gets_a_new_name(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        client = guest(server)
        matches = [begin(client) for _ in range(3)]
        link = invite(guest(server), False, True)
        sit_down_with_a_form(client, link)
        matches.append(link)
        assert all(seen(client, match) for match in matches)
        name = device(client)
    with Server(tmp_path / "matches") as server:  # lineage is on disk
        client = planted(server, name)
        assert all(seen(client, match) for match in matches)
        listed = client.get("/api/matches").json()
        assert {each["id"] for each in listed} == {match["id"] for match in matches}


def test_a_cookie_from_before_keeps_its_seats(server: Server) -> None:
    """As an older server has set it: nothing is known of it but its hash beside a match."""
    match = begin(guest(server))
    live = server.awake(match["id"])
    access = live.seating.seats[0]
    old = live.seating._with(0, holders=access.holders | {device_key(PLANTED)})
    live.seating = old
    assert seen(planted(server), match)


def test_names_are_followed_back_and_never_forward(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        for newer, older in (("b", "a"), ("c", "b"), ("fork", "b")):
            store.succeed(newer, older).result()
        store.succeed("c", "thief").result()  # a name is given once
        assert store.previous_names("c") == ["b", "a"]
        assert store.previous_names("fork") == ["b", "a"]
        assert store.previous_names("a") == []
        assert DeviceNames(store).previous("c") == {"a", "b"}


# Behind https


def cookies_set(answer: httpx.Response) -> dict[str, str]:
    return {each.partition("=")[0]: each.lower() for each in answer.headers.get_list("set-cookie")}


def secure_device(answer: httpx.Response) -> str:
    (found,) = [
        each for each in answer.headers.get_list("set-cookie") if each.startswith(SECURE_COOKIE)
    ]
    return found.partition("=")[2].partition(";")[0]


def test_behind_https_the_cookie_can_come_from_this_host_alone(secure: Server) -> None:
    answer = secure.new_client().post("/matches", data=FORM)
    cookie = cookies_set(answer)[SECURE_COOKIE]
    for part in ("; secure", "; path=/", "; httponly", "; samesite=lax"):
        assert part in cookie
    assert "domain" not in cookie


def test_behind_https_a_planted_plain_cookie_hides_nothing(secure: Server) -> None:
    value = secure_device(secure.new_client().post("/matches", data=FORM))
    both = {"cookie": f"{COOKIE}={PLANTED}; {SECURE_COOKIE}={value}"}
    assert len(secure.new_client().get("/api/matches", headers=both).json()) == 1


def test_behind_https_a_cookie_from_before_is_taken_and_gets_its_new_name(secure: Server) -> None:
    answer = secure.new_client().post("/matches", data=FORM)
    value = secure_device(answer)
    old = {"cookie": f"{COOKIE}={value}"}
    for path in ("/", "/api/matches", answer.headers["location"]):
        again = secure.new_client().get(path, headers=old)
        assert again.status_code == 200
        assert cookies_set(again)[SECURE_COOKIE].startswith(f"{SECURE_COOKIE}={value}".lower())
        assert "max-age=0" in cookies_set(again)[COOKIE]
    upgraded = {"cookie": f"{SECURE_COOKIE}={value}"}
    assert cookies_set(secure.new_client().get("/", headers=upgraded)) == {}


def test_by_plain_http_the_cookie_keeps_its_name(server: Server) -> None:
    answer = guest(server).post("/matches", data=FORM)
    assert set(cookies_set(answer)) == {COOKIE}


# Two servers at one host


def test_a_server_at_another_port_does_not_take_the_name_that_this_one_gave(
    tmp_path: Path,
) -> None:
    """Browsers send all cookies of a host to each of its ports."""
    with (
        Server(tmp_path / "usual", cookie_port=8080) as usual,
        Server(tmp_path / "other", cookie_port=8081) as other,
    ):
        browser, here, there = guest(usual), usual.address, other.address
        made = [begin_at(browser, at)["id"] for at in (here, there, here, there)]
        for at, match_id in zip((here, there, here, there), made, strict=True):
            assert browser.get(f"{at}/api/matches/{match_id}").status_code == 200
        assert set(browser.cookies) == {COOKIE, f"{COOKIE}-8081"}


def begin_at(browser: httpx.Client, address: str) -> Data:
    return told(browser.post(f"{address}/api/matches", json=setup()), 201)


def test_a_name_from_before_ports_were_told_apart_still_counts(tmp_path: Path) -> None:
    with Server(tmp_path) as before:
        match = begin(browser := guest(before))
        name = device(browser)
    with Server(tmp_path, cookie_port=8081) as server:
        client = planted(server, name)
        assert seen(client, match)
        assert client.get(f"/match/{match['id']}").status_code == 200
        client.cookies.delete(COOKIE, domain="127.0.0.1", path="/")  # another server's doing
        assert seen(client, match)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({}, COOKIE),
        ({"cookie_port": 8080}, COOKIE),
        ({"cookie_port": 9000}, f"{COOKIE}-9000"),
        ({"cookie_port": 9000, "public_url": "https://games.example"}, SECURE_COOKIE),
        ({"public_url": "https://games.example:8443"}, f"{SECURE_COOKIE}-8443"),
        ({"cookie_port": 9000, "public_url": "http://games.example"}, COOKIE),
    ],
)
def test_a_port_that_somebody_chose_is_part_of_the_cookies_name(
    settings: dict[str, Any], name: str
) -> None:
    assert cookie_name(Config(Path(), **settings)) == name
