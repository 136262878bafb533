"""Players of the user's own on the command line: in the arena, a simulation, at the table."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque import BadOption
from ludotheque.bots.custom import class_path, registry
from ludotheque.cli.shared.own_players import register_bot

from .conftest import Command

BOT = "class Bot:\n    def choose(self, view):\n        return max(view.moves, key=len)\n"
CHEAT = "class Bot:\n    def choose(self, view):\n        return 'win'\n"
EXAMPLE = Path(__file__).parents[2] / "examples" / "text_player.py"
PROGRAM = f"program:{sys.executable} {EXAMPLE}"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, in which a user has written `my_bot.py`."""
    (tmp_path / "my_bot.py").write_text(BOT)
    (tmp_path / "my_cheat.py").write_text(CHEAT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("my_bot", "my_cheat"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    class_path.load.cache_clear()
    yield tmp_path
    for name in ("my_bot", "my_cheat"):
        registry.forget(f"{name}:Bot")


@pytest.mark.usefixtures("here")
def test_a_class_and_a_program_enter_the_arena(command: Command, small_box: str) -> None:
    run = ("arena", "levelx", "my_bot:Bot", PROGRAM, "--games", "2", "--workers", "1")
    outcome = command(*run, "--edition", small_box)
    assert outcome.code == 0, outcome.err
    assert re.search(r"^my_bot:Bot +\d+", outcome.out, re.MULTILINE)
    assert re.search(r"^program:.*text_player\.py +\d+", outcome.out, re.MULTILINE)


@pytest.mark.usefixtures("here")
def test_an_illegal_move_ends_the_tournament_with_one_sentence(
    command: Command, small_box: str
) -> None:
    run = ("arena", "levelx", "my_cheat:Bot", "random", "--games", "2", "--workers", "1")
    outcome = command(*run, "--edition", small_box)
    assert (outcome.code, outcome.out) == (2, "")
    assert re.search(r"my_cheat:Bot, in seat \d, chose 'win', .* legal: “", outcome.err)


@pytest.mark.usefixtures("here")
def test_a_simulation_seats_the_players_that_are_named(command: Command, small_box: str) -> None:
    run = ("simulate", "levelx", "--players", "my_bot:Bot,random", "--games", "4")
    outcome = command(*run, "--workers", "1", "--edition", small_box)
    assert outcome.code == 0, outcome.err
    assert re.search(r"0 my_bot:Bot +[\d.]+ %", outcome.out)
    assert re.search(r"1 random +[\d.]+ %", outcome.out)


@pytest.mark.usefixtures("here")
def test_a_class_sits_at_the_table_twice_and_a_saved_match_goes_on_with_it(
    command: Command, small_box: str
) -> None:
    seats = "me:Ada,my_bot:Bot,my_bot:Bot"
    run = ("play", "levelx", "--seats", seats, "--edition", small_box, "-o", "first=1")
    outcome = command(*run, "--seed", "3", answers=["q"])
    assert outcome.code == 0, outcome.err
    assert "Bot" in outcome.out
    registry.forget("my_bot:Bot")
    assert command("play", "--resume", answers=["q"]).code == 0


@pytest.mark.usefixtures("here")
def test_a_servers_bot_is_known_by_a_name_that_does_not_tell_its_command() -> None:
    register_bot("my_bot:Bot")
    register_bot(f"Lena={PROGRAM}")
    try:
        assert registry.names()[-2:] == ["Bot", "Lena"]
    finally:
        registry.forget("Bot")
        registry.forget("Lena")
    with pytest.raises(BadOption, match="there is a bot 'random' already"):
        register_bot("random=my_bot:Bot")


@pytest.mark.usefixtures("here")
def test_a_player_that_fails_at_the_table_leaves_the_match_put_away(
    command: Command, small_box: str
) -> None:
    run = ("play", "levelx", "--seats", "me,my_cheat:Bot", "--edition", small_box)
    outcome = command(*run, "-o", "first=1", "--seed", "3", answers=["", "", ""])
    assert outcome.code == 2
    assert "chose 'win', which is not legal" in outcome.err
    assert "Put away." in outcome.out
