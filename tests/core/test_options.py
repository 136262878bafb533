"""Options are declared data: the error for a value that is not allowed names those that are."""

from typing import Any

import pytest

from ludotheque import BadOption
from ludotheque import game as find
from ludotheque.core.options import (
    LocalizedText,
    Option,
    SeatOption,
    complete,
    listed,
    spelled,
    with_legacy_values,
)
from tests.cases import cases

WORDS = LocalizedText(fr="un mot", en="a word")


def option(name: str, default: Any, *allowed: Any, kind: type[Option] = Option) -> Option:
    return kind(name, default, allowed, WORDS, WORDS)


DECLARED = {
    each.name: each
    for each in (
        option("quick", False, False, True),
        option("rounds", 3, *range(1, 100)),
        option("style", "calm", "calm", "wild"),
        option("first", None, None, 0, 1, 2, 3, kind=SeatOption),
    )
}
DEFAULTS = {"quick": False, "rounds": 3, "style": "calm", "first": None}


def refusal(given: Any, players: int = 2) -> str:
    with pytest.raises(BadOption) as caught:
        complete(DECLARED, given, players)
    return str(caught.value)


@cases("given", [None, {}, DEFAULTS])
def test_saying_nothing_is_saying_the_defaults(given: dict[str, Any] | None) -> None:
    assert complete(DECLARED, given, 2) == DEFAULTS


def test_a_game_says_for_how_many_it_is() -> None:
    said = {"masterdes": "MasterDés is for 2 players, not 9", "levelx": "for 2 to 4 players, not 9"}
    for game, why in said.items():
        with pytest.raises(BadOption, match=why):
            find(game).start(9)


def test_what_is_said_goes_before_the_default() -> None:
    chosen = complete(DECLARED, {"quick": True, "first": 1}, 2)
    assert chosen == DEFAULTS | {"quick": True, "first": 1}
    assert list(chosen) == list(DECLARED)


@cases(
    ("name", "value"),
    [
        ("quick", 1),
        ("quick", None),
        ("quick", "true"),
        ("rounds", True),
        ("rounds", 3.0),
        ("rounds", 100),
        ("rounds", None),
        ("rounds", [3]),
        ("style", "tame"),
        ("style", None),
        ("first", False),
        ("first", "0"),
        ("first", -1),
    ],
)
def test_a_value_of_the_wrong_type_or_size_is_refused(name: str, value: object) -> None:
    assert refusal({name: value}).startswith(f"option {name!r} cannot be {value!r}; allowed: ")


def test_a_seat_must_be_one_of_the_match() -> None:
    assert complete(DECLARED, {"first": 2}, 3)["first"] == 2
    assert refusal({"first": 2}).endswith("cannot be 2; allowed: null, 0, 1 (default null)")


def test_a_refusal_names_what_is_allowed_as_one_types_it() -> None:
    assert refusal({"quick": 1}).endswith("allowed: false, true (default false)")
    assert refusal({"rounds": 0}).endswith("allowed: 1 … 99 (default 3)")
    assert refusal({"style": 0}).endswith('allowed: "calm", "wild" (default "calm")')


def test_an_unknown_option_is_refused_with_the_names_there_are() -> None:
    assert refusal({"slow": True}) == (
        "there is no option 'slow'; the options are: quick, rounds, style, first"
    )
    with pytest.raises(BadOption, match="the options are: –"):
        complete({}, {"slow": True}, 2)


@cases("given", [["quick"], "quick", 3, {"quick"}])
def test_options_that_are_no_mapping_are_refused(given: object) -> None:
    assert refusal(given) == f"options are a mapping of names to values, not {given!r}"


@cases(
    ("name", "kind"),
    [("quick", "boolean"), ("rounds", "integer"), ("style", "string"), ("first", "integer")],
)
def test_an_option_has_a_type_in_the_words_of_json(name: str, kind: str) -> None:
    assert DECLARED[name].type == kind


def test_values_are_spelled_as_json_spells_them() -> None:
    values = (None, True, False, "calm", 7)
    assert [spelled(value) for value in values] == ["null", "true", "false", '"calm"', "7"]
    assert listed((None, 0, 1)) == "null, 0, 1"
    assert listed((None, *range(9))) == "null, 0 … 8"


def test_words_speak_two_languages() -> None:
    assert (WORDS["fr"], WORDS["en"]) == ("un mot", "a word")


def test_what_is_missing_in_an_older_record_has_its_legacy_value() -> None:
    """Even null can be one; an option without a legacy value stays missing."""
    newer = {
        "pace": Option("pace", "slow", ("slow", "fast"), WORDS, WORDS, legacy_value="fast"),
        "host": Option("host", 1, (None, 1), WORDS, WORDS, legacy_value=None),
    }
    recorded = {"style": "wild", "pace": "slow"}
    assert with_legacy_values(DECLARED | newer, recorded) == {**recorded, "host": None}
    assert with_legacy_values(newer, {}) == {"pace": "fast", "host": None}
    assert complete(newer, {}, 2) == {"pace": "slow", "host": 1}


def test_values_may_have_labels_for_people() -> None:
    labels = (LocalizedText("calme", "calm"), LocalizedText("sauvage", "wild"))
    style = Option("style", "a", ("a", "b"), WORDS, WORDS, labels=labels)
    assert (style.label("b", "fr"), style.label("a", "en")) == ("sauvage", "calm")
    assert DECLARED["style"].label("wild", "fr") is None
