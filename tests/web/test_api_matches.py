"""The JSON API: waiting for news, lists, records, deletion, whole matches."""

import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

import ludotheque
from ludotheque.bots import BOTS
from ludotheque.table.record import Record
from ludotheque.web.live import registry

from .api_client import (
    SMALL_BOX,
    TWO_PEOPLE,
    Data,
    act,
    after_waiting,
    begin,
    command,
    play_out,
    problem,
    seen,
    send,
    told,
)
from .event_source import EventSource
from .server import Server

ROOT = Path(__file__).resolve().parents[2]


# Waiting for news


def test_waiting_ends_when_something_happens(server: Server) -> None:
    match = begin(server.client)
    news: list[Data] = []
    waiting = threading.Thread(
        target=lambda: news.append(after_waiting(server.new_client(), match))
    )
    waiting.start()
    rolled = act(server.client, match)
    waiting.join()
    assert news == [rolled]


def test_waiting_ends_when_its_time_is_over(client: httpx.Client) -> None:
    match = begin(client)
    assert after_waiting(client, match, 0.05) == match


def test_who_is_behind_does_not_wait(client: httpx.Client) -> None:
    match = act(client, begin(client))
    address = f"/api/matches/{match['id']}"
    assert told(client.get(address, params={"since": 3, "wait": 30})) == match
    assert told(client.get(address, params={"since": 99})) == match
    assert told(client.get(address, params={"wait": 30})) == match


@pytest.mark.parametrize(
    "query", ["since=-1", "since=x", "wait=31", "wait=-1", "wait=nan", "wait=inf", "since=1e3"]
)
def test_a_wrong_wait_is_refused(client: httpx.Client, query: str) -> None:
    problem(client.get(f"/api/matches/{begin(client)['id']}?{query}"), 422)


def test_waiting_for_a_match_that_is_deleted_ends_in_not_found(server: Server) -> None:
    match = begin(server.client)
    answers: list[httpx.Response] = []
    address = f"/api/matches/{match['id']}"
    waiting = threading.Thread(
        target=lambda: answers.append(
            server.new_client().get(address, params={"since": 0, "wait": 20})
        )
    )
    waiting.start()
    assert server.client.delete(address).status_code == 204
    waiting.join()
    problem(answers[0], 404)


# Lists, records, deletion


def test_matches_are_listed_the_latest_first(client: httpx.Client) -> None:
    old, new = begin(client), begin(client)
    ended = act(client, begin(client), "resign")
    rows = client.get("/api/matches").json()
    assert [row["id"] for row in rows[:3]] == [ended["id"], new["id"], old["id"]]
    assert rows[0] == {
        "id": ended["id"],
        "game": "levelx",
        "names": ["Ada", "Blaise"],
        "created": rows[0]["created"],
        "ended": True,
    }
    assert client.get("/api/matches?limit=1&offset=1").json() == rows[1:2]
    assert ended["id"] not in [row["id"] for row in client.get("/api/matches?ended=false").json()]
    finished = client.get("/api/matches?ended=true").json()
    assert finished[0]["id"] == ended["id"]
    assert all(row["ended"] for row in finished)


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", "offset=-1", "ended=maybe"])
def test_a_wrong_list_is_refused(client: httpx.Client, query: str) -> None:
    problem(client.get(f"/api/matches?{query}"), 422)


def test_a_deleted_match_is_gone_everywhere(client: httpx.Client) -> None:
    match = begin(client)
    answer = client.delete(f"/api/matches/{match['id']}")
    assert (answer.status_code, answer.content) == (204, b"")
    problem(client.get(f"/api/matches/{match['id']}"), 404)
    problem(send(client, match, command(match)), 404)
    problem(client.delete(f"/api/matches/{match['id']}"), 404)
    assert client.get(f"/match/{match['id']}").status_code == 404
    assert match["id"] not in [row["id"] for row in client.get("/api/matches").json()]
    assert match["id"] not in client.get("/").text


def test_a_match_is_deleted_while_robots_play_it(client: httpx.Client) -> None:
    for _ in range(5):
        match = after_waiting(client, begin(client, "random", "random"))
        assert client.delete(f"/api/matches/{match['id']}").status_code == 204
        problem(client.get(f"/api/matches/{match['id']}"), 404)


