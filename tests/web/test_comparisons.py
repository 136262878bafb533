"""An edition of somebody's own is compared with the printed one, in a bounded queue."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ludotheque.web.live import comparisons
from ludotheque.web.live.comparisons import LIMITS

from .api_client import SMALL_BOX, begin
from .server import PATIENCE, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("compared")) as running:
        yield running


async def never(*_: object) -> None:
    """A comparison whose turn does not come."""


def asked(client: httpx.Client, edition: str) -> tuple[int, str]:
    answer = client.post(
        "/compare", data={"game": "levelx", "edition": edition}, follow_redirects=False
    )
    return answer.status_code, answer.headers.get("location", "")


def test_both_boxes_are_played_and_shown_in_figures(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparisons, "MATCHES", 3)
    status, place = asked(server.client, json.dumps(SMALL_BOX))
    assert status == 303
    deadline = time.monotonic() + PATIENCE
    while "<progress" in (text := server.client.get(place).text):
        assert time.monotonic() < deadline, "it was never made"
        time.sleep(0.05)
    assert "Qui commence" in text
    assert len(re.findall(r"<article", text)) == 7
    assert "la boîte imprimée" in text
    english = server.client.get(place, headers={"accept-language": "en"}, params={"lang": "en"})
    assert english.status_code == 200


@pytest.mark.parametrize(
    ("edition", "told"),
    [
        ("", "diffère de la boîte imprimée"),
        ("spaces = [", "TOML"),
        ("spaces = [1]", "spaces"),
    ],
)
def test_what_cannot_be_compared_is_said_in_the_form(
    server: Server, edition: str, told: str
) -> None:
    answer = server.client.post("/compare", data={"game": "levelx", "edition": edition})
    assert answer.status_code == 422
    assert told in answer.text
    assert 'name="edition"' in answer.text


def test_a_device_has_only_so_many_at_once_and_can_give_them_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparisons.ComparisonQueue, "_run", never)
    with Server(tmp_path) as server:
        guest = server.new_client(local=False)
        begin(guest)  # which gives the device a name
        base = json.dumps(SMALL_BOX)
        first = asked(guest, base)
        assert asked(guest, base) == first  # the same one
        others = [json.dumps({**SMALL_BOX, "tiles": [4 + n]}) for n in range(LIMITS.per_device)]
        statuses = [asked(guest, other)[0] for other in others]
        assert statuses == [303] * (LIMITS.per_device - 1) + [503]
        stranger = server.new_client(local=False)
        assert stranger.post(f"{first[1]}/cancel").status_code == 403
        assert guest.post(f"{first[1]}/cancel", follow_redirects=False).status_code == 303
        assert guest.get(first[1]).status_code == 404


def test_an_unknown_comparison_is_not_found(server: Server) -> None:
    assert server.client.get("/compare/" + "0" * 20).status_code == 404
    assert server.client.get("/compare/nonsense").status_code in (404, 422)
