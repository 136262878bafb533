"""`@cases`: every case is run, and a failure names its case."""

import pytest

from tests.cases import cases


def test_every_case_is_tried_with_the_fixtures_of_the_test() -> None:
    tried: list[tuple[str, int, str]] = []

    @cases(("place", "name"), [(1, "one"), (2, "two")])
    def test(fixture: str, place: int, name: str) -> None:
        tried.append((fixture, place, name))

    test(fixture="kept")
    assert tried == [("kept", 1, "one"), ("kept", 2, "two")]


def test_a_failure_names_its_case() -> None:
    @cases("number", [1, 2, 3])
    def is_odd(number: int) -> None:
        assert number % 2

    @cases("number", [1, 2, 3], ids=["one", "two", "three"])
    def is_odd_by_name(number: int) -> None:
        assert number % 2

    for test, label in ((is_odd, "2"), (is_odd_by_name, "two")):
        with pytest.raises(AssertionError) as caught:
            test()
        assert caught.value.__notes__ == [f"in this case: {label}"]
