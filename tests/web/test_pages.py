"""The pages: every one in both languages, every link leads somewhere, every form does its work."""

from __future__ import annotations

import gettext
import random
import re
from collections import defaultdict
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest

import ludotheque
from ludotheque.core.language import HOUSE, LANGUAGES

from .markup import Page
from .playing import SMALL_BOX, Data, act, begin, my_turn, play_out, seen
from .serving import House

LEVELX = ludotheque.game("levelx")
TOML = "\n".join(f"{name} = {value!r}" for name, value in SMALL_BOX.items())


def page_at(client: httpx.Client, path: str, status: int = 200) -> Page:
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == status, path
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return Page(answer.text)


@pytest.fixture(scope="module")
def matches(house: House) -> list[Data]:
    """Matches in every situation that a page can show."""
    client = house.client
    moved = act(client, act(client, begin(client)))
    return [
        begin(client, None, "random", None, "greedy", options={}),
        act(client, begin(client)),
        moved,
        act(client, act(client, act(client, begin(client))), "take-back", seat=0),
        act(client, act(client, begin(client)), "resign"),
        play_out(client, begin(client, None, "random", edition=SMALL_BOX), random.Random(4)),
        play_out(client, begin(client, edition=SMALL_BOX), random.Random(6)),
    ]


def paths(matches: list[Data]) -> list[str]:
    own = ("", "/replay", "/at/0", "/stands")
    return [
        "/",
        "/new/levelx",
        "/rules/levelx",
        *(f"/match/{match['id']}{rest}" for match in matches for rest in own),
        f"/rules/levelx?match={matches[0]['id']}",
    ]


Pages = dict[str, Page]  # by their paths


@pytest.fixture(scope="module")
def pages(house: House, matches: list[Data]) -> dict[str, Pages]:
    """Every page in every language."""
    clients = {lang: house.new_client(cookies={"lang": lang}) for lang in LANGUAGES}
    return {
        lang: {path: page_at(client, path) for path in paths(matches)}
        for lang, client in clients.items()
    }


# Two languages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_in_the_language_of_the_device(
    house: House, pages: dict[str, Pages], lang: str
) -> None:
    whole = [page for page in pages[lang].values() if page.all("html")]
    assert len(whole) > 15
    assert {page.lang for page in whole} == {lang}
    client = house.new_client(cookies={"lang": lang})
    for path in ("/nowhere", "/match/nosuchmatch", "/new/chess", "/rules/chess"):
        assert page_at(client, path, 404).lang == lang


