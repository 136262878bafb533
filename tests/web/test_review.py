"""The page of a review: after the match, made once, in the background."""

import re
import time
from itertools import pairwise
from random import Random

import httpx
import pytest

from ludotheque.web.live.reviews import LIMITS
from ludotheque.web.render.review_chart import HEIGHT, LABEL_GAP, spread

from .api_client import SMALL_BOX, act, begin, play_out
from .server import PATIENCE, Server


@pytest.fixture(autouse=True)
def _few_interpreted_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.review.reviewer.can_compile", lambda: False)
    monkeypatch.setattr("ludotheque.review.reviewer.FEWEST_INTERPRETED", 3)
    monkeypatch.setattr("ludotheque.review.reviewer.BUDGET", 1)


def finished(server: Server) -> str:
    match = begin(server.client, edition=SMALL_BOX)
    match_id: str = play_out(server.client, match, Random(2))["id"]
    return match_id


def review_of(client: httpx.Client, match_id: str) -> httpx.Response:
    """The page, once the review is made."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = client.get(f"/match/{match_id}/review")
        if "review-made" in answer.text:
            return answer
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        time.sleep(0.05)
    raise AssertionError("the review was not made")


def test_before_the_end_there_is_no_review(server: Server) -> None:
    match = act(server.client, begin(server.client))
    answer = server.client.get(f"/match/{match['id']}/review")
    assert answer.status_code == 409
    assert "après sa fin" in answer.text


def test_after_the_end_it_is_made_and_shown_in_both_languages(server: Server) -> None:
    match_id = finished(server)
    french = review_of(server.client, match_id)
    assert "Les probabilités de gain" in french.text
    lines = re.findall(r'class="story-line review-line ([^"]*)"', french.text)
    assert lines == ["dash-0 look-blue", "dash-1 look-red"]  # the colours of the names beside them
    english = server.client.get(f"/match/{match_id}/review", headers={"accept-language": "en"})
    assert "Chances along the match" in english.text
    assert "Ada" in english.text


def test_every_moment_leads_to_the_replay(server: Server) -> None:
    match_id = finished(server)
    text = review_of(server.client, match_id).text
    places = {int(at) for at in re.findall(rf"/match/{match_id}/replay\?at=(\d+)", text)}
    last = max(places)
    assert len(places) > 3
    assert server.client.get(f"/match/{match_id}/at/{last}").status_code == 200
    assert f"/match/{match_id}/review" in server.client.get(f"/match/{match_id}/replay").text


def test_it_is_made_once_however_many_ask(server: Server) -> None:
    match_id = finished(server)
    review_of(server.client, match_id)
    reviews = server.app.state.reviews
    job = reviews._jobs[match_id]
    server.new_client().get(f"/match/{match_id}/review")
    assert reviews._jobs[match_id] is job


def test_a_resigned_match_is_reviewed_and_says_where_it_stops(server: Server) -> None:
    match = act(server.client, begin(server.client, edition=SMALL_BOX))
    act(server.client, match, "resign")
    text = review_of(server.client, match["id"]).text
    assert "s’arrêtent où elle s’est arrêtée" in text


def test_without_scripts_the_waiting_page_comes_again_by_itself(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.web.live.reviews.ReviewQueue._run", never)
    answer = server.client.get(f"/match/{finished(server)}/review")
    assert '<meta http-equiv="refresh"' in answer.text
    assert "<progress" in answer.text
    forget(server)


def test_a_device_that_wants_too_many_at_once_is_asked_to_wait(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.web.live.reviews.ReviewQueue._run", never)
    matches = [finished(server) for _ in range(LIMITS.per_device + 1)]
    answers = [server.client.get(f"/match/{each}/review") for each in matches]
    assert all("<progress" in answer.text for answer in answers)
    assert list(server.app.state.reviews._jobs) == matches[: LIMITS.per_device]
    forget(server)


def test_a_review_that_cannot_be_made_says_so_and_is_not_tried_for_ever(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.review.reviewer.Rollouts", None)
    match_id = finished(server)
    statuses = [server.client.get(f"/match/{match_id}/review").status_code]
    deadline = time.monotonic() + PATIENCE
    while statuses[-1] == 200 and time.monotonic() < deadline:
        statuses.append(server.client.get(f"/match/{match_id}/review").status_code)
    assert statuses[-1] == 500
    assert server.client.get(f"/match/{match_id}/review").status_code == 500


def forget(server: Server) -> None:
    """Give up every review that waits."""
    reviews = server.app.state.reviews
    for job in reviews._jobs.values():
        job.is_cancelled = True
    reviews._jobs.clear()


async def never(*_: object) -> None:
    """A review whose turn does not come."""


def test_names_at_the_lines_ends_never_touch() -> None:
    moved = spread([240.0, 244.0, 244.0, 22.0], LABEL_GAP, HEIGHT)
    ordered = sorted(moved)
    assert all(after - before >= LABEL_GAP for before, after in pairwise(ordered))
    assert moved[3] == 22.0
    assert max(moved) <= HEIGHT
