"""A server with 100,000 stored matches: how soon it starts, lists them, and creates another.

`python -m bench.growth` takes about a minute and writes bench/GROWTH.md; `--matches N` for another
number. A real match of each game is begun, and copied under other names into the database.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Connection

import ludotheque
from ludotheque.store.database import open_writer
from ludotheque.store.folder import DATABASE
from ludotheque.store.store import Store
from ludotheque.table.events import Resign, events_data
from ludotheque.table.fairness import Fairness
from ludotheque.table.match import Match
from ludotheque.table.record import EventData, Record
from ludotheque.table.seating import Seating
from ludotheque.web.access.devices import device_key
from ludotheque.web.access.local_key import FILE, HEADER
from ludotheque.web.live.saved_match import private_data
from ludotheque.web.live.told_match import load_match

from .commands import next_command
from .load import cpu_seconds, memory
from .machine import cpu_model, load
from .processes import Environment, with_bytecode
from .search import table

MATCHES = 100_000
OVER = 0.6  # of them
MATCHES_A_DEVICE = 20
EVENTS = 50  # of each match
ROUNDS = 15  # of each request
AT_ONCE = 5000  # rows in one statement
REPORT = Path(__file__).parent / "GROWTH.md"
AIM_START, AIM_PAGE = 2.0, 0.100


def device(number: int) -> str:
    """The secret of a guest's device, as its cookie holds it."""
    return sha256(f"device {number}".encode()).hexdigest()


def begun(game_name: str, chance: random.Random) -> tuple[Record, list[str], str, EventData]:
    """A match: its record, the texts of its first events and of its end, its private data."""
    game = ludotheque.game(game_name)
    players = game.players[0]
    names = [f"Ada {seat}" for seat in range(players)]
    date = datetime.now(UTC).isoformat(timespec="seconds")
    record = Record.of(game.start(players), names=names, bots=[None] * players, date=date)
    fairness = Fairness.create("growth", players)
    fairness.fix_header(record.header)
    opening = load_match(record, fairness).settle()
    match: Match = opening.after
    events = events_data(opening.events)
    while (command := next_command(match, chance)) is not None and len(events) < EVENTS:
        transition = match.do(command)
        match, events = transition.after, events + events_data(transition.events)
    if match.result is not None:
        return begun(game_name, chance)  # it was over too soon
    (end,) = events_data(match.do(Resign(0, match.version)).events)
    owner = device_key(device(0))
    seating = Seating.made([None] * players, [], owner, created_locally=False)
    texts = [json.dumps(event, ensure_ascii=False) for event in events]
    return record, texts, json.dumps(end), private_data(seating, fairness)


def fill(folder: Path, count: int) -> None:
    """Store so many matches: copies of one of each game, over or not, of many devices."""
    chance = random.Random(5)
    kinds = [begun(name, chance) for name in ludotheque.games()]
    Store.open(folder).close()
    engine = open_writer(folder / DATABASE)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
            for first in range(1, count + 1, AT_ONCE):
                numbers = range(first, min(first + AT_ONCE, count + 1))
                insert(connection, [(number, *chance.choice(kinds)) for number in numbers], chance)
    finally:
        engine.dispose()


def insert(connection: Connection, rows: list[Any], chance: random.Random) -> None:
    matches, events, devices = [], [], []
    for number, record, played, end, private in rows:
        is_over = chance.random() < OVER
        texts = [*played, end] if is_over else played
        now = (datetime.now(UTC) - timedelta(minutes=chance.randrange(600))).isoformat(
            timespec="microseconds"
        )
        owner = device_key(device(number // MATCHES_A_DEVICE))
        seating = {**private["seating"], "owner": owner}
        matches.append(
            (
                number,
                f"grown-{number}",
                record.game.id,
                json.dumps(record.header, ensure_ascii=False),
                len(texts),
                texts[-1] if is_over else None,
                now,
                now,
                json.dumps({**private, "seating": seating}),
            )
        )
        events += [(number, place, text) for place, text in enumerate(texts, 1)]
        devices.append((owner, number))
    columns = "number, id, game, header, version, result, created, updated, private"
    connection.exec_driver_sql(
        f"INSERT INTO matches ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", matches
    )
    connection.exec_driver_sql("INSERT INTO events (match, number, line) VALUES (?, ?, ?)", events)
    connection.exec_driver_sql("INSERT INTO devices (device, match) VALUES (?, ?)", devices)


@contextmanager
def started(folder: Path, environment: Environment) -> Iterator[tuple[str, int, float]]:
    """A server over the folder: its address, its process, the seconds to its first answer."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "bench.live_server", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
        assert found
        httpx.get(f"{found[0]}/api/games").raise_for_status()
        yield found[0], process.pid, time.perf_counter() - begin
    finally:
        process.terminate()
        process.communicate()


def measured(count: int) -> dict[str, float]:
    """Seconds of each request (the median), and of the start; megabytes of the server."""
    results: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "matches")
        begin = time.perf_counter()
        fill(folder, count)
        results["to make the fixture, s"] = time.perf_counter() - begin
        results["database, MB"] = (folder / DATABASE).stat().st_size / 2**20
        environment = with_bytecode(Path(name, "bytecode"))
        with started(Path(name, "empty"), environment):
            pass  # does not count: it writes bytecode
        with started(folder, environment) as (address, process, seconds):
            results["start to first answer, s"] = seconds
            results["the same in processor time, s"] = cpu_seconds(process)
            results |= requests(address, folder)
            results["memory of the server, MB"] = memory(process) / 1e6
    return results


def requests(address: str, folder: Path) -> dict[str, float]:
    key = (folder / FILE).read_text().strip()
    local = httpx.Client(base_url=address, headers={HEADER: key}, timeout=60)
    guest = httpx.Client(base_url=address, cookies={"device": device(7)}, timeout=60)
    new = {"game": "levelx", "seats": [{"name": "Ada"}, {"name": "Blaise"}]}
    with local, guest:
        return {
            "home page of a guest, ms": median(guest, "GET", "/"),
            "list of a guest, ms": median(guest, "GET", "/api/matches"),
            "home page of the owner, ms": median(local, "GET", "/"),
            "list of the owner, ms": median(local, "GET", "/api/matches"),
            "finished ones, ms": median(local, "GET", "/api/matches?ended=true"),
            "page 900 of the list, ms": median(local, "GET", "/api/matches?offset=90000"),
            "creating a match, ms": median(local, "POST", "/api/matches", new),
        }


def median(client: httpx.Client, method: str, path: str, data: object = None) -> float:
    """Milliseconds, after one request that does not count."""
    times = []
    for _ in range(ROUNDS + 1):
        begin = time.perf_counter()
        answer = client.request(method, path, json=data)
        times.append(time.perf_counter() - begin)
        assert answer.status_code < 400, answer.text
    return 1000 * statistics.median(times[1:])


def report(count: int, results: dict[str, float]) -> str:
    rows = [(name, f"{value:,.1f}") for name, value in results.items()]
    lines = [
        f"# {count:,} stored matches",
        "",
        *table(("what", "measured"), rows),
        "",
        f"The aims: a start of at most {AIM_START:.0f} s, pages and lists below "
        f"{1000 * AIM_PAGE:.0f} ms. Measured on {cpu_model()}, load average {load()}.",
        "",
        "Made by `python -m bench.growth`.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    count = parser.parse_args().matches
    text = report(count, measured(count))
    if count == MATCHES:
        REPORT.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
