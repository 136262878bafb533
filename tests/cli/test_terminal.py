"""The command at a real terminal, as a person uses it."""

import re
from pathlib import Path

import pytest

from .scripted_matches import events_of, only_save, planned_record
from .terminal import CLEARED, terminal

MATCH = ("play", "levelx", "-o", "first=0", "--seed", "5", "--pace", "0")  # first throw 6-1-5-4


def test_a_match_from_the_first_roll_to_putting_it_away_and_resigning(saved: Path) -> None:
    with terminal(*MATCH) as person:
        person.wait_for("[h] help › ")
        person.type("\n")
        person.wait_for("[h] help › ")
        assert person.screen().count("\n") < 24
        assert "bonus tiles left" in person.screen()
        person.type("9 9 9\n")
        person.wait_for("cannot make 9 9 9: each die goes into one group at most")
        person.wait_for("[h] help › ")
        person.type("? LX-3\n")
        person.wait_for("Gather your dice into groups.")
        person.wait_for("[h] help › ")
        person.type("5 5 6\n")
        person.wait_for("[u] take back › ")
        person.type("u\n")
        person.wait_for("[h] help › ")
        person.type("5 5 6\n")
        person.wait_for("[u] take back › ")
        person.type("\n")
        person.wait_for("Robot rolls")
        person.wait_for("[h] help › ")
        person.type("\x04")  # Ctrl-D
        person.wait_for("Put away. To take it up again: ludotheque play --resume")
        assert person.end() == 0
    assert events_of(only_save(saved))[4] == {"seat": 0, "move": "5 5 6"}
    with terminal("play", "--resume", "--lang", "fr") as person:
        person.wait_for("[h] aide › ")
        assert "joue 5 5 6" in person.screen()
        person.type("abandon\n")
        person.wait_for("(o/n) › ")
        person.type("o\n")
        person.wait_for("la victoire revient à Robot.")
        assert person.end() == 0
    assert not list(saved.iterdir())


def test_ctrl_c_puts_the_match_away_and_colours_can_be_refused(saved: Path) -> None:
    with terminal(*MATCH, NO_COLOR="1") as person:
        person.wait_for("[h] help › ")
        person.type("\n")
        person.wait_for("[h] help › ")
        person.interrupt()
        person.wait_for("Put away.")
        assert person.end() == 0
        assert not re.search(r"\x1b\[[0-9;]*[34]8;", person.raw)
        assert "Traceback" not in person.seen
    assert len(events_of(only_save(saved))) == 4


def test_a_line_can_be_edited_and_long_texts_are_paged() -> None:
    pytest.importorskip("readline", reason="this Python has no line editing")
    with terminal(*MATCH, PAGER="cat") as person:
        person.wait_for("[h] help › ")
        person.type("?\n")
        person.wait_for("LX-14")
        person.wait_for("[h] help › ")
        person.type("\n")
        person.wait_for("[h] help › ")
        person.type("5 6\x1b[D5 \n")  # the arrow key goes back over the 6
        person.wait_for("plays 5 5 6")


def test_a_record_can_be_leafed_through(tmp_path: Path, small_box: str) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(planned_record(21, small_box), "utf-8")
    turns = sum("move" in line for line in events_of(path))
    with terminal("replay", str(path)) as person:
        question = "[q] stop › "
        person.wait_for(question)
        assert "turns: 1 " in person.screen()
        person.type("\n")
        person.wait_for(question)
        assert "turns: 2 " in person.screen()
        person.type("b\n")
        person.wait_for(question)
        assert "turns: 1 " in person.screen()
        person.type(f"{turns}\n")
        person.wait_for(question)
        assert f"turns: {turns} " in person.screen()
        person.type("999\n")
        person.wait_for(question)
        assert f"turns: {turns} " in person.screen()
        person.type("q\n")
        person.wait_for(" — ")
        assert person.end() == 0
        assert person.seen.count(CLEARED) == 5


def test_a_simulation_shows_its_progress_to_a_person_and_the_table_to_a_pipe(
    tmp_path: Path,
) -> None:
    out = tmp_path / "table.txt"
    with terminal("simulate", "levelx", "--games", "3k", out=out) as person:
        person.wait_for("3000")
        assert person.end() == 0
    assert out.read_text("utf-8").startswith("Level X, 2 players, 3,000 matches, seed 0")
    assert "\x1b" not in out.read_text("utf-8")
