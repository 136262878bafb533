"""Who plays: what a device remembers of its person, the robots, avatars that are the same
everywhere."""

from __future__ import annotations

import re
from urllib.parse import quote

import httpx

import ludotheque
from ludotheque.bots import BOTS
from ludotheque.core.language import Language
from ludotheque.table.avatar import Avatar
from ludotheque.web.commands.stand_in import BOTS_OFFERED
from ludotheque.web.people.cast import CAST, robot_called, robot_for
from ludotheque.web.people.profile import LONGEST_COOKIE, Profile
from ludotheque.web.render.match_form import seat_choices, seats_in
from ludotheque.web.render.templates import STATIC
from tests.cases import cases

from ..html import Page, page_at
from .api_client import begin
from .server import Server

DICERUN = ludotheque.game("dicerun")
ENGLISH = Language.of("en")
ADA = {"me": "green-star.Ada"}
GREEN_STAR = Avatar("green", "star")


# The device's cookie


@cases(
    ("cookie", "profile"),
    [
        ("", Profile()),
        ("green-star.Ada", Profile("Ada", Avatar("green", "star"), asked=True)),
        (f"blue-disc.{quote('Zoé & Co')}", Profile("Zoé & Co", Avatar("blue", "disc"), True)),
        (".", Profile(asked=True)),
        ("pink-heart.Ada", Profile("Ada", asked=True)),
        ("<script>", Profile(asked=True)),
        ("blue-disc.%E2%80%AEadA", Profile("", Avatar("blue", "disc"), True)),
        ("blue-disc.%00", Profile("", Avatar("blue", "disc"), True)),
        (f"blue-disc.{'x' * 31}", Profile("", Avatar("blue", "disc"), True)),
        (f"blue-disc.{'x' * LONGEST_COOKIE}", Profile()),
    ],
)
def test_whatever_stands_in_the_cookie_is_checked(cookie: str, profile: Profile) -> None:
    assert Profile.read(cookie) == profile


def test_a_profile_is_read_as_it_is_written() -> None:
    for name in ("", "Ada", "Zoé; Path=/", "a.b-c%20"):
        profile = Profile(name, Avatar("red", "cross"), asked=True)
        assert Profile.read(profile.cookie) == profile


def test_a_planted_name_is_escaped_wherever_it_is_shown(server: Server) -> None:
    client = server.new_client(cookies={"me": f"green-star.{quote('<img src=x>')}"})
    for path in ("/", "/me", "/new/levelx", "/join/abcdefghij"):
        html = client.get(path).text
        assert "<img src=x>" not in html
        assert "&lt;img src=x&gt;" in html, path


# Asked once


def test_nobody_is_asked_who_they_are_before_they_play(server: Server) -> None:
    client = server.new_client()
    for path in ("/", "/rules/levelx", "/new/levelx"):
        assert "me" not in page_at(client, path).ids, path


def test_at_the_first_match_a_person_is_asked_and_then_remembered(server: Server) -> None:
    client = server.new_client(headers={"accept-language": "en"})
    shelf = page_at(client, "/").form("/matches")
    assert shelf.fields["ask"] == "yes"
    asked = client.post("/matches", data=shelf.fields)
    assert asked.status_code == 200
    form = Page(asked.text).form("/matches")
    assert form.fields["game"] == shelf.fields["game"]
    chosen = {**form.fields, "name": " Ada ", "colour": "green", "shape": "star"}
    del chosen["skip"]  # the other button's
    begun = client.post("/matches", data=chosen)
    assert begun.status_code == 303
    page = page_at(client, begun.headers["location"])
    setup = page.data_blocks["setup"]
    assert setup["names"][0] == "Ada"
    assert setup["portraits"][0] == {"avatar": "green-star", "face": None, "level": ""}
    assert page_at(client, "/me").by_id("name").get("value") == "Ada"
    assert page_at(client, "/new/levelx").form("/matches").fields["seat_0_name"] == "Ada"
    assert page_at(client, "/join/abcdefghij").by_id("name").get("value") == "Ada"
    assert "ask" not in page_at(client, "/").form("/matches").fields


def test_the_question_can_be_skipped_and_is_not_asked_again(server: Server) -> None:
    client = server.new_client(headers={"accept-language": "en"})
    asked = client.post("/matches", data=page_at(client, "/").form("/matches").fields)
    form = Page(asked.text).form("/matches")
    begun = client.post("/matches", data={**form.fields, "name": "Ada", "skip": "yes"})
    setup = page_at(client, begun.headers["location"]).data_blocks["setup"]
    assert setup["names"][0] == "Player 1"
    assert "ask" not in page_at(client, "/").form("/matches").fields


