"""The house opened to the network and closed again. The network here is 127.0.0.2."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from ludotheque.web import network
from ludotheque.web.network import listening_at, network_addresses
from ludotheque.web.sharing import Sharing, address_of

from .following import Follower
from .markup import Page
from .playing import act, begin, told
from .serving import House

NETWORK, ANOTHER = "127.0.0.2", "127.0.0.3"
ENGLISH = {"accept-language": "en"}

try:
    listening_at(NETWORK, 0).close()
except ValueError:
    pytest.skip("this system has one loopback address only", allow_module_level=True)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "matches", network=(NETWORK,)) as opened:
        yield opened


def sharing_in(house: House) -> Sharing:
    sharing: Sharing = house.app.state.sharing
    return sharing


def neighbour(house: House, address: str) -> httpx.Client:
    client = house.new_client()
    client.base_url = httpx.URL(address)
    return client


def shared(house: House) -> httpx.Client:
    """The house shared, and somebody on the network who has its address."""
    assert house.client.post("/share").status_code == 303
    return neighbour(house, sharing_in(house).doors[0].url)


def images_in(page: Page) -> list[str]:
    return [element.get("aria-label") for element in page.all("svg") if element.get("role")]


def text_of(answer: httpx.Response) -> str:
    return " ".join(Page(answer.text).words)


def page_of(client: httpx.Client) -> Page:
    answer = client.get("/share", headers=ENGLISH)
    assert answer.status_code == 200
    return Page(answer.text)


def test_a_house_is_shared_with_nobody_until_somebody_asks_for_it(house: House) -> None:
    assert sharing_in(house).doors == []
    page = page_of(house.client)
    assert [form.action for form in page.forms if "share" in form.action] == ["/share"]
    assert images_in(page) == []


def test_a_shared_house_is_open_at_the_address_it_shows(house: House) -> None:
    guest = shared(house)
    assert guest.get("/").status_code == 200
    assert guest.get("/api/games").status_code == 200
    page = page_of(house.client)
    address = sharing_in(house).doors[0].url
    assert address.startswith(f"http://{NETWORK}:")
    assert address in page.words
    assert images_in(page) == [f"QR code of {address}"]


def test_who_comes_from_the_network_cannot_share_or_stop(house: House) -> None:
    guest = shared(house)
    for answer in (
        guest.get("/share", headers=ENGLISH),
        guest.post("/share", headers=ENGLISH),
        guest.post("/share/stop", headers=ENGLISH),
    ):
        assert answer.status_code == 403
        assert "Only the people at the machine" in text_of(answer)
    assert guest.get("/").status_code == 200
    assert "/share" not in guest.get("/").text
    assert "/share" in house.client.get("/").text


def test_sharing_stops_when_it_is_told_to(house: House) -> None:
    guest = shared(house)
    assert guest.get("/").status_code == 200
    assert house.client.post("/share/stop").status_code == 303
    with pytest.raises(httpx.TransportError):
        guest.get("/")
    assert sharing_in(house).doors == []
    assert house.client.get("/").status_code == 200
    assert shared(house).get("/").status_code == 200


def test_who_follows_a_match_from_the_network_is_hung_up_on(house: House) -> None:
    guest = shared(house)
    match, other = begin(house.client), begin(guest)
    with (
        Follower(house.new_client(), match["id"], since=match["version"]) as stays,
        Follower(guest, other["id"], since=other["version"]) as goes,
    ):
        assert stays.answer.status_code == goes.answer.status_code == 200
        assert house.client.post("/share/stop").status_code == 303
        with pytest.raises(httpx.TransportError):
            goes.next()
        act(house.client, match)
        assert stays.next().version > match["version"]


def test_sharing_ends_with_the_house(tmp_path: Path) -> None:
    with House(tmp_path / "matches", network=(NETWORK,)) as house:
        guest = shared(house)
        url = guest.base_url
        assert guest.get("/").status_code == 200
    with pytest.raises(httpx.TransportError):
        httpx.get(url)
    with House(tmp_path / "matches", network=(NETWORK,)) as again:
        assert sharing_in(again).doors == []


def test_sharing_twice_opens_one_door(house: House) -> None:
    shared(house)
    doors = sharing_in(house).doors
    shared(house)
    assert sharing_in(house).doors == doors


def test_every_address_has_a_door(tmp_path: Path) -> None:
    with House(tmp_path / "matches", network=(NETWORK, ANOTHER)) as house:
        shared(house)
        for door in sharing_in(house).doors:
            assert neighbour(house, door.url).get("/").status_code == 200
        assert [door.address for door in sharing_in(house).doors] == [NETWORK, ANOTHER]


def test_a_port_that_is_taken_is_passed_over(tmp_path: Path) -> None:
    with socket.create_server((NETWORK, 0)) as taken:
        port = taken.getsockname()[1]
        with House(tmp_path / "matches", network=(NETWORK,), port=port) as house:
            assert shared(house).get("/").status_code == 200
            assert sharing_in(house).doors[0].port != port


# By which name it is called, and from whose pages commands come


def test_each_door_answers_to_its_own_name_only(house: House) -> None:
    guest = shared(house)
    for host in ("evil.example", "localhost", house.host, ANOTHER, f"{NETWORK}.evil.example"):
        assert told(guest.get("/", headers={"host": host}), 400)["code"] == "bad_host"
    name = sharing_in(house).doors[0].url.removeprefix("http://")
    assert told(house.client.get("/", headers={"host": name}), 400)["code"] == "bad_host"


def test_commands_from_the_network_come_from_its_own_pages(house: House) -> None:
    guest = shared(house)
    ours = str(guest.base_url).rstrip("/")
    for origin, status in ((ours, 303), (house.address, 403), ("http://evil.example", 403)):
        answer = guest.post("/settings", data={"lang": "en"}, headers={"origin": origin})
        assert answer.status_code == status, origin


def test_no_page_of_somebody_elses_can_share_the_house(house: House) -> None:
    answer = house.client.post("/share", headers={"origin": "http://evil.example"})
    assert told(answer, 403)["code"] == "bad_origin"
    assert sharing_in(house).doors == []


# Where there is no network, or another one


def test_without_a_network_the_page_says_so(tmp_path: Path) -> None:
    with House(tmp_path / "matches", network=()) as house:
        assert "on no network" in " ".join(page_of(house.client).words)
        answer = house.client.post("/share", headers=ENGLISH)
        assert answer.status_code == 503
        assert "on no network" in text_of(answer)
        assert house.client.get("/").status_code == 200


def test_an_address_that_is_not_this_machines_is_told(tmp_path: Path) -> None:
    with House(tmp_path / "matches", network=("203.0.113.7",)) as house:
        answer = house.client.post("/share", headers=ENGLISH)
        assert answer.status_code == 503
        assert "cannot be opened at 203.0.113.7" in text_of(answer)
        assert sharing_in(house).doors == []


def test_a_machine_that_has_changed_networks_is_opened_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shared(house)
    monkeypatch.setattr(sharing_in(house), "addresses", lambda: (ANOTHER,))
    assert "has changed networks" in " ".join(page_of(house.client).words)
    after = shared(house)
    assert after.get("/").status_code == 200
    assert ANOTHER in str(after.base_url)
    with pytest.raises(httpx.TransportError):
        before.get("/")
    assert "has changed networks" not in " ".join(page_of(house.client).words)


def test_a_house_that_listens_everywhere_needs_no_second_door(tmp_path: Path) -> None:
    with House(tmp_path / "matches", host="0.0.0.0", network=(NETWORK,), port=8123) as house:
        page = page_of(house.client)
        assert f"http://{NETWORK}:8123" in page.words
        assert not [form for form in page.forms if "share" in form.action]
        assert house.client.post("/share").status_code == 303
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://{NETWORK}:8123/")


def test_only_addresses_of_private_networks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = {"192.0.2.1": "203.0.114.7", "10.0.0.1": "10.1.2.3", "192.168.0.1": "192.168.0.9"}
    monkeypatch.setattr(network, "address_towards", ways.get)
    assert network_addresses() == ("192.168.0.9", "10.1.2.3")
    monkeypatch.setattr(network, "address_towards", lambda _: "127.0.0.1")
    assert network_addresses() == ()


def test_this_machines_own_addresses_are_found_by_looking() -> None:
    for address in network_addresses():
        listening_at(address, 0).close()


# Where links lead


def asked(house: House) -> Request:
    port = int(house.host.rpartition(":")[2])
    return Request(
        {
            "type": "http",
            "app": house.app,
            "scheme": "http",
            "path": "/",
            "headers": [(b"host", house.host.encode())],
            "server": ("127.0.0.1", port),
        }
    )


def test_links_lead_where_others_find_the_house(house: House) -> None:
    assert address_of(asked(house)) == house.address
    shared(house)
    assert address_of(asked(house)) == sharing_in(house).doors[0].url


def test_links_lead_to_the_public_address_if_there_is_one(tmp_path: Path) -> None:
    with House(tmp_path / "matches", public_url="https://games.example/") as house:
        assert address_of(asked(house)) == "https://games.example"
