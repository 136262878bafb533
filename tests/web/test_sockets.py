"""A match over one socket: frames come down, commands and questions go up, as by SSE and POST."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from ludotheque.web.transport.following import MOST_MISSED
from tests.cases import cases

from .api_client import Data, act, begin, command, seen, send, told
from .event_source import EventSource, eventually
from .friends import guest, invite, join, tokens_of, two_friends
from .reaction_windows import ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, ManualTimer, until_claim
from .server import Server
from .socket_client import SocketClient


def versions(frames: list[Data]) -> list[int]:
    return [frame["version"] for frame in frames]


# ---- Frames --------------------------------------------------------------------------------------


def test_what_one_does_is_answered_and_everybody_sees_it(server: Server) -> None:
    one, other, match = two_friends(server)
    with (
        SocketClient(server, match["id"], one, since=0) as playing,
        SocketClient(server, match["id"], other, since=0) as waiting,
    ):
        stands = seen(one, match)
        for _ in range(2):
            answer = playing.do(command(stands))
            stands = seen(one, match)
            assert answer == {
                "type": "answer",
                "id": playing.count,
                "ok": True,
                "version": stands["version"],
            }
            for socket in (playing, waiting):
                assert socket.next()["version"] == stands["version"]
        assert waiting.do(command(seen(other, match)))["ok"]
        assert playing.next()["kind"] == "throw"


def test_a_socket_brings_the_same_frames_as_a_stream(server: Server) -> None:
    match = begin(server.client)
    for _ in range(4):
        match = act(server.client, match)
    with EventSource(server.new_client(), match["id"]) as source:
        by_stream = [frame.data for frame in source.until(match["version"])]
    with SocketClient(server, match["id"]) as socket:
        assert socket.until(match["version"]) == by_stream


def test_who_comes_back_gets_exactly_what_was_missed(server: Server) -> None:
    match = begin(server.client)
    known = [0]
    for _ in range(MOST_MISSED + 1):
        match = act(server.client, match)
        known.append(match["version"])
    for place in (len(known) - 2, len(known) - 5, 1):
        with SocketClient(server, match["id"], since=known[place]) as socket:
            assert versions(socket.until(known[-1])) == known[place + 1 :]
    with SocketClient(server, match["id"], since=0) as socket:  # too much to follow
        assert versions(socket.until(known[-1])) == known[-1:]
    with SocketClient(server, match["id"], since=9_999) as socket:  # of another life
        assert versions(socket.until(known[-1])) == known[-1:]


def test_players_hear_who_is_there_and_what_is_called(server: Server) -> None:
    one, other, match = two_friends(server)
    with (
        SocketClient(server, match["id"], one, since=0) as socket,
        SocketClient(server, match["id"], other, since=0),
    ):
        while not all(seat["present"] for seat in socket.next("seats")["seats"]):
            pass
        other.post(f"/match/{match['id']}/react", data={"seat": "1", "what": "bravo"})
        assert socket.next("emote") == {"type": "emote", "seat": 1, "what": "bravo"}


def test_who_answers_a_beat_on_the_socket_is_there(server: Server) -> None:
    _, other, match = two_friends(server)
    live = server.awake(match["id"])
    with SocketClient(server, match["id"], other, since=0) as socket:
        beat = socket.next("beat")["beat"]
        live.presence._seen[1] = -1e9
        socket.send({"beat": "another"})
        assert socket.ask(preview={"version": 0, "move": "x"})["status"] == 409  # it was read
        assert not live.presence.is_present(1)
        socket.send({"beat": beat})
        eventually(lambda: live.presence.is_present(1))


def test_a_deleted_match_ends_its_sockets(server: Server) -> None:
    match = begin(server.client)
    with SocketClient(server, match["id"], since=0) as socket:
        live = server.awake(match["id"])
        eventually(lambda: live.followers == 1)
        server.client.delete(f"/api/matches/{match['id']}")
        assert socket.next("gone") == {"type": "gone"}
        assert socket.close_code() == 1000
    eventually(lambda: live.followers == 0)


def test_whose_seat_is_given_away_is_told_and_can_do_nothing_more(server: Server) -> None:
    _, other, match = two_friends(server)
    with SocketClient(server, match["id"], other, since=0) as socket:
        made = other.post(f"/match/{match['id']}/invite", data={"seat": "1"})
        (token,) = re.findall(r'id="link" value="[^"]+#([^"]+)"', made.text)
        join(guest(server), match, token)
        assert socket.next("moved") == {"type": "moved"}
        assert socket.close_code() == 1000


def test_a_device_that_opens_more_sockets_gives_up_its_own_oldest(server: Server) -> None:
    one, _, match = two_friends(server)
    first = SocketClient(server, match["id"], one, since=0)
    more = [
        SocketClient(server, match["id"], one, since=0)
        for _ in range(server.config.streams_per_device)
    ]
    assert first.next("rest") == {"type": "rest"}
    assert first.close_code() == 1000
    act(one, seen(one, match))
    for socket in more:
        assert socket.next()["kind"] == "throw"
        socket.socket.close()


def test_a_seat_has_its_secret_in_a_header_too(server: Server) -> None:
    one = guest(server)
    match = invite(one, False, True)
    program = guest(server)
    secret = join(program, match, tokens_of(match)[1])["secret"]
    bearer, path = f"Bearer {secret}", "/api/matches/{id}/socket"
    nobody = guest(server)
    with SocketClient(
        server, match["id"], nobody, since=0, path=path, Authorization=bearer
    ) as socket:
        assert socket.do(command(seen(one, match), seat=1))["problem"]["code"] == "not_awaited"
        assert socket.do(command(seen(one, match)))["problem"]["code"] == "not_your_seat"


# ---- Commands and questions ----------------------------------------------------------------------


def test_a_refusal_is_that_of_the_api(server: Server) -> None:
    match = act(server.client, begin(server.client))
    refused: list[Data] = [
        command(match, version=0),
        command(match, move="6 6 6 6 6"),
        command(match, "roll"),
        command(match, seat=1),
        command(match, seat=9),
        command(match, "take-back"),
        command(match, "press", move="triangle"),
        command(match, move=None),
    ]
    with SocketClient(server, match["id"], since=match["version"]) as socket:
        for body in refused:
            answer = send(server.client, match, body)
            by_post = {name: value for name, value in answer.json().items() if value is not None}
            by_socket = socket.do(body)
            assert not by_socket["ok"]
            assert by_socket["status"] == answer.status_code
            assert by_socket["problem"] == by_post
        assert socket.do(command(match))["ok"]


@cases(
    ("message", "number"),
    [
        ("", None),
        ("[", None),
        ("null", None),
        ('"roll"', None),
        ("[1]", None),
        ('{"id": 1}', 1),
        ('{"id": 1, "else": 2}', 1),
        ('{"command": {"kind": "roll", "seat": 0, "version": 0}}', None),
        ('{"id": -1, "command": {"kind": "roll", "seat": 0, "version": 0}}', -1),
        ('{"id": 2, "command": {"kind": "rolls", "seat": 0, "version": 0}}', 2),
        ('{"id": 2, "command": {"kind": "roll", "seat": 12, "version": 0}}', 2),
        ('{"id": 2, "command": {"kind": "roll", "seat": true, "version": 0}}', 2),
        ('{"id": 2, "command": {"kind": "roll", "seat": "0", "version": 0}}', 2),
        ('{"id": 2, "command": {"kind": "roll", "seat": 0, "version": -1}}', 2),
        ('{"id": 2, "command": {"kind": "roll", "seat": 0}}', 2),
        ('{"id": 2, "command": {"kind": "roll", "seat": 0, "version": 0, "x": 1}}', 2),
        ('{"id": 2, "command": {"kind": "roll", "seat": 0, "version": 0}, "beat": "x"}', 2),
        ('{"id": 2, "preview": {"version": 0}}', 2),
        ('{"id": 2, "preview": {"version": 0, "move": "' + 201 * "1" + '"}}', 2),
        ('{"id": 2, "preview": {"version": 0, "move": "\\ud800"}}', None),
        ('{"beat": "' + 41 * "x" + '"}', None),
    ],
)
def test_what_cannot_be_read_is_said_and_changes_nothing(
    server: Server, message: str, number: int | None
) -> None:
    match = begin(server.client)
    with SocketClient(server, match["id"], since=0) as socket:
        socket.send(message)
        answer = socket.answer(number)
        assert (answer["ok"], answer["status"]) == (False, 422)
        assert answer["problem"]["code"] == "unreadable"
        assert answer["problem"]["message"]
        assert socket.do(command(match))["ok"]


def test_a_preview_is_for_who_is_to_move_at_this_version(server: Server) -> None:
    one, other, match = two_friends(server)
    stands = act(one, seen(one, match))
    asked = {"version": stands["version"], "move": stands["moves"][0]}
    with (
        SocketClient(server, match["id"], one, since=0) as playing,
        SocketClient(server, match["id"], other, since=0) as waiting,
    ):
        found = playing.ask(preview=asked)
        assert found["ok"]
        assert found["preview"]["say"]
        by_request = told(one.get(f"/match/{match['id']}/preview", params=asked))
        assert found["preview"] == by_request
        illegal = playing.ask(preview={**asked, "move": "6 6 6 6 6"})
        assert (illegal["ok"], illegal["status"]) == (False, 422)
        assert illegal["problem"]["rule"]
        for socket, question in ((waiting, asked), (playing, {**asked, "version": 0})):
            assert socket.ask(preview=question)["status"] == 409


def test_answers_are_in_the_language_of_the_page(server: Server) -> None:
    match = begin(server.client)
    said = {}
    for lang in ("fr", "en"):
        client = server.new_client(headers={"accept-language": lang})
        with SocketClient(
            server, match["id"], client, since=0, **{"x-ludotheque-key": server.key}
        ) as socket:
            said[lang] = socket.do(command(match, version=7))["problem"]["message"]
    assert said["fr"].startswith("la partie a avancé")
    assert said["en"].startswith("the match has moved on")


def test_a_press_is_answered_alike_whether_it_is_right_or_wrong(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    """And versions on a socket count what was shown, as everywhere."""
    answers = []
    for button in ("triangle", "square"):
        plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
        match = until_claim(server.client, timer)
        with SocketClient(server, match["id"], since=match["version"]) as socket:
            body = {"kind": "press", "seat": 0, "version": match["version"], "move": button}
            answers.append(socket.do(body))
            timer.expire()
            assert socket.next()["version"] == match["version"] + 1
    assert answers[0] == answers[1]
    assert answers[0]["version"] == match["version"]


# ---- Who is let in -------------------------------------------------------------------------------


def refused(server: Server, match_id: str, client: httpx.Client | None = None, **more: Any) -> int:
    with pytest.raises(InvalidStatus) as problem:
        SocketClient(server, match_id, client, since=0, **more)
    response = problem.value.response
    assert response.headers["x-content-type-options"] == "nosniff"
    return response.status_code


def test_a_match_that_does_not_admit_somebody_does_not_exist_for_them(server: Server) -> None:
    one, _, match = two_friends(server)
    assert refused(server, match["id"], guest(server)) == 404
    assert refused(server, "nosuchmatch", one) == 404
    assert refused(server, match["id"], one, path="/match/{id}/other") == 404
    assert refused(server, match["id"], one, path="/match/{id}/live") == 404


def test_a_match_that_gathers_has_no_socket_yet(server: Server) -> None:
    one = guest(server)
    assert refused(server, invite(one, False, True)["id"], one) == 409


@cases(
    ("headers", "status"),
    [
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_pages_of_other_sites_get_no_socket(
    server: Server, headers: dict[str, str], status: int
) -> None:
    """Cross-site WebSocket hijacking: a browser would bring this server's cookies."""
    match = begin(server.client)
    assert refused(server, match["id"], None, **headers) == status
    with SocketClient(server, match["id"], since=0, Origin=f"http://{server.host}"):
        pass


def test_an_address_for_sockets_says_so_to_everybody_else(server: Server) -> None:
    match = begin(server.client)
    answer = server.client.get(f"/match/{match['id']}/socket")
    assert answer.status_code == 426
    assert answer.headers["upgrade"] == "websocket"
    assert server.client.post(f"/match/{match['id']}/socket").status_code == 405
    assert server.client.post(f"/match/{match['id']}/live").status_code == 405
