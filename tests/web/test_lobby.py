"""The lobby: a match waits for its players, runs the commit–reveal protocol, and begins."""

import asyncio
import json
import random
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import httpx
import pytest

from ludotheque.games import find
from ludotheque.store.errors import StoreFailed
from ludotheque.store.store import Store
from ludotheque.table.match import Seat
from ludotheque.table.seating import Seating
from ludotheque.table.verification import verify
from ludotheque.web.config import Config
from ludotheque.web.live import lobby
from ludotheque.web.live.registry import MatchRegistry

from ..html import page_at
from .api_client import SMALL_BOX, act, problem, seen, told
from .event_source import eventually
from .friends import Seed, gathering, guest, invite, join, token_of, tokens_of
from .server import Server, at_once


def test_a_match_with_friends_waits_until_all_have_sat_down(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, True)
    assert match["phase"] == "joining"
    assert set(match["links"]) == {"1", "2"}
    joined = join(friend, match, tokens_of(match)[1], name="Blaise")
    assert joined["seat"] == 1
    assert joined["gathering"]["phase"] == "joining"
    assert [seat["joined"] for seat in joined["gathering"]["seats"]] == [True, True, False]
    said = problem(maker.get(f"/api/matches/{match['id']}"), 409)
    assert said["code"] == "not_begun"
    last = join(guest(server), match, tokens_of(match)[2], name="Zoé")
    assert last["gathering"]["phase"] == "begun"
    begun = seen(maker, match)
    assert [seat["name"] for seat in begun["seats"]] == ["Ada", "Blaise", "Zoé"]
    assert begun["waits_for"] == "roll"


