"""The shape of a snapshot of Level X, for docs/schemas/levelx.json."""

from typing import Annotated, TypedDict


class Snapshot(TypedDict):
    """A position of Level X. Lists of six go with the rows 5 to 10, outer lists with the seats."""

    first: Annotated[int | None, "the seat that begins; null until it is drawn"]
    turn: Annotated[int, "turns completed"]
    dice: Annotated[list[int] | None, "the four dice rolled, while a move is awaited"]
    pawns: Annotated[list[list[int]], "per seat and row: 0 without a pawn, else its space from 1"]
    chips: Annotated[list[int], "chips left in each row; a row without any is closed"]
    won: Annotated[list[list[int]], "per seat: chips won of each row"]
    bonus: Annotated[list[list[int]], "per seat: its bonus tiles, in the order taken"]
    tiles: Annotated[list[int], "the bonus tiles left, the next one first"]
    scores: Annotated[list[int], "per seat: its points"]
    last_round: Annotated[bool, "whether the end has been triggered"]
