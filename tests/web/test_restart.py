"""What the server has acknowledged survives a kill, a failing disk and a restart."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import ludotheque
from ludotheque.store.errors import StoreFailed
from ludotheque.store.store import Store
from ludotheque.store.writer import Answered
from ludotheque.table.record import Record
from ludotheque.web.access.local_key import FILE, HEADER
from ludotheque.web.live.reaction_match import ReactionMatch

from . import reaction_windows
from .api_client import (
    SMALL_BOX,
    Data,
    act,
    after_waiting,
    begin,
    command,
    my_turn,
    play_out,
    seen,
    send,
    told,
)
from .event_source import EventSource, eventually
from .server import PATIENCE, Server, at_once

ROOT = Path(__file__).resolve().parents[2]


class Process:
    """The server as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.server_process", str(folder)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        assert address, "the server did not start"
        key = {HEADER: (folder / FILE).read_text("ascii").strip()}
        self.client = httpx.Client(base_url=address, timeout=PATIENCE, verify=False, headers=key)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """At once, without a word of warning."""
        self.client.close()
        self.process.kill()
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


def record_of(client: httpx.Client, match: Data) -> Record:
    return Record.read(client.get(f"/api/matches/{match['id']}/record").text, ludotheque.game)


def play_until_killed(client: httpx.Client, match: Data, answered: list[Data]) -> None:
    """A person against a robot; every answer is kept."""
    chance = random.Random(3)
    try:
        while (match := my_turn(client, match))["waits_for"] != "end":
            answered.append(match)
            move = {"move": chance.choice(match["moves"])} if match["moves"] else {}
            match = act(client, match, **move)
            answered.append(match)
    except httpx.TransportError:
        pass  # killed


def test_a_killed_server_forgets_nothing_it_has_answered(tmp_path: Path) -> None:
    answered: list[Data] = []
    with Process(tmp_path / "matches") as first:
        match = begin(first.client, None, "random")
        people = act(first.client, act(first.client, begin(first.client)))
        robots = begin(first.client, "random", "random")
        player = threading.Thread(target=play_until_killed, args=(first.client, match, answered))
        player.start()
        eventually(lambda: len(answered) > 20)
        first.kill()
        player.join(PATIENCE)

    with Process(tmp_path / "matches") as second:
        # every answer is in the record, and nothing is torn
        now = seen(second.client, match)
        assert now["version"] >= answered[-1]["version"]
        steps = [step.state.snapshot("public") for step in record_of(second.client, match).replay()]
        for each in answered:
            if each["version"]:
                assert steps[each["version"] - 1] == each["snapshot"]

        # a move that could be taken back still can, once, by its player
        assert seen(second.client, people) == people
        assert people["taker_back"] == 0
        back = act(second.client, people, "take-back", seat=0)
        assert back["waits_for"] == "move"
        assert send(second.client, back, command(back, "take-back", seat=0)).status_code == 409

        # robots go on by themselves, and the match can be played to its end
        woken = seen(second.client, robots)
        assert after_waiting(second.client, woken)["version"] > woken["version"]
        over = act(second.client, my_turn(second.client, now), "resign", seat=0)
        assert record_of(second.client, over).result == over["result"]