def test_a_name_that_cannot_be_shown_is_refused_where_it_was_typed(server: Server) -> None:
    client = server.new_client(headers={"accept-language": "en"})
    fields = {"game": "levelx", "welcome": "yes", "name": "\u202eadA", "colour": "red"}
    for path in ("/matches", "/me"):
        refused = client.post(path, data=fields)
        assert refused.status_code == 422
        assert "printable" in refused.text
        assert "set-cookie" not in refused.headers


def test_name_avatar_and_language_can_be_changed_at_any_time(server: Server) -> None:
    client = server.new_client(cookies=ADA, headers={"accept-language": "en"})
    link = page_at(client, "/rules/levelx").links
    assert "/me" in link
    form = Page(client.get("/me", headers={"referer": "http://here/rules/levelx"}).text).form("/me")
    assert form.fields["back"] == "/rules/levelx"
    sent = {**form.fields, "name": "Blaise", "colour": "red", "shape": "cross", "lang": "fr"}
    changed = client.post("/me", data=sent)
    assert changed.headers["location"] == "/rules/levelx"
    cookies = changed.headers.get_list("set-cookie")
    assert all("HttpOnly" in cookie and "SameSite=lax" in cookie for cookie in cookies)
    page = page_at(client, "/me")
    assert page.lang == "fr"
    assert page.by_id("name").get("value") == "Blaise"
    for back in ("//elsewhere.example", "https://elsewhere.example", "/\\elsewhere"):
        answer = client.post("/me", data={**sent, "back": back})
        assert answer.headers["location"] == "/"


def test_a_name_typed_into_the_form_of_a_match_is_remembered(server: Server) -> None:
    client = server.new_client()
    fields = page_at(client, "/new/levelx").form("/matches").fields
    client.post("/matches", data={**fields, "seat_0_name": "Ada"})
    assert page_at(client, "/me").by_id("name").get("value") == "Ada"


# Robots


def test_every_robot_that_is_offered_has_a_cast_with_names_and_faces_of_their_own() -> None:
    robots = [robot for kind in BOTS_OFFERED for robot in CAST[kind]]
    assert len({robot.name for robot in robots}) == len(robots) == 6 * len(BOTS_OFFERED)
    drawn = re.findall(r'<symbol id="([\w-]+)"', (STATIC / "faces.svg").read_text("utf-8"))
    assert {robot.face for robot in robots} == set(drawn)
    assert all(robot.title(lang) for robot in robots for lang in ("fr", "en"))


def test_a_robots_level_agrees_with_its_name_in_french() -> None:
    zoe = robot_called("Zoé", "débutant", 3)
    assert (zoe.title("fr"), zoe.title("en")) == ("débutante", "beginner")
    assert robot_called("Léo", "débutant", 3).title("fr") == "débutant"


def test_robots_of_one_match_have_different_names_and_none_has_a_persons() -> None:
    form = {f"seat_{place}_kind": "habitué" for place in range(1, 6)} | {"seat_0_kind": "me"}
    for name in ("Ada", "Basile", "ROSE"):
        names = [seat.name for seat in seats_in(form, DICERUN, ENGLISH, Profile(name))]
        assert names[0] == name
        assert len({each.casefold() for each in names}) == 6


def test_a_name_that_stayed_at_a_place_which_a_robot_has_now_is_not_the_robots() -> None:
    form = {"seat_0_kind": "débutant", "seat_0_name": "Ada", "seat_1_kind": "me"}
    seats = seats_in(form, ludotheque.game("levelx"), ENGLISH, Profile("Ada"))
    assert [seat.name for seat in seats] == ["Léo", "Ada"]


def test_robots_of_older_matches_and_of_programs_have_faces_too() -> None:
    for kind in BOTS:
        robot = robot_called("Robot 2", kind, 1)
        assert robot.name == "Robot 2"
        assert robot.face
    assert robot_for("greedy", 0) is None


