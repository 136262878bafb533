"""Real dice: public draws are typed in, a whole throw at once; secret ones are dealt as always."""

from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.core.errors import BadCommand, BadDraw, BadRecord
from ludotheque.core.state import State
from ludotheque.table.dice import SeededDice
from ludotheque.table.event_data import fold
from ludotheque.table.events import Move, Retype, Roll, TakeBack, events_data
from ludotheque.table.fairness import Fairness
from ludotheque.table.manual_dice import (
    LastThrow,
    check_not_final,
    describe_dice,
    dice_to_type,
    draws_to_type,
    parse_throw,
)
from ludotheque.table.record import Record
from ludotheque.table.timeline import Timeline
from ludotheque.table.verification import verify
from ludotheque.table.waiting import Waiting
from tests.table.matches import CountedDice, everything, find, refusal, seated

from .matches import MatchDriver

GAMES = ludotheque.games()
MASTERDES = ludotheque.game("masterdes")
TROTTEURS = ludotheque.game("trotteurs")
DICERUN = ludotheque.game("dicerun")
LEVELX = ludotheque.game("levelx")


def manual_dice(start: State, *falls: int) -> MatchDriver:
    return seated(start, CountedDice(*falls), manual_dice=True)


def thrown_by(dice: SeededDice, match: MatchDriver) -> tuple[int, ...]:
    """What those dice would show for the throw that the match waits for."""
    first = sum("draw" in line for line in match.events)
    sizes = [len(drawn.faces) for drawn in draws_to_type(match.state)]
    return tuple(dice.draw(first + place, size) for place, size in enumerate(sizes))


def played_by_hand(
    start: State, seed: int, dice: Any = None
) -> tuple[MatchDriver, list[dict[str, Any]]]:
    """A whole match whose dice are typed in, and its events."""
    match = seated(start, dice or SeededDice(seed), manual_dice=True)
    chance, log = Random(seed), events_data(match.opening)
    while match.waits_for.what != "end":
        waiting, version = match.waits_for, match.version
        if waiting.what == "throw":
            typed = thrown_by(SeededDice(seed), match)
            log += events_data(match.do(Roll(0, version, typed)))
        else:
            assert waiting.what == "move"
            assert waiting.seat is not None
            move = chance.choice(sorted(match.state.moves()))
            log += events_data(match.do(Move(waiting.seat, version, move)))
    return match, log


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_only_a_throw_that_ends_the_match_is_asked_about(name: str, seed: int) -> None:
    game = ludotheque.game(name)
    players = game.players[0]
    names, words = [f"Seat {seat}" for seat in range(players)], game.language("en")
    match = seated(game.start(players), SeededDice(seed), manual_dice=True)
    chance = Random(seed)
    while (waiting := match.waits_for).what != "end":
        if waiting.what == "throw":
            typed, state = thrown_by(SeededDice(seed), match), match.state
            try:
                check_not_final(state, dice_to_type(state, names, words), typed, names, words)
                asked = False
            except LastThrow:
                asked = True
            assert match.state.snapshot() == state.snapshot()
            match.do(Roll(0, match.version, typed))
            assert asked == (match.waits_for.what == "end")
        else:
            assert waiting.seat is not None
            move = chance.choice(sorted(match.state.moves()))
            match.do(Move(waiting.seat, match.version, move))


def played_by_the_program(start: State, seed: int) -> MatchDriver:
    match, chance = seated(start, SeededDice(seed)), Random(seed)
    while match.waits_for.what != "end":
        waiting = match.waits_for
        assert waiting.seat is not None
        if waiting.what == "roll":
            match.do(Roll(waiting.seat, match.version))
        else:
            move = chance.choice(sorted(match.state.moves()))
            match.do(Move(waiting.seat, match.version, move))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_a_match_with_typed_dice_is_the_match_that_the_program_would_have_thrown(name: str) -> None:
    game = ludotheque.game(name)
    start = game.start(game.players[-1])
    typed, log = played_by_hand(start, 5)
    rolled = played_by_the_program(start, 5)
    assert [{**line, "by": None} for line in typed.events] == [
        {**line, "by": None} for line in rolled.events
    ]
    assert typed.result is not None
    assert rolled.result is not None
    assert typed.result.data() == rolled.result.data()
    lines, result = fold(log)
    assert (lines, result) == (typed.events, typed.result.data())


