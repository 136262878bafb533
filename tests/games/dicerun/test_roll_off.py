"""Who begins a match of DiceRun: two dice picked out of the race, or two dice beside it."""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import IllegalMove, State
from ludotheque.bots import make_bot
from ludotheque.core.language import Language
from ludotheque.games.dicerun import narration
from ludotheque.games.dicerun.cards import NOTATION
from ludotheque.games.dicerun.terminal import normalize_move
from ludotheque.table.record import EventData, Record
from tests.cases import cases

from .position import GAME, draw, first_pick, give_goals, race_of

ENGLISH, FRENCH = GAME.language("en"), GAME.language("fr")
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
COLOURS = "rogbp"


def roll(state: State, pick: str, *faces: int) -> None:
    """Pick two dice, and let them fall."""
    state.play(pick)
    draw(state, *[face - 1 for face in faces])


# -- the rule


def test_every_pair_of_looks_can_be_picked_once() -> None:
    """DR-7 Two dice of the group; equal dice are the same to the rules, and a pair needs two."""
    state = first_pick()
    looks = [f"{colour}{value}" for colour in COLOURS for value in range(1, 7)]
    pairs = [f"pick:{one},{two}" for one, two in combinations_with_replacement(looks, 2)]
    assert state.moves() == [pair for pair in pairs if pair[5:7] != pair[8:10]]
    roll(state, "pick:r1,r6", 6, 6)  # now two red 6s, and no red 1
    assert "pick:r6,r6" in state.moves()
    assert not [move for move in state.moves() if "r1" in move]


def test_picked_dice_stay_in_the_race_as_they_fell() -> None:
    """DR-7 In dice order: the first draw is the red die's."""
    state = first_pick()
    before = race_of(state)
    roll(state, "pick:r6,b1", 2, 5)
    expected = before.replace(" r6", "").replace("r2", "r2 r2", 1)
    expected = expected.replace("b1 ", "").replace("b5", "b5 b5")
    assert race_of(state) == expected


def test_the_two_dice_show_together() -> None:
    """DR-7 Until the second has fallen the race has its old faces."""
    state = first_pick()
    before = state.snapshot()
    state.play("pick:r6,b1")
    draw(state, 1)
    assert state.snapshot() == before
    assert state.snapshot()["phase"] == "setup"
    assert [draw["what"] for draw in state.throw] == ["die b of seat 0"]
    draw(state, 4)
    assert state.snapshot() != before
    assert state.seat == 1


def test_the_highest_total_begins_and_the_tied_pick_again() -> None:
    """DR-7 In the order of the seats, without the others; dice just rolled may be picked."""
    state = first_pick(4)
    roll(state, "pick:r1,r2", 4, 4)
    roll(state, "pick:o1,o2", 1, 1)
    roll(state, "pick:g1,g2", 2, 6)
    roll(state, "pick:r4,r4", 3, 5)
    assert (state.seat, state.snapshot()["phase"]) == (0, "setup")
    roll(state, "pick:b1,b2", 1, 2)
    assert state.seat == 2
    roll(state, "pick:b1,b2", 6, 6)
    assert state.seat == 3
    roll(state, "pick:p1,p2", 6, 6)
    assert state.seat == 2
    roll(state, "pick:p6,p6", 6, 5)
    roll(state, "pick:p5,p6", 6, 6)
    assert (state.seat, state.snapshot()["phase"]) == (3, "turn")


def test_a_roll_off_beside_the_race_asks_for_no_move() -> None:
    """DR-7 The option's other value."""
    state = GAME.start(3, {"roll_off": "aside"})
    draw(state, *[0] * (30 + 12 + 9 + 4))
    race = race_of(state)
    assert [each["what"] for each in state.throw][:2] == ["seat 0, die 1", "seat 0, die 2"]
    draw(state, 0, 0, 5, 5, 1, 1)
    assert (state.seat, race_of(state)) == (1, race)


@cases(
    ("text", "code"),
    [
        ("pick:b1,r6", "spelling"),
        ("pick:r6,r6", "not_in_group"),
        ("pick:r6", "unreadable"),
        ("pick:r6,b1,b2", "unreadable"),
        ("pick:r6,x1", "unreadable"),
        (7, "unreadable"),
        ("color:b", "pick_awaited"),
        ("choose:b3", "pick_awaited"),
    ],
)
def test_a_wrong_pick_is_refused_with_its_reason(text: Any, code: str) -> None:
    """DR-7"""
    state = first_pick()
    with pytest.raises(IllegalMove) as refused:
        state.play(text)
    assert (refused.value.code, refused.value.rule) == (code, "DR-7")
    assert state.seat == 0


def test_nobody_picks_dice_once_the_race_has_begun() -> None:
    """DR-7"""
    state = first_pick()
    for faces in ((6, 6), (1, 1), (1, 1)):
        roll(state, state.moves()[0], *faces)
    with pytest.raises(IllegalMove, match="before the first turn") as refused:
        state.play("pick:r6,b1")
    assert refused.value.rule == "DR-7"


# -- records that were made before the option


