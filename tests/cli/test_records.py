"""`ludotheque show` and `ludotheque replay`: records as sentences and as positions."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotheque.cli.commands.replay import state_after
from ludotheque.games import find
from ludotheque.table.files import load

from .conftest import Command
from .scripted_matches import lines_of, planned_record

Edit = Callable[[list[str]], list[str]]


@pytest.fixture
def record(tmp_path: Path, small_box: str) -> Path:
    """The record of a whole match between Ada and Bob."""
    path = tmp_path / "match.jsonl"
    path.write_text(planned_record(21, small_box), "utf-8")
    return path


def rewritten(path: Path, edit: Edit) -> None:
    lines = path.read_text("utf-8").splitlines()
    path.write_text("".join(f"{line}\n" for line in edit(lines)), "utf-8")


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["rolls", "row", "chip"]), ("fr", ["lance", "rangée", "jeton"])]
)
def test_show_tells_every_turn_and_how_it_ended(
    command: Command, record: Path, language: str, words: list[str]
) -> None:
    outcome = command("show", str(record), "--lang", language)
    assert outcome.code == 0
    moves = [line for line in lines_of(record) if "move" in line]
    for turn, line in enumerate(moves, 1):
        told = next(one for one in outcome.out.splitlines() if one.startswith(f"{turn:>4}. "))
        assert ["Ada", "Bob"][line["seat"]] in told
    assert all(word in outcome.out for word in words)
    points = " : ".join(map(str, lines_of(record)[-1]["points"]))
    assert outcome.out.splitlines()[-1].startswith(f"{points} — ")


def test_a_drawn_first_seat_is_told_before_the_first_turn(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    command("play", "levelx", "--seats", "me:Ada,me:Bob", "--record", str(path), answers=["q"])
    first = ["Ada", "Bob"][lines_of(path)[1]["draw"][1]]
    assert f"\n      {first} begins.\n" in command("show", str(path)).out


def test_a_record_cut_short_is_told_as_far_as_it_goes(command: Command, record: Path) -> None:
    text = record.read_text("utf-8")
    record.write_text(text[: len(text) // 2], "utf-8")
    outcome = command("show", str(record))
    assert outcome.code == 0
    assert "Ada rolls" in outcome.out
    assert "The record ends here, before the match does." in outcome.out
    assert command("replay", str(record)).code == 0


def test_replay_in_a_pipe_prints_every_position(command: Command, record: Path) -> None:
    outcome = command("replay", str(record))
    assert outcome.code == 0
    moves = sum("move" in line for line in lines_of(record))
    assert outcome.out.count("Level X · turns:") == moves
    assert f"Level X · turns: {moves} " in outcome.out


def test_at_shows_the_table_after_so_many_events(command: Command, record: Path) -> None:
    match = load(record, find)
    for at in range(len(match.events) + 1):
        state = state_after(match, at)
        outcome = command("replay", str(record), "--at", str(at))
        assert outcome.code == 0
        assert f"turns: {state.length} " in outcome.out
        assert ("╭───────╮" in outcome.out) == (state.awaits == "move")


def test_at_beyond_the_end_is_refused_with_the_number_there_are(
    command: Command, record: Path
) -> None:
    outcome = command("replay", str(record), "--at", "9999")
    assert outcome.code == 2
    assert f"the record has {len(lines_of(record)) - 2} draws and moves, not 9999" in outcome.err


@pytest.mark.parametrize("told", ["show", "replay"])
@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Zoé", "Bob"], "Zoé"),
        (["only one"], "Player 1"),
        (["\x1b[2J", "Bob"], "Player 1"),
        (["x" * 500, "Bob"], "Player 1"),
        ({"0": "Ada"}, "Player 1"),
        (None, "Player 1"),
    ],
)
def test_names_that_cannot_be_trusted_are_not_shown(
    command: Command, record: Path, told: str, names: object, shown: str
) -> None:
    header = {**lines_of(record)[0], "names": names}
    rewritten(record, lambda lines: [json.dumps(header), *lines[1:]])
    outcome = command(told, str(record))
    assert outcome.code == 0
    assert shown in outcome.out
    assert "\x1b" not in outcome.out
    assert "x" * 500 not in outcome.out


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda lines: [], "line 1: the record is empty"),
        (lambda lines: lines[1:], "line 1: format is None; it must be 'ludotheque/1'"),
        (lambda lines: [lines[0], "", *lines[1:]], "line 2: the line is empty"),
        (lambda lines: [lines[0], "{]", *lines[1:]], "line 2: not JSON"),
        (lambda lines: [lines[0], "[]", *lines[1:]], "line 2: not a JSON object"),
        (lambda lines: [lines[0], *lines[2:]], "line 5: no move is awaited: the dice are"),
        (lambda lines: [*lines, lines[-1]], "the match has ended already"),
        (lambda lines: [*lines[:5], '{"seat": 0, "move": "11"}', *lines[6:]], "line 6: there is"),
        (lambda lines: [lines[0], '{"draw": [6, 6]}', *lines[2:]], "line 2: the draw 6 is not"),
    ],
)
def test_a_wrong_record_is_refused_with_its_name_line_and_reason(
    command: Command, record: Path, edit: Edit, sentence: str
) -> None:
    rewritten(record, edit)
    outcome = command("show", str(record))
    assert outcome.code == 2
    assert outcome.out == ""
    assert sentence in outcome.err
    assert str(record) in outcome.err


def test_a_refused_move_in_a_record_is_explained_in_french_too(
    command: Command, record: Path
) -> None:
    rewritten(record, lambda lines: [*lines[:5], '{"seat": 0, "move": "5 11"}', *lines[6:]])
    outcome = command("show", str(record), "--lang", "fr")
    assert "ligne 6\u202f: il n’y a pas de rangée 11" in outcome.err


def test_whatever_line_is_damaged_there_is_a_sentence_and_no_traceback(
    command: Command, record: Path
) -> None:
    whole = record.read_text("utf-8").splitlines()
    for place in (0, 1, 4, 5, 6, len(whole) - 2, len(whole) - 1):
        for damage in ("", "null", '{"draw": null}', '{"seat": 0}', '{"ended": "played"}', "\0"):
            damaged = [*whole[:place], damage, *whole[place + 1 :]]
            record.write_text("\n".join(damaged) + "\n", "utf-8")
            outcome = command("show", str(record))
            assert outcome.code == 2
            assert f"{record}, line " in outcome.err
            assert "Traceback" not in outcome.err


def test_a_file_that_is_no_text_is_refused(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "noise.jsonl"
    path.write_bytes(bytes(range(128, 256)) + b"\n")
    outcome = command("replay", str(path))
    assert outcome.code == 2
    assert "line 1: not UTF-8 text" in outcome.err


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ({"winners": [], "ended": "abandoned"}, "The match was abandoned."),
        ({"winners": [1], "ended": "resigned", "seat": 0}, "Ada resigns; the victory goes to Bob."),
    ],
)
def test_unfinished_matches_are_told_with_their_end(
    command: Command, record: Path, result: dict[str, object], sentence: str
) -> None:
    points = state_after(load(record, find), 5).points
    rewritten(record, lambda lines: [*lines[:6], json.dumps({"points": points, **result})])
    assert sentence in command("show", str(record)).out


def test_a_shared_victory_names_all_winners(command: Command, tmp_path: Path) -> None:
    box = {
        "name": "one chip a row",
        "spaces": [1] * 6,
        "chips": [2] * 6,
        "chips_withheld": [1, 1, 1],
        "tiles": [0],
    }
    turns = [("5321", "5"), ("6211", "6"), ("6433", "10"), ("6433", "9")]
    header = {
        "format": "ludotheque/1",
        "game": "levelx",
        "players": 2,
        "options": {"first": 0},
        "edition": box,
        "names": ["Ada", "Bob"],
    }
    lines: list[dict[str, object]] = [header]
    for turn, (faces, move) in enumerate(turns):
        lines += [{"draw": [6, int(face) - 1]} for face in faces]
        lines.append({"seat": turn % 2, "move": move})
    lines.append({"points": [15, 15], "winners": [0, 1], "ended": "played"})
    path = tmp_path / "match.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    outcome = command("show", str(path))
    assert "15 : 15 — Ada and Bob share the victory!" in outcome.out
