"""Reaction windows: the same buttons after every throw, and silences that leave no trace.

The tests choose the dice, and decide when a window ends.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.core.language import without_marks
from ludotheque.table.timeline import Step
from ludotheque.web.access.viewer import Viewer
from ludotheque.web.live import reaction_match, shown_match
from ludotheque.web.live.shown_steps import shown_before
from ludotheque.web.render.asked import calls_of

from .api_client import problem, seen, send, told
from .event_source import EventSource, Frame, eventually
from .friends import guest, invite, join, tokens_of
from .reaction_windows import (
    ADA_ON_A_TRIANGLE,
    ADA_WINS,
    BEN_ON_A_TRIANGLE,
    BEN_ON_NOTHING,
    BEN_TO_THE_CIRCLED_HOLE,
    NO_TRIANGLES,
    Data,
    ManualTimer,
    after_window,
    begin,
    boards,
    first_frame,
    lines,
    moves,
    press,
    roll,
    until_claim,
    watched,
    whole_throw,
)
from .server import Server


@pytest.fixture
def server(tmp_path: Path, timer: ManualTimer) -> Iterator[Server]:
    with Server(tmp_path / "matches") as opened:
        yield opened


# Presses


def test_a_press_that_fits_becomes_a_claim(server: Server, timer: ManualTimer, plan: Any) -> None:
    """TR-16 Who claims the triangle in time goes to BUT."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = until_claim(server.client, timer)
    assert boards(match) == [[3, 0, 0, 0, 0], [0, 4, 0, 0, 0]]
    told(press(server.client, match, 0, "triangle"))
    match = after_window(server.client, match, timer)
    assert boards(match) == [[10, 0, 0, 0, 0], [0, 4, 0, 0, 0]]
    assert moves(server, match) == [(0, "claim")]


def answered_by_a_master(client: httpx.Client, timer: ManualTimer) -> Data:
    """Ada leaves when there is something to claim, and somebody plays for her."""
    match = until_claim(client, timer)
    leaving = {"seat": "0", "level": "maître"}
    assert client.post(f"/match/{match['id']}/leave", data=leaving).status_code == 303
    return after_window(client, match, timer)