def test_the_form_names_the_robots_who_will_sit_down(server: Server) -> None:
    client = server.new_client(cookies=ADA, headers={"accept-language": "fr"})
    page = page_at(client, "/new/dicerun")
    assert "Basile · habitué" in page.words
    assert "Zoé · débutante" in page.words
    begun = client.post("/matches", data=page.form("/matches").fields)
    setup = page_at(client, begun.headers["location"]).data_blocks["setup"]
    assert setup["names"] == ["Ada", "Basile", "Lucie"]
    assert [portrait["level"] for portrait in setup["portraits"]] == ["", "habitué", "habituée"]


# The same avatars everywhere


def test_seats_have_the_same_avatars_in_the_form_in_the_lobby_and_at_the_table(
    server: Server,
) -> None:
    client = server.new_client(cookies=ADA)
    fields = page_at(client, "/new/dicerun").form("/matches").fields
    fields |= {"seat_1_kind": "nobody", "seat_3_kind": "link"}
    avatars = [fields[f"seat_{place}_avatar"] for place in (0, 2, 3)]
    assert avatars[0] == "green-star"
    made = client.post("/matches", data=fields).headers["location"]
    lobby = client.get(made).text
    assert re.findall(r"portrait look-(\w+) as-(\w+)", lobby) == [
        tuple(avatar.split("-")) for avatar in avatars
    ]
    gathering = client.get(f"/api/matches/{made.removeprefix('/match/')}/gathering").json()
    assert [seat["avatar"] for seat in gathering["seats"]] == avatars
    token = gathering["links"]["2"].partition("#")[2]
    friend = server.new_client(cookies={"me": "green-star.Blaise"})
    sent = {"token": token, "name": "Blaise", "colour": "green", "shape": "star"}
    assert friend.post(made.replace("match", "join"), data=sent).status_code == 303
    setup = page_at(friend, made).data_blocks["setup"]
    shown = [portrait["avatar"] for portrait in setup["portraits"]]
    assert shown[:2] == avatars[:2]
    assert shown[2] not in avatars[:2]
    assert not shown[2].startswith("green")


def test_a_seat_of_the_form_keeps_its_avatar_though_my_own_is_another() -> None:
    seats = seat_choices(DICERUN, {}, ENGLISH, Profile("Ada", Avatar("red", "disc")))
    assert len({str(seat["avatar"]) for seat in seats}) == 6
    assert str(seats[0]["avatar"]) == "red-disc"


def test_a_box_with_colours_for_its_seats_keeps_them() -> None:
    """MasterDés is red against blue, whoever plays."""
    seats = seat_choices(ludotheque.game("masterdes"), {}, ENGLISH, Profile("Ada", GREEN_STAR))
    assert [str(seat["avatar"]) for seat in seats] == ["red-disc", "blue-tile"]


def test_programs_may_choose_avatars_too(client: httpx.Client) -> None:
    seats = [
        {"name": "Ada", "avatar": "red-cross"},
        {"name": "Blaise", "avatar": "red-star"},
        {"name": "Robot", "bot": "habitué"},
    ]
    made = client.post("/api/matches", json={"game": "levelx", "seats": seats}).json()
    assert made["seats"][0]["avatar"] == "red-cross"
    assert made["seats"][1]["avatar"].endswith("-star")
    assert len({seat["avatar"].split("-")[0] for seat in made["seats"]}) == 3
    seats[0]["avatar"] = "pink-heart"
    assert client.post("/api/matches", json={"game": "levelx", "seats": seats}).status_code == 422


def test_records_say_nothing_of_avatars(client: httpx.Client) -> None:
    match = begin(client, None, "habitué")
    header = client.get(f"/api/matches/{match['id']}/record").text.splitlines()[0]
    assert "avatar" not in header
    assert '"bots": [null, "habitué"]' in header


# No lobby where nobody is waited for


def test_a_script_is_told_whether_a_lobby_waits_for_its_own_device_alone(server: Server) -> None:
    client = server.new_client(cookies=ADA)
    ask = {"accept": "application/json"}
    fields = page_at(client, "/").form("/matches").fields
    alone = client.post("/matches", data={**fields, "scripts": "yes"}, headers=ask)
    assert (alone.status_code, alone.json()["alone"]) == (201, True)
    at_once = client.post("/matches", data=fields, headers=ask)
    assert at_once.json()["alone"] is False
    form = page_at(client, "/new/levelx?friends=yes").form("/matches").fields
    assert form["seat_1_kind"] == "link"
    friends = client.post("/matches", data={**form, "scripts": "yes"}, headers=ask)
    assert friends.json()["alone"] is False
