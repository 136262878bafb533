"""Rounds of seeds: nobody starts over in silence until the first throw pleases them."""

import json
import random
from pathlib import Path

import httpx

from ludotheque.games import find
from ludotheque.table.fairness import Commitments
from ludotheque.table.verification import verify
from ludotheque.web.live import lobby

from ..html import page_at
from .api_client import SMALL_BOX, Data, act, begin, play_out, problem, seen, told
from .event_source import eventually
from .friends import Seed, gathering, guest, invite, join, tokens_of
from .server import Server
from .test_damage import damage, private_of

VERSION_1 = ("match_id", "server_seed", "seat_commitments", "revealed")


class ThreeFriends:
    """Ada has made a match; Blaise and Camille bring seeds of their own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ada, self.blaise, self.camille = guest(server), guest(server), guest(server)
        self.match = invite(self.ada, False, True, True)
        self.tokens = tokens_of(self.match)
        join(self.blaise, self.match, self.tokens[1], name="Blaise", own_seed=True)
        join(self.camille, self.match, self.tokens[2], name="Camille", own_seed=True)

    def commit(self, round_: int = 0) -> list[Seed]:
        """Both commit; their seeds, of which none is revealed yet."""
        seeds = [Seed(self.match, seat) for seat in (1, 2)]
        for seed, client in zip(seeds, (self.blaise, self.camille), strict=True):
            told(seed.commit(client, round_))
        return seeds

    def stands(self) -> Data:
        return gathering(self.ada, self.match)

    def fail_round(self, round_: int) -> None:
        """Blaise reveals, Camille does not, and the time is over."""
        blaises, _ = self.commit(round_)
        told(blaises.reveal(self.blaise, round_))
        table = self.server.registry._loaded[self.match["id"]]
        assert isinstance(table, lobby.Lobby)
        assert table._timer is not None
        self.server.loop.call_soon_threadsafe(table._time_is_over, round_)
        eventually(lambda: self.stands()["late"] == ["Camille"] and not self.reveals())

    def reveals(self) -> bool:
        return bool(self.stands()["phase"] == "revealing")

    def consent(self, client: httpx.Client, seat: int, round_: int = 2) -> Data:
        address = f"/api/matches/{self.match['id']}/consent"
        return told(client.post(address, json={"seat": seat, "round": round_}))

    def record(self) -> str:
        return self.ada.get(f"/api/matches/{self.match['id']}/record").text


def test_who_has_seen_a_seed_cannot_sit_down_again_until_the_dice_please_them(
    server: Server,
) -> None:
    """With the database open Camille could compute the first throw before she reveals."""
    friends = ThreeFriends(server)
    blaises, _ = friends.commit()
    told(blaises.reveal(friends.blaise))
    before = friends.stands()
    for _ in range(8):
        body = {"token": friends.tokens[2], "own_seed": True, "name": "Camille"}
        again = guest(server).post(f"/api/matches/{friends.match['id']}/join", json=body)
        assert again.status_code in (403, 422), again.text
    freed = friends.ada.post(f"/match/{friends.match['id']}/invite", data={"seat": "2"})
    assert freed.status_code in (403, 422)
    after = friends.stands()
    assert (after["round"], after["commitment"]) == (0, before["commitment"])
    assert [seat["commitment"] for seat in after["seats"]] == [
        seat["commitment"] for seat in before["seats"]
    ]


def test_a_link_followed_twice_changes_no_name_once_a_seed_is_known(server: Server) -> None:
    """The names are part of what decides the dice."""
    friends = ThreeFriends(server)
    blaises, camilles = friends.commit()
    told(blaises.reveal(friends.blaise))
    header = friends.stands()["header"]
    body = {"token": friends.tokens[2], "own_seed": True, "name": "Cunning"}
    friends.camille.post(f"/api/matches/{friends.match['id']}/join", json=body)
    assert [seat["name"] for seat in friends.stands()["seats"]] == ["Ada", "Blaise", "Camille"]
    assert friends.stands()["header"] == header
    assert told(camilles.reveal(friends.camille))["phase"] == "begun"


def test_a_round_begun_anew_is_in_the_record_with_whose_doing_it_was(server: Server) -> None:
    friends = ThreeFriends(server)
    first = friends.stands()["commitment"]
    friends.fail_round(0)
    stands = friends.stands()
    assert (stands["phase"], stands["round"], stands["failed"]) == ("joining", 1, [["Camille"]])
    seeds = friends.commit(1)
    assert friends.stands()["header"] is not None
    for seed, client in zip(seeds, (friends.blaise, friends.camille), strict=True):
        told(seed.reveal(client, 1))
    live = seen(friends.ada, friends.match)
    assert live["rounds"] == 1
    assert "Camille" in page_at(friends.blaise, f"/match/{live['id']}").by_id("drawer").text
    told(friends.ada.post(f"/api/matches/{live['id']}/stop"))
    text = friends.record()
    proof = json.loads(text.splitlines()[0])["fairness"]
    assert proof["version"] == 2
    [failed] = proof["rounds"]
    assert (failed["commitment"], failed["failed_by"]) == (first, 2)
    assert failed["seat_seeds"][0] is failed["seat_seeds"][2] is None
    assert verify(text, find).verdict == "proven"
    said = told(friends.ada.post("/api/verify", json={"record": text}))
    assert (said["version"], said["rounds"]) == (2, 1)


def test_after_two_rounds_begun_anew_everybody_is_asked_before_there_is_a_third(
    server: Server,
) -> None:
    friends = ThreeFriends(server)
    for round_ in (0, 1, 2):
        friends.fail_round(round_)
    stands = friends.stands()
    assert (stands["phase"], stands["round"]) == ("consent", 2)
    problem(Seed(friends.match, 1).commit(friends.blaise, 3), 422)
    problem(Seed(friends.match, 1).commit(friends.blaise, 2), 422)
    page = page_at(friends.ada, f"/match/{friends.match['id']}")
    assert "Camille" in page.by_id("consent").text
    friends.consent(friends.blaise, 1)
    agreed = friends.consent(friends.camille, 2)
    assert [seat["consents"] for seat in agreed["seats"]] == [False, True, True]
    assert agreed["phase"] == "consent"
    address = f"/match/{friends.match['id']}/consent"
    assert friends.ada.post(address, data={"round": "2"}).status_code == 303
    after = friends.stands()
    assert (after["phase"], after["round"], len(after["failed"])) == ("joining", 3, 3)
    for seed, client in zip(friends.commit(3), (friends.blaise, friends.camille), strict=True):
        told(seed.reveal(client, 3))
    told(friends.ada.post(f"/api/matches/{friends.match['id']}/stop"))
    report = verify(friends.record(), find)
    assert report.verdict == "proven"
    assert report.proof is not None
    assert [each.failed_by for each in report.proof.rounds] == [2, 2, 2]


def test_nobody_agrees_in_anothers_name_or_when_nobody_is_asked(server: Server) -> None:
    friends = ThreeFriends(server)
    address = f"/api/matches/{friends.match['id']}/consent"
    problem(friends.ada.post(address, json={"seat": 0, "round": 0}), 422)
    for round_ in (0, 1, 2):
        friends.fail_round(round_)
    assert problem(friends.ada.post(address, json={"seat": 2, "round": 2}), 403)
    problem(guest(server).post(address, json={"seat": 2, "round": 2}), 404)
    problem(friends.ada.post(address, json={"seat": 0, "round": 0}), 422)
    watching = guest(server)
    token = friends.match["watch"].partition("#")[2]
    watching.post(f"/watch/{friends.match['id']}", data={"token": token})
    assert watching.post(f"/match/{friends.match['id']}/consent").status_code == 403
    assert friends.stands()["phase"] == "consent"


def test_waiting_for_consent_survives_a_restart_and_a_seat_that_is_freed(tmp_path: Path) -> None:
    """Who never comes back does not stop the match for good: the seat is freed, and asked anew."""
    with Server(tmp_path / "matches") as server:
        friends = ThreeFriends(server)
        for round_ in (0, 1, 2):
            friends.fail_round(round_)
        friends.consent(friends.blaise, 1)
        friends.consent(friends.camille, 2)
        devices = [client.cookies for client in (friends.ada, friends.blaise)]
        before = friends.stands()
    with Server(tmp_path / "matches") as server:
        ada, blaise = (guest(server, cookies=cookies) for cookies in devices)
        after = gathering(ada, friends.match)
        for key in ("phase", "round", "commitment", "late", "failed"):
            assert after[key] == before[key], key
        assert after["seats"][1]["consents"]
        friends.server, friends.ada, friends.blaise = server, ada, blaise
        assert ada.post(f"/match/{before['id']}/invite", data={"seat": "2"}).status_code == 303
        friends.camille = guest(server)
        fresh = tokens_of(gathering(ada, friends.match))[2]
        join(friends.camille, friends.match, fresh, name="Chloé", own_seed=True)
        assert [seat["consents"] for seat in friends.stands()["seats"]] == [False, True, False]
        friends.consent(ada, 0)
        assert friends.consent(friends.camille, 2)["round"] == 3
        for seed, client in zip(friends.commit(3), (blaise, friends.camille), strict=True):
            told(seed.reveal(client, 3))
        assert len(server.awake(before["id"]).fairness.rounds) == 3  # type: ignore[union-attr]


# ---- Matches and lobbies from before version 2 ---------------------------------------------------


def as_before_the_update(folder: Path, match_id: str) -> None:
    """Leave in the database what the version before had written there."""
    private = private_of(folder, match_id)
    private["fairness"] = {key: private["fairness"][key] for key in VERSION_1}
    damage(folder, match_id, "private", json.dumps(private))


def test_a_lobby_opened_before_the_update_begins_and_is_proven_as_version_1(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "matches"
    with Server(folder) as server:
        ada, blaise = guest(server), guest(server)
        match = invite(ada, False, True, edition=SMALL_BOX)
        join(blaise, match, tokens_of(match)[1], own_seed=True)
        cookies = [client.cookies for client in (ada, blaise)]
    as_before_the_update(folder, match["id"])
    with Server(folder) as server:
        ada, blaise = (guest(server, cookies=each) for each in cookies)
        stands = gathering(blaise, match)
        assert (stands["version"], stands["phase"]) == (1, "joining")
        seed = Seed(match, 1)
        made = Commitments(match["id"], version=1).to_seat_seed(1, seed.seed).hex()
        body = {"seat": 1, "round": 0, "commitment": made}
        told(blaise.post(f"/api/matches/{match['id']}/commit", json=body))
        assert told(seed.reveal(blaise))["phase"] == "begun"
        act(blaise, seen(blaise, match), "resign", seat=1)
        report = verify(ada.get(f"/api/matches/{match['id']}/record").text, find)
    assert report.proof is not None
    assert (report.verdict, report.proof.version) == ("proven", 1)


def test_a_match_begun_before_the_update_goes_on_with_the_dice_it_had(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with Server(folder) as server:
        match = begin(server.client, edition=SMALL_BOX)
    as_before_the_update(folder, match["id"])
    with Server(folder) as server:
        over = play_out(server.client, seen(server.client, match), random.Random(3))
        text = server.client.get(f"/api/matches/{match['id']}/record").text
    report = verify(text, find)
    assert over["waits_for"] == "end"
    assert report.proof is not None
    assert (report.verdict, report.proof.version) == ("proven", 1)
