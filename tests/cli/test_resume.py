"""Matches that are saved and resumed."""

from pathlib import Path

import filelock
import pytest

from ludotheque.cli.terminal.saves import Save
from ludotheque.games import find
from ludotheque.table.files import load

from .conftest import Command
from .scripted_matches import BLINDLY, LEVELX, events_of, lines_of, only_save, planned_match

MATCH = ("play", "levelx", "--seats", "me:Ada,random,random:Max", "--seed", "21")
AGAINST_BOT = ("play", "levelx", "-o", "first=0", "--seed", "5")


def test_a_match_put_away_anywhere_goes_on_as_if_it_had_not_been(
    command: Command, tmp_path: Path, small_box: str
) -> None:
    plan = planned_match(21, small_box)
    hot_seat = ("play", "levelx", "--seats", "me,me", "-o", "first=0", "--seed", "21")
    for stop in range(0, len(plan.answers), 5):
        path = tmp_path / f"{stop}.jsonl"
        command(*hot_seat, "--edition", small_box, answers=plan.answers[:stop])
        command("play", "--resume", "--record", str(path), answers=plan.answers[stop:])
        assert lines_of(path)[1:-1] == plan.events
        assert lines_of(path)[-1]["points"] == plan.points


def test_a_resumed_match_has_the_same_dice_and_the_same_bots(
    command: Command, tmp_path: Path, small_box: str
) -> None:
    """A person who always passes leaves everything to the dice and the bots."""
    passing = ["", "-"]
    whole, resumed = tmp_path / "whole.jsonl", tmp_path / "resumed.jsonl"
    match = (*MATCH, "--edition", small_box)
    command(*match, "--record", str(whole), answers=["", "-", ""] * 60)
    command(*match, answers=[*passing, "q"])
    while not resumed.exists() or load(resumed, find).result is None:
        command("play", "--resume", "--record", str(resumed), answers=["", "", "-", "q"])
    assert lines_of(resumed)[1:] == lines_of(whole)[1:]


def test_a_resumed_match_has_its_names_bots_options_edition_and_seed(
    command: Command, saved: Path, small_box: str
) -> None:
    options = ("-o", "first=1", "--edition", small_box)
    command(*MATCH, *options, answers=["", "q"])
    header = lines_of(only_save(saved))[0]
    outcome = command("play", "--resume", answers=["q"])
    assert lines_of(only_save(saved))[0] == header
    assert header["names"] == ["Ada", "Robot", "Max"]
    assert header["bots"] == [None, "random", "random"]
    assert header["options"] == {"first": 1}
    assert header["edition"]["name"] == "a few turns"
    assert header["seed"] == 21
    assert "Ada" in outcome.out
    assert "Max" in outcome.out


@pytest.mark.parametrize("answer", ["q", "quit", "quitter"])
def test_putting_away_says_how_to_go_on(command: Command, saved: Path, answer: str) -> None:
    outcome = command(*AGAINST_BOT, answers=["", answer])
    assert outcome.code == 0
    assert "ludotheque play --resume" in outcome.out
    assert only_save(saved).exists()


@pytest.mark.parametrize("interrupting", [False, True])
def test_ctrl_d_and_ctrl_c_put_the_match_away(
    command: Command, saved: Path, interrupting: bool
) -> None:
    outcome = command(*AGAINST_BOT, answers=["", "5 5 6"], interrupting=interrupting)
    assert outcome.code == 0
    assert "Put away." in outcome.out
    assert events_of(only_save(saved))[-1] == {"seat": 0, "move": "5 5 6"}


def test_what_could_be_taken_back_still_can_be_after_resuming(
    command: Command, saved: Path
) -> None:
    command(*AGAINST_BOT, answers=["", "5 5 6", "q"])
    outcome = command("play", "--resume", answers=["u", "7", "q"])
    assert "[u] take back" in outcome.out
    moves = [line["move"] for line in events_of(only_save(saved)) if "move" in line]
    assert moves == ["7"]


def test_what_happened_before_is_in_the_log_after_resuming(command: Command) -> None:
    command(*AGAINST_BOT, answers=["", "5 5 6", "q"])
    assert "1. Player rolls 6-1-5-4" in command("play", "--resume", answers=["l", "q"]).out


