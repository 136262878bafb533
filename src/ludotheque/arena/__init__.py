"""Many matches: compiled simulations, tournaments of any players, ratings, reports.

`ludotheque.arena` is both this package and the function `ludotheque.arena(game, players, games)`,
which plays a tournament (`help(ludotheque.arena.__call__)`), so the module is made callable. Its
other public names are imported on first use.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

    import polars

    from ..bots.entrants import PlayerLike
    from ..core.game import Game
    from .tournament import Edition
    from .workers.chunks import Pool

#: The public names of the package, and the modules that define them.
_OFFERED = {
    "Simulation": "simulation",
    "simulate": "simulation",
    "Tally": "tally",
    "stream": "streaming",
    "Outcome": "outcome",
    "Tournament": "tournament",
    "rated": "ratings",
    "decisions": "decision_data",
    "information_states": "decision_data",
    "write_report": "report",
}


class Arena(ModuleType):
    def __call__(
        self,
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
        """Play a tournament; returns a frame with a row for each seat of each match.

        Columns: `match`, `seat`, `player`, `points`, `win` (1, or the share of a shared victory)
        and `seconds` (that seat's thinking time in that match).

        A player is a bot's name (`"maître"`), anything with a method `choose(view) -> move`, a
        class of such objects, `"module:Class"`, the name of an entry point of the group
        `ludotheque.bots`, or `"program:COMMAND"` for a program that answers JSON lines. A class is
        called for each seat of each match, with `seed=…` if it takes that; one object plays in all
        its seats. BadPlayer says what is wrong with a player that makes no legal move.

        Every pair of players meets in `games` matches with `seats` seats (default: as few as the
        game allows). One of the pair has a single seat and copies of the other have all others;
        they take turns, unless `lone`: then the one named first is always the single one. With
        `full_tables` all players sit at one table, for `games` matches, and the same player may be
        named several times.

        Except for `seconds`, the same seed gives the same results on any number of `workers`
        (processes; default: all cores) and any `executor`. Given a function that makes an executor,
        one whose worker has died is replaced. Players that cannot be pickled play in this process,
        one match after the other, and a warning says so.

        Every decision is written to the Parquet file `decisions`, if one is named, a row each;
        `ludotheque.arena.decisions(path)` reads it. An interrupted tournament is kept in the folder
        `state`, if one is given, and resumes when it is started again. `progress` is called with
        the number of newly finished matches, often 0.
        """
        from .tournament import arena

        return arena(
            game,
            players,
            games,
            seed,
            seats=seats,
            full_tables=full_tables,
            lone=lone,
            options=options,
            edition=edition,
            workers=workers,
            executor=executor,
            state=state,
            decisions=decisions,
            progress=progress,
        )

    def __getattr__(self, name: str) -> Any:
        if name not in _OFFERED:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{__name__}.{_OFFERED[name]}"), name)


sys.modules[__name__].__class__ = Arena
