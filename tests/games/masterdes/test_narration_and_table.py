"""Narration and terminal table of MasterDés: eliminated dice, and how a duel was scored."""

import io
from random import Random
from typing import Any

import pytest
from rich.console import Console

from ludotheque import State
from ludotheque.games.masterdes import narration, terminal

from .position import GAME, go, start

NAMES = ["Ada", "Ben"]
ENGLISH, FRENCH = GAME.language("en"), GAME.language("fr")


def told(state: State, *events: str) -> list[str]:
    """The sentences of what happens; the state goes on."""
    sentences = []
    for event in " / ".join(events).split(" / "):
        if state.awaits == "move":
            sentences += told_lines(state, [event])
        else:
            faces = [event] if event.startswith("seat ") else event.split()
            sentences += told_lines(state, faces)
    return sentences


def told_lines(state: State, events: list[str]) -> list[str]:
    said = []
    for event in events:
        before = state.copy()
        line: dict[str, Any] = {"seat": state.seat, "move": event}
        if state.draw_size is not None:
            drawn = state.throw[0]["faces"]
            line = {"draw": [state.draw_size, drawn.index(event.removeprefix("seat "))]}
        go(state, event)
        sentence = narration.tell(before, line, state, NAMES, ENGLISH)
        said += [sentence] if sentence else []
    return said


def drawn(state: State, width: int = 80, language: Any = ENGLISH) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(terminal.board(state, NAMES, language))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def test_moves_have_names_in_the_terminal() -> None:
    moves = {
        "first": "Throw first",
        "keep": "Keep all",
        "throw:2,4": "Throw again: 2-4",
        "throw:6,m": "Throw again: 6 + MasterDé",
        "throw:m": "Throw again: MasterDé",
    }
    assert {move: terminal.move_name(move, ENGLISH) for move in moves} == moves


# Sentences


def test_the_printed_duel_is_told() -> None:
    """MD-2, MD-8 Throws, what went out, the heart."""
    state = start()
    assert told(state, "4 6 3 heart", "4 4 4 two") == [
        "Duel 1: Ada 3-4-6 + heart · Ben 4-4-4 + two. Out: a pair of 4s. "
        "Ben loses the MasterDé (two): all dice left show 4."
    ]
    assert told(state, "second", "keep", "throw:3,6", "4 1") == [
        "Ada lets Ben go first.",
        "Ben keeps everything.",
        "Ada throws 3-6 again.",
        "Ada has 1-4 + heart now. Out: a pair of 4s.",
    ]
    assert told(state, "second", "throw:1", "2", "throw:4", "3")[2:] == [
        "Ada has 2 + heart now.",
        "Ben throws 4 again.",
        "Ben has 3 now. Count of duel 1: Ada 2 · Ben 3. Ben records 3. "
        "Ada gives 2 to Ben (heart). Ada has no more than 0 to lose. Points: Ada 0, Ben 5.",
    ]


def count_of(red: str, blue: str, level: str = "flash", **setting: Any) -> str:
    """What is said of a duel of one throw, from its count on."""
    state = start(level, **setting)
    said = told(state, red, blue)
    while state.awaits != "end" and state.snapshot()["throw"] != 1:
        move = "first" if "first" in state.moves() else "keep"
        said += told(state, "seat 0" if state.draw_size else move)
    return said[-1].partition("Count of duel ")[2]


@pytest.mark.parametrize(
    ("red", "blue", "said"),
    [
        (
            "5 2 1 two",
            "6 4 1 blank",
            "1: Ada 2 × 7 = 14 · Ben 10. Ada records 14. Ben records nothing. "
            "Points: Ada 14, Ben 0.",
        ),
        (
            "4 5 6 blank",
            "1 2 3 blank",
            "1: Ada 15 · Ben 6. Ada records 15. Ben records 6 too, thanks to a 1. "
            "Points: Ada 15, Ben 6.",
        ),
        (
            "2 3 6 blank",
            "4 4 3 out",
            "1: Ada 8 · Ben 8. Ada records 8, the scores being equal. "
            "Ben records 8, the scores being equal. Points: Ada 8, Ben 8.",
        ),
        (
            "4 5 6 out",
            "2 2 3 blank",
            "1: Ada 15 · Ben 7. Ada records 15. Ben records nothing. Points: Ada 15, Ben 0. "
            "Out: Ada does not play the next duel.",
        ),
        (
            "4 5 6 out",
            "2 3 3 out",
            "1: Ada 15 · Ben 8. Ada records 15. Ben records nothing. Points: Ada 15, Ben 0. "
            "Both MasterDés show out: duel 2 is not played.",
        ),
    ],
)
def test_a_count_is_told_with_its_reasons(red: str, blue: str, said: str) -> None:
    """MD-6, MD-7, MD-9 Recorded or not, doubled, out."""
    assert count_of(red, blue) == said


