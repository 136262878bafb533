"""Names of players: whatever somebody types, what is shown stays in its place."""

import pytest

from ludotheque.core.errors import BadOption
from ludotheque.table.player_name import LONGEST_NAME, checked_name, name_or_none
from tests.cases import cases


@cases(
    ("text", "name"),
    [
        (" Ada  Lovelace ", "Ada Lovelace"),
        ("Zoe\u0301", "Zoé"),
        ("מרים", "מרים"),
        ("Nguyễn", "Nguyễn"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("🎲", "🎲"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_names_are_kept_with_their_spaces_and_letters_normalised(text: str, name: str) -> None:
    assert checked_name(text) == name


@cases(
    "text",
    [
        "",
        "   ",
        "x" * (LONGEST_NAME + 1),
        "Ada\x07",
        "Ada\x1b[2J",
        "\u202eadA",  # right-to-left override
        "Ada\u2066",  # an isolate that never ends
        "Ada\u200b",  # a space without width
        "a\u0301\u0301\u0301\u0301",  # marks piled upon a letter
        "\ud800",
        "\ue000",
    ],
)
def test_what_would_leave_its_place_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="printable"):
        checked_name(text)
    assert name_or_none(text) is None
