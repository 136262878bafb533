"""The line of a last move in Level X, and what it marks on the board."""

from typing import Any

from ludotheque.core.state import State
from ludotheque.games.levelx import browser

from ..drawn_table import drawer, drawn, found, frame_of, setup_of
from .position import position, roll

ON_THE_X = """
          5   6   7   8   9  10
    ada   X   .   .   .   .   .
    ben   .   .   .   .   .   .
"""


def moved(state: State, move: str, **more: Any) -> dict[str, Any]:
    """The frame after a move of seat 0, as seat 1 sees it."""
    after = state.copy()
    after.play(move)
    seat = state.seat
    step = browser.last_move(state, [{"seat": seat, "move": move}], after)
    last = [{"version": 1, "seat": seat, "said": "Ada has moved.", "drawn": step}]
    return frame_of(after, 1, version=1, kind="move", last_moves=last, **more)


def test_dice_stand_as_they_were_grouped_with_the_sum_of_each_group() -> None:
    state = roll(position(ON_THE_X), "2-3-6-1")
    drawn(moved(state, "5 6"), setup_of(state, 1))
    assert found("#last-0 .lx-played b") == ["5", "6"]
    groups = [found(f"#last-0 .lx-played:nth-of-type({place}) use", "href") for place in (1, 2)]
    assert sorted(groups[0]) == ["#die-2", "#die-3"]
    assert groups[1] == ["#die-6"]
    assert found("#last-0 .lx-unused use", "href") == ["#die-1"]
    assert found("#last-0 > .visually-hidden") == ["Ada has moved."]


def test_lucky_loser_shows_the_ones_that_were_turned() -> None:
    """LX-10 Three ones: two may be turned, and one stays."""
    state = roll(position(ON_THE_X), "1-1-1-6")
    drawn(moved(state, "7 10"), setup_of(state, 1))
    turned = found("#last-0 .lx-turned use", "href")
    assert turned[::2] == ["#die-1"] * (len(turned) // 2)
    assert len(turned) in (2, 4)
    assert "#die-1" not in turned[1::2]


def test_what_was_won_stands_in_the_line_and_flies_to_the_score() -> None:
    state = roll(position(ON_THE_X), "2-3-6-1")
    drawn(frame_of(state, 1, version=0), {**setup_of(state, 1), "pace": "normal"})
    frame = moved(state, "5 6")
    fly = """async (frame) => {
        await table.show(frame, { animated: true });
        const flying = document.querySelectorAll(".flying.seat-0").length;
        const flights = document.getAnimations().filter(({ effect }) =>
            effect.target.classList.contains("flying"));
        flights.forEach((flight) => flight.finish());
        await Promise.all(flights.map(({ finished }) => finished));
        await new Promise((done) => setTimeout(done));
        return [flying, document.querySelectorAll(".flying").length];
    }"""
    assert drawer().do(lambda page: page.evaluate(fly, frame)) == [1, 0]
    assert found("#last-0 .last-gain") == ["+5"]
    assert found("#last-0 .lx-won-chip.flies", "class")


def test_the_pawns_that_a_rival_has_moved_are_marked_until_ones_own_move() -> None:
    state = roll(position(ON_THE_X), "2-3-6-1")
    frame = moved(state, "5 6")
    drawn(frame, setup_of(state, 1))
    assert found(".lx-moved:not(.lx-off)", "id") == ["pawn-0-5", "pawn-0-6"]
    own = {"version": 2, "seat": 1, "said": "Ben has moved."}
    drawn({**frame, "version": 2, "last_moves": [*frame["last_moves"], own]}, setup_of(state, 1))
    assert not found(".lx-moved", "id")


def test_a_pass_says_so() -> None:
    state = roll(position(ON_THE_X), "2-3-6-1")
    drawn(moved(state, "-"), setup_of(state, 1))
    assert "passes" in found("#last-0 .last-drawn")[0]
