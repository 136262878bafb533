"""No request does much work on the event loop: what takes long is done on workers' threads.

Work is counted, not timed: how often the rules ran on the loop's own thread, and how many sentences
were made there. `bench.loop_work` has the milliseconds.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.long_matches import Kind, LongMatch, empty_record, keep, put
from ludotheque.core.state import State
from ludotheque.games import find
from ludotheque.store.store import Store
from ludotheque.table.dice import SystemDice
from ludotheque.table.events import Move, Roll, TakeBack, events_data
from ludotheque.table.fairness import Fairness
from ludotheque.table.match import Match, Seat
from ludotheque.table.record import Record, apply_event
from ludotheque.table.statistics import statistics_of
from ludotheque.web.access.connections import LOOPBACK
from ludotheque.web.catalogue import GAMES, names
from ludotheque.web.live import match as live_match
from ludotheque.web.live import told_match
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.told_match import LOG_SHOWN, RECENT_STEPS, load_match
from ludotheque.web.live.workers import LOCAL, ServerBusy, Workers, client
from ludotheque.web.render import dice_charts, ending, moves, rulebook
from ludotheque.web.render.ending import series_of
from ludotheque.web.render.templates import TEMPLATES, environment
from ludotheque.web.render.warmup import prepare_game, prepare_pages
from tests.cases import cases

from .api_client import act, begin, problem, send, told
from .event_source import EventSource, eventually
from .in_process import at_a_table, go_on
from .server import Server

KINDS = (
    Kind("auto", "trotteurs", 3, {"rounds": 5}, tries=1),
    Kind("manual", "trotteurs", 3, {"rounds": 2, "vigilance": "manual"}, tries=1),
)
FEW = 8  # rules that a request may apply on the loop, such as for the preview of one move

PATHS = (
    "/match/{id}",
    "/match/{id}/stands",
    "/match/{id}/replay",
    "/match/{id}/replay?at=3",
    "/match/{id}/at/0",
    "/match/{id}/at/50",
    "/match/{id}/dice",
    "/match/{id}/record.jsonl",
    "/rules/trotteurs?match={id}",
    "/api/matches/{id}",
    "/api/matches/{id}/dice",
    "/api/matches/{id}/record",
)


class Counted:
    """Counts calls of functions on one thread."""

    def __init__(self) -> None:
        self.thread: int | None = None
        self.calls: Counter[str] = Counter()

    def wrap(self, patch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        function: Callable[..., Any] = getattr(owner, name)

        def counting(*arguments: Any, **more: Any) -> Any:
            if threading.get_ident() == self.thread:
                self.calls[name] += 1
            return function(*arguments, **more)

        patch.setattr(owner, name, counting)


@pytest.fixture(scope="module")
def long_server(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Server, list[LongMatch]]]:
    folder = tmp_path_factory.mktemp("long") / "matches"
    with Store.open(folder) as store:
        matches = [put(store, kind, f"long-{kind.name}") for kind in KINDS]
    with Server(folder) as opened:
        yield opened, matches


@pytest.fixture
def on_the_loop(
    long_server: tuple[Server, list[LongMatch]], monkeypatch: pytest.MonkeyPatch
) -> Counted:
    counted = Counted()
    counted.thread = long_server[0].thread.ident
    counted.wrap(monkeypatch, State, "draw")
    counted.wrap(monkeypatch, State, "draw_several")
    counted.wrap(monkeypatch, State, "play")
    counted.wrap(monkeypatch, live_match.LiveMatch, "_narrate")
    counted.wrap(monkeypatch, told_match, "narrate_step")
    counted.wrap(monkeypatch, dice_charts, "statistics_of")
    counted.wrap(monkeypatch, rulebook, "book_of")
    counted.wrap(monkeypatch, Record, "text")
    return counted


def forget(server: Server, match_id: str) -> None:
    """Unload a match, as the server does when it has not been used for long."""
    server.registry._loaded.pop(match_id, None)


@cases("path", PATHS)
def test_no_page_of_a_long_match_replays_or_narrates_it_on_the_loop(
    path: str, long_server: tuple[Server, list[LongMatch]], on_the_loop: Counted
) -> None:
    server, matches = long_server
    for long in matches:
        forget(server, long.over)
        for _ in ("cold", "warm"):
            on_the_loop.calls.clear()
            answer = server.client.get(path.format(id=long.over))
            assert answer.status_code == 200, answer.text
            assert on_the_loop.calls.total() <= FEW, (path, long.kind.name, on_the_loop.calls)


def test_the_first_frame_of_a_stream_finds_its_sentences_ready(
    long_server: tuple[Server, list[LongMatch]], on_the_loop: Counted
) -> None:
    server, matches = long_server
    for long in matches:
        forget(server, long.over)
        on_the_loop.calls.clear()
        with server.client.stream("GET", f"/match/{long.over}/live") as answer:
            assert any(line.startswith("data:") for line in answer.iter_lines())
        assert on_the_loop.calls.total() <= FEW


def test_a_command_costs_as_much_in_a_long_match_as_in_a_short_one(
    long_server: tuple[Server, list[LongMatch]], on_the_loop: Counted
) -> None:
    server, matches = long_server
    match_id = matches[0].unfinished
    match = told(server.client.get(f"/api/matches/{match_id}"))
    forget(server, match_id)
    on_the_loop.calls.clear()
    command = {"kind": match["waits_for"], "seat": match["seat"], "version": match["version"]}
    ended = told(send(server.client, match, command))
    assert ended["waits_for"] == "end"
    assert on_the_loop.calls["draw"] + on_the_loop.calls["play"] < 40  # one throw, not 600 events
    assert on_the_loop.calls["narrate_step"] == 0


def test_the_picture_of_a_long_match_has_a_bounded_number_of_points(
    long_server: tuple[Server, list[LongMatch]], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, matches = long_server
    monkeypatch.setattr(ending, "MOST_DRAWN", 20)
    server.client.get(f"/match/{matches[0].over}")
    live = server.awake(matches[0].over)
    assert len(live.timeline.rounds) > 20
    for line in series_of(live):
        assert len(line["points"]) == 20
        assert line["points"][-1] == live.timeline.state.points[line["seat"]]


def every_round(match: Match, start: State) -> list[list[int]]:
    """The points after each round, by replaying the whole match."""
    state, history, length = start.copy(), [], start.length
    for event in match.timeline.events:
        apply_event(state, event)
        if state.length != length:
            length = state.length
            history.append(state.points)
    return history


@pytest.mark.parametrize("name", ["levelx", "masterdes", "trotteurs", "dicerun", "coursededes"])
def test_rounds_noted_along_the_way_are_those_of_a_replay(name: str) -> None:
    """Also after moves were taken back and others made."""
    chance, game = random.Random(5), find(name)
    start = game.start(game.players[0])
    seats = [Seat(f"Player {seat}") for seat in range(start.players)]
    match = Match.begin(start, seats, SystemDice()).after
    for _ in range(60):
        waiting = match.waits_for
        if waiting.seat is None:
            break
        if match.taker_back is not None and chance.random() < 0.3:
            match = match.do(TakeBack(match.taker_back, match.version)).after
        elif waiting.what == "move":
            move = chance.choice(match.state.moves())
            match = match.do(Move(waiting.seat, match.version, move)).after
        else:
            match = match.do(Roll(waiting.seat, match.version)).after
        assert [each.points for each in match.timeline.rounds] == every_round(match, start)


def test_the_log_has_the_last_sentences_without_what_was_taken_back(tmp_path: Path) -> None:
    def all_of(live: LiveMatch, upto: int) -> list[str]:
        told: list[str | None] = []
        for index, step in enumerate(live.steps[:upto]):
            if step.kind == "take-back":
                told.pop()
            else:
                told.append(live.narration_at(index, language))
        return [sentence for sentence in told if sentence is not None]

    language = find("levelx").language("en")

    async def play(live: LiveMatch) -> None:
        chance = random.Random(3)
        while live.match.result is None and live.match.version < 12 * LOG_SHOWN:
            if live.taker_back is not None and chance.random() < 0.4:
                await live.do(TakeBack(live.taker_back, live.version))
            else:
                await go_on(live, chance)
            if chance.random() < 0.2:  # now and then somebody looks, and then for long nobody
                told, upto = live.replayed(), len(live.steps)
                assert live.log(language, upto) == all_of(told, len(told.steps))[-LOG_SHOWN:]
        told = live.replayed()
        assert len(told.steps) > 2 * LOG_SHOWN
        assert len(live.steps) == RECENT_STEPS
        live._logs.clear()
        assert not live.is_narrated(language, len(live.steps))
        missing = len(told.steps) - len(live.steps)
        for upto in range(1, len(live.steps) + 1):
            assert live.log(language, upto) == all_of(told, missing + upto)[-LOG_SHOWN:]
            assert live.is_narrated(language, upto)
        for upto in range(0, len(told.steps) + 1, 7):
            assert told.log(language, upto) == all_of(told, upto)[-LOG_SHOWN:]

    at_a_table(tmp_path, "levelx", ["Ada", "Blaise"], play)


def test_what_is_worked_out_of_a_match_is_worked_out_once_for_all_who_ask(
    long_server: tuple[Server, list[LongMatch]], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, matches = long_server
    forget(server, matches[0].over)
    counts: list[int] = []
    count = statistics_of

    def counting(*arguments: Any, **more: Any) -> Any:
        counts.append(threading.get_ident())
        return count(*arguments, **more)

    monkeypatch.setattr(dice_charts, "statistics_of", counting)
    for _ in range(3):
        assert server.client.get(f"/match/{matches[0].over}/dice").status_code == 200
        assert server.client.get(f"/api/matches/{matches[0].over}/dice").status_code == 200
    assert len(counts) == 1
    assert counts[0] != server.thread.ident


def test_more_rounds_than_a_server_allows_are_refused_and_the_most_is_named(
    server: Server,
) -> None:
    seats = [{"name": "Ada"}, {"name": "Blaise"}]
    setup = {"game": "trotteurs", "seats": seats, "options": {"rounds": 99}}
    said = problem(server.client.post("/api/matches", json=setup), 422)
    assert "1 … 20" in said["message"]
    assert '<option value="20"' in server.client.get("/new/trotteurs").text
    assert '<option value="21"' not in server.client.get("/new/trotteurs").text
    assert find("trotteurs").start(2, {"rounds": 99}).options["rounds"] == 99  # elsewhere


def test_an_older_match_with_more_rounds_opens_and_its_rematch_has_what_is_allowed(
    tmp_path: Path,
) -> None:
    kind = Kind("old", "trotteurs", 2, {"rounds": 99})
    record = empty_record(kind)
    fairness = Fairness.create("old-match", 2)
    fairness.fix_header(record.header)
    events = events_data(load_match(record, fairness).settle().events)
    with Store.open(tmp_path) as store:
        keep(store, "old-match", record, fairness, events)
    with Server(tmp_path) as server:
        assert told(server.client.get("/api/matches/old-match"))["options"]["rounds"] == 99
        answer = server.client.post("/match/old-match/rematch", headers=same_origin(server))
        again = answer.headers["location"].rpartition("/")[2]
        assert told(server.client.get(f"/api/matches/{again}"))["options"]["rounds"] == 20


def same_origin(server: Server) -> dict[str, str]:
    return {"origin": server.address}


def test_a_match_that_has_grown_too_long_can_only_be_ended(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(server.client, None, "débutant")
    monkeypatch.setattr(live_match, "MOST_EVENTS", match["version"])
    command = {"kind": match["waits_for"], "seat": 0, "version": match["version"]}
    said = problem(send(server.client, match, command), 409)
    assert said["code"] == "too_long"
    assert str(match["version"]) in said["message"]
    ended = told(send(server.client, match, {**command, "kind": "resign"}))
    assert ended["result"]["ended"] == "resigned"


class Gate:
    """A function on a worker's thread that goes on when it is let."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.entered = threading.Semaphore(0)

    def __call__(self, *_: Any, **__: Any) -> Any:
        self.entered.release()
        assert self.opened.wait(30)
        raise ServerBusy  # there is nothing to show


