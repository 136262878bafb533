"""The story of a match: moments as people see them, from the rows that are kept."""

from typing import Any

import pytest

from ludotheque.table.events import Event, Move, Resign, Roll, TakeBack
from ludotheque.table.match import Match
from ludotheque.table.story import Story, ended_of, row_of

from .matches import LEVELX, levelx_match


def kept_match() -> tuple[Match, list[dict[str, Any]]]:
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
    return match, [row_of(event) for event in events]


def test_what_people_see_as_one_is_one_moment() -> None:
    _, rows = kept_match()
    story = Story(LEVELX.start(2), rows)
    assert [(moment.kind, moment.version) for moment in story.moments] == [
        ("start", 1),
        ("throw", 5),
        ("move", 6),
        ("take-back", 7),
        ("move", 8),
        ("throw", 12),
        ("end", 13),
    ]
    assert [row for moment in story.moments for row in moment.rows] == rows


def test_a_story_leads_to_the_lines_and_the_result_of_its_match() -> None:
    match, rows = kept_match()
    story = Story(LEVELX.start(2), rows)
    assert story.lines == match.lines
    assert story.version == match.version
    assert match.result is not None
    assert story.result == match.result.as_line()
    assert ended_of(story.result, story.version) == match.result


def test_a_story_told_row_by_row_is_the_same_story() -> None:
    _, rows = kept_match()
    at_once, bit_by_bit = Story(LEVELX.start(2), rows), Story(LEVELX.start(2))
    for row in rows:
        bit_by_bit.go_on([row])
    for one, other in zip(at_once.moments, bit_by_bit.moments, strict=True):
        assert (one.kind, one.version, one.rows) == (other.kind, other.version, other.rows)
        assert one.state.snapshot() == other.state.snapshot()


def test_the_moments_of_a_story_do_not_change_as_it_goes_on() -> None:
    _, rows = kept_match()
    story = Story(LEVELX.start(2), rows[:6])
    before = [moment.state.snapshot() for moment in story.moments]
    story.go_on(rows[6:])
    assert [moment.state.snapshot() for moment in story.moments][: len(before)] == before


def test_what_is_no_event_of_a_match_cannot_be_kept() -> None:
    with pytest.raises(ValueError, match="cannot be kept"):
        row_of(Event(1))
