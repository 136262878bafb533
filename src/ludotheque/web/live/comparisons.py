"""Comparisons of somebody's edition with the printed one: played in the background, and cached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from ...arena import referee
from ...arena.bench.comparison import Bench, Comparison
from ...core import compiling
from ...core.game import Game
from .bot_pool import BotPool
from .fair_queue import Path
from .sliced_jobs import JobLimits, SlicedJob, SlicedJobs

PLAYER = "habitué"  # good, and quick enough for a server: it does not search
MATCHES = 100  # of each edition, by good players and by one alone
LIMITS = JobLimits(cached=16, waiting=8, per_device=1, per_address=2, parts=1)


def prepare(game: Game) -> None:
    """Compile what comparisons of a game need, or load it from the cache."""
    referee.warm_up(game, (PLAYER, "random"))


def comparison_of(
    game: Game,
    edition: Mapping[str, Any],
    options: Mapping[str, Any],
    players: int,
) -> Comparison:
    """The printed edition beside another; BadEdition and BadOption say what is wrong."""
    variants = {"printed": (options, None), "yours": (options, dict(edition))}
    return Comparison.of(game, variants, players=players, games=MATCHES, player=PLAYER)


class ComparisonJob(SlicedJob):
    """A comparison that somebody has asked for; a part is one match."""

    def __init__(self, comparison: Comparison, path: Path) -> None:
        super().__init__(comparison.key, path)
        self.bench = Bench(comparison)

    @property
    def is_made(self) -> bool:
        return self.bench.done == len(self.bench.comparison)

    @property
    def progress(self) -> int:
        return 100 * self.bench.done // len(self.bench.comparison)

    def begin(self) -> Iterator[int]:
        """Load what is compiled of the rules and of the bot."""
        compiling.load(self.bench.comparison.game, prepare)
        return self._matches()

    def _matches(self) -> Iterator[int]:
        comparison = self.bench.comparison
        for number in range(len(comparison)):
            self.bench.add(comparison.play(number))
            yield number


class ComparisonQueue(SlicedJobs[ComparisonJob]):
    """The comparisons of this server."""

    def __init__(self, bot_pool: BotPool) -> None:
        super().__init__(bot_pool, LIMITS)

    def request(self, comparison: Comparison) -> ComparisonJob:
        return self.ask_for(comparison.key, partial(ComparisonJob, comparison))