def old_record() -> tuple[Record, State]:
    """A match as it was recorded before the option, with the state it ended in."""
    state = GAME.start(3, {"roll_off": "aside"})
    record = Record.of(state)
    outcomes = [0] * 30 + [0] * 21 + [2] * 4 + [5, 5, 0, 0, 0, 0]
    for k in outcomes:
        assert state.draw_size is not None
        record.events.append({"draw": [state.draw_size, k]})
        state.draw(k)
    move = state.moves()[0]
    record.events.append({"seat": 0, "move": move})
    state.play(move)
    record.options = {}
    return record, state


def test_a_record_without_the_option_was_played_beside_the_race() -> None:
    """DR-7"""
    record, state = old_record()
    assert '"options": {}' in record.text()
    read = Record.read(record.text(), ludotheque.game)
    assert read.options == {"roll_off": "aside"}
    assert read.final_state().snapshot() == state.snapshot()
    assert Record.read(read.text(), ludotheque.game).options == {"roll_off": "aside"}


def test_a_new_match_picks_by_default() -> None:
    """DR-7 As printed."""
    assert GAME.start(3).options == {"roll_off": "race"}
    with pytest.raises(ludotheque.BadOption, match='"race", "aside"'):
        GAME.start(3, {"roll_off": "by lot"})


# -- what people and robots make of it


def test_the_roll_off_is_told() -> None:
    """DR-7"""
    state, told = first_pick(), []
    for pick, faces in (("pick:r1,r2", (4, 4)), ("pick:o1,g2", (3, 5)), ("pick:p1,p2", (1, 1))):
        told += tell_all(state, pick, faces, ENGLISH)
    assert told == [
        "Ada picks red 1, red 2 for the roll-off.",
        "Ada rolls red 4, red 4: 8 in all.",
        "Ben picks orange 1, green 2 for the roll-off.",
        "Ben rolls orange 3, green 5: 8 in all.",
        "Cleo picks purple 1, purple 2 for the roll-off.",
        "Cleo rolls purple 1, purple 1: 2 in all. Tied, they roll again: Ada, Ben.",
    ]
    told = tell_all(state, "pick:b1,b2", (6, 6), FRENCH)
    assert told[0] == "Ada choisit deux dés à lancer\N{NARROW NO-BREAK SPACE}: 1 bleu, 2 bleu."
    assert tell_all(state, "pick:b3,b4", (1, 2), ENGLISH)[1].endswith("Ada begins.")


def tell_all(state: State, pick: str, faces: tuple[int, ...], language: Language) -> list[str]:
    draws: list[EventData] = [{"draw": [6, face - 1]} for face in faces]
    events: list[EventData] = [{"seat": state.seat, "move": pick}, *draws]
    told = []
    for event in events:
        before = state.copy()
        if "draw" in event:
            state.draw(event["draw"][1])
        else:
            state.play(pick)
        told.append(narration.tell(before, event, state, NAMES[: state.players], language))
    return [each for each in told if each]


def test_a_pick_is_asked_for_by_name() -> None:
    """DR-7"""
    asked = narration.ask(first_pick(), NAMES, ENGLISH)
    assert asked == "Ada, pick two dice to roll for the start."


@cases("typed", ["pick b1 r6", "b1 r6", "B1, R6", "lancer r6 b1", "pick:r6,b1"])
def test_dice_may_be_typed_in_any_order(typed: str) -> None:
    """DR-7"""
    assert normalize_move(typed) == "pick:r6,b1"


def test_real_dice_are_named_by_colour_and_player() -> None:
    """DR-7"""
    state = first_pick()
    state.play("pick:r6,b1")
    throws, draws = GAME.throws, state.pending_draws
    assert [throws.draw_name(each, NAMES, ENGLISH) for each in draws] == ["red die", "blue die"]
    assert {throws.owner(each, None) for each in draws} == {0}
    picture = throws.face_picture(draws[1], "4")
    assert picture is not None
    assert picture["symbol"] == "rc-pips-3-4"


def test_every_search_is_given_picks_of_dice_that_do_not_help() -> None:
    """DR-7 Neither of the two shows a value of an own objective; an objective's colour may stay."""
    state = first_pick()
    give_goals(state, 0, "r1 r2 b1 b2")
    moves = np.zeros(GAME.rules.MOST_MOVES, np.int64)
    count = GAME.rules.list_moves(state.record, moves)
    kept = GAME.evaluation.shortlist(state.record, moves, count)
    assert 2 <= kept < 20
    picks = [NOTATION.write(int(move)) for move in moves[:kept]]
    assert set(picks) <= set(state.moves())
    assert not [pick for pick in picks if "1" in pick or "2" in pick]


@pytest.mark.parametrize("level", ["débutant", "habitué"])
def test_robots_roll_dice_that_do_not_help_them(level: str) -> None:
    """DR-7"""
    state = first_pick()
    give_goals(state, 0, "r1 r2 b1 b2")
    for seed in range(3):
        pick = make_bot(level, seed).choose(state.view(0))
        assert "1" not in pick, pick
        assert "2" not in pick, pick