def test_what_a_stand_in_claims_is_told_as_such(
    server: Server, timer: ManualTimer, plan: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    monkeypatch.setitem(reaction_match.NOTICES, "maître", 1.0)
    match = answered_by_a_master(server.client, timer)
    assert moves(server, match) == [(0, "claim")]
    told_before, told_last = first_frame(server.client, match)["log"][-2:]
    assert "(remplaçant)" in told_last
    assert "(remplaçant)" not in told_before


def test_nobody_hurries_those_who_look_from_elsewhere(server: Server, timer: ManualTimer) -> None:
    """The pace of the robots is everybody's own; the time to look is not."""
    one = guest(server, cookies={"pace": "instant"})
    other = guest(server)
    match = invite(one, False, True, game="trotteurs", options={"vigilance": "manual"})
    join(other, match, tokens_of(match)[1])
    live = server.awake(match["id"])
    assert isinstance(live, reaction_match.ReactionMatch)
    assert one.get(f"/match/{match['id']}").status_code == 200
    live._pauses = True
    assert live.times_to_look == shown_match.WATCHES["normal"]
    alone = begin(one)
    assert one.get(f"/match/{alone['id']}").status_code == 200
    mine = server.awake(alone["id"])
    assert isinstance(mine, reaction_match.ReactionMatch)
    mine._pauses = True
    assert mine.times_to_look == shown_match.WATCHES["instant"]


def test_the_silence_of_a_stand_in_is_told_to_nobody(
    server: Server, timer: ManualTimer, plan: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    monkeypatch.setitem(reaction_match.NOTICES, "maître", 0.0)
    match = answered_by_a_master(server.client, timer)
    assert moves(server, match) == [(0, "silent")]
    assert "(remplaçant)" not in server.client.get(f"/match/{match['id']}").text


@pytest.mark.parametrize(
    ("seat", "button"), [(0, "square"), (0, "pentagon"), (0, "omission"), (1, "triangle")]
)
def test_a_wrong_press_does_nothing(
    server: Server, timer: ManualTimer, plan: Any, seat: int, button: str
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = until_claim(server.client, timer)
    before = match
    told(press(server.client, match, seat, button))
    assert seen(server.client, match) == before
    match = after_window(server.client, match, timer)
    assert boards(match) == boards(before)
    assert moves(server, match) == [(0, "silent")]


def test_right_among_wrong_presses_counts(server: Server, timer: ManualTimer, plan: Any) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = until_claim(server.client, timer)
    for button in ("square", "triangle", "omission"):
        told(press(server.client, match, 0, button))
    after_window(server.client, match, timer)
    assert moves(server, match) == [(0, "claim")]


def test_an_omission_is_called_while_the_next_dice_lie_there(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    """TR-16, TR-20 The newcomer goes to BUT instead, before the throw is marked."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_TO_THE_CIRCLED_HOLE)
    match = after_window(server.client, until_claim(server.client, timer), timer)
    match = roll(server.client, match)
    told(press(server.client, match, 1, "omission"))
    match = after_window(server.client, match, timer)
    assert boards(match) == [[3, 0, 0, 0, 0], [0, 10, 0, 0, 1]]
    assert moves(server, match) == [(0, "silent"), (1, "call")]


def test_an_omission_that_is_called_too_late_is_closed(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    """TR-19 Let pass once, it is over."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_TO_THE_CIRCLED_HOLE)
    match = after_window(server.client, until_claim(server.client, timer), timer)
    match = after_window(server.client, roll(server.client, match), timer)
    told(press(server.client, match, 1, "omission"))
    match = after_window(server.client, match, timer)
    assert boards(match) == [[3, 0, 0, 0, 0], [0, 4, 0, 0, 1]]
    assert moves(server, match) == [(0, "silent"), (1, "silent")]


def test_presses_outside_a_watch_change_nothing(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = whole_throw(server.client, begin(server.client), timer)
    for seat in (0, 1):
        for button in ("triangle", "square", "pentagon", "omission"):
            late = problem(press(server.client, match, seat, button), 409)
            assert (late["code"], late["version"]) == ("too_late", match["version"])
            assert seen(server.client, match) == match
    whole_throw(server.client, match, timer)
    assert moves(server, match) == [(0, "silent")]


def test_what_was_pressed_at_the_dice_does_not_claim_what_comes_after(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    """Nobody claims in advance."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = roll(server.client, whole_throw(server.client, begin(server.client), timer))
    told(press(server.client, match, 0, "triangle"))
    after_window(server.client, after_window(server.client, match, timer), timer)
    assert moves(server, match) == [(0, "silent")]


@pytest.mark.parametrize(("notices", "said"), [(1.0, "claim"), (0.0, "silent")])
def test_a_robot_speaks_up_if_it_notices(
    server: Server,
    timer: ManualTimer,
    plan: Any,
    monkeypatch: pytest.MonkeyPatch,
    notices: float,
    said: str,
) -> None:
    monkeypatch.setitem(reaction_match.NOTICES, "random", notices)
    to_ada, to_ben = (3, 1, 0, 0), (2, 0, 0, 1)
    plan(to_ben, to_ada)  # Ada's is the newcomer: the robot has the claim
    match = roll(server.client, begin(server.client, None, "random"))
    match = after_window(server.client, after_window(server.client, match, timer), timer)
    match = watched(server.client, match)  # the robot has thrown
    after_window(server.client, after_window(server.client, match, timer), timer)
    assert moves(server, match)[0] == (1, said)


# What clients are told


def test_while_everybody_looks_nobody_is_told_what_is_awaited(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = until_claim(server.client, timer)
    assert server.awake(match["id"]).match.state.seat == 0  # the rules ask
    for viewer in ({}, {"seat": 0}, {"seat": 1}):
        hidden = told(server.client.get(f"/api/matches/{match['id']}", params=viewer))
        assert hidden["waits_for"] == "watch"
        assert (hidden["awaits"], hidden["seat"], hidden["moves"]) == (None, None, [])
        assert (hidden["snapshot"]["offer"], hidden["snapshot"]["thrower"]) == (None, None)
        assert hidden["taker_back"] is None


def frames_of(server: Server, timer: ManualTimer, throws: int, **more: Any) -> list[Data]:
    """All that a device is sent while nobody says anything, without the word for a triangle."""
    match = begin(server.client, **more)
    frames: list[Frame] = []
    with EventSource(server.client, match["id"], since=0) as source:
        for _ in range(throws):
            match = whole_throw(server.new_client(), match, timer)
            frames += source.until(match["version"])
    return [json.loads(json.dumps(frame.data).replace(" (triangle)", "")) for frame in frames]


def test_what_is_sent_is_the_same_whether_there_was_something_to_notice_or_not(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    """Two matches with the same dice; on the boards of one there are no triangles to meet on."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_TO_THE_CIRCLED_HOLE, ADA_ON_A_TRIANGLE)
    missed = frames_of(server, timer, 4)
    nothing = frames_of(server, timer, 4, edition=NO_TRIANGLES)
    assert missed == nothing
    assert {frame["type"] for frame in missed} == {"frame"}
    assert len(missed) == 12


def test_silences_are_in_the_record_and_in_no_page(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_TO_THE_CIRCLED_HOLE)
    match = after_window(server.client, until_claim(server.client, timer), timer)
    match = whole_throw(server.client, match, timer)
    assert moves(server, match) == [(0, "silent"), (1, "silent")]
    for path in (f"/match/{match['id']}", f"/match/{match['id']}/replay"):
        html = server.client.get(path).text
        assert "se tait" not in html
        assert "va marquer" not in html
    assert "Ben lance" in html


def test_the_record_is_for_after_the_match(server: Server, timer: ManualTimer, plan: Any) -> None:
    plan(ADA_ON_A_TRIANGLE)
    match = whole_throw(server.client, begin(server.client), timer)
    address = f"/api/matches/{match['id']}/record"
    assert server.client.get(address).status_code == 409
    body = {"kind": "resign", "seat": 0, "version": match["version"]}
    told(server.client.post(f"/api/matches/{match['id']}/commands", json=body))
    assert server.client.get(address).status_code == 200


def test_a_claim_is_told_to_everybody(server: Server, timer: ManualTimer, plan: Any) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = until_claim(server.client, timer)
    told(press(server.client, match, 0, "triangle"))
    after_window(server.client, match, timer)
    assert first_frame(server.client, match, "en")["log"][-1] == "Ada claims: Ada (red) 3 → BUT."


def test_a_call_is_told_between_the_throw_and_its_mark(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_TO_THE_CIRCLED_HOLE)
    match = after_window(server.client, until_claim(server.client, timer), timer)
    match = roll(server.client, match)
    told(press(server.client, match, 1, "omission"))
    after_window(server.client, match, timer)
    assert without_marks(first_frame(server.client, match, "en")["log"][-1]) == (
        "Ada throws 1, white, O; Ben is to mark. Ben calls the omission: Ben (yellow) 4 → BUT. "
        "Ben marks: white DEPART → 1."
    )


# Commands


def test_nothing_can_be_done_while_everybody_looks_but_give_up(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = until_claim(server.client, timer)
    for kind, more in (("roll", {}), ("move", {"move": "claim"}), ("take-back", {})):
        body = {"kind": kind, "seat": 0, "version": match["version"], **more}
        assert problem(send(server.client, match, body), 409)["code"] == "watching"
    body = {"kind": "resign", "seat": 0, "version": match["version"]}
    over = told(send(server.client, match, body))
    assert over["waits_for"] == "end"
    timer.expiries += 1
    assert seen(server.client, match)["version"] == over["version"]
    assert [line["ended"] for line in lines(server, match) if "ended" in line] == ["resigned"]


@pytest.mark.parametrize("edition", [None, NO_TRIANGLES], ids=["missed", "nothing there"])
def test_no_refusal_tells_whether_something_was_missed(
    server: Server, timer: ManualTimer, plan: Any, edition: Data | None
) -> None:
    """A silence is a move, and counts in the record: nobody takes it back, nobody is told of it."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = begin(server.client, edition=edition)
    for _ in range(2):
        match = whole_throw(server.client, match, timer)
    for seat in (0, 1):
        for kind in ("take-back", "retype", "roll" if seat else "move"):
            body = {"kind": kind, "seat": seat, "version": match["version"], "move": "claim"}
            said = problem(send(server.client, match, body), 409)
            assert said["version"] == match["version"] == 6
            expected = {"take-back": "cannot_take_back", "retype": "cannot_retype"}
            assert said["code"] == expected.get(kind, "not_awaited")
            assert "reprendre le dernier coup" not in said["message"]
    assert seen(server.client, match) == match


@pytest.mark.parametrize("edition", [None, NO_TRIANGLES], ids=["to be seen", "nothing there"])
def test_the_home_page_does_not_tell_who_has_something_to_claim(
    server: Server, timer: ManualTimer, plan: Any, edition: Data | None
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = whole_throw(server.client, begin(server.client, edition=edition), timer)
    match = after_window(server.client, roll(server.client, match), timer)
    waits = server.awake(match["id"]).match.waits_for
    assert (waits.what == "move") == (edition is None)
    assert 'class="now"' not in server.client.get(f"/match/{match['id']}/stands").text


def test_a_button_that_is_none_and_a_seat_that_is_nobodys_are_refused(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE)
    match = roll(server.client, begin(server.client, None, "random"))
    assert "circle" in problem(press(server.client, match, 0, "circle"), 422)["message"]
    assert problem(press(server.client, match, 1, "triangle"), 422)["code"] == "no_seat"


def test_there_is_nothing_to_call_out_where_signs_act_by_themselves(server: Server) -> None:
    match = begin(server.client, vigilance="auto")
    assert problem(press(server.client, match, 0, "triangle"), 422)["code"] == "unreadable"


def test_a_match_won_while_everybody_looks_ends_once(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    """TR-13 At once: there is no second look."""
    plan(ADA_WINS)
    match = begin(server.client)
    with EventSource(server.client, match["id"], since=0) as source:
        client = server.new_client()
        match = after_window(client, roll(client, match), timer)
        assert match["waits_for"] == "end"
        frames = source.until(match["version"])
    assert [frame.data["kind"] for frame in frames] == ["throw", "end"]
    assert match["result"]["winners"] == [0]
    assert seen(server.client, match)["version"] == match["version"]


# Coming back


@pytest.mark.parametrize("edition", [None, NO_TRIANGLES], ids=["missed", "nothing there"])
def test_a_table_left_in_the_middle_of_a_look_is_looked_at_again(
    tmp_path: Path, timer: ManualTimer, plan: Any, edition: Data | None
) -> None:
    """Whether there is something to claim or not: coming back tells nothing."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    with Server(tmp_path / "matches") as server:
        match = whole_throw(server.client, begin(server.client, edition=edition), timer)
        match = after_window(server.client, roll(server.client, match), timer)
        left = seen(server.client, match)
    with Server(tmp_path / "matches") as server:
        assert seen(server.client, match) == left
        told(press(server.client, match, 0, "triangle"))
        after = after_window(server.client, match, timer)
        assert after["version"] == left["version"] + 1
        assert boards(after)[0][0] == (10 if edition is None else 3)


def test_a_table_left_while_the_cup_is_covered_goes_on_with_the_cup(
    tmp_path: Path, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_TO_THE_CIRCLED_HOLE)
    with Server(tmp_path / "matches") as server:
        match = after_window(server.client, until_claim(server.client, timer), timer)
        left = roll(server.client, match)
    with Server(tmp_path / "matches") as server:
        assert seen(server.client, match) == left
        told(press(server.client, left, 1, "omission"))
        after = after_window(server.client, left, timer)
        assert boards(after) == [[3, 0, 0, 0, 0], [0, 10, 0, 0, 1]]


def timeline(server: Server, match: Data) -> list[str]:
    """The replay, moment by moment."""
    last = seen(server.client, match)["version"]
    pages = [server.client.get(f"/match/{match['id']}/at/{at}") for at in range(last + 1)]
    assert {page.status_code for page in pages} == {200}
    return [page.text for page in pages]


def test_what_was_shown_is_shown_the_same_after_a_restart(
    tmp_path: Path, timer: ManualTimer, plan: Any
) -> None:
    """Calls, claims and silences: the moments are those that everybody has seen."""
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE, BEN_ON_NOTHING, ADA_WINS)
    with Server(tmp_path / "matches") as server:
        match = after_window(server.client, until_claim(server.client, timer), timer)
        match = whole_throw(server.client, match, timer)
        match = roll(server.client, match)
        match = after_window(server.client, match, timer)
        told(press(server.client, match, 0, "triangle"))
        match = after_window(server.client, match, timer)
        match = after_window(server.client, roll(server.client, match), timer)
        assert match["waits_for"] == "end"
        before = timeline(server, match)
    with Server(tmp_path / "matches") as server:
        assert seen(server.client, match)["version"] == match["version"]
        assert timeline(server, match) == before


@pytest.mark.parametrize("rounds", [1, 3])
def test_whole_matches_of_robots_are_remembered_as_they_were_shown(
    server: Server, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    """TR-15 Games won by a mark, a claim or a call, one after the other."""
    monkeypatch.setattr(shown_match, "WITHOUT_PAUSES", (0.0, 0.0))
    options = {"vigilance": "manual", "rounds": rounds}
    seats = [{"name": name, "bot": "random"} for name in ("Ada", "Ben", "Cleo", "Dan")]
    body = {"game": "trotteurs", "seats": seats, "options": options}
    match = told(server.client.post("/api/matches", json=body), 201)
    eventually(lambda: bool(seen(server.client, match)["waits_for"] == "end"))
    played = server.awake(match["id"]).replayed()
    again = shown_before(played.timeline, played.game.reactions)
    assert [seen_as(step) for step in again] == [seen_as(each) for each in played.steps]


def seen_as(step: Step) -> tuple[Any, ...]:
    snapshot = step.state.snapshot()
    return step.version, step.kind, step.reaction_window, step.events, snapshot


# What is told, and to whom


def test_no_sign_is_named_before_the_window_is_closed(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = until_claim(server.client, timer)
    said = first_frame(server.client, match, "en")["log"]
    assert said[-1].endswith("Ben marks: yellow DEPART → 4.")
    assert not [sentence for sentence in said if "triangle" in sentence.lower()]


def test_every_call_is_answered_and_only_to_its_caller(
    server: Server, timer: ManualTimer, plan: Any
) -> None:
    plan(ADA_ON_A_TRIANGLE, BEN_ON_A_TRIANGLE)
    match = until_claim(server.client, timer)
    for seat, button in ((0, "triangle"), (0, "omission"), (1, "square")):
        told(press(server.client, match, seat, button))
    during = first_frame(server.client, match, "en")
    assert "calls" not in during  # nothing is said while the window is open
    match = after_window(server.client, match, timer)
    assert [
        (call["seat"], call["button"], call["verdict"], call["said"])
        for call in first_frame(server.client, match, "en")["calls"]
    ] == [
        (0, "triangle", "right", "Ada: “Triangle!”: well seen."),
        (0, "omission", "other window", OTHER_WINDOW),
        (1, "square", "wrong", None),  # the sentence about closed buttons says it
    ]
    live = server.awake(match["id"])
    step, english = live.steps[-1], live.game.language("en")
    own = calls_of(live, step, english, Viewer(1, frozenset({1})))
    assert [call["button"] for call in own] == ["square"]
    assert calls_of(live, step, english, Viewer("public", frozenset())) == []


OTHER_WINDOW = "Ada: “Missed!” is for the other window: it counts for nothing."


def test_who_resigns_in_a_window_is_played_on_by_a_robot(
    server: Server, timer: ManualTimer
) -> None:
    """The resignation is told with the next step; the window goes on as it would have."""
    seats = [{"name": name} for name in ("Ada", "Ben", "Cleo")]
    body = {"game": "trotteurs", "seats": seats, "options": {"vigilance": "manual"}}
    match = roll(server.client, told(server.client.post("/api/matches", json=body), 201))
    resign = {"kind": "resign", "seat": 1, "version": match["version"], "confirm": True}
    told(send(server.client, match, resign))
    assert seen(server.client, match)["waits_for"] == "watch"
    assert problem(press(server.client, match, 1, "triangle"), 409)["code"] == "resigned"
    told(press(server.client, match, 0, "omission"))
    match = after_window(server.client, match, timer)
    frame = first_frame(server.client, match, "en")
    assert frame["resigned"] == [1]
    assert frame["log"][-1].startswith("Ben resigns. A robot plays on.")
    live = server.awake(match["id"])
    assert isinstance(live, reaction_match.ReactionMatch)
    shown = [(len(step.events), step.kind) for step in live.steps]
    assert shown == [
        (len(step.events), step.kind)
        for step in shown_before(live._whole_timeline(), live.game.reactions)
    ]
