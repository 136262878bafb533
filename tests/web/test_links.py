"""A seat belongs to whoever holds its private link; for anybody else the match does not exist."""

import logging
import re
from pathlib import Path

import httpx
import pytest
from fastapi.routing import APIRoute

from ludotheque.web.app import ROUTERS
from tests.cases import cases

from .api_client import Data, act, begin, command, problem, seen, send, told
from .event_source import EventSource
from .friends import guest, invite, join, token_of, tokens_of, two_friends
from .server import Server


def places_about_a_match() -> list[tuple[str, str]]:
    """Every address of the server that names a match, with its method."""
    routes = [route for router in ROUTERS for route in router.routes]
    return [
        (method, route.path)
        for route in routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
        if "{match_id}" in route.path
    ]


ENTRANCES = ("/join/", "/watch/")  # open to everybody: what counts there is the token
FIELDS: Data = {
    "kind": "roll",
    "seat": 0,
    "version": 0,
    "move": "-",
    "what": "bravo",
    "level": "expert",
}
COMMANDS: Data = {
    "/api/matches/{match_id}/commands": {"kind": "roll", "seat": 0, "version": 0},
    "/api/matches/{match_id}/commit": {"seat": 0, "round": 0, "commitment": "0" * 64},
    "/api/matches/{match_id}/reveal": {"seat": 0, "round": 0, "seed": "0" * 64},
    "/api/matches/{match_id}/consent": {"seat": 0, "round": 0},
    "/api/matches/{match_id}/join": {"token": "x" * 32},
}


@cases(("method", "path"), places_about_a_match())
def test_for_a_stranger_there_is_no_such_match(server: Server, method: str, path: str) -> None:
    """Whatever is asked of it, the answer is that of a match that was never there."""
    if path.startswith(ENTRANCES):
        return
    _, _, match = two_friends(server)
    stranger = guest(server)
    answers = []
    for match_id in (match["id"], "nosuchmatch1"):
        address = path.replace("{match_id}", match_id).replace("{place}", "0")
        more: Data = {"json": COMMANDS[path]} if path in COMMANDS else {}
        if method == "POST" and not more:
            more = {"data": {key: str(value) for key, value in FIELDS.items()}}
        answers.append(stranger.request(method, address, params={**FIELDS}, **more))
    there, nowhere = answers
    assert there.status_code == nowhere.status_code
    assert there.status_code in (403, 404)
    assert there.text.replace(match["id"], "") == nowhere.text.replace("nosuchmatch1", "")


@pytest.mark.parametrize("door", ["join", "watch"])
def test_an_entrance_looks_alike_whether_there_is_a_match_or_not(server: Server, door: str) -> None:
    _, _, match = two_friends(server)
    stranger = guest(server)
    pages = []
    for match_id in (match["id"], "nosuchmatch1"):
        for answer in (
            stranger.get(f"/{door}/{match_id}"),
            stranger.post(f"/{door}/{match_id}", data={"token": "x" * 32}),
        ):
            assert "set-cookie" not in answer.headers
            text = re.sub(r'name="attempt" value="[\w-]+"', "", answer.text)  # a nonce
            pages.append((answer.status_code, text.replace(match_id, "")))
    assert pages[:2] == pages[2:]
    assert [status for status, _ in pages[:2]] == [200, 403]