def test_nobody_is_told_to_miss_a_duel_that_will_not_be() -> None:
    """MD-9, MD-10 The match is over."""
    assert "Out:" not in count_of("4 5 6 out", "2 2 3 blank", duel=10)
    assert "duel 10 is not played" in count_of("4 5 6 out", "2 2 3 out", duel=9)


def test_the_track_is_told() -> None:
    """MD-11, MD-12, MD-13 Malus, Cagnotte, bounce."""
    said = count_of("6 2 3 blank", "5 1 3 blank", "expert", points=[15, 35])
    assert said.endswith(
        "23 is Malus: Ada stays on 15, the 8 points go into the pot. "
        "41 is Cagnotte: Ben takes the pot of 13, and stands on 54. "
        "Points: Ada 15, Ben 54, pot 0."
    )
    said = count_of("6 2 3 blank", "5 1 3 blank", "expert", points=[95, 0])
    assert "Ada goes past 100 (95 + 8) and back to 97." in said


def test_a_duel_played_alone_is_told() -> None:
    """MD-9 One score, one record."""
    state = go(start(), "1 2 3 two", "1 2 3 out")
    assert told(state, "6 6 5 two", "keep") == [
        "Duel 2: Ada 5-6-6 + two.",
        "Ada keeps everything. Count of duel 2: Ada 2 × 17 = 34. Ada records 34. "
        "Points: Ada 34, Ben 0.",
    ]


def test_a_lot_and_a_masterde_thrown_again_are_told() -> None:
    """MD-3"""
    state = go(start(), "1 6 5 blank", "2 6 4 blank")
    assert told(state, "seat 1", "first", "throw:m", "heart", "throw:1,m", "3 two") == [
        "Equal scores: the draw lets Ben choose.",
        "Ben goes first.",
        "Ben throws the MasterDé again.",
        "Ben has 2-4 + heart now.",
        "Ada throws 1 and the MasterDé again.",
        "Ada has 3-5 + two now.",
    ]


def story(level: str, language: Any, seed: int) -> list[str]:
    """All sentences of a match by chance; whatever can be asked and drawn on the way is."""
    chance, state, said = Random(seed), start(level), []
    while state.awaits != "end":
        assert narration.ask(state, NAMES, language)
        before = state.copy()
        if state.draw_size is not None:
            k = chance.randrange(state.draw_size)
            line: dict[str, Any] = {"draw": [state.draw_size, k]}
            state.draw(k)
        else:
            move = chance.choice(sorted(state.moves()))
            line = {"seat": state.seat, "move": move}
            state.play(move)
            assert narration.brief(before, state, NAMES, language)
        sentence = narration.tell(before, line, state, NAMES, language)
        assert sentence or "draw" in line
        said += [sentence] if sentence else []
        assert drawn(state, width=60, language=language)
    return said


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_a_match_is_told_in_both_languages_without_gaps(level: str) -> None:
    english, french = (story(level, language, seed=3) for language in (ENGLISH, FRENCH))
    assert len(english) == len(french)
    assert all("{" not in sentence for sentence in english + french)
    assert not set(english) & set(french)


@pytest.mark.parametrize(
    ("events", "asked"),
    [
        ([], "Duel 1: both throw their four dice."),
        (["4 5"], "The dice are falling."),
        (["1 2 3 two", "1 2 3 out"], "Duel 2: Ada plays alone and throws the four dice."),
        (["1 6 5 two", "2 6 4 two"], "Equal scores: a draw decides who chooses."),
        (["4 5 6 two", "1 2 3 two"], "Ada, do you throw first or second?"),
        (
            ["4 5 6 two", "1 2 3 two", "second"],
            "Ben, second throw: which dice do you throw again?",
        ),
        (
            ["4 5 6 replay", "1 2 3 two", "first", "keep", "keep"],
            "Ada, replay! One more throw: which dice?",
        ),
    ],
)
def test_what_is_asked(events: list[str], asked: str) -> None:
    """MD-3, MD-5, MD-9 Of whom, and for what."""
    assert narration.ask(go(start(), *events), NAMES, ENGLISH) == asked


