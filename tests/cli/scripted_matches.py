"""Scripted matches: the dice are seeded, so the inputs and the result are known in advance."""

import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.core.state import State
from ludotheque.games import find
from ludotheque.table.dice import SeededDice
from ludotheque.table.record import Record

LEVELX = find("levelx")
BLINDLY = ["", "1"] * 300  # rolls, and takes the first numbered move, whatever is asked
SMALL_BOX = """\
name = "a few turns"
spaces = [1, 1, 1, 1, 1, 1]
chips = [3, 3, 3, 3, 3, 3]
chips_withheld = [1, 1, 1]
tiles = [15]
"""


@dataclass
class Plan:
    """What to type, and what it leads to."""

    answers: list[str] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)


def planned_match(seed: int, edition: str | None = None) -> Plan:
    """A whole match of two people at one keyboard, seat 0 first, its moves taken at random."""
    plan, choice = Plan(), random.Random(seed)
    state, dice = LEVELX.start(2, {"first": 0}, edition), SeededDice(seed)
    draws = 0
    while state.awaits != "end":
        if state.awaits == "draw":
            assert state.draw_size is not None
            if state.roller is not None:
                plan.answers.append("")
            k = dice.draw(draws, state.draw_size)
            plan.events.append({"draw": [state.draw_size, k]})
            state.draw(k)
            draws += 1
        else:
            move = choice.choice(sorted(state.moves()))
            plan.answers.append(move)
            plan.events.append({"seat": state.seat, "move": move})
            state.play(move)
    plan.points, plan.winners = state.points, state.winners
    return plan


def planned_record(seed: int, edition: str) -> str:
    """The same match as a record of Ada and Bob."""
    plan, start = planned_match(seed, edition), LEVELX.start(2, {"first": 0}, edition)
    record = Record.of(start, names=["Ada", "Bob"])
    record.events = plan.events
    record.result = {"points": plan.points, "winners": plan.winners, "ended": "played"}
    return record.text()


def first_throw(seed: int) -> State:
    """The state in which the first move of a match with `first=0` is awaited."""
    state, dice = LEVELX.start(2, {"first": 0}), SeededDice(seed)
    for number in range(4):
        state.draw(dice.draw(number, 6))
    return state


def lines_of(path: Path) -> list[dict[str, Any]]:
    """A record's lines as data."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def events_of(path: Path) -> list[dict[str, Any]]:
    """A record's draws and moves."""
    return [line for line in lines_of(path)[1:] if "ended" not in line]


def only_save(folder: Path) -> Path:
    (path,) = folder.glob("*.jsonl")
    return path