def test_a_full_queue_answers_503_at_once_and_this_machine_still_gets_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(tmp_path, worker_threads=1, most_work=8, most_work_per_client=2) as server:
        guests = [server.new_client(local=False) for _ in range(3)]
        matches = [begin(guest) for guest in guests]
        own = begin(server.client)
        server.client.get("/")
        gate = Gate()
        monkeypatch.setattr(dice_charts, "statistics_of", gate)
        answers: list[httpx.Response] = []

        def ask(place: int) -> None:
            answers.append(guests[place].get(f"/api/matches/{matches[place]['id']}/dice"))

        threads = [threading.Thread(target=ask, args=(place,)) for place in (0, 1)]
        try:
            threads[0].start()
            assert gate.entered.acquire(timeout=30)
            threads[1].start()
            while server.registry.workers._threads.count(LOOPBACK) < 2:
                threading.Event().wait(0.002)
            refused = guests[2].get(f"/api/matches/{matches[2]['id']}/dice")
            said = problem(refused, 503)
            assert said["code"] == "busy"
            assert int(refused.headers["retry-after"]) >= 1
            page = guests[2].get(f"/match/{matches[2]['id']}/dice")
            assert page.status_code == 503
            assert "occupé" in page.text
            assert told(server.client.get(f"/api/matches/{own['id']}"))["id"] == own["id"]
        finally:
            gate.opened.set()
            for thread in threads:
                thread.join()
        assert [answer.status_code for answer in answers] == [503, 503]