@cache
def translated() -> dict[str, set[str]]:
    """English messages, each with all forms of its French."""
    french = defaultdict(set)
    for folder in (HOUSE, LEVELX.folder / "messages"):
        with (folder / "fr" / "LC_MESSAGES" / "messages.mo").open("rb") as file:
            catalogue: dict[Any, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        for message, text in catalogue.items():
            french[message[0] if isinstance(message, tuple) else message].add(text)
    return {
        english: forms
        for english, forms in french.items()
        if re.search("[A-Za-z]{2}", re.sub(r"\{[^}]*\}", "", english))  # says something itself
    }


@cache
def pattern_of(message: str) -> re.Pattern[str]:
    """A message as a page shows it, its {places} filled."""
    return re.compile(re.sub(r"\\\{[^}]*\}", ".+", re.escape(" ".join(message.split()))))


def is_message(words: str, message: str) -> bool:
    return pattern_of(message).fullmatch(words) is not None


def texts_in(data: Any) -> list[str]:
    """All texts of a data block, however deep."""
    if isinstance(data, dict):
        return [text for value in data.values() for text in texts_in(value)]
    if isinstance(data, list):
        return [text for value in data for text in texts_in(value)]
    return [" ".join(data.split())] if isinstance(data, str) else []


def leftovers(page: Page) -> set[str]:
    """English messages that stand on a page as they are."""
    shown = {*page.words, *texts_in(list(page.data_blocks.values()))}
    return {
        english
        for english, forms in translated().items()
        for words in shown
        if is_message(words, english) and not any(is_message(words, form) for form in forms)
    }


def test_no_french_page_has_a_word_of_english_left(house: House, pages: dict[str, Pages]) -> None:
    for path, page in pages["fr"].items():
        assert leftovers(page) == set(), path
    client = house.new_client(cookies={"lang": "fr"})
    assert leftovers(page_at(client, "/nowhere", 404)) == set()


def test_a_word_of_english_would_be_noticed(pages: dict[str, Pages]) -> None:
    for path, page in pages["en"].items():
        if not path.endswith("/stands"):  # of a match that is over it says nothing
            assert len(leftovers(page)) > 0, path


def test_the_browser_is_asked_for_its_language_until_one_is_chosen(house: House) -> None:
    for accepted, lang in (
        ("en-GB,en;q=0.9", "en"),
        ("de, en;q=0.5", "en"),
        ("fr-CA", "fr"),
        ("de", "fr"),
        ("", "fr"),
    ):
        client = house.new_client(headers={"accept-language": accepted})
        assert page_at(client, "/").lang == lang
        other = "fr" if lang == "en" else "en"
        form = page_at(client, "/rules/levelx").form("/settings")
        assert form.fields == {"back": "/rules/levelx", "lang": other}
        chosen = client.post("/settings", data=form.fields, follow_redirects=True)
        assert chosen.url.path == "/rules/levelx"
        assert Page(chosen.text).lang == page_at(client, "/").lang == other


# Everything leads somewhere


def test_every_link_of_every_page_leads_somewhere(house: House, matches: list[Data]) -> None:
    waiting, known = paths(matches), dict[str, Page | None]()
    while waiting:
        path = waiting.pop()
        if path in known:
            continue
        assert len(known) < 500
        answer = house.client.get(path)
        assert answer.status_code == 200, path
        known[path] = None
        if "html" not in answer.headers["content-type"]:
            continue
        page = known[path] = Page(answer.text)
        for link in page.links:
            target = answer.url.join(link)
            assert target.host == "127.0.0.1", link
            if "replay" not in path or "at=" not in link:  # the replay has a test of its own
                waiting.append(target.copy_with(fragment=None).raw_path.decode())
    pages = [(path, page) for path, page in known.items() if page is not None]
    assert len(pages) >= len(paths(matches))
    for path, page in pages:
        for link in page.links:
            place, _, name = unquote(str(httpx.URL(path).join(link))).partition("#")
            if name and (target_page := known.get(place)) is not None:
                assert name in target_page.ids or path.endswith("/at/0"), (path, link)


def test_every_form_leads_to_a_door(house: House, pages: dict[str, Pages]) -> None:
    actions = {
        (form.action, form.method)
        for page in pages["fr"].values()
        for form in page.forms
        if form.method != "dialog"
    }
    assert len(actions) > 5
    for action, method in actions:
        assert house.client.get(action).status_code == (200 if method == "get" else 405), action


def test_ids_are_unique_and_what_refers_to_one_finds_it(pages: dict[str, Pages]) -> None:
    for path, page in pages["fr"].items():
        if not page.all("html"):
            continue
        assert len(page.ids) == len(set(page.ids)), path
        for element in page.elements:
            for name in ("aria-labelledby", "aria-describedby", "for"):
                for target in element.get(name).split():
                    assert target in page.ids, (path, element)
            if element.tag == "use":
                assert element.get("href")[1:] in page.ids, (path, element)


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


def test_one_press_on_the_shelf_begins_a_match(client: httpx.Client) -> None:
    form = page_at(client, "/").form("/matches")
    assert form.fields == {"game": "levelx"}
    match = made(client, sent(client, form.fields))
    assert [seat["bot"] for seat in match["seats"]] == [None, "greedy"]
    assert match["options"] == {"first": None}
    assert match["edition"] is None


def test_the_form_as_it_comes_begins_the_same_match(client: httpx.Client) -> None:
    form = page_at(client, "/new/levelx").form("/matches")
    match = made(client, sent(client, form.fields))
    assert [seat["bot"] for seat in match["seats"]] == [None, "greedy"]
    assert match["options"] == {"first": None}
    assert match["edition"] is None


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


@pytest.mark.parametrize(("wrong", "named"), WRONG_FORMS)
def test_a_wrong_form_comes_back_as_it_was_with_the_reason(
    house: House, wrong: dict[str, str], named: str
) -> None:
    client = house.new_client(cookies={"lang": "en"})
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


def roll_form(client: httpx.Client, match: Data) -> dict[str, str]:
    return page_at(client, f"/match/{match['id']}").form(f"/match/{match['id']}/do").fields


def test_a_turn_is_played_with_plain_forms(client: httpx.Client) -> None:
    match = begin(client)
    for kind, seat in (("roll", "0"), ("move", "0"), ("roll", "1"), ("move", "1")):
        form = roll_form(client, match)
        assert (form["kind"], form["seat"]) == (kind, seat)
        answer = client.post(f"/match/{match['id']}/do", data=form)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/match/{match['id']}")
    assert seen(client, match)["version"] == 10


def test_every_legal_move_is_offered_by_a_form(client: httpx.Client) -> None:
    match = act(client, begin(client))
    page = page_at(client, f"/match/{match['id']}")
    offered = {button.get("value") for button in page.all("button") if button.get("name") == "move"}
    assert offered == set(match["moves"])
    choices = page.data_blocks["choices"]
    assert {choice["move"] for choice in choices} == set(match["moves"])


def test_a_move_is_taken_back_with_a_form(client: httpx.Client) -> None:
    match = act(client, act(client, begin(client)))
    page = page_at(client, f"/match/{match['id']}")
    (form,) = [form for form in page.forms if form.fields.get("kind") == "take-back"]
    assert form.fields == {"kind": "take-back", "seat": "0", "version": "5"}
    client.post(form.action, data=form.fields)
    assert seen(client, match)["waits_for"] == "move"
    page = page_at(client, f"/match/{match['id']}")
    assert not [form for form in page.forms if form.fields.get("kind") == "take-back"]


def test_a_script_is_answered_with_data(client: httpx.Client) -> None:
    match = begin(client)
    address, accept = f"/match/{match['id']}/do", {"accept": "application/json"}
    answer = client.post(address, data=roll_form(client, match), headers=accept)
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
    form = roll_form(client, match)
    client.post(f"/match/{match['id']}/do", data=form)
    answer = client.post(f"/match/{match['id']}/do", data=form)
    assert answer.status_code == 409
    page = Page(answer.text)
    assert "hidden" not in page.by_id("notice").attributes
    assert page.by_id("table").get("data-version") == "4"


def test_nothing_is_asked_of_anybody_while_a_robot_plays(tmp_path: Path) -> None:
    with House(tmp_path / "matches", bot_pauses=True) as house:
        match = begin(house.client, "random", None)
        page = page_at(house.client, f"/match/{match['id']}")
    assert page.by_id("table").get("data-mine") == "no"
    assert not [form for form in page.forms if form.action.endswith("/do")]


def test_the_end_says_who_won_and_draws_how_it_came(client: httpx.Client) -> None:
    match = play_out(client, begin(client, edition=SMALL_BOX), random.Random(9))
    page = page_at(client, f"/match/{match['id']}")
    names = [match["seats"][seat]["name"] for seat in match["result"]["winners"]]
    title = page.by_id("ending").text
    assert all(name in title for name in names)
    assert "plot" in [svg.get("class") for svg in page.all("svg")]
    assert len(page.all("polyline")) == 2
    assert not [form for form in page.forms if form.action.endswith("/do")]
    assert f"/match/{match['id']}/rematch" in [form.action for form in page.forms]


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


def test_a_match_is_deleted_from_the_shelf(client: httpx.Client) -> None:
    match = begin(client)
    form = page_at(client, "/").form(f"/match/{match['id']}/delete")
    answer = client.post(form.action)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert match["id"] not in client.get("/").text
    page_at(client, f"/match/{match['id']}", 404)


def test_the_shelf_shows_what_is_played_and_what_was(client: httpx.Client) -> None:
    playing = begin(client, seats=[{"name": "Grace"}, {"name": "Hedy"}])
    over = act(client, begin(client, seats=[{"name": "Ida"}, {"name": "Joan"}]), "resign", seat=0)
    page = page_at(client, "/")
    links = {a.get("href"): a.text for a in page.all("a")}
    assert "Grace" in links[f"/match/{playing['id']}"]
    assert "Ida" in links[f"/match/{over['id']}/replay"]
    stands = Page(client.get(f"/match/{playing['id']}/stands").text)
    assert any("Grace" in words for words in stands.words)


# Looking back


def test_a_replay_shows_every_moment(client: httpx.Client) -> None:
    match = play_out(client, begin(client, None, "random", edition=SMALL_BOX), random.Random(2))
    versions: list[int] = []
    for at in count():
        answer = client.get(f"/match/{match['id']}/at/{at}")
        if answer.status_code == 404:
            break
        fragment = Page(answer.text)
        versions.append(int(fragment.by_id("table").get("data-version")))
        assert not [form for form in fragment.forms if form.action.endswith("/do")]
    assert versions == sorted(set(versions))
    assert (versions[0], versions[-1]) == (0, match["version"])
    last = len(versions) - 1
    for at in (0, 1, last // 2, last):
        page = page_at(client, f"/match/{match['id']}/replay?at={at}")
        assert page.by_id("table").get("data-version") == str(versions[at])
        assert page.by_id("moment").get("value") == str(at)
        assert page.by_id("share").get("value").endswith(f"/match/{match['id']}/replay?at={at}")
        whole = Page(client.get(f"/match/{match['id']}/at/{at}").text)
        assert {*whole.ids} <= {*page.ids}
    for query in ("", "?at=999", f"?at={last}"):
        page = page_at(client, f"/match/{match['id']}/replay{query}")
        assert page.by_id("match").get("data-at") == str(last)
    for wrong in ("?at=-1", "?at=x", "?at=99999999999"):
        assert client.get(f"/match/{match['id']}/replay{wrong}").status_code == 422
    for wrong in (str(last + 1), "-1", "x", "9" * 30):
        assert client.get(f"/match/{match['id']}/at/{wrong}").status_code == 404


def test_a_replay_passes_over_what_was_taken_back(client: httpx.Client) -> None:
    rolled = act(client, begin(client))
    moved = act(client, rolled)
    again = act(client, act(client, moved, "take-back", seat=0))
    page = page_at(client, f"/match/{again['id']}/replay")
    assert page.by_id("match").get("data-last") == "2"
    shown = [
        Page(client.get(f"/match/{again['id']}/at/{at}").text).by_id("table").get("data-version")
        for at in range(3)
    ]
    assert shown == ["0", "4", "7"]


def test_the_log_has_no_trace_of_what_was_taken_back(client: httpx.Client) -> None:
    match = begin(client)
    for _ in range(2):
        match = act(client, act(client, match))
    for times in range(3):
        page = page_at(client, f"/match/{match['id']}")
        assert page.by_id("log").text.count("Blaise") == 1, times
        match = act(client, act(client, match, "take-back", seat=1))


# The rulebook


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_a_place_in_the_rulebook_and_every_example_a_drawing(
    house: House, lang: str
) -> None:
    page = page_at(house.new_client(cookies={"lang": lang}), "/rules/levelx")
    rules = set(re.findall(r"\*\*([A-Z]{2}-\d+)", LEVELX.rulebook(lang)))
    assert len(rules) > 5
    assert rules <= set(page.ids)
    drawings = [svg for svg in page.all("svg") if "lx-example" in svg.get("class")]
    assert len(drawings) == len(LEVELX.piece("lesson").EXAMPLES) > 0
    assert all(drawing.get("aria-label") for drawing in drawings)
    assert len(page.all("h1")) == 1
    chapters = [a.get("href") for a in page.all("a") if a.get("href").startswith("#")]
    assert len(chapters) > 3


def test_the_rulebook_leads_back_to_the_match_one_came_from(client: httpx.Client) -> None:
    match = begin(client)
    page = page_at(client, f"/rules/levelx?match={match['id']}")
    assert f"/match/{match['id']}" in page.links


def test_the_rulebook_is_there_when_the_match_is_not_any_more(client: httpx.Client) -> None:
    page = page_at(client, "/rules/levelx?match=nosuchmatch")
    assert "/new/levelx" in page.links


def test_a_match_page_knows_when_it_is_whose_turn(client: httpx.Client) -> None:
    match = my_turn(client, begin(client, "random", None))
    page = page_at(client, f"/match/{match['id']}")
    assert page.by_id("table").get("data-mine") == "yes"
    assert page.by_id("seat-1").get("aria-current") == "true"
    assert "aria-current" not in page.by_id("seat-0").attributes
