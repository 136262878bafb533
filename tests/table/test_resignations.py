"""Among three or more a match goes on when somebody resigns; the seat can no longer win."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import BadRecord, State
from ludotheque.table.dice import SeededDice
from ludotheque.table.events import Ended, Move, Resign, Resigned, Roll, TakeBack, events_data
from ludotheque.table.match import Match, Seat
from ludotheque.table.record import Record
from ludotheque.table.timeline import Timeline
from ludotheque.table.verification import verify
from ludotheque.table.waiting import Waiting
from tests.project.pebbles import GAME as PEBBLES

from .fair_matches import checked, fair_lines
from .matches import (
    LEVELX,
    SMALL_BOX,
    MatchDriver,
    find,
    go_on,
    levelx_match,
    lines_of,
    pebbles_match,
    played,
    record_of,
    refusal,
    seated,
    text_of,
)

#: A short match of each game in which three or more can play.
STARTS = {
    "levelx": LEVELX.start(3, None, SMALL_BOX),
    "levelx of four": LEVELX.start(4, None, SMALL_BOX),
    "dicerun": ludotheque.game("dicerun").start(3, {"roll_off": "aside"}),
    "coursededes": ludotheque.game("coursededes").start(4),
    "trotteurs": ludotheque.game("trotteurs").start(3),
    "trotteurs, manual": ludotheque.game("trotteurs").start(4, {"vigilance": "manual"}),
    "pebbles": PEBBLES.start(4),
}


def bots_and_people(*bots: str | None) -> MatchDriver:
    seats = [Seat(f"seat {place}", bot) for place, bot in enumerate(bots)]
    start = LEVELX.start(len(bots), {"first": 0}, SMALL_BOX)
    return MatchDriver(Match.begin(start, seats, SeededDice(3)))


def test_the_match_goes_on_for_the_others() -> None:
    match = levelx_match(players=3)
    assert match.do(Resign(2, 0)) == [Resigned(1, 2)]
    assert match.result is None
    assert match.resigned == {2}
    assert match.waits_for == Waiting("roll", 0)
    assert match.events == [{"seat": 2, "resigned": True}]


def test_moves_of_the_seat_are_a_stand_ins_from_then_on() -> None:
    match = levelx_match(players=3)
    match.do(Roll(0, 0))
    match.do(Resign(0, match.version))
    match.do(Move(0, match.version, "-"))
    assert match.events[-1] == {"seat": 0, "move": "-", "by": "stand-in"}
    match.do(Roll(1, match.version))
    match.do(Move(1, match.version, "-"))
    assert match.events[-1] == {"seat": 1, "move": "-"}


def test_nobody_resigns_twice_or_takes_a_stand_ins_move_back() -> None:
    match = levelx_match(players=3)
    match.do(Roll(0, 0))
    match.do(Resign(0, match.version))
    assert refusal(match, Resign(0, match.version)).code == "resigned"
    match.do(Move(0, match.version, "-"))
    assert match.taker_back is None
    assert refusal(match, TakeBack(0, match.version)).code == "resigned"


def test_a_resignation_is_never_taken_back_nor_what_came_before_it() -> None:
    match = levelx_match(players=3)
    match.do(Roll(0, 0))
    match.do(Move(0, match.version, "-"))
    assert match.taker_back == 0
    match.do(Resign(1, match.version))
    assert match.taker_back is None
    assert refusal(match, TakeBack(0, match.version)).code == "cannot_take_back"
    stored = [*match.match.timeline.log.events(), {"take_back": 0}]
    with pytest.raises(BadRecord):
        Timeline(LEVELX.start(3, {"first": 0}), stored)


def test_between_two_the_other_wins_at_once() -> None:
    match = levelx_match()
    assert match.do(Resign(0, 0)) == [Ended(1, [0, 0], [1], "resigned", 0)]


def test_the_last_person_to_resign_ends_the_match() -> None:
    """Against robots at once; among people, when all have resigned: then nobody has won."""
    match = bots_and_people(None, "random", "random")
    (ended,) = match.do(Resign(0, match.version))
    assert ended.data() == {"points": [0] * 3, "winners": [1, 2], "ended": "resigned", "seat": 0}
    match = levelx_match(players=3)
    match.do(Resign(0, 0))
    match.do(Resign(1, 1))
    assert match.result is None  # one person is left, and plays on against stand-ins
    (ended,) = match.do(Resign(2, 2))
    assert ended.data() == {"points": [0] * 3, "winners": [], "ended": "resigned", "seat": 2}
    start = LEVELX.start(3, {"first": 0})
    text = record_of(match, start).text()
    assert Record.read(text, find).result == ended.data()


def test_a_mistyped_throw_stays_once_somebody_has_resigned() -> None:
    match = seated(LEVELX.start(3, {"first": 0}), SeededDice(1), manual_dice=True)
    match.do(Roll(0, 0, (0, 1, 2, 3)))
    assert match.can_retype
    match.do(Resign(1, match.version))
    assert not match.can_retype


@pytest.mark.parametrize("name", STARTS)
def test_random_resignations_in_every_game(name: str) -> None:
    start = STARTS[name]
    for seed in range(3):
        play_with_resignations(start, seed)


def play_with_resignations(start: State, seed: int) -> None:
    """Whoever resigns, and when: the record replays to the state, and no leaver wins."""
    chance, match = Random(seed), seated(start, SeededDice(seed))
    log = events_data(match.opening)
    leavers = chance.sample(range(start.players), chance.randrange(1, start.players))
    due = sorted(chance.randrange(40) for _ in leavers)
    done = 0
    while match.result is None:
        if due and done >= due[0]:
            due.pop(0)
            log += events_data(match.do(Resign(leavers.pop(), match.version)))
        else:
            log += events_data(go_on(match, chance))
        done += 1
    assert match.resigned.isdisjoint(match.result.winners)
    assert match.result.winners
    stood_in = [line for line in match.events if line.get("by") == "stand-in"]
    assert {line["seat"] for line in stood_in} <= match.resigned
    text = record_of(match, start).text()
    record = Record.read(text, find)
    assert record.text() == text
    assert record.resigned == match.resigned
    assert record.final_state().snapshot() == match.state.snapshot()
    timeline = Timeline(start, log)
    assert timeline.state.snapshot() == match.state.snapshot()
    assert timeline.events == match.events
    assert verify(text, find).about("rules") == []
    check_that_only_these_can_have_won(lines_of(text), match.result.winners)


def check_that_only_these_can_have_won(lines: list[dict[str, Any]], winners: list[int]) -> None:
    for others in ([], [0], [1], [2], [0, 1], [1, 2], [0, 1, 2]):
        lines[-1]["winners"] = others
        assert (verify(text_of(lines), find).about("rules") == []) == (others == winners)


def test_without_the_resigned_leader_the_games_own_ranking_decides() -> None:
    """Whoever would have won, the next in the ranking does; everybody else changes nothing."""
    for name in ("levelx", "dicerun", "coursededes", "trotteurs"):
        start = STARTS[name]
        match = played(start, 5)
        state = match.state
        for seat in range(start.players):
            others = [other for other in range(start.players) if other != seat]
            found = state.game.positions.winners_among(state.record, others, state.points)
            if state.winners != [seat] and seat not in state.winners:
                assert found == state.winners, name
            assert found
            assert set(found) <= set(others)
        everybody = list(range(start.players))
        whole = state.game.positions.winners_among(state.record, everybody, state.points)
        assert whole == state.winners, name


def test_a_record_with_resignations_is_proven() -> None:
    lines = fair_lines(LEVELX.start(3, None, SMALL_BOX), resignations={3: 1, 9: 2})
    assert lines[-1]["winners"] == [0]
    report = checked(lines)
    assert report.verdict == "proven"
    assert report.stand_ins > 0


RESIGNATION: dict[str, Any] = {"seat": 1, "resigned": True}
WRONG: dict[str, list[dict[str, Any]]] = {
    "a seat that does not exist": [{"seat": 3, "resigned": True}],
    "no seat": [{"resigned": True}],
    "a seat that is no number": [{"seat": True, "resigned": True}],
    "not resigned": [{"seat": 1, "resigned": False}],
    "as a number": [{"seat": 1, "resigned": 1}],
    "something more": [{**RESIGNATION, "move": "-"}],
    "twice": [RESIGNATION, RESIGNATION],
    "everybody": [{"seat": seat, "resigned": True} for seat in range(3)],
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_resignation_is_refused_with_its_line(name: str) -> None:
    lines = lines_of(Record.of(LEVELX.start(3, {"first": 0})).text())
    with pytest.raises(BadRecord) as caught:
        Record.read(text_of([*lines, *WRONG[name]]), find)
    assert caught.value.line == 1 + len(WRONG[name])


def test_between_two_a_record_does_not_go_on() -> None:
    lines = lines_of(Record.of(LEVELX.start(2, {"first": 0})).text())
    with pytest.raises(BadRecord, match="ends the match"):
        Record.read(text_of([*lines, RESIGNATION]), find)


def test_a_move_of_the_seat_without_its_mark_is_refused() -> None:
    match = pebbles_match(0, 0, 0, 2, players=3)
    match.do(Roll(0, match.version))
    match.do(Resign(0, match.version))
    match.do(Move(0, match.version, "3"))
    lines = lines_of(record_of(match, PEBBLES.start(3)).text())
    Record.read(text_of(lines), find)
    del lines[-1]["by"]
    with pytest.raises(BadRecord, match="stand-in") as caught:
        Record.read(text_of(lines), find)
    assert caught.value.line == len(lines)


def test_older_records_that_ended_with_a_resignation_among_three_are_still_read() -> None:
    match = played(LEVELX.start(3, {"first": 0}), 2, most=60)
    points = match.state.points
    for seat in range(3):
        others = [other for other in range(3) if other != seat]
        best = max(points[other] for other in others)
        record = record_of(match, LEVELX.start(3, {"first": 0}))
        record.result = {
            "points": points,
            "winners": [other for other in others if points[other] == best],
            "ended": "resigned",
            "seat": seat,
        }
        assert Record.read(record.text(), find).result == record.result
