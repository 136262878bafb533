"""Resignations among three or more: the match goes on, and a bot plays on in the seat.

The seat can no longer win. Between two, and where nobody else is left, a resignation ends the
match; the record's last line then says so (`table.result`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..core.errors import BadRecord
from ..core.state import State

EventData = dict[str, Any]
KEYS = {"seat", "resigned"}
STAND_IN = "habitué"  # the level of the bot that plays on, unless another one was chosen
FEWEST_PLAYERS = 3  # with fewer the match does not go on


def resignation_data(seat: int) -> EventData:
    return {"seat": seat, "resigned": True}


def is_resignation(data: EventData) -> bool:
    return "resigned" in data


def resigned_after(resigned: frozenset[int], data: EventData) -> frozenset[int]:
    """The seats that have resigned after one more event."""
    return resigned | {data["seat"]} if is_resignation(data) else resigned


def check_resignation(
    state: State, data: EventData, number: int, resigned: Collection[int]
) -> None:
    """BadRecord unless a seat can have resigned here, while others played on."""
    if data.keys() != KEYS or data["resigned"] is not True:
        raise BadRecord(number, "a resignation has exactly: 'seat', and 'resigned', which is true")
    seat, players = data["seat"], state.players
    if type(seat) is not int or not 0 <= seat < players:
        raise BadRecord(
            number, "seat is {seat!r}; the seats are 0 … {most}", seat=seat, most=players - 1
        )
    if seat in resigned:
        raise BadRecord(number, "seat {seat} has resigned already", seat=seat)
    if players < FEWEST_PLAYERS or len(resigned) + 1 == players:
        raise BadRecord(number, "this resignation ends the match: the last line says so")
    if state.awaits == "end":
        raise BadRecord(number, "the game is over: nobody can resign any more")


def check_stand_in(data: EventData, number: int, resigned: Collection[int]) -> None:
    """BadRecord for a move of a seat that has resigned, unless a stand-in has made it."""
    seat = data["seat"]
    if type(seat) is int and seat in resigned and data.get("by") != "stand-in":
        raise BadRecord(
            number,
            "seat {seat} has resigned: its moves are a stand-in's ('by': 'stand-in')",
            seat=seat,
        )
