"""A state's fields as plain values, which are kept while nobody else can write to the record."""

from __future__ import annotations

import ludotheque


def test_who_has_the_record_sees_what_it_writes_in_the_next_snapshot() -> None:
    state = ludotheque.game("levelx").start(2)
    record = state.record
    before = state.snapshot()
    record.pawns[0, 0] = 3
    assert state.snapshot() != before
    assert state.plain.pawns[0][0] == 3


def test_plain_values_are_of_the_position_after_the_last_draw_and_move() -> None:
    state = ludotheque.game("levelx").start(2, {"first": 0})
    assert state.plain.awaits == 0
    while state.awaits == "draw":
        state.draw(4)
    assert tuple(state.plain.dice) == (5, 5, 5, 5)
    state.play(state.moves()[0])
    assert state.plain.turn == 1
