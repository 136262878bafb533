"""A match: commands in, events out; what is refused changes nothing."""

from random import Random
from typing import Any

import pytest

from ludotheque import BadDraw, IllegalMove
from ludotheque.table.events import (
    Command,
    Drawn,
    Move,
    Moved,
    Resign,
    Roll,
    TakeBack,
)
from ludotheque.table.match import Match, Seat
from ludotheque.table.waiting import Waiting
from tests.cases import cases
from tests.project.pebbles import GAME as PEBBLES

from .matches import (
    LEVELX,
    SMALL_BOX,
    CountedDice,
    everything,
    go_on,
    levelx_match,
    pebbles_match,
    played,
    refusal,
    seated,
)

# Seats and the beginning


def test_a_match_has_as_many_seats_as_players() -> None:
    state = LEVELX.start(3)
    with pytest.raises(ValueError, match="3 players need 3 seats"):
        Match.begin(state, [Seat("Ada"), Seat("Bob")], CountedDice())


def test_a_seat_is_a_persons_or_a_bots() -> None:
    assert Seat("Ada").is_human
    assert not Seat("Bob", bot="random").is_human


def test_draws_that_ask_nobody_are_made_before_anybody_is_asked() -> None:
    match = levelx_match(1, first=None)
    assert match.opening == [Drawn(1, 2, 1, "the first seat", "1")]
    assert match.version == 1
    assert match.waits_for == Waiting("roll", 1)


def test_a_match_in_which_nothing_is_drawn_at_first_opens_without_a_word() -> None:
    match = levelx_match(first=1)
    assert (match.opening, match.version, match.events) == ([], 0, [])
    assert match.waits_for == Waiting("roll", 1)


# Rolling and moving


def test_a_turn_is_a_roll_and_a_move_of_the_same_seat() -> None:
    match = levelx_match(1, 2, 4, 5)
    events = match.do(Roll(0, 0))
    assert events == [
        Drawn(version, 6, k, f"die {version}", str(k + 1))
        for version, k in enumerate((1, 2, 4, 5), 1)
    ]
    assert match.waits_for == Waiting("move", 0)
    assert match.do(Move(0, 4, "5 5 6")) == [Moved(5, 0, "5 5 6", "5 5 6")]
    assert match.waits_for == Waiting("roll", 1)
    assert match.version == 5


def test_a_match_has_its_events_as_a_record_has_them() -> None:
    match = levelx_match(1, 2, 4, 5)
    match.do(Roll(0, 0))
    match.do(Move(0, 4, "5 5 6"))
    draws = [{"draw": [6, k]} for k in (1, 2, 4, 5)]
    assert match.events == [*draws, {"seat": 0, "move": "5 5 6"}]


def test_only_the_seat_whose_turn_it_is_rolls_and_moves() -> None:
    match = levelx_match()
    assert str(refusal(match, Roll(1, 0))) == (
        "seat 1 cannot roll now: a roll of seat 0 is awaited"
    )
    match.do(Roll(0, 0))
    assert refusal(match, Move(1, 4, "-")).code == "not_awaited"


def test_nobody_moves_before_rolling_or_rolls_twice() -> None:
    match = levelx_match()
    assert refusal(match, Move(0, 0, "-")).code == "not_awaited"
    match.do(Roll(0, 0))
    assert refusal(match, Roll(0, 4)).code == "not_awaited"


@pytest.mark.parametrize("move", ["5 5 5", "", "5  5", None, 5])
def test_an_illegal_move_is_refused_by_the_rules_and_changes_nothing(move: Any) -> None:
    match = levelx_match(1, 2, 4, 5)
    match.do(Roll(0, 0))
    before = everything(match)
    with pytest.raises(IllegalMove):
        match.do(Move(0, 4, move))
    assert everything(match) == before
    match.do(Move(0, 4, "5 5 6"))


# Versions


@pytest.mark.parametrize("version", [-1, 3, 5, True, 4.0, "4", None])
def test_a_command_for_another_version_is_refused_as_stale(version: Any) -> None:
    match = levelx_match()
    match.do(Roll(0, 0))
    for command in (Move(0, version, "-"), Roll(0, version), TakeBack(0, version)):
        assert refusal(match, command).code == "stale"
    assert refusal(match, Resign(1, version)).code == "stale"


@pytest.mark.parametrize("version", [True, 1.0])
def test_what_only_equals_the_version_is_not_the_version(version: Any) -> None:
    match = levelx_match(1, first=None)
    assert match.version == version
    assert refusal(match, Roll(1, version)).code == "stale"


def test_a_command_that_is_sent_twice_is_carried_out_once() -> None:
    match = levelx_match()
    for command in (Roll(0, 0), Move(0, 4, "-"), TakeBack(0, 5), Move(0, 6, "-")):
        match.do(command)
        assert refusal(match, command).code == "stale"


@pytest.mark.parametrize("seat", [-1, 2, True, 0.0, "0", None])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: Any) -> None:
    match = levelx_match()
    for command in (Roll(seat, 0), Move(seat, 0, "-"), TakeBack(seat, 0), Resign(seat, 0)):
        assert refusal(match, command).code == "no_seat"


