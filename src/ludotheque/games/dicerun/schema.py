"""The shape of a snapshot of DiceRun, for docs/schemas/dicerun.json."""

from typing import Annotated, Literal, TypedDict


class Snapshot(TypedDict):
    """A position of DiceRun. Dice and objectives are written `r6`, cards `color:r` and `sprint`."""

    phase: Literal["setup", "turn", "choose", "end"]
    stage: Annotated[int, "1 to 4"]
    groups: Annotated[list[list[str] | Literal["gap"]], "dice of each group from the lead on; gaps"]
    hands: Annotated[
        list[list[str] | int], "per seat: its cards, or how many where they are secret"
    ]
    goals: Annotated[list[list[str] | int], "per seat: its objectives, or how many"]
    open: Annotated[list[str | None], "per seat: the objective it has played in this stage"]
    rerolled: Annotated[int | None, "the seat of the latest reroll"]
    pile: Annotated[int, "cards left to draw"]
    points: Annotated[list[int], "per seat"]
    stage_wins: Annotated[list[list[int]], "per seat: the points of the stage cards it has won"]
    spent: Annotated[list[list[str]], "per seat: the objectives it has revealed, by stage"]
    discard: Annotated[dict[str, int], "discarded cards by kind; `?` for those face down"]
