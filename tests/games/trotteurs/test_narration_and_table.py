"""Narration and terminal table of Les Trotteurs, in both languages."""

from random import Random
from typing import Any

import pytest
from rich.console import Console

from ludotheque import State
from ludotheque.games.trotteurs import narration, terminal

from .position import COLOURS, GAME, ORDERS, position, throw

ENGLISH = GAME.language("en")
NAMES = ["Ada", "Blaise", "Chloé", "Denis"]
NOWHERE = "D D D D D"


def told(state: State, dice: str, marks: int, code: str = "en") -> str:
    """What is said of a throw."""
    points, colour, order = dice.split()
    draws = [int(points) - 1, COLOURS.index(colour), ORDERS.index(order), marks]
    sentences = [happened(state, k, code) for k in draws]
    assert sentences[:-1] == [None, None, None]
    assert sentences[-1] is not None
    return sentences[-1]


def happened(state: State, event: int | str, code: str = "en") -> str | None:
    """What is said of a draw or of a move."""
    before, line = state.copy(), {"draw": [state.draw_size, event]}
    if isinstance(event, int):
        state.draw(event)
    else:
        line = {"seat": state.seat, "move": event}  # type: ignore[dict-item]
        state.play(event)
    sentence: str | None = narration.tell(before, line, state, NAMES, GAME.language(code))
    return sentence


def test_a_throw_is_told_with_who_marks_it_and_where_trotters_go() -> None:
    state = position(NOWHERE, "1 D D D D")
    assert told(state, "5 red M2", 0) == "Ada throws 5, red, M2; Ada marks: red DEPART → BUT."
    assert told(state, "2 blue D", 1) == "Blaise throws 2, blue, D; Blaise marks: blue DEPART → 9."
    assert told(state, "2 red O", 0) == "Ada throws 2, red, O; Ada marks: red is at BUT already."


def test_what_signs_do_is_told_with_the_throw() -> None:
    state = position(NOWHERE, "3 4 6 D D", "D D D D 7")
    assert told(state, "3 red M", 0) == (
        "Ada throws 3, red, M; Ada marks: red DEPART → 3 (triangle). "
        "Triangle: Blaise (red) 3 → BUT, Blaise (yellow) 4 → BUT, Chloé (white) 7 → BUT."
    )


def test_the_wheel_is_told_band_by_band_without_those_at_but() -> None:
    state = position("8 B 2 5 D", NOWHERE)
    assert told(state, "1 wheel M", 0) == (
        "Ada throws 1, the Wheel, M; Ada marks: red stays a prisoner on 8, "
        "green stays a prisoner on 2, blue 5 → 6 (triangle), white DEPART → 1."
    )


def test_a_victory_is_told_with_what_the_others_owe() -> None:
    state = position("B B B B 1", "D B B B B", "1 9 B B B", rounds=2)
    assert told(state, "1 white D", 0) == (
        "Ada throws 1, white, D; Ada marks: white 1 → BUT. Ada has all five trotters at BUT and "
        "wins the game: Blaise owes 25, Chloé owes 24. Game 2 begins."
    )


def test_the_cup_is_told() -> None:
    state = GAME.start(3)
    assert happened(state, 2) == "The cup names Chloé, who throws first."
    assert happened(GAME.start(3), 2, "fr") == "Le cornet désigne Chloé, qui lance en premier."


def test_claims_and_calls_are_told_with_the_marking_that_follows() -> None:
    state = throw(position(NOWHERE, "D 4 D D D", vigilance="manual"), "3 red M", marks=0)
    assert happened(state.copy(), "claim") == "Blaise claims: Blaise (yellow) 4 → BUT."
    assert happened(state, "silent") == "Blaise stays silent."
    assert told(state, "1 red M", 0) == "Blaise throws 1, red, M; Ada is to mark."
    assert happened(state.copy(), "silent") == "Ada stays silent. Ada marks: red 3 → 4."
    assert happened(state, "call") == (
        "Ada calls the omission: Ada (red) 3 → BUT. Ada marks: red is at BUT already."
    )


def test_a_warning_on_a_square_is_told_as_one() -> None:
    state = throw(position(NOWHERE, "D 6 D D D", vigilance="manual"), "5 red M", marks=0)
    assert happened(state, "claim") == "Ada gives warning: Blaise (yellow) 6 → DEPART."


@pytest.mark.parametrize(
    ("resident", "dice", "claim", "call"),
    [
        (
            "D 4 D D D",
            "3 red M",
            "Blaise, you have a trotter on a triangle (yellow)",
            "Ada, Blaise",
        ),
        ("D 6 D D D", "5 red M", "Ada, you have stopped on a square (red)", "Blaise, Ada"),
        ("D 9 D D D", "2 green M", "Blaise, Ada (green) has just stopped", "Ada, Blaise"),
    ],
)
def test_an_offer_is_asked_plainly(resident: str, dice: str, claim: str, call: str) -> None:
    """TR-16, TR-17, TR-18 Of the seat that may claim, then of the one that may call."""
    state = throw(position(NOWHERE, resident, vigilance="manual"), dice, marks=0)
    assert narration.ask(state, NAMES, ENGLISH).startswith(claim)
    state.play("silent")
    throw(state, "1 white O", marks=0)
    assert narration.ask(state, NAMES, ENGLISH).startswith(call)


