"""The decisions of a tournament as data: a row for each, streamed to a Parquet file.

Rows go to part files, a few matches at a time. A match counts as played once its rows are on disk,
so that a tournament which is interrupted goes on without losing or repeating a row.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bots.player import Decision
from ..core.atomic import atomic_write
from ..core.game import Game
from ..core.view import View

if TYPE_CHECKING:
    import polars

    from .referee import Result

MOST_ROWS = 20_000  # that wait in memory for a part file
MOST_SECONDS = 5.0  # after which they are written, however few they are

Columns = dict[str, list[Any]]
Array = np.ndarray[Any, Any]


class DecisionLog:
    """The decisions of one match so far."""

    def __init__(self, match: int, names: Collection[str]) -> None:
        self.match = match
        self.names = list(names)
        self.columns: Columns = {name: [] for name in schema_names()}

    def add(self, view: View, decision: Decision) -> None:
        legal, actions = path_of(view, decision.move)
        chances = decision.chances
        self._row(
            match=self.match,
            number=len(self.columns["match"]),
            seat=view.seat,
            player=self.names[view.seat],
            key=view.key,
            information_state=bytes.fromhex(view.information_state),
            move=decision.move,
            move_count=len(view.moves),
            actions=actions,
            legal_actions=legal,
            chances=None
            if chances is None
            else [{"move": move, "chance": float(chance)} for move, chance in chances.items()],
        )

    def _row(self, **values: Any) -> None:
        for name, value in values.items():
            self.columns[name].append(value)

    def finish(self, points: list[int], wins: list[float]) -> Columns:
        """All columns, with what the match brought to the seat of each row."""
        seats = self.columns["seat"]
        self.columns["points"] = [points[seat] for seat in seats]
        self.columns["win"] = [wins[seat] for seat in seats]
        return self.columns


def path_of(view: View, move: str) -> tuple[list[list[int]], list[int]]:
    """The actions that make a move, and before each of them all that were legal."""
    words = view.game.actions
    paths = [words.split(text) for text in view.moves]
    chosen = words.split(move)
    legal = []
    for length in range(len(chosen)):
        going_on = [path for path in paths if path[:length] == chosen[:length]]
        legal.append(
            sorted({path[length] if len(path) > length else words.end_of_move for path in going_on})
        )
    actions = list(chosen)
    if sum(path[: len(chosen)] == chosen for path in paths) > 1:  # others begin like this one
        longer = {path[len(chosen)] for path in paths if path[: len(chosen)] == chosen != path}
        legal.append(sorted({words.end_of_move, *longer}))
        actions.append(words.end_of_move)
    return legal, actions


def schema() -> dict[str, Any]:
    """The columns of the file and their types."""
    import polars as pl

    chance = pl.Struct({"move": pl.String, "chance": pl.Float64})
    return {
        "match": pl.Int64,
        "number": pl.Int32,
        "seat": pl.Int8,
        "player": pl.String,
        "key": pl.String,
        "information_state": pl.Binary,
        "move": pl.String,
        "move_count": pl.Int32,
        "actions": pl.List(pl.Int32),
        "legal_actions": pl.List(pl.List(pl.Int32)),
        "chances": pl.List(chance),
        "points": pl.Int32,
        "win": pl.Float64,
    }


def schema_names() -> tuple[str, ...]:
    return tuple(schema())


class DecisionParts:
    """The rows of finished matches in a folder, in part files."""

    def __init__(
        self, folder: Path, known: Iterable[int] = (), parts: Iterable[int] = (), size: int = 1
    ) -> None:
        """`known` are the matches that count, and all those of `parts`, `size` matches each."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._waiting: list[Result] = []
        self._rows = 0
        self._written = time.monotonic()
        self._drop_unknown(frozenset(known), frozenset(parts), size)

    def add(self, result: Result) -> list[Result]:
        """Take a match; returns the matches whose rows have come to disk by that."""
        assert result.decisions is not None
        self._waiting.append(result)
        self._rows += len(result.decisions["match"])
        is_time = time.monotonic() - self._written > MOST_SECONDS
        return self.flush() if self._rows >= MOST_ROWS or is_time else []

    def flush(self) -> list[Result]:
        """Write what waits to a part file."""
        import polars

        done, self._waiting, self._rows = self._waiting, [], 0
        self._written = time.monotonic()
        if done:
            frames = [polars.DataFrame(each.decisions, schema=schema()) for each in done]
            self._write(polars.concat(frames), self.folder / f"{len(self._paths):08}.parquet")
        return [each.without_decisions() for each in done]

    def write(self, path: Path) -> None:
        """Put all parts together into one file, without holding them in memory."""
        with atomic_write(path) as whole:
            self.scan().sink_parquet(whole)

    def scan(self) -> polars.LazyFrame:
        import polars

        if not self._paths:
            return polars.LazyFrame(schema=schema())
        return polars.scan_parquet(self._paths)

    @property
    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("*.parquet"))

    def _write(self, frame: polars.DataFrame, path: Path) -> None:
        with atomic_write(path) as part:
            frame.write_parquet(part)

    def _drop_unknown(self, known: frozenset[int], parts: frozenset[int], size: int) -> None:
        """Drop rows of matches that are to be played again: the run ended before they counted."""
        import polars

        for path in self._paths:
            frame = polars.read_parquet(path)
            match = polars.col("match")
            kept = frame.filter(match.is_in(sorted(known)) | (match // size).is_in(sorted(parts)))
            if len(kept) < len(frame):
                self._write(kept, path)


def decisions(path: str | os.PathLike[str]) -> polars.LazyFrame:
    """The decisions that `arena(…, decisions=path)` has written, as a lazy Polars frame.

    A row is a decision; docs/RESEARCH.md describes the columns. Only what a query needs is read:
    `decisions(path).filter(polars.col("player") == "maître").collect()`.
    """
    import polars

    return polars.scan_parquet(os.fspath(path))


def information_states(game: Game, column: Iterable[bytes]) -> Array:
    """The column `information_state` as an array of records with the game's fields by name."""
    found: Array = np.frombuffer(b"".join(column), game.rules.STATE)
    return found
