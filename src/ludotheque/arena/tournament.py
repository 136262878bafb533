"""A tournament of bots: its parameters, checked before anything is played."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bots import bot_named
from ..core.compiler import fingerprint
from ..core.errors import BadOption
from ..core.game import Game
from ..core.options import checked_integer
from ..core.rng import SEEDS
from ..core.state import State
from ..core.version import __version__
from ..games import find
from . import pairing, referee
from .pairing import Schedule

if TYPE_CHECKING:
    import polars

    from .journal import Journal
    from .outcome import Outcome
    from .workers.chunks import Pool

MOST_MATCHES = 10**7  # of one pairing
MOST_WORKERS = 1024

Edition = Mapping[str, Any] | str | os.PathLike[str]


@dataclass(frozen=True)
class Tournament:
    """Everything that determines the results, so that they are the same on any machine."""

    game: Game
    entrants: tuple[str, ...]
    seats: int
    games: int  # matches of each pairing, or of the full table
    seed: int
    full_tables: bool
    lone: bool  # only the first of each pair plays alone against copies of the other
    options: dict[str, Any]  # complete
    edition: dict[str, Any] | None

    @classmethod
    def of(
        cls,
        game: str | Game,
        players: Sequence[str],
        games: int,
        seed: int = 0,
        *,
        seats: int | None = None,
        full_tables: bool = False,
        lone: bool = False,
        options: Mapping[str, Any] | None = None,
        edition: Edition | None = None,
    ) -> Tournament:
        """Check the parameters; BadOption says what is wrong, and what is allowed."""
        game = game if isinstance(game, Game) else find(game)
        entrants = checked_entrants(players)
        checked_integer("games", games, 1, MOST_MATCHES)
        checked_integer("seed", seed, 0, SEEDS - 1)
        if full_tables and seats not in (None, len(entrants)):
            raise BadOption(
                "at a full table everybody named has a seat: {count}, not {seats!r}",
                count=len(entrants),
                seats=seats,
            )
        if seats is None:
            seats = len(entrants) if full_tables else game.players[0]
        opening = game.start(seats, options, edition)
        return cls(
            game, entrants, seats, games, seed, full_tables, lone, opening.options, opening.edition
        )

    @cached_property
    def schedule(self) -> Schedule:
        entrants = len(self.entrants)
        return Schedule(entrants, self.seats, self.games, self.full_tables, self.lone)

    def start(self) -> State:
        """The first state of any of its matches."""
        return self.game.start(self.seats, self.options, self.edition, mode="compiled")

    def data(self) -> dict[str, Any]:
        """The parameters as plain data."""
        return {
            "game": self.game.id,
            "players": list(self.entrants),
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "full_tables": self.full_tables,
            "lone": self.lone,
            "options": self.options,
            "edition": self.edition,
        }

    @cached_property
    def key(self) -> str:
        """A hash of what determines the results: parameters, sources of rules and bots."""
        parts = [self.data(), __version__, fingerprint(self.game.rules)]
        digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode())
        for module in (pairing, referee):
            digest.update(Path(str(module.__file__)).read_bytes())
        return digest.hexdigest()[:20]


def checked_entrants(players: Sequence[str]) -> tuple[str, ...]:
    """At least two bots, each named once."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise BadOption("the players are a list of bots' names, not {players!r}", players=players)
    entrants: list[str] = []
    for name in players:
        if not isinstance(name, str):
            raise BadOption("a player is a bot's name, not {name!r}", name=name)
        entrant = bot_named(name)
        if entrant in entrants:
            raise BadOption("{name!r} is named twice; name each player once", name=name)
        entrants.append(entrant)
    if len(entrants) < 2:
        raise BadOption(
            "a tournament takes two players or more; named: {count}", count=len(entrants)
        )
    return tuple(entrants)


def arena(
    game: str | Game,
    players: Sequence[str],
    games: int,
    seed: int = 0,
    *,
    seats: int | None = None,
    full_tables: bool = False,
    lone: bool = False,
    options: Mapping[str, Any] | None = None,
    edition: Edition | None = None,
    workers: int | None = None,
    executor: Pool | None = None,
    state: str | os.PathLike[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> polars.DataFrame:
    """Play a tournament of bots; returns a frame with a row for each seat of each match.

    Columns: `match`, `seat`, `player`, `points`, `win` (1, or the share of a shared victory) and
    `seconds` (that seat's thinking time in that match).

    Every pair of players meets in `games` matches with `seats` seats (default: as few as the game
    allows). One of the pair has a single seat and copies of the other have all others; they take
    turns, unless `lone`: then the one named first is always the single one. With `full_tables` all
    players sit at one table, for `games` matches. Except for `seconds`, the same seed gives the
    same results on any number of `workers` (processes; default: all cores) and any `executor`.
    Given a function that makes an executor, one whose worker has died is replaced.

    An interrupted tournament is kept in the folder `state`, if one is given, and resumes when it is
    started again. `progress` is called with the number of newly finished matches, often 0.
    """
    tournament = Tournament.of(
        game,
        players,
        games,
        seed,
        seats=seats,
        full_tables=full_tables,
        lone=lone,
        options=options,
        edition=edition,
    )
    columns = ("match", "seat", "player", "points", "win", "seconds")
    if state is None:
        outcome = played(tournament, workers=workers, executor=executor, progress=progress)
        return outcome.frame.select(columns)
    from .journal import Journal

    with Journal(Path(state), tournament) as journal:
        if progress and journal.results:
            progress(len(journal.results))
        outcome = played(tournament, journal, workers, executor, progress)
        journal.forget()
    return outcome.frame.select(columns)


def played(
    tournament: Tournament,
    journal: Journal | None = None,
    workers: int | None = None,
    executor: Pool | None = None,
    progress: Callable[[int], object] | None = None,
) -> Outcome:
    """Play those matches of the tournament that are not in its journal yet.

    `progress` is called with the number of newly finished matches, and regularly with 0.
    """
    from .outcome import Outcome
    from .running import results

    if workers is not None:
        checked_integer("workers", workers, 1, MOST_WORKERS)
    known = [] if journal is None else list(journal.results)
    for result in results(tournament, known, workers, executor, progress or (lambda _: None)):
        known.append(result)
        if journal is not None:
            journal.add(result)
    return Outcome.of(tournament, known)
