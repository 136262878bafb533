"""Live updates: a follower gets every step of a match once, in order, and none too early."""

import json
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from ludotheque.store.folder import DATABASE
from ludotheque.web.access.local_key import HEADER
from ludotheque.web.transport import following
from ludotheque.web.transport.following import MOST_MISSED

from .api_client import SMALL_BOX, Data, act, begin
from .event_source import EventSource, Frame, eventually
from .sent_frames import is_mine
from .server import Server


def turns(client: httpx.Client, match: Data, count: int) -> list[Data]:
    """The match after each of so many commands."""
    done = []
    for _ in range(count):
        match = act(client, match)
        done.append(match)
    return done


def versions(frames: list[Frame]) -> list[int]:
    return [frame.version for frame in frames]


def followers(server: Server, match: Data) -> int:
    return server.awake(match["id"]).followers


def test_every_moment_comes_in_order_with_its_version_as_its_id(server: Server) -> None:
    match = begin(server.client)
    with EventSource(server.new_client(), match["id"], since=0) as source:
        assert source.answer.headers["content-type"].startswith("text/event-stream")
        assert source.answer.headers["cache-control"] == "no-store"
        done = turns(server.client, match, 6)
        frames = source.until(done[-1]["version"])
    assert versions(frames) == [each["version"] for each in done]
    assert [frame.id for frame in frames] == [str(frame.version) for frame in frames]
    assert [frame.data["kind"] for frame in frames] == ["throw", "move"] * 3
    for frame in frames:
        assert frame.data["type"] == "frame"
        assert frame.data["snapshot"]["scores"] == frame.data["points"]


def test_taking_back_and_the_end_are_moments_too(server: Server) -> None:
    match = begin(server.client)
    with EventSource(server.new_client(), match["id"], since=0) as source:
        moved = turns(server.client, match, 2)[-1]
        back = act(server.client, moved, "take-back", seat=0)
        over = act(server.client, back, "resign", seat=1)
        frames = source.until(over["version"])
    assert [frame.data["kind"] for frame in frames] == ["throw", "move", "take-back", "end"]
    assert versions(frames) == [4, 5, 6, 7]


def test_a_moment_is_told_in_a_sentence_of_the_followers_language(server: Server) -> None:
    match = begin(server.client)
    moved = turns(server.client, match, 2)[-1]
    sentences = {}
    for lang in ("fr", "en"):
        client = server.new_client(cookies={"lang": lang})
        with EventSource(client, match["id"], since=4) as source:
            sentences[lang] = source.until(moved["version"])[-1].data["said"]
    assert sentences["fr"].startswith("Ada lance ")
    assert sentences["en"].startswith("Ada rolls ")


def test_who_comes_first_sees_the_whole_match_so_far(server: Server) -> None:
    match = begin(server.client)
    done = turns(server.client, match, 4)
    with EventSource(server.new_client(), match["id"]) as source:
        frames = source.until(done[-1]["version"])
    assert versions(frames) == [0, *(each["version"] for each in done)]
    assert frames[0].data["kind"] == "start"


@pytest.mark.parametrize("seen", range(5))
def test_who_comes_back_gets_exactly_what_was_missed(server: Server, seen: int) -> None:
    match = begin(server.client)
    known = [0, *(each["version"] for each in turns(server.client, match, 5))]
    with EventSource(server.new_client(), match["id"], last_event_id=known[seen]) as source:
        assert versions(source.until(known[-1])) == known[seen + 1 :]


def test_what_the_browser_saw_last_goes_before_what_the_page_says(server: Server) -> None:
    match = begin(server.client)
    last = turns(server.client, match, 4)[-1]
    with EventSource(server.new_client(), match["id"], since=0, last_event_id=5) as source:
        assert versions(source.until(last["version"])) == [9, 10]


def test_a_version_in_the_middle_of_a_throw_brings_the_whole_throw(server: Server) -> None:
    match = act(server.client, begin(server.client))
    with EventSource(server.new_client(), match["id"], since=2) as source:
        assert versions(source.until(4)) == [4]


@pytest.mark.parametrize("odd", ["", "x", "-1", "4.0", "²", " 4", "4, 5", "0x4"])
def test_an_odd_last_version_is_none(server: Server, odd: str) -> None:
    match = act(server.client, begin(server.client))
    with EventSource(server.new_client(), match["id"], since=odd) as source:
        assert versions(source.until(4)) == [0, 4]


@pytest.mark.parametrize("later", ["5", "9999", "9" * 400])
def test_a_version_of_another_life_starts_anew(server: Server, later: str) -> None:
    match = act(server.client, begin(server.client))
    with EventSource(server.new_client(), match["id"], last_event_id=later) as source:
        assert versions(source.until(4)) == [0, 4]


def test_who_missed_too_much_to_follow_jumps_to_the_last_moment(server: Server) -> None:
    match = begin(server.client)
    known = [0, *(each["version"] for each in turns(server.client, match, MOST_MISSED + 1))]
    with EventSource(server.new_client(), match["id"], since=known[1]) as source:
        assert versions(source.until(known[-1])) == known[2:]
    with EventSource(server.new_client(), match["id"], since=known[0]) as source:
        assert versions(source.until(known[-1])) == known[-1:]


