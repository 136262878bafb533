"""Records: written, read and replayed, to the byte."""

from typing import Any

import pytest

from ludotheque import State
from ludotheque.table.record import FORMAT, Record
from tests.cases import cases
from tests.project.pebbles import GAME as PEBBLES

from .matches import LEVELX, SMALL_BOX, lines_of, played, read, record_of, sample, starts, text_of

NAMES = ["Zoé", "李", 'O\'Hara \\ "x"', "\u2028"]


def ids(start: State) -> str:
    return f"{start.game.id}-{start.players}"


@cases("start", starts(), ids=ids)
@cases("most", [0, 1, 2, 7, None])
def test_a_record_is_read_and_written_again_to_the_byte(start: State, most: int | None) -> None:
    match = played(start, 8, most)
    record = record_of(match, start, names=NAMES, date="2020-02-02", odd={"a": [1.5, None]})
    text = record.text()
    again = read(text)
    assert again == record
    assert again.text() == text
    assert text.encode().decode() == text
    assert again.final_state().states.tobytes() == match.state.states.tobytes()


@pytest.mark.parametrize("start", starts(), ids=ids)
def test_a_replay_shows_every_state_of_the_match(start: State) -> None:
    record = record_of(played(start, 9), start)
    state = start.copy()
    for number, step in enumerate(record.replay(), 2):
        assert step.number == number
        if "draw" in step.line:
            state.draw(step.line["draw"][1])
        else:
            state.play(step.line["move"])
        assert step.state.states.tobytes() == state.states.tobytes()
    assert state.awaits == "end"


def test_a_record_is_laid_out_as_promised() -> None:
    start = LEVELX.start(2)
    header, *events = lines_of(record_of(played(start, 1, most=2), start, names=["A", "B"]).text())
    assert header == {
        "format": "ludotheque/1",
        "game": "levelx",
        "players": 2,
        "options": {"first": None},
        "edition": None,
        "names": ["A", "B"],
    }
    assert list(header) == ["format", "game", "players", "options", "edition", "names"]
    assert [list(event) for event in events] == [["draw"]] * 5 + [["seat", "move"]]


def test_a_record_holds_its_edition_whole() -> None:
    header, *_ = sample()
    assert header["edition"] == SMALL_BOX


@pytest.mark.parametrize("how", ["resigned", "abandoned"])
def test_a_match_given_up_is_recorded_with_its_end(how: str) -> None:
    start = LEVELX.start(3, {"first": 0})
    match = played(start, 2, most=9)
    end: dict[str, Any] = {"points": match.state.points, "winners": [], "ended": how}
    record = record_of(match, start)
    record.result = end | ({"seat": 2, "winners": [0, 1]} if how == "resigned" else {})
    assert read(record.text()) == record


def test_moves_of_a_stand_in_and_draws_by_hand_are_kept_as_such() -> None:
    lines = sample()
    for line in lines[1:-1]:
        line["by"] = "hand" if "draw" in line else "stand-in"
    assert read(text_of(lines)).events == lines[1:-1]


@pytest.mark.parametrize("key", ["state", "cls", "self", "more", "lines", "result", "template"])
def test_any_other_key_may_stand_in_the_first_line(key: str) -> None:
    header, *events = sample()
    text = text_of([header | {key: "x"}, *events])
    assert read(text).more == {key: "x"}
    assert lines_of(read(text).text()) == [header | {key: "x"}, *events]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.removesuffix("\n"),
        lambda text: text.replace('": ', '"  :\t'),
    ],
    ids=["a mark at the beginning", "other line ends", "no last line end", "more space"],
)
def test_a_record_that_went_through_other_hands_is_read(change: Any) -> None:
    text = text_of(sample())
    assert read(change(text)) == read(text)
    assert not read(change(text)).truncated


def test_records_name_their_format_and_games_by_their_ids() -> None:
    assert FORMAT == "ludotheque/1"
    assert Record.of(PEBBLES.start(2)).header["game"] == "pebbles"
