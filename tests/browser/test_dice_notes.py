"""What a browser notes before a match shows that somebody has written the server's files anew."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ludotheque.games import find
from ludotheque.store.folder import DATABASE
from ludotheque.table.verification import verify

from ..web import server as web_server
from ..web.friends import ELSEWHERE
from ..web.test_rounds import ThreeFriends
from .conftest import Opened
from .server import Server, open_menu
from .test_friends import set_the_table, table_of, version_of

NOTES = "JSON.parse(localStorage.getItem('dice-notes'))"
LYING_LOBBY = """async () => {
    const { fitsSeal, noteCommitment, seal } = await import("/static/notes.js");
    const said = {
        round: 0, phase: "revealing", header: "aa",
        seats: [{ commitment: "11" }, { commitment: "22" }],
    };
    const other = { ...said, seats: [{ commitment: "33" }, { commitment: "22" }] };
    const found = [noteCommitment("m", 0, "c0"), fitsSeal("m", other)];
    seal("m", said);
    return [
        ...found,
        fitsSeal("m", said),
        fitsSeal("m", other),
        fitsSeal("m", { ...said, header: "bb" }),
        fitsSeal("m", { ...said, phase: "joining", header: null }),
        fitsSeal("m", { ...said, phase: "consent", header: null }),
        fitsSeal("m", { ...other, round: 1 }),
        noteCommitment("m", 0, "c0"),
        noteCommitment("m", 1, "c1"),
        noteCommitment("m", 0, "c2"),
    ];
}"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path).open()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.close()


def choose_other_dice(folder: Path, match_id: str) -> None:
    """What a host with the database open can do: another seed of the server's, and no trace."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        asked = "SELECT private FROM matches WHERE id = ?"
        private = json.loads(connection.execute(asked, [match_id]).fetchone()[0])
        private["fairness"]["server_seed"] = "ab" * 32
        changed = [json.dumps(private), match_id]
        connection.execute("UPDATE matches SET private = ? WHERE id = ?", changed)


def resign(server: Server, page: Page) -> None:
    """Whoever plays at the server's own machine gives up."""
    match_id = page.url.rpartition("/")[2]
    command = {"kind": "resign", "seat": 0, "version": version_of(page)}
    server.ask(f"/matches/{match_id}/commands", command)
    expect(page.locator("#table[data-waits=end]")).to_be_visible(timeout=20_000)


def test_a_hidden_change_of_the_dice_is_seen_by_the_players_own_browsers(
    open_page: Opened, own_server: Server
) -> None:
    """The record is proven as far as any record can be; only the notes know better."""
    blaise = open_page("/new/levelx", at=own_server)
    set_the_table(blaise)
    table_of(blaise)
    match_id = blaise.url.rpartition("/")[2]
    noted = blaise.evaluate(NOTES)[match_id]["rounds"]["0"]
    assert len(noted["commitments"]) == 1
    assert [bool(each) for each in noted["sealed"]["seats"]] == [True, False]
    expect(blaise.locator("#dice-alarm")).to_be_hidden()
    blaise.goto(f"{own_server.address}/fair")  # a page that asks nothing of the server
    own_server.kill()
    choose_other_dice(own_server.data, match_id)
    own_server.open()
    blaise.goto(f"{own_server.address}/match/{match_id}")
    table_of(blaise)
    expect(blaise.locator("#dice-alarm")).to_be_visible()
    resign(own_server, blaise)
    report = verify(own_server.text(f"/match/{match_id}/record.jsonl"), find)
    assert report.verdict == "proven"
    blaise.goto(f"{own_server.address}/verify?match={match_id}")
    expect(blaise.locator("#report")).to_have_attribute("data-verdict", "wrong")
    expect(blaise.locator("#checks .wrong").first).to_contain_text(noted["commitments"][0])
    stranger = open_page("/verify", at=own_server)
    stranger.locator("#file").set_input_files(
        {
            "name": "match.jsonl",
            "mimeType": "application/jsonl",
            "buffer": own_server.text(f"/match/{match_id}/record.jsonl").encode(),
        }
    )
    expect(stranger.locator("#report")).to_have_attribute("data-verdict", "dice")


def test_at_the_end_of_an_honest_match_the_browser_says_that_the_dice_are_right(
    open_page: Opened, server: Server
) -> None:
    page = open_page("/new/levelx")
    set_the_table(page)
    table_of(page)
    resign(server, page)
    open_menu(page)
    expect(page.locator("#dice-checked")).to_be_visible()
    expect(page.locator("#dice-alarm")).to_be_hidden()
    match_id = page.url.rpartition("/")[2]
    page.goto(f"{server.address}/verify?match={match_id}")
    expect(page.locator("#report")).to_have_attribute("data-verdict", "dice")
    expect(page.locator("#checks")).to_contain_text("avait noté les engagements avant la partie")


def test_a_lobby_that_changes_what_was_sealed_is_not_trusted(open_page: Opened) -> None:
    found = open_page("/verify").evaluate(LYING_LOBBY)
    assert found == [True, True, True, False, False, False, True, True, True, True, False]


def test_after_two_rounds_begun_anew_the_lobby_asks_and_goes_on_when_all_agree(
    browser: Browser, tmp_path: Path
) -> None:
    with web_server.Server(tmp_path / "matches") as server:
        friends = ThreeFriends(server)
        for round_ in (0, 1, 2):
            friends.fail_round(round_)
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, extra_http_headers=ELSEWHERE
        )
        for name, value in friends.ada.cookies.items():
            context.add_cookies([{"name": name, "value": value, "url": server.address}])
        page = context.new_page()
        page.goto(f"{server.address}/match/{friends.match['id']}")
        expect(page.locator("#consent")).to_contain_text("Camille")
        assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        page.locator("#consent button").click()
        expect(page.locator("#consent button")).to_have_count(0)
        expect(page.locator("#consent")).to_be_visible()
        friends.consent(friends.blaise, 1)
        friends.consent(friends.camille, 2)
        expect(page.locator("#consent")).to_have_count(0)
        expect(page.locator("#dice-alarm")).to_be_hidden()
        noted = page.evaluate(NOTES)[friends.match["id"]]["rounds"]
        assert sorted(noted) == ["2", "3"]
        context.close()
