"""`@cases`: like `pytest.mark.parametrize`, but in one test, so that cases share its set-up."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def cases(
    names: str | tuple[str, ...],
    values: Iterable[Any],
    ids: Iterable[str] | Callable[[Any], str] | None = None,
) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but all in one test, and with the same fixtures.

    For cases that show one behaviour and change nothing that another case could feel.
    """
    values = list(values)
    labels = [*map(ids or repr, values)] if ids is None or callable(ids) else [*ids]
    wanted = (names,) if isinstance(names, str) else names
    given = [(value,) if isinstance(names, str) else tuple(value) for value in values]
    assert given, "no case at all"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            for label, each in zip(labels, given, strict=True):
                try:
                    test(**fixtures, **dict(zip(wanted, each, strict=True)))
                except BaseException as problem:
                    problem.add_note(f"in this case: {label}")
                    raise

        signature = inspect.signature(test)
        rest = [each for name, each in signature.parameters.items() if name not in wanted]
        vars(run)["__signature__"] = signature.replace(parameters=rest)
        del vars(run)["__wrapped__"]  # or pytest would look for the names that are no fixtures
        return run

    return decorate
