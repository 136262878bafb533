"""How long a request keeps the event loop from everybody else: for every route, on long matches.

The server runs as it does in `ludotheque serve`, and the time of each callback of its event loop is
taken. The longest callback of a request is what everybody else has to wait for. Processor time of
the loop's own thread is what counts: work that was handed to other threads is not in it, and other
processes do not disturb it. Wall-clock time is shown beside it, with what waiting for the
interpreter's lock adds.

`python -m bench.loop_work` measures it; `--worst` prints only what is above the aim, and `--write`
writes LOOP_WORK.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import socket
import tempfile
import threading
import time
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from ludotheque.store.store import Store
from ludotheque.web.access.local_key import FILE, HEADER
from ludotheque.web.app import create_app
from ludotheque.web.catalogue import find, names
from ludotheque.web.config import Config
from ludotheque.web.garbage import GarbageCollection
from ludotheque.web.live.registry import MatchRegistry

from .long_matches import KINDS, Kind, LongMatch, empty_record, put_long_matches
from .search import table

HERE = Path(__file__).parent
TABLE, DATA = HERE / "LOOP_WORK.md", HERE / "loop_work.json"
SUMMARY = ("request", "before", "now")
TEXT = (
    "# Work on the event loop",
    "",
    "Written by `python -m bench.loop_work --write`: for each kind of request, the longest time for"
    " which one callback keeps the event loop from everybody else. It is the loop thread's own"
    " processor time, the worst over the longest matches of every game (99 games of Les Trotteurs:"
    " 12,000 events), without garbage collection, which no single request causes. *Cold*: the match"
    " was not in memory. *Before* is from when everything ran on the loop; the aim is"
    " below 20 ms.",
    "",
)
SHARED = (
    "The machine was not alone: other work ran on the same cores, so the caches were shared and the"
    " figures are rather too high than too low.",
    "",
)
AIM_SECONDS = 0.020
PLACES = 60  # of a replay that are looked at
TURNS = 60  # of a match with robots
LISTED = 3000  # further matches in the store, for the pages that list matches
PATIENCE = 300.0
NO_LIMIT: dict[str, Any] = {
    "commands_per_second": 1e9,
    "commands_at_once": 10**9,
    "reads_per_second": 1e9,
    "reads_at_once": 10**9,
}
HEAD = ("match", "request", "longest on the loop", "of it garbage", "by the clock", "answer after")
AT = "/match/{id}/at/{place}"

#: For each match; `cold` ones are asked of a match that is not in memory.
OF_A_MATCH = {
    "page": "/match/{id}",
    "API": "/api/matches/{id}",
    "how it stands": "/match/{id}/stands",
    "replay": "/match/{id}/replay",
    "dice": "/match/{id}/dice",
    "dice, API": "/api/matches/{id}/dice",
    "record": "/match/{id}/record.jsonl",
    "record, API": "/api/matches/{id}/record",
    "review": "/match/{id}/review",
    "rulebook": "/rules/{game}?match={id}",
    "join": "/join/{id}",
    "watch": "/watch/{id}",
}
ELSEWHERE = {
    "home": "/",
    "list, API": "/api/matches?limit=500",
    "list, API, from the end": "/api/matches?limit=500&offset=2500",
    "games, API": "/api/games",
    "OpenAPI": "/api/openapi.json",
    "verify": "/verify",
    "fair": "/fair",
    "share": "/share",
}
OF_A_GAME = {"new match": "/new/{game}", "rulebook": "/rules/{game}", "API": "/api/games/{game}"}


@dataclass
class Busiest:
    """The longest callback since the last reset, in seconds."""

    processor: float = 0.0
    clock: float = 0.0
    collecting: float = 0.0  # garbage, within the longest callback


busiest = Busiest()


class Collections:
    """The processor time that garbage collection has taken on one thread."""

    def __init__(self) -> None:
        self.seconds: dict[int, float] = {}
        self._begun = 0.0

    def __call__(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._begun = time.thread_time()
        else:
            here = threading.get_ident()
            self.seconds[here] = self.here + time.thread_time() - self._begun

    @property
    def here(self) -> float:
        return self.seconds.get(threading.get_ident(), 0.0)


collections = Collections()


@contextmanager
def callbacks_timed() -> Iterator[None]:
    """Time every callback of event loops, which is where all their work is done."""
    run = Handle._run

    def timed(handle: Handle) -> None:
        processor, clock, collecting = time.thread_time(), time.perf_counter(), collections.here
        try:
            run(handle)
        finally:
            seconds = time.thread_time() - processor
            if seconds > busiest.processor:
                busiest.processor = seconds
                busiest.collecting = collections.here - collecting
            busiest.clock = max(busiest.clock, time.perf_counter() - clock)

    gc.callbacks.append(collections)
    Handle._run = timed  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        gc.callbacks.remove(collections)
        Handle._run = run  # type: ignore[method-assign]


@dataclass(frozen=True)
class Measured:
    """What one request cost the loop, in seconds."""

    what: str
    where: str
    processor: float
    clock: float
    collecting: float
    answer: float  # from the request to the end of its answer
    status: int


class Loop:
    """A server in a thread of its own, whose event loop is measured."""

    def __init__(self, folder: Path) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.app = create_app(Config(folder, bot_pauses=False, **NO_LIMIT))
        self.uvicorn = uvicorn.Server(
            uvicorn.Config(self.app, loop="asyncio", log_level="critical", access_log=False)
        )
        self.thread = threading.Thread(target=self.uvicorn.run, args=([self.socket],), daemon=True)
        self.client = httpx.Client(base_url=address, timeout=PATIENCE)
        self.folder = folder
        self.found: list[Measured] = []

    def __enter__(self) -> Loop:
        self.thread.start()
        while not self.uvicorn.started:
            time.sleep(0.01)
        self.client.headers[HEADER] = (self.folder / FILE).read_text("ascii").strip()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.uvicorn.should_exit = True
        self.thread.join()
        self.socket.close()

    @property
    def registry(self) -> MatchRegistry:
        registry: MatchRegistry = self.app.state.registry
        return registry

    def ask(self, what: str, where: str, path: str, **more: Any) -> httpx.Response:
        method = "POST" if "json" in more else "GET"
        busiest.processor = busiest.clock = busiest.collecting = 0.0
        begun = time.perf_counter()
        answer = self.client.request(method, path, **more)
        self.note(what, where, time.perf_counter() - begun, answer.status_code)
        return answer

    def note(self, what: str, where: str, seconds: float, status: int) -> None:
        worst = (busiest.processor, busiest.clock, busiest.collecting)
        self.found.append(Measured(what, where, *worst, seconds, status))


def first_frame(loop: Loop, where: str, match_id: str, what: str) -> None:
    """The stream's first frame, as the page asks for it."""
    busiest.processor = busiest.clock = busiest.collecting = 0.0
    begun = time.perf_counter()
    with loop.client.stream("GET", f"/match/{match_id}/live") as answer:
        for line in answer.iter_lines():
            if line.startswith("data:"):
                break
        loop.note(what, where, time.perf_counter() - begun, answer.status_code)