def test_a_torn_last_line_is_forgotten_and_the_match_goes_on(command: Command, saved: Path) -> None:
    command(*AGAINST_BOT, answers=["", "5 5 6", "q"])
    path = only_save(saved)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"draw": [6, ')
    outcome = command("play", "--resume", answers=["q"])
    assert outcome.code == 0
    assert path.read_bytes() == whole


@pytest.mark.parametrize("kept", [1, 3, 5])
def test_a_throw_torn_in_the_middle_is_thrown_to_its_end(
    command: Command, saved: Path, kept: int
) -> None:
    command(*AGAINST_BOT, answers=["", "q"])
    path = only_save(saved)
    whole = path.read_text("utf-8")
    path.write_text("".join(whole.splitlines(keepends=True)[:kept]), "utf-8")
    command("play", "--resume", answers=["", "q"])
    assert path.read_text("utf-8") == whole


def test_the_match_put_away_last_is_taken_up_first(command: Command, saved: Path) -> None:
    for name in ("Ada", "Bob", "Cyd"):
        command("play", "levelx", "--seats", f"me:{name},random", answers=["q"])
    assert len(list(saved.glob("*.jsonl"))) == 3
    for name in ("Cyd", "Bob", "Ada"):
        outcome = command("play", "--resume", answers=["resign", "y", "resign", "y"])
        assert f"{name} resigns; the victory goes to Robot." in outcome.out
    assert not list(saved.iterdir())


def test_a_match_played_at_another_table_is_left_alone(command: Command, saved: Path) -> None:
    command(*AGAINST_BOT, answers=["q"])
    path = only_save(saved)
    before = path.read_bytes()
    with filelock.FileLock(path.with_suffix(".lock")):
        outcome = command("play", "--resume", answers=["", "q"])
    assert outcome.code == 2
    assert "is being played at another table" in outcome.err
    assert path.read_bytes() == before
    assert command("play", "--resume", answers=["q"]).code == 0


def test_while_another_table_plays_the_last_match_the_one_before_is_taken_up(
    command: Command, saved: Path
) -> None:
    command("play", "levelx", "--seats", "me:Ada,random", answers=["q"])
    older = only_save(saved)
    command("play", "levelx", "--seats", "me:Bob,random", answers=["q"])
    (newer,) = set(saved.glob("*.jsonl")) - {older}
    with filelock.FileLock(newer.with_suffix(".lock")):
        assert "Ada" in command("play", "--resume", answers=["q"]).out


def test_two_matches_at_once_do_not_share_a_save(command: Command, saved: Path) -> None:
    one, other = Save.create(LEVELX), Save.create(LEVELX)
    assert one.path != other.path
    assert one.path.parent == saved


def test_only_matches_of_the_game_named_are_taken_up(command: Command) -> None:
    command(*AGAINST_BOT, answers=["q"])
    assert command("play", "levelx", "--resume", answers=["q"]).code == 0
    outcome = command("play", "nothing", "--resume")
    assert outcome.code == 2
    assert "the games are: " in outcome.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--resume"], "no match is put away; start one with: ludotheque play GAME"),
        (["levelx", "--resume"], "no match of levelx is put away"),
        (["--resume", "--lang", "fr"], "aucune partie n’est rangée"),
    ],
)
def test_with_nothing_put_away_there_is_nothing_to_resume(
    command: Command, arguments: list[str], sentence: str
) -> None:
    outcome = command("play", *arguments)
    assert outcome.code == 2
    assert sentence in outcome.err


@pytest.mark.parametrize(
    "settled", [("--seats", "me,me"), ("--seed", "3"), ("-o", "first=0"), ("--edition", "x.toml")]
)
def test_what_a_resumed_match_has_already_cannot_be_changed(
    command: Command, saved: Path, settled: tuple[str, str]
) -> None:
    command(*AGAINST_BOT, answers=["", "q"])
    before = only_save(saved).read_bytes()
    outcome = command("play", "--resume", *settled)
    assert outcome.code == 2
    assert "--resume takes the match up as it was put away" in outcome.err
    assert only_save(saved).read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"seed": 5', '"seed": "five"', "seed is 'five'; a whole number from 0 to"),
        ('"seed": 5', '"seed": -1', "seed is -1"),
        ('["Player", "Robot"]', '["Player"]', "names and bots must be lists of 2"),
        ('["Player", "Robot"]', "7", "names are 7"),
        ('["Player", "Robot"]', '["Player", "\\u0007"]', "names are ['Player', '\\x07']"),
        ('[null, "habitué"]', '[null, "wizard"]', "for each seat null or one of: random"),
        ('[null, "habitué"]', '[null, ["random"]]', "for each seat null or one of: random"),
        ('"game": "levelx"', '"game": "chess"', "there is no game 'chess'"),
        ('"move": "5 5 6"', '"move": "9 9 9"', "line 6: the dice 6-1-5-4 cannot make 9 9 9"),
    ],
)
def test_a_damaged_save_is_refused_by_its_name_and_left_as_it_is(
    command: Command, saved: Path, old: str, new: str, sentence: str
) -> None:
    command(*AGAINST_BOT, answers=["", "5 5 6", "q"])
    path = only_save(saved)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    damaged = path.read_bytes()
    outcome = command("play", "--resume")
    assert outcome.code == 2
    assert "the match put away last is damaged" in outcome.err
    assert str(path) in outcome.err
    assert sentence in outcome.err
    assert path.read_bytes() == damaged


def test_a_resumed_match_may_write_over_its_unfinished_record(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    command(*AGAINST_BOT, "--record", str(path), answers=["", "5 5 6", "q"])
    outcome = command("play", "--resume", "--record", str(path), answers=["resign", "y"])
    assert outcome.code == 0
    assert lines_of(path)[-1]["ended"] == "resigned"


def test_a_match_whose_record_cannot_be_written_is_not_lost(
    command: Command, tmp_path: Path, small_box: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, path = tmp_path / "folder" / "lost.jsonl", tmp_path / "match.jsonl"
    lost.parent.mkdir()
    write = Save.write

    def write_and_spoil(self: Save, *arguments: object) -> None:
        write(self, *arguments)  # type: ignore[arg-type]
        if lost.parent.exists():
            lost.parent.rmdir()

    monkeypatch.setattr(Save, "write", write_and_spoil)
    match = (*AGAINST_BOT, "--edition", small_box)
    outcome = command(*match, "--record", str(lost), answers=BLINDLY)
    assert outcome.code == 2
    assert "lost.jsonl" in outcome.err
    assert command("play", "--resume", "--record", str(path)).code == 0
    assert lines_of(path)[-1]["ended"] == "played"
