"""The result of a match: who has won, and whether a record's last line says so."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Literal, get_args

from ..core.errors import BadRecord
from ..core.state import State

if TYPE_CHECKING:
    from ..core.language import Language
    from .events import Ended

Ending = Literal["played", "resigned", "abandoned"]
ENDINGS = get_args(Ending)


def check_result(
    state: State, result: dict[str, Any], number: int, resigned: Collection[int] = ()
) -> None:
    """BadRecord unless the result in the last line agrees with the events.

    `resigned` are the seats that have resigned while the match went on.
    """
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
    last = result.get("seat")
    if ended == "resigned":
        check_last_resignation(last, state.players, number, resigned)
    leavers = {*resigned, last} if last is not None else resigned
    right = winners_of(state, ended, leavers)
    if not json_equal(winners, right):
        raise mismatch(number, "winners", winners, right)


def check_last_resignation(seat: Any, players: int, number: int, resigned: Collection[int]) -> None:
    if type(seat) is not int or not 0 <= seat < players:
        raise BadRecord(
            number, "seat is {seat!r}; the seats are 0 … {most}", seat=seat, most=players - 1
        )
    if seat in resigned:
        raise BadRecord(number, "seat {seat} has resigned already", seat=seat)


def mismatch(number: int, name: str, found: Any, right: list[int]) -> BadRecord:
    return BadRecord(
        number,
        "{name} are {found!r}; the events lead to {right}",
        name=name,
        found=found,
        right=right,
    )


def winners_of(state: State, ended: Ending, resigned: Collection[int] = ()) -> list[int]:
    """The winners, none of whom has resigned.

    If the match was played to its end, the game's own ranking and tie-break decide among the
    others. If a resignation has ended it, the best of the others have won, by their points so far.
    """
    if ended == "abandoned":
        return []
    if ended == "played" and not resigned:
        return state.winners
    points = state.points
    others = [seat for seat in range(state.players) if seat not in resigned]
    if not others:
        return []
    if ended == "played":
        return state.game.positions.winners_among(state.record, others, points)
    best = max(points[seat] for seat in others)
    return [seat for seat in others if points[seat] == best]


def tie_break(
    state: State,
    result: Ended,
    resigned: Collection[int],
    names: list[str],
    language: Language,
) -> str | None:
    """Why the winners have won, if several are tied for the most points; `language`: the game's."""
    if result.ended != "played" or not result.winners:
        return None
    others = [seat for seat in range(state.players) if seat not in resigned]
    most = max(result.points[seat] for seat in others)
    tied = [seat for seat in others if result.points[seat] == most]
    if len(tied) == 1 or not set(result.winners) <= set(tied):
        return None
    return state.game.narration.tie_break(state, tied, result.winners, names, language)


def json_equal(one: Any, other: Any) -> bool:
    """Whether two values are equal as JSON, where 1, 1.0 and true differ."""
    return type(one) is type(other) and json.dumps(one) == json.dumps(other)
