"""Positions to train on, and those of them that are on disk while their matches are played."""

from __future__ import annotations

import contextlib
import hashlib
import json
import zipfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from ..core.atomic import atomic_write

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Positions:
    """A sample of positions: a row for each seat of each position."""

    features: Array
    predictions: Array  # win probabilities by the weights that the matches were played with
    shares: Array  # the target: the seat's share of the victory
    matches: Array  # the number of the match

    def part(self, rows: Array) -> Positions:
        return Positions(
            self.features[rows], self.predictions[rows], self.shares[rows], self.matches[rows]
        )


class SampleFolder:
    """The chunks of a training that are played: a file each, so that another driver goes on.

    Files are named by all that determines the positions; what determines others is never read.
    """

    def __init__(self, folder: Path | None, *determined_by: Any) -> None:
        key = hashlib.sha256(json.dumps(determined_by, sort_keys=True).encode()).hexdigest()[:20]
        self._folder = None if folder is None else folder / key

    def read(self, number: int) -> Positions | None:
        """The positions of a chunk; None if it is not on disk, or not whole."""
        if self._folder is None:
            return None
        with (
            contextlib.suppress(OSError, ValueError, KeyError, zipfile.BadZipFile),
            self._path(number).open("rb") as file,
            np.load(file, allow_pickle=False) as found,
        ):
            return Positions(**{field.name: found[field.name] for field in fields(Positions)})
        return None

    def write(self, number: int, positions: Positions) -> None:
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        with atomic_write(self._path(number)) as part, part.open("xb") as file:
            np.savez(file, **asdict(positions))

    def _path(self, number: int) -> Path:
        assert self._folder is not None
        return self._folder / f"{number:06}.npz"