def test_a_command_of_before_the_restart_is_as_stale_as_ever(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        match = begin(server.client)
        rolled = act(server.client, match)
        moved = act(server.client, rolled)
    with Server(tmp_path / "matches") as server:
        assert seen(server.client, moved) == moved
        for old in (match, rolled):
            refused = told(send(server.client, moved, command(old)), 409)
            assert (refused["code"], refused["version"]) == ("stale", moved["version"])
        with EventSource(server.client, match["id"], last_event_id=rolled["version"]) as source:
            assert [frame.version for frame in source.until(moved["version"])] == [5]


def test_a_match_that_many_take_up_at_once_is_one_match(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        match = begin(server.client)
    for _ in range(3):
        with Server(tmp_path / "matches") as server:
            answers = at_once(server, 8, partial(send, match=match, body=command(match)))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        (match,) = [answer.json() for answer in answers if answer.status_code == 200]


def test_a_match_that_is_over_is_over_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        match = play_out(server.client, begin(server.client, edition=SMALL_BOX), random.Random(5))
        page = server.client.get(f"/match/{match['id']}").text
    with Server(tmp_path / "matches") as server:
        assert seen(server.client, match) == match
        assert server.client.get(f"/match/{match['id']}").text == page
        body = {"kind": "roll", "seat": 0, "version": match["version"]}
        assert told(send(server.client, match, body), 409)["code"] == "over"


def test_a_robot_whose_turn_it_is_plays_when_somebody_looks(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", bot_pauses=True) as server:
        match = begin(server.client, "random", None)  # the robot still takes its moment
    with Server(tmp_path / "matches") as server:
        match = my_turn(server.client, seen(server.client, match))
        assert (match["seat"], match["version"]) == (1, 5)


def test_a_folder_that_another_process_has_is_not_touched(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    serve = ["-m", "ludotheque", "serve", "--no-browser", "--port", "0", "--data"]
    with Store.open(folder):
        done = subprocess.run(
            [sys.executable, *serve, str(folder)],
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, "LANGUAGE": "en", "COLUMNS": "1000"},
        )
    assert done.returncode == 2
    assert done.stderr == (
        f"Error: the matches in {folder} are in use by another process; close it, or name another "
        "folder\n"
    )
    assert done.stdout == ""


# A disk that fails


class Disk:
    """The disk of a server; it can be told to fail, from a row of a match on."""

    def __init__(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails_from: int | None = None
        self.failures = 0
        store = server.registry.store
        append, append_texts = store.append, store.append_texts

        def fails(first: int, answer: Callable[[StoreFailed], None]) -> bool:
            if self.fails_from is None or first < self.fails_from:
                return False
            self.failures += 1
            problem = StoreFailed(server.folder, OSError(28, "No space left"))
            threading.Timer(0.05, answer, [problem]).start()  # it takes its time
            return True

        def failing(match_id: str, first: int, rows: list[Any], *more: Any) -> Future[None]:
            refused: Future[None] = Future()
            if fails(first, refused.set_exception):
                return refused
            return append(match_id, first, rows, *more)

        def failing_texts(
            match_id: str, first: int, texts: list[str], answer: Answered, **more: Any
        ) -> None:
            if not fails(first, answer):
                append_texts(match_id, first, texts, answer, **more)

        monkeypatch.setattr(store, "append", failing)
        monkeypatch.setattr(store, "append_texts", failing_texts)

    def fail(self, row: int = 0) -> None:
        self.fails_from = row

    def work(self) -> None:
        self.fails_from = None


@pytest.fixture
def disk(server: Server, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(server, monkeypatch)


def test_what_cannot_be_saved_has_not_happened(server: Server, disk: Disk) -> None:
    match = act(server.client, act(server.client, begin(server.client)))
    disk.fail()
    for _ in range(2):
        said = told(send(server.client, match, command(match)), 503)
        assert said["code"] == "not_saved"
        assert str(server.folder) not in json.dumps(said)
        assert seen(server.client, match) == match
    disk.work()
    rolled = act(server.client, match)
    assert rolled["version"] == match["version"] + 4
    assert len(record_of(server.client, rolled).events) == rolled["version"]


def test_a_form_that_cannot_be_saved_is_told_so(server: Server, disk: Disk) -> None:
    match = begin(server.client)
    disk.fail()
    form = {"kind": "roll", "seat": "0", "version": "0"}
    by_page = server.client.post(f"/match/{match['id']}/do", data=form)
    assert by_page.status_code == 503
    assert by_page.headers["content-type"].startswith("text/html")
    assert str(server.folder) not in by_page.text
    by_script = server.client.post(
        f"/match/{match['id']}/do", data=form, headers={"accept": "application/json"}
    )
    assert told(by_script, 503)["code"] == "not_saved"


def test_a_command_that_waited_for_one_that_failed_is_not_lost_in_it(
    server: Server, disk: Disk
) -> None:
    """It is answered as what it is: not saved; never with a version that is nowhere."""
    match = begin(server.client)
    disk.fail()
    answers = at_once(server, 6, partial(send, match=match, body=command(match)))
    assert [answer.status_code for answer in answers] == [503] * 6
    disk.work()
    act(server.client, match)


def test_who_follows_a_match_through_a_failure_is_not_told_that_it_is_gone(
    server: Server, disk: Disk
) -> None:
    match = act(server.client, begin(server.client))
    with EventSource(server.new_client(), match["id"], since=match["version"]) as source:
        eventually(lambda: server.awake(match["id"]).followers == 1)
        disk.fail()
        assert send(server.client, match, command(match)).status_code == 503
        disk.work()
        moved = act(server.client, match)
        assert source.next().version == moved["version"]


def test_robots_play_on_after_a_failure(server: Server, disk: Disk) -> None:
    match = begin(server.client, None, "random")
    live = server.awake(match["id"])
    disk.fail(row=6)  # the robot's roll
    moved = act(server.client, act(server.client, match))
    eventually(lambda: disk.failures > 0)
    assert moved["version"] == live.version == 5
    disk.work()
    match = my_turn(server.client, moved)
    assert (match["seat"], match["version"]) == (0, 10)
    assert server.awake(match["id"]) is live


def test_reaction_windows_open_again_after_a_failure(server: Server, disk: Disk) -> None:
    match = reaction_windows.begin(server.client, rounds=9)  # a game may be won by its first throw
    live = server.awake(match["id"])
    assert isinstance(live, ReactionMatch)
    disk.fail(row=live.timeline.version + 2)  # the roll is saved, and nothing after it
    act(server.client, match)
    eventually(lambda: disk.failures > 0)
    stuck = live.timeline.version
    disk.work()
    eventually(lambda: live.timeline.version > stuck and not live.window_is_open)
    assert seen(server.client, match)["waits_for"] == "roll"
    assert server.awake(match["id"]) is live


def test_a_match_that_could_not_be_saved_stays_as_it_was_and_goes_on_with_the_same_dice(
    server: Server, disk: Disk
) -> None:
    match = begin(server.client)
    live = server.awake(match["id"])
    before = live.match
    dice = [before.dice.draw(number, 6) for number in range(4)]
    disk.fail()
    assert send(server.client, match, command(match)).status_code == 503
    assert live.match is before
    assert not live.broken
    disk.work()
    act(server.client, match)
    assert [data["draw"][1] for data in live.match.events] == dice
    assert server.awake(match["id"]) is live


def test_a_match_that_is_not_where_the_disk_has_it_is_loaded_again(server: Server) -> None:
    """Somebody else has written its next event: what is on disk counts."""
    match = begin(server.client)
    live = server.awake(match["id"])
    server.registry.store.append(match["id"], 1, [{"draw": [6, 0]}] * 4).result()
    assert send(server.client, match, command(match)).status_code == 503
    assert live.broken
    again = seen(server.client, match)
    assert again["version"] == 4
    assert server.awake(match["id"]) is not live
    act(server.client, again)


def test_a_new_match_that_cannot_be_saved_is_not_begun(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = server.client.get("/api/matches").json()
    refused: Future[None] = Future()
    refused.set_exception(StoreFailed(server.folder, OSError(28, "No space left")))
    monkeypatch.setattr(server.registry.store, "create", lambda *_: refused)
    body = {"game": "levelx", "seats": [{"name": "Ada"}, {"name": "Blaise"}]}
    assert told(server.client.post("/api/matches", json=body), 503)["code"] == "not_saved"
    assert server.client.post("/matches", data={"game": "levelx"}).status_code == 503
    assert server.client.get("/api/matches").json() == before
