"""Attacks on being local: other users of the machine, forwarders, other names, stolen links."""

from __future__ import annotations

import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from ludotheque.web.access import local_key
from ludotheque.web.access.local_key import FILE, HEADER, LocalKey

from ..html import Page
from .api_client import begin, seen
from .server import Server

OTHER_NAME = "games.lan"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server") / "matches"
    with Server(folder, more_hosts=(OTHER_NAME,)) as opened:
        yield opened


def stranger(server: Server, address: str | None = None) -> httpx.Client:
    """Another user of the same machine: the same address, and no key."""
    client = server.new_client(local=False)
    if address is not None:
        client.base_url = httpx.URL(address)
    return client


def open_link(client: httpx.Client, server: Server) -> httpx.Response:
    return client.get("/local", params={"key": server.key})


def is_local(client: httpx.Client) -> bool:
    """Only who is local may see the page for sharing the server."""
    status = client.get("/share").status_code
    assert status in (200, 403)
    return status == 200


@contextmanager
def forwarder(server: Server) -> Iterator[str]:
    """A plain TCP forwarder on this machine: it adds no header, and its address is loopback."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        lines: list[socket.socket] = []

        def accept() -> None:
            while True:
                try:
                    near, _ = listening.accept()
                except OSError:
                    return
                far = socket.create_connection(tuple(server.socket.getsockname()))
                lines.extend((near, far))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=pump, args=(one, other), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            for line in lines:
                line.close()


def pump(one: socket.socket, other: socket.socket) -> None:
    with closing(one), closing(other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            return


# Who is local


def test_the_printed_link_makes_a_browser_local(server: Server) -> None:
    browser = stranger(server)
    assert not is_local(browser)
    answer = open_link(browser, server)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert is_local(browser)
    assert seen(browser, begin(server.client))


def test_the_cookie_is_not_the_key_and_no_script_or_other_site_gets_it(server: Server) -> None:
    browser = stranger(server)
    answer = open_link(browser, server)
    cookie = answer.headers["set-cookie"]
    assert server.key not in cookie
    assert "httponly" in cookie.lower()
    assert "samesite=strict" in cookie.lower()
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    token = next(value for name, value in browser.cookies.items() if name.startswith("local-"))
    assert stranger(server).get("/share", headers={HEADER: token}).status_code == 403


def test_a_program_brings_the_key_in_a_header(server: Server) -> None:
    program = stranger(server)
    assert program.get("/share", headers={HEADER: server.key}).status_code == 200
    wrong = {HEADER.encode(): ("é" * 43).encode()}
    assert program.get("/share", headers=wrong).status_code == 403


# Attacks


def test_another_user_of_the_machine_is_a_guest(server: Server) -> None:
    match, other = begin(server.client), stranger(server)
    assert not is_local(other)
    assert other.get("/api/matches").json() == []
    assert other.get(f"/match/{match['id']}").status_code == 404
    assert other.get(f"/api/matches/{match['id']}").status_code == 404
    assert other.delete(f"/api/matches/{match['id']}").status_code == 404
    assert other.post("/share").status_code == 403
    assert seen(server.client, match)["seat"] == 0
    own = begin(other)  # and can play, as any guest
    assert [each["id"] for each in other.get("/api/matches").json()] == [own["id"]]


def test_who_comes_through_a_forwarder_is_a_guest(server: Server) -> None:
    match = begin(server.client)
    with forwarder(server) as address:
        far = stranger(server, address)
        assert far.get("/").status_code == 200
        assert not is_local(far)
        assert far.get(f"/api/matches/{match['id']}").status_code == 404


def test_a_foreign_name_is_never_local_with_the_key_or_the_cookie(server: Server) -> None:
    named = {"host": OTHER_NAME}
    browser = stranger(server)
    open_link(browser, server)
    assert is_local(browser)
    assert browser.get("/share", headers=named).status_code == 403
    assert server.client.get("/share", headers=named).status_code == 403
    answer = stranger(server).get("/local", params={"key": server.key}, headers=named)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("name", ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via"])
def test_what_is_forwarded_is_never_local_with_the_key(server: Server, name: str) -> None:
    forwarded = {name: "127.0.0.1"}
    assert server.client.get("/share", headers=forwarded).status_code == 403
    answer = stranger(server).get("/local", params={"key": server.key}, headers=forwarded)
    assert answer.status_code == 403


@pytest.mark.parametrize("said", ["", "key=", "key=wrong", "code=", "code=wrong", "key=a&key=b"])
def test_a_wrong_key_opens_nothing(server: Server, said: str) -> None:
    answer = stranger(server).get(f"/local?{said}")
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert "lien imprimé au démarrage" in answer.text


@pytest.mark.parametrize("token", ["", ".", "a.b", "." + "0" * 64, "é.é"])
def test_a_made_up_cookie_opens_nothing(server: Server, token: str) -> None:
    cookie = f"{LocalKey(server.key).cookie}={token}"
    other = stranger(server)
    assert other.get("/share", headers={b"cookie": cookie.encode()}).status_code == 403


def test_the_link_that_opens_the_browser_works_once_and_soon(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other users can read the command line of a browser that is being started."""
    key: LocalKey = server.app.state.local_key
    code = key.new_code()
    browser, thief = stranger(server), stranger(server)
    assert browser.get(f"/local?code={code}").status_code == 303
    assert is_local(browser)
    assert thief.get(f"/local?code={code}").status_code == 403
    code = key.new_code()
    monkeypatch.setattr(local_key, "CODE_SECONDS", -1)
    late = key.new_code()
    for said in (code, late):
        assert thief.get(f"/local?code={said}").status_code == 403
    assert not is_local(thief)


