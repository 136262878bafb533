"""A hint is for whoever is to move, and never blocks the table."""

import asyncio
import random
import threading
from pathlib import Path

import httpx
import pytest

from ludotheque.bots.search_player import RankedMove
from ludotheque.web.live.bot_pool import BotPool, TooBusy
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.render.preview import hint_of

from .api_client import NAMES, act, begin, told
from .in_process import at_a_table, go_on
from .server import Server


def hint_at(client: httpx.Client, match_id: str, version: int) -> httpx.Response:
    return client.get(f"/match/{match_id}/hint", params={"version": version})


def test_a_hint_names_legal_moves_with_their_chances(server: Server) -> None:
    match = act(server.client, begin(server.client))
    best = told(hint_at(server.client, match["id"], match["version"]))["best"]
    assert best
    assert {each["move"] for each in best} <= set(match["moves"])
    assert all(0 <= each["chance"] <= 100 and each["say"] for each in best)


def test_nobody_is_given_a_hint_for_a_roll_or_for_an_old_version(server: Server) -> None:
    match = begin(server.client)
    assert hint_at(server.client, match["id"], match["version"]).status_code == 409
    rolled = act(server.client, match)
    assert hint_at(server.client, match["id"], match["version"]).status_code == 409
    assert hint_at(server.client, match["id"], rolled["version"]).status_code == 200


def test_a_hint_for_a_hand_that_is_covered_is_refused(server: Server) -> None:
    client = server.new_client()
    seats = [{"name": name} for name in NAMES[:3]]
    match = told(client.post("/api/matches", json={"game": "dicerun", "seats": seats}), 201)
    assert hint_at(client, match["id"], match["version"]).status_code == 409
    client.post(f"/match/{match['id']}/alone", data={"seat": str(match["seat"])})
    assert hint_at(client, match["id"], match["version"]).status_code == 200


def test_a_device_that_asks_for_too_much_at_once_is_told_to_wait() -> None:
    async def ask() -> None:
        bot_pool, gate = BotPool(1, most_per_device=2), threading.Event()
        asked = [asyncio.create_task(bot_pool.ask("a phone", gate.wait, 20)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await bot_pool.ask("a phone", int)
        other = asyncio.create_task(bot_pool.ask("another phone", int))
        gate.set()
        assert await asyncio.gather(*asked, other) == [True, True, 0]
        assert await bot_pool.ask("a phone", int) == 0
        bot_pool.close()

    asyncio.run(ask())


def test_where_the_queue_is_full_robots_wait_and_advice_is_refused() -> None:
    async def ask() -> None:
        bot_pool, gate = BotPool(1, most_waiting=1), threading.Event()
        first = asyncio.create_task(bot_pool.think(gate.wait, 20))
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await bot_pool.ask("a phone", int)
        second = asyncio.create_task(bot_pool.think(int))
        gate.set()
        assert list(await asyncio.gather(first, second)) == [True, 0]
        bot_pool.close()

    asyncio.run(ask())


@pytest.mark.parametrize("name", ["coursededes", "dicerun", "levelx", "masterdes"])
def test_hints_for_different_moves_are_told_apart(tmp_path: Path, name: str) -> None:
    """What is advised can be done without asking which card, or which die, was meant."""
    chance = random.Random(name)

    async def play(live: LiveMatch) -> None:
        looked = 0
        while looked < 6 and live.match.waits_for.what != "end":
            moves = live.match.state.moves()
            if len(moves) > 1:
                looked += 1
                ranked = [RankedMove(move, 0.5, 1) for move in moves]
                words = live.game.language("fr")
                said = [hint_of(live, live.steps[-1], each, words)["say"] for each in ranked]
                assert len(set(said)) == len(said)
            await go_on(live, chance)

    players = 3 if name == "dicerun" else 2
    at_a_table(tmp_path, name, list(NAMES[:players]), play)
