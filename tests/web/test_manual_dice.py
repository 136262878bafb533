"""Real dice over HTTP: throws are typed in, through the API and through the pages' forms."""

import json
import random
import re
from typing import Any

import httpx
import pytest

import ludotheque
from ludotheque.table.manual_dice import dice_to_type
from ludotheque.table.record import Record

from .api_client import Data, begin, problem, seen, send, setup, told
from .sent_frames import first_frame
from .server import Server

PEOPLE = {"levelx": 2, "masterdes": 2, "trotteurs": 3, "dicerun": 3, "coursededes": 2}


def manual_dice(client: httpx.Client, *bots: str | None, **more: Any) -> Data:
    return begin(client, *bots, dice="hand", **more)


def typed(client: httpx.Client, match: Data, throw: str | None, **more: Any) -> httpx.Response:
    body = {"kind": "roll", "seat": 0, "version": match["version"], "throw": throw}
    return send(client, match, body | more)


def test_a_match_says_whose_dice_it_is_played_with(client: httpx.Client) -> None:
    assert begin(client)["dice"] == "house"
    match = manual_dice(client)
    assert (match["dice"], match["waits_for"], match["seat"]) == ("hand", "throw", None)
    assert match["throw"] == ["die 1", "die 2", "die 3", "die 4"]


def test_a_typed_throw_lies_on_the_table(client: httpx.Client) -> None:
    match = told(typed(client, manual_dice(client), "4 2 6 6"))
    assert match["snapshot"]["dice"] == [4, 2, 6, 6]
    assert (match["waits_for"], match["seat"], match["can_retype"]) == ("move", 0, True)


@pytest.mark.parametrize("throw", ["4 2 6", "4 2 6 6 6", "4 2 6 7", "4 2 6 heart", "", "é" * 300])
def test_a_wrong_throw_is_explained_and_changes_nothing(client: httpx.Client, throw: str) -> None:
    match = manual_dice(client)
    said = problem(typed(client, match, throw), 422)
    assert said["code"] == "BadDraw"
    assert seen(client, match) == match


def test_a_roll_without_a_throw_is_refused(client: httpx.Client) -> None:
    match = manual_dice(client)
    assert problem(typed(client, match, None), 409)["code"] == "untyped"
    assert seen(client, match) == match


def test_a_throw_is_refused_where_the_server_rolls(client: httpx.Client) -> None:
    match = begin(client)
    assert problem(typed(client, match, "1 1 1 1"), 409)["code"] == "typed"


def test_a_throw_for_an_older_version_is_refused(client: httpx.Client) -> None:
    match = manual_dice(client)
    told(typed(client, match, "4 2 6 6"))
    assert problem(typed(client, match, "1 1 1 1"), 409)["code"] == "stale"


def test_a_mistyped_throw_is_typed_anew(client: httpx.Client) -> None:
    first = told(typed(client, manual_dice(client), "1111"))
    again = {"kind": "retype", "seat": 1, "version": first["version"]}
    back = told(send(client, first, again))
    assert (back["waits_for"], back["can_retype"]) == ("throw", False)
    match = told(typed(client, back, "2222"))
    assert match["snapshot"]["dice"] == [2, 2, 2, 2]
    lines = record_lines(client, match)
    assert [line["draw"] for line in lines[1:]] == [[6, 1]] * 4


def record_lines(client: httpx.Client, match: Data) -> list[Data]:
    text = client.get(f"/api/matches/{match['id']}/record").text
    return [json.loads(line) for line in text.splitlines()]


def test_people_roll_for_the_robots_too(client: httpx.Client) -> None:
    match = manual_dice(client, None, "random")
    match = told(typed(client, match, "1234"))
    move = {"kind": "move", "seat": 0, "version": match["version"], "move": match["moves"][0]}
    match = told(send(client, match, move))
    assert match["waits_for"] == "throw"
    match = told(typed(client, match, "5555"))
    while match["waits_for"] != "throw":
        since = {"since": match["version"], "wait": 20}
        match = told(client.get(f"/api/matches/{match['id']}", params=since))
    moves = [line for line in record_lines(client, match) if line.get("seat") == 1]
    assert len(moves) == 1


def test_without_people_nobody_rolls_real_dice(client: httpx.Client) -> None:
    refused = client.post("/api/matches", json=setup("random", "random", dice="hand"))
    problem(refused, 422)


def test_a_match_of_attention_is_not_played_with_real_dice(client: httpx.Client) -> None:
    wanted = setup(None, None, dice="hand", game="trotteurs", options={"vigilance": "manual"})
    problem(client.post("/api/matches", json=wanted), 422)