def test_a_client_that_fills_the_queue_waits_behind_everybody_else() -> None:
    async def queue() -> list[str]:
        workers, gate, order = Workers(1), threading.Event(), list[str]()
        first = asyncio.create_task(workers.run(gate.wait, 30))
        waiting = []
        for who in ("greedy", "greedy", "greedy", "modest", LOCAL):
            client.set(who)
            waiting.append(asyncio.create_task(workers.run(order.append, who)))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *waiting)
        workers.close()
        return order

    assert asyncio.run(queue()) == ["greedy", "modest", LOCAL, "greedy", "greedy"]


def test_the_moves_of_whoever_plays_are_described_on_a_workers_thread(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = act(server.client, begin(server.client, game="levelx"))
    assert match["waits_for"] == "move"
    described = Counted()
    described.thread = server.thread.ident
    monkeypatch.setattr(State, "is_compiled", False)  # as before machine code is loaded
    described.wrap(monkeypatch, moves, "list_moves")
    page = server.client.get(f"/match/{match['id']}")
    assert match["moves"][0] in page.text
    server.awake(match["id"]).moves.clear()
    with server.client.stream("GET", f"/match/{match['id']}/live") as answer:
        assert any(line.startswith("data:") for line in answer.iter_lines())
    assert described.calls.total() == 0


@contextmanager
def busy_workers(server: Server, patch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Its only worker's thread is kept busy, and the queue before it full, until the gate opens."""
    gate = Gate()
    patch.setattr(dice_charts, "statistics_of", gate)
    paths = [f"/api/matches/{begin(server.client)['id']}/dice" for _ in range(2)]
    threads = [threading.Thread(target=server.new_client().get, args=(path,)) for path in paths]
    try:
        for thread in threads:
            thread.start()
        eventually(lambda: server.registry.workers._threads.total == 2)
        yield gate
    finally:
        gate.opened.set()
        for thread in threads:
            thread.join()


def test_while_all_workers_are_busy_who_plays_waits_and_the_loop_describes_no_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described, asked = Counted(), threading.Semaphore(0)
    monkeypatch.setattr(State, "is_compiled", False)  # as before machine code is loaded
    described.wrap(monkeypatch, moves, "list_moves")
    prepare = moves.prepare_moves

    async def preparing(*arguments: Any) -> None:
        asked.release()
        await prepare(*arguments)

    monkeypatch.setattr(moves, "prepare_moves", preparing)
    monkeypatch.setattr(moves, "MOST_SECONDS", 0.05)
    with Server(tmp_path, worker_threads=1, most_work=1) as server:
        described.thread = server.thread.ident
        match = begin(server.client)
        page = server.client.get(f"/match/{match['id']}")
        with EventSource(server.new_client(), match["id"]) as source:
            source.until(match["version"])
            with busy_workers(server, monkeypatch) as gate:
                match = act(server.client, match)
                assert match["waits_for"] == "move"
                assert server.client.get(page.url.path).status_code == 503
                refused = {"kind": "move", "seat": 0, "version": match["version"], "move": "none"}
                assert server.client.post(f"{page.url.path}/do", data=refused).status_code == 503
                for _ in range(3):
                    assert asked.acquire(timeout=60)  # the stream asks again, and sends nothing
                gate.opened.set()
                assert match["moves"][0] in str(source.until(match["version"])[-1].data)
        assert match["moves"][0] in server.client.get(page.url.path).text
    assert described.calls.total() == 0


def test_every_template_is_compiled_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    templates = environment()
    assert templates.cache is not None
    templates.cache.clear()
    prepare_pages.__wrapped__()
    for name in names():
        prepare_game.__wrapped__(find(name))
    compiled: list[str] = []
    monkeypatch.setattr(templates, "compile", lambda *given, **_: compiled.append(str(given[1])))
    folders = {"": TEMPLATES, **{f"games/{each.name}/": each for each in GAMES.iterdir()}}
    found = [prefix + path.name for prefix, at in folders.items() for path in at.glob("*.jinja")]
    assert len(found) > 20
    for name in found:
        templates.get_template(name)
    assert compiled == []