def test_names_are_those_that_friends_have_chosen_in_the_record_too(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    join(friend, match, tokens_of(match)[1], name="  Blaise   P. ")
    record = maker.get(f"/api/matches/{match['id']}/record").text
    assert json.loads(record.splitlines()[0])["names"] == ["Ada", "Blaise P."]
    assert [each["names"] for each in friend.get("/api/matches").json()] == [["Ada", "Blaise P."]]


def test_seeds_of_devices_are_promised_then_revealed_and_prove_the_dice(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, edition=SMALL_BOX)
    token = tokens_of(match)[1]
    joined = join(friend, match, token, own_seed=True)["gathering"]
    assert (joined["phase"], joined["seeds"]) == ("joining", [1])
    seed = Seed(match, 1)
    promised = told(seed.commit(friend))
    assert promised["phase"] == "revealing"
    assert promised["seats"][1]["commitment"] is not None
    assert told(seed.reveal(friend))["phase"] == "begun"
    for client, seat in [(maker, 0), (friend, 1)] * 2:
        assert seen(client, match)["seat"] == seat
        act(client, act(client, seen(client, match)))
    over = act(friend, seen(friend, match), "resign", seat=1)
    text = friend.get(f"/api/matches/{over['id']}/record").text
    report = verify(text, find)
    assert (report.verdict, report.proven) == ("proven", report.draws)
    proof = json.loads(text.splitlines()[0])["fairness"]
    assert proof["seed_by"] == ["server", "device"]
    assert proof["seat_seeds"][1] == seed.seed.hex()
    assert proof["commitment"] == promised["commitment"]


def test_nobody_can_reveal_before_all_have_promised(server: Server) -> None:
    maker, one, other = guest(server), guest(server), guest(server)
    match = invite(maker, False, True, True)
    for client, seat in ((one, 1), (other, 2)):
        join(client, match, tokens_of(match)[seat], own_seed=True)
    first, second = Seed(match, 1), Seed(match, 2)
    told(first.commit(one))
    problem(first.reveal(one), 422)
    told(second.commit(other))
    problem(Seed(match, 1).commit(one), 422)  # too late for another one
    problem(Seed(match, 1).reveal(one), 422)  # not the one that was promised
    assert told(first.reveal(one))["phase"] == "revealing"
    assert told(first.reveal(one))["phase"] == "revealing"  # said twice
    assert told(second.reveal(other))["phase"] == "begun"


def test_only_who_holds_a_seat_can_promise_for_it(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    join(friend, match, tokens_of(match)[1], own_seed=True)
    assert problem(Seed(match, 1).commit(maker), 403)["code"] == "not_your_seat"
    assert problem(Seed(match, 1).commit(guest(server)), 404)["code"] == "no_match"
    problem(Seed(match, 0).commit(friend), 403)
    problem(Seed(match, 7).commit(friend), 422)
    problem(Seed(match, 1).commit(friend, round_=3), 422)


def test_who_does_not_reveal_is_named_and_the_seeds_are_made_anew(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "REVEAL_SECONDS", 0.05)
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    join(friend, match, tokens_of(match)[1], name="Blaise", own_seed=True)
    seed = Seed(match, 1)
    first = told(seed.commit(friend))
    eventually(lambda: gathering(maker, match)["round"] == 1)
    again = gathering(maker, match)
    assert again["late"] == ["Blaise"]
    assert again["commitment"] != first["commitment"]
    assert again["seats"][1]["commitment"] is None
    problem(seed.reveal(friend), 422)
    assert "Blaise" in page_at(maker, f"/match/{match['id']}").by_id("gathering").text
    monkeypatch.setattr(lobby, "REVEAL_SECONDS", 60)
    fresh = Seed(match, 1)
    told(fresh.commit(friend, round_=1))
    assert told(fresh.reveal(friend, round_=1))["phase"] == "begun"


def test_a_seat_that_moves_while_gathering_needs_a_new_promise(server: Server) -> None:
    maker, friend, phone = guest(server), guest(server), guest(server)
    match = invite(maker, False, True)
    token = tokens_of(match)[1]
    join(friend, match, token, own_seed=True)
    seed = Seed(match, 1)
    told(seed.commit(friend))
    assert maker.post(f"/match/{match['id']}/invite", data={"seat": "1"}).status_code == 303
    token = tokens_of(gathering(maker, match))[1]
    moved = join(phone, match, token, own_seed=True)["gathering"]
    assert (moved["phase"], moved["seats"][1]["commitment"]) == ("joining", None)
    assert problem(seed.reveal(friend), 403)["code"] == "seat_reassigned"
    again = Seed(match, 1)
    told(again.commit(phone, moved["round"]))
    assert told(again.reveal(phone, moved["round"]))["phase"] == "begun"


@pytest.mark.parametrize("step", ["created", "joined", "promised", "one revealed"])
def test_a_gathering_goes_on_in_a_server_that_was_closed(tmp_path: Path, step: str) -> None:
    folder, devices = tmp_path / "matches", {}
    seeds: dict[int, Seed] = {}
    with Server(folder) as server:
        clients = {seat: guest(server) for seat in (1, 2)}
        match = invite(server.client, False, True, True)
        tokens = tokens_of(match)
        steps = ["created", "joined", "promised", "one revealed"]
        if steps.index(step) >= 1:
            for seat, client in clients.items():
                join(client, match, tokens[seat], own_seed=True)
                devices[seat] = client.cookies["device"]
        if steps.index(step) >= 2:
            for seat, client in clients.items():
                seeds[seat] = Seed(match, seat)
                told(seeds[seat].commit(client))
        if steps.index(step) >= 3:
            told(seeds[1].reveal(clients[1]))
        before = gathering(server.client, match)
    with Server(folder) as server:
        clients = {seat: guest(server) for seat in (1, 2)}
        after = gathering(server.client, match)
        for key in ("phase", "round", "commitment", "seats"):
            if key != "seats":
                assert after[key] == before[key], key
        for seat, client in clients.items():
            if seat in devices:
                client.cookies.set("device", devices[seat])
            else:
                join(client, match, tokens[seat], own_seed=True)
            if seat not in seeds:
                seeds[seat] = Seed(match, seat)
        for seat, client in clients.items():
            if gathering(client, match)["seats"][seat]["commitment"] is None:
                told(seeds[seat].commit(client))
        for seat, client in clients.items():
            phase = told(seeds[seat].reveal(client))["phase"]
        assert phase == "begun"
        assert seen(clients[1], match)["waits_for"] == "roll"


def test_a_match_that_has_begun_stays_begun(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        friend = guest(server)
        match = invite(server.client, False, True, options={"first": None})
        join(friend, match, tokens_of(match)[1], name="Blaise")
        begun = seen(friend, match)
        device = friend.cookies["device"]
    with Server(tmp_path / "matches") as server:
        friend = guest(server, cookies={"device": device})
        assert seen(friend, match) == begun


def test_the_maker_can_free_a_seat_and_invite_somebody_else(server: Server) -> None:
    maker, wrong, right = guest(server), guest(server), guest(server)
    match = invite(maker, False, True, True)
    token = tokens_of(match)[1]
    join(wrong, match, token, name="Mallory")
    assert wrong.post(f"/match/{match['id']}/invite", data={"seat": "2"}).status_code == 403
    assert maker.post(f"/match/{match['id']}/invite", data={"seat": "1"}).status_code == 303
    fresh = tokens_of(gathering(maker, match))[1]
    assert fresh != token
    assert wrong.get(f"/match/{match['id']}").status_code == 403
    problem(wrong.post(f"/api/matches/{match['id']}/join", json={"token": token}), 403)
    assert join(right, match, fresh)["seat"] == 1


def test_a_person_with_scripts_has_a_seed_of_their_own(server: Server) -> None:
    client = server.new_client()
    answer = client.post("/matches", data={"game": "levelx", "scripts": "yes"})
    match = {"id": answer.headers["location"].rpartition("/")[2]}
    assert gathering(client, match)["seeds"] == [0]
    seed = Seed(match, 0)
    assert told(seed.commit(client))["phase"] == "revealing"
    assert told(seed.reveal(client))["phase"] == "begun"
    assert client.get(answer.headers["location"]).status_code == 200


def test_without_scripts_a_match_begins_at_once(server: Server) -> None:
    client = server.new_client()
    answer = client.post("/matches", data={"game": "levelx", "scripts": ""})
    assert "data-version" in client.get(answer.headers["location"]).text


def test_the_form_seats_friends_by_link(server: Server) -> None:
    client = server.new_client()
    form = {
        "game": "levelx",
        "seat_0_kind": "me",
        "seat_0_name": "Ada",
        "seat_2_kind": "link",
        "seat_3_kind": "random",
        "clock": "60",
    }
    answer = client.post("/matches", data=form)
    match = {"id": answer.headers["location"].rpartition("/")[2]}
    stands = gathering(client, match)
    assert [(seat["friend"], seat["bot"]) for seat in stands["seats"]] == [
        (False, None),
        (True, None),
        (False, "random"),
    ]
    page = page_at(client, f"/match/{match['id']}")
    assert page.by_id("link-1").get("value") == stands["links"]["1"]
    form["clock"] = "61"
    assert client.post("/matches", data=form).status_code == 422


def test_real_dice_are_for_one_table(client: httpx.Client) -> None:
    seats = [{"name": "Ada"}, {"name": "Blaise", "friend": True}]
    body = {"game": "levelx", "seats": seats, "dice": "hand"}
    problem(client.post("/api/matches", json=body), 422)


def test_a_match_can_be_called_off_by_who_made_it(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, True)
    join(friend, match, tokens_of(match)[1])
    assert friend.post(f"/match/{match['id']}/delete").status_code == 403
    assert maker.post(f"/match/{match['id']}/delete").status_code == 303
    assert gathering_status(friend, match["id"]) == 404


def gathering_status(client: httpx.Client, match_id: str) -> int:
    return client.get(f"/api/matches/{match_id}/gathering").status_code


def test_a_rematch_gathers_the_same_people_once(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    join(friend, match, tokens_of(match)[1], name="Blaise", own_seed=True)
    seed = Seed(match, 1)
    told(seed.commit(friend))
    told(seed.reveal(friend))
    act(friend, seen(friend, match), "resign", seat=1)
    one = friend.post(f"/match/{match['id']}/rematch").headers["location"]
    other = maker.post(f"/match/{match['id']}/rematch").headers["location"]
    assert one == other
    again = {"id": one.rpartition("/")[2]}
    stands = gathering(friend, again)
    assert (stands["yours"], stands["seeds"]) == ([1], [1])
    assert [seat["name"] for seat in stands["seats"]] == ["Ada", "Blaise"]
    fresh = Seed(again, 1)
    told(fresh.commit(friend))
    assert told(fresh.reveal(friend))["phase"] == "begun"
    assert seen(maker, again)["waits_for"] == "roll"


def test_the_page_that_gathers_shows_links_to_who_invites_only(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, True)
    join(friend, match, tokens_of(match)[1])
    unused = token_of(match["links"]["2"])
    assert unused in maker.get(f"/match/{match['id']}").text
    for text in (
        friend.get(f"/match/{match['id']}").text,
        friend.get(f"/api/matches/{match['id']}/gathering").text,
    ):
        assert unused not in text
        assert token_of(match["watch"]) not in text
    assert tokens_of(match)[1] not in maker.get(f"/match/{match['id']}").text  # it has arrived


def test_a_match_by_link_is_played_to_its_end(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, edition=SMALL_BOX)
    join(friend, match, tokens_of(match)[1])
    clients, chance = (maker, friend), random.Random(4)
    stands = seen(maker, match)
    while stands["waits_for"] != "end":
        client = clients[stands["seat"]]
        stands = seen(client, match)
        move = {"move": chance.choice(stands["moves"])} if stands["moves"] else {}
        stands = act(client, stands, **move)
    text = friend.get(f"/api/matches/{match['id']}/record").text
    assert verify(text, find).verdict == "proven"


# ---- When the disk fails -------------------------------------------------------------------------


def refuse(monkeypatch: pytest.MonkeyPatch, server: Server, name: str) -> None:
    """From now on nothing of the kind can be written."""

    def failing(*_: object) -> Future[None]:
        refused: Future[None] = Future()
        refused.set_exception(StoreFailed(server.folder, OSError(28, "No space left")))
        return refused

    monkeypatch.setattr(server.registry.store, name, failing)


def test_a_seat_that_could_not_be_saved_is_not_taken(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, True)
    token = tokens_of(match)[1]
    address = f"/api/matches/{match['id']}/join"
    with monkeypatch.context() as broken:
        refuse(broken, server, "update_private")
        said = problem(friend.post(address, json={"token": token}), 503)
        assert said["code"] == "not_saved"
    assert not gathering(maker, match)["seats"][1]["joined"]
    assert join(friend, match, token)["seat"] == 1


def test_a_beginning_that_could_not_be_saved_is_made_up_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    join(friend, match, tokens_of(match)[1], own_seed=True)
    seed = Seed(match, 1)
    promised = told(seed.commit(friend))
    with monkeypatch.context() as broken:
        refuse(broken, server, "begin")
        problem(seed.reveal(friend), 503)
    assert gathering(friend, match)["phase"] == "revealing"
    assert told(seed.reveal(friend))["phase"] == "begun"
    assert seen(maker, match)["commitment"] == promised["commitment"]


def test_what_could_not_be_saved_of_a_seating_has_not_happened(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    join(friend, match, tokens_of(match)[1])
    with monkeypatch.context() as broken:
        refuse(broken, server, "update_private")
        fields = {"seat": "1", "level": "random"}
        assert friend.post(f"/match/{match['id']}/leave", data=fields).status_code == 503
    assert server.awake(match["id"]).seating.stand_ins == {}
    act(maker, seen(maker, match))


def test_two_who_bring_the_same_link_at_once_do_not_both_have_the_seat(server: Server) -> None:
    maker = guest(server)
    match = invite(maker, False, True, True)
    token = tokens_of(match)[1]
    address = f"/api/matches/{match['id']}/join"
    answers = at_once(server, 4, lambda client: client.post(address, json={"token": token}))
    assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403]
    assert len(server.registry._loaded[match["id"]].seating.seats[1].holders) == 1


def test_a_match_that_begins_while_it_is_called_off_is_gone(tmp_path: Path) -> None:
    """Who has just sat down is told, and does not look at a table that nobody keeps."""

    async def called_off() -> bool:
        store = Store.open(tmp_path)
        registry = MatchRegistry(store, Config(tmp_path))
        seating = Seating.made([None, None], [1], "maker")
        table = await registry.create("levelx", [Seat("Ada"), Seat("Blaise")], seating=seating)
        assert isinstance(table, lobby.Lobby)
        sit_down = partial(Seating.sit_down, token=table.tokens[1], key="friend")
        table.stop = partial(table.sit_down, 1, sit_down)  # type: ignore[method-assign]
        await registry.delete(table.id)
        assert table.live is not None
        await registry.close()
        store.close()
        return table.live.deleted

    assert asyncio.run(called_off())
