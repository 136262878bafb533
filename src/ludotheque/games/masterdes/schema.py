"""The shape of a snapshot of MasterDés, for docs/schemas/masterdes.json."""

from typing import Annotated, Literal, TypedDict

Master = Literal["heart", "two", "replay", "out", "blank"]


class Snapshot(TypedDict):
    """A position of MasterDés. Lists of two go with the seats: red, then blue."""

    level: Literal["flash", "expert"]
    duel: Annotated[int, "the number of the duel"]
    throw: Annotated[int, "the number of the throw in the duel"]
    dice: Annotated[list[list[int]], "per seat: the faces of its dice on the table, sorted"]
    master: Annotated[list[Master | None], "per seat: its MasterDé; null when it is not there"]
    playing: Annotated[list[bool], "per seat: whether it plays in this duel"]
    points: Annotated[list[int], "per seat: points, or the space on the track of Expert"]
    pot: Annotated[int | None, "the Cagnotte; null in Flash"]
    phase: Literal["throw", "choose", "rethrow", "end"]
    order: Annotated[list[int], "the seats that are asked, in order"]
