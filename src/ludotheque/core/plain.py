"""A state's fields as plain Python values: reading many of them takes a fifth of the time that it
takes through NumPy's record."""

from __future__ import annotations

import struct
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import numpy as np

NUMBER = np.dtype(np.int32)


class Plain:
    """The fields of one record, each made when it is first read: numbers, tuples of numbers, and
    tuples of rows, which are indexed one by one, as in `pawns[seat][row]`."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self._numbers = numbers


class Field:
    """An attribute of a `Plain`; once it is made, Python finds the value itself."""

    def __init__(self, name: str, pick: Callable[[tuple[int, ...]], Any]) -> None:
        self.name = name
        self.pick = pick

    def __get__(self, owner: Plain, kind: type) -> Any:
        value = owner.__dict__[self.name] = self.pick(owner._numbers)
        return value


def plain_reader(dtype: Any) -> Callable[[Any], Any]:
    """A function that reads a record of this type, or an array of one, as a `Plain`; one that was
    read already is taken as it is."""
    kinds = {name: dtype.fields[name][:2] for name in dtype.names}
    if any(kind.base != NUMBER for kind, _ in kinds.values()):
        raise TypeError("a state's fields are 32-bit integers")
    fields = {
        name: Field(name, picker(offset // NUMBER.itemsize, kind.shape))
        for name, (kind, offset) in kinds.items()
    }
    plain = type("PlainState", (Plain,), dict(fields))
    unpack = struct.Struct(f"={dtype.itemsize // NUMBER.itemsize}i").unpack_from

    def read(record: Any) -> Any:
        return record if isinstance(record, Plain) else plain(unpack(record))

    return read


def picker(start: int, shape: tuple[int, ...]) -> Callable[[tuple[int, ...]], Any]:
    """What takes a field out of all numbers of a record."""
    if not shape:
        return itemgetter(start)
    size = shape[-1]
    if len(shape) == 1:
        return itemgetter(slice(start, start + size))
    rows = [slice(start + size * row, start + size * (row + 1)) for row in range(shape[0])]
    return itemgetter(*rows) if len(rows) > 1 else lambda numbers: (numbers[rows[0]],)
