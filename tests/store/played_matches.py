"""Matches for the store's tests: random moves, some of which are taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import ludotheque
from ludotheque.core.game import Game
from ludotheque.table.dice import SeededDice
from ludotheque.table.events import Command, Move, Resign, Roll, TakeBack, events_data
from ludotheque.table.match import Match, Seat
from ludotheque.table.record import EventData, Record

LEVELX = ludotheque.game("levelx")
HEADER: EventData = Record.of(LEVELX.start(2), names=["Ada", "Émile"]).header
END: EventData = {"points": [0, 0], "winners": [], "ended": "abandoned"}


def draws(*outcomes: int) -> list[EventData]:
    return [{"draw": [6, k]} for k in outcomes]


class Table:
    """A match whose players choose by chance, take moves back, and now and then give up."""

    def __init__(self, record: Record, seed: int, events: Sequence[EventData] = ()) -> None:
        self.record = record
        self.chance = random.Random(f"{seed} {len(events)}")
        seats = [Seat(name) for name in record.more["names"]]
        begun = Match.load(record.start(), seats, SeededDice(seed), events).settle()
        self.match, self.opening = begun.after, events_data(begun.events)

    @classmethod
    def fresh(cls, game: Game, seed: int, **options: Any) -> Table:
        players = random.Random(seed).choice(game.players)
        names = [f"seat {seat}" for seat in range(players)]
        return cls(Record.of(game.start(players, options), names=names), seed)

    def play(self) -> Iterator[list[EventData]]:
        """The events of one command after the other, until the match is over."""
        while self.match.result is None:
            transition = self.match.do(self._command())
            self.match = transition.after
            yield events_data(transition.events)

    def _command(self) -> Command:
        waiting, version, taker = self.match.waits_for, self.match.version, self.match.taker_back
        assert waiting.seat is not None
        if taker is not None and self.chance.random() < 0.3:
            return TakeBack(taker, version)
        if self.chance.random() < 0.002:
            return Resign(waiting.seat, version)
        if waiting.what == "roll":
            return Roll(waiting.seat, version)
        return Move(waiting.seat, version, self.chance.choice(self.match.state.moves()))


def whole_match(game: Game, seed: int, **options: Any) -> tuple[Table, list[EventData]]:
    table = Table.fresh(game, seed, **options)
    return table, [*table.opening, *(event for log in table.play() for event in log)]
