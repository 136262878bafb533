"""The shape of a snapshot of Les Trotteurs, for docs/schemas/trotteurs.json."""

from typing import Annotated, Literal, TypedDict


class Throw(TypedDict):
    """Three dice and the cup."""

    points: int
    color: Annotated[int | Literal["wheel"], "the number of the band, or the Wheel"]
    order: Literal["M", "M2", "D", "D2", "O", "BUT"]
    marks: Annotated[int, "the seat that marks the throw"]


class Offer(TypedDict):
    """What the seat to move may claim or call."""

    kind: Literal["none", "triangle", "square", "pentagon"]
    newcomer: Annotated[list[int], "seat and band of the trotter that has come"]
    resident: Annotated[list[int], "seat and band of the trotter that was there"]
    omission: Annotated[bool, "whether it was missed earlier, so that it can be called"]


class Snapshot(TypedDict):
    """A position of Les Trotteurs. Outer lists go with the seats, inner ones with the bands."""

    thrower: Annotated[int | None, "the seat that throws; null until it is drawn"]
    throw: Annotated[Throw | None, "the last complete throw of this game"]
    boards: Annotated[list[list[int]], "where each trotter stands: 0 DEPART, 1 to 9, 10 BUT"]
    prisoners: Annotated[list[list[bool]], "whether each trotter stands on a pentagon"]
    round: Annotated[int, "the number of the game in the match"]
    points: Annotated[list[int], "per seat: its balance of points so far"]
    offer: Annotated[Offer | None, "while a move is awaited"]
