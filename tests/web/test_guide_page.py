"""The page of a guide: for everybody, without a stored match, and at a bounded cost."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from ludotheque.core import defaults
from ludotheque.games import find
from ludotheque.web.render.guide import guide_of, has_guide

from .api_client import begin
from .friends import guest
from .server import Server

GAMES = ludotheque.games()


@pytest.mark.parametrize("name", GAMES)
def test_a_guest_gets_a_guide_and_nothing_is_stored(server: Server, name: str) -> None:
    kept = server.client.get("/api/matches").json()
    answer = guest(server).get(f"/guide/{name}")
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert server.client.get("/api/matches").json() == kept


@pytest.mark.parametrize("name", GAMES)
def test_the_player_acts_as_often_as_the_script_expects(name: str) -> None:
    """A step ends with each command, and the last frames follow the last one."""
    data = guide_of(find(name), "fr")
    assert data is not None
    commands = [frame["expects"] for frame in data["frames"] if "expects" in frame]
    assert 2 <= len(commands) <= len(data["steps"])
    for frame in data["frames"]:
        if frame.get("expects", {}).get("kind") == "move":
            move = frame["expects"]["move"]
            assert move in frame["moves"]
            assert frame["previews"][move]["label"]
    assert "expects" in data["frames"][0]
    assert data["frames"][-1].get("expects") in (None, {"kind": "read"}), (
        "nothing follows a command"
    )


def test_a_guide_is_made_once_for_each_language() -> None:
    game = find("dicerun")
    assert guide_of(game, "fr") is guide_of(game, "fr")


@pytest.mark.parametrize("name", ["dicerun", "coursededes"])
def test_no_frame_has_what_the_player_may_not_know(name: str) -> None:
    data = guide_of(find(name), "en")
    assert data is not None
    previews = [each for frame in data["frames"] for each in frame.get("previews", {}).values()]
    shown = [each["snapshot"] for each in (*data["frames"], *previews) if "snapshot" in each]
    assert len(shown) > len(previews)
    for snapshot in shown:
        for cards in (*snapshot["hands"][1:], *snapshot["goals"][1:]):
            assert isinstance(cards, int)


def test_the_shelf_the_rulebook_and_the_table_lead_to_the_guide(server: Server) -> None:
    client = guest(server)
    match = begin(client, None, None)
    pages = {
        "/": "/guide/levelx",
        "/rules/levelx": "/guide/levelx",
        f"/match/{match['id']}": f"/guide/levelx?match={match['id']}",
    }
    for path, link in pages.items():
        assert f'href="{link}"' in client.get(path).text, path


def test_who_came_from_a_match_is_led_back_to_it(server: Server) -> None:
    client = guest(server)
    match = begin(client, None, None)
    back = f'href="/match/{match["id"]}"'
    assert back in client.get(f"/guide/levelx?match={match['id']}").text
    assert "/match/" not in client.get("/guide/levelx?match=nosuchmatch").text
    stranger = guest(server).get(f"/guide/levelx?match={match['id']}")
    assert "/match/" not in stranger.text


def test_an_unknown_game_has_no_guide(server: Server) -> None:
    assert guest(server).get("/guide/chess").status_code == 404


def test_a_game_without_a_script_has_no_guide(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = find("levelx")
    assert has_guide(game)
    monkeypatch.setattr(game.lesson, "guide", defaults.Lesson().guide)
    assert guide_of.__wrapped__(game, "en") is None
    monkeypatch.setitem(vars(game), "folder", tmp_path)
    assert not has_guide.__wrapped__(game)
    (tmp_path / "lesson.py").write_text("EXAMPLES = ()\n")
    assert not has_guide.__wrapped__(game)
