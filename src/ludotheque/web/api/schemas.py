"""What the JSON API takes and gives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from ...table.avatar import COLOURS, SHAPES
from ...table.manual_dice import LONGEST_THROW
from ...table.seat_access import Reassignment
from ...table.tokens import LONGEST_TOKEN
from ..commands.play import COMMAND_ID


def integer(number: Any) -> Any:
    """JSON does not tell integers from other numbers: 3.0 is as good as 3."""
    return int(number) if type(number) is float and number.is_integer() else number


Integer = Annotated[int, BeforeValidator(integer)]
AvatarText = Annotated[
    str, StringConstraints(pattern=f"^({'|'.join(COLOURS)})-({'|'.join(SHAPES)})$")
]
ABOUT_AVATAR = (
    "A colour and a shape, such as blue-disc: where somebody at the table has the same, another."
)
Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """What went wrong, in a sentence."""

    code: str
    message: str
    rule: str | None = Field(None, description="The rule that says so, such as LX-3.")
    version: int | None = Field(None, description="The match's version, if it has moved on.")


class OptionOut(BaseModel):
    name: str
    type: str
    default: Any
    allowed: list[Any]
    title: str
    sentence: str


class GameOut(BaseModel):
    id: str
    title: str
    year: int | None
    author: str
    publisher: str
    players: list[int]
    minutes: int
    age: int
    pitch: str
    options: list[OptionOut]
    edition: dict[str, Any]


class SeatIn(Strict):
    name: str = Field(min_length=1, max_length=30)
    bot: str | None = None
    friend: bool = Field(False, description="A person who comes by a private link.")
    avatar: AvatarText | None = Field(None, description=ABOUT_AVATAR)


class NewMatch(Strict):
    game: str = Field(max_length=40)
    seats: list[SeatIn] = Field(max_length=12)
    options: dict[str, Any] = Field(default_factory=dict)
    edition: dict[str, Any] | None = None
    dice: Literal["house", "hand"] = Field(
        "house", description="hand: real dice, whose throws are typed in."
    )
    clock: Annotated[Literal[30, 60, 120, 86_400], BeforeValidator(integer)] | None = Field(
        None, description="Seconds for a move; null for as long as it takes."
    )


class CommandIn(Strict):
    kind: Literal["roll", "move", "take-back", "retype", "resign", "press"]
    seat: Integer = Field(ge=0, le=11)
    version: Integer = Field(ge=0, le=10**9, description="The version of the match you have seen.")
    move: str | None = Field(None, max_length=200, description="The move; or the button to press.")
    throw: str | None = Field(
        None,
        max_length=LONGEST_THROW,
        description="With a roll of real dice: what they show, as in “4 2 heart”.",
    )
    confirm: bool = Field(
        False,
        description="Needed to resign where three or more play.",
    )
    stand_in: str | None = Field(
        None,
        max_length=30,
        description="Who resigns where three or more play: the level of the bot that plays on; by "
        "default, habitué.",
    )
    id: str | None = Field(
        None,
        pattern=COMMAND_ID,
        description="A name for this command, new in this match, such as a UUID. If you send the "
        "same command again, because its answer was lost, it is carried out once, and you get its "
        "answer.",
    )


class ReassignedOut(BaseModel):
    """A taken seat to which whoever made the match, and not its holder, has made a new link."""

    seat: int
    at: str = Field(description="When, in ISO 8601.")
    taken: bool = Field(description="Whether the seat has changed hands, or is only about to.")


class SeatOut(BaseModel):
    name: str
    bot: str | None
    points: int
    resigned: bool = Field(
        False, description="Who sat there has resigned: a bot plays on, and cannot win."
    )
    avatar: str = Field(description="A colour and a shape, such as blue-disc.")


class MatchOut(BaseModel):
    id: str
    game: str
    version: int
    seats: list[SeatOut]
    options: dict[str, Any]
    edition: dict[str, Any] | None
    dice: Literal["house", "hand"]
    waits_for: Literal["roll", "throw", "move", "watch", "end"]
    throw: list[str] = Field(description="The real dice that are to be typed in, in order.")
    seat: int | None = Field(description="Whose roll or move is awaited.")
    awaits: Literal["draw", "move", "end"] | None = Field(
        description="What the rules await; null while nobody may know."
    )
    moves: list[str] = Field(
        description="The legal moves of the seat to move, if you may know them."
    )
    taker_back: int | None = Field(description="The seat that may take its last move back.")
    can_retype: bool = Field(description="Whether the last typed throw may be typed anew.")
    closed_buttons: dict[int, int] = Field(
        {},
        description="Of your seats, those whose buttons are closed after a wrong call, and for how "
        "many windows: an open one counts.",
    )
    snapshot: dict[str, Any]
    result: dict[str, Any] | None
    commitment: str | None = Field(
        description="What the server has committed to before the first draw; see /fair."
    )
    rounds: int = Field(0, description="How often the dice were agreed upon anew before.")
    reassigned: list[ReassignedOut] = Field(
        default_factory=list, description="The seats that were given away, in order."
    )


class GatheredOut(BaseModel):
    """A seat while the players gather."""

    name: str
    bot: str | None
    friend: bool
    joined: bool
    present: bool
    commitment: str | None = Field(description="What its device has committed to, as hex.")
    revealed: bool
    consents: bool = Field(False, description="Agrees to another round after failed ones.")
    avatar: str = Field(description="A colour and a shape, such as blue-disc.")


class GatheringOut(BaseModel):
    """A match whose players gather; `begun` when there is nobody to wait for any more."""

    id: str
    game: str
    phase: Literal["joining", "revealing", "consent", "begun"] = Field(
        description="consent: three rounds have failed, and each person must agree to another."
    )
    round: int = Field(description="How often the seeds were made anew.")
    version: int | None = Field(None, description="Of the protocol: how seeds are committed to.")
    commitment: str = Field(description="What the server has committed to, for this round.")
    header: str | None = Field(
        None,
        description="While seeds are revealed: SHA-256 of the record's first line, as in /fair.",
    )
    late: list[str] = Field(description="Who did not reveal in time in the round before.")
    failed: list[list[str]] = Field(
        default_factory=list, description="Who did not reveal in time, by failed round."
    )
    seats: list[GatheredOut]
    yours: list[int] = Field(description="The seats that you may act for.")
    seeds: list[int] = Field(description="Your seats that need a seed of your device.")
    links: dict[int, str] = Field(
        description="For who invites: the private links that were not used yet, by seat."
    )
    watch: str | None = Field(description="For who invites: the link for spectators.")
    reassigned: list[ReassignedOut] = Field(
        default_factory=list, description="The seats that were given away, in order."
    )


def reassigned_out(changes: Iterable[Reassignment]) -> list[ReassignedOut]:
    return [ReassignedOut(seat=each.seat, at=each.at, taken=each.taken) for each in changes]


class JoinIn(Strict):
    token: str = Field(min_length=1, max_length=LONGEST_TOKEN, description="What follows the #.")
    name: str | None = Field(None, max_length=30)
    own_seed: bool = Field(
        False, description="You will commit to a seed of your own, and reveal it when asked to."
    )
    attempt: str | None = Field(
        None,
        min_length=16,
        max_length=LONGEST_TOKEN,
        description="A nonce of your own: if the answer is lost, the same request can be repeated.",
    )
    avatar: AvatarText | None = Field(None, description=ABOUT_AVATAR)


class JoinedOut(BaseModel):
    seat: int
    secret: str | None = Field(
        None,
        description="Your seat's own secret, for `Authorization: Bearer …`; shown once, and null "
        "for who comes back.",
    )
    gathering: GatheringOut


class CommitIn(Strict):
    seat: Integer = Field(ge=0, le=11)
    round: Integer = Field(ge=0, le=10**9)
    commitment: Hex = Field(
        description="SHA-256(“ludotheque/2 seat” ‖ match id ‖ four bytes: round ‖ one byte: seat ‖ "
        "seed), as hex; for version 1: SHA-256(match id ‖ one byte: seat ‖ seed)."
    )


class RevealIn(Strict):
    seat: Integer = Field(ge=0, le=11)
    round: Integer = Field(ge=0, le=10**9)
    seed: Hex = Field(description="The 32 bytes of the seed, as hex.")


class ConsentIn(Strict):
    seat: Integer = Field(ge=0, le=11)
    round: Integer = Field(ge=0, le=10**9)


class MatchSummary(BaseModel):
    id: str
    game: str
    names: list[str]
    created: str
    ended: bool


class RecordIn(Strict):
    record: str = Field(description="The whole text of a record, a `.jsonl` file.")


class FindingOut(BaseModel):
    """Something that is wrong, or that cannot be proven."""

    line: int
    part: Literal["seeds", "draws", "rules"]
    verdict: Literal["unproven", "wrong"]
    message: str
    rule: str | None = Field(None, description="The rule that says so, such as LX-3.")


class ReportOut(BaseModel):
    """What came of checking a record."""

    verdict: Literal["proven", "unproven", "wrong"]
    message: str
    game: str | None
    version: int | None = Field(None, description="Of the proof; null if there is none.")
    rounds: int = Field(0, description="How often the dice were agreed upon anew before.")
    draws: int
    proven: int = Field(description="Draws that follow from the seeds.")
    typed: int = Field(description="Draws typed in by hand, which nobody can prove.")
    moves: int
    stand_ins: int = Field(description="Moves made by a leaver's stand-in.")
    findings: list[FindingOut]


REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem} for code in (400, 403, 409, 413, 422, 429, 503)
}
MISSING: dict[int | str, dict[str, Any]] = {404: {"model": Problem}, **REFUSED}