def test_only_the_last_moment_can_be_acted_on(server: Server) -> None:
    match = begin(server.client)
    last = turns(server.client, match, 5)[-1]
    with EventSource(server.new_client(), match["id"]) as source:
        *before, now = source.until(last["version"])
    assert not any(is_mine(frame.data) for frame in before)
    assert not any(frame.data.get("moves") for frame in before)
    assert is_mine(now.data)
    assert now.data["moves"] == last["moves"]


def test_bots_are_followed_to_the_end_of_the_match(server: Server) -> None:
    match = begin(server.client, "random", "random", edition=SMALL_BOX)
    seen, kind = -1, ""
    while kind != "end":  # as a browser that is cut off now and then
        with EventSource(server.new_client(), match["id"], last_event_id=seen) as source:
            for _ in range(5):
                frame = source.next()
                assert frame.version > seen
                seen, kind = frame.version, frame.data["kind"]
                if kind == "end":
                    break
    record = server.client.get(f"/api/matches/{match['id']}/record").text
    assert len(record.splitlines()) == seen + 1  # and the header


def test_a_quiet_stream_shows_that_it_lives(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "HEARTBEAT", 0.02)
    match = begin(server.client)
    with EventSource(server.new_client(), match["id"], since=0) as source:
        for _ in range(3):
            frame = source.frame()
            assert frame is not None
            assert frame.comment
        rolled = act(server.client, match)
        assert versions(source.until(rolled["version"])) == [4]


def test_everybody_who_follows_sees_everything(server: Server) -> None:
    match = begin(server.client)
    all_of_them = [EventSource(server.new_client(), match["id"], since=0) for _ in range(5)]
    eventually(lambda: followers(server, match) == 5)
    done = turns(server.client, match, 4)
    for source in all_of_them:
        with source:
            assert versions(source.until(done[-1]["version"])) == [4, 5, 9, 10]
    eventually(lambda: followers(server, match) == 0)


def test_who_has_gone_is_forgotten(server: Server) -> None:
    match = begin(server.client)
    for _ in range(3):
        with EventSource(server.new_client(), match["id"], since=0):
            eventually(lambda: followers(server, match) == 1)
        eventually(lambda: followers(server, match) == 0)
    act(server.client, match)


def test_who_does_not_listen_holds_nobody_up_and_is_forgotten_in_the_end(server: Server) -> None:
    match = begin(server.client)
    deaf = socket.create_connection(tuple(server.socket.getsockname()))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with closing(deaf), EventSource(server.new_client(), match["id"], since=0) as source:
        heads = f"Host: {server.host}\r\n{HEADER}: {server.key}\r\n"
        deaf.sendall(f"GET /match/{match['id']}/live HTTP/1.1\r\n{heads}\r\n".encode())
        eventually(lambda: followers(server, match) == 2)
        for _ in range(25):
            match = act(server.client, match)
            assert source.next().version == match["version"]
        assert followers(server, match) == 2
    eventually(lambda: followers(server, match) == 0)


def test_a_match_that_is_not_there_cannot_be_followed(server: Server) -> None:
    with EventSource(server.client, "nosuchmatch") as source:
        assert source.answer.status_code == 404


@pytest.mark.parametrize("by_page", [True, False])
def test_who_follows_a_match_is_told_that_it_was_deleted(server: Server, by_page: bool) -> None:
    match = act(server.client, begin(server.client))
    with EventSource(server.new_client(), match["id"], since=match["version"]) as source:
        eventually(lambda: followers(server, match) == 1)
        live = server.awake(match["id"])
        if by_page:
            server.client.post(f"/match/{match['id']}/delete")
        else:
            server.client.delete(f"/api/matches/{match['id']}")
        assert source.next() == Frame(None, "gone", {"type": "gone"})
        assert source.frame() is None
    eventually(lambda: live.followers == 0)


def test_a_server_that_stops_ends_the_streams_of_its_followers(tmp_path: Path) -> None:
    """An orderly end of the answer: they connect again, and nothing had to be cancelled."""
    with Server(tmp_path) as stopping:
        match = act(stopping.client, begin(stopping.client))
        with EventSource(stopping.new_client(), match["id"], since=match["version"]) as source:
            eventually(lambda: followers(stopping, match) == 1)
            stopping.uvicorn.should_exit = True
            assert source.frame() is None


def on_disk(folder: Path, match_id: str) -> list[Data]:
    """The rows of a match, as anybody else finds them in the file."""
    with closing(sqlite3.connect(f"{(folder / DATABASE).as_uri()}?mode=ro", uri=True)) as database:
        rows = database.execute(
            "SELECT line FROM events JOIN matches ON events.match = matches.number"
            " WHERE matches.id = ? ORDER BY events.number",
            (match_id,),
        )
        return [json.loads(line) for (line,) in rows]


def test_nothing_is_shown_before_it_is_on_disk(server: Server) -> None:
    match = begin(server.client, "random", "random", edition=SMALL_BOX)
    with EventSource(server.new_client(), match["id"]) as source:
        frame = source.next()
        while frame.data["kind"] != "end":
            assert len(on_disk(server.folder, match["id"])) >= frame.version
            frame = source.next()
    rows = on_disk(server.folder, match["id"])
    assert len(rows) == frame.version
    assert rows[-1]["ended"] == "played"


def test_a_command_is_on_disk_when_it_is_answered(server: Server) -> None:
    match = begin(server.client)
    assert on_disk(server.folder, match["id"]) == []
    for _ in range(4):
        match = act(server.client, match)
        assert len(on_disk(server.folder, match["id"])) == match["version"]