# What a visitor without the key is told


def test_who_opens_the_plain_address_is_told_about_the_link(server: Server) -> None:
    for path in ("/", "/match/not-there"):
        page = Page(stranger(server).get(path).text)
        assert "lien imprimé au démarrage" in " ".join(page.words)
        assert "lien imprimé" not in " ".join(Page(server.client.get(path).text).words)
    forwarded = stranger(server).get("/", headers={"via": "1.1 proxy"})
    assert "lien imprimé" not in forwarded.text  # it would be of no use to them


# The file


def test_the_key_is_made_once_and_only_its_user_can_read_it(tmp_path: Path) -> None:
    key = LocalKey.of(tmp_path).key
    assert len(key) >= 43
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert LocalKey.of(tmp_path).key == key


def test_a_key_that_others_could_read_is_replaced(tmp_path: Path) -> None:
    key = LocalKey.of(tmp_path).key
    (tmp_path / FILE).chmod(0o644)
    assert LocalKey.of(tmp_path).key != key
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_key_is_not_read_through_a_link_that_somebody_has_laid(tmp_path: Path) -> None:
    mine = tmp_path / "elsewhere"
    mine.write_text("k" * 43)
    mine.chmod(0o600)
    (tmp_path / FILE).symlink_to(mine)
    assert LocalKey.of(tmp_path).key != "k" * 43
    assert not (tmp_path / FILE).is_symlink()


def test_a_new_key_voids_the_cookies_of_the_old_one(tmp_path: Path) -> None:
    old = LocalKey.of(tmp_path)
    token = old.new_token()
    assert old.is_token(token)
    assert LocalKey.of(tmp_path).is_token(token)  # a restart changes nothing
    (tmp_path / FILE).unlink()
    assert not LocalKey.of(tmp_path).is_token(token)


def test_where_the_folder_cannot_be_written_the_key_lasts_as_long_as_the_server(
    tmp_path: Path,
) -> None:
    missing = tmp_path / "missing"
    assert LocalKey.of(missing).key != LocalKey.of(missing).key
