"""Players that the owner has named sit at the table; nobody else's text loads anything."""

import random
import sys
from collections.abc import Iterator

import httpx
import pytest

from ludotheque.bots.custom import registry
from ludotheque.bots.custom.class_path import ClassPath

from .api_client import SMALL_BOX, begin, play_out, problem

HERE = "tests.arena.own_players"


@pytest.fixture
def owner_bots() -> Iterator[None]:
    registry.register(ClassPath(f"{HERE}:LongestMove", "Longa"))
    registry.register(ClassPath(f"{HERE}:Cheat", "Trixie"))
    yield
    registry.forget("Longa")
    registry.forget("Trixie")


@pytest.mark.usefixtures("owner_bots")
def test_an_owners_bot_plays_and_one_that_fails_is_replaced_move_by_move(
    client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    match = begin(client, None, "Longa", "Trixie", edition=SMALL_BOX)
    match = play_out(client, match, random.Random(1))
    assert match["result"]["ended"] == "played"
    assert [seat["bot"] for seat in match["seats"]] == [None, "Longa", "Trixie"]
    assert "the bot Trixie failed" in caplog.text
    assert "the bot Longa failed" not in caplog.text


@pytest.mark.usefixtures("owner_bots")
def test_the_form_offers_the_owners_bots_by_name(client: httpx.Client) -> None:
    page = client.get("/new/levelx").text
    assert '<option value="Longa">Longa</option>' in page.replace(" selected", "")


@pytest.mark.parametrize("text", ["no_such_package.bots:Bot", "program:touch loaded", "os:getcwd"])
def test_a_guest_cannot_load_anything_by_naming_it(client: httpx.Client, text: str) -> None:
    modules = set(sys.modules)
    seats = [{"name": "Ada"}, {"name": "Bob", "bot": text}]
    complaint = problem(client.post("/api/matches", json={"game": "levelx", "seats": seats}), 422)
    assert text in complaint["message"]
    assert not {name for name in set(sys.modules) - modules if name.startswith("no_such")}
    form = {"game": "levelx", "seat_0_kind": "me", "seat_1_kind": text}
    assert client.post("/matches", data=form).status_code == 422


def test_a_bot_that_is_no_longer_there_is_replaced(client: httpx.Client) -> None:
    registry.register(ClassPath(f"{HERE}:LongestMove", "Brevis"))
    match = begin(client, None, "Brevis", edition=SMALL_BOX)
    registry.forget("Brevis")
    match = play_out(client, match, random.Random(1))
    assert match["result"]["ended"] == "played"
