"""Spectators see only what is public; players see only what their own seat may know."""

from typing import Any

import httpx
import pytest

from ludotheque.games import find
from ludotheque.web import catalogue
from ludotheque.web.access.viewer import Viewer
from ludotheque.web.live import presence
from ludotheque.web.settings import Settings

from ..html import page_at
from .api_client import Data, act, command, problem, seen, send, told
from .event_source import EventSource, eventually
from .friends import guest, invite, join, token_of, tokens_of, two_friends
from .sent_frames import page_shows, shows
from .server import Server

SECRETIVE = [name for name in catalogue.names() if find(name).secrets]


def watch(client: httpx.Client, match: Data, token: str) -> None:
    assert client.post(f"/watch/{match['id']}", data={"token": token}).status_code == 303


def test_spectators_see_the_match_and_can_do_nothing(server: Server) -> None:
    one, _, match = two_friends(server)
    watcher = guest(server)
    watch(watcher, match, token_of(match["watch"]))
    page = page_at(watcher, f"/match/{match['id']}")
    assert page.by_id("table").get("data-mine") == "no"
    assert "resign" not in page.ids
    stands = seen(watcher, match)
    for kind in ("roll", "resign"):
        assert problem(send(watcher, match, command(stands, kind)), 403)
    for path in ("rematch", "delete", "spectators"):
        assert watcher.post(f"/match/{match['id']}/{path}").status_code == 403
    act(one, seen(one, match))
    assert seen(watcher, match)["version"] == 4


@pytest.mark.parametrize("name", SECRETIVE)
def test_in_a_race_every_client_receives_its_own_seats_view_only(server: Server, name: str) -> None:
    """Page, stream, API, preview, hint and alone, for two players and a spectator."""
    one, other = guest(server), guest(server)
    seats: list[Data] = [{"name": each, "friend": each == "Blaise"} for each in ("Ada", "Blaise")]
    seats += [{"name": "R", "bot": "random"}]
    body = {"game": name, "seats": seats}
    match = told(one.post("/api/matches", json=body), 201)
    join(other, match, tokens_of(match)[1])
    watcher = guest(server)
    watch(watcher, match, token_of(match["watch"]))
    eventually(lambda: server.awake(match["id"]).match.waits_for.seat in (0, 1))
    live = server.awake(match["id"])
    device = Settings("fr", "normal")
    eyes = {one: Viewer(0, frozenset({0})), other: Viewer(1, frozenset({1}))}
    eyes[watcher] = Viewer("public", frozenset())
    for client, own in eyes.items():
        step = live.steps[-1]
        page = client.get(f"/match/{match['id']}").text
        assert page_shows(page, live, step, device, own)
        with EventSource(client, match["id"], since=step.version - 1) as source:
            assert shows(source.until(step.version)[-1].data, live, step, device, own)
        viewer: Any = own.perspective
        assert seen(client, match)["snapshot"] == step.state.snapshot(viewer)
        assert bool(seen(client, match)["moves"]) == (viewer == step.state.seat)
        asked = {"version": str(step.version), "move": step.state.moves()[0]}
        allowed = viewer == step.state.seat
        preview = client.get(f"/match/{match['id']}/preview", params=asked)
        assert (preview.status_code == 200) == allowed
        hint = client.get(f"/match/{match['id']}/hint", params=asked)
        assert (hint.status_code == 200) == allowed
        for seat in (0, 1):
            held = seat in own.seats
            alone = client.post(f"/match/{match['id']}/alone", data={"seat": str(seat)})
            assert (alone.status_code == 303) == held
            looked = client.get(f"/api/matches/{match['id']}", params={"seat": seat})
            assert (looked.status_code == 200) == held
        replay = client.get(f"/match/{match['id']}/replay").text
        back = Viewer(own.perspective, frozenset())
        assert page_shows(replay, live, live.steps[-1], device, back, replay=True)


def test_who_comes_in_the_moment_in_which_the_match_begins_looks_on(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have found the lobby, and it becomes the match before their turn."""
    one, other, watcher = guest(server), guest(server), guest(server)
    match = invite(one, False, True)
    lobby = server.registry._loaded[match["id"]]
    join(other, match, tokens_of(match)[1])

    async def found(match_id: str) -> object:
        return lobby

    with monkeypatch.context() as patch:
        patch.setattr(server.registry, "find", found)
        watch(watcher, match, token_of(match["watch"]))
    assert server.awake(match["id"]) is not lobby
    assert watcher.get(f"/match/{match['id']}").status_code == 200


def test_a_reaction_is_heard_by_everybody_and_not_too_often(server: Server) -> None:
    one, other, match = two_friends(server)
    watcher = guest(server)
    watch(watcher, match, token_of(match["watch"]))
    address = f"/match/{match['id']}/react"
    with EventSource(watcher, match["id"], since=0) as source:
        assert source.next().event == "seats"
        assert one.post(address, data={"seat": "0", "what": "bravo"}).status_code == 204
        news = source.next()
        while news.event != "emote":
            news = source.next()
        assert news.data == {"type": "emote", "seat": 0, "what": "bravo"}
    assert one.post(address, data={"seat": "0", "what": "ouch"}).status_code == 429
    assert other.post(address, data={"seat": "1", "what": "ouch"}).status_code == 204
    assert other.post(address, data={"seat": "0", "what": "ouch"}).status_code == 403
    assert watcher.post(address, data={"seat": "0", "what": "ouch"}).status_code == 403
    assert other.post(address, data={"seat": "1", "what": "nonsense"}).status_code == 422


def test_reactions_are_few_and_known() -> None:
    assert len(presence.EMOTES) == 6
