"""What a seat is sent in two parts is what it would be sent as a whole."""

from __future__ import annotations

import random

import pytest

import ludotheque

STEPS = 120


@pytest.mark.parametrize(
    "name", [name for name in ludotheque.games() if ludotheque.game(name).secrets]
)
def test_the_public_part_and_the_seats_own_make_the_seats_view(name: str) -> None:
    game, chance = ludotheque.game(name), random.Random(7)
    state = game.start(3)
    for _ in range(STEPS):
        if state.awaits == "end":
            break
        if state.draw_size is None:
            state.play(chance.choice(state.moves()))
        else:
            state.draw(chance.randrange(state.draw_size))
        for seat in range(3):
            own = game.browser.seat_view(state, seat)
            assert own is not None
            public = state.snapshot("public"), game.browser.details(state, "public")
            whole = state.snapshot(seat), game.browser.details(state, seat)
            assert tuple({**one, **more} for one, more in zip(public, own, strict=True)) == whole
