"""Matches with fair dice, and their records with the proof in the first line."""

from random import Random
from typing import Any

from ludotheque import State
from ludotheque.table.fairness import Fairness, seat_commitment
from ludotheque.table.verification import Report, verify

from .matches import LEVELX, SMALL_BOX, find, go_on, lines_of, record_of, seated, text_of

SERVER_SEED = bytes(range(32))
SEAT_SEED = bytes(range(32, 64))

Lines = list[dict[str, Any]]


def fairness_for(seats: int, devices: tuple[int, ...] = (0,)) -> Fairness:
    """Seeds that are known; the named seats have devices of their own, which have revealed."""
    made = Fairness("match-1", SERVER_SEED, [None] * seats, [None] * seats)
    seeds = {seat: bytes([seat]) * 32 for seat in devices}
    for seat, seed in seeds.items():
        made.commit(seat, seat_commitment("match-1", seat, seed))
    for seat, seed in seeds.items():
        made.reveal(seat, seed)
    return made


def fair_lines(
    start: State | None = None,
    seed: int = 1,
    devices: tuple[int, ...] = (0,),
    most: int | None = None,
) -> Lines:
    """A match played with fair dice to its end, or given up after so many commands."""
    start = start or LEVELX.start(2, None, SMALL_BOX)
    fairness = fairness_for(start.players, devices)
    match, chance, done = seated(start, fairness.dice()), Random(seed), 0
    while match.waits_for.what != "end" and done != most:
        go_on(match, chance)
        done += 1
    if match.waits_for.what != "end":
        match.abandon()
    return lines_of(record_of(match, start, fairness=fairness.header(finished=True)).text())


def checked(lines: list[Any]) -> Report:
    return verify(text_of(lines), find)


def said(report: Report) -> list[tuple[int, str, str]]:
    """What was found: line, verdict, and the template."""
    return [(each.line, each.verdict, each.template) for each in report.findings]


def draws_in(lines: Lines) -> list[int]:
    """Where the draws are, counted from 0."""
    return [place for place, line in enumerate(lines) if "draw" in line]
