"""The list of moves: every move once, its number never ambiguous; and tables that fit a screen."""

import io
import random
from collections.abc import Iterator

import pytest
from rich.console import Console

from ludotheque.cli.shared.messages import use_language
from ludotheque.cli.terminal.menu import Menu
from ludotheque.cli.terminal.screen import Screen
from ludotheque.cli.terminal.session import LINES_OF_QUESTION
from ludotheque.core.state import State
from ludotheque.games.levelx.terminal import normalize_move
from tests.cases import cases

from .scripted_matches import LEVELX

NAMES = ["Ada", "Robot 1", "Robot 2", "Zoé"]


def positions(players: int, seed: int, every: int = 4) -> Iterator[State]:
    """One in so many positions of a match in which a move is awaited, the first included."""
    choice, state = random.Random(seed), LEVELX.start(players)
    while state.awaits != "end":
        if state.awaits == "draw":
            assert state.draw_size is not None
            state.draw(choice.randrange(state.draw_size))
        else:
            if state.length % every == 0:
                yield state.copy()
            state.play(choice.choice(state.moves()))


def menu_of(state: State) -> Menu:
    return Menu(state, NAMES[: state.players], LEVELX.language("en"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_move_has_one_number_and_says_itself(players: int) -> None:
    for state in positions(players, seed=players):
        menu = menu_of(state)
        assert sorted(menu.moves.values()) == sorted(state.moves())
        for number, move in menu.moves.items():
            assert number.isdigit()
            assert menu.parse(number) == move
            assert menu.parse(move) == move


@pytest.mark.parametrize("players", [2, 4])
def test_a_number_that_is_a_move_means_that_move_and_no_other(players: int) -> None:
    for state in positions(players, seed=7):
        menu = menu_of(state)
        for total in map(str, range(5, 11)):
            assert menu.parse(total) == (total if total in state.moves() else None)


def test_the_moves_that_score_most_come_first_and_passing_last() -> None:
    for state in positions(2, seed=3):
        seat, gains = state.seat, []
        assert seat is not None
        for move in menu_of(state).moves.values():
            after = state.copy()
            after.play(move)
            gains.append(after.points[seat])
        assert gains == sorted(gains, reverse=True)
        assert list(menu_of(state).moves.values())[-1] == "-"


def test_a_number_beyond_the_list_is_a_slip_not_a_move() -> None:
    state = next(positions(2, seed=1))
    menu = menu_of(state)
    assert menu.is_unlisted_number("99")
    assert menu.is_unlisted_number("0")
    assert not menu.is_unlisted_number("7")
    assert not menu.is_unlisted_number("7 7")
    assert not menu.is_unlisted_number("²")


def screen_of(width: int, height: int, names: list[str], language: str = "en") -> Screen:
    console = Console(
        file=io.StringIO(), force_terminal=True, width=width, height=height, highlight=False
    )
    return Screen(console, LEVELX, names, use_language(language))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_table_list_and_question_fit_a_screen_of_80_by_24(players: int, language: str) -> None:
    sentence = "Robot 1 rolls 1-5-4-4 and plays 6 8 — row 6: space 1 · row 8: 1 chip."
    for state in positions(players, seed=players):
        names = NAMES[:players]
        screen = screen_of(80, 24, names, language)
        room = screen.show(state, [sentence] * 9, players - 1) - LINES_OF_QUESTION
        Menu(state, names, screen.game_language).show(screen.console, room)
        file = screen.console.file
        assert isinstance(file, io.StringIO)
        assert file.getvalue().count("\n") + LINES_OF_QUESTION <= 24


@pytest.mark.parametrize("width", [1, 5, 20, 39, 40, 59, 60, 79, 120, 300])
def test_the_table_can_be_drawn_at_any_width(width: int) -> None:
    names = ["漢字の名前", "x" * 30, "Ada", "é"]
    for state in positions(4, seed=1, every=40):
        screen = screen_of(width, 24, names)
        screen.show(state, ["something happened"])
        Menu(state, names, screen.game_language).show(screen.console, 5)
        assert isinstance(screen.console.file, io.StringIO)
        assert screen.console.file.getvalue()


def test_a_narrow_terminal_is_told_what_it_misses() -> None:
    state = next(positions(2, seed=1))
    for width, told in ((59, True), (60, False)):
        screen = screen_of(width, 40, NAMES[:2])
        screen.show(state, [])
        assert isinstance(screen.console.file, io.StringIO)
        assert ("This terminal has" in screen.console.file.getvalue()) == told


def test_everything_that_happened_since_the_last_question_is_shown() -> None:
    state = next(positions(2, seed=1))
    screen = screen_of(80, 24, NAMES[:2])
    screen.show(state, [f"event {number}." for number in range(10)], unread=5)
    assert isinstance(screen.console.file, io.StringIO)
    shown = screen.console.file.getvalue()
    assert "event 5." in shown
    assert "event 4." not in shown


@cases(
    ("typed", "move"),
    [
        ("6 5 5", "5 5 6"),
        ("10,5", "5 10"),
        ("2+3 5", "5 5"),
        ("2 + 3 , 6", "5 6"),
        ("05", "5"),
        ("PASSE", "-"),
        ("-", "-"),
        ("", ""),
        ("5 x", "5 x"),
        ("5 + ", "5+"),
        ("123", "123"),
        ("٥", "٥"),
    ],
)
def test_what_is_typed_is_tidied_into_the_notation(typed: str, move: str) -> None:
    assert normalize_move(typed) == move
