"""A fair queue: round-robin scheduling over those who wait, at every level of a path.

Whoever puts in a hundred items waits for a hundred turns, and everybody else for one.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")
Path = tuple[str, ...]  # whose item it is, from the outside in: an address, a device, a match


class FairQueue(Generic[Item]):
    """Items by their paths: addresses take turns, then the devices of one, then their matches.

    Items of the same path come first in, first out.
    """

    def __init__(self) -> None:
        self._root = _Branch[Item]()
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._counts.total()

    def __bool__(self) -> bool:
        return bool(self._counts)

    def count(self, first: str) -> int:
        """The number of waiting items whose paths begin with this name."""
        return self._counts[first]

    def put(self, path: Path, item: Item) -> None:
        if not path:
            raise ValueError("a path names at least whose item it is")
        self._counts[path[0]] += 1
        self._root.put(path, item)

    def pop(self) -> Item:
        """The next item; IndexError if there is none."""
        if not self._counts:
            raise IndexError("nobody waits")
        first, item = self._root.pop()
        self._counts[first] -= 1
        if not self._counts[first]:
            del self._counts[first]
        return item


class _Branch(Generic[Item]):
    """The items below one name, and the branches of the names that follow it in their paths."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._branches: OrderedDict[str, _Branch[Item]] = OrderedDict()  # the next in turn first

    def __bool__(self) -> bool:
        return bool(self._items or self._branches)

    def put(self, path: Path, item: Item) -> None:
        if not path:
            self._items.append(item)
            return
        self._branches.setdefault(path[0], _Branch()).put(path[1:], item)

    def pop(self) -> tuple[str, Item]:
        """The next item, and the name of the branch that it comes from."""
        if self._items:
            return "", self._items.popleft()
        name, branch = self._branches.popitem(last=False)
        _, item = branch.pop()
        if branch:
            self._branches[name] = branch  # to the end: everybody else is next
        return name, item
