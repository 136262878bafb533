"""Sharing the server with the network, and stopping it. The network here is 127.0.0.2."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from ludotheque.web.access import network
from ludotheque.web.access.network import listening_socket, network_addresses
from ludotheque.web.access.sharing import Sharing, base_url

from ..html import Page
from .api_client import act, begin, told
from .event_source import EventSource, eventually
from .server import Server

NETWORK, ANOTHER = "127.0.0.2", "127.0.0.3"
ENGLISH = {"accept-language": "en"}

try:
    listening_socket(NETWORK, 0).close()
except ValueError:
    pytest.skip("this system has one loopback address only", allow_module_level=True)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "matches", network=(NETWORK,)) as opened:
        yield opened


def sharing_in(server: Server) -> Sharing:
    sharing: Sharing = server.app.state.sharing
    return sharing


def neighbour(server: Server, address: str) -> httpx.Client:
    client = server.new_client()
    client.base_url = httpx.URL(address)
    return client


def shared(server: Server) -> httpx.Client:
    """The server shared, and somebody on the network who has its address."""
    assert server.client.post("/share").status_code == 303
    return neighbour(server, sharing_in(server).listeners[0].url)


def images_in(page: Page) -> list[str]:
    return [element.get("aria-label") for element in page.all("svg") if element.get("role")]


def text_of(answer: httpx.Response) -> str:
    return " ".join(Page(answer.text).words)


def page_of(client: httpx.Client) -> Page:
    answer = client.get("/share", headers=ENGLISH)
    assert answer.status_code == 200
    return Page(answer.text)


def test_a_server_is_shared_with_nobody_until_somebody_asks_for_it(server: Server) -> None:
    assert sharing_in(server).listeners == []
    page = page_of(server.client)
    assert [form.action for form in page.forms if "share" in form.action] == ["/share"]
    assert images_in(page) == []


def test_connections_to_every_address_are_counted_together(server: Server) -> None:
    guest = shared(server)
    with socket.create_connection((NETWORK, guest.base_url.port or 0)) as half_sent:
        half_sent.sendall(b"GET / HTTP/1.1")
        eventually(lambda: len(server.app.state.guard) == 2)
    eventually(lambda: len(server.app.state.guard) == 1)


def test_a_shared_server_is_open_at_the_address_it_shows(server: Server) -> None:
    guest = shared(server)
    assert guest.get("/").status_code == 200
    assert guest.get("/api/games").status_code == 200
    page = page_of(server.client)
    address = sharing_in(server).listeners[0].url
    assert address.startswith(f"http://{NETWORK}:")
    assert address in page.words
    assert images_in(page) == [f"QR code of {address}"]


def test_who_comes_from_the_network_cannot_share_or_stop(server: Server) -> None:
    guest = shared(server)
    for answer in (
        guest.get("/share", headers=ENGLISH),
        guest.post("/share", headers=ENGLISH),
        guest.post("/share/stop", headers=ENGLISH),
    ):
        assert answer.status_code == 403
        assert "Only the people at the machine" in text_of(answer)
    assert guest.get("/").status_code == 200
    assert "/share" not in guest.get("/").text
    assert "/share" in server.client.get("/").text


def test_sharing_stops_when_it_is_told_to(server: Server) -> None:
    guest = shared(server)
    assert guest.get("/").status_code == 200
    assert server.client.post("/share/stop").status_code == 303
    with pytest.raises(httpx.TransportError):
        guest.get("/")
    assert sharing_in(server).listeners == []
    assert server.client.get("/").status_code == 200
    assert shared(server).get("/").status_code == 200


def test_who_follows_a_match_from_the_network_is_hung_up_on(server: Server) -> None:
    guest = shared(server)
    match, other = begin(server.client), begin(guest)
    with (
        EventSource(server.new_client(), match["id"], since=match["version"]) as stays,
        EventSource(guest, other["id"], since=other["version"]) as goes,
    ):
        assert stays.answer.status_code == goes.answer.status_code == 200
        assert server.client.post("/share/stop").status_code == 303
        with pytest.raises(httpx.TransportError):
            goes.next()
        act(server.client, match)
        assert stays.next().version > match["version"]


def test_sharing_ends_with_the_server(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", network=(NETWORK,)) as server:
        guest = shared(server)
        url = guest.base_url
        assert guest.get("/").status_code == 200
    with pytest.raises(httpx.TransportError):
        httpx.get(url)
    with Server(tmp_path / "matches", network=(NETWORK,)) as again:
        assert sharing_in(again).listeners == []


def test_sharing_twice_opens_one_listener(server: Server) -> None:
    shared(server)
    listeners = sharing_in(server).listeners
    shared(server)
    assert sharing_in(server).listeners == listeners


def test_every_address_has_a_listener(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", network=(NETWORK, ANOTHER)) as server:
        shared(server)
        for listener in sharing_in(server).listeners:
            assert neighbour(server, listener.url).get("/").status_code == 200
        assert [listener.address for listener in sharing_in(server).listeners] == [NETWORK, ANOTHER]


def test_a_port_that_is_taken_is_passed_over(tmp_path: Path) -> None:
    with socket.create_server((NETWORK, 0)) as taken:
        port = taken.getsockname()[1]
        with Server(tmp_path / "matches", network=(NETWORK,), port=port) as server:
            assert shared(server).get("/").status_code == 200
            assert sharing_in(server).listeners[0].port != port


# By which name it is called, and from whose pages commands come


def test_each_listener_answers_to_its_own_name_only(server: Server) -> None:
    guest = shared(server)
    for host in ("evil.example", "localhost", server.host, ANOTHER, f"{NETWORK}.evil.example"):
        assert told(guest.get("/", headers={"host": host}), 400)["code"] == "bad_host"
    name = sharing_in(server).listeners[0].url.removeprefix("http://")
    assert told(server.client.get("/", headers={"host": name}), 400)["code"] == "bad_host"


def test_commands_from_the_network_come_from_its_own_pages(server: Server) -> None:
    guest = shared(server)
    ours = str(guest.base_url).rstrip("/")
    for origin, status in ((ours, 303), (server.address, 403), ("http://evil.example", 403)):
        answer = guest.post("/settings", data={"lang": "en"}, headers={"origin": origin})
        assert answer.status_code == status, origin


def test_no_page_of_somebody_elses_can_share_the_server(server: Server) -> None:
    answer = server.client.post("/share", headers={"origin": "http://evil.example"})
    assert told(answer, 403)["code"] == "bad_origin"
    assert sharing_in(server).listeners == []


# Where there is no network, or another one


def test_without_a_network_the_page_says_so(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", network=()) as server:
        assert "on no network" in " ".join(page_of(server.client).words)
        answer = server.client.post("/share", headers=ENGLISH)
        assert answer.status_code == 503
        assert "on no network" in text_of(answer)
        assert server.client.get("/").status_code == 200


def test_an_address_that_is_not_this_machines_is_told(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", network=("203.0.113.7",)) as server:
        answer = server.client.post("/share", headers=ENGLISH)
        assert answer.status_code == 503
        assert "cannot listen at 203.0.113.7" in text_of(answer)
        assert sharing_in(server).listeners == []


def test_a_machine_that_has_changed_networks_is_opened_anew(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shared(server)
    monkeypatch.setattr(sharing_in(server), "addresses", lambda: (ANOTHER,))
    assert "has changed networks" in " ".join(page_of(server.client).words)
    after = shared(server)
    assert after.get("/").status_code == 200
    assert ANOTHER in str(after.base_url)
    with pytest.raises(httpx.TransportError):
        before.get("/")
    assert "has changed networks" not in " ".join(page_of(server.client).words)


def test_a_server_that_listens_everywhere_needs_no_second_door(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", host="0.0.0.0", network=(NETWORK,), port=8123) as server:
        page = page_of(server.client)
        assert f"http://{NETWORK}:8123" in page.words
        assert not [form for form in page.forms if "share" in form.action]
        assert server.client.post("/share").status_code == 303
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://{NETWORK}:8123/")


def test_only_addresses_of_private_networks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = {"192.0.2.1": "203.0.114.7", "10.0.0.1": "10.1.2.3", "192.168.0.1": "192.168.0.9"}
    monkeypatch.setattr(network, "source_address", ways.get)
    assert network_addresses() == ("192.168.0.9", "10.1.2.3")
    monkeypatch.setattr(network, "source_address", lambda _: "127.0.0.1")
    assert network_addresses() == ()


def test_this_machines_own_addresses_are_found_by_looking() -> None:
    for address in network_addresses():
        listening_socket(address, 0).close()


# Where links lead


def asked(server: Server) -> Request:
    port = int(server.host.rpartition(":")[2])
    return Request(
        {
            "type": "http",
            "app": server.app,
            "scheme": "http",
            "path": "/",
            "headers": [(b"host", server.host.encode())],
            "server": ("127.0.0.1", port),
        }
    )


def test_links_lead_where_others_find_the_server(server: Server) -> None:
    assert base_url(asked(server)) == server.address
    shared(server)
    assert base_url(asked(server)) == sharing_in(server).listeners[0].url


def test_links_lead_to_the_public_address_if_there_is_one(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", public_url="https://games.example/") as server:
        assert base_url(asked(server)) == "https://games.example"
