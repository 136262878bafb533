"""Two clients on one seat: of two commands for one version, one is carried out, one refused."""

from __future__ import annotations

import random
import re
from functools import partial

import httpx
import pytest

from .api_client import Data, act, command, problem, seen, send
from .event_source import EventSource
from .friends import guest, join, token_of, two_friends
from .sent_frames import first_frame
from .server import Server
from .simultaneous import simultaneously, statuses

ROUNDS = 24


def twin(server: Server, client: httpx.Client) -> httpx.Client:
    """The same device once more: another browser with the same cookie."""
    return guest(server, cookies={"device": client.cookies["device"]})


def page(client: httpx.Client, match: Data) -> str:
    answer = client.get(f"/match/{match['id']}")
    assert answer.status_code == 200
    return answer.text


def both_send(clients: list[httpx.Client], match: Data, *bodies: Data) -> list[httpx.Response]:
    pairs = zip(clients, bodies, strict=True)
    return simultaneously(*(partial(send, client, match, body) for client, body in pairs))


def one_wins(answers: list[httpx.Response], before: Data) -> Data:
    """The match as the winner was told; the others were refused, and told where it is."""
    assert statuses(answers) == [200] + [409] * (len(answers) - 1)
    (won,) = [answer.json() for answer in answers if answer.status_code == 200]
    assert won["version"] > before["version"]
    for answer in answers:
        if answer.status_code == 409:
            said = problem(answer, 409)
            assert said["code"] in ("stale", "over")
            assert said["version"] == won["version"]
    result: Data = won
    return result


def test_of_two_browsers_with_one_cookie_one_wins_every_time(server: Server) -> None:
    one, other, match = two_friends(server)
    players = {0: [one, twin(server, one)], 1: [other, twin(server, other)]}
    chance, stands = random.Random(6), seen(one, match)
    for _ in range(ROUNDS):
        clients = players[stands["seat"]]
        stands = seen(clients[0], match)
        moves = stands["moves"] or [None]
        bodies = [command(stands, move=chance.choice(moves)) for _ in clients]
        stands = one_wins(both_send(clients, match, *bodies), stands)
        assert seen(clients[0], match) == seen(clients[1], match)
    for clients in players.values():
        assert page(clients[0], match) == page(clients[1], match)
    lines = one.get(f"/api/matches/{match['id']}/record").text.splitlines()
    assert len(lines) == stands["version"] + 1  # and the header; nothing was taken back


@pytest.mark.parametrize("times", [8])
def test_a_command_that_is_sent_many_times_at_once_happens_once(server: Server, times: int) -> None:
    one, _, match = two_friends(server)
    stands = seen(one, match)
    clients = [twin(server, one) for _ in range(times)]
    one_wins(both_send(clients, match, *[command(stands)] * times), stands)


def test_both_browsers_see_the_same_live(server: Server) -> None:
    one, _, match = two_friends(server)
    again, stands = twin(server, one), seen(one, match)
    with (
        EventSource(one, match["id"], since=0) as left,
        EventSource(again, match["id"], since=0) as right,
    ):
        hands = [twin(server, one), twin(server, one)]
        stands = one_wins(both_send(hands, match, command(stands), command(stands)), stands)
        shown = [frames_until(source, stands["version"]) for source in (left, right)]
    assert shown[0] == shown[1]
    assert shown[0][-1]["version"] == first_frame(page(one, match))["version"]


def frames_until(source: EventSource, version: int) -> list[Data]:
    """The frames up to a version; who comes and goes is passed over."""
    found: list[Data] = []
    while True:
        frame = source.next()
        if frame.event == "message":
            found.append(frame.data)
            if frame.version == version:
                return found


def test_taking_back_and_the_next_throw_at_once(server: Server) -> None:
    """Ada takes her move back while Blaise throws: one of the two happens."""
    one, other, match = two_friends(server)
    taken_back = set[bool]()
    stands = act(one, seen(one, match))
    for _ in range(12):
        moved = act(one, stands)
        back = command(moved, "take-back", seat=0)
        answers = both_send([one, other], match, back, command(moved))
        after = one_wins(answers, moved)
        taken_back.add(after["waits_for"] == "move" and after["seat"] == 0)
        assert seen(one, match) == seen(other, match)
        if after["seat"] == 1:
            break
        stands = after
    assert taken_back


def test_two_who_give_up_at_once_have_not_both_lost(server: Server) -> None:
    one, other, match = two_friends(server)
    stands = seen(one, match)
    bodies = [command(stands, "resign", seat=seat) for seat in (0, 1)]
    over = one_wins(both_send([one, other], match, *bodies), stands)
    loser = over["result"]["seat"]
    assert over["result"]["winners"] == [1 - loser]
    assert seen(one, match)["result"] == seen(other, match)["result"] == over["result"]


# A seat that moves to another device


def moved_link(client: httpx.Client, match: Data, seat: int) -> str:
    answer = client.post(f"/match/{match['id']}/invite", data={"seat": str(seat)})
    found = re.search(r'id="link" value="([^"]+)"', answer.text)
    assert found
    return token_of(found[1])


def test_of_two_devices_after_a_recovery_only_the_new_one_acts(server: Server) -> None:
    one, _, match = two_friends(server)
    phone = guest(server)
    join(phone, match, moved_link(one, match, 0))
    stands = seen(phone, match)
    answers = both_send([one, phone], match, command(stands), command(stands))
    assert [answer.status_code for answer in answers] == [403, 200]
    assert seen(phone, match)["version"] == answers[1].json()["version"]
    assert page(twin(server, phone), match) == page(phone, match)


def test_a_seat_that_moves_while_its_player_acts_acts_once(server: Server) -> None:
    """The old device throws at the very moment at which the new one sits down."""
    for _ in range(5):
        one, _, match = two_friends(server)
        phone, token, stands = guest(server), moved_link(one, match, 0), seen(one, match)
        thrown, sat = simultaneously(
            partial(send, one, match, command(stands)),
            partial(phone.post, f"/api/matches/{match['id']}/join", json={"token": token}),
        )
        assert sat.status_code == 200
        assert thrown.status_code in (200, 403)
        after = seen(phone, match)
        assert after["version"] == (4 if thrown.status_code == 200 else 0)
        assert problem(send(one, match, command(after)), 403)["code"] == "not_your_seat"
        act(phone, after)
