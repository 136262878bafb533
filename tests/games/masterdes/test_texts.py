"""Moves as text, and why a text is not a legal move."""

import pytest

from ludotheque import IllegalMove, State
from ludotheque.games.masterdes.terminal import normalize_move
from tests.cases import cases

from .position import GAME, counted, go, keep_all, start

NOTATION = GAME.notation


def choosing() -> State:
    return go(start(), "4 4 5 blank", "1 2 3 two")


def rethrowing() -> State:
    return go(choosing(), "first")


def refusal(state: State, text: object) -> IllegalMove:
    before = state.states.tobytes()
    with pytest.raises(IllegalMove) as caught:
        state.play(text)  # type: ignore[arg-type]
    assert state.states.tobytes() == before
    return caught.value


@cases("text", ["first", "second", "keep", "throw:m", "throw:1,4,m", "throw:6,6,6,m", "throw:2"])
def test_a_move_is_read_as_it_is_written(text: str) -> None:
    """MD-3 Text to move and back."""
    code = NOTATION.read_move(text)
    assert code is not None
    assert NOTATION.write_move(code) == text
    assert NOTATION.public_text(text) == text


@cases(
    "text",
    [
        *("", "throw", "throw:", "throw:0", "throw:7", "throw:m,1", "throw:4,1", "throw: 1"),
        *("throw:1,", "throw:1,,4", "throw:1 4", "throw:m,m", "throw:1,2,3,4", "throw:1,1,1,1"),
        *("Keep", "FIRST", "throw:M", "keep ", "throw:١", 4, None, b"keep"),
    ],
)
def test_there_is_no_other_spelling(text: object) -> None:
    """MD-3 Faces in rising order, the MasterDé last, nobody has four dice."""
    assert NOTATION.read_move(text) is None


@cases(
    ("text", "code", "rule"),
    [
        ("throw:6", "no_such_die", "MD-3"),
        ("throw:4,4,4", "no_such_die", "MD-3"),
        ("throw:5,4", "spelling", "MD-3"),
        ("throw:4 5", "spelling", "MD-3"),
        ("throw:1,2,3,4", "too_many", "MD-1"),
        ("throw:m,m", "too_many", "MD-1"),
        ("first", "no_choice", "MD-3"),
        ("roll them all", "unreadable", "MD-3"),
        ("throw:" + "1," * 4000, "unreadable", "MD-3"),
        (7, "not_text", "MD-3"),
    ],
)
def test_a_refused_rethrow_has_its_reason_and_its_rule(text: object, code: str, rule: str) -> None:
    """MD-1, MD-3 Red has 4, 4, 5 and a blank MasterDé."""
    error = refusal(rethrowing(), text)
    assert (error.code, error.rule) == (code, rule)
    assert len(str(error)) < 300


def test_a_spelling_mistake_is_answered_with_the_right_spelling() -> None:
    """MD-3 As it would be listed."""
    assert refusal(rethrowing(), "throw:m, 5,4").params == {"spelling": "throw:4,5,m"}


def test_dice_that_are_not_there_are_counted() -> None:
    """MD-3 Two 4s, not three."""
    said = refusal(rethrowing(), "throw:4,4,4")
    assert said.params == {"face": 4, "left": 2, "wanted": 3}


def test_a_choice_comes_before_dice() -> None:
    """MD-3 First or second?"""
    assert refusal(choosing(), "keep").code == "choose_first"
    assert refusal(choosing(), "throw:4").code == "choose_first"


def test_a_masterde_is_refused_for_what_it_shows_or_because_it_is_out() -> None:
    """MD-2, MD-3 Two different reasons."""
    shows = go(start(), "4 5 6 heart", "1 2 3 two", "first")
    assert (refusal(shows, "throw:m").code, refusal(shows, "throw:m").rule) == (
        "master_stays",
        "MD-3",
    )
    out = go(start(), "5 5 5 blank", "1 2 3 two", "first")
    assert (refusal(out, "throw:m").code, refusal(out, "throw:m").rule) == ("master_out", "MD-2")


def test_no_move_is_awaited_while_dice_fall_and_at_the_end() -> None:
    """MD-1, MD-10, MD-11 With the rule that says so."""
    assert refusal(start(), "keep").rule == "MD-1"
    assert refusal(counted("4 5 6 blank", "2 2 3 blank", duel=10), "keep").rule == "MD-10"
    over = counted("4 5 6 blank", "2 2 3 blank", "expert", points=[85, 0])
    assert refusal(over, "keep").rule == "MD-11"


@cases(
    ("typed", "move"),
    [
        ("throw:4,1,m", "throw:1,4,m"),
        ("4 1 m", "throw:1,4,m"),
        ("M", "throw:m"),
        ("Relancer 6 2", "throw:2,6"),
        ("lancer 44", "throw:4,4"),
        ("throw 4", "throw:4"),
        ("Garder", "keep"),
        ("KEEP", "keep"),
        ("premier", "first"),
        ("Deuxième", "second"),
        ("second", "second"),
        ("4", "4"),  # a number of the list
        ("12", "12"),
        ("nonsense", "nonsense"),
        ("", ""),
    ],
)
def test_what_people_type_is_tidied(typed: str, move: str) -> None:
    assert normalize_move(typed) == move


def test_listed_moves_survive_tidying() -> None:
    state = rethrowing()
    assert [normalize_move(move) for move in state.moves()] == state.moves()
    assert keep_all(state).moves() == []
