"""A Ray cluster as an Executor. Ray is an extra: `pip install 'ludotheque[ray]'`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, TypeVar

from ...core.errors import BadOption

RETRIES = 3  # by Ray itself, when a worker or a machine dies
ATTEMPTS = 3  # to connect

Answer = TypeVar("Answer")


def connect(init: Callable[[], object], address: str) -> None:
    """Connect to a cluster. A busy one may give up starting a server for this client: Ray waits for
    that half a minute, and the next attempt may find more time."""
    for attempt in range(ATTEMPTS):
        try:
            init()
        except (ConnectionError, ValueError, RuntimeError) as problem:
            if isinstance(problem, ConnectionAbortedError) and attempt + 1 < ATTEMPTS:
                continue
            raise BadOption(
                "no Ray cluster answers at {address}: {problem}",
                address=address,
                problem=str(problem),
            ) from problem
        return


class RayExecutor(Executor):
    """Submits calls as Ray tasks, to the cluster at `address` (default: as `ray.init` chooses).

    That is the cluster that RAY_ADDRESS names, or one that runs on this machine, or else a new one
    of this machine's cores. `options` go to `ray.init`.
    """

    def __init__(self, address: str | None = None, **options: Any) -> None:
        try:
            import ray
        except ImportError:
            raise BadOption("Ray is not installed here: pip install 'ludotheque[ray]'") from None
        self._ray = ray
        self._started = not ray.is_initialized()
        if self._started:
            quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
            connect(lambda: ray.init(address, **quiet, **options), address or "ray")
        self._call = ray.remote(max_retries=RETRIES)(call)
        self._references: dict[Future[Any], Any] = {}

    @property
    def cores(self) -> int:
        """How many tasks the cluster works on at once."""
        return max(int(self._ray.cluster_resources().get("CPU", 1)), 1)

    def submit(
        self, function: Callable[..., Answer], /, *arguments: Any, **named: Any
    ) -> Future[Answer]:
        reference = self._call.remote(function, arguments, named)
        future: Future[Answer] = Future()
        future.set_running_or_notify_cancel()
        self._references[future] = reference
        reference.future().add_done_callback(lambda done: self._pass_on(done, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for reference in list(self._references.values()):
            if cancel_futures:
                self._ray.cancel(reference, force=True)
            elif wait:
                self._ray.wait([reference])
        if self._started:
            self._ray.shutdown()

    def _pass_on(self, done: Future[Answer], future: Future[Answer]) -> None:
        """Answer the future; what befell the worker, and not the call, is a BrokenExecutor."""
        self._references.pop(future, None)
        problem = done.exception()
        if problem is None:
            future.set_result(done.result())
        elif isinstance(problem, self._losses):
            future.set_exception(BrokenExecutor(str(problem)))
        else:
            future.set_exception(getattr(problem, "cause", None) or problem)

    @property
    def _losses(self) -> tuple[type[Exception], ...]:
        known = self._ray.exceptions
        return (known.WorkerCrashedError, known.NodeDiedError, known.ObjectLostError)


def call(function: Callable[..., Answer], arguments: Any, named: Any) -> Answer:
    return function(*arguments, **named)