def test_matches_that_nobody_looks_at_sleep_and_wake_up_as_they_were(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_LOADED", 3)
    watched = begin(server.client)
    with EventSource(server.new_client(), watched["id"]) as source:
        assert source.next().version == 0
        many = [act(server.client, act(server.client, begin(server.client))) for _ in range(8)]
        assert len(server.registry._loaded) <= 4
        rolled = act(server.client, watched)
        assert source.next().version == rolled["version"]
    for match in many:
        assert seen(server.client, match) == match
        assert act(server.client, match, "take-back", seat=0)["waits_for"] == "move"


def record_of(client: httpx.Client, match: Data) -> tuple[Record, httpx.Response]:
    answer = client.get(f"/api/matches/{match['id']}/record")
    assert answer.status_code == 200
    return Record.read(answer.text, ludotheque.game), answer


def test_a_record_can_be_had_at_any_time_and_is_a_record(client: httpx.Client) -> None:
    match = begin(client, edition=SMALL_BOX)
    for _ in range(5):
        match = act(client, match)
        record, answer = record_of(client, match)
        assert record.final_state().snapshot("public") == match["snapshot"]
        assert record.result is None
    assert answer.headers["content-type"].startswith("application/jsonl")
    name = f"levelx-{match['id']}.jsonl"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    page = client.get(f"/match/{match['id']}/record.jsonl")
    assert page.content == answer.content


def test_a_record_has_no_trace_of_what_was_taken_back(client: httpx.Client) -> None:
    rolled = act(client, begin(client))
    before = record_of(client, rolled)[0]
    back = act(client, act(client, rolled), "take-back", seat=0)
    after = record_of(client, back)[0]
    assert after.events == before.events


# Whole matches


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_whole_match_against_a_bot(client: httpx.Client, bot: str) -> None:
    match = play_out(client, begin(client, None, bot, edition=SMALL_BOX), random.Random(1))
    result = match["result"]
    assert result["ended"] == "played"
    assert match["awaits"] == "end"
    record, _ = record_of(client, match)
    assert record.result == result
    final = record.final_state()
    assert final.points == result["points"] == [seat["points"] for seat in match["seats"]]
    assert final.winners == result["winners"]
    assert record.more["names"] == ["Ada", "Blaise"]
    assert record.more["bots"] == [None, bot]


def test_bots_alone_play_a_match_to_its_end(client: httpx.Client) -> None:
    match = begin(client, "random", "random", "random", edition=SMALL_BOX)
    while match["waits_for"] != "end":
        match = after_waiting(client, match)
    assert match["result"]["ended"] == "played"
    record_of(client, match)


def test_people_play_a_match_to_its_end(client: httpx.Client) -> None:
    match = play_out(client, begin(client, edition=SMALL_BOX), random.Random(2))
    assert match["result"]["ended"] == "played"


def test_what_is_read_while_a_command_is_being_written_is_whole(server: Server) -> None:
    """A version never comes with the position of another."""
    match = begin(server.client, "random", "random", edition=SMALL_BOX)
    found: dict[int, Any] = {}
    while match["waits_for"] != "end":
        match = seen(server.client, match)
        whole = {key: match[key] for key in ("snapshot", "moves", "seat", "waits_for")}
        assert found.setdefault(match["version"], whole) == whole
    record, _ = record_of(server.client, match)
    steps = {number: step.state for number, step in enumerate(record.replay(), 1)}
    for version, whole in found.items():
        if version in steps:
            assert whole["snapshot"] == steps[version].snapshot("public")


def test_the_example_client_plays_a_match_to_its_end(server: Server) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "client.py"), server.address],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "'ended': 'played'" in done.stdout


def test_so_many_matches_are_kept_and_no_more(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", most_matches=2) as server:
        first = begin(server.client)
        begin(server.client)
        body = {"game": "levelx", "seats": TWO_PEOPLE}
        said = problem(server.client.post("/api/matches", json=body), 422)
        assert "2" in said["message"]
        server.client.delete(f"/api/matches/{first['id']}")
        begin(server.client)
