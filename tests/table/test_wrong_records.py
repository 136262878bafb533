"""Every kind of wrong line is refused, with its number and the reason."""

from random import Random
from typing import Any

import pytest

from ludotheque import BadRecord
from tests.cases import cases

from .matches import SMALL_BOX, read, sample, text_of


def refusal(lines: list[Any]) -> tuple[int, str]:
    """The line and the reason that a record is refused with."""
    with pytest.raises(BadRecord) as caught:
        read(text_of(lines))
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.reason}"
    return caught.value.line, caught.value.reason


HEADER = [
    ({"format": "ludotheque/2"}, "format is 'ludotheque/2'; it must be 'ludotheque/1'"),
    ({"format": None}, "format is None"),
    ({"format": ["x"]}, "format is ['x']"),
    ({"game": "chess"}, "there is no game 'chess'"),
    ({"game": None}, "there is no game None"),
    ({"game": ["levelx"]}, "there is no game ['levelx']"),
    ({"players": 5}, "Level X is for 2 to 4 players, not 5"),
    ({"players": 2.0}, "Level X is for 2 to 4 players, not 2.0"),
    ({"players": True}, "Level X is for 2 to 4 players, not True"),
    ({"players": None}, "Level X is for 2 to 4 players, not None"),
    ({"options": {"first": 2}}, "option 'first' cannot be 2"),
    ({"options": {"first": None, "slow": 1}}, "there is no option 'slow'"),
    ({"options": {}}, "options lack 'first'"),
    ({"options": None}, "options are a mapping of names to values, not None"),
    ({"options": [["first", 0]]}, "options are a mapping"),
    ({"edition": {}}, "the edition lacks 'name'"),
    ({"edition": SMALL_BOX | {"spaces": [9]}}, "spaces"),
    ({"edition": SMALL_BOX | {"pawns": 3}}, "unknown component 'pawns'"),
    ({"edition": "box.toml"}, "the edition is neither null nor a table of components"),
    ({"edition": []}, "the edition is neither null nor a table of components"),
    ({"names": "\ud83c"}, "not UTF-8 text"),
]


@cases(("change", "reason"), HEADER, ids=[str(case[0]) for case in HEADER])
def test_a_wrong_first_line_is_refused(change: dict[str, Any], reason: str) -> None:
    header, *events = sample()
    line, said = refusal([header | change, *events])
    assert line == 1
    assert reason in said


@cases("key", ["format", "game", "players", "options", "edition"])
def test_a_first_line_that_lacks_something_is_refused(key: str) -> None:
    header, *events = sample()
    del header[key]
    line, said = refusal([header, *events])
    assert line == 1
    assert key in said


def test_an_empty_record_is_refused() -> None:
    with pytest.raises(BadRecord, match="line 1: the record is empty"):
        read("")


LINES = [  # in the place of line 3, where the first die is drawn
    ("", "the line is empty"),
    ("  ", "the line is empty"),
    ("draw", "not JSON"),
    ("{", "not JSON"),
    ('{"draw": [6, NaN]}', "not JSON (NaN)"),
    ('{"draw": [6, -Infinity]}', "not JSON (-Infinity)"),
    ("[" * 100_000, "not JSON"),
    ('{"draw": [6, ' + "1" * 5000 + "]}", "not JSON"),
    ("[6, 1]", "not a JSON object"),
    ("null", "not a JSON object"),
    ({}, "neither a draw ('draw') nor a move"),
    ({"seat": 0}, "neither a draw ('draw') nor a move"),
    ({"move": "5"}, "neither a draw ('draw') nor a move"),
    ({"winners": [0]}, "neither a draw ('draw') nor a move"),
    ({"draw": [6, 1], "seat": 0}, "a draw has no 'seat'; it has: by, draw"),
    ({"draw": [6, 1], "move": "5"}, "a draw has no 'move'"),
    ({"seat": 0, "move": "5", "time": 1}, "a move has no 'time'; it has: by, move, seat"),
    ({"draw": [6, 1], "by": "stand-in"}, "'by' of a draw can only be 'hand', not 'stand-in'"),
    ({"draw": [6, 1], "by": None}, "'by' of a draw can only be 'hand', not None"),
    ({"seat": 0, "move": "5", "by": "hand"}, "'by' of a move can only be 'stand-in'"),
    ({"draw": 1}, "a draw is [size, outcome], not 1"),
    ({"draw": [6]}, "a draw is [size, outcome], not [6]"),
    ({"draw": [6, 1, 1]}, "a draw is [size, outcome]"),
    ({"draw": {"6": 1}}, "a draw is [size, outcome]"),
    ({"draw": None}, "a draw is [size, outcome]"),
    ({"draw": [2, 1]}, "a draw of size 6 is awaited, not 2"),
    ({"draw": [6.0, 1]}, "a draw of size 6 is awaited, not 6.0"),
    ({"draw": [True, 0]}, "a draw of size 6 is awaited, not True"),
    ({"draw": [6, 6]}, "the draw 6 is not a whole number from 0 to 5"),
    ({"draw": [6, -1]}, "the draw -1 is not a whole number from 0 to 5"),
    ({"draw": [6, 1.0]}, "the draw 1.0 is not"),
    ({"draw": [6, True]}, "the draw True is not"),
    ({"draw": [6, None]}, "the draw None is not"),
    ({"draw": [6, [1]]}, "the draw [1] is not"),
    ({"seat": 0, "move": "5"}, "no move is awaited"),
    ({"points": [0, 0], "winners": [0], "ended": "played"}, "nothing can follow"),
]


