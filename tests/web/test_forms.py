"""The forms: a match can be created, repeated and deleted without JavaScript."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

import ludotheque
from ludotheque.web import catalogue
from tests.cases import cases

from ..html import Page, page_at
from .api_client import SMALL_BOX, Data, act, begin, play_out, seen
from .sent_frames import first_frame, is_mine
from .server import Server

LEVELX = ludotheque.game("levelx")
TOML = "\n".join(f"{name} = {value!r}" for name, value in SMALL_BOX.items())


# A new match


def sent(client: httpx.Client, form: dict[str, str], **more: Any) -> httpx.Response:
    return client.post("/matches", data=form, **more)


def made(client: httpx.Client, answer: httpx.Response) -> Data:
    """The match that a form has begun, as the API has it."""
    assert answer.status_code == 303, answer.text
    place = re.fullmatch(r"/match/([\w-]+)", answer.headers["location"])
    assert place is not None
    assert page_at(client, place[0]).by_id("match").get("data-match") == place[1]
    return seen(client, {"id": place[1]})


def test_one_press_on_the_home_page_begins_a_match(server: Server) -> None:
    client = server.new_client(cookies={"me": "green-star.Ada"})
    form = page_at(client, "/").form("/matches")
    assert form.fields == {"game": catalogue.names()[0], "scripts": ""}
    match = made(client, sent(client, form.fields))
    game = catalogue.find(form.fields["game"])
    robots = ["habitué"] * (game.players[0] - 1)
    assert [seat["bot"] for seat in match["seats"]] == [None, *robots]
    assert match["options"] == {name: option.default for name, option in game.options.items()}
    assert match["edition"] is None


def test_the_form_as_it_comes_begins_the_same_match(client: httpx.Client) -> None:
    form = page_at(client, "/new/levelx").form("/matches")
    match = made(client, sent(client, form.fields))
    assert [seat["bot"] for seat in match["seats"]] == [None, "habitué"]
    assert match["options"] == {"first": None}
    assert match["edition"] is None


@pytest.mark.parametrize("level", ["habitue", "maitre", "débutant"])
def test_a_level_may_be_named_without_its_accent(client: httpx.Client, level: str) -> None:
    form = {"game": "levelx", "seat_0_kind": "me", "seat_1_kind": level}
    known = {"habitue": "habitué", "maitre": "maître"}.get(level, level)
    assert made(client, sent(client, form))["seats"][1]["bot"] == known
    assert begin(client, None, level)["seats"][1]["bot"] == known


def test_the_language_can_be_changed_on_a_page_that_refuses_a_form(client: httpx.Client) -> None:
    form = {"game": "levelx", "seat_0_kind": "nobody-we-know"}
    refused = client.post("/matches", data=form, headers={"referer": "http://here/new/levelx"})
    assert refused.status_code == 422
    assert Page(refused.text).form("/settings").fields["back"] == "/new/levelx"
    lost = client.post("/matches", data=form, headers={"referer": "http://[::1"})
    assert Page(lost.text).form("/settings").fields["back"] == "/"


def test_a_match_with_everything_chosen(client: httpx.Client) -> None:
    form = page_at(client, "/new/levelx").form("/matches")
    chosen = {
        **form.fields,
        "seat_0_kind": "random",
        "seat_0_name": "R. Daneel",
        "seat_1_kind": "me",
        "seat_1_name": " Ada  Lovelace ",
        "seat_2_kind": "nobody",
        "seat_2_name": "Nobody at all",
        "seat_3_kind": "friend",
        "seat_3_name": "",
        "option_first": "1",
        "edition": TOML,
    }
    match = made(client, sent(client, chosen))
    assert [(seat["name"], seat["bot"]) for seat in match["seats"]] == [
        ("R. Daneel", "random"),
        ("Ada Lovelace", None),
        ("Joueur 4", None),
    ]
    assert match["options"] == {"first": 1}
    assert match["edition"] == SMALL_BOX


def test_an_edition_may_come_as_a_file_or_as_json_and_leave_out_what_is_printed(
    client: httpx.Client,
) -> None:
    printed = LEVELX.edition
    for text, file, expected in (
        ("", TOML.encode(), SMALL_BOX),
        ("tiles = [1]", b"tiles = [7, 5]", {**printed, "tiles": [7, 5]}),
        ('{"tiles": [9]}', b"", {**printed, "tiles": [9]}),
        ("tiles = [2]", b"  \n", {**printed, "tiles": [2]}),
        ("  ", b"", None),
    ):
        form = {"game": "levelx", "edition": text}
        answer = sent(client, form, files={"edition_file": ("box.toml", file)})
        assert made(client, answer)["edition"] == expected


WRONG_FORMS: list[tuple[dict[str, str], str]] = [
    ({"seat_1_kind": "nobody"}, "2 to 4 players"),
    ({"seat_0_name": "W" * 31}, "1 to 30"),
    ({"seat_0_name": "a\u202eb"}, "1 to 30"),
    ({"seat_1_kind": "genius"}, "random"),
    ({"option_first": "3"}, "null, 0, 1"),
    ({"option_first": "soon"}, "null, 0, 1"),
    ({"option_first": "true"}, "null, 0, 1"),
    ({"edition": "tiles = "}, "TOML"),
    ({"edition": "{"}, "JSON"),
    ({"edition": "tiles = 3"}, "tiles"),
    ({"edition": "dice = 3"}, "chips_withheld"),
]


@cases(("wrong", "named"), WRONG_FORMS)
def test_a_wrong_form_comes_back_as_it_was_with_the_reason(
    server: Server, wrong: dict[str, str], named: str
) -> None:
    client = server.new_client(cookies={"lang": "en"})
    before = client.get("/api/matches").json()
    form = page_at(client, "/new/levelx").form("/matches").fields
    form |= {"seat_0_name": "Ada", "seat_1_kind": "friend", "seat_1_name": "Blaise"}
    form |= {"option_first": "1", "edition": "tiles = [3]"} | wrong
    answer = sent(client, form)
    assert answer.status_code == 422
    page = Page(answer.text)
    (notice,) = [element for element in page.elements if element.get("role") == "alert"]
    assert named in notice.text
    back = page.form("/matches").fields
    for name, value in form.items():
        if name not in wrong or name.endswith("name") or name == "edition":
            assert back[name] == value, name
    assert client.get("/api/matches").json() == before


# At the table


ROLL = {"kind": "roll", "seat": "0", "version": "0"}


def test_a_script_is_answered_with_data(client: httpx.Client) -> None:
    match = begin(client)
    address, accept = f"/match/{match['id']}/do", {"accept": "application/json"}
    answer = client.post(address, data=ROLL, headers=accept)
    assert (answer.status_code, answer.json()) == (200, {"version": 4})
    stale = client.post(address, data={"kind": "roll", "seat": 0, "version": 0}, headers=accept)
    assert stale.status_code == 409
    assert stale.json()["version"] == 4


def test_an_illegal_move_comes_back_with_the_rule_it_breaks(client: httpx.Client) -> None:
    match = act(client, begin(client))
    form = {"kind": "move", "seat": "0", "version": "4", "move": "10 10 10"}
    answer = client.post(f"/match/{match['id']}/do", data=form)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert "hidden" not in page.by_id("notice").attributes
    (link,) = [a.get("href") for a in page.all("a") if a.get("class") == "notice-rule"]
    rule = re.fullmatch(r"/rules/levelx(?:\?match=[\w-]+)?#(LX-\d+)", link)
    assert rule is not None
    assert rule[1] in page_at(client, link).ids
    assert page.by_id("table").get("data-version") == "4"


def test_a_stale_form_shows_the_table_as_it_is_now(client: httpx.Client) -> None:
    match = begin(client)
    client.post(f"/match/{match['id']}/do", data=ROLL)
    answer = client.post(f"/match/{match['id']}/do", data=ROLL)
    assert answer.status_code == 409
    page = Page(answer.text)
    assert "hidden" not in page.by_id("notice").attributes
    assert page.by_id("table").get("data-version") == "4"


def test_nothing_is_asked_of_anybody_while_a_robot_plays(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", bot_pauses=True) as server:
        match = begin(server.client, "random", None)
        page = page_at(server.client, f"/match/{match['id']}")
    assert page.by_id("table").get("data-mine") == "no"
    forms = [form for form in page.forms if form.action.endswith("/do")]
    assert {form.fields["kind"] for form in forms} <= {"resign"}  # which one may always do


def test_the_end_says_who_won_and_how_it_came(client: httpx.Client) -> None:
    match = play_out(client, begin(client, edition=SMALL_BOX), random.Random(9))
    frame = first_frame(client.get(f"/match/{match['id']}").text)
    ending = frame["ending"]
    assert frame["winners"] == ending["winners"] == match["result"]["winners"]
    assert ending["rematch"]
    assert [line["points"][-1] for line in ending["series"]] == match["result"]["points"]
    assert not is_mine(frame)


# Again, and away


def test_a_rematch_has_the_same_players_and_the_next_one_begins(client: httpx.Client) -> None:
    match = begin(client, None, "random", None, options={"first": 2}, edition=SMALL_BOX)
    over = act(client, match, "resign", seat=0)
    again = made(client, client.post(f"/match/{over['id']}/rematch"))
    assert again["id"] != match["id"]
    assert [(seat["name"], seat["bot"]) for seat in again["seats"]] == [
        (seat["name"], seat["bot"]) for seat in match["seats"]
    ]
    assert again["edition"] == SMALL_BOX
    assert again["options"] == {"first": 0}
    assert seen(client, over) == over


def test_a_rematch_of_a_match_begun_by_lot_is_begun_by_lot(client: httpx.Client) -> None:
    match = begin(client, options={})
    again = made(client, client.post(f"/match/{match['id']}/rematch"))
    assert again["options"] == {"first": None}


def test_a_match_is_deleted_from_the_home_page(client: httpx.Client) -> None:
    match = begin(client)
    form = page_at(client, "/").form(f"/match/{match['id']}/delete")
    answer = client.post(form.action)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert match["id"] not in client.get("/").text
    page_at(client, f"/match/{match['id']}", 404)


def test_the_home_page_shows_what_is_played_and_what_was(client: httpx.Client) -> None:
    playing = begin(client, seats=[{"name": "Grace"}, {"name": "Hedy"}])
    over = act(client, begin(client, seats=[{"name": "Ida"}, {"name": "Joan"}]), "resign", seat=0)
    page = page_at(client, "/")
    links = {a.get("href"): a.text for a in page.all("a")}
    assert "Grace" in links[f"/match/{playing['id']}"]
    assert "Ida" in links[f"/match/{over['id']}/replay"]
    stands = Page(client.get(f"/match/{playing['id']}/stands").text)
    assert any("Grace" in words for words in stands.words)


@pytest.mark.parametrize(
    ("language", "label"), [("fr", "deux dés à part"), ("en", "two other dice")]
)
def test_the_values_of_an_option_are_offered_in_words(
    client: httpx.Client, language: str, label: str
) -> None:
    answer = client.get("/new/dicerun", headers={"accept-language": language})
    assert label in answer.text
    assert re.search(r'name="option_roll_off"[^>]*value="&#34;race&#34;"[^>]*checked', answer.text)
