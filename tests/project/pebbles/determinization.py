"""Determinization of Pebbles: lucky numbers, and a guess that another seat has made."""

from typing import Any

from ludotheque.core.rng import randbelow
from ludotheque.core.rule import END, rule

from .rules import seat_in_turn


@rule
def determinize(state: Any, seat: Any, generator: Any) -> None:
    """At the end everything lies open."""
    if state.awaits == END:
        return
    for other in range(state.dealt):
        if other != seat:
            state.luck[other] = randbelow(generator, state.lucky_numbers)
    if state.guess >= 0 and seat_in_turn(state) != seat:
        state.guess = randbelow(generator, 2)