@pytest.mark.parametrize("name", sorted(PEOPLE))
def test_a_whole_match_is_typed_in_and_its_record_says_so(server: Server, name: str) -> None:
    client, chance, game = server.client, random.Random(name), ludotheque.game(name)
    players = PEOPLE[name]
    match = manual_dice(client, *[None] * players, game=name, options={})
    while match["waits_for"] != "end":
        if match["waits_for"] == "throw":
            match = told(typed(client, match, some_throw(server, match, chance)))
        else:
            asked = {"seat": match["seat"]}
            mine = told(client.get(f"/api/matches/{match['id']}", params=asked))
            move = chance.choice(mine["moves"])
            body = {"kind": "move", **asked, "version": match["version"], "move": move}
            match = told(send(client, match, body))
    text = client.get(f"/api/matches/{match['id']}/record").text
    record = Record.read(text, lambda _: game)
    assert record.manual_dice
    assert record.result == match["result"]


def some_throw(server: Server, match: Data, chance: random.Random) -> str:
    """Any faces of the dice that are asked for, called as people call them."""
    live = server.awake(match["id"])
    dice = dice_to_type(live.match.state, live.names, live.game.language("fr"))
    return ", ".join(chance.choice(chance.choice(die.faces).names) for die in dice)


# The pages


def page(client: httpx.Client, match: Data, rest: str = "") -> str:
    answer = client.get(f"/match/{match['id']}{rest}")
    assert answer.status_code == 200
    return answer.text


def test_the_form_of_a_new_match_offers_real_dice(client: httpx.Client) -> None:
    assert 'name="dice" value="hand"' in client.get("/new/levelx").text
    form = {"game": "levelx", "dice": "hand", "seat_0_kind": "me", "seat_1_kind": "friend"}
    answer = client.post("/matches", data=form)
    assert answer.status_code == 303
    match_id = answer.headers["location"].rpartition("/")[2]
    assert seen(client, {"id": match_id})["dice"] == "hand"


def test_the_form_says_that_real_dice_and_attention_do_not_go_together(
    client: httpx.Client,
) -> None:
    text = client.get("/new/trotteurs").text
    assert re.findall(r'value="([^"]*)"[^>]* data-watched', text) == ["&#34;manual&#34;"]
    assert 'id="about-hand"' in text
    assert 'id="about-hand"' not in client.get("/new/levelx").text


def test_the_form_comes_back_with_what_was_wrong(client: httpx.Client) -> None:
    form = {"game": "levelx", "dice": "hand", "seat_0_kind": "random", "seat_1_kind": "random"}
    answer = client.post("/matches", data=form)
    assert answer.status_code == 422
    assert 'value="hand" checked' in answer.text


def test_the_table_asks_for_the_throw_with_a_pad_of_faces_for_every_die(
    client: httpx.Client,
) -> None:
    match = manual_dice(client, game="masterdes", options={})
    frame = first_frame(page(client, match))
    typing = frame["typing"]
    assert (frame["waits_for"], typing["seat"]) == ("throw", 0)
    assert typing["count"] == sum(len(run["pads"]) for run in typing["runs"]) == 8
    faces = [face for pad in typing["pads"] for face in pad]
    assert "md-pips-0-6" in json.dumps(faces)
    assert "cœur" in {face["writes"] for face in faces}


def test_a_throw_is_typed_in_with_a_form(client: httpx.Client) -> None:
    match = manual_dice(client)
    form = {"kind": "roll", "seat": "0", "version": "0", "throw": "3 3 3"}
    refused = client.post(f"/match/{match['id']}/do", data=form)
    assert refused.status_code == 422
    assert "Faces attendues" in refused.text or "faces attendues" in refused.text
    answer = client.post(f"/match/{match['id']}/do", data=form | {"throw": "3 3 3 3"})
    assert answer.status_code == 303
    assert first_frame(page(client, match))["retyper"] == 0


LAST = {"kind": "roll", "seat": "0", "throw": "1 wheel but 1"}


def up_to_the_last_throw(client: httpx.Client) -> Data:
    """Les Trotteurs: Wheel and BUT bring everybody home at once."""
    match = manual_dice(client, game="trotteurs", options={})
    return told(typed(client, match, "1"))


def test_a_throw_that_ends_the_match_is_asked_about_first(client: httpx.Client) -> None:
    match = up_to_the_last_throw(client)
    form = LAST | {"version": str(match["version"])}
    address, script = f"/match/{match['id']}/do", {"accept": "application/json"}
    said = problem(client.post(address, data=form, headers=script), 422)
    assert said["code"] == "last_throw"
    assert "1 Roue BUT Ada" in said["message"]
    assert seen(client, match) == match
    sure = client.post(address, data=form | {"sure": "true"}, headers=script)
    assert sure.status_code == 200
    assert seen(client, match)["result"]["winners"] == [0]


