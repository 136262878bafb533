"""The order in which files are given to the workers."""

from pathlib import Path

from tests.conftest import LONGEST_FIRST

ROOT = Path(__file__).parents[2]


def test_what_comes_first_is_there() -> None:
    assert [path for path in LONGEST_FIRST if not (ROOT / path).exists()] == []
