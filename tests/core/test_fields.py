"""A state's fields by their names."""

import numpy as np
import pytest

from ludotheque.core.fields import Fields
from ludotheque.core.rule import state_dtype

PAWNS = state_dtype([("pawns", np.int8, (2, 3)), ("turn", np.int64)])


def test_fields_are_read_and_written_by_name() -> None:
    states = np.zeros(1, PAWNS)
    state = states[0]
    state.turn = 7
    state.pawns[1, 2] = 5
    assert (state.turn, states["turn"][0]) == (7, 7)
    assert states["pawns"][0].tolist() == [[0, 0, 0], [0, 0, 5]]
    state.pawns = 1
    assert states["pawns"].sum() == 6


def test_a_name_that_is_no_field_is_refused() -> None:
    state = np.zeros(1, PAWNS)[0]
    with pytest.raises(AttributeError, match="pawn"):
        _ = state.pawn
    with pytest.raises(AttributeError, match="pawn"):
        state.pawn = 1


def test_what_every_record_can_do_is_still_there() -> None:
    state = np.zeros(1, PAWNS)[0]
    assert state.dtype == PAWNS
    assert state.nbytes == PAWNS.itemsize


def test_copies_and_parts_have_fields_too() -> None:
    states = np.zeros(3, PAWNS)
    for some in (states.copy(), states[1:], np.concatenate([states, states])):
        assert type(some[0]) is Fields


def test_compiled_code_sees_a_record() -> None:
    from numba import typeof

    plain = np.dtype((np.record, PAWNS.descr))
    ours, numpys = (typeof(np.zeros(1, each)) for each in (PAWNS, plain))
    assert ours == numpys
