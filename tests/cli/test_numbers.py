"""Numbers as people type them and as each language writes them."""

from ludotheque.cli.shared.messages import use_language
from ludotheque.cli.shared.parameter_types import parse_integer
from ludotheque.core.language import written_number
from tests.cases import cases


@cases(
    ("text", "number"),
    [
        ("0", 0),
        ("1000", 1000),
        ("1_000", 1000),
        ("1e6", 1_000_000),
        ("1E6", 1_000_000),
        ("2.5e3", 2500),
        ("10k", 10_000),
        ("1.5k", 1500),
        ("1M", 1_000_000),
        ("0007", 7),
    ],
)
def test_large_numbers_have_short_spellings(text: str, number: int) -> None:
    assert parse_integer(text) == number


@cases(
    "text",
    ["", "-1", "+1", "abc", "1.5", "1e-3", "1e", "e6", "1m", "1K", "_1", "1 000", "١", "9" * 99],
)
def test_anything_else_is_not_a_whole_number(text: str) -> None:
    assert parse_integer(text) is None


def test_each_language_writes_numbers_its_own_way() -> None:
    assert written_number(1234567.891, ",.2f", use_language("en")) == "1,234,567.89"
    assert written_number(1234567.891, ",.2f", use_language("fr")) == "1\u202f234\u202f567,89"
