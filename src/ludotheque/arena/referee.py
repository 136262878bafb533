"""One match between bots: numbered draws, timed decisions, and the result."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bots import make_bot, prepare
from ..core.game import Game
from ..core.rng import randbelow, seed_generator
from ..core.rule import DRAW, rule, take_draw
from ..core.state import State
from ..core.view import View
from .pairing import Fixture

if TYPE_CHECKING:
    from .tournament import Tournament


@dataclass(frozen=True)
class Result:
    """How a match ended, seat by seat."""

    match: int
    points: list[int]
    wins: list[float]  # 1, or the share of a shared victory
    moves: list[int]  # number of decisions
    seconds: list[float]  # time spent on these decisions
    length: int  # of the match, in the game's own unit

    def data(self) -> dict[str, Any]:
        return asdict(self)


@rule
def apply_draws(states: Any, seed: Any, number: Any) -> Any:
    """Apply draws `number`, `number + 1`, … until none is pending; returns the next number.

    They are the draws of `table.dice.SeededDice(seed)`. Each depends only on its number and its
    size, so that matches in which players decide differently still have draws in common.
    """
    state = states[0]
    generator = np.zeros(1, np.uint64)
    while state.awaits == DRAW:
        seed_generator(generator, seed, number)
        take_draw(state, randbelow(generator, state.draw_size))
        number += 1
    return number


def play(
    tournament: Tournament, fixture: Fixture, between_moves: Callable[[], object] = lambda: None
) -> Result:
    """Play a match to its end; `between_moves` may raise an exception to abort it."""
    seats = len(fixture.lineup)
    bots = [
        make_bot(tournament.entrants[entrant], bot_seed(tournament.seed, fixture.match, seat))
        for seat, entrant in enumerate(fixture.lineup)
    ]
    moves, seconds = [0] * seats, [0.0] * seats

    def choose(view: View) -> str:
        between_moves()
        begin = time.perf_counter()
        move = bots[view.seat].choose(view)
        seconds[view.seat] += time.perf_counter() - begin
        moves[view.seat] += 1
        return move

    state = tournament.start()
    play_through(state, deal_seed(tournament.seed, fixture.deal), choose)
    points, wins, length = end_of(state)
    return Result(fixture.match, points, wins, moves, seconds, length)


def end_of(state: State) -> tuple[list[int], list[float], int]:
    """Each seat's points, each seat's share of the victory, and the length of the match."""
    winners = state.winners
    wins = [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]
    return state.points, wins, state.length


def play_through(state: State, seed: int, choose: Callable[[View], str]) -> None:
    """Play from a state to the end of the match, with the draws of a seed."""
    deal, dice, number = state.game.binding("compiled")(apply_draws), np.uint64(seed), 0
    while state.awaits != "end":
        with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
            number = int(deal(state.states, dice, number))
        if state.seat is not None:
            state.play(choose(state.view(state.seat)))


@cache
def warm_up(game: Game, entrants: tuple[str, ...]) -> None:
    """Compile all that a match needs, so that compile time is not measured as thinking time.

    It plays a random match, in which every bot is asked once, at the first real decision.
    """
    for name in entrants:
        prepare(name, game)
    idle = [make_bot(name, 0) for name in entrants]
    anybody = random.Random(0)

    def choose(view: View) -> str:
        if len(view.moves) > 1:
            while idle:
                idle.pop().choose(view)
        return anybody.choice(view.moves)

    state = game.start(game.players[0], mode="compiled")
    play_through(state, 0, choose)
    end_of(state)


def deal_seed(seed: int, deal: int) -> int:
    """The seed of a deal's draws."""
    return derived("deal", seed, deal)


def bot_seed(seed: int, match: int, seat: int) -> int:
    """The seed of a bot's own random choices, independent of the draws and of other seats."""
    return derived("bot", seed, match, seat)


def derived(purpose: str, *numbers: int) -> int:
    text = " ".join([purpose, *map(str, numbers)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
