"""Stored events as a record without what was taken back, and as the steps of the match."""

import pytest

from ludotheque.core.errors import BadRecord
from ludotheque.core.game import Game
from ludotheque.core.state import State
from ludotheque.store.records import record_of
from ludotheque.store.store import Store
from ludotheque.table.event_data import fold
from ludotheque.table.events import Drawn, events_data
from ludotheque.table.record import EventData, Record
from ludotheque.table.timeline import Step, Timeline
from tests.project.pebbles import GAME as PEBBLES

from .played_matches import END, LEVELX, Table, draws, whole_match

GAMES = [LEVELX, PEBBLES]


def find(name: str) -> Game:
    return {"levelx": LEVELX, "pebbles": PEBBLES}[name]


def move(seat: int, text: str = "-") -> EventData:
    return {"seat": seat, "move": text}


# Folding


def test_a_move_taken_back_leaves_no_trace() -> None:
    log = [*draws(1), move(0, "a"), {"take_back": 0}, move(0, "b"), *draws(2)]
    assert fold(log) == ([*draws(1), move(0, "b"), *draws(2)], None)


def test_several_moves_are_taken_back_one_after_the_other() -> None:
    log = [*draws(1), move(0), move(1), {"take_back": 1}, {"take_back": 0}]
    assert fold(log) == (draws(1), None)


def test_the_result_stands_apart() -> None:
    assert fold([*draws(1), END]) == (draws(1), END)
    assert fold([]) == ([], None)


@pytest.mark.parametrize(
    ("log", "line"),
    [
        ([{"take_back": 0}], 2),
        ([*draws(1), {"take_back": 0}], 3),
        ([*draws(1), move(0), {"take_back": 1}], 4),
        ([*draws(1), move(0), {"take_back": None}], 4),
        ([*draws(1), move(0), *draws(2), {"take_back": 0}], 5),
        ([*draws(1), {"take_back": None}], 3),
        ([*draws(1), {"what": "ever"}], 3),
        ([END, *draws(1)], 3),
        ([END, END], 3),
    ],
)
def test_events_that_no_match_has_are_refused_with_their_line(
    log: list[EventData], line: int
) -> None:
    with pytest.raises(BadRecord) as caught:
        fold(log)
    assert caught.value.line == line


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_folding_gives_the_events_and_the_result_of_the_match(game: Game, seed: int) -> None:
    table, log = whole_match(game, seed)
    assert table.match.result is not None
    assert fold(log) == (table.match.events, table.match.result.data())


# Records


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_match_is_complete_and_can_be_read_by_anybody(
    store: Store, game: Game
) -> None:
    table, log = whole_match(game, seed=5)
    assert {"take_back"} in [event.keys() for event in log]
    store.create("m", table.record.header, log).result()
    record = record_of(store.load("m"), find)
    read = Record.read(record.text(), find)
    assert (read.events, read.result) == (table.match.events, log[-1])
    assert read.header == record.header == table.record.header


def test_the_record_of_a_match_in_progress_has_no_result(store: Store) -> None:
    table = Table.fresh(LEVELX, 4)
    store.create("m", table.record.header, table.opening).result()
    record = record_of(store.load("m"), find)
    assert (record.events, record.result) == (table.opening, None)
    record.final_state()


# Moments


def steps(start: State, log: list[EventData]) -> list[Step]:
    return Timeline(start, log).steps


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_after_every_command_there_is_a_step_with_its_state(game: Game, seed: int) -> None:
    table = Table.fresh(game, seed)
    start, log = table.record.start(), list(table.opening)
    seen = {table.match.version: table.match.state.snapshot()}
    for more in table.play():
        log += more
        seen[table.match.version] = table.match.state.snapshot()
    told = {step.version: step.state.snapshot() for step in steps(start, log)}
    assert {version: told[version] for version in seen} == seen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_steps_have_every_event_once_and_their_version_counts_them(game: Game, seed: int) -> None:
    table, log = whole_match(game, seed)
    told, counted = list(steps(table.record.start(), log)), 0
    assert [event for step in told for event in step.events] == log
    for step in told:
        counted += len(step.events)
        assert step.version == counted
    assert [step.kind for step in told].count("start") == 1
    assert told[-1].kind == "end"


