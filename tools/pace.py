"""How long players take to decide, measured one decision at a time, on one core."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ludotheque.arena import referee
from ludotheque.bots import make_bot, prepare
from ludotheque.core.game import Game
from ludotheque.core.view import View

MOST_SECONDS = 120.0  # a look at one player takes no longer

Data = dict[str, Any]


class Enough(Exception):
    """So many decisions were timed."""


def paces(game: Game, options: Data, names: Sequence[str], decisions: int) -> dict[str, Data]:
    """Of each player: how long a decision takes in the middle, rarely, and at the worst."""
    return {name: summed_up(list(decided(game, options, name, decisions))) for name in names}


def summed_up(seconds: list[float]) -> Data:
    middle, rarely = np.percentile(seconds, [50, 95])
    return {
        "decisions": len(seconds),
        "median": float(middle),
        "rarely": float(rarely),
        "slowest": max(seconds),
    }


def decided(game: Game, options: Data, name: str, decisions: int) -> Iterator[float]:
    """The seconds of so many decisions, in matches of the player with its like."""
    prepare(name, game)
    referee.warm_up(game, (name,))
    seconds: list[float] = []
    enough = time.monotonic() + MOST_SECONDS

    def choose(view: View) -> str:
        begin = time.perf_counter()
        move = players[view.seat].choose(view)
        if len(view.moves) > 1:
            seconds.append(time.perf_counter() - begin)
        if len(seconds) == decisions or time.monotonic() > enough:
            raise Enough
        return move

    match = 0
    while len(seconds) < decisions and time.monotonic() < enough:
        state = game.start(game.players[0], options, mode="compiled")
        players = [make_bot(name, 100 * match + seat) for seat in range(state.players)]
        try:
            referee.play_through(state, match, choose)
        except Enough:
            break
        match += 1
    yield from seconds
