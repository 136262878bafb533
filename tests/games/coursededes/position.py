"""Positions of Course de dés for tests: a road, hands and objectives as one wants them."""

from __future__ import annotations

from random import Random
from typing import Any

import ludotheque
from ludotheque.core.state import State
from ludotheque.games._race.snapshots import put_groups
from ludotheque.games.coursededes.notation import NOTATION

GAME = ludotheque.game("coursededes")
FACES = "654321" * 5  # of the thirty dice, unless a test says otherwise


def draw_named(state: State, name: str) -> None:
    """Let the awaited draw come out as the face of that name."""
    state.draw(state.throw[0]["faces"].index(name))


def draw_any(state: State) -> None:
    """Whatever is awaited until a move is, each time the first outcome."""
    while state.awaits == "draw":
        state.draw(0)


def begun(
    players: int = 2,
    *,
    faces: str = FACES,
    hands: list[str] | None = None,
    goals: list[str] | None = None,
    first: int = 0,
    objectives: str = "single",
    bonus: bool = False,
    edition: dict[str, Any] | None = None,
) -> State:
    """A match whose first move is awaited: hands and goals are texts with spaces between names."""
    state = GAME.start(players, {"objectives": objectives, "bonus": bonus}, edition)
    for face in faces:
        draw_named(state, face)
    hands = hands or []
    goals = goals or []
    for hand in [*hands, *["", "", "", "", "", ""]][:players]:
        deal(state, hand.split(), 3)
    for goal in [*goals, *["", "", "", "", "", ""]][:players]:
        deal(state, goal.split(), 4 if objectives == "variable" else 1)
    for seat in range(players):
        draw_named(state, "6" if seat == first else "1")
    return state


def deal(state: State, names: list[str], count: int) -> None:
    """The named cards, then whatever comes last in order until there are enough."""
    for name in names:
        draw_named(state, name)
    for _ in range(count - len(names)):
        assert state.draw_size is not None
        state.draw(state.draw_size - 1)


def put_road(state: State, road: str) -> State:
    """Build a road such as `b6 r1 | gap | g2`; the dice that it does not name form a last group.

    `…` stands for those dice elsewhere.
    """
    groups: list[Any] = []
    named = [die for die in road.replace("|", " ").split() if die not in ("gap", "…")]
    colours = dict.fromkeys(NOTATION.colours, 6)
    for die in named:
        colours[die[0]] -= 1
    rest = [colour + "5" for colour, count in colours.items() for _ in range(count)]
    for part in road.split("|"):
        words = part.split()
        groups.append("gap" if words == ["gap"] else rest if words == ["…"] else words)
    assert rest in groups or not rest, "say where the other dice are: …"
    put_groups(state.record, groups, NOTATION)
    return state


def road(state: State) -> str:
    """The road as `put_road` takes it, every die named."""
    groups = state.snapshot()["groups"]
    return " | ".join(group if isinstance(group, str) else " ".join(group) for group in groups)


def named_road(state: State) -> str:
    """The road as `put_road` takes it: the 5s, which are the other dice, are left out."""
    groups = []
    for group in state.snapshot()["groups"]:
        dice = group if isinstance(group, str) else " ".join(d for d in group if d[1] != "5")
        groups.append(dice or "…")
    return " | ".join(groups)


def play(state: State, *moves: str) -> State:
    """Moves one after another, with whatever cards are drawn between them."""
    for move in moves:
        state.play(move)
        draw_any(state)
    return state


def stage_card_on_top(state: State) -> State:
    """Whoever draws next draws the stage card."""
    state.record.stage_at[state.record.stage] = state.record.pile
    return state


def moves_of(state: State, verb: str) -> set[str]:
    """The legal moves that begin with that word."""
    return {move for move in state.moves() if move.split(":")[0] == verb}


def finished(state: State, chance: Random) -> State:
    """The match, played to its end by chance."""
    while state.awaits != "end":
        step(state, chance)
    return state


def step(state: State, chance: Random) -> None:
    if state.draw_size is not None:
        state.draw(chance.randrange(state.draw_size))
    else:
        state.play(chance.choice(sorted(state.moves())))
