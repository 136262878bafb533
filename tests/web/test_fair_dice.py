"""Every match on the server has dice that anybody can check when it is over."""

import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.games import find, names
from ludotheque.table.fairness import Commitments, match_key, parse_hex
from ludotheque.table.verification import verify

from .api_client import SMALL_BOX, Data, act, begin, play_out, seen
from .server import Server


def record(client: httpx.Client, match: Data) -> str:
    return client.get(f"/api/matches/{match['id']}/record").text


def proof_in(text: str) -> dict[str, Any]:
    proof: dict[str, Any] = json.loads(text.splitlines()[0])["fairness"]
    return proof


def test_a_match_played_out_is_proven_by_its_record(client: httpx.Client) -> None:
    match = begin(client, None, "random", edition=SMALL_BOX)
    committed = match["commitment"]
    over = play_out(client, match, random.Random(1))
    text = record(client, over)
    report = verify(text, find)
    assert (report.verdict, report.proven) == ("proven", report.draws)
    seed = parse_hex(proof_in(text)["server_seed"])
    assert seed is not None
    made = Commitments(match["id"]).to_server_seed(seed).hex()
    assert made == committed == over["commitment"]


@pytest.mark.parametrize("name", names())
def test_in_every_game_the_first_draws_are_those_of_the_seeds(
    client: httpx.Client, name: str
) -> None:
    players = find(name).players[0]
    match = begin(client, *["random"] * players, game=name, options={})
    over = play_out(client, match, random.Random(2))
    report = verify(record(client, over), find)
    assert (report.verdict, report.proven) == ("proven", report.draws)


def test_until_the_end_nobody_is_told_the_servers_seed_or_the_key(
    server: Server, client: httpx.Client
) -> None:
    match = act(client, begin(client))
    fairness = server.awake(match["id"]).fairness
    assert fairness is not None
    seeds = [seed for seed in fairness.seat_seeds if seed is not None]
    key = match_key(fairness.server_seed, seeds, fairness.header_digest or b"")
    hidden = [fairness.server_seed.hex(), key.hex()]
    pages = [
        client.get(path).text
        for path in (
            f"/match/{match['id']}",
            f"/match/{match['id']}/replay",
            f"/api/matches/{match['id']}",
            f"/api/matches/{match['id']}/record",
            "/",
        )
    ]
    assert not any(secret in page for secret in hidden for page in pages)
    assert proof_in(pages[3])["server_seed"] is None
    assert proof_in(pages[3])["commitment"] == match["commitment"]
    assert match["commitment"] in pages[0]


def test_a_match_goes_on_with_the_same_seeds_in_a_server_that_was_closed(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        match = act(server.client, begin(server.client, edition=SMALL_BOX))
    with Server(tmp_path / "matches") as server:
        again = seen(server.client, match)
        assert again["commitment"] == match["commitment"]
        text = record(server.client, play_out(server.client, again, random.Random(3)))
    assert verify(text, find).verdict == "proven"


def test_two_matches_never_have_the_same_seeds(client: httpx.Client) -> None:
    commitments = {begin(client)["commitment"] for _ in range(5)}
    assert len(commitments) == 5
