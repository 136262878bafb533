"""Components of an edition: each is read by name and checked, and unknown ones are rejected."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludotheque import BadEdition
from ludotheque.core import edition
from ludotheque.core.edition import Components, read_edition
from tests.cases import cases

COMPONENTS = {"name": "A box", "dice": 4, "chips": [1, 2, 3]}


def refusal(unpack: Callable[[Components], object], **changes: object) -> str:
    with pytest.raises(BadEdition) as caught:
        unpack(Components(COMPONENTS | changes))
    return str(caught.value)


def test_a_box_gives_what_it_holds() -> None:
    components = Components(COMPONENTS)
    assert components.text("name") == "A box"
    assert components.integer("dice", 4, 4) == 4
    assert components.integers("chips", 1, 3, least=3) == [1, 2, 3]
    components.reject_unknown()


def test_a_list_from_a_box_is_the_callers() -> None:
    chips = [1, 2, 3]
    Components({"chips": chips}).integers("chips", 1, 3, least=3).append(4)
    assert chips == [1, 2, 3]


@cases("value", ["", "x" * 101, "a\nb", "a\x00", 7, None, ["A box"]])
def test_a_text_that_is_none_is_refused(value: object) -> None:
    assert "name" in refusal(lambda components: components.text("name"), name=value)


@cases("value", [0, 7, -1, 4.0, "4", True, None, [4], 10**30])
def test_a_number_out_of_range_or_of_another_type_is_refused(value: object) -> None:
    said = refusal(lambda components: components.integer("dice", 1, 6), dice=value)
    assert said.endswith("is not a whole number from 1 to 6")


@cases("value", [[], [1, 2], [1, 2, 3, 4, 5], "123", 3, None, {"a": 1}])
def test_a_list_of_another_length_is_refused(value: object) -> None:
    said = refusal(
        lambda components: components.integers("chips", 1, 9, least=3, most=4), chips=value
    )
    assert said.endswith("is not a list of 3 … 4 whole numbers from 1 to 9")


@cases("value", [0, 10, 2.0, "2", True, None, [2]])
def test_a_wrong_number_in_a_list_is_refused_with_its_place(value: object) -> None:
    said = refusal(
        lambda components: components.integers("chips", 1, 9, least=3), chips=[1, value, 3]
    )
    assert said.startswith(f"chips: number 2 is {value!r};")


def test_a_missing_component_and_one_too_many_are_refused() -> None:
    assert "'pawns'" in refusal(lambda components: components.integer("pawns", 1, 9))
    components = Components(COMPONENTS)
    components.text("name")
    with pytest.raises(BadEdition) as caught:
        components.reject_unknown()
    assert (
        str(caught.value) == "the edition has an unknown component 'dice'; the components are: name"
    )


def test_a_refusal_stays_short_whatever_the_component() -> None:
    assert len(refusal(lambda components: components.integer("dice", 1, 6), dice="x" * 10**6)) < 200


@pytest.mark.parametrize("name", ["box.toml", "box.json", "BOX.JSON"])
@pytest.mark.parametrize("kind", [str, Path])
def test_an_edition_is_read_from_a_file(name: str, kind: type, tmp_path: Path) -> None:
    path = tmp_path / name
    toml = 'name = "A box"\r\ndice = 4\nchips = [1, 2, 3]\n'
    path.write_text(toml if name.endswith("toml") else json.dumps(COMPONENTS), "utf-8")
    assert read_edition(kind(path)) == COMPONENTS


def test_an_edition_read_from_a_mapping_is_a_copy() -> None:
    own = dict(COMPONENTS)
    read_edition(own)["name"] = "Another"
    assert own == COMPONENTS


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("no.toml", None, "cannot be read"),
        ("a.toml", b"name = ", "not TOML"),
        ("a.json", b"{", "not JSON"),
        ("a.json", b"[1]", "holds no table of components"),
        ("a.json", b"[" * 100_000, "not JSON"),
        ("a.toml", b"a = " + b"[" * 100_000, "not TOML"),
        ("a.toml", b"name = '\xff'", "cannot be read"),
        ("a\0.toml", None, "cannot be read"),
    ],
)
def test_a_file_that_holds_no_edition_is_refused_with_its_name(
    name: str, data: bytes | None, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BadEdition) as caught:
        read_edition(path)
    assert str(path) in str(caught.value)
    assert reason in str(caught.value)


def test_a_folder_is_no_edition(tmp_path: Path) -> None:
    with pytest.raises(BadEdition, match="cannot be read"):
        read_edition(tmp_path)


def test_a_file_too_large_for_a_box_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edition, "LARGEST_FILE", 20)
    path = tmp_path / "box.toml"
    path.write_bytes(b"name = 'x'".ljust(20))
    assert read_edition(path) == {"name": "x"}
    path.write_bytes(b"name = 'x'".ljust(21))
    with pytest.raises(BadEdition, match="larger than 20 bytes"):
        read_edition(path)


@cases("value", [7, None, [("name", "x")], b"box.toml"])
def test_what_is_neither_a_mapping_nor_a_file_is_refused(value: Any) -> None:
    with pytest.raises(BadEdition, match="a mapping of components or a file"):
        read_edition(value)
