"""What replaces parts of Numba's compiler behaves as they do."""

import pytest

pytest.importorskip("numba")

from numba.core.compiler import Flags

from ludotheque.core.linking import QuickFlags


def flags(**options: object) -> Flags:
    found = Flags()
    for name, value in options.items():
        setattr(found, name, value)
    return found


def test_quick_flags_are_numbas_flags() -> None:
    """They are keys of Numba's own caches, beside flags of its own."""
    for slow in (flags(), flags(nrt=True), flags(boundscheck=True, forceinline=True)):
        quick = QuickFlags(slow)
        assert quick.values() == slow.values()
        assert (quick, hash(quick)) == (slow, hash(slow))
        assert quick.copy() == quick
        assert type(quick.copy()) is QuickFlags


def test_quick_flags_that_differ_in_an_option_are_not_equal() -> None:
    assert QuickFlags(flags(nrt=True)) != QuickFlags(flags())
    assert QuickFlags(flags(nrt=False)) == QuickFlags(flags())  # the default, said or not
