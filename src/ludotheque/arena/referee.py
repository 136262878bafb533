"""One match between bots: numbered draws, timed decisions, and the result."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bots import make_bot, prepare
from ..bots.player import Decision, check_legal, decide
from ..core.errors import BadPlayer
from ..core.game import Game
from ..core.rng import randbelow, seed_generator
from ..core.rule import DRAW, rule, take_draw
from ..core.state import State
from ..core.view import View
from .decision_data import Columns, DecisionLog
from .pairing import Fixture

if TYPE_CHECKING:
    from .tournament import Tournament


#: Two players who only pass never end a match of some games. Bots need a hundredth of this.
MOST_DECISIONS = 20_000


@dataclass(frozen=True)
class Result:
    """How a match ended, seat by seat."""

    match: int
    points: list[int]
    wins: list[float]  # 1, or the share of a shared victory
    moves: list[int]  # number of decisions
    seconds: list[float]  # time spent on these decisions
    length: int  # of the match, in the game's own unit
    decisions: Columns | None = field(default=None, repr=False, compare=False)

    def data(self) -> dict[str, Any]:
        """The result as plain data, without the decisions."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        del values["decisions"]
        return values

    def without_decisions(self) -> Result:
        return replace(self, decisions=None)


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
    names = [tournament.entrants[entrant] for entrant in fixture.lineup]
    players = [
        tournament.players[entrant].make(bot_seed(tournament.seed, fixture.match, seat))
        for seat, entrant in enumerate(fixture.lineup)
    ]
    moves, seconds = [0] * seats, [0.0] * seats
    log = DecisionLog(fixture.match, names) if tournament.keeps_decisions else None

    def choose(view: View) -> str:
        between_moves()
        begin = time.perf_counter()
        player = players[view.seat]
        decision = Decision(player.choose(view)) if log is None else decide(player, view)
        seconds[view.seat] += time.perf_counter() - begin
        moves[view.seat] += 1
        check_legal(decision.move, view, names[view.seat])
        if log is not None:
            log.add(view, decision)
        return decision.move

    state = tournament.start()
    play_through(state, deal_seed(tournament.seed, fixture.deal), choose)
    points, wins, length = end_of(state)
    rows = None if log is None else log.finish(points, wins)
    return Result(fixture.match, points, wins, moves, seconds, length, rows)


def end_of(state: State) -> tuple[list[int], list[float], int]:
    """Each seat's points, each seat's share of the victory, and the length of the match."""
    winners = state.winners
    wins = [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]
    return state.points, wins, state.length


def play_through(state: State, seed: int, choose: Callable[[View], str]) -> None:
    """Play from a state to the end of the match, with the draws of a seed."""
    deal, dice, number = state.game.binding("compiled")(apply_draws), np.uint64(seed), 0
    for _ in range(MOST_DECISIONS):
        with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
            number = int(deal(state.states, dice, number))
        if state.seat is None:
            return
        state.play(choose(state.view(state.seat)))
    raise BadPlayer(
        "the match has not ended after {most} decisions: its players do not bring it to an end",
        most=MOST_DECISIONS,
    )


@cache
def warm_up(game: Game, bots: tuple[str, ...]) -> None:
    """Compile all that a match needs, so that compile time is not measured as thinking time.

    It plays a random match, in which every bot is asked once, at the first real decision. Players
    of somebody's own are not asked: they might count, or charge for it.
    """
    for name in bots:
        prepare(name, game)
    idle = [make_bot(name, 0) for name in bots]
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