@pytest.mark.parametrize("name", GAMES)
def test_exactly_the_public_draws_are_marked_as_typed(name: str) -> None:
    game = ludotheque.game(name)
    start = game.start(game.players[0])
    match, _ = played_by_hand(start, 3)
    state = start.copy()
    for line in match.events:
        if "draw" in line:
            assert (line.get("by") == "hand") == (not state.throw[0]["secret"])
            state.draw(line["draw"][1])
        else:
            state.play(line["move"])


@pytest.mark.parametrize("name", GAMES)
def test_typed_draws_are_unproven_and_the_dealt_ones_between_them_proven(name: str) -> None:
    game = ludotheque.game(name)
    fairness = Fairness.create("a-match-by-hand", game.players[0])
    start = game.start(game.players[0])
    fairness.fix_header(Record.of(start, dice="hand").header)
    match, _ = played_by_hand(start, 8, fairness.dice())
    assert match.result is not None
    record = Record.of(start, dice="hand", fairness=fairness.header(finished=True))
    record.events, record.result = match.events, match.result.data()
    report = verify(record.text(), find)
    assert report.verdict == "unproven"
    assert report.typed == sum(line.get("by") == "hand" for line in match.events) > 0
    assert report.proven == report.draws - report.typed
    assert Record.read(record.text(), find).manual_dice


