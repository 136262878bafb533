"""The timeline of a match: steps as people see them, from the events that are stored."""

from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import BadRecord, State
from ludotheque.table.dice import SeededDice
from ludotheque.table.event_data import fold
from ludotheque.table.events import Ended, Event, Move, Resign, Roll, TakeBack, events_data
from ludotheque.table.record import apply_event
from ludotheque.table.timeline import Timeline

from .matches import LEVELX, MatchDriver, go_on, levelx_match, seated, starts


def kept_match() -> tuple[MatchDriver, list[dict[str, Any]]]:
    """A short match, and the row of each of its events."""
    match = levelx_match(1, 1, 2, 4, 5, first=None)
    events = list(match.opening)
    for command in (
        Roll(1, 1),
        Move(1, 5, "5 5 6"),
        TakeBack(1, 6),
        Move(1, 7, "8 8"),
        Roll(0, 8),
        Resign(0, 12),
    ):
        events += match.do(command)
    return match, [event.data() for event in events]


def test_what_people_see_as_one_is_one_step() -> None:
    _, log = kept_match()
    timeline = Timeline(LEVELX.start(2), log)
    assert [(step.kind, step.version) for step in timeline.steps] == [
        ("start", 1),
        ("throw", 5),
        ("move", 6),
        ("take-back", 7),
        ("move", 8),
        ("throw", 12),
        ("end", 13),
    ]
    assert [event for step in timeline.steps for event in step.events] == log


def test_a_timeline_leads_to_the_events_and_the_result_of_its_match() -> None:
    match, log = kept_match()
    timeline = Timeline(LEVELX.start(2), log)
    assert timeline.events == match.events
    assert timeline.version == match.version
    assert match.result is not None
    assert timeline.result is not None
    assert timeline.result == match.result.data()
    assert Ended.read(timeline.result, timeline.version) == match.result


def test_a_timeline_extended_event_by_event_is_the_same() -> None:
    _, log = kept_match()
    at_once, bit_by_bit = Timeline(LEVELX.start(2), log), Timeline(LEVELX.start(2))
    for event in log:
        bit_by_bit.extend([event])
    for one, other in zip(at_once.steps, bit_by_bit.steps, strict=True):
        assert (one.kind, one.version, one.events) == (other.kind, other.version, other.events)
        assert one.state.snapshot() == other.state.snapshot()


def test_the_steps_of_a_timeline_do_not_change_as_it_is_extended() -> None:
    _, log = kept_match()
    timeline = Timeline(LEVELX.start(2), log[:6])
    before = [step.state.snapshot() for step in timeline.steps]
    timeline.extend(log[6:])
    assert [step.state.snapshot() for step in timeline.steps][: len(before)] == before


@pytest.mark.parametrize("name", ["dicerun", "coursededes"])
def test_a_card_drawn_after_a_move_belongs_to_its_step_and_dice_thrown_after_it_do_not(
    name: str,
) -> None:
    start = ludotheque.game(name).start(3)
    match, chance = seated(start, SeededDice(3)), Random(3)
    while match.waits_for.what != "end":
        go_on(match, chance)
    steps = match.timeline.steps
    with_cards = [step for step in steps if step.kind == "move" and len(step.events) > 1]
    dice = [step for step in steps if step.kind == "throw"]
    assert with_cards
    assert dice
    for step in with_cards:
        assert step.before is not None
        state = step.before.copy()
        for event in step.events:
            assert "move" in event or state.pending_draws[0].secret
            apply_event(state, event)
    for step in dice:
        assert step.before is not None
        assert not step.before.pending_draws[0].secret
    bit_by_bit = Timeline(start)
    for event in match.timeline.log.events():
        bit_by_bit.extend([event])
    assert [(step.kind, step.version) for step in bit_by_bit.steps] == [
        (step.kind, step.version) for step in steps
    ]


def test_what_is_no_event_of_a_match_cannot_be_kept() -> None:
    with pytest.raises(ValueError, match="cannot be kept"):
        Event(1).data()


