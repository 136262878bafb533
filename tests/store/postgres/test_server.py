"""A server on PostgreSQL: people play while it is killed and the database crashes; the commands."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

import ludotheque
from ludotheque.cli.main import run
from ludotheque.store.folder import DATABASE
from ludotheque.store.records import record_of
from ludotheque.store.store import Store
from ludotheque.web.access.local_key import FILE, HEADER
from ludotheque.web.nodes import nodes
from tests.cli.test_serve import served
from tests.soak.killing import states_of
from tests.web.api_client import Data, command, send, setup

from ..played_matches import HEADER as FIRST_LINE
from ..played_matches import draws
from .cluster import Cluster

PATIENCE = 30.0
ENOUGH = 12  # commands acknowledged before something happens, and after it
LOOKED_FOR = 0.9 * nodes.PATIENCE  # seconds for which a command at least looks for its node
OUTAGE = 0.5  # seconds for which the database is away, at least


@dataclass
class Player:
    """Somebody who plays both seats, and asks again when the server answers 503."""

    shown: dict[str, dict[int, Data]] = field(default_factory=dict)  # by match and version
    refusals: list[tuple[float, str]] = field(default_factory=list)  # seconds until it, and why
    slowest: float = 0.0  # seconds for an answer
    acknowledged: int = 0
    match: Data | None = None

    def play(self, client: httpx.Client, enough: int, chance: random.Random) -> None:
        """Until so many commands were acknowledged from now on."""
        end, stop = self.acknowledged + enough, time.monotonic() + PATIENCE
        while self.acknowledged < end:
            assert time.monotonic() < stop, "the server does not go on"
            asked = time.monotonic()
            answer = self._ask(client, chance)
            seconds = time.monotonic() - asked
            self.slowest = max(self.slowest, seconds)
            if answer.status_code == 503:  # it was not carried out
                self.refusals.append((seconds, answer.text))
                time.sleep(0.05)
                continue
            assert answer.is_success, answer.text
            self.match = match = answer.json()
            self.shown.setdefault(match["id"], {})[match["version"]] = match["snapshot"]
            self.acknowledged += 1

    def _ask(self, client: httpx.Client, chance: random.Random) -> httpx.Response:
        """A command; where the last match is over, a new one."""
        if self.match is None or self.match["waits_for"] == "end":
            return client.post("/api/matches", json=setup())
        moves = self.match["moves"]
        more = {"move": chance.choice(moves)} if moves else {}
        more["id"] = f"command-{self.acknowledged}"  # asked again, it is the same command
        return send(client, self.match, command(self.match, **more))

    def compare(self, store: Store) -> None:
        """Every version that was shown is there, and comes from the commands before it."""
        assert {match.id for match in store.matches()} == self.shown.keys()
        for name, shown in self.shown.items():
            stored = store.load(name)
            states = states_of(record_of(stored, ludotheque.game).start(), stored.events)
            for version, snapshot in shown.items():
                assert states[version].snapshot(0) == snapshot


def client_of(said: str, folder: Path) -> httpx.Client:
    base = said.split()[3].partition("local?")[0]
    key = (folder / FILE).read_text("ascii").strip()
    return httpx.Client(base_url=base, timeout=PATIENCE, headers={HEADER: key})


def test_play_goes_on_over_crashes_of_both_and_every_acknowledged_command_is_there_once(
    folder: Path, cluster: Cluster, address: str
) -> None:
    player, chance = Player(), random.Random(0)

    def crash() -> None:
        cluster.stop("immediate")
        time.sleep(OUTAGE)
        cluster.start()

    with served(folder, "--database", address) as (said, process):
        with client_of(said, folder) as client:
            player.play(client, ENOUGH, chance)
            crashing = threading.Thread(target=crash)
            crashing.start()
            before, player.slowest = len(player.refusals), 0.0
            while crashing.is_alive():
                player.play(client, 1, chance)
            player.play(client, ENOUGH, chance)
            # A command on its way when the database crashes may wait, and be carried out after it.
            noticed = len(player.refusals) > before or player.slowest > OUTAGE * 0.8
            assert noticed, "the database was never away"
        process.kill()
        process.wait(PATIENCE)
    with Store.open(folder, database=address) as store:
        player.compare(store)
    assert not (folder / DATABASE).exists()


def test_the_commands_that_look_after_matches_work_on_postgresql(
    folder: Path,
    address: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Store.open(folder) as store:
        store.create("m", FIRST_LINE, draws(1, 2)).result()
    copied = ["store", "copy", str(folder), address, "--lang", "en"]
    assert run(copied) == 0
    assert "and compared: 1 matches, 2 events." in capsys.readouterr().out
    assert run(copied) == 2
    assert "there are matches in postgresql://postgres@/" in capsys.readouterr().err
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", address)
    elsewhere = ["--data", str(tmp_path / "other"), "--lang", "en"]
    assert run(["matches", "list", *elsewhere]) == 0
    assert "Matches: 1" in capsys.readouterr().out
    for words in (["backup"], ["restore", "x.sqlite"]):
        assert run([*words, *elsewhere]) == 2
        assert "pg_dump --format=custom" in capsys.readouterr().err
    assert run(["matches", "delete", "m", "--yes", *elsewhere]) == 0
    with Store.open(folder, database=address) as store:
        assert store.count() == 0
    assert run(["store", "copy", str(tmp_path / "nothing"), address, "--lang", "en"]) == 2
    assert "there are no matches in" in capsys.readouterr().err


def test_a_second_server_plays_on_when_the_first_is_killed(
    folder: Path, tmp_path: Path, address: str
) -> None:
    player, chance = Player(), random.Random(0)
    other = tmp_path / "other"
    options = ("--database", address)
    with (
        served(folder, *options) as (said, process),
        served(other, *options) as (said_there, _),
        client_of(said, folder) as here,
        client_of(said_there, other) as there,
    ):
        player.play(here, ENOUGH, chance)
        player.play(there, ENOUGH, chance)  # what is the first one's is passed on to it
        process.kill()
        player.play(there, ENOUGH, chance)
        early = [said for seconds, said in player.refusals if seconds < LOOKED_FOR]
        assert early == []  # on a busy machine it may take longer until the first counts as gone
    with Store.open(folder, database=address) as store:
        player.compare(store)