def test_a_friend_sits_down_with_a_form(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    token = tokens_of(match)[1]
    look = told(friend.post(f"/join/{match['id']}/look", data={"token": token}))
    assert (look["begun"], look["moves"]) == (False, None)
    assert "Ada" in look["said"]
    answer = friend.post(f"/join/{match['id']}", data={"token": token, "name": "Blaise"})
    assert answer.headers["location"] == f"/match/{match['id']}"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert seen(friend, match)["seats"][1]["name"] == "Blaise"


def test_a_whole_link_can_be_pasted(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    answer = friend.post(f"/join/{match['id']}", data={"token": f" {match['links']['1']} "})
    assert answer.status_code == 303


def test_a_name_that_cannot_be_shown_is_refused_and_the_seat_stays_free(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    token = tokens_of(match)[1]
    answer = friend.post(f"/join/{match['id']}", data={"token": token, "name": "B\u202elaise"})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers
    assert join(friend, match, token)["seat"] == 1


def test_cookies_of_a_server_behind_https_are_secure(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", public_url="https://games.example") as server:
        maker = server.new_client()
        answer = maker.post("/matches", data={"game": "levelx", "seat_0_kind": "me"})
        assert answer.status_code == 422  # too few
        seats = {"seat_0_kind": "me", "seat_1_kind": "link"}
        answer = maker.post("/matches", data={"game": "levelx", **seats})
        assert "secure" in answer.headers["set-cookie"].lower()


def test_links_begin_with_the_address_of_the_server(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", public_url="https://games.example") as server:
        match = invite(server.new_client(), False, True)
        assert match["links"]["1"].startswith(f"https://games.example/join/{match['id']}#")
        assert match["watch"].startswith(f"https://games.example/watch/{match['id']}#")


# ---- Who may act ---------------------------------------------------------------------------------


def test_only_who_holds_a_seat_acts_for_it(server: Server) -> None:
    one, other, match = two_friends(server)
    stands = seen(other, match)
    for client, seat in ((other, 0), (one, 1)):
        body = {"kind": "resign", "seat": seat, "version": stands["version"]}
        assert problem(send(client, match, body), 403)["code"] == "not_your_seat"
        form = {key: str(value) for key, value in body.items()}
        answer = client.post(
            f"/match/{match['id']}/do", data=form, headers={"accept": "application/json"}
        )
        assert problem(answer, 403)["code"] == "not_your_seat"
        assert client.post(f"/match/{match['id']}/do", data=form).status_code == 403
    assert act(one, seen(one, match))["waits_for"] == "move"


def test_a_local_caller_cannot_play_for_a_friend(server: Server) -> None:
    friend, match = guest(server), invite(server.client, False, True)
    join(friend, match, tokens_of(match)[1])
    stands = seen(server.client, match)
    assert problem(send(server.client, match, command(stands, "resign", seat=1)), 403)
    assert act(server.client, stands)["waits_for"] == "move"


def test_a_guests_match_is_seen_by_local_callers_and_played_by_nobody_else(server: Server) -> None:
    _, _, match = two_friends(server)
    stands = seen(server.client, match)
    problem(send(server.client, match, command(stands)), 403)
    assert server.client.post(f"/match/{match['id']}/rematch").status_code == 403


def test_a_program_can_bring_its_seats_secret_with_every_request(server: Server) -> None:
    maker = guest(server)
    match = invite(maker, False, True)
    secret = join(server.new_client(), match, tokens_of(match)[1])["secret"]
    program = server.new_client(headers={"authorization": f"Bearer {secret}"})
    stands = seen(program, match)
    problem(send(program, match, command(stands)), 403)  # it is seat 0's turn
    assert act(program, stands, "resign", seat=1)["result"]["seat"] == 1
    wrong = server.new_client(headers={"authorization": "Bearer nonsense"})
    problem(wrong.get(f"/api/matches/{match['id']}"), 404)
    assert wrong.get("/api/matches").json() == []


def test_guests_list_their_own_matches_and_local_callers_all(server: Server) -> None:
    one, other, match = two_friends(server)
    begin(server.client)
    for client in (one, other):
        assert [each["id"] for each in client.get("/api/matches").json()] == [match["id"]]
        assert [match["id"]] == re.findall(r'data-match="([\w-]+)"', client.get("/").text)
    assert guest(server).get("/api/matches").json() == []
    assert len(server.client.get("/api/matches").json()) >= 2


def test_who_is_to_play_is_told_on_the_home_page(server: Server) -> None:
    one, other, match = two_friends(server)
    assert 'class="now"' in one.get(f"/match/{match['id']}/stands").text
    assert 'class="now"' not in other.get(f"/match/{match['id']}/stands").text


def test_a_match_is_thrown_away_by_who_made_it_and_by_nobody_else(server: Server) -> None:
    one, other, match = two_friends(server)
    assert other.delete(f"/api/matches/{match['id']}").status_code == 403
    assert other.post(f"/match/{match['id']}/delete").status_code == 403
    assert one.delete(f"/api/matches/{match['id']}").status_code == 204
    problem(other.get(f"/api/matches/{match['id']}"), 404)


# ---- Tokens --------------------------------------------------------------------------------------


def test_tokens_are_nowhere_but_in_the_answer_to_who_invites(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    maker, friend, watcher = guest(server), guest(server), guest(server)
    match = invite(maker, False, True, True)
    tokens = [*tokens_of(match).values(), token_of(match["watch"])]
    answers = [friend.post(f"/join/{match['id']}", data={"token": tokens[0]})]
    answers.append(watcher.post(f"/watch/{match['id']}", data={"token": tokens[2]}))
    join(guest(server), match, tokens[1])
    paths = (
        f"/match/{match['id']}",
        f"/match/{match['id']}/replay",
        f"/match/{match['id']}/stands",
        f"/api/matches/{match['id']}",
        f"/api/matches/{match['id']}/gathering",
        f"/api/matches/{match['id']}/record",
        "/",
    )
    for client in (maker, friend, watcher, server.client):
        answers += [client.get(path) for path in paths]
    for answer in answers:
        said = answer.text + str(answer.headers) + str(answer.request.url)
        assert not any(token in said for token in tokens), answer.request.url
    assert not any(token in caplog.text for token in tokens)
    on_disk = b"".join(file.read_bytes() for file in server.folder.iterdir() if file.is_file())
    assert not any(token.encode() in on_disk for token in tokens)


def test_device_names_are_kept_as_hashes_only(server: Server) -> None:
    one, other, _ = two_friends(server)
    on_disk = b"".join(file.read_bytes() for file in server.folder.iterdir() if file.is_file())
    for client in (one, other):
        assert client.cookies["device"].encode() not in on_disk


def test_no_page_tells_another_site_where_one_came_from(server: Server) -> None:
    _, _, match = two_friends(server)
    answer = guest(server).get(f"/join/{match['id']}")
    assert answer.headers["referrer-policy"] in ("no-referrer", "same-origin")
    assert answer.headers["cache-control"] == "no-store"


# ---- Moving, inviting anew -----------------------------------------------------------------------


def made_link(page: str) -> str:
    found = re.search(r'id="link" value="([^"]+)"', page)
    assert found
    return found[1]


def test_a_recovery_link_moves_ones_seat_to_another_device(server: Server) -> None:
    one, other, match = two_friends(server)
    assert other.post(f"/match/{match['id']}/invite", data={"seat": "0"}).status_code == 403
    answer = other.post(f"/match/{match['id']}/invite", data={"seat": "1"})
    token = token_of(made_link(answer.text))
    phone = guest(server)
    look = told(phone.post(f"/join/{match['id']}/look", data={"token": token}))
    assert (look["begun"], look["name"]) == (True, "Blaise")
    assert look["moves"]
    with EventSource(other, match["id"]) as source:
        assert source.next().version == 0
        assert source.next().event == "seats"
        assert phone.post(f"/join/{match['id']}", data={"token": token}).status_code == 303
        news = source.next()
        while news.event == "seats":
            news = source.next()
        assert news.event == "moved"
        assert source.frame() is None
    assert other.get(f"/match/{match['id']}").status_code == 404
    assert problem(send(other, match, command(seen(one, match))), 404)
    assert act(phone, seen(phone, match), "resign", seat=1)["result"]["seat"] == 1


def test_a_recovery_link_survives_a_restart_as_the_seat_does(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        one, other, match = two_friends(server)
        answer = other.post(f"/match/{match['id']}/invite", data={"seat": "1"})
        token, device = token_of(made_link(answer.text)), one.cookies["device"]
    with Server(tmp_path / "matches") as server:
        phone, one = guest(server), guest(server, cookies={"device": device})
        assert join(phone, match, token)["seat"] == 1
        act(one, seen(one, match))
        assert act(phone, seen(phone, match), "resign", seat=1)["waits_for"] == "end"


def test_the_maker_replaces_the_link_of_a_friend_who_is_away_only(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, match = two_friends(server)
    seen(other, match)
    address = f"/match/{match['id']}/invite"
    assert one.post(address, data={"seat": "1"}).status_code == 403
    monkeypatch.setattr("ludotheque.web.commands.invitations.REASSIGNABLE_SECONDS", 0.0)
    token = token_of(made_link(one.post(address, data={"seat": "1"}).text))
    assert join(guest(server), match, token)["seat"] == 1


@pytest.mark.parametrize("seat", ["1", "7"])
def test_there_is_no_link_to_a_robots_seat(client: httpx.Client, seat: str) -> None:
    match = begin(client, None, "random")
    assert client.post(f"/match/{match['id']}/invite", data={"seat": seat}).status_code == 422


# ---- By the network ------------------------------------------------------------------------------


def test_a_friend_on_the_network_comes_in_by_the_door_that_was_opened(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", network=("127.0.0.2",)) as server:
        assert server.client.post("/share").status_code == 303
        match = invite(server.client, False, True)
        link = match["links"]["1"]
        door, _, rest = link.partition("/join/")
        assert door.startswith("http://127.0.0.2:")
        with httpx.Client(base_url=door, verify=False, timeout=20) as friend:
            match_id, _, token = rest.partition("#")
            assert friend.get(f"/join/{match_id}").status_code == 200
            assert friend.get(f"/match/{match_id}").status_code == 404
            origin = {"origin": door}
            fields = {"token": token, "name": "Blaise"}
            answer = friend.post(f"/join/{match_id}", data=fields, headers=origin)
            assert answer.status_code == 303
            stands = seen(friend, match)
            assert problem(send(friend, match, command(stands)), 403)  # it is Ada's turn
            assert friend.get("/api/matches").json()[0]["id"] == match_id
            other = begin(server.client)
            assert problem(friend.get(f"/api/matches/{other['id']}"), 404)
            assert act(friend, stands, "resign", seat=1)["waits_for"] == "end"
