"""The longest matches that people can have here, put into a store for `bench.loop_work`."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from ludotheque.games import find
from ludotheque.store.store import Store
from ludotheque.table.events import Command, Move, Roll, events_data
from ludotheque.table.fairness import Fairness
from ludotheque.table.match import Match, Transition
from ludotheque.table.record import EventData, Record
from ludotheque.table.seating import Seating
from ludotheque.web.live.saved_match import private_data
from ludotheque.web.live.told_match import load_match

DATE = "2026-01-01T00:00:00+00:00"
TRIES = 12  # random matches of which the longest is taken


@dataclass(frozen=True)
class Kind:
    """A way to play a game for as long as it can be played."""

    name: str
    game: str
    players: int
    options: dict[str, Any]
    tries: int = TRIES


KINDS = (
    Kind("Course de dés", "coursededes", 6, {"objectives": "variable", "bonus": True}),
    Kind("DiceRun", "dicerun", 6, {}),
    Kind("Level X", "levelx", 4, {}),
    Kind("MasterDés", "masterdes", 2, {"level": "expert"}),
    Kind("Les Trotteurs, 99 games", "trotteurs", 6, {"rounds": 99}, tries=1),
    Kind(
        "Les Trotteurs, 99 games, manual",
        "trotteurs",
        6,
        {"rounds": 99, "vigilance": "manual"},
        tries=1,
    ),
)


@dataclass(frozen=True)
class LongMatch:
    """A match in the store, over, and a copy of it that lacks the last command."""

    kind: Kind
    over: str  # the match's id
    unfinished: str
    events: int


def put_long_matches(store: Store, kinds: tuple[Kind, ...] = KINDS) -> list[LongMatch]:
    return [put(store, kind, f"bench-{number}") for number, kind in enumerate(kinds)]


def put(store: Store, kind: Kind, prefix: str) -> LongMatch:
    record = empty_record(kind)
    tried = [played(record, seed, f"{prefix}-over") for seed in range(kind.tries)]
    fairness, events, last = max(tried, key=lambda match: len(match[1]))
    over, unfinished = f"{prefix}-over", f"{prefix}-unfinished"
    keep(store, over, record, fairness, events)
    keep(store, unfinished, record, fairness, events[:last])
    return LongMatch(kind, over, unfinished, len(events))


def empty_record(kind: Kind) -> Record:
    start = find(kind.game).start(kind.players, kind.options)
    names = [f"Player {seat + 1}" for seat in range(kind.players)]
    return Record.of(start, names=names, bots=[None] * kind.players, date=DATE)


def keep(
    store: Store, match_id: str, record: Record, fairness: Fairness, events: list[EventData]
) -> None:
    private = private_data(Seating.here([None] * record.players), fairness)
    store.create(match_id, record.header, events, private, ()).result()


def played(record: Record, seed: int, match_id: str) -> tuple[Fairness, list[EventData], int]:
    """A match by chance: its dice, its events, and how many there were before the last command."""
    chance = random.Random(seed)
    fairness = Fairness.create(match_id, record.players)
    fairness.server_seed = chance.randbytes(32)
    fairness.fix_header(record.header)
    opening = load_match(record, fairness).settle()
    match, events, last = opening.after, events_data(opening.events), 0
    while match.result is None:
        last = len(events)
        transition = acted(match, chance)
        match = transition.after
        events += events_data(transition.events)
    return fairness, events, last


def acted(match: Match, chance: random.Random) -> Transition:
    waiting = match.waits_for
    assert waiting.seat is not None
    command: Command = Roll(waiting.seat, match.version)
    if waiting.what == "move":
        command = Move(waiting.seat, match.version, chance.choice(match.state.moves()))
    return match.do(command)
