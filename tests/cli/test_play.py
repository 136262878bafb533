"""`ludotheque play`: matches played by typed answers."""

import re
from pathlib import Path

import pytest

from ludotheque.games import find
from ludotheque.table.files import load

from .conftest import Command
from .scripted_matches import (
    BLINDLY,
    Plan,
    events_of,
    first_throw,
    lines_of,
    only_save,
    planned_match,
)

HOT_SEAT = ("play", "levelx", "--seats", "me:Ada,me:Bob", "-o", "first=0")
AGAINST_BOT = ("play", "levelx", "-o", "first=0", "--seed", "5")  # the first throw is 6-1-5-4


@pytest.fixture(scope="module")
def plan() -> Plan:
    return planned_match(seed=11)


def test_a_whole_match_typed_in_notation_ends_as_the_rules_say(
    command: Command, plan: Plan, tmp_path: Path, saved: Path
) -> None:
    path = tmp_path / "match.jsonl"
    outcome = command(*HOT_SEAT, "--seed", "11", "--record", str(path), answers=plan.answers)
    assert outcome.code == 0
    record = load(path, find)
    assert record.events == plan.events
    assert record.result == {"points": plan.points, "winners": plan.winners, "ended": "played"}
    assert record.more["names"] == ["Ada", "Bob"]
    assert f"{['Ada', 'Bob'][plan.winners[0]]} won!" in outcome.out
    assert not list(saved.iterdir())


@pytest.mark.parametrize("seats", ["me,random", "random,me,random", "random,random,random,me:Zoé"])
def test_a_whole_match_against_bots_leaves_a_record_that_replays(
    command: Command, tmp_path: Path, small_box: str, seats: str
) -> None:
    path = tmp_path / "match.jsonl"
    match = ("play", "levelx", "--seats", seats, "--edition", small_box)
    outcome = command(*match, "--record", str(path), answers=BLINDLY)
    assert outcome.code == 0
    assert outcome.err == ""
    record = load(path, find)
    assert record.result is not None
    assert record.result["ended"] == "played"
    assert str(path) in outcome.out.replace("\n", "")
    assert command("show", str(path)).code == 0


