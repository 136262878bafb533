"""Errors: their class hierarchy, their sentences, and that they survive pickling."""

import copy
import pickle

import pytest

from ludotheque import (
    BadCommand,
    BadDraw,
    BadEdition,
    BadGame,
    BadOption,
    BadRecord,
    IllegalMove,
    LudothequeError,
    UnknownGame,
)
from tests.cases import cases

EXAMPLES: list[tuple[LudothequeError, str]] = [
    (UnknownGame("chess", ["go", "nim"]), "there is no game 'chess'; the games are: go, nim"),
    (BadGame("{file} is missing", file="rules.py"), "rules.py is missing"),
    (BadOption("not {what!r}", what="x"), "not 'x'"),
    (BadEdition("{name} = {value}", name="a", value=[1]), "a = [1]"),
    (BadDraw("no draw is awaited"), "no draw is awaited"),
    (IllegalMove("closed", "LX-8", "row {row} is closed", row=5), "row 5 is closed (LX-8)"),
    (BadRecord(12, "not {found!r}", found="{x}"), "line 12: not '{x}'"),
    (BadCommand("stale", 3, "now at {now}", now=3), "now at 3"),
]

examples = pytest.mark.parametrize(
    ("error", "said"), EXAMPLES, ids=[type(error).__name__ for error, _ in EXAMPLES]
)


@pytest.mark.parametrize(
    ("kind", "parents"),
    [
        (UnknownGame, (LudothequeError, KeyError)),
        (BadGame, (LudothequeError, TypeError)),
        (BadOption, (LudothequeError, ValueError)),
        (BadEdition, (BadOption,)),
        (BadDraw, (LudothequeError, ValueError)),
        (IllegalMove, (LudothequeError, ValueError)),
        (BadRecord, (LudothequeError, ValueError)),
        (BadCommand, (LudothequeError, ValueError)),
    ],
)
def test_the_tree_of_errors(kind: type, parents: tuple[type, ...]) -> None:
    assert all(issubclass(kind, parent) for parent in parents)


@examples
def test_an_error_says_what_is_wrong_in_a_sentence(error: LudothequeError, said: str) -> None:
    assert str(error) == said


@examples
@cases("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_survives_the_way_to_another_process(
    error: LudothequeError, said: str, protocol: int
) -> None:
    check_same(pickle.loads(pickle.dumps(error, protocol)), error, said)


@examples
def test_an_error_can_be_copied(error: LudothequeError, said: str) -> None:
    check_same(copy.copy(error), error, said)
    check_same(copy.deepcopy(error), error, said)


def check_same(other: LudothequeError, error: LudothequeError, said: str) -> None:
    assert type(other) is type(error)
    assert str(other) == said
    assert vars(other) == vars(error)
    assert other.args == error.args


def test_an_illegal_move_carries_what_a_translator_needs() -> None:
    error = IllegalMove("closed", "LX-8", "row {row} is closed", row=5)
    assert (error.code, error.rule, error.params) == ("closed", "LX-8", {"row": 5})
    assert error.template == "row {row} is closed"


def test_a_record_is_refused_with_the_reason_of_what_its_line_says() -> None:
    move = IllegalMove("c", "LX-8", "row {row} of line {line} by {code}", row=5, line=1, code=2)
    error = BadRecord.because(7, move)
    assert str(error) == "line 7: row 5 of line 1 by 2 (LX-8)"
    assert error.line == 7
    assert error.reason == "row 5 of line 1 by 2 (LX-8)"
    assert error.rule == "LX-8"
