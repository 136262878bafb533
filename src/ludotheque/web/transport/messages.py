"""The messages of a live match, as JSON: what clients send, and what they are sent besides frames.

docs/LIVE.md describes them for those who write programs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ...table.manual_dice import LONGEST_THROW
from ..commands.play import COMMAND_ID, CommandRequest

LONGEST_MOVE = 200  # characters
LONGEST_LEVEL = 30
LONGEST_BEAT = 40
HIGHEST = 2**53 - 1  # the largest integer that every JSON reader gets right

Number = Annotated[int, Meta(ge=0, le=HIGHEST)]
Seat = Annotated[int, Meta(ge=0, le=11)]
Version = Annotated[int, Meta(ge=0, le=10**9)]
MoveText = Annotated[str, Meta(max_length=LONGEST_MOVE)]


class Command(Struct, forbid_unknown_fields=True):
    """Something that a seat does."""

    kind: Literal["roll", "move", "take-back", "retype", "resign", "press"]
    seat: Seat
    version: Annotated[Version, Meta(description="The version of the match you have seen.")]
    move: Annotated[MoveText | None, Meta(description="The move; or the button to press.")] = None
    throw: Annotated[
        Annotated[str, Meta(max_length=LONGEST_THROW)] | None,
        Meta(description="With a roll of real dice: what they show, as in “4 2 heart”."),
    ] = None
    confirm: Annotated[
        bool,
        Meta(
            description="Needed to resign where three or more play, and for a throw of real dice "
            "that ends the match."
        ),
    ] = False
    stand_in: Annotated[
        Annotated[str, Meta(max_length=LONGEST_LEVEL)] | None,
        Meta(
            description="Who resigns where three or more play: the level of the bot that plays on; "
            "by default, habitué."
        ),
    ] = None

    id: Annotated[
        Annotated[str, Meta(pattern=COMMAND_ID)] | None,
        Meta(
            description="A name for this command, new in this match, such as a UUID. If you send "
            "the same command again, because its answer was lost, it is carried out once, and you "
            "get its answer."
        ),
    ] = None

    def request(self) -> CommandRequest:
        return CommandRequest(
            self.kind,
            self.seat,
            self.version,
            self.move,
            self.throw,
            self.confirm,
            self.stand_in,
            self.id,
        )


class Preview(Struct, forbid_unknown_fields=True):
    """A question: what would this move do?"""

    version: Version
    move: MoveText


class Received(Struct, forbid_unknown_fields=True):
    """A message of a client: a command, a question, or the answer to a beat."""

    id: Annotated[Number | None, Meta(description="Repeated in the answer. Beats have none.")] = (
        None
    )
    command: Command | None = None
    preview: Preview | None = None
    beat: Annotated[str, Meta(max_length=LONGEST_BEAT)] | None = None


class Problem(Struct, omit_defaults=True):
    """Why something was refused, in a sentence."""

    code: str
    message: str
    rule: Annotated[str | None, Meta(description="The rule that says so, such as LX-3.")] = None
    version: Annotated[int | None, Meta(description="The match's version, if it has moved on.")] = (
        None
    )


class Answer(Struct, tag="answer", tag_field="type"):
    """The answer to a message that had an id."""

    id: int | None
    ok: bool
    version: int | UnsetType = UNSET
    preview: dict[str, Any] | UnsetType = UNSET
    status: Annotated[
        int | UnsetType, Meta(description="What the status of the same request by HTTP would be.")
    ] = UNSET
    problem: Problem | UnsetType = UNSET


class SeatStatus(Struct):
    present: bool
    stand_in: Annotated[str | None, Meta(description="The bot that plays meanwhile.")]
    away: Annotated[bool, Meta(description="For so long that the others may let a bot play.")]
    resigned: Annotated[bool, Meta(description="For good: the stand-in plays to the end.")] = False


class ClockStatus(Struct):
    seat: int | None
    left: Annotated[float, Meta(description="Seconds.")]


class ReassignedSeat(Struct):
    seat: int
    at: str
    taken: bool


class Seats(Struct, tag="seats", tag_field="type"):
    """The players' status, where they play on several devices or by the clock."""

    seats: list[SeatStatus]
    clock: ClockStatus | None
    rematch: Annotated[str | None, Meta(description="The id of the match after this one.")]
    reassigned: list[ReassignedSeat]


class Emote(Struct, tag="emote", tag_field="type"):
    """A player calls something across the table."""

    seat: int
    what: str


class Beat(Struct, tag="beat", tag_field="type", omit_defaults=True):
    """Keeps a quiet connection open. A player answers one that carries a text, with that text."""

    beat: str | None = None


class Rest(Struct, tag="rest", tag_field="type"):
    """Another connection of the same device has taken this one's place; come back later."""


class Seated(Struct, tag="seated", tag_field="type"):
    """You hold more seats than when you connected: connect again."""


class Moved(Struct, tag="moved", tag_field="type", omit_defaults=True):
    """Your seat is on another device now."""

    reassigned: Annotated[
        bool, Meta(description="It was given away by whoever made the match.")
    ] = False


class Gone(Struct, tag="gone", tag_field="type"):
    """The match was deleted."""


class MatchStand(Struct):
    """How a match of yours stands."""

    id: str
    your_turn: bool
    sentence: str


class Stands(Struct, tag="stands", tag_field="type"):
    """How some of your matches stand: at first all that are in memory, then those that changed."""

    matches: list[MatchStand]


News = Seats | Emote | Beat | Rest | Seated | Moved | Gone | Stands

COMMANDS = msgspec.json.Decoder(Command)
RECEIVED = msgspec.json.Decoder(Received)
ENCODER = msgspec.json.Encoder()


def encoded(message: News | Answer) -> bytes:
    return ENCODER.encode(message)


def type_of(message: News) -> str:
    """What the message has in its field `type`."""
    return str(message.__struct_config__.tag)
