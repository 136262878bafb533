"""Simulation of matches on all cores, of random moves (compiled) or of players; reproducible."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bots.custom.entrant import Entrant
from ..bots.entrants import NamedBot, PlayerLike, distinct_names, entrants_of
from ..bots.player import Player, check_legal
from ..core.driver import play_matches
from ..core.game import Game
from ..core.options import checked_integer
from ..core.rng import SEEDS
from ..core.view import View
from ..games import find
from . import referee
from .interruptible import run_interruptible
from .workers.chunks import Pool, in_order
from .workers.portability import warn_of_playing_here
from .workers.processes import processes
from .workers.same_code import check_same_code, code_of

if TYPE_CHECKING:
    import polars

    from ..core.compiler import Mode

MOST_MATCHES = 10**10
MOST_WORKERS = 1024
CHUNK = {"compiled": 2_000, "checked": 500, "interpreted": 5}  # matches between two reports
SEATED_CHUNK = 1  # a match of players who think takes seconds
REMOTE_CHUNKS = 10  # as many of these in one piece for an executor, to which each has to travel

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Simulation:
    """The results of simulated matches: a row for each match, a column for each seat."""

    game: str
    players: int
    seed: int
    options: dict[str, Any]
    scores: Array  # int32 [games, players]
    winners: Array  # bool [games, players]; a shared victory has several
    lengths: Array  # int32 [games], in the game's own unit
    first: int = 0  # the number of the first match

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def shares(self) -> Array:
        """Each seat's share of the victory in each match: 1, or ½ if two seats share it, or 0."""
        shares: Array = self.winners / self.winners.sum(axis=1, keepdims=True)
        return shares

    def fill(self, piece: Simulation) -> None:
        """Take over the matches of a piece."""
        at = piece.first - self.first
        here = slice(at, at + len(piece))
        self.scores[here], self.winners[here] = piece.scores, piece.winners
        self.lengths[here] = piece.lengths

    def frame(self) -> polars.DataFrame:
        """A row for each match: match, length, then score_0 …, win_0 … by seat."""
        import polars

        numbers = np.arange(self.first, self.first + len(self))
        columns: dict[str, Array] = {"match": numbers, "length": self.lengths}
        for seat in range(self.players):
            columns[f"score_{seat}"] = self.scores[:, seat]
        for seat in range(self.players):
            columns[f"win_{seat}"] = self.winners[:, seat]
        return polars.DataFrame(
            {name: np.ascontiguousarray(column) for name, column in columns.items()}
        )


def simulate(
    game: str | Game,
    players: int | Sequence[PlayerLike],
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    edition: Mapping[str, Any] | str | os.PathLike[str] | None = None,
    *,
    workers: int | None = None,
    executor: Pool | None = None,
    progress: Callable[[int], object] | None = None,
    on_tick: Callable[[], object] | None = None,
    mode: Mode = "compiled",
) -> Simulation:
    """Play `games` matches, and return scores, winners and lengths as arrays.

    `players` is a number of players who move at random, in machine code and on threads; or a list
    of who plays in each seat, as `arena` takes them (`["maître", "random", my_player]`), each in
    the same seat of all matches, on processes.

    The seed determines the result, whatever the number of `workers` (default: all cores)
    and whatever the `executor`, if one is given. `progress` is called with the number of newly
    finished matches; `on_tick` is called regularly while the rules are being compiled.

    All matches are kept in memory; `arena.stream` plays any number of them in little of it.
    """
    run = Run.of(game, players, games, seed, options, edition, mode)
    result = run.empty(0, games)
    for piece in pieces(run, 0, workers, executor, on_tick or (lambda: None)):
        result.fill(piece)
        if progress is not None:
            progress(len(piece))
    return result


