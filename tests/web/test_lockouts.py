"""Wrong calls: the buttons of whoever calls what is not there stay closed for two windows.

The attack: press every button after every throw. It used to take everything that there was to take.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from ludotheque.web.live import reaction_match
from ludotheque.web.live.lockouts import Lockouts

from .api_client import problem, seen, send, told
from .event_source import EventSource
from .friends import guest, invite, join, tokens_of
from .reaction_windows import (
    ADA_ON_A_TRIANGLE,
    BEN_ON_A_TRIANGLE,
    BEN_ON_NOTHING,
    BEN_TO_THE_CIRCLED_HOLE,
    NO_TRIANGLES,
    Data,
    ManualTimer,
    after_window,
    begin,
    first_frame,
    lines,
    moves,
    press,
    roll,
    until_claim,
    whole_throw,
)
from .server import Server

pytestmark = pytest.mark.usefixtures("timer")

BUTTONS = ("triangle", "square", "pentagon", "omission")
CLOSED = "Fausse annonce\u202f: vos boutons restent fermés pour deux fenêtres."
CLOSED_EN = "Wrong call: your buttons stay closed for two windows."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("matches")) as opened:
        yield opened


def press_by_form(client: httpx.Client, match: Data, seat: int, button: str) -> httpx.Response:
    """A press as a page without scripts sends it."""
    fields = {"kind": "press", "seat": seat, "version": match["version"], "move": button}
    return client.post(f"/match/{match['id']}/do", data=fields)


def closed_after_a_wrong_call(client: httpx.Client, timer: ManualTimer) -> Data:
    """Ada has called a square that was not there, and what came of it is shown."""
    match = until_claim(client, timer)
    told(press(client, match, 0, "square"))
    return after_window(client, match, timer)


# What a wrong call costs


def test_after_a_wrong_call_the_buttons_stay_closed_for_two_windows(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_ON_NOTHING, BEN_TO_THE_CIRCLED_HOLE)
    match = closed_after_a_wrong_call(server.client, timer)
    assert match["closed_buttons"] == {"0": 2}
    match = roll(server.client, match)
    for left in (2, 1):
        assert match["closed_buttons"] == {"0": left}
        for button in BUTTONS:
            said = problem(press(server.client, match, 0, button), 409)
            assert (said["code"], str(left) in said["message"]) == ("closed", True)
            assert press_by_form(server.client, match, 0, button).status_code == 409
        match = after_window(server.client, match, timer)
    assert match["closed_buttons"] == {}
    match = roll(server.client, match)
    told(press(server.client, match, 0, "omission"))


def test_a_wrong_call_while_the_dice_lie_there_closes_the_second_window_too(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    """Nothing was missed; then Ada sees the triangle, and cannot claim it."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = roll(server.client, whole_throw(server.client, begin(server.client), timer))
    told(press(server.client, match, 0, "omission"))
    match = after_window(server.client, match, timer)
    assert problem(press(server.client, match, 0, "triangle"), 409)["code"] == "closed"
    after_window(server.client, match, timer)
    assert moves(server, match) == [(0, "silent")]


