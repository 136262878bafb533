"""Matches with fair dice, and their records with the proof in the first line."""

from random import Random
from typing import Any

from ludotheque import State
from ludotheque.table.events import Resign
from ludotheque.table.fairness import VERSION, Fairness
from ludotheque.table.record import Record
from ludotheque.table.verification import Report, verify

from .matches import LEVELX, SMALL_BOX, find, go_on, lines_of, record_of, seated, text_of

SERVER_SEED = bytes(range(32))
SEAT_SEED = bytes(range(32, 64))

Lines = list[dict[str, Any]]


def fairness_for(
    seats: int, devices: tuple[int, ...] = (0,), version: int = VERSION, failed: int = 0
) -> Fairness:
    """Seeds that are known; the named seats have devices of their own, which have revealed.

    In so many rounds before, the last of these devices did not.
    """
    made = Fairness("match-1", SERVER_SEED, [None] * seats, [None] * seats, version)
    for _ in range(failed):
        commit_all(made, devices)
        for seat in devices[:-1]:
            made.reveal(seat, seed_of(seat))
        made = made.next_round()
        made.server_seed = SERVER_SEED
    commit_all(made, devices)
    for seat in devices:
        made.reveal(seat, seed_of(seat))
    return made


def seed_of(seat: int) -> bytes:
    return bytes([seat]) * 32


def commit_all(fairness: Fairness, devices: tuple[int, ...]) -> None:
    for seat in devices:
        fairness.commit(seat, fairness.commitments.to_seat_seed(seat, seed_of(seat)))


def fair_lines(
    start: State | None = None,
    seed: int = 1,
    devices: tuple[int, ...] = (0,),
    most: int | None = None,
    version: int = VERSION,
    failed: int = 0,
    resignations: dict[int, int] | None = None,
) -> Lines:
    """A match played with fair dice to its end, or given up after so many commands.

    `resignations` says which seat resigns after how many commands.
    """
    start = start or LEVELX.start(2, None, SMALL_BOX)
    fairness = fairness_for(start.players, devices, version, failed)
    fairness.fix_header(Record.of(start).header)
    match, chance, done = seated(start, fairness.dice()), Random(seed), 0
    while match.waits_for.what != "end" and done != most:
        go_on(match, chance)
        done += 1
        if done in (resignations or {}):
            match.do(Resign((resignations or {})[done], match.version))
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
