"""The time that bots take for a decision, measured one by one on one core."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ludotheque.arena import referee
from ludotheque.bots import make_bot, prepare
from ludotheque.core.game import Game
from ludotheque.core.view import View

MOST_SECONDS = 120.0  # for one bot

Data = dict[str, Any]


class Enough(Exception):
    """Enough decisions were timed."""


def decision_times(
    game: Game, options: Data, names: Sequence[str], decisions: int
) -> dict[str, Data]:
    """For each bot: the median, the 95th percentile and the maximum of its decisions' times."""
    return {
        name: summed_up(list(timed_decisions(game, options, name, decisions))) for name in names
    }


def summed_up(seconds: list[float]) -> Data:
    median, p95 = np.percentile(seconds, [50, 95])
    return {
        "decisions": len(seconds),
        "median": float(median),
        "p95": float(p95),
        "maximum": max(seconds),
    }


def timed_decisions(game: Game, options: Data, name: str, decisions: int) -> Iterator[float]:
    """The seconds of a number of decisions, in matches of the bot against itself."""
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
