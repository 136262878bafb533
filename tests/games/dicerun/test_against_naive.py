"""The package's DiceRun against a second, naive one: event by event."""

from random import Random
from typing import Any

import pytest

from ludotheque import State

from .naive import Naive
from .position import GAME, box

EDITIONS: dict[str, Any] = {
    "printed": None,
    "gaps and crashes": box(
        colours=[1] * 5,
        values=[1] * 6,
        joker=2,
        swap=8,
        sprint=4,
        surge=10,
        flip=5,
        gap=20,
        crash=10,
    ),
    "often unplayable": box(
        colours=[0] * 5,
        values=[0, 0, 0, 0, 0, 1],
        joker=0,
        swap=12,
        sprint=0,
        surge=12,
        flip=0,
        gap=5,
        crash=20,
        stages=[1, 1, 1, 1],
        places=[0, 0],
    ),
    "as small as can be": box(
        colours=[4] * 5,
        values=[2] * 6,
        joker=1,
        swap=1,
        sprint=2,
        surge=1,
        flip=2,
        gap=2,
        crash=1,
        stages=[9, 1, 1, 2],
        places=[9, 9],
    ),
}


def compare(state: State, match: Naive) -> None:
    kind, *rest = match.awaits
    assert state.awaits == kind
    assert [state.draw_size if kind == "draw" else state.seat][: len(rest)] == rest
    for seat in (None, "public", *range(state.players)):
        assert state.snapshot(seat) == match.snapshot(seat)
    assert state.points == match.points
    assert state.winners == match.winners
    assert sorted(state.moves()) == match.moves()


def any_verb(moves: list[str], chance: Random) -> str:
    """A kind of move first, then a move: else sprints and rerolls would be all there is."""
    verb = chance.choice(sorted({move.partition(":")[0] for move in moves}))
    return chance.choice([move for move in moves if move.partition(":")[0] == verb])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("edition", EDITIONS)
def test_both_play_the_same_match(edition: str, players: int) -> None:
    chance = Random(f"{edition} {players}")
    roll_off = "aside" if players == 4 else "race"
    state = GAME.start(players, {"roll_off": roll_off}, EDITIONS[edition])
    match = Naive(players, EDITIONS[edition] or GAME.edition, roll_off)
    compare(state, match)
    while state.awaits != "end":
        if state.draw_size is not None:
            k = chance.randrange(state.draw_size)
            state.draw(k)
            match.go_on(k)
        else:
            move = any_verb(match.moves(), chance)
            state.play(move)
            match.go_on(move)
        compare(state, match)


def test_both_hold_the_same_roll_offs() -> None:
    """DR-7 With the totals often tied, and the same dice picked again and again."""
    chance = Random("roll-offs")
    for _ in range(6):
        players = chance.randint(3, 6)
        state, match = GAME.start(players), Naive(players, GAME.edition)
        while state.snapshot()["phase"] == "setup":
            if state.draw_size is None:
                answer: Any = chance.choice(match.moves())
                state.play(answer)
            else:
                answer = chance.randrange(min(state.draw_size, 2))
                state.draw(answer)
            match.go_on(answer)
            if state.snapshot()["groups"]:
                compare(state, match)
