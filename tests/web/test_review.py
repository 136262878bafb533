"""The page of a review: after the match, made once, in the background."""

import re
import time
from itertools import pairwise
from random import Random

import httpx
import pytest

from ludotheque.web.review import MOST_PER_DEVICE
from ludotheque.web.review_picture import APART, HEIGHT, set_apart

from .playing import SMALL_BOX, act, begin, play_out
from .serving import PATIENCE, House


@pytest.fixture(autouse=True)
def _few_interpreted_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.bots.review.can_compile", lambda: False)
    monkeypatch.setattr("ludotheque.bots.review.FEWEST_SLOWLY", 3)
    monkeypatch.setattr("ludotheque.bots.review.BUDGET", 1)


def finished(house: House) -> str:
    match = begin(house.client, edition=SMALL_BOX)
    match_id: str = play_out(house.client, match, Random(2))["id"]
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


def test_before_the_end_there_is_no_review(house: House) -> None:
    match = act(house.client, begin(house.client))
    answer = house.client.get(f"/match/{match['id']}/review")
    assert answer.status_code == 409
    assert "après sa fin" in answer.text


def test_after_the_end_it_is_made_and_shown_in_both_languages(house: House) -> None:
    match_id = finished(house)
    french = review_of(house.client, match_id)
    assert "Les probabilités de gain" in french.text
    english = house.client.get(f"/match/{match_id}/review", headers={"accept-language": "en"})
    assert "Chances along the match" in english.text
    assert "Ada" in english.text


def test_every_moment_leads_to_the_replay(house: House) -> None:
    match_id = finished(house)
    text = review_of(house.client, match_id).text
    places = {int(at) for at in re.findall(rf"/match/{match_id}/replay\?at=(\d+)", text)}
    last = max(places)
    assert len(places) > 3
    assert house.client.get(f"/match/{match_id}/at/{last}").status_code == 200
    assert f"/match/{match_id}/review" in house.client.get(f"/match/{match_id}/replay").text


def test_it_is_made_once_however_many_ask(house: House) -> None:
    match_id = finished(house)
    review_of(house.client, match_id)
    reviews = house.app.state.reviews
    job = reviews._jobs[match_id]
    house.new_client().get(f"/match/{match_id}/review")
    assert reviews._jobs[match_id] is job


def test_a_resigned_match_is_reviewed_and_says_where_it_stops(house: House) -> None:
    match = act(house.client, begin(house.client, edition=SMALL_BOX))
    act(house.client, match, "resign")
    text = review_of(house.client, match["id"]).text
    assert "s’arrêtent où elle s’est arrêtée" in text


def test_without_scripts_the_waiting_page_comes_again_by_itself(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.web.review.Reviews._make", never)
    answer = house.client.get(f"/match/{finished(house)}/review")
    assert '<meta http-equiv="refresh"' in answer.text
    assert "<progress" in answer.text
    house.app.state.reviews._jobs.clear()


def test_a_device_that_wants_too_many_at_once_is_asked_to_wait(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.web.review.Reviews._make", never)
    matches = [finished(house) for _ in range(MOST_PER_DEVICE + 1)]
    answers = [house.client.get(f"/match/{each}/review") for each in matches]
    assert all("<progress" in answer.text for answer in answers)
    assert list(house.app.state.reviews._jobs) == matches[:MOST_PER_DEVICE]
    house.app.state.reviews._jobs.clear()


def test_a_review_that_cannot_be_made_says_so_and_is_not_tried_for_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.bots.review.Playouts", None)
    match_id = finished(house)
    statuses = [house.client.get(f"/match/{match_id}/review").status_code]
    deadline = time.monotonic() + PATIENCE
    while statuses[-1] == 200 and time.monotonic() < deadline:
        statuses.append(house.client.get(f"/match/{match_id}/review").status_code)
    assert statuses[-1] == 500
    assert house.client.get(f"/match/{match_id}/review").status_code == 500


async def never(*_: object) -> None:
    """A review whose turn does not come."""


def test_names_at_the_lines_ends_never_touch() -> None:
    moved = set_apart([240.0, 244.0, 244.0, 22.0], APART, HEIGHT)
    ordered = sorted(moved)
    assert all(after - before >= APART for before, after in pairwise(ordered))
    assert moved[3] == 22.0
    assert max(moved) <= HEIGHT