def test_a_choice_says_whom_it_moves() -> None:
    state = throw(position(NOWHERE, "D 4 D D D", vigilance="manual"), "3 red M", marks=0)
    brings = {
        move: narration.brief(state, after, NAMES, ENGLISH)
        for move, after in state.successors().items()
    }
    assert brings == {"claim": "Blaise (yellow) 4 → BUT", "silent": "nobody is moved"}


def story(code: str, vigilance: str) -> list[str]:
    """All sentences of a match by chance, questions included."""
    chance, said = Random("story"), []
    state = GAME.start(4, {"vigilance": vigilance, "rounds": 4})
    while state.awaits != "end":
        said.append(narration.ask(state, NAMES, GAME.language(code)))
        size = state.draw_size
        event: Any = chance.choice(state.moves()) if size is None else chance.randrange(size)
        sentence = happened(state, event, code)
        assert sentence is not None or size is not None
        said += [sentence] if sentence else []
    return [*said, narration.ask(state, NAMES, GAME.language(code))]


@pytest.mark.parametrize("vigilance", ["auto", "manual"])
def test_a_match_is_told_in_both_languages_without_gaps(vigilance: str) -> None:
    english, french = (story(code, vigilance) for code in ("en", "fr"))
    assert len(english) == len(french)
    assert all("{" not in sentence for sentence in english + french)
    assert not set(english) & set(french)
    assert sum("wins the game" in sentence for sentence in english) == 4


def drawn(state: State, seat: int | None, width: int = 80, code: str = "en") -> list[str]:
    console = Console(width=width)
    with console.capture() as captured:
        names = NAMES[: state.players]
        console.print(terminal.board(state, names, GAME.language(code), seat))
    return captured.get().splitlines()


def test_ones_own_board_is_large_and_the_others_are_a_line_each() -> None:
    state = position("D 4 B 3 1", "8 2 D 6 B", NOWHERE)
    lines = drawn(state, 0)
    assert lines[0].split() == ["▸", "●", "Ada", "points:", "0", "would", "owe", "75"]
    assert lines[3].split() == ["red", "♞", "○", "·", "△", "·", "□", "·", "·", "⬠", "·"]
    assert lines[4].split() == ["yellow", "○", "·", "·", "♞△", "·", "□", "·", "·", "⬠"]
    assert lines[5].split()[-1] == "♞"
    assert lines[6].split()[:4] == ["blue", "○", "·", "[♞]"]
    assert lines[10].split() == ["■", "Blaise", "[8]", "2", "DEPART", "6△", "BUT", "0", "59"]
    assert lines[11].split() == ["▲", "Chloé", *["DEPART"] * 5, "0", "125"]


def test_without_a_viewer_the_board_of_whoever_is_to_act_is_large() -> None:
    assert "Blaise" in drawn(position(NOWHERE, NOWHERE, thrower=1), None)[0]
    state = throw(position(NOWHERE, "D 4 D D D", vigilance="manual"), "3 red M", marks=0)
    assert drawn(state, None)[0].startswith("▸ ■ Blaise")


def test_the_last_throw_lies_below() -> None:
    state = position(NOWHERE, NOWHERE)
    assert drawn(state, 0)[-1].strip() == "no throw yet"
    throw(state, "5 wheel D2", marks=1)
    assert drawn(state, 0)[-1].split() == ["last", "throw:", "5", "Wheel", "D2", "→", "■", "Blaise"]


@pytest.mark.parametrize("code", ["en", "fr"])
def test_everything_fits_into_sixty_columns(code: str) -> None:
    state = GAME.start(6, {"rounds": 99})
    names = ["Maximilienne-Alexandrine"] * 6
    console = Console(width=60)
    with console.capture() as captured:
        console.print(terminal.board(state, names, GAME.language(code), 5))
    lines = captured.get().splitlines()
    assert max(map(len, lines)) <= 60
    assert all(
        line.endswith("125") for line in lines if line.startswith("  ") and "0   125" in line
    )
    assert sum("0   125" in line for line in lines) == 5


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        (" Claim ", "claim"),
        ("réclamer", "claim"),
        ("prévenir", "claim"),
        ("CALL", "call"),
        ("signaler", "call"),
        ("se  taire", "silent"),
        ("-", "silent"),
        ("silent", "silent"),
        ("whatever", "whatever"),
    ],
)
def test_what_is_typed_is_tidied(typed: str, move: str) -> None:
    assert terminal.normalize_move(typed) == move
