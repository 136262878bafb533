"""The shape of a snapshot of Course de dés, for docs/schemas/coursededes.json."""

from typing import Annotated, Literal, TypedDict


class Snapshot(TypedDict):
    """A position of Course de dés. Dice and objectives are written `b6`, cards `color:b`, `gap`."""

    phase: Literal["setup", "turn", "choose", "end"]
    stage: Annotated[int, "1 to 4"]
    groups: Annotated[list[list[str] | Literal["gap"]], "dice of each group from the lead on; gaps"]
    hands: Annotated[
        list[list[str] | int], "per seat: its cards, or how many where they are secret"
    ]
    goals: Annotated[list[list[str] | int], "per seat: its objectives, or how many"]
    tumbled: Annotated[int | None, "the seat of the latest tumble"]
    pile: Annotated[int, "cards left to draw"]
    points: Annotated[list[int], "per seat: its victory tokens"]
    spent: Annotated[list[list[str]], "per seat: the objectives it has revealed, by stage"]
    discard: Annotated[dict[str, int], "discarded cards by kind; `?` for those face down"]
    tiebreak: Annotated[list[int] | None, "the seats in the tie-break, while there is one"]