def test_the_list_of_moves_says_what_is_kept() -> None:
    state = go(start(), "4 5 6 heart", "1 2 3 two", "first")
    after = state.successors()
    said = {move: narration.brief(state, after[move], NAMES, ENGLISH) for move in after}
    assert said["keep"] == "as they lie: 4-5-6 + heart"
    assert said["throw:4"] == "keeps 5-6 + heart"
    last = go(start(), "4 5 6 heart", "1 2 3 two", "first", "keep")
    after = last.successors()
    assert narration.brief(last, after["keep"], NAMES, ENGLISH) == "as they lie: 1-2-3 + two"
    assert narration.brief(last, after["throw:1,2,3"], NAMES, ENGLISH) == "keeps two"
    choice = go(start(), "4 5 6 heart", "1 2 3 two").successors()
    state = go(start(), "4 5 6 heart", "1 2 3 two")
    assert narration.effect(state, choice["first"], NAMES, ENGLISH) == "before Ben"
    assert narration.effect(state, choice["second"], NAMES, ENGLISH) == "after Ben"


# The table


def test_the_table_shows_what_is_out_and_why() -> None:
    """MD-2 The pairs by throw, the MasterDé with the face that put it out."""
    state = go(start(), "4 6 3 heart", "4 4 4 two")
    table = drawn(state)
    assert "out of the duel: 4=4 (first throw)" in table
    assert "MasterDé of Ben [two]: all dice showed 4 (first throw)" in table
    table = drawn(go(state, "second", "keep", "throw:3,6", "4 1"))
    assert "4=4 (second throw)" in table
    assert "sum 1" in table


def test_the_last_duel_stays_on_the_table_until_the_next_is_thrown() -> None:
    """MD-1 What ended it would not be seen otherwise."""
    state = go(start(), "4 5 6 blank", "1 2 3 blank", "first", "keep", "throw:1,2,3", "6 6 2")
    state = go(state, "first", "keep", "keep")
    table = drawn(state)
    assert "duel 1 of 10 · counted" in table
    assert "6=6 (second throw)" in table
    assert "score 9 · +9" in table
    assert "score 8 · +0" in table
    assert "counted" not in drawn(go(state, "4"))


def test_points_are_shown_in_chips_as_far_as_they_go() -> None:
    """MD-10 Red helps itself first; what the box cannot show is written."""
    edition = GAME.edition
    assert terminal.chips_words([88, 0], 0, edition) == "1×◉50 1×◉20 1×◉10 1×◉5 3×◉1"
    assert terminal.chips_words([100, 100], 1, edition) == "2×◉20 2×◉10 6×◉5 10×◉1"
    assert terminal.chips_words([150, 70], 1, edition) == "1×◉10 6×◉5 10×◉1 +20"
    assert "3×◉1" in drawn(start(points=[88, 0]))


def test_the_track_shows_pawns_zones_and_the_pot() -> None:
    """MD-11, MD-12, MD-13 In Expert only."""
    table = drawn(start("expert", points=[3, 97], pot=12)).splitlines()
    lower, upper = table[-2:]
    assert lower.startswith("  0 ···●·················×××××···············◉◉◉◉◉····· 50")
    assert upper.startswith(" 51 ··········×××××···············◉◉◉◉◉···········■··· 100")
    assert "pot: 12" in table[0]
    assert "◆" in drawn(start("expert", points=[50, 50]))
    assert "Malus" not in drawn(start())


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_table_fits_any_width(width: int) -> None:
    state = go(start("expert"), "4 6 3 heart", "4 4 4 two")
    assert max(map(len, drawn(state, width).splitlines())) <= width


def test_where_there_is_no_room_to_draw_dice_their_faces_are_written() -> None:
    """MD-2 And nothing of what went out is cut."""
    table = drawn(go(start(), "4 6 3 heart", "4 4 4 two"), width=40)
    assert "[3] [6] [heart]" in table
    assert "MasterDé of Ben [two]: all dice showed 4 (first throw)" in " ".join(table.split())


def test_whoever_does_not_play_is_said_to() -> None:
    """MD-9"""
    state = go(start(), "1 2 3 two", "1 2 3 out", "6")
    assert "does not play this duel" in drawn(state)
