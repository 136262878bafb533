"""An attribute that is computed when it is first read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class cached_attribute(Generic[Value]):  # noqa: N801  a decorator, as functools.cached_property is
    """`functools.cached_property` without the lock that it has until Python 3.12.

    The lock takes longer than what hot paths compute. Two threads may compute the value at the same
    time, so it has to be the same.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self.compute = compute
        self.name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> cached_attribute[Value]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> Value: ...
    def __get__(self, owner: object | None, kind: type) -> cached_attribute[Value] | Value:
        if owner is None:
            return self
        value = owner.__dict__[self.name] = self.compute(owner)
        return value