def test_the_kinds_of_steps_in_a_match() -> None:
    """Level X: who begins is drawn at the start; four dice are a throw."""
    start = LEVELX.start(2)
    log = [
        {"draw": [2, 1]},
        *draws(4, 4, 4, 4),
        move(1, "5 5"),
        {"take_back": 1},
        move(1, "5"),
        *draws(0, 1, 2, 3),
        {"points": [0, 0], "winners": [1], "ended": "resigned", "seat": 0},
    ]
    after_throw = LEVELX.start(2)
    for event in log[:5]:
        after_throw.draw(event["draw"][1])
    assert {"5 5", "5"} <= set(after_throw.moves())
    log[-1]["points"] = [step.state.points for step in steps(start, log[:-1])][-1]
    told = list(steps(start, log))
    assert [(step.version, step.kind) for step in told] == [
        (1, "start"),
        (5, "throw"),
        (6, "move"),
        (7, "take-back"),
        (8, "move"),
        (12, "throw"),
        (13, "end"),
    ]
    assert [len(step.events) for step in told] == [1, 4, 1, 1, 1, 4, 1]
    assert told[3].state.snapshot() == told[1].state.snapshot() == after_throw.snapshot()
    assert start.draw_size == 2  # the caller's own: nothing has happened to it


def test_a_match_without_opening_draws_starts_at_version_0() -> None:
    start = LEVELX.start(2, {"first": 0})
    (only,) = steps(start, [])
    assert (only.version, only.kind, only.events) == (0, "start", [])
    told = list(steps(start, draws(1, 2, 3, 4)))
    assert [(step.version, step.kind) for step in told] == [(0, "start"), (4, "throw")]


def test_the_first_throw_is_no_part_of_the_opening_draws() -> None:
    """Pebbles: the luck of all is dealt at the start; then each die is asked for by a seat."""
    start = PEBBLES.start(2, {"guesses": False})
    opening = [{"draw": [3, 0]}, {"draw": [3, 1]}]
    log = [*opening, {"draw": [3, 2]}, move(0, "1"), {"draw": [3, 0]}]
    told = list(steps(start, log))
    assert [step.kind for step in told] == ["start", "throw", "move", "throw"]
    assert [step.version for step in told] == [2, 3, 4, 5]


def test_a_steps_state_is_the_callers() -> None:
    start = LEVELX.start(2, {"first": 0})
    for step in steps(start, draws(1, 2, 3, 4)):
        while step.state.awaits == "draw":
            step.state.draw(0)
        seen = step.state.snapshot()["dice"]
    assert seen == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("log", "line"),
    [
        (draws(6), 2),
        ([{"draw": [5, 1]}], 2),
        ([*draws(1, 2, 3, 4), move(1)], 6),
        ([*draws(1, 2, 3, 4), move(0, "x")], 6),
        ([*draws(1, 2, 3, 4), {"take_back": 0}], 6),
        ([*draws(1, 2, 3, 4), move(0), {"take_back": 1}], 7),
        ([*draws(1), END | {"points": [1, 0]}], 3),
        ([*draws(1), END, *draws(1)], 4),
    ],
)
def test_an_event_that_cannot_have_happened_is_refused_with_its_line(
    log: list[EventData], line: int
) -> None:
    with pytest.raises(BadRecord) as caught:
        list(steps(LEVELX.start(2, {"first": 0}), log))
    assert caught.value.line == line


def test_an_event_that_hides_something_cannot_be_kept() -> None:
    drawn = Drawn(1, 6, 3, "luck", "4", secret=True)
    assert events_data([drawn]) == draws(3)
    with pytest.raises(ValueError, match="does not say all"):
        drawn.seen_by(None).data()
