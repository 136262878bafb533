"""What is awaited, what is being drawn, what snapshots show meanwhile, how moves are written."""

from random import Random
from typing import Any

import pytest

from ludotheque import IllegalMove, State

from .position import GAME, box, position, start, throw

NOWHERE = "D D D D D"


def test_a_throw_is_four_draws_in_order() -> None:
    """TR-2 Points, colour and order with six outcomes, then who marks."""
    state = position(NOWHERE, NOWHERE, NOWHERE)
    sizes = []
    for _ in range(4):
        sizes.append(state.draw_size)
        state.draw(0)
    assert sizes == [6, 6, 6, 3]
    assert state.draw_size == 6


def test_the_throw_tells_what_is_drawn() -> None:
    state = start(2)
    assert state.throw == [
        {"kind": "cup", "what": "the first thrower", "faces": ["0", "1"], "secret": False}
    ]
    state.draw(0)
    assert [(each["kind"], each["what"]) for each in state.throw] == [
        ("die", "the points"),
        ("die", "the colour"),
        ("die", "the order"),
        ("cup", "who marks"),
    ]
    assert [each["faces"] for each in state.throw] == [
        ["1", "2", "3", "4", "5", "6"],
        ["red", "yellow", "green", "blue", "white", "wheel"],
        ["M", "M2", "D", "D2", "O", "BUT"],
        ["0", "1"],
    ]


def test_the_colour_die_has_the_editions_colours() -> None:
    state = start(2, edition=box(colours="pink black orange purple brown"))
    state.draw(0)
    assert state.throw[1]["faces"] == ["pink", "black", "orange", "purple", "brown", "wheel"]


def test_only_the_first_draw_of_a_throw_is_the_throwers_to_make() -> None:
    """TR-1, TR-2 The cup that names the first thrower asks nobody."""
    state = start(3)
    assert state.roller is None
    state.draw(2)
    assert state.roller == 2
    for k in (0, 0, 0):
        state.draw(k)
        assert state.roller is None
    state.draw(0)
    assert state.roller == 1


def test_with_automatic_vigilance_there_are_no_moves() -> None:
    state, chance = start(6, rounds=5), Random(2)
    while state.awaits != "end":
        assert state.awaits == "draw"
        assert state.draw_size is not None
        state.draw(chance.randrange(state.draw_size))


def test_a_snapshot_to_the_letter() -> None:
    state = throw(position(NOWHERE, "D 4 D D D", vigilance="manual"), "3 red M", marks=0)
    assert state.snapshot() == {
        "thrower": 0,
        "throw": {"points": 3, "color": 0, "order": "M", "marks": 0},
        "boards": [[3, 0, 0, 0, 0], [0, 4, 0, 0, 0]],
        "prisoners": [[False] * 5, [False] * 5],
        "round": 1,
        "points": [0, 0],
        "offer": {"kind": "triangle", "newcomer": [0, 0], "resident": [1, 1], "omission": False},
    }
    assert state.snapshot("public") == state.snapshot(1) == state.snapshot()


def test_the_last_throw_stays_in_the_snapshot_while_the_next_is_drawn() -> None:
    """TR-2 Only a complete throw is shown."""
    state = start(2)
    assert state.snapshot()["throw"] is None
    state.draw(0)
    for k in (4, 5, 3):
        state.draw(k)
        assert state.snapshot()["throw"] is None
    state.draw(1)
    shown = {"points": 5, "color": "wheel", "order": "D2", "marks": 1}
    assert state.snapshot()["throw"] == shown
    for k in (0, 0, 0):
        state.draw(k)
        assert state.snapshot()["throw"] == shown
        assert state.snapshot()["thrower"] == 1
    state.draw(0)
    assert state.snapshot()["throw"] == {"points": 1, "color": 0, "order": "M", "marks": 0}


def refusal(state: State, move: Any) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    return caught.value


def test_a_refused_move_says_why() -> None:
    """TR-20 Each kind of offer has its own word."""
    state = throw(position(NOWHERE, "D 4 D D D", vigilance="manual"), "3 red M", marks=0)
    assert (refusal(state, "call").code, refusal(state, "call").rule) == ("not_missed", "TR-20")
    assert refusal(state, "Claim").code == "unreadable"
    assert refusal(state, 1).code == "unreadable"
    state.play("silent")
    assert refusal(state, "claim").code == "not_awaited"
    throw(state, "1 white O", marks=0)
    assert (refusal(state, "claim").code, refusal(state, "claim").rule) == ("too_late", "TR-20")
    state.play("call")
    assert refusal(throw(state, "1 wheel BUT", marks=0), "silent").code == "over"


def test_a_resampled_state_goes_on_alike_at_every_moment() -> None:
    """The snapshot and what everybody remembers are the whole state: same draws, same end."""
    chance = Random("resample")
    state = start(4, "manual", 2)
    while state.awaits != "end":
        sampled, seed = GAME.resample(state.view(chance.randrange(4)), Random(0)), chance.random()
        assert ending(sampled, seed) == ending(state.copy(), seed)
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(["silent", *state.moves()]))


def ending(state: State, seed: float) -> tuple[Any, ...]:
    """What the table looks like after twelve more events of a match by chance."""
    chance = Random(seed)
    for _ in range(12):
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        elif state.awaits == "move":
            state.play(chance.choice(state.moves()))
    return state.snapshot(), state.awaits, state.length