@pytest.mark.parametrize("start", starts())
@pytest.mark.parametrize("seed", [1, 2])
def test_a_timeline_keeps_up_with_its_match_command_by_command(start: State, seed: int) -> None:
    """Whatever is done, taken back and done again, both say the same."""
    match, chance = seated(start, SeededDice(seed)), Random(seed)
    timeline = Timeline(start, events_data(match.opening))
    for _ in range(60):
        if match.waits_for.what == "end":
            break
        taker = match.taker_back
        if taker is not None and chance.random() < 0.4:
            events = match.do(TakeBack(taker, match.version))
        else:
            events = go_on(match, chance)
        timeline.extend(events_data(events))
        assert timeline.version == match.version == timeline.steps[-1].version
        assert timeline.taker_back == match.taker_back
        assert timeline.events == match.events
        assert timeline.state.states.tobytes() == match.state.states.tobytes()
        assert timeline.steps[-1].state.snapshot() == match.state.snapshot()
        again = seated(start, SeededDice(seed), events=timeline.events)
        assert (again.taker_back, again.waits_for) == (match.taker_back, match.waits_for)


def test_versions_only_ever_grow() -> None:
    _, log = kept_match()
    versions = [step.version for step in Timeline(LEVELX.start(2), log).steps]
    assert versions == sorted(set(versions))
    assert versions[-1] == len(log)


def test_who_may_take_back_is_known_after_every_event() -> None:
    _, log = kept_match()
    takers = [Timeline(LEVELX.start(2), log[:count]).taker_back for count in range(len(log) + 1)]
    assert takers == [None] * 6 + [1, None, 1] + [None] * 5


def test_a_timeline_that_has_ended_has_nothing_to_take_back() -> None:
    _, log = kept_match()
    end = {"points": [0, 0], "winners": [1], "ended": "resigned", "seat": 0}
    timeline = Timeline(LEVELX.start(2), log[:6])
    assert timeline.taker_back == 1
    points = timeline.state.points
    timeline.extend([{**end, "points": points}])
    assert timeline.taker_back is None


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({"draw": [6, 6]}, "6"),
        ({"draw": [4, 0]}, "size"),
        ({"seat": 1, "move": "5 5 6"}, "move"),
        ({"take_back": 1}, "take back"),
        ({"points": [0, 0], "winners": [0], "ended": "played"}, "ended"),
        ({"kick": 1}, "neither"),
        ([], "neither"),
    ],
)
def test_an_event_that_cannot_have_happened_is_refused_with_its_line(
    event: Any, reason: str
) -> None:
    _, log = kept_match()
    timeline = Timeline(LEVELX.start(2), log[:1])
    with pytest.raises(BadRecord, match=reason) as caught:
        timeline.extend([event])
    assert caught.value.line == 3  # the header, the lot, this
    assert (timeline.version, timeline.events) == (1, log[:1])
    timeline.extend(log[1:])
    assert timeline.version == len(log)


def test_only_who_moved_takes_back() -> None:
    _, log = kept_match()
    timeline = Timeline(LEVELX.start(2), log[:6])
    with pytest.raises(BadRecord):
        timeline.extend([{"take_back": 0}])
    timeline.extend([{"take_back": 1}])
    with pytest.raises(BadRecord):
        timeline.extend([{"take_back": 1}])


def test_nothing_follows_the_end() -> None:
    match, log = kept_match()
    timeline = Timeline(LEVELX.start(2), log)
    for event in ({"draw": [6, 0]}, {"take_back": 1}, log[-1]):
        with pytest.raises(BadRecord):
            timeline.extend([event])
        with pytest.raises(BadRecord):
            fold([*log, event])
    assert (timeline.version, timeline.events) == (match.version, match.events)


def test_folding_a_log_gives_the_events_and_the_result_of_the_timeline() -> None:
    _, log = kept_match()
    for count in range(len(log) + 1):
        timeline = Timeline(LEVELX.start(2), log[:count])
        assert fold(log[:count]) == (timeline.events, timeline.result)
