"""`play --real-dice`: throws typed at the keyboard; `dice`: what they were, counted."""

import json
from pathlib import Path

import pytest

from ludotheque.games import find
from ludotheque.table.files import load

from .conftest import Command
from .scripted_matches import Plan, events_of, only_save, planned_match

HOT_SEAT = ("play", "levelx", "--seats", "me:Ada,me:Bob", "-o", "first=0", "--real-dice")


@pytest.fixture(scope="module")
def plan() -> Plan:
    return planned_match(seed=11)


def typed(plan: Plan) -> list[str]:
    """What people type who roll the dice of a plan: whole throws, and moves."""
    answers: list[str] = []
    faces: list[str] = []
    for line in plan.events:
        if "draw" in line:
            faces.append(str(line["draw"][1] + 1))
        else:
            answers += [" ".join(faces), line["move"]]
            faces = []
    return answers


def test_a_whole_match_with_typed_dice_ends_as_the_rules_say(
    command: Command, plan: Plan, tmp_path: Path, saved: Path
) -> None:
    path = tmp_path / "match.jsonl"
    outcome = command(*HOT_SEAT, "--record", str(path), answers=typed(plan))
    assert outcome.code == 0
    record = load(path, find)
    assert record.manual_dice
    assert record.result == {"points": plan.points, "winners": plan.winners, "ended": "played"}
    assert record.events == [
        line | {"by": "hand"} if "draw" in line else line for line in plan.events
    ]
    assert not list(saved.iterdir())
    verified = command("verify", str(path))
    assert verified.code == 2
    assert "typed in by hand" in verified.out


def test_what_is_asked_is_named_and_a_wrong_throw_explained(command: Command) -> None:
    outcome = command(
        *("play", "masterdes", "--seats", "me:Ada,me:Bob", "--real-dice"),
        answers=["4 2", "4 2 7 heart 1 1 1 out", "4 2 3 heart 1 1 1 out", "q"],
    )
    assert outcome.code == 0
    assert "red die × 3, red MasterDé, blue die × 3, blue MasterDé" in outcome.out
    assert "faces awaited: 8" in outcome.out
    assert "'7' is no face of this die (red die)" in outcome.out
    assert "Ada 2-3-4 + heart" in outcome.out


def test_faces_are_typed_in_french_too(command: Command) -> None:
    outcome = command(
        *("play", "masterdes", "--seats", "me:Ada,me:Bob", "--real-dice", "--lang", "fr"),
        answers=["423 coeur 111 vierge", "q"],
    )
    assert "dé rouge × 3, MasterDé rouge" in outcome.out
    assert "2-3-4 + cœur" in outcome.out


def test_a_mistyped_throw_is_taken_back_and_leaves_no_trace(command: Command, saved: Path) -> None:
    outcome = command(*HOT_SEAT, answers=["1111", "u", "6 6 6 6", "q"])
    assert outcome.code == 0
    assert events_of(only_save(saved)) == [{"draw": [6, 5], "by": "hand"}] * 4


def test_before_a_bot_counts_with_a_throw_it_may_be_typed_anew(
    command: Command, saved: Path
) -> None:
    outcome = command(
        *("play", "levelx", "--seats", "random,me", "-o", "first=0", "--real-dice"),
        answers=["1111", "u", "2222", "", "q"],
    )
    assert "type the dice anew" in outcome.out
    lines = events_of(only_save(saved))
    assert lines[:4] == [{"draw": [6, 1], "by": "hand"}] * 4
    assert lines[4]["seat"] == 0


def test_the_throw_that_ends_the_match_is_asked_about_first(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    outcome = command(
        *("play", "trotteurs", "--seats", "me:Ada,me:Bob", "--real-dice", "--record", str(path)),
        answers=["1", "1 wheel but 1", "n", "2 wheel but 1", "y"],
    )
    assert outcome.code == 0
    assert "This throw ends the match: 1 Wheel BUT Ada" in outcome.out
    record = load(path, find)
    assert [line["draw"][1] for line in record.events] == [0, 1, 5, 5, 0]
    assert record.result is not None
    assert record.result["ended"] == "played"


def test_a_match_with_real_dice_is_taken_up_again(command: Command, saved: Path) -> None:
    command(*HOT_SEAT, answers=["1234", "q"])
    outcome = command("play", "--resume", answers=["u", "5 5 5 5", "q"])
    assert outcome.code == 0
    assert events_of(only_save(saved)) == [{"draw": [6, 4], "by": "hand"}] * 4
    refused = command("play", "--resume", "--real-dice")
    assert refused.code == 2
    assert "--real-dice" in refused.err


def test_the_dealer_deals_the_cards_and_people_roll_for_the_start(
    command: Command, saved: Path
) -> None:
    outcome = command(
        *("play", "coursededes", "--seats", "me:Ada,me:Bob", "--real-dice"),
        answers=["1" * 30, "6 2", "q"],
    )
    assert "green die × 6" in outcome.out
    assert "Ada rolls for the start, Bob rolls for the start" in outcome.out
    lines = events_of(only_save(saved))
    assert [line.get("by") for line in lines[:30]] == ["hand"] * 30
    assert {line.get("by") for line in lines[30:-2]} == {None}
    assert lines[-2:] == [{"draw": [6, 5], "by": "hand"}, {"draw": [6, 1], "by": "hand"}]


def test_resigning_while_a_throw_is_awaited_ends_the_match(command: Command) -> None:
    outcome = command(*HOT_SEAT, answers=["resign", "y"])
    assert outcome.code == 0
    assert "Ada resigns" in outcome.out


def test_the_dice_of_a_record_are_counted(command: Command, plan: Plan, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    command(*HOT_SEAT, "--record", str(path), answers=typed(plan))
    outcome = command("dice", str(path))
    assert outcome.code == 0
    assert "The four dice" in outcome.out
    assert "As expected" in outcome.out
    figures = json.loads(command("dice", str(path), "--json").out)
    drawn = [line["draw"][1] for line in plan.events if "draw" in line]
    (dice,) = figures["sorts"]
    assert [face["came"] for face in dice["faces"]] == [drawn.count(k) for k in range(6)]
    assert [seat["name"] for seat in dice["seats"]] == ["Ada", "Bob"]


def test_a_file_that_is_no_record_has_no_dice(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "no.jsonl"
    path.write_text("nothing\n", "utf-8")
    outcome = command("dice", str(path))
    assert outcome.code == 2
    assert "line 1" in outcome.err
