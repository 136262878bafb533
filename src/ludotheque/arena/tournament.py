"""A tournament of bots: its parameters, checked before anything is played."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from ..bots.custom.entrant import Entrant, Instance
from ..bots.entrants import NamedBot, PlayerLike, distinct_names, entrants_of
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
    from .outcome import Outcome, Results
    from .workers.chunks import Pool

MOST_MATCHES = 10**10  # of one pairing
MOST_WORKERS = 1024

Edition = Mapping[str, Any] | str | os.PathLike[str]


@dataclass(frozen=True)
class Tournament:
    """Everything that determines the results, so that they are the same on any machine."""

    game: Game
    players: tuple[Entrant, ...]
    entrants: tuple[str, ...]  # their names
    seats: int
    games: int  # matches of each pairing, or of the full table
    seed: int
    full_tables: bool
    lone: bool  # only the first of each pair plays alone against copies of the other
    options: dict[str, Any]  # complete
    edition: dict[str, Any] | None
    keeps_decisions: bool = False  # whether every decision is written down

    @classmethod
    def of(
        cls,
        game: str | Game,
        players: Sequence[PlayerLike],
        games: int,
        seed: int = 0,
        *,
        seats: int | None = None,
        full_tables: bool = False,
        lone: bool = False,
        options: Mapping[str, Any] | None = None,
        edition: Edition | None = None,
        keeps_decisions: bool = False,
    ) -> Tournament:
        """Check the parameters; BadOption says what is wrong, and what is allowed."""
        game = game if isinstance(game, Game) else find(game)
        entrants = checked_entrants(players, several=full_tables)
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
            game,
            tuple(entrants),
            distinct_names(entrants),
            seats,
            games,
            seed,
            full_tables,
            lone,
            opening.options,
            opening.edition,
            keeps_decisions,
        )

    @cached_property
    def schedule(self) -> Schedule:
        entrants = len(self.entrants)
        return Schedule(entrants, self.seats, self.games, self.full_tables, self.lone)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the entrants that are bots of this package, and have to be compiled."""
        return tuple(player.name for player in self.players if isinstance(player, NamedBot))

    @property
    def is_portable(self) -> bool:
        """Whether all its players can be sent to other processes."""
        return all(player.is_portable for player in self.players)

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
            **({"decisions": True} if self.keeps_decisions else {}),
        }

    @cached_property
    def key(self) -> str:
        """A hash of what determines the results: parameters, sources of rules and bots."""
        players = [player.fingerprint() for player in self.players]
        parts = [self.data(), __version__, fingerprint(self.game.rules), players]
        digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode())
        for module in (pairing, referee):
            digest.update(Path(str(module.__file__)).read_bytes())
        return digest.hexdigest()[:20]


def checked_entrants(players: Sequence[PlayerLike], *, several: bool) -> list[Entrant]:
    """At least two players; the same one may be named several times if it may have several seats.

    Two players of one class are not the same.
    """
    entrants = entrants_of(players)
    for place, one in enumerate(entrants):
        if not several and any(is_same(one, other) for other in entrants[:place]):
            raise BadOption(
                "{name!r} is named twice; name each player once, or seat all at one full table",
                name=one.name,
            )
    if len(entrants) < 2:
        raise BadOption(
            "a tournament takes two players or more; named: {count}", count=len(entrants)
        )
    return entrants


def is_same(one: Entrant, other: Entrant) -> bool:
    """Whether two entrants are one object, or have one name, which objects may share."""
    if isinstance(one, Instance) and isinstance(other, Instance):
        return one.player is other.player
    return type(one) is type(other) and one.name == other.name


def arena(
    game: str | Game,
    players: Sequence[PlayerLike],
    games: int = 200,
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
    decisions: str | os.PathLike[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> polars.DataFrame:
    """Play a tournament: see `ludotheque.arena`, which is this function."""
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
        keeps_decisions=decisions is not None,
    )
    columns = ("match", "seat", "player", "points", "win", "seconds")
    if state is None and decisions is None:
        outcome = played(tournament, workers=workers, executor=executor, progress=progress)
        return outcome.frame.select(columns)
    from .journal import Journal

    with kept_in(state, decisions) as folder, Journal(folder, tournament) as journal:
        if progress and len(journal):
            progress(len(journal))
        found = played(tournament, journal, workers, executor, progress)
        if decisions is not None:
            journal.decisions.write(Path(decisions))
        frame = found.frame.select(columns)
        journal.forget()
    return frame


@contextlib.contextmanager
def kept_in(
    state: str | os.PathLike[str] | None, decisions: str | os.PathLike[str] | None
) -> Iterator[Path]:
    """The folder `state`, or one beside the file of decisions that is gone after the block."""
    if state is not None:
        yield Path(state)
        return
    assert decisions is not None
    beside = Path(decisions).absolute().parent
    with tempfile.TemporaryDirectory(prefix=".ludotheque-", dir=beside) as made:
        yield Path(made)


@overload
def played(
    tournament: Tournament,
    journal: None = None,
    workers: int | None = None,
    executor: Pool | None = None,
    progress: Callable[[int], object] | None = None,
) -> Outcome: ...


@overload
def played(
    tournament: Tournament,
    journal: Journal,
    workers: int | None = None,
    executor: Pool | None = None,
    progress: Callable[[int], object] | None = None,
) -> Results: ...


def played(
    tournament: Tournament,
    journal: Journal | None = None,
    workers: int | None = None,
    executor: Pool | None = None,
    progress: Callable[[int], object] | None = None,
) -> Results:
    """Play those matches of the tournament that are not in its journal yet.

    `progress` is called with the number of newly finished matches, and regularly with 0.
    """
    from .outcome import Outcome
    from .running import Missing, results

    if workers is not None:
        checked_integer("workers", workers, 1, MOST_WORKERS)
    count, report = len(tournament.schedule), progress or (lambda _: None)
    if journal is None:
        missing = Missing(range(count), count)
        return Outcome.of(tournament, results(tournament, missing, workers, executor, report))
    missing = Missing(journal.missing(), count - len(journal))
    try:
        for result in results(tournament, missing, workers, executor, report):
            journal.add(result)
    finally:
        journal.flush()
    return journal.outcome()