def test_bots_play_a_whole_match_among_themselves(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    outcome = command("play", "levelx", "--seats", "random,random:Max", "--record", str(path))
    assert outcome.code == 0
    assert "won!" in outcome.out or "share the victory!" in outcome.out
    assert {line["seat"] for line in events_of(path) if "move" in line} == {0, 1}


def test_the_same_seed_gives_the_same_match(
    command: Command, tmp_path: Path, small_box: str
) -> None:
    for name, seed in (("one", "8"), ("two", "8"), ("other", "9")):
        match = ("play", "levelx", "--seed", seed, "--edition", small_box)
        command(*match, "--record", str(tmp_path / name), answers=BLINDLY)
    assert events_of(tmp_path / "one") == events_of(tmp_path / "two")
    assert events_of(tmp_path / "one") != events_of(tmp_path / "other")


def test_the_number_beside_a_move_makes_that_move(command: Command, saved: Path) -> None:
    shown = command(*AGAINST_BOT, answers=["", "q"]).out
    listed = re.findall(r"(?<!\S)(\d+)  (\d+(?: \d+)+|-)(?!\S)", shown)
    legal = [(number, move) for number, move in listed if move in first_throw(5).moves()]
    assert len(legal) >= 5
    for number, move in legal[::3]:
        command(*AGAINST_BOT, answers=["", number, "q"])
        assert lines_of(max(saved.glob("*.jsonl")))[5] == {"seat": 0, "move": move}


@pytest.mark.parametrize("typed", ["5 5 6", "6 5 5", "5,5,6", "6  5 5 ", "5 1+4 6", "1 + 4 5, 6"])
def test_a_move_may_be_typed_in_other_spellings(command: Command, saved: Path, typed: str) -> None:
    command(*AGAINST_BOT, answers=["", typed, "q"])
    assert lines_of(only_save(saved))[5] == {"seat": 0, "move": "5 5 6"}


@pytest.mark.parametrize("typed", ["-", "p", "pass", "passer", "P"])
def test_passing_has_several_spellings(command: Command, saved: Path, typed: str) -> None:
    command(*AGAINST_BOT, answers=["", typed, "q"])
    assert lines_of(only_save(saved))[5] == {"seat": 0, "move": "-"}


@pytest.mark.parametrize(
    ("typed", "language", "sentence"),
    [
        ("8 8", "en", "the dice 6-1-5-4 cannot make 8 8: each die goes into one group"),
        ("8 8", "fr", "les dés 6-1-5-4 ne peuvent pas former 8 8"),
        ("5 12", "en", "there is no row 12: the sum of a group must be 5 to 10 (LX-3)"),
        ("5 12", "fr", "il n’y a pas de rangée 12\u202f: la somme d’un groupe"),
        ("fromage", "en", "'fromage' is not a move: write the sums of the groups"),
        ("fromage", "fr", "'fromage' n’est pas un coup\u202f: écrivez les sommes"),
        ("5 5 5 5 5", "en", "four dice cannot make 5 groups (LX-3)"),
        ("[/bold]", "en", "'[/bold]' is not a move"),
        ("99", "en", "There is no number 99 in the list."),
        ("99", "fr", "Il n’y a pas de numéro 99 dans la liste."),
    ],
)
def test_a_refused_move_is_explained_and_changes_nothing(
    command: Command, saved: Path, typed: str, language: str, sentence: str
) -> None:
    command(*AGAINST_BOT, answers=["", "q"])
    untouched = events_of(only_save(saved))
    outcome = command(*AGAINST_BOT, "--lang", language, answers=["", typed, "q"])
    assert sentence in outcome.out.replace("\n", " ")
    latest = max(saved.glob("*.jsonl"))
    assert events_of(latest) == untouched


def test_a_refused_move_names_its_rule_which_can_be_read_at_once(command: Command) -> None:
    outcome = command(*AGAINST_BOT, answers=["", "8 8", "? LX-3", "q"])
    assert "(LX-3)" in outcome.out
    assert "“? LX-3” shows that rule." in outcome.out
    assert "Gather your dice into groups" in outcome.out


def test_a_move_can_be_taken_back_until_the_bot_rolls(command: Command, saved: Path) -> None:
    outcome = command(*AGAINST_BOT, answers=["", "5 5 6", "u", "7", "q"])
    assert "[u] take back" in outcome.out
    moves = [line["move"] for line in events_of(only_save(saved)) if "move" in line]
    assert moves == ["7"]


def test_a_move_cannot_be_taken_back_after_the_bot_has_rolled(
    command: Command, saved: Path
) -> None:
    outcome = command(*AGAINST_BOT, answers=["", "5 5 6", "", "u", "", "u", "q"])
    assert outcome.out.count("Nothing can be taken back") == 2
    moves = [line["move"] for line in events_of(only_save(saved)) if "move" in line]
    assert moves[0] == "5 5 6"
    assert len(moves) == 2


def test_at_one_keyboard_the_next_player_rolls_or_the_last_takes_back(
    command: Command, saved: Path
) -> None:
    command(*HOT_SEAT, "--seed", "5", answers=["", "5 5 6", "u", "u", "-", "", "u", "q"])
    events = events_of(only_save(saved))
    assert [line["move"] for line in events if "move" in line] == ["-"]
    assert sum("draw" in line for line in events) == 8


def test_what_was_taken_back_leaves_no_trace_in_the_log(command: Command) -> None:
    outcome = command(*AGAINST_BOT, answers=["", "5 5 6", "u", "l", "q"])
    assert "Nothing has happened yet." in outcome.out


def test_enter_before_a_move_draws_the_table_again(command: Command) -> None:
    once = command(*AGAINST_BOT, answers=["", "q"]).out
    again = command(*AGAINST_BOT, answers=["", "", "", "q"]).out
    assert again.count("group your dice") == once.count("group your dice") + 2


@pytest.mark.parametrize("typed", ["?", "? lx-10", "?LX-10", "?10", "rules LX-10", "règles 10"])
def test_the_rules_can_be_read_at_the_table(command: Command, typed: str) -> None:
    outcome = command(*AGAINST_BOT, answers=[typed, "q"])
    assert "Lucky loser" in outcome.out
    assert ("LX-3" in outcome.out) == (typed == "?")


@pytest.mark.parametrize("number", ["LX-99", "[/x]", "0"])
def test_a_rule_that_does_not_exist_is_answered_with_those_that_do(
    command: Command, number: str
) -> None:
    outcome = command(*AGAINST_BOT, answers=[f"? {number}", "q"])
    assert f"there is no rule '{number}'; the rules are: LX-1, LX-2" in outcome.out


@pytest.mark.parametrize(("language", "word"), [("en", "resign"), ("fr", "abandon")])
def test_help_shows_the_commands_and_what_the_marks_mean(
    command: Command, language: str, word: str
) -> None:
    outcome = command(*AGAINST_BOT, "--lang", language, answers=["h", "q"])
    assert word in outcome.out
    assert "--resume" in outcome.out
    assert "2/4" in outcome.out


@pytest.mark.parametrize(("game", "best"), [("levelx", "Play "), ("masterdes", "hrow")])
def test_a_hint_is_told_in_words(command: Command, game: str, best: str) -> None:
    shown = command("play", game, "--seats", "me,me", "--seed", "5", answers=["", "", "i", "q"])
    hint = re.search(r"The best move \(wins \d+%\) (.*)", " ".join(shown.out.split()))
    assert hint is not None
    assert best in hint[1]
    assert "throw:" not in hint[1]


def test_the_log_tells_every_turn(command: Command) -> None:
    outcome = command(*AGAINST_BOT, answers=["", "5 5 6", "", "l", "q"])
    assert re.search(r"1\. Player rolls 6-1-5-4 and plays 5 5 6 — row 5: space 2", outcome.out)
    assert re.search(r"2\. Robot rolls", outcome.out)


@pytest.mark.parametrize(
    ("language", "word", "yes", "sentence"),
    [
        ("en", "resign", "y", "Player resigns; the victory goes to Robot."),
        ("fr", "abandon", "o", "Joueur abandonne\u202f; la victoire revient à Robot."),
        ("fr", "resign", "oui", "Joueur abandonne\u202f; la victoire revient à Robot."),
    ],
)
def test_resigning_ends_the_match_for_the_others(
    command: Command, tmp_path: Path, saved: Path, language: str, word: str, yes: str, sentence: str
) -> None:
    path = tmp_path / "match.jsonl"
    outcome = command(
        *AGAINST_BOT, "--record", str(path), "--lang", language, answers=["", word, yes]
    )
    assert outcome.code == 0
    assert sentence in outcome.out
    result = {"points": [0, 0], "winners": [1], "ended": "resigned", "seat": 0}
    assert lines_of(path)[-1] == result
    assert not list(saved.iterdir())


def test_resigning_can_be_thought_better_of(command: Command, saved: Path) -> None:
    outcome = command(*AGAINST_BOT, answers=["", "resign", "n", "5 5 6", "q"])
    assert "victory" not in outcome.out
    assert events_of(only_save(saved))[-1] == {"seat": 0, "move": "5 5 6"}


def test_while_a_bot_is_to_roll_the_last_to_move_resigns(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    seats = ("play", "levelx", "--seats", "me:Ada,me:Bob,random", "-o", "first=0", "--seed", "5")
    answers = ["", "-", "", "-", "resign", "y", "", "", "resign", "y"]
    outcome = command(*seats, "--record", str(path), answers=answers)
    assert "Bob resigns and can no longer win; a robot (habitué) plays on." in outcome.out
    assert "Ada resigns and the match ends." in outcome.out
    assert {"seat": 1, "resigned": True} in lines_of(path)
    assert (lines_of(path)[-1]["winners"], lines_of(path)[-1]["seat"]) == ([2], 0)


def test_a_robot_plays_on_for_who_resigned_also_when_the_match_is_taken_up_again(
    command: Command, tmp_path: Path, saved: Path
) -> None:
    path = tmp_path / "match.jsonl"
    seats = ("play", "levelx", "--seats", "me:Ada,me:Bob,me:Cleo", "-o", "first=0", "--seed", "5")
    command(*seats, answers=["", "resign nobody", "resign debutant", "y", "q"])
    events = events_of(only_save(saved))
    resignation = events.index({"seat": 0, "resigned": True})
    assert [line.get("by") for line in events[resignation + 1 :]] == ["stand-in"]
    answers = ["", "-", "", "-", "resign", "y", "resign", "y"]
    outcome = command("play", "--resume", "--record", str(path), answers=answers)
    assert "everybody has resigned." in outcome.out
    moves = [line for line in lines_of(path) if "move" in line]
    assert [(line["seat"], line.get("by")) for line in moves[:3]] == [
        (0, "stand-in"),
        (1, None),
        (2, None),
    ]
    assert "Seats that resigned, and could not win: 2." in command("verify", str(path)).out
    assert command("dice", str(path)).code == 0
    assert "Ada resigns. A robot plays on." in command("show", str(path)).out
    assert command("review", str(path), "--playouts", "16").code == 0


def test_the_words_of_command_are_not_moves(command: Command, saved: Path) -> None:
    command(*AGAINST_BOT, answers=["", "l", "h", "u", "? 3", "resign", "n", "", "q"])
    assert len(events_of(only_save(saved))) == 4


def test_a_match_can_be_played_where_nothing_can_be_put_away(
    command: Command, tmp_path: Path, small_box: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "file"))
    path = tmp_path / "match.jsonl"
    match = (*AGAINST_BOT, "--edition", small_box, "--record", str(path))
    outcome = command(*match, answers=BLINDLY)
    assert outcome.code == 0
    assert outcome.out.count("This match cannot be put away") == 1
    assert lines_of(path)[-1]["ended"] == "played"


def test_stopping_where_nothing_can_be_put_away_says_so(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "file"))
    outcome = command(*AGAINST_BOT, answers=["", "q"])
    assert outcome.code == 0
    assert "could not be put away" in outcome.out
    assert "--resume" not in outcome.out


def test_a_match_put_away_leaves_the_record_of_what_was_played(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    outcome = command(*AGAINST_BOT, "--record", str(path), answers=["", "5 5 6", "q"])
    assert outcome.code == 0
    record = load(path, find)
    assert record.result is None
    assert record.events[-1] == {"seat": 0, "move": "5 5 6"}


def test_another_edition_is_played_and_recorded(
    command: Command, tmp_path: Path, small_box: str
) -> None:
    path = tmp_path / "match.jsonl"
    match = (*AGAINST_BOT, "--edition", small_box, "--record", str(path))
    outcome = command(*match, answers=["", "5 5 6", "q"])
    assert "row 5: 2 chips, row closed · row 6: 1 chip" in outcome.out
    assert lines_of(path)[0]["edition"]["spaces"] == [1] * 6