def test_any_other_throw_is_not_asked_about(client: httpx.Client) -> None:
    match = up_to_the_last_throw(client)
    form = LAST | {"version": str(match["version"]), "throw": "1 wheel but 2"}
    assert client.post(f"/match/{match['id']}/do", data=form).status_code == 422
    form = LAST | {"version": str(match["version"]), "throw": "1 red M 1"}
    assert client.post(f"/match/{match['id']}/do", data=form).status_code == 303


def test_without_a_script_the_last_throw_is_confirmed_on_the_page(client: httpx.Client) -> None:
    match = up_to_the_last_throw(client)
    form = LAST | {"version": str(match["version"])}
    asked = client.post(f"/match/{match['id']}/do", data=form)
    assert asked.status_code == 422
    notice = asked.text.partition('id="notice"')[2].partition("</form>")[0]
    confirmed = dict(re.findall(r'name="(\w+)" value="([^"]*)"', notice))
    assert confirmed == form | {"sure": "true"}
    assert client.post(f"/match/{match['id']}/do", data=confirmed).status_code == 303
    assert seen(client, match)["waits_for"] == "end"


def test_a_program_is_not_asked_twice(client: httpx.Client) -> None:
    match = up_to_the_last_throw(client)
    assert told(typed(client, match, LAST["throw"]))["waits_for"] == "end"


def test_whose_hand_it_is_does_not_keep_the_dice_from_being_typed_anew(
    client: httpx.Client,
) -> None:
    """Several people share a device: hands are covered, the dice on the table are not."""
    options = {"roll_off": "aside"}
    match = manual_dice(client, None, None, None, game="dicerun", options=options)
    match = told(typed(client, match, "1" * 30))
    match = told(typed(client, match, "66 11 22"))
    frame = first_frame(page(client, match))
    assert frame["covered"]
    assert frame["retyper"] is not None


def test_the_log_forgets_a_throw_that_was_typed_anew(client: httpx.Client) -> None:
    match = manual_dice(client, game="masterdes", options={})
    match = told(typed(client, match, "666 replay 111 out"))
    assert "6-6-6" in page(client, match)
    again = {"kind": "retype", "seat": 0, "version": match["version"]}
    match = told(send(client, match, again))
    assert "6-6-6" not in page(client, match)
    assert page(client, match, "/replay").count("<li><a") == 0


def test_a_rematch_is_played_with_the_same_dice(client: httpx.Client) -> None:
    match = manual_dice(client)
    answer = client.post(f"/match/{match['id']}/rematch")
    again = {"id": answer.headers["location"].rpartition("/")[2]}
    assert seen(client, again)["dice"] == "hand"


# Statistics


def test_the_dice_of_a_match_are_counted(client: httpx.Client) -> None:
    match = told(typed(client, manual_dice(client), "4 2 6 6"))
    counted = told(client.get(f"/api/matches/{match['id']}/dice"))
    (dice,) = counted["sorts"]
    assert counted["draws"] == dice["draws"] == 4
    assert [face["came"] for face in dice["faces"]] == [0, 1, 0, 1, 0, 2]
    assert all(face["expected"] == pytest.approx(2 / 3, abs=1e-3) for face in dice["faces"])


def test_secrets_are_not_counted_before_the_end(client: httpx.Client) -> None:
    match = begin(client, None, None, None, game="dicerun", options={})
    counted = told(client.get(f"/api/matches/{match['id']}/dice"))
    assert {sort["kind"] for sort in counted["sorts"]} == {"die"}
    told(client.post(f"/api/matches/{match['id']}/stop"))
    counted = told(client.get(f"/api/matches/{match['id']}/dice"))
    assert {sort["kind"] for sort in counted["sorts"]} == {"die", "card", "objective", "cut"}


@pytest.mark.parametrize("name", sorted(PEOPLE))
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_match_has_a_page_of_its_dice(client: httpx.Client, name: str, language: str) -> None:
    match = begin(client, *[None] * PEOPLE[name], game=name, options={})
    answer = client.get(f"/match/{match['id']}/dice", headers={"accept-language": language})
    assert answer.status_code == 200
    assert f'href="/match/{match["id"]}"' in answer.text
    for part in ("", "/replay"):
        assert f'href="/match/{match["id"]}/dice"' in page(client, match, part)
