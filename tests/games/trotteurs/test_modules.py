"""The modules of Les Trotteurs that mypy compares with their Protocols."""

from ludotheque.core import contract
from ludotheque.games.trotteurs import GAME, edition, lesson, notation, reactions, rules, throws

EDITION: contract.Edition = edition
LESSON: contract.Lesson = lesson
NOTATION: contract.Notation = notation
REACTIONS: contract.Reactions = reactions
RULES: contract.Rules = rules
THROWS: contract.Throws = throws


def test_modules_that_have_everything_are_used_as_they_are() -> None:
    assert GAME.lesson is LESSON
    assert GAME.notation is NOTATION
    assert GAME.reactions is REACTIONS
    assert GAME.rules is RULES
    assert GAME.throws is THROWS