@pytest.mark.parametrize("name", GAMES)
def test_a_match_with_typed_dice_goes_on_where_it_was_put_away(name: str) -> None:
    game = ludotheque.game(name)
    start = game.start(game.players[0])
    match, _ = played_by_hand(start, 2)
    for count in range(0, len(match.events), max(len(match.events) // 12, 1)):
        again = seated(start, SeededDice(2), events=match.events[:count], manual_dice=True)
        if again.waits_for.what == "throw":
            again.do(Roll(0, again.version, thrown_by(SeededDice(2), again)))
            assert again.events == match.events[: len(again.events)]


# What is asked


def test_a_throw_that_asks_nobody_waits_for_what_people_type() -> None:
    match = manual_dice(LEVELX.start(3))
    assert match.waits_for == Waiting("throw")
    match.do(Roll(1, match.version, (2,)))
    assert match.state.snapshot()["first"] == 2
    assert match.waits_for == Waiting("throw")
    assert [draw.what for draw in draws_to_type(match.state)] == [
        "die 1",
        "die 2",
        "die 3",
        "die 4",
    ]


def test_the_dealer_deals_by_itself_what_is_secret() -> None:
    match = manual_dice(DICERUN.start(3))
    match.do(Roll(0, match.version, (0,) * 30))
    assert all(line.get("by") is None for line in match.events[30:])
    match.do(Move(0, match.version, "pick:r1,b1"))
    assert [draw.what for draw in draws_to_type(match.state)] == [
        "die r of seat 0",
        "die b of seat 0",
    ]


def test_a_roll_off_beside_the_race_is_typed_at_once() -> None:
    match = manual_dice(DICERUN.start(3, {"roll_off": "aside"}))
    match.do(Roll(0, match.version, (0,) * 30))
    assert [draw.what for draw in draws_to_type(match.state)][:3] == [
        "seat 0, die 1",
        "seat 0, die 2",
        "seat 1, die 1",
    ]


def test_with_manual_vigilance_the_cup_is_typed_after_the_dice() -> None:
    match = manual_dice(TROTTEURS.start(2, {"vigilance": "manual"}))
    match.do(Roll(0, match.version, (0,)))
    assert [draw.what for draw in draws_to_type(match.state)] == [
        "the points",
        "the colour",
        "the order",
    ]
    match.do(Roll(0, match.version, (2, 1, 0)))
    assert [draw.what for draw in draws_to_type(match.state)] == ["who marks"]


def test_a_roll_without_a_typed_throw_is_refused() -> None:
    match = manual_dice(LEVELX.start(2, {"first": 0}))
    assert refusal(match, Roll(0, 0)).code == "untyped"


@pytest.mark.parametrize("typed", [(), (1, 2, 3), (1, 2, 3, 4, 5)])
def test_a_throw_of_another_length_is_refused(typed: tuple[int, ...]) -> None:
    match = manual_dice(LEVELX.start(2, {"first": 0}))
    assert refusal(match, Roll(0, 0, typed)).code == "untyped"


def test_an_outcome_that_no_die_has_changes_nothing() -> None:
    match = manual_dice(LEVELX.start(2, {"first": 0}))
    before = everything(match)
    for typed in ((0, 0, 0, 6), (0, -1, 0, 0), (True, 0, 0, 0)):
        with pytest.raises(BadDraw):
            match.do(Roll(0, 0, typed))
        assert everything(match) == before


def test_a_typed_throw_is_refused_where_the_program_rolls() -> None:
    match = seated(LEVELX.start(2, {"first": 0}), CountedDice())
    assert refusal(match, Roll(0, 0, (1, 2, 3, 4))).code == "typed"


def test_a_move_is_refused_while_a_throw_is_awaited() -> None:
    match = manual_dice(LEVELX.start(2, {"first": 0}))
    assert refusal(match, Move(0, 0, "-")).code == "not_awaited"


# Typing it anew


def test_a_mistyped_throw_is_typed_anew_without_a_trace() -> None:
    start = LEVELX.start(2, {"first": 0})
    match, log = manual_dice(start), []
    for command in (
        lambda version: Roll(0, version, (0, 1, 2, 3)),
        lambda version: Retype(1, version),
        lambda version: Roll(0, version, (5, 5, 5, 5)),
    ):
        log += events_data(match.do(command(match.version)))
    assert match.events == [{"draw": [6, 5], "by": "hand"}] * 4
    assert match.version == len(log) == 9
    timeline = Timeline(start, log)
    assert timeline.events == match.events
    assert fold(log) == (match.events, None)
    assert [moment.kind for moment in timeline.steps] == ["start", "throw", "take-back", "throw"]
    assert timeline.can_retype
    assert match.can_retype


def test_after_a_move_the_throw_stands() -> None:
    match = manual_dice(LEVELX.start(2, {"first": 0}))
    match.do(Roll(0, match.version, (0, 1, 2, 3)))
    match.do(Move(0, match.version, match.state.moves()[0]))
    assert not match.can_retype
    assert refusal(match, Retype(0, match.version)).code == "cannot_retype"
    match.do(TakeBack(0, match.version))
    match.do(Retype(0, match.version))
    assert match.events == []


def test_what_was_dealt_after_a_mistyped_throw_is_dealt_again() -> None:
    match = seated(DICERUN.start(3), SystemLike(), manual_dice=True)
    match.do(Roll(0, match.version, (0,) * 30))
    dealt = match.events[30:]
    match.do(Retype(0, match.version))
    assert match.events == []
    assert match.waits_for == Waiting("throw")
    match.do(Roll(0, match.version, (1,) * 30))
    assert match.events[30:] == dealt


class SystemLike:
    """Dice that never fall the same way twice."""

    def __init__(self) -> None:
        self.chance = Random(4)

    def draw(self, number: int, size: int) -> int:
        return self.chance.randrange(size)


def test_throws_that_follow_each_other_are_taken_off_one_by_one() -> None:
    start = LEVELX.start(2)
    match = manual_dice(start)
    log = events_data(match.do(Roll(0, 0, (1,))))
    log += events_data(match.do(Roll(0, match.version, (0, 0, 0, 0))))
    for left in (1, 0):
        log += events_data(match.do(Retype(0, match.version)))
        assert len(match.events) == left == len(Timeline(start, log).events)
    assert refusal(match, Retype(0, match.version)).code == "cannot_retype"


def test_nothing_is_typed_anew_in_a_match_of_the_program() -> None:
    match = seated(LEVELX.start(2, {"first": 0}), CountedDice())
    match.do(Roll(0, 0))
    assert refusal(match, Retype(0, match.version)).code == "cannot_retype"


@pytest.mark.parametrize("count", [0, 5, -1, "4", True, None])
def test_events_that_take_off_what_was_not_typed_are_refused(count: object) -> None:
    start = LEVELX.start(2, {"first": 0})
    log = [{"draw": [6, 1], "by": "hand"}] * 4 + [{"retype": count}]
    for read in (lambda: fold(log), lambda: Timeline(start, log)):
        with pytest.raises(BadRecord):
            read()


def test_draws_of_the_program_are_not_taken_off() -> None:
    log: list[dict[str, Any]] = [{"draw": [6, 1]}] * 4 + [{"retype": 4}]
    with pytest.raises(BadRecord):
        fold(log)


# Reading


def read(state: State, text: str, code: str = "fr") -> tuple[int, ...]:
    names = [f"Ada{seat}" for seat in range(state.players)]
    return parse_throw(text, dice_to_type(state, names, state.game.language(code)))


@pytest.mark.parametrize(
    "text",
    [
        "4 2 3 coeur 1 1 6 vierge",
        "4,2,3,cœur,1,1,6,vierge",
        "  4 2 3 HEART 1 1 6 blank ",
        "423 cœ 116 v",
        "4 2 3 Cœ; 1 1 6; bl",
    ],
)
def test_faces_are_read_in_either_language_cut_short_or_run_together(text: str) -> None:
    state = MASTERDES.start(2)
    assert read(state, text) == (3, 1, 2, 0, 0, 0, 5, 4)


def test_a_cup_is_read_by_number_or_by_name() -> None:
    state = TROTTEURS.start(3)
    for text in ("2", "ada1", "ADA1"):
        assert read(state, text) == (1,)


def test_an_exact_face_is_meant_though_others_begin_with_it() -> None:
    state = TROTTEURS.start(2)
    state.draw(0)
    assert read(state, "6 roue m 1") == (5, 5, 0, 0)
    assert read(state, "6 wheel M2 2") == (5, 5, 1, 1)
    assert read(state, "6 ja but 2") == (5, 1, 5, 1)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("4 2", ["8", "2"]),
        ("", ["8", "0"]),
        ("4 2 3 coeur 1 1 6 vierge 1", ["8", "9"]),
        ("4 2 7 coeur 1 1 6 vierge", ["'7'", "1, 2, 3, 4, 5, 6"]),
        ("4 2 3 4 1 1 6 vierge", ["'4'", "cœur"]),
        ("4 2 3 xyz 1 1 6 vierge", ["'xyz'", "MasterDé", "cœur"]),
    ],
)
def test_a_wrong_throw_says_what_is_wrong_and_what_is_allowed(text: str, named: list[str]) -> None:
    with pytest.raises(BadDraw) as caught:
        read(MASTERDES.start(2), text)
    for word in named:
        assert word in str(caught.value)


def test_a_word_that_several_faces_begin_with_is_refused() -> None:
    state = TROTTEURS.start(2)
    state.draw(0)
    with pytest.raises(BadDraw, match="several"):
        read(state, "6 b M 1")


def test_thirty_dice_are_listed_by_their_colours() -> None:
    state = DICERUN.start(3)
    said = describe_dice(dice_to_type(state, ["a", "b", "c"], DICERUN.language("en")))
    assert said == "red die × 6, orange die × 6, green die × 6, blue die × 6, purple die × 6"


def test_a_very_long_text_is_refused_like_any_other() -> None:
    with pytest.raises(BadDraw):
        read(MASTERDES.start(2), "4 " * 100_000)
    with pytest.raises(BadDraw):
        read(MASTERDES.start(2), "é" * 100_000)


def test_commands_of_the_table_are_refused_after_the_end() -> None:
    match, _ = played_by_hand(LEVELX.start(2), 1)
    with pytest.raises(BadCommand):
        match.do(Retype(0, match.version))
