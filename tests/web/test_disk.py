"""A real server with a full disk, or with a data folder that may not be written.

What was acknowledged is kept, what cannot be written is refused with a reason, and nothing has to
be repaired when there is space again. If the user may mount one, the test fills a real file system;
otherwise the size of the server's files is limited.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from ludotheque.store.folder import DATABASE
from ludotheque.store.store import Store
from tests.soak.server import ROOT, Server

from .api_client import Data, act, begin, command, problem, seen, send
from .event_source import eventually
from .friends import invite, join, tokens_of

SMALL = 500_000  # bytes of a disk


@dataclass
class Disk:
    """Where the server keeps its matches."""

    server: Server
    folder: Path

    def fill(self) -> None:
        self.server.tell(signal.SIGUSR2)

    def make_room(self) -> None:
        self.server.tell(signal.SIGUSR1)


class MountedDisk(Disk):
    """A file system of its own, and something else that takes all that is left of it."""

    @property
    def _ballast(self) -> Path:
        return self.folder.parent / "something else"

    def fill(self) -> None:
        with self._ballast.open("ab", buffering=0) as file:
            for size in (4096, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    pass  # full, but for less than that

    def make_room(self) -> None:
        self._ballast.unlink()


def can_mount(place: Path) -> bool:
    """Whether a small disk could be mounted there; then it is."""
    asked = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(place)]
    try:
        return subprocess.run(asked, capture_output=True).returncode == 0
    except OSError:
        return False


@contextmanager
def limited(place: Path) -> Iterator[Disk]:
    """While it is full, the server can write nothing at all."""
    with Server(place / "matches", 0) as server:
        yield Disk(server, place / "matches")


@contextmanager
def mounted(place: Path) -> Iterator[Disk]:
    place.mkdir()
    with ExitStack() as undo:
        if not can_mount(place):
            yield undo.enter_context(limited(place))
            return
        undo.callback(subprocess.run, ["umount", "--lazy", str(place)], check=True)
        server = undo.enter_context(Server(place / "matches"))
        yield MountedDisk(server, place / "matches")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with limited(tmp_path) as found:
        yield found


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Disk]:
    with mounted(tmp_path / "disk") as found:
        yield found


def refused(client: httpx.Client, match: Data) -> Data:
    """A command that cannot be kept: the match stands where it was; what is said."""
    said = problem(send(client, match, command(match)), 503)
    assert said["code"] == "not_saved"
    assert seen(client, match) == match
    return said


def test_a_full_disk_refuses_in_words_and_loses_nothing(disk: Disk) -> None:
    client = disk.server.client
    match = act(client, act(client, begin(client)))
    over = act(client, begin(client), "resign", seat=0)
    disk.fill()
    eventually(lambda: send(client, match, command(match, "resign")).status_code == 503)
    for _ in range(3):
        said = refused(client, match)
        assert str(disk.folder) not in said["message"]
    form = {"kind": "roll", "seat": str(match["seat"]), "version": str(match["version"])}
    page = client.post(f"/match/{match['id']}/do", data=form)
    assert page.status_code == 503
    assert said["message"] in page.text
    answer = client.post("/api/matches", json={"game": "levelx", "seats": [{"name": "Ada"}] * 2})
    assert problem(answer, 503)["code"] == "not_saved"
    assert seen(client, over) == over
    for rest in ("replay", "record.jsonl", "dice"):
        assert client.get(f"/match/{over['id']}/{rest}").status_code == 200

    disk.make_room()
    eventually(lambda: client.get("/").status_code == 200)
    assert act(client, match)["version"] == match["version"] + 4


def test_a_disk_that_fills_up_while_people_play_keeps_what_was_answered(small_disk: Disk) -> None:
    client, answered = small_disk.server.client, dict[str, int]()
    match, refusals = begin(client), 0
    for number in range(120):
        if number % 40 == 10:
            small_disk.fill()
        if number % 40 == 35:
            small_disk.make_room()
        answer = send(client, match, command(match))
        if answer.status_code == 503:
            refusals += 1
            assert seen(client, match) == match
            continue
        assert answer.status_code == 200, answer.text
        match = answer.json()
        answered[match["id"]] = match["version"]
        if match["waits_for"] == "end":
            match = begin(client)
    assert refusals
    small_disk.server.kill()
    with Store.open(small_disk.folder) as store:
        assert answered == {
            each.id: each.version for each in store.matches(limit=500) if each.id in answered
        }
        for name in answered:
            assert len(store.load(name).events) == answered[name]


def test_friends_who_gather_on_a_full_disk_sit_down_when_there_is_room(disk: Disk) -> None:
    server = disk.server
    maker, friend, rival = server.guest(), server.guest(), server.guest()
    match = invite(maker, False, True)
    address, token = f"/api/matches/{match['id']}", {"token": tokens_of(match)[1]}
    other = begin(server.client)
    disk.fill()
    eventually(lambda: send(server.client, other, command(other, "resign")).status_code == 503)
    for each in (friend, rival):
        assert problem(each.post(f"{address}/join", json=token), 503)["code"] == "not_saved"
        assert problem(maker.get(address), 409)["code"] == "not_begun"
        problem(each.get(address), 404)
    disk.make_room()
    eventually(lambda: maker.get("/").status_code == 200)
    join(friend, match, token["token"])
    taken = rival.post(f"{address}/join", json=token)
    assert problem(taken, 403)["code"] == "seat_taken"  # whoever is first keeps the seat
    problem(rival.get(address), 404)
    assert act(maker, seen(maker, match))["version"] == 4
    assert act(friend, seen(friend, match), "resign", seat=1)["waits_for"] == "end"


def test_a_disk_that_is_full_from_the_beginning_is_told(tmp_path: Path) -> None:
    """The command says so in one sentence, and ends."""
    folder = tmp_path / "matches"
    folder.mkdir()
    (folder / DATABASE).symlink_to("/dev/full")
    done = serve("--data", str(folder))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"Error: the matches in {folder} cannot be ")
    assert "Traceback" not in done.stderr


# Without rights


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    """`ludotheque serve`, which is expected to end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", "--lang", "en", "serve", "--no-browser", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "COLUMNS": "1000", "PORT": "0"},
    )


def serve_as_nobody(folder: Path) -> subprocess.CompletedProcess[str]:
    """The command's own code after everything was imported: nobody may not read our sources."""
    program = (
        "import sys; from ludotheque.cli import main; from ludotheque.cli.commands import serve; "
        "import ludotheque.web.app; "
        "from tests.store.open_folders import become_nobody; ''.encode('idna'); become_nobody(); "
        "sys.exit(main.run(sys.argv[1:]))"
    )
    arguments = ["--lang", "en", "serve", "--no-browser", "--port", "0", "--data", str(folder)]
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "COLUMNS": "1000"},
    )


@pytest.mark.parametrize("used", [False, True])
def test_a_folder_that_may_only_be_read_is_refused_in_one_sentence(
    public: Path, used: bool
) -> None:
    folder = public / "matches"
    folder.mkdir()
    if used:
        with Store.open(folder):
            pass
        for file in folder.iterdir():
            file.chmod(0o444)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    folder.chmod(0o555)
    try:
        done = serve_as_nobody(folder)
    finally:
        folder.chmod(0o755)
    assert done.stderr == (
        f"Error: the matches in {folder} cannot be read or written: Permission denied\n"
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
