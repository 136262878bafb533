"""The compiler's specialised copies of a rule: each game and mode has its own."""

import threading
from typing import Any

import pytest

import ludotheque
from ludotheque.core import driver
from ludotheque.core.compiler import Binding
from ludotheque.core.rule import has_won, rule


def name_of(game: str, mode: Any) -> str:
    return ludotheque.game(game).binding(mode)(driver.points_at).__qualname__


def test_copies_of_one_function_have_different_names_in_every_game_and_mode() -> None:
    """Kept machine code is linked by name, and types are numbered anew in every process: under one
    name the code of one game would be run on the states of another."""
    names = [name_of(game, mode) for game in ludotheque.games() for mode in ("compiled", "checked")]
    assert len(set(names)) == len(names)


def test_a_rule_that_only_rules_call_is_linked_and_never_translated_by_itself() -> None:
    """Else the compiler would optimise it again for each of its callers."""
    numba_codegen = pytest.importorskip("numba.core.codegen")
    binding = Binding(ludotheque.game("levelx").rules, "compiled")
    state = ludotheque.game("levelx").start(2)
    translated: list[str] = []
    here = threading.get_ident()
    finalize = numba_codegen.JITCodeLibrary._finalize_specific

    def counted(library: Any) -> None:
        if threading.get_ident() == here:  # a server of another test may still be loading code
            translated.append(library.name)
        finalize(library)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numba_codegen.JITCodeLibrary, "_finalize_specific", counted)
        binding(call_has_won)(state.states, 0)
    ours = [name for name in translated if "levelx" in name]
    assert [name.split("_levelx")[0] for name in ours] == ["call_has_won_ludotheque_games"]


@rule
def call_has_won(states: Any, seat: Any) -> Any:
    return has_won(states[0], seat)


def test_single_steps_keep_pythons_lock_and_whole_matches_do_not() -> None:
    """Getting the lock back would take longer than a step."""
    compiled: Any = ludotheque.game("levelx").binding("compiled")
    assert compiled(driver.play_at).targetoptions["nogil"] is False
    assert compiled(driver.play_matches).targetoptions["nogil"] is True
