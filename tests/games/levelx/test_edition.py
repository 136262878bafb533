"""Editions of Level X: the printed box, a user's own, and boxes nobody can play with."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludotheque import BadOption
from ludotheque.core.errors import BadEdition
from ludotheque.core.state import State
from tests.cases import cases

from .position import GAME, box, moves_with, pawns, roll, start, take_turn

OWN = {
    "name": "our own box",
    "spaces": [2, 3, 4, 5, 6, 7],
    "chips": [3, 4, 5, 6, 7, 8],
    "chips_withheld": [2, 1, 0],
    "tiles": [20, 10],
}

AS_TOML = """
name = "our own box"
spaces = [2, 3, 4, 5, 6, 7]
chips = [3, 4, 5, 6, 7, 8]
chips_withheld = [2, 1, 0]
tiles = [20, 10]
"""


def without(component: str) -> dict[str, Any]:
    return {name: value for name, value in OWN.items() if name != component}


def play_to_the_end(state: State) -> State:
    chance = Random("edition")
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(sorted(state.moves())))
    return state


# Boxes to play with


def test_the_printed_edition() -> None:
    """LX-8, LX-11 What the box holds, to the letter."""
    assert GAME.edition == {
        "name": "Level X, Schmidt Spiele 2010",
        "spaces": [4, 4, 3, 3, 2, 2],
        "chips": [12, 11, 10, 9, 8, 7],
        "chips_withheld": [1, 1, 0],
        "tiles": [15, 12, 9, 6],
    }
    assert start().edition is None


@cases(("players", "fewer"), [(2, 1), (3, 1), (4, 0)])
def test_with_two_or_three_players_there_is_one_chip_fewer_of_each(
    players: int, fewer: int
) -> None:
    chips = start(players).snapshot()["chips"]
    assert chips == [count - fewer for count in (12, 11, 10, 9, 8, 7)]


@cases(("row", "length"), [(5, 4), (6, 4), (7, 3), (8, 3), (9, 2), (10, 2)])
def test_the_printed_rows_have_their_lengths(row: int, length: int) -> None:
    """LX-4, LX-6 A pawn takes its first chip on the last space, and not before."""
    dice = {5: "5-2-2-2", 6: "6-2-2-1", 7: "6-1-6-6", 8: "6-2-6-6", 9: "6-3-6-6", 10: "6-4-6-6"}
    state = start()
    for space in range(1, length + 1):
        take_turn(state, dice[row], str(row))
        assert pawns(state, row)[0] == space
        assert state.points[0] == (row if space == length else 0)
        take_turn(state, dice[row], "-")


def test_another_edition_is_played_as_it_is_written() -> None:
    state = start(players=2, edition=OWN)
    assert state.snapshot()["chips"] == [1, 2, 3, 4, 5, 6]
    assert state.snapshot()["tiles"] == [20, 10]
    assert start(players=4, edition=OWN).snapshot()["chips"] == [3, 4, 5, 6, 7, 8]
    take_turn(state, "5-5-2-2", "5 5")
    assert state.points == [5, 0]
    assert state.edition == OWN


def test_an_edition_is_read_from_a_file(tmp_path: Path) -> None:
    """TOML or JSON by the name's ending, the path as text or as a Path."""
    files = {"own.toml": AS_TOML, "own": AS_TOML, "own.json": json.dumps(OWN)}
    files["OWN.JSON"] = files["own.json"]
    for name, text in files.items():
        path = tmp_path / name
        path.write_text(text, "utf-8")
        for edition in (path, str(path)):
            state = GAME.start(players=3, edition=edition)
            assert state.edition == OWN
            assert state.snapshot()["chips"] == [2, 3, 4, 5, 6, 7]


def test_the_games_own_file_can_be_brought_as_an_edition() -> None:
    state = start(edition=GAME.folder / "edition.toml")
    assert state.edition == GAME.edition
    assert state.snapshot() == start().snapshot()


def test_changing_the_mapping_afterwards_changes_no_match() -> None:
    edition = box(tiles=[7, 5], spaces=[2] * 6)
    state = start(edition=edition)
    edition["tiles"].clear()
    edition["spaces"][0] = 9
    assert state.snapshot()["tiles"] == [7, 5]
    assert state.edition == box(tiles=[7, 5], spaces=[2] * 6)


def test_tuples_do_as_lists() -> None:
    state = start(edition=box(tiles=(7, 5)))
    assert state.snapshot()["tiles"] == [7, 5]
    assert state.edition == box(tiles=[7, 5])


def test_a_row_of_one_space_is_all_x() -> None:
    """LX-4, LX-6 A new pawn stands on the X and takes a chip, and throws the other off."""
    state = start(edition=box(spaces=[1, 1, 1, 1, 1, 1]))
    take_turn(state, "6-6-6-6", "6 6 6 6")
    assert state.points == [24, 0]
    assert pawns(state, 6) == [1, 0]
    take_turn(state, "6-6-6-6", "6")
    assert state.points == [24, 6]
    assert pawns(state, 6) == [0, 1]


