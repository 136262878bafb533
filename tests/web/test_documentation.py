"""The documentation site at /docs: files of one folder, under the policy of all pages."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from ludotheque.web.pages import documentation
from tests.cases import cases

from .server import Server


@pytest.fixture
def client(server: Server) -> httpx.Client:
    return server.client


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site beside a file that is none of its pages."""
    folder = tmp_path / "site"
    (folder / "rules").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Home</title>")
    (folder / "rules" / "a.fr.html").write_text("<p>Règles</p>", "utf-8")
    (folder / "app.css").write_text("/* theirs */ p { color: red }")
    (tmp_path / "secret.html").write_text("for nobody")
    (folder / "leak.html").symlink_to(tmp_path / "secret.html")
    monkeypatch.setattr(documentation, "SITE", folder)
    return folder


@pytest.mark.usefixtures("site")
def test_pages_and_what_they_load_are_served(client: httpx.Client) -> None:
    home = client.get("/docs/")
    assert (home.status_code, "Home" in home.text) == (200, True)
    assert home.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in home.headers["content-security-policy"]
    assert client.get("/docs/rules/a.fr.html").text == "<p>Règles</p>"
    sheet = client.get("/docs/app.css")
    assert sheet.headers["content-type"].startswith("text/css")
    assert "theirs" in sheet.text


@pytest.mark.usefixtures("site")
def test_the_address_without_a_slash_leads_to_the_front_page(client: httpx.Client) -> None:
    answer = client.get("/docs", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, "/docs/")


@cases(
    "name",
    [
        "../secret.html",
        "%2e%2e/secret.html",
        "..%2fsecret.html",
        "rules/../../secret.html",
        "leak.html",
        "//secret.html",
        "rules",
        "none.html",
        "a%00b",
        "x" * 5000,
    ],
)
def test_nothing_else_is_served(client: httpx.Client, site: Path, name: str) -> None:
    answer = client.get(f"/docs/{name}")
    assert answer.status_code in (400, 404, 414)
    assert "for nobody" not in answer.text


def test_where_it_is_not_built_a_page_says_how_to_build_it(
    client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documentation, "SITE", tmp_path / "none")
    answer = client.get("/docs/", headers={"accept-language": "en"})
    assert answer.status_code == 404
    assert "make docs" in answer.text
