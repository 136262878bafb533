"""What replaces parts of Numba's compiler behaves as they do."""

import pytest

pytest.importorskip("numba")

from numba.core import types
from numba.core.compiler import Flags

from ludotheque.core.linking import QuickFlags, dispatcher, wide


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


def test_whole_numbers_are_passed_to_rules_with_64_bits() -> None:
    """Of fields and literals; floats, flags and the generator's words stay what they are."""
    for narrow in (types.int32, types.IntegerLiteral(7)):
        assert wide(narrow) == types.int64
    for other in (
        types.int64,
        types.uint64,
        types.float64,
        types.boolean,
        types.BooleanLiteral(True),
    ):
        assert wide(other) == other


def test_a_rule_is_compiled_once_for_fields_literals_and_sums() -> None:
    rule = dispatcher(lambda number: number + 1, is_entry=False)
    for argument in (types.int32, types.IntegerLiteral(7), types.int64):
        rule.get_call_template((argument,), {})
    assert len(rule.overloads) == 1


def test_quick_flags_that_differ_in_an_option_are_not_equal() -> None:
    assert QuickFlags(flags(nrt=True)) != QuickFlags(flags())
    assert QuickFlags(flags(nrt=False)) == QuickFlags(flags())  # the default, said or not