def test_a_row_of_one_space_takes_a_group_a_chip() -> None:
    """LX-8 With c chips and one step, c groups take effect."""
    edition = box(spaces=[1] * 6, chips=[9, 3, 9, 9, 9, 9])
    state = start(edition=edition)
    assert moves_with(state, "6-6-6-6") == {"-", "6", "6 6"}


def test_many_tiles_are_taken_one_by_one() -> None:
    """LX-11, LX-12 Twelve tiles, worth nothing to 99; the game goes on while one is left."""
    tiles = [99, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    state = start(edition=box(tiles=tiles, spaces=[1] * 6, chips=[99] * 6))
    rounds = [("5-6-2-2", "5 6"), ("1-6-2-6", "7 8"), ("3-6-4-6", "9 10")]
    for taken in range(1, 13):
        for dice, move in rounds:
            assert state.snapshot()["last_round"] is False
            take_turn(state, dice, move)
            if state.awaits == "draw":
                take_turn(state, "2-2-2-2", "-")
        assert state.snapshot()["bonus"][0] == tiles[:taken]
        assert state.snapshot()["tiles"] == tiles[taken:]
    assert state.awaits == "end"
    assert state.points == [12 * 45 + sum(tiles), 0]


@cases(
    "edition",
    [
        box(spaces=[12] * 6, chips=[1] * 6, chips_withheld=[0, 0, 0]),
        box(spaces=[1] * 6, chips=[99] * 6, chips_withheld=[98, 98, 98]),
        box(tiles=[0]),
        box(tiles=[99] * 12),
        box(name="x" * 100),
        box(name="Édition « maison »"),
    ],
    ids=[
        "longest rows",
        "most withheld",
        "a tile of nothing",
        "most tiles",
        "long name",
        "accents",
    ],
)
def test_the_extremes_of_what_is_allowed_are_played_to_the_end(edition: dict[str, Any]) -> None:
    for players in (2, 4):
        state = play_to_the_end(start(players, edition=edition))
        assert state.winners
        assert state.snapshot()["last_round"] is True


# Boxes nobody can play with


def refused(edition: Any) -> str:
    """What is said of an edition that no match can start with."""
    with pytest.raises(BadEdition) as refusal:
        GAME.start(players=2, edition=edition)
    assert isinstance(refusal.value, BadOption)
    message = str(refusal.value)
    assert 0 < len(message) < 400
    return message


@cases(
    ("component", "allowed"),
    [
        ("name", ["1", "100"]),
        ("spaces", ["6", "1", "12"]),
        ("chips", ["6", "1", "99"]),
        ("chips_withheld", ["3", "0", "98"]),
        ("tiles", ["1", "12", "0", "99"]),
    ],
)
def test_a_missing_component_is_named_with_what_is_allowed(
    component: str, allowed: list[str]
) -> None:
    message = refused(without(component))
    assert repr(component) in message
    assert all(word in message for word in allowed)


@cases("name", ["tile", "Spaces", "dice", "", " tiles", 5, None], ids=repr)
def test_an_unknown_component_is_named_with_the_known_ones(name: Any) -> None:
    message = refused({**OWN, name: [1]})
    assert repr(name) in message
    assert all(component in message for component in OWN)


SENSELESS: list[tuple[str, Any, list[str]]] = [
    # component, value, what the message must say is allowed
    ("spaces", [4, 4, 3, 3, 2], ["6", "1", "12"]),
    ("spaces", [4, 4, 3, 3, 2, 2, 2], ["6", "1", "12"]),
    ("spaces", [], ["6", "1", "12"]),
    ("spaces", [0, 4, 3, 3, 2, 2], ["number 1", "1", "12"]),
    ("spaces", [4, 4, 3, 3, 2, 13], ["number 6", "1", "12"]),
    ("spaces", [4, True, 3, 3, 2, 2], ["number 2", "True", "12"]),
    ("spaces", [4, 4.0, 3, 3, 2, 2], ["number 2", "4.0", "12"]),
    ("spaces", [4, "4", 3, 3, 2, 2], ["number 2", "'4'", "12"]),
    ("spaces", [4, None, 3, 3, 2, 2], ["number 2", "None", "12"]),
    ("spaces", 4, ["6", "1", "12"]),
    ("spaces", "444333", ["6", "1", "12"]),
    ("spaces", None, ["6", "1", "12"]),
    ("spaces", {5: 4}, ["6", "1", "12"]),
    ("chips", [0, 11, 10, 9, 8, 7], ["number 1", "1", "99"]),
    ("chips", [12, 11, 10, 9, 8, 100], ["number 6", "1", "99"]),
    ("chips", [12, 11, -10, 9, 8, 7], ["number 3", "1", "99"]),
    ("chips", [12, 11], ["6", "1", "99"]),
    ("chips_withheld", [1, 1], ["3", "0", "98"]),
    ("chips_withheld", [1, 1, 0, 0], ["3", "0", "98"]),
    ("chips_withheld", [1, -1, 0], ["number 2", "0", "98"]),
    ("chips_withheld", [1, False, 0], ["number 2", "False", "98"]),
    ("chips_withheld", 1, ["3", "0", "98"]),
    ("tiles", [], ["1", "12", "0", "99"]),
    ("tiles", [1] * 13, ["1", "12", "0", "99"]),
    ("tiles", [15, -1], ["number 2", "0", "99"]),
    ("tiles", [100], ["number 1", "0", "99"]),
    ("tiles", [15, True], ["number 2", "True", "99"]),
    ("tiles", 15, ["1", "12", "0", "99"]),
    ("name", "", ["1", "100"]),
    ("name", "x" * 101, ["1", "100"]),
    ("name", 5, ["1", "100"]),
    ("name", None, ["1", "100"]),
    ("name", "two\nlines", ["1", "100"]),
]


@cases(("component", "value", "allowed"), SENSELESS, ids=lambda part: repr(part)[:24])
def test_a_senseless_component_is_named_with_what_is_allowed(
    component: str, value: Any, allowed: list[str]
) -> None:
    message = refused({**OWN, component: value})
    assert message.startswith(component)
    assert all(word in message for word in allowed)


@cases("withheld", [[7, 0, 0], [0, 7, 0], [0, 0, 7], [8, 8, 8], [98, 0, 0]])
def test_at_least_one_chip_of_each_row_must_be_left(withheld: list[int]) -> None:
    """LX-8 A row that is closed from the start is no row, with however many players."""
    message = refused(box(chips_withheld=withheld))
    assert "chips_withheld" in message
    assert str(max(withheld)) in message
    assert "7" in message


@cases("edition", [5, True, [OWN], b"own.toml", 4.0, {"name"}], ids=repr)
def test_an_edition_is_a_mapping_or_a_file(edition: Any) -> None:
    message = refused(edition)
    assert "mapping" in message
    assert "file" in message


HUGE = 10**5000  # more digits than Python is willing to write out


@cases(
    ("component", "value"),
    [
        ("spaces", [4, 4, 3, 3, 2, HUGE]),
        ("chips", [HUGE] * 6),
        ("chips_withheld", [0, 0, -HUGE]),
        ("tiles", HUGE),
        ("tiles", [1] * 1_000_000),
        ("name", "x" * 1_000_000),
        ("name", HUGE),
    ],
    ids=["space", "chips", "negative", "not a list", "long list", "long name", "number for a name"],
)
def test_huge_values_are_refused_in_a_short_message(component: str, value: Any) -> None:
    assert component in refused({**OWN, component: value})


def test_a_huge_number_in_a_file_is_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    path.write_text(AS_TOML.replace("[20, 10]", f"[0x{'f' * 5000}]"), "utf-8")
    assert "tiles" in refused(path)


def test_a_deeply_nested_component_is_refused() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    assert refused({**OWN, "tiles": nested}).startswith("tiles")


# Files nobody can read


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path / "missing.json", tmp_path):
        assert str(path) in refused(path)
        assert str(path) in refused(str(path))


