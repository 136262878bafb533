"""The legal moves of whoever is to move, computed once for each step.

Interpreted rules may take some ten milliseconds for them: until machine code is loaded, a worker's
thread lists them, and never the event loop.
"""

from __future__ import annotations

import asyncio

from ...table.timeline import Step
from ..live.match import LiveMatch
from ..live.waiting import waiting_in
from ..live.workers import ServerBusy

MOST_SECONDS = 5.0  # that somebody waits for their moves at a stretch


def moves_at(live: LiveMatch, step: Step) -> list[str]:
    """The legal moves at a step."""
    found = live.moves.get(step.version)
    if found is None:
        found = live.moves[step.version] = list_moves(step)
    return found


def list_moves(step: Step) -> list[str]:
    return step.state.moves()


def lacks_moves(live: LiveMatch, seats: frozenset[int]) -> bool:
    """Whether one of these seats is to move, and its moves are still to be listed by a worker."""
    if live.workers is None:
        return False
    step = live.steps[-1]
    if step.state.is_compiled or step.version in live.moves:
        return False
    waits, seat = waiting_in(step, manual_dice=live.manual_dice)
    return waits == "move" and seat in seats


async def prepare_moves(live: LiveMatch, seats: frozenset[int]) -> None:
    """List the legal moves on a worker's thread, if one of these seats is to move.

    Who plays waits for a turn in the queue even where it is full; ServerBusy says that it was long.
    """
    try:
        async with asyncio.timeout(MOST_SECONDS):
            while lacks_moves(live, seats):
                await _listed(live, live.steps[-1])
    except TimeoutError:
        raise ServerBusy from None


async def are_listed(live: LiveMatch, seats: frozenset[int]) -> bool:
    """Whether the next frame can be sent, with the moves of whoever plays; else it has to wait."""
    try:
        await prepare_moves(live, seats)
    except ServerBusy:
        return False
    return True


async def _listed(live: LiveMatch, step: Step) -> None:
    assert live.workers is not None
    key = ("moves", step.version)
    found = await live.derived.get(key, live.workers, lambda: listed(live, step), surely=True)
    if found is not None:
        live.moves[step.version] = found


def listed(live: LiveMatch, step: Step) -> list[str] | None:
    """The moves of a step; None if the match has gone on before it was their turn."""
    return moves_at(live, step) if step.version == live.version else None
