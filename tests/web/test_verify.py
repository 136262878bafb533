"""The pages about fair dice, and the server's check of a record."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.table.fairness import Commitments, digest_of, fair_draw, match_key
from ludotheque.web import app
from ludotheque.web.api import verify as verify_api
from tests.table.fair_matches import SERVER_SEED, Lines, draws_in, fair_lines
from tests.table.matches import sample, text_of

FOLDER = Path(app.__file__).parent
LANGUAGES = ("fr", "en")
NOBLE = FOLDER / "static" / "noble"


def asked(client: httpx.Client, lines: list[Any], lang: str = "en") -> dict[str, Any]:
    headers = {"accept-language": lang}
    answer = client.post("/api/verify", json={"record": text_of(lines)}, headers=headers)
    assert answer.status_code == 200
    data: dict[str, Any] = answer.json()
    return data


def fair_text(lang: str) -> str:
    return (FOLDER / f"FAIR.{lang}.md").read_text("utf-8")


def vectors(lang: str, version: int = 2) -> dict[str, str]:
    """The example of the page for a version of the proof, name by name."""
    current, old = fair_text(lang).split("ersion 1\n", 1)
    blocks = re.findall(r"```text\n(.*?)```", old if version == 1 else current, re.DOTALL)
    return dict(line.split(" ", 1) for block in blocks for line in block.splitlines())


def program(lang: str) -> str:
    [text] = re.findall(r"```python\n(.*?)```", fair_text(lang), re.DOTALL)
    assert isinstance(text, str)
    return text


def test_a_fair_match_is_proven(client: httpx.Client) -> None:
    lines = fair_lines()
    said = asked(client, lines)
    assert said["verdict"] == "proven"
    assert said["findings"] == []
    assert said["game"] == "levelx"
    assert said["draws"] == said["proven"] == len(draws_in(lines))


@pytest.mark.parametrize(
    ("lang", "beginning"),
    [("en", "line {line}: draw 4 "), ("fr", "ligne {line}\u202f: le tirage 4 ")],
)
def test_a_changed_draw_is_named_in_the_readers_language(
    client: httpx.Client, lang: str, beginning: str
) -> None:
    lines = fair_lines()
    place = draws_in(lines)[4]
    lines[place]["draw"][1] = (lines[place]["draw"][1] + 1) % lines[place]["draw"][0]
    said = asked(client, lines, lang)
    assert said["verdict"] == "wrong"
    first = said["findings"][0]
    assert (first["line"], first["part"], first["verdict"]) == (place + 1, "draws", "wrong")
    assert first["message"].startswith(beginning.format(line=place + 1))


def test_an_illegal_move_is_explained_with_the_games_own_words(client: httpx.Client) -> None:
    lines = fair_lines()
    place = next(place for place, line in enumerate(lines) if "move" in line)
    lines[place]["move"] = "6 6 6"
    english, french = (asked(client, lines, lang)["findings"][0] for lang in ("en", "fr"))
    assert english["rule"] == french["rule"]
    assert english["rule"] in english["message"]
    assert english["message"].partition(": ")[2] != french["message"].partition("\u202f: ")[2]


def test_a_record_without_a_proof_is_unproven(client: httpx.Client) -> None:
    said = asked(client, sample())
    assert said["verdict"] == "unproven"
    assert [each["part"] for each in said["findings"]] == ["seeds"]


def test_a_match_of_this_server_can_be_checked_whatever_its_dice(client: httpx.Client) -> None:
    seats = [{"name": "Ada", "bot": "random"}, {"name": "Bob", "bot": "random"}]
    begun = client.post("/api/matches", json={"game": "levelx", "seats": seats}).json()
    match = begun
    while match["waits_for"] != "end":
        path = f"/api/matches/{begun['id']}?since={match['version']}&wait=20"
        match = client.get(path).json()
    record = client.get(f"/match/{begun['id']}/record.jsonl").text
    said = client.post("/api/verify", json={"record": record}).json()
    assert said["verdict"] != "wrong"
    assert [each for each in said["findings"] if each["part"] == "rules"] == []


@pytest.mark.parametrize("body", [{}, {"record": 7}, {"record": "", "more": 1}, []])
def test_what_is_no_request_is_refused(client: httpx.Client, body: Any) -> None:
    assert client.post("/api/verify", json=body).status_code == 422


def test_whoever_sends_too_many_records_at_once_is_asked_to_wait(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify_api.checker, "waiting", verify_api.MOST_WAITING)
    assert client.post("/api/verify", json={"record": ""}).status_code == 429
    monkeypatch.undo()
    assert client.post("/api/verify", json={"record": ""}).status_code == 200


def test_another_method_is_told_the_right_one(client: httpx.Client) -> None:
    answer = client.delete("/verify")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/verify", "/fair"])
def test_the_pages_speak_the_readers_language(client: httpx.Client, path: str, lang: str) -> None:
    answer = client.get(path, headers={"accept-language": lang})
    assert answer.status_code == 200
    assert f'<html lang="{lang}">' in answer.text
    assert ("Vérifier un enregistrement" in answer.text) == (lang == "fr")


def test_each_page_leads_to_the_other(client: httpx.Client) -> None:
    assert 'href="/fair"' in client.get("/verify").text
    assert 'href="/verify"' in client.get("/fair").text


def test_the_page_has_a_sentence_for_everything_the_check_can_find(client: httpx.Client) -> None:
    static = FOLDER / "static"
    names = ("verifying.js", "verify.js", "proof.js", "notes.js")
    scripts = "".join((static / name).read_text() for name in names)
    used = set(re.findall(r'(?:Wrong|unproven)\([^"]*?"([a-z-]+)"', scripts))
    used |= set(
        re.findall(r'(?:code: |yield \[|say\(|refuse\(|\? |: )"([a-z]+(?:-[a-z]+)*)"', scripts)
    )
    offered = set(re.findall(r'data-code="([^"]+)"', client.get("/verify").text))
    kinds = {"wrong", "proven", "unproven", "note", "dice"}
    assert {"draw", "typed", "server-seed", "not-json", "unpublished", "not-over"} <= used
    parts_and_makers = {"notes", "move", "hand", "stand-in"}
    assert used - kinds - parts_and_makers <= offered
    assert {f"{what}-{kind}" for what in ("sign", "verdict") for kind in kinds} - offered == {
        "verdict-note",
        "verdict-proven",
        "sign-dice",
    }


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_of_the_page_is_what_the_code_computes(lang: str, version: int) -> None:
    example = vectors(lang, version)
    server, seat = (bytes.fromhex(example[name]) for name in ("server_seed", "seat_seed_0"))
    assert (server, seat) == (SERVER_SEED, bytes(range(32, 64)))
    made = Commitments(example.get("match_id", ""), int(example.get("round", 0)), version)
    assert made.to_server_seed(server).hex() == example["commitment"]
    header = b""
    if version == 2:
        assert made.to_seat_seed(0, seat).hex() == example["seat_commitment_0"]
        header = digest_of(json.loads(example["first_line"]))
        assert header.hex() == example["header"]
    key = match_key(server, [seat], header)
    assert key.hex() == example["key"]
    draws = [int(k) for k in example["draws"].split()]
    assert len(draws) == 20
    assert draws == [fair_draw(key, number, 6) for number in range(20)]


def run_program(lang: str, folder: Path, lines: Lines) -> subprocess.CompletedProcess[str]:
    (folder / "match.jsonl").write_text(text_of(lines), "utf-8")
    command = [sys.executable, "-I", "-c", program(lang), str(folder / "match.jsonl")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_program_of_the_page_checks_a_record_by_itself(lang: str, tmp_path: Path) -> None:
    lines = fair_lines(devices=(0, 1), failed=1)
    done = run_program(lang, tmp_path, lines)
    checked = f"{len(draws_in(lines))} draws checked; rounds begun anew: 1\n"
    assert (done.returncode, done.stdout) == (0, checked)
    lines[draws_in(lines)[7]]["draw"][1] ^= 1
    assert "draw 7: " in run_program(lang, tmp_path, lines).stderr


def test_both_languages_show_the_same_program_and_the_same_example() -> None:
    assert program("fr") == program("en")
    for version in (1, 2):
        assert vectors("fr", version) == vectors("en", version)
    assert fair_text("fr").count("\n## ") == fair_text("en").count("\n## ")


def test_french_punctuation_has_its_no_break_spaces() -> None:
    prose = re.sub(r"```.*?```|`[^`]*`", "", fair_text("fr"), flags=re.DOTALL)
    assert not re.search(r"[ \w)’»][:;!?](\s|$)", prose)


def test_the_vendored_scripts_are_those_that_are_listed() -> None:
    listed = (FOLDER / "static" / "VENDORED.md").read_text("utf-8")
    scripts = sorted(NOBLE.glob("*.js"))
    assert len(scripts) == 5
    for script in scripts:
        digest = hashlib.sha256(script.read_bytes()).hexdigest()
        assert f"- `noble/{script.name}`: `{digest}`" in listed
    assert "MIT" in (NOBLE / "LICENSE.txt").read_text("utf-8")