@cases(("line", "reason"), LINES, ids=[str(case[0])[:40] for case in LINES])
def test_a_wrong_line_is_refused_with_its_number_and_reason(line: Any, reason: str) -> None:
    lines = sample()
    lines[2] = line
    number, said = refusal(lines)
    assert number == (4 if "follow" in reason else 3)
    assert reason in said
    assert len(said) < 300


MOVES = [  # in the place of line 7, where seat 1 makes the first move with 4-2-6-3
    ({"seat": 0, "move": "5"}, "a move of seat 1 is awaited, not of 0"),
    ({"seat": True, "move": "5"}, "a move of seat 1 is awaited, not of True"),
    ({"seat": None, "move": "5"}, "a move of seat 1 is awaited, not of None"),
    ({"seat": 1, "move": "5 5 5 5"}, "cannot make"),
    ({"seat": 1, "move": "4"}, "there is no row 4"),
    ({"seat": 1, "move": 5}, "a move is a text"),
    ({"seat": 1, "move": None}, "a move is a text"),
    ({"seat": 1, "move": "x" * 100_000}, "is not a move"),
    ({"draw": [6, 1]}, "no draw is awaited; the state awaits: move"),
    ({"draw": ["?", "?"]}, "no draw is awaited; the state awaits: move"),
]


@cases(("line", "reason"), MOVES, ids=[str(case[0])[:40] for case in MOVES])
def test_a_wrong_move_is_refused_with_its_number_and_reason(line: Any, reason: str) -> None:
    lines = sample()
    assert lines[6]["seat"] == 1
    lines[6] = line
    number, said = refusal(lines)
    assert number == 7
    assert reason in said
    assert len(said) < 300


def ends() -> list[tuple[dict[str, Any], str]]:
    end = sample()[-1]
    points, winners = end["points"], end["winners"]
    seat = {"seat": 0}
    return [
        (end | {"ended": "won"}, "ended is 'won'; allowed: played, resigned, abandoned"),
        (end | {"ended": None}, "ended is None"),
        (end | {"ended": ["played"]}, "ended is ['played']"),
        (end | seat, "an end by 'played' has exactly: ended, points, winners"),
        ({"ended": "played"}, "an end by 'played' has exactly: ended, points, winners"),
        ({"points": points}, "ended is None"),
        (end | {"points": [0, 0]}, "points are [0, 0]; the events lead to"),
        (end | {"points": points[::-1]}, "the events lead to"),
        (end | {"points": [float(each) for each in points]}, "the events lead to"),
        (end | {"points": {}}, "points are {}"),
        (end | {"points": [points]}, "the events lead to"),
        (end | {"winners": []}, "winners are []; the events lead to"),
        (end | {"winners": [bool(each) for each in winners]}, "the events lead to"),
        (end | {"winners": [0, 1]}, "winners are [0, 1]; the events lead to"),
        (end | {"winners": None}, "winners are None"),
        (end | {"ended": "abandoned"}, "cannot have ended as 'abandoned': the state awaits: end"),
        (end | {"ended": "resigned"} | seat, "cannot have ended as 'resigned'"),
    ]


@cases(("end", "reason"), ends())
def test_a_wrong_end_is_refused(end: dict[str, Any], reason: str) -> None:
    *events, _ = sample()
    number, said = refusal([*events, end])
    assert number == len(events) + 1
    assert reason in said


@cases(
    ("end", "reason"),
    [
        (
            {"ended": "played", "winners": [0]},
            "cannot have ended as 'played': the state awaits: draw",
        ),
        ({"ended": "resigned", "winners": [1]}, "an end by 'resigned' has exactly"),
        ({"ended": "resigned", "seat": 2, "winners": [1]}, "seat is 2; the seats are 0 … 1"),
        ({"ended": "resigned", "seat": True, "winners": [0]}, "seat is True"),
        ({"ended": "resigned", "seat": None, "winners": [0]}, "seat is None"),
        (
            {"ended": "resigned", "seat": 0, "winners": [0]},
            "winners are [0]; the events lead to [1]",
        ),
        ({"ended": "resigned", "seat": 0, "winners": [True]}, "winners are [True]"),
        ({"ended": "resigned", "seat": 0, "winners": [1, 1]}, "winners are [1, 1]"),
        ({"ended": "resigned", "seat": 0, "winners": [[1]]}, "winners are [[1]]"),
        ({"ended": "resigned", "seat": 0, "winners": 1}, "winners are 1"),
        ({"ended": "abandoned", "winners": [2]}, "winners are [2]"),
        ({"ended": "abandoned", "winners": [1, 0]}, "winners are [1, 0]"),
        ({"ended": "abandoned", "winners": [], "points": [1, 0]}, "points are [1, 0]"),
    ],
)
def test_a_wrong_end_of_a_match_given_up_is_refused(end: dict[str, Any], reason: str) -> None:
    number, said = refusal([*sample()[:2], {"points": [0, 0]} | end])
    assert number == 3
    assert reason in said


def test_nothing_follows_the_end() -> None:
    lines = sample()
    for more in (lines[-1], lines[1], "{}"):
        assert refusal([*lines, more]) == (
            len(lines) + 1,
            "the match has ended already: nothing can follow",
        )
    with pytest.raises(BadRecord, match="nothing can follow"):
        read(text_of(lines) + '{"dr')


def test_lines_of_two_kinds_cannot_change_places() -> None:
    lines, chance = sample(), Random(1)
    for _ in range(200):
        one, other = sorted(chance.sample(range(len(lines)), 2))
        if lines[one].keys() != lines[other].keys():
            changed = list(lines)
            changed[one], changed[other] = lines[other], lines[one]
            number, _ = refusal(changed)
            assert number > one
