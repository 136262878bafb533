"""The place where a run is worked on: this machine, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ...core.errors import BadOption
from .chunks import Pool

RAY, RAY_ADDRESS = "ray", "ray://"


@dataclass(frozen=True)
class Place:
    """An executor (None: this machine's own threads or processes), and how many work there."""

    executor: Pool | None
    workers: int | None


def checked_place(name: str | None) -> None:
    """BadOption unless `place` knows the name."""
    if name not in (None, RAY) and not str(name).startswith(RAY_ADDRESS):
        raise BadOption(
            "matches are played on this machine, on ray or on ray://HOST:PORT, not on {name!r}",
            name=name,
        )


@contextmanager
def place(name: str | None, workers: int | None = None) -> Iterator[Place]:
    """The place with that name: None for this machine, `ray`, or a Ray cluster's `ray://…`."""
    checked_place(name)
    if name is None:
        yield Place(None, workers)
        return
    from .ray_executor import RayExecutor

    cluster = RayExecutor(None if name == RAY else name)
    try:
        yield Place(lambda: cluster, workers or cluster.cores)
    except BaseException:
        cluster.shutdown(cancel_futures=True)
        raise
    cluster.shutdown()