def measure_match(loop: Loop, match: LongMatch) -> None:
    where, game = match.kind.name, match.kind.game
    for match_id, which in ((match.over, "over"), (match.unfinished, "in play")):
        for what, path in OF_A_MATCH.items():
            filled = path.format(id=match_id, game=game)
            for state in ("cold", "warm"):
                if state == "cold":
                    forget(loop, match_id)
                loop.ask(f"{what}, {which}, {state}", where, filled)
        for state in ("cold", "warm"):
            if state == "cold":
                forget(loop, match_id)
            first_frame(loop, where, match_id, f"stream, {which}, {state}")
        measure_places(loop, where, match_id, which)
    measure_last_command(loop, where, match.unfinished)


def measure_places(loop: Loop, where: str, match_id: str, which: str) -> None:
    """Steps of the replay, one after the other in a cold match; the worst of them."""
    forget(loop, match_id)
    loop.ask(f"replay's first step, {which}, cold", where, AT.format(id=match_id, place=0))
    worst: Measured | None = None
    shown = len(loop.registry._loaded[match_id].replayed().steps)  # type: ignore[union-attr]
    for place in range(0, shown, max(1, shown // PLACES)):
        loop.ask("replay's steps", where, AT.format(id=match_id, place=place))
        asked = loop.found.pop()
        if worst is None or asked.processor > worst.processor:
            worst = asked
    assert worst is not None
    loop.found.append(replace(worst, what=f"replay's steps, {which}"))


def measure_last_command(loop: Loop, where: str, match_id: str) -> None:
    for state in ("cold", "warm"):
        if state == "cold":
            forget(loop, match_id)
        live = loop.client.get(f"/api/matches/{match_id}").json()
        if live["waits_for"] not in ("roll", "move"):
            return
        if state == "cold":
            forget(loop, match_id)
            refused = {"kind": "roll", "seat": live["seat"] or 0, "version": 0}
            loop.ask(
                "refused command, cold", where, f"/api/matches/{match_id}/commands", json=refused
            )
            continue
        command = {"kind": live["waits_for"], "seat": live["seat"], "version": live["version"]}
        if live["moves"]:
            command["move"] = random.Random(1).choice(live["moves"])
        loop.ask("last command, warm", where, f"/api/matches/{match_id}/commands", json=command)
        first_frame(loop, where, match_id, "stream after the last command")


def measure_play(loop: Loop, kind: Kind) -> None:
    """A match of a person among robots: what a turn costs; the worst of each."""
    seats = [{"name": "A person"}, *({"name": "A robot", "bot": "habitué"},) * (kind.players - 1)]
    setup = {"game": kind.game, "seats": seats}
    match = loop.ask("new match", kind.name, "/api/matches", json=setup).json()
    path, first = f"/api/matches/{match['id']}", len(loop.found)
    for _ in range(TURNS):
        if match["waits_for"] == "end":
            break
        if match["seat"] == 0 and match["waits_for"] in ("roll", "move"):
            page = f"/match/{match['id']}"
            loop.ask("page in one's turn", kind.name, page)
            command = {"kind": match["waits_for"], "seat": 0, "version": match["version"]}
            if match["moves"]:
                command["move"] = random.Random(1).choice(match["moves"])
                query = {"move": command["move"], "version": match["version"]}
                loop.ask("preview of a move", kind.name, f"{page}/preview", params=query)
                loop.ask("hint", kind.name, f"{page}/hint", params=query)
            match = loop.ask("command", kind.name, f"{path}/commands", json=command).json()
        else:
            query = {"since": match["version"], "wait": 20}
            match = loop.ask("robots' turn", kind.name, path, params=query).json()
    turns, loop.found = loop.found[first:], loop.found[:first]
    for what in dict.fromkeys(each.what for each in turns):
        alike = [each for each in turns if each.what == what]
        loop.found.append(max(alike, key=lambda each: each.processor - each.collecting))


def forget(loop: Loop, match_id: str) -> None:
    """Let a match be asked for as if the server had just been started."""
    loop.registry._loaded.pop(match_id, None)


def list_many(store: Store) -> None:
    """Put matches into the store, so that lists have something to show."""
    record = empty_record(KINDS[2])
    written = [
        store.create(f"listed-{number:06d}", record.header, [], None, ())
        for number in range(LISTED)
    ]
    for each in written:
        each.result()


def measured() -> list[Measured]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Store.open(folder) as store:
            matches = put_long_matches(store)
            list_many(store)
        collected = GarbageCollection(is_idle=lambda: False)
        with callbacks_timed(), Loop(folder) as loop, collected:  # as `ludotheque serve` does it
            for what, path in ELSEWHERE.items():
                loop.ask(f"{what}, first", "–", path)
                loop.ask(f"{what}, again", "–", path)
            for game in map(find, names()):
                for what, path in OF_A_GAME.items():
                    loop.ask(f"{what}, first", game.title, path.format(game=game.id))
                    loop.ask(f"{what}, again", game.title, path.format(game=game.id))
            for match in matches:
                measure_match(loop, match)
            for kind in KINDS[:-1]:
                measure_play(loop, kind)
            return loop.found


def row(each: Measured) -> tuple[str, ...]:
    figures = (each.processor, each.collecting, each.clock, each.answer)
    return (each.where, each.what, *(f"{1000 * seconds:,.1f} ms" for seconds in figures))


def summarized(found: list[Measured]) -> dict[str, float]:
    """The longest callback of each kind of request, in seconds, over all matches."""
    worst: dict[str, float] = {}
    for each in found:
        worst[each.what] = max(worst.get(each.what, 0.0), each.processor - each.collecting)
    return worst


def write(found: list[Measured], *, shared: bool = False) -> None:
    """Keep the figures from before the work went to threads beside those of today; `shared` says
    that the machine had other work meanwhile."""
    kept: dict[str, dict[str, float]] = json.loads(DATA.read_text("utf-8")) if DATA.exists() else {}
    after = summarized(found)
    before = kept.setdefault("before", after)
    kept["now"] = after
    DATA.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    TABLE.write_text(
        "\n".join(
            [*TEXT, *(SHARED if shared else ()), *table(SUMMARY, compared(before, after)), ""]
        ),
        "utf-8",
    )


def compared(before: dict[str, float], after: dict[str, float]) -> list[tuple[str, ...]]:
    shown = sorted(after, key=lambda what: -before.get(what, 0.0))
    return [(what, milliseconds(before.get(what)), milliseconds(after[what])) for what in shown]


def milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{1000 * seconds:,.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.loop_work", description=__doc__)
    parser.add_argument("--worst", action="store_true", help="only what is above the aim")
    parser.add_argument("--write", action="store_true", help="write LOOP_WORK.md and its figures")
    parser.add_argument("--shared", action="store_true", help="say that the machine had other work")
    arguments = parser.parse_args()
    found = sorted(measured(), key=lambda each: -each.processor)
    if arguments.write:
        write(found, shared=arguments.shared)
    above = [each for each in found if each.processor - each.collecting >= AIM_SECONDS]
    print("\n".join(table(HEAD, [row(each) for each in (above if arguments.worst else found)])))
    print(f"{len(found)} requests, {len(above)} above the aim without garbage collection")


if __name__ == "__main__":
    main()
