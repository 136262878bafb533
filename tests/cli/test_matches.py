"""`ludotheque matches`: listed, exported, imported and deleted, beside a real server or without."""

from __future__ import annotations

import json
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ludotheque.cli.matches.deletion import ADDRESS
from ludotheque.games import find
from ludotheque.store.folder import DATABASE
from ludotheque.store.store import Store
from ludotheque.table.files import load
from tests.store.played_matches import draws
from tests.store.test_lost_files import overwrite
from tests.web.api_client import act
from tests.web.server import Server

from .conftest import Command

TWO = [{"name": "Ada"}, {"name": "Bob"}]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that says where it is, as `ludotheque serve` does."""
    with Server(tmp_path / "matches") as opened:
        (opened.folder / ADDRESS).write_text(opened.address)
        yield opened


def create(client: httpx.Client, game: str = "levelx", friend: bool = False) -> str:
    seats = [TWO[0], {**TWO[1], "friend": friend}]
    answer = client.post("/api/matches", json={"game": game, "seats": seats})
    assert answer.status_code == 201, answer.text
    match_id: str = answer.json()["id"]
    return match_id


def resign(client: httpx.Client, match_id: str) -> None:
    match = client.get(f"/api/matches/{match_id}").json()
    act(client, match, "resign", seat=0)


def listed(command: Command, folder: Path, *options: str) -> dict[str, str]:
    outcome = command("matches", "list", "--json", "--data", str(folder), *options)
    assert outcome.code == 0, outcome.err
    return {each["id"]: each["state"] for each in json.loads(outcome.out)}


def test_matches_are_listed_exported_and_deleted_beside_a_running_server(
    command: Command, server: Server, tmp_path: Path
) -> None:
    client, folder = server.client, server.folder
    open_one, secret, lobby = (
        create(client),
        create(client, "coursededes"),
        create(client, friend=True),
    )
    over = create(client, "coursededes")
    resign(client, over)
    states = {open_one: "playing", secret: "playing", lobby: "lobby", over: "finished"}
    assert listed(command, folder) == states
    assert listed(command, folder, "--state", "finished") == {over: "finished"}
    assert listed(command, folder, "--game", "levelx", "--state", "playing") == {
        open_one: "playing"
    }
    assert listed(command, folder, "--older", "1") == {}
    assert "waits for players" in command("matches", "list", "--data", str(folder)).out

    archive = tmp_path / "archive"
    outcome = command("matches", "export", str(archive), "--data", str(folder))
    assert outcome.code == 0
    assert "Left out: 1 that are not over and hold secrets" in outcome.out
    names = {path.name for path in archive.iterdir()}
    assert names == {f"levelx-{open_one}.jsonl", f"coursededes-{over}.jsonl"}

    with client.stream("GET", f"/match/{open_one}/live") as stream:
        lines = stream.iter_lines()
        next(lines)
        outcome = command("matches", "delete", open_one, lobby, "--yes", "--data", str(folder))
        assert outcome.out == "Deleted: 2.\n"
        assert any(line == "event: gone" for line in lines)  # who looks at it is told
    assert client.get(f"/api/matches/{open_one}").status_code == 404
    assert listed(command, folder) == {secret: "playing", over: "finished"}


def test_an_export_gives_away_what_the_download_does_and_no_more(
    command: Command, server: Server, tmp_path: Path
) -> None:
    match_id = create(server.client)
    record = server.client.get(f"/api/matches/{match_id}/record").text
    command("matches", "export", str(tmp_path / "a"), "--data", str(server.folder))
    (path,) = (tmp_path / "a").iterdir()
    assert path.read_text() == record
    assert json.loads(record.splitlines()[0])["fairness"]["server_seed"] is None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_an_archive_is_imported_once_and_still_proven(
    command: Command, server: Server, tmp_path: Path
) -> None:
    running, over = create(server.client), create(server.client)
    resign(server.client, over)
    archive, new = tmp_path / "archive.zip", tmp_path / "new"
    assert command("matches", "export", str(archive), "--data", str(server.folder)).code == 0
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    for said in ("Imported: 2. There already: 0.", "Imported: 0. There already: 2."):
        outcome = command("matches", "import", str(archive), "--data", str(new))
        assert (outcome.code, outcome.out.strip()) == (0, said)
    assert listed(command, new) == {running: "playing", over: "finished"}
    with Server(new) as imported:
        record = imported.client.get(f"/api/matches/{over}/record").text
        assert record == server.client.get(f"/api/matches/{over}/record").text
        match = imported.client.get(f"/api/matches/{running}").json()
        assert act(imported.client, match)["version"] > match["version"]  # it goes on
        assert imported.client.get(f"/match/{over}/replay").status_code == 200


def test_what_cannot_be_imported_is_named_and_the_rest_is_imported(
    command: Command, server: Server, tmp_path: Path
) -> None:
    over = create(server.client)
    resign(server.client, over)
    archive = tmp_path / "archive"
    command("matches", "export", str(archive), "--data", str(server.folder))
    (good,) = archive.iterdir()
    lines = good.read_text().splitlines()
    (archive / "changed.jsonl").write_text("\n".join([lines[0], '{"draw": [6, 9]}', *lines[1:]]))
    (archive / "diary.jsonl").write_text("Dear diary")
    header = json.loads(lines[0])
    (archive / "nameless.jsonl").write_text(
        "\n".join([json.dumps({**header, "names": None}), *lines[1:]])
    )
    outcome = command("matches", "import", str(archive), "--data", str(tmp_path / "new"))
    assert outcome.code == 1
    assert outcome.out.strip() == "Imported: 1. There already: 0."
    for name in ("changed.jsonl", "diary.jsonl", "nameless.jsonl"):
        assert f"Not imported: {name} (" in outcome.err
    assert load(good, find).result is not None


def test_a_zip_that_is_none_and_a_folder_in_use_are_refused(
    command: Command, server: Server, tmp_path: Path
) -> None:
    (tmp_path / "a.zip").write_text("no zip")
    new = str(tmp_path / "new")
    assert "is no .zip file" in command("matches", "import", f"{tmp_path}/a.zip", "--data", new).err
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("../../evil.jsonl", "{}")  # only its name is used, and only shown
    outcome = command("matches", "import", f"{tmp_path}/b.zip", "--data", new)
    assert "Not imported: evil.jsonl" in outcome.err
    outcome = command("matches", "import", f"{tmp_path}/b.zip", "--data", str(server.folder))
    assert "in use by another process" in outcome.err
    create(server.client)
    outcome = command("matches", "export", f"{tmp_path}/a.zip", "--data", str(server.folder))
    assert "there is a file already" in outcome.err


def test_nothing_is_deleted_unasked(command: Command, tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        match_id = create(server.client)
    delete = ("matches", "delete", "--data", str(tmp_path / "matches"))
    for wrong in ((), ("--all", "--state", "playing"), (match_id, "--all")):
        assert "say which matches" in command(*delete, *wrong).err
    for nobody in ("nobody", "-x7nobody"):  # a name may begin with a dash
        assert "there is no such match" in command(*delete, nobody).err
    command(*delete, "--all", answers=["n"])
    with Store.open(tmp_path / "matches") as store:
        assert store.count() == 1
        assert "in use by another process" in command(*delete, "--all", "--yes").err
    assert "Deleted: 1." in command(*delete, "--all", answers=["y"]).out
    with Store.open(tmp_path / "matches") as store:
        assert store.count() == 0


def test_only_the_owner_of_the_folder_can_ask_a_server_to_delete(server: Server) -> None:
    match_id = create(server.client)
    stranger = server.new_client(local=False)
    key = {"x-ludotheque-key": server.key}
    for headers in (
        {},
        {"x-ludotheque-key": ""},
        {"x-ludotheque-key": "x" * 43},
        {**key, "x-forwarded-for": "203.0.113.9"},
    ):
        answer = stranger.post("/api/operator/delete", json=[match_id], headers=headers)
        assert answer.status_code == 403
    answer = stranger.post("/api/operator/delete", json=["x"] * 501, headers=key)
    assert answer.status_code == 422
    assert stranger.post("/api/operator/delete", json=[match_id], headers=key).json() == 1
    assert stranger.post("/api/operator/delete", json=[match_id], headers=key).json() == 0


def test_what_can_be_read_of_a_damaged_database_is_exported(
    command: Command, tmp_path: Path
) -> None:
    """The refusal to open it names this command where there is no backup."""
    folder = tmp_path / "matches"
    with Server(folder) as server:
        for _ in range(3):
            create(server.client)
    with Store.open(folder) as store:  # one long match at the end of the file
        store.create("long-one", store.load(store.matches()[0].id).header, draws(1) * 3000)
    path = folder / DATABASE
    overwrite(path, path.stat().st_size - 4096 * 10)
    refused = command("backup", "--data", str(folder))
    assert "ludotheque matches export NEW_FOLDER" in refused.err
    outcome = command("matches", "export", str(tmp_path / "saved"), "--data", str(folder))
    assert outcome.code == 1
    assert "Not exported: long-one (" in outcome.err
    assert len(list((tmp_path / "saved").iterdir())) == 3


@pytest.mark.parametrize(
    ("lang", "said"),
    [("fr", "il n’y a pas de commande 'xyz'"), ("en", "there is no command 'xyz'")],
)
def test_an_unknown_command_is_named_in_the_users_language(
    command: Command, lang: str, said: str
) -> None:
    outcome = command("matches", "xyz", "--lang", lang)
    assert outcome.code == 2
    assert said in outcome.err
    assert "list" in outcome.err


def test_without_a_command_of_its_own_it_lists(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "matches"
    Store.open(folder).close()
    monkeypatch.setattr("ludotheque.cli.commands.matches.default_folder", lambda: folder)
    assert command("matches").out == command("matches", "list", "--data", str(folder)).out != ""