@cases("path", ["", "\0", "own\0.toml", "x" * 5000])
def test_a_path_that_leads_nowhere_is_refused(path: str) -> None:
    with pytest.raises(BadEdition):
        GAME.start(players=2, edition=path)


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("own.toml", b"spaces = [4, 4", "TOML"),
        ("own.toml", b'{"spaces": [4]}', "TOML"),
        ("own.toml", b"name = 'a'\nname = 'b'", "TOML"),
        ("own.json", b"spaces = [4, 4]", "JSON"),
        ("own.json", b"", "JSON"),
        ("own.json", b"[" * 100_000, "JSON"),
    ],
    ids=["cut off", "JSON in a TOML file", "twice", "TOML in a JSON file", "empty", "nested"],
)
def test_a_file_in_another_language_is_refused(
    tmp_path: Path, name: str, content: bytes, kind: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    message = refused(path)
    assert str(path) in message
    assert kind in message


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert str(path) in refused(path)


def test_an_empty_toml_file_lacks_its_first_component(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b"")
    assert "name" in refused(path)


@pytest.mark.parametrize("content", ["[]", "5", "null", '"own"'])
def test_a_json_file_holds_a_table_of_components(tmp_path: Path, content: str) -> None:
    path = tmp_path / "own.json"
    path.write_text(content, "utf-8")
    assert str(path) in refused(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(AS_TOML + "#" * 2_000_000, "utf-8")
    message = refused(path)
    assert str(path) in message
    assert "1" in message


def test_not_a_number_of_json_is_no_number_of_chips(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(OWN).replace("20", "NaN"), "utf-8")
    assert refused(path).startswith("tiles")


def test_a_refused_edition_leaves_the_game_as_it_was() -> None:
    """The next match is played with the printed box, all of it."""
    for edition in (without("tiles"), box(chips=[0] * 6), box(spaces=[13] * 6)):
        refused(edition)
    assert start().snapshot()["tiles"] == [15, 12, 9, 6]
    assert roll(start(), "2-3-5-6").seat == 0