@pytest.mark.parametrize(
    ("seat", "buttons"),
    [(0, ("square",)), (0, ("triangle", "pentagon")), (1, ("triangle",))],
    ids=["not there", "more than there is", "the other's to claim"],
)
def test_what_a_wrong_call_is(
    server: Server, timer: ManualTimer, plan: Any, seat: int, buttons: tuple[str, ...]
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = until_claim(server.client, timer)
    for button in buttons:
        told(press(server.client, match, seat, button))
    match = after_window(server.client, match, timer)
    assert match["closed_buttons"] == {str(seat): 2}
    claims = seat == 0 and "triangle" in buttons  # what is right among it counts
    assert moves(server, match) == [(0, "claim" if claims else "silent")]


def test_a_right_call_and_silence_cost_nothing(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_TO_THE_CIRCLED_HOLE)
    match = after_window(server.client, until_claim(server.client, timer), timer)
    match = roll(server.client, match)
    told(press(server.client, match, 1, "omission"))
    match = after_window(server.client, match, timer)
    assert moves(server, match) == [(0, "silent"), (1, "call")]
    assert match["closed_buttons"] == {}


def test_a_button_of_the_other_window_counts_for_nothing_and_costs_nothing(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    """Ada foresees her triangle when she sees the dice, and Ben his omission."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = roll(server.client, whole_throw(server.client, begin(server.client), timer))
    told(press(server.client, match, 0, "triangle"))
    match = after_window(server.client, match, timer)
    assert match["closed_buttons"] == {}
    told(press(server.client, match, 1, "omission"))
    match = after_window(server.client, match, timer)
    assert match["closed_buttons"] == {}
    assert moves(server, match) == [(0, "silent")]


def test_pressing_everything_is_wrong_in_either_window(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = roll(server.client, whole_throw(server.client, begin(server.client), timer))
    for seat in (0, 1):
        for button in BUTTONS:
            told(press(server.client, match, seat, button))
        match = after_window(server.client, match, timer)
        assert match["closed_buttons"][str(seat)] == 2


def test_a_press_that_comes_too_late_for_its_window_is_refused_and_costs_nothing(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    dice = roll(server.client, whole_throw(server.client, begin(server.client), timer))
    match = after_window(server.client, dice, timer)
    assert problem(press(server.client, dice, 1, "omission"), 409)["code"] == "stale"
    assert after_window(server.client, match, timer)["closed_buttons"] == {}


def test_a_stand_in_for_somebody_who_called_wrongly_stays_silent_too(
    server: Server, timer: ManualTimer, plan: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody leaves their seat to an attentive robot because their own buttons are closed."""
    monkeypatch.setitem(reaction_match.NOTICES, "maître", 1.0)
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = roll(server.client, whole_throw(server.client, begin(server.client), timer))
    told(press(server.client, match, 0, "omission"))
    match = after_window(server.client, match, timer)
    leaving = {"seat": "0", "level": "maître"}
    assert server.client.post(f"/match/{match['id']}/leave", data=leaving).status_code == 303
    after_window(server.client, match, timer)
    assert moves(server, match) == [(0, "silent")]
    assert server.client.delete(f"/api/matches/{match['id']}").status_code == 204


def test_the_record_knows_nothing_of_wrong_calls(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = closed_after_a_wrong_call(server.client, timer)
    assert match["closed_buttons"]
    told(send(server.client, match, {"kind": "resign", "seat": 0, "version": match["version"]}))
    record = server.client.get(f"/api/matches/{match['id']}/record").text
    assert "closed" not in record
    assert "lockout" not in record
    kinds = {key for line in lines(server, match) for key in line}
    assert kinds <= {"draw", "seat", "move", "points", "winners", "ended"}


# Coming back


def test_closed_buttons_stay_closed_when_the_server_is_restarted(
    tmp_path_factory: pytest.TempPathFactory, timer: ManualTimer, plan: Any
) -> None:
    """A window that was open opens once more, and counts once; one that was over does not."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_ON_NOTHING)
    folder = tmp_path_factory.mktemp("restarted")
    with Server(folder) as server:
        match = closed_after_a_wrong_call(server.client, timer)
    with Server(folder) as server:
        assert seen(server.client, match) == match
        assert (match["waits_for"], match["closed_buttons"]) == ("roll", {"0": 2})
        match = roll(server.client, match)
    with Server(folder) as server:
        assert seen(server.client, match) == match
        assert (match["waits_for"], match["closed_buttons"]) == ("watch", {"0": 2})
        assert problem(press(server.client, match, 0, "triangle"), 409)["code"] == "closed"
        match = after_window(server.client, match, timer)
        assert match["closed_buttons"] == {"0": 1}
    with Server(folder) as server:
        assert seen(server.client, match)["closed_buttons"] == {"0": 1}


def test_a_match_that_was_stored_before_there_were_lockouts_has_none() -> None:
    assert Lockouts.of(None) == Lockouts()
    kept = Lockouts({0: 2, 3: 1}, 8)
    assert Lockouts.of(kept.data()) == kept


# Who is told


def two_devices(server: Server) -> tuple[httpx.Client, httpx.Client, Data]:
    """Ada's device, Ben's device, and their match, in which Ada is to roll."""
    ada, ben = guest(server), guest(server)
    made = invite(ada, False, True, game="trotteurs", options={"vigilance": "manual"})
    join(ben, made, tokens_of(made)[1])
    return ada, ben, seen(ada, made)


def closed_rows(frame: Data) -> list[int]:
    """The seats whose buttons are closed."""
    assert all(len(row["buttons"]) == len(BUTTONS) for row in frame["presses"])
    return [row["seat"] for row in frame["presses"] if row["closed"]]


def test_the_player_who_called_wrongly_is_told_and_nobody_else(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE)
    ada, ben, match = two_devices(server)
    match = roll(ada, match)
    told(press(ada, match, 0, "omission"))
    match = after_window(ada, match, timer)
    assert match["closed_buttons"] == {"0": 2}
    assert seen(ben, match)["closed_buttons"] == {}
    for lang, sentence in (("fr", CLOSED), ("en", CLOSED_EN)):
        frame = first_frame(ada, match, lang)
        assert frame["lockouts"] == [sentence]
        assert closed_rows(frame) == [0]
        frame = first_frame(ben, match, lang)
        assert "lockouts" not in frame
        assert closed_rows(frame) == []
    after_window(ada, match, timer)


def test_who_share_a_device_see_whose_buttons_are_closed(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = roll(server.client, closed_after_a_wrong_call(server.client, timer))
    frame = first_frame(server.client, match, "en")
    assert frame["lockouts"] == ["Wrong call: Ada’s buttons stay closed for two windows."]
    assert closed_rows(frame) == [0]
    told(press(server.client, match, 1, "omission"))


@pytest.mark.parametrize("edition", [None, NO_TRIANGLES], ids=["there", "not there"])
@pytest.mark.parametrize("button", BUTTONS)
def test_the_answer_to_a_press_says_only_that_it_was_noted(
    server: Server, timer: ManualTimer, plan: Any, edition: Data | None, button: str
) -> None:
    """Right, wrong, by JSON or by form: byte for byte what it was before."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = whole_throw(server.client, begin(server.client, edition=edition), timer)
    match = after_window(server.client, roll(server.client, match), timer)
    before = server.client.get(f"/api/matches/{match['id']}", params={"seat": 0}).content
    assert press(server.client, match, 0, button).content == before
    answer = press_by_form(server.client, match, 0, button)
    assert (answer.status_code, answer.content) == (303, b"")
    assert server.client.get(f"/api/matches/{match['id']}", params={"seat": 0}).content == before
    after_window(server.client, match, timer)


def test_what_the_others_are_sent_does_not_tell_of_a_wrong_call(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    """The same dice twice, with and without a wrong call: for Ben the updates are the same."""
    plan(ADA_ON_A_TRIANGLE)
    silent = frames_for_ben(server, timer, None)
    assert frames_for_ben(server, timer, "pentagon") == silent
    assert len(silent) == 3


def frames_for_ben(server: Server, timer: ManualTimer, pressed: str | None) -> list[Data]:
    ada, ben, match = two_devices(server)
    with EventSource(ben, match["id"], since=match["version"]) as source:
        match = roll(ada, match)
        if pressed:
            told(press(ada, match, 0, pressed))
        match = after_window(ada, after_window(ada, match, timer), timer)
        frames = [source.next()]
        while frames[-1].data.get("version") != match["version"]:
            frames.append(source.next())
    return [frame.data for frame in frames if frame.data.get("type") == "frame"]
