"""Matches for tests: small editions, known dice, random players."""

import json
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import BadCommand, Game, State
from ludotheque.table.dice import Dice, SeededDice
from ludotheque.table.events import Command, Event, Move, Roll
from ludotheque.table.match import Match, Seat, Transition
from ludotheque.table.record import Record
from tests.project.pebbles import GAME as PEBBLES

LEVELX = ludotheque.game("levelx")
SMALL_BOX: dict[str, Any] = {
    "name": "Une boîte à soi",
    "spaces": [1, 1, 2, 1, 1, 1],
    "chips": [1, 1, 1, 2, 1, 1],
    "chips_withheld": [0, 0, 0],
    "tiles": [3],
}


class CountedDice:
    """Dice that fall as they are told, and remember what they were asked for."""

    def __init__(self, *falls: int) -> None:
        self.falls = list(falls)
        self.asked: list[tuple[int, int]] = []

    def draw(self, number: int, size: int) -> int:
        self.asked.append((number, size))
        return self.falls.pop(0) if self.falls else 0


def find(name: str) -> Game:
    """Pebbles is at this table too."""
    return PEBBLES if name == PEBBLES.id else ludotheque.game(name)


class MatchDriver:
    """Plays a match as a server does: what comes after a command takes the match's place."""

    def __init__(self, opening: Transition) -> None:
        self.opening, self.match = opening.events, opening.after

    def do(self, command: Command) -> list[Event]:
        return self._go_on(self.match.do(command))

    def abandon(self) -> list[Event]:
        return self._go_on(self.match.abandon())

    def _go_on(self, transition: Transition) -> list[Event]:
        self.match = transition.after
        return transition.events

    def __getattr__(self, name: str) -> Any:
        return getattr(self.match, name)


def seated(state: State, dice: Dice, **more: Any) -> MatchDriver:
    """A match, new or from its stored `events`."""
    seats = [Seat(f"seat {seat}") for seat in range(state.players)]
    return MatchDriver(Match.load(state, seats, dice, **more).settle())


def levelx_match(*falls: int, first: int | None = 0, players: int = 2) -> MatchDriver:
    """A match with the printed box, and dice that fall as told (0 is the face 1)."""
    return seated(LEVELX.start(players, {"first": first}), CountedDice(*falls))


def pebbles_match(*falls: int, players: int = 2, **options: Any) -> MatchDriver:
    """The first `players` falls are the lucky numbers."""
    return seated(PEBBLES.start(players, options), CountedDice(*falls))


def go_on(match: MatchDriver, chance: Random) -> list[Event]:
    """What is awaited: a roll, or any legal move."""
    waiting = match.waits_for
    assert waiting.seat is not None
    if waiting.what == "roll":
        return match.do(Roll(waiting.seat, match.version))
    return match.do(Move(waiting.seat, match.version, chance.choice(match.state.moves())))


def played(start: State, seed: int, most: int | None = None) -> MatchDriver:
    """A match played by chance to its end, or until so many commands were carried out."""
    match, chance, done = seated(start, SeededDice(seed)), Random(seed), 0
    while match.waits_for.what != "end" and done != most:
        go_on(match, chance)
        done += 1
    return match


def record_of(match: MatchDriver, start: State, **more: Any) -> Record:
    record = Record.of(start, **more)
    record.events = match.events
    record.result = None if match.result is None else match.result.data()
    return record


def sample() -> list[dict[str, Any]]:
    """The lines of a short match of Level X that begins with the draw of the first seat."""
    start = LEVELX.start(2, None, SMALL_BOX)
    return lines_of(record_of(played(start, 4), start).text())


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: list[Any]) -> str:
    return "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)


def read(text: str) -> Record:
    return Record.read(text, find)


def starts() -> list[State]:
    """How the matches of these tests begin: both games, several boxes, options and players."""
    return [
        LEVELX.start(2, {"first": 1}, SMALL_BOX),
        LEVELX.start(3, None, SMALL_BOX),
        LEVELX.start(4),
        PEBBLES.start(2),
        PEBBLES.start(4, {"guesses": False, "luckiest": 9}, {"name": "é", "heap": 20, "die": 6}),
    ]


def everything(match: MatchDriver) -> tuple[Any, ...]:
    """All that a match has to say."""
    state = match.state
    return (
        (match.version, match.events, match.result, match.waits_for, match.taker_back),
        state.states.tobytes(),
        [state.view(seat) for seat in range(state.players)],
    )


def refusal(match: MatchDriver, command: Command) -> BadCommand:
    """Why the command is refused; the match must not feel it."""
    before = everything(match)
    with pytest.raises(BadCommand) as caught:
        match.do(command)
    assert everything(match) == before
    assert caught.value.version == match.version
    return caught.value