@dataclass(frozen=True)
class Run:
    """All that determines the matches of a simulation; small, and the same on any machine."""

    game: Game
    players: int
    games: int
    seed: int
    options: dict[str, Any]  # complete
    edition: dict[str, Any] | None
    mode: Mode
    seated: tuple[Entrant, ...] = ()  # who plays in each seat; nobody: all move at random

    @classmethod
    def of(
        cls,
        game: str | Game,
        players: int | Sequence[PlayerLike],
        games: int,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        mode: Mode = "compiled",
    ) -> Run:
        """Check the parameters; BadOption says what is wrong, and what is allowed."""
        game = game if isinstance(game, Game) else find(game)
        checked_integer("games", games, 0, MOST_MATCHES)
        checked_integer("seed", seed, 0, SEEDS - 1)
        seated = () if is_number(players) else tuple(entrants_of(players))
        count: Any = len(seated) or players
        if all(isinstance(each, NamedBot) and each.name == "random" for each in seated):
            seated = ()  # the compiled rules move at random much faster
        opening = game.start(count, options, edition, mode=mode)
        return cls(game, count, games, seed, opening.options, opening.edition, mode, seated)

    def empty(self, first: int, matches: int) -> Simulation:
        return Simulation(
            game=self.game.id,
            players=self.players,
            seed=self.seed,
            options=self.options,
            scores=np.zeros((matches, self.players), np.int32),
            winners=np.zeros((matches, self.players), np.bool_),
            lengths=np.zeros(matches, np.int32),
            first=first,
        )

    def play(self, matches: range) -> Simulation:
        """Play the matches of these numbers: each depends on the seed and its number only."""
        if self.seated:
            return self._play_seated(matches)
        opening = self.game.start(self.players, self.options, self.edition, mode=self.mode)
        found = self.empty(matches.start, len(matches))
        with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
            self.game.binding(self.mode)(play_matches)(
                opening.states,
                np.zeros_like(opening.states),
                np.zeros(self.game.rules.MOST_MOVES, np.int64),
                np.uint64(self.seed),
                matches.start,
                found.scores,
                found.winners,
                found.lengths,
            )
        return found

    def _play_seated(self, matches: range) -> Simulation:
        """Play with the players of a list, in the same seats in all matches."""
        referee.warm_up(self.game, self.bots)
        found, names = self.empty(matches.start, len(matches)), distinct_names(self.seated)
        for row, match in enumerate(matches):
            players = [
                each.make(referee.bot_seed(self.seed, match, seat))
                for seat, each in enumerate(self.seated)
            ]
            state = self.game.start(self.players, self.options, self.edition, mode=self.mode)

            def choose(view: View, players: list[Player] = players) -> str:
                move = players[view.seat].choose(view)
                check_legal(move, view, names[view.seat])
                return move

            referee.play_through(state, referee.deal_seed(self.seed, match), choose)
            found.scores[row], found.lengths[row] = state.points, state.length
            found.winners[row, state.winners] = True
        return found

    @property
    def bots(self) -> tuple[str, ...]:
        """The seated players that are bots of the program, and have to be compiled."""
        return tuple(each.name for each in self.seated if isinstance(each, NamedBot))

    @property
    def is_portable(self) -> bool:
        """Whether all its players can be sent to other processes."""
        return all(each.is_portable for each in self.seated)

    @property
    def chunk(self) -> int:
        """How many matches are played between two reports: fewer if players have to think."""
        return SEATED_CHUNK if self.seated else CHUNK[self.game.binding(self.mode).mode]


def is_number(players: object) -> bool:
    """Whether it is meant as a number of players, right or wrong, and not as a list of them."""
    return isinstance(players, str) or not isinstance(players, Sequence)


def pieces(
    run: Run,
    first: int,
    workers: int | None,
    executor: Pool | None,
    on_tick: Callable[[], object],
) -> Iterator[Simulation]:
    """Play the matches from number `first` on; yields them in order, a piece at a time.

    They are played on threads, as compiled rules release the GIL, or on the executor. An empty
    piece is played first, so that the rules are compiled only once. Few pieces are submitted at a
    time, so that Ctrl-C works at once and memory use does not grow.
    """
    workers = available_cores() if workers is None else workers
    checked_integer("workers", workers, 1, MOST_WORKERS)
    if first >= run.games:
        return
    run_interruptible(lambda: run.play(range(0)), on_tick)
    if not run.is_portable and (executor is not None or workers > 1):
        warn_of_playing_here(run.seated)
        executor, workers = None, 1
    is_far = executor is not None and not run.seated
    size = run.chunk * (REMOTE_CHUNKS if is_far else 1)
    ranges = (range(at, min(at + size, run.games)) for at in range(first, run.games, size))
    if executor is not None:
        play = partial(play_remotely, run, code_of(run.game))
        yield from in_order(executor, play, ranges, 2 * workers, on_tick)
    elif workers == 1:
        yield from map(run.play, ranges)
    elif run.seated:
        play = partial(play_remotely, run, code_of(run.game))
        with processes(workers) as pool:
            yield from in_order(pool, play, ranges, 4 * workers, on_tick)
    else:
        with ThreadPoolExecutor(workers) as threads:
            yield from in_order(threads, run.play, ranges, 4 * workers)


def play_remotely(run: Run, code: str, matches: range) -> Simulation:
    """Play these matches in a worker, which must have the same code."""
    check_same_code(run.game, code)
    return run.play(matches)


def available_cores() -> int:
    """The number of cores that this process may use; in a container it may be less than all."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
