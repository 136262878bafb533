"""The result of a match: who has won, and whether a record's last line says so."""

from __future__ import annotations

import json
from typing import Any, Literal, get_args

from ..core.errors import BadRecord
from ..core.state import State

Ending = Literal["played", "resigned", "abandoned"]
ENDINGS = get_args(Ending)


def check_result(state: State, result: dict[str, Any], number: int) -> None:
    """BadRecord unless the result in the last line agrees with the events."""
    ended: Any = result.get("ended")
    winners = result.get("winners")
    if ended not in ENDINGS:
        raise BadRecord(
            number,
            "ended is {ended!r}; allowed: {allowed}",
            ended=ended,
            allowed=", ".join(ENDINGS),
        )
    expected = {"points", "winners", "ended"} | ({"seat"} if ended == "resigned" else set())
    if result.keys() != expected:
        raise BadRecord(
            number,
            "an end by {ended!r} has exactly: {keys}",
            ended=ended,
            keys=", ".join(sorted(expected)),
        )
    if (ended == "played") != (state.awaits == "end"):
        raise BadRecord(
            number,
            "the match cannot have ended as {ended!r}: the state awaits: {awaits}",
            ended=ended,
            awaits=state.awaits,
        )
    if not json_equal(result["points"], state.points):
        raise mismatch(number, "points", result["points"], state.points)
    resigned = result.get("seat")
    if ended == "resigned" and (type(resigned) is not int or not 0 <= resigned < state.players):
        raise BadRecord(
            number,
            "seat is {seat!r}; the seats are 0 … {most}",
            seat=resigned,
            most=state.players - 1,
        )
    right = winners_of(state, ended, resigned)
    if not json_equal(winners, right):
        raise mismatch(number, "winners", winners, right)


def mismatch(number: int, name: str, found: Any, right: list[int]) -> BadRecord:
    return BadRecord(
        number,
        "{name} are {found!r}; the events lead to {right}",
        name=name,
        found=found,
        right=right,
    )


def winners_of(state: State, ended: Ending, resigned: int | None = None) -> list[int]:
    """The winners: by the rules, or after a resignation the best of the others, or nobody."""
    if ended == "played":
        return state.winners
    if ended == "abandoned":
        return []
    points = state.points
    others = [seat for seat in range(len(points)) if seat != resigned]
    best = max(points[seat] for seat in others)
    return [seat for seat in others if points[seat] == best]


def json_equal(one: Any, other: Any) -> bool:
    """Whether two values are equal as JSON, where 1, 1.0 and true differ."""
    return type(one) is type(other) and json.dumps(one) == json.dumps(other)