def test_every_event_has_the_next_version() -> None:
    match, chance, versions = seated(LEVELX.start(3), CountedDice()), Random(1), []
    versions += [event.version for event in match.opening]
    for _ in range(20):
        versions += [event.version for event in go_on(match, chance)]
    assert versions == list(range(1, match.version + 1))


def test_what_is_no_command_of_the_table_is_a_mistake_of_the_program() -> None:
    match = levelx_match()
    before = everything(match)
    with pytest.raises(TypeError):
        match.do(Command(0, 0))
    assert everything(match) == before


# What a match gives away


def test_what_a_match_returns_is_the_callers() -> None:
    match = levelx_match(1, 2, 4, 5)
    match.do(Roll(0, 0))
    before = everything(match)
    match.state.play("9")
    match.events.clear()
    match.events[0]["draw"][1] = 5
    assert everything(match) == before


def test_a_match_does_not_hold_on_to_the_state_and_events_it_was_given() -> None:
    start, lines = LEVELX.start(2, {"first": 0}), [{"draw": [6, 3]}, {"draw": [6, 2]}]
    match = seated(start, CountedDice(), events=lines)
    before = everything(match)
    start.draw(5)
    lines[0]["draw"][1] = 0
    assert everything(match) == before


def test_secret_draws_and_moves_are_seen_by_those_who_may() -> None:
    match = pebbles_match(2, 1, 0)
    secret = match.opening[0]
    assert secret == Drawn(1, 3, 2, "luck of seat 0", "2", secret=True)
    for seat in (None, 0, 1):
        assert secret.seen_by(seat) == Drawn(1, 3, None, "luck of seat 0", None, secret=True)
    (thrown,) = match.do(Roll(0, match.version))
    (taken,) = match.do(Move(0, match.version, "1"))
    (guessed,) = match.do(Move(1, match.version, "odd"))
    for seat in (None, 0, 1):
        assert thrown.seen_by(seat) == thrown
        assert taken.seen_by(seat) == taken
    assert guessed.seen_by(1) == guessed == Moved(5, 1, "odd", "?")
    for seat in (None, 0):
        assert guessed.seen_by(seat) == Moved(5, 1, "?", "?")


# Draws


def test_draws_are_asked_for_by_number_and_size() -> None:
    dice = CountedDice()
    match = seated(LEVELX.start(3), dice)
    match.do(Roll(0, match.version))
    match.do(Move(0, match.version, "-"))
    match.do(TakeBack(0, match.version))
    match.do(Move(0, match.version, "-"))
    match.do(Roll(1, match.version))
    assert dice.asked == [(0, 3), *((number, 6) for number in range(1, 9))]


@pytest.mark.parametrize("commands", [0, 1, 2, 3, 8, 9])
def test_a_match_put_away_goes_on_with_its_draws_its_version_and_its_take_backs(
    commands: int,
) -> None:
    start = PEBBLES.start(3)
    match = played(start, 3, most=commands)
    dice = CountedDice()
    again = seated(start, dice, events=match.events)
    assert again.opening == []
    assert everything(again) == everything(match)
    while again.waits_for.what != "roll":
        go_on(again, Random(0))
    go_on(again, Random(0))
    assert dice.asked == [(sum("draw" in line for line in match.events), 3)]


@pytest.mark.parametrize("dice", range(4))
def test_a_match_put_away_in_the_middle_of_a_throw_finishes_the_throw(dice: int) -> None:
    lines = [{"draw": [6, 3]}] * dice
    match = seated(LEVELX.start(2, {"first": 1}), CountedDice(), events=lines)
    assert len(match.opening) == (4 - dice if dice else 0)
    assert match.waits_for == Waiting("move" if dice else "roll", 1)


def test_a_match_that_was_over_is_over() -> None:
    start = LEVELX.start(2, {"first": 0}, SMALL_BOX)
    match = played(start, 1)
    assert match.result is not None
    again = seated(start, CountedDice(), events=[*match.events, match.result.data()])
    assert everything(again) == everything(match)
    assert again.opening == []
    unsaid = seated(start, CountedDice(), events=match.events)
    assert unsaid.opening == [match.result]


class FailingDice(CountedDice):
    """Dice that roll off the table once, at a given draw."""

    def __init__(self, fails_at: int, fall: int | None) -> None:
        super().__init__()
        self.fails_at, self.fall = fails_at, fall

    def draw(self, number: int, size: int) -> int:
        if number == self.fails_at:
            self.fails_at = -1
            if self.fall is None:
                raise OSError("the dice are gone")
            return self.fall
        return super().draw(number, size)


@cases("fails_at", range(4))
@cases(("fall", "error"), [(None, OSError), (6, BadDraw), (-1, BadDraw)])
def test_dice_that_fail_in_the_middle_of_a_throw_leave_the_match_as_it_was(
    fails_at: int, fall: int | None, error: type[Exception]
) -> None:
    match = seated(LEVELX.start(2, {"first": 0}), FailingDice(fails_at, fall))
    before = everything(match)
    with pytest.raises(error):
        match.do(Roll(0, 0))
    assert everything(match) == before
    assert len(match.do(Roll(0, 0))) == 4
