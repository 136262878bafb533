"""Static files: compressed once, kept by browsers, without our comments."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest

from ludotheque.web.render.static_file import static_file, without_comments
from ludotheque.web.render.templates import STATIC

from ..cases import cases
from .server import Server

GAMES = STATIC.parents[1] / "games"
SCRIPTS = sorted([*STATIC.rglob("*.js"), *GAMES.rglob("*.js")])
SHEETS = sorted([*STATIC.rglob("*.css"), *GAMES.rglob("*.css")])


@pytest.fixture
def client(server: Server) -> httpx.Client:
    return server.client


def test_a_file_is_compressed_for_whoever_takes_that(client: httpx.Client) -> None:
    plain = client.get("/static/base.css", headers={"accept-encoding": "identity"})
    packed = client.get("/static/base.css", headers={"accept-encoding": "br, gzip"})
    assert plain.content == packed.content
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) // 2
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    font = client.get("/static/fonts/atkinson-400.woff2", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in font.headers


def test_a_file_that_a_browser_has_is_not_sent_again(client: httpx.Client) -> None:
    known = client.get("/static/connection.js").headers["etag"]
    again = client.get("/static/connection.js", headers={"if-none-match": f"W/{known}"})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == known
    other = client.get("/static/connection.js", headers={"if-none-match": '"another"'})
    assert other.status_code == 200


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.css"
    path.write_text("a { color: red }\n" * 50)
    before = static_file(path)
    path.write_text("b { color: blue }\n" * 50)
    after = static_file(path)
    assert after.body.startswith(b"b {")
    assert after.etag != before.etag
    assert after.packed is not None
    assert gzip.decompress(after.packed) == after.body


@cases(
    ("script", "served"),
    [
        ("// Why.\n\nlet a = 1; // one\n  // Two.\nlet b;\n", "\nlet a = 1; // one\nlet b;\n"),
        ('const url = "http://a";\n// `quoted`\nb();\n', 'const url = "http://a";\nb();\n'),
        ("x(html`<p>\n  // text\n</p>`);\n// gone\n", "x(html`<p>\n  // text\n</p>`);\n"),
    ],
)
def test_a_script_is_served_without_its_lines_of_comment(script: str, served: str) -> None:
    assert without_comments(script) == served


def test_only_comments_are_left_out_of_our_files() -> None:
    for path in SCRIPTS:
        lines = path.read_text("utf-8").splitlines()
        served = static_file(path).body.decode().splitlines()
        left_out = [line for line in lines if line not in served]
        assert all(line.lstrip().startswith("//") for line in left_out), path
    for path in SHEETS:
        rules = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert static_file(path).body.decode().split() == rules.split(), path


def test_what_others_have_made_is_served_as_it_is() -> None:
    for name in ("lit-html/lit-html.js", "noble/utils.js", "fonts/fraunces-600.woff2"):
        assert static_file(STATIC / name).body == (STATIC / name).read_bytes()
