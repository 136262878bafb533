"""Frames: what one viewer may know of a match after a step, as data that the page draws.

A frame has the changing part of the JSON API's match document, under the same names; a page has the
rest from the start (`render.setup`). Everything in it goes through the viewer's perspective.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import msgspec

from ...core.language import Language
from ...table.record import EventData
from ...table.timeline import Step, StepKind
from ..access.viewer import Perspective, Viewer
from ..live.match import LiveMatch
from ..live.reaction_match import ReactionMatch
from ..live.step_log import Told
from ..live.waiting import WaitsFor, waiting_in
from .asked import asked_of, calls_of, lockout_sentences, presses_of, window_of
from .manual_dice import retyper, typing_of
from .moves import moves_at
from .view import Position

Data = dict[str, Any]
encode = msgspec.json.Encoder().encode


class LastMove(msgspec.Struct, omit_defaults=True):
    """A step of a seat's last turn, as everybody may know it."""

    version: int
    seat: int
    said: str | None = None
    drawn: Data = {}  # what the game draws it from; without it, the sentence is shown


class Shared(msgspec.Struct, omit_defaults=True, tag="frame", tag_field="type", kw_only=True):
    """What a step is for everybody in one language: made and encoded once."""

    version: int
    kind: StepKind
    waits_for: WaitsFor
    awaits: str | None = None  # what the rules await; None while nobody may know
    seat: int | None = None  # whose roll or move is awaited
    roller: int | None = None  # whose turn the pending throw opens
    points: list[int]
    results: bool = False  # something has ended: read how before what follows is shown
    events: list[EventData] = []  # what happened, as everybody may know it
    said: str | None = None  # the same in words
    last_moves: list[LastMove] = []  # each seat's last turn, in order
    resigned: list[int] = []  # the seats that have resigned; bots play on in them
    winners: list[int] = []


class Frame(Shared, omit_defaults=True, tag="frame", tag_field="type", kw_only=True):
    """What a viewer is sent of a step. Fields that have their default value are left out."""

    snapshot: Data
    details: Data = {}
    shown: Position | None = None  # the position to draw, where that is an earlier one
    mine: bool = False  # the viewer may act now
    covered: bool = False  # a shared screen, and its player has not said to be alone yet
    moves: list[str] = []  # the legal moves, for who is asked
    asked: str | None = None  # what is asked, in words
    log: list[str] | None = None  # the last sentences, where the viewer has not seen them
    taker_back: int | None = None  # the viewer's seat that may take its last move back
    take_back_seconds: float = 0.0  # that a robot leaves for that before it plays on
    retyper: int | None = None  # the viewer's seat that may type the last throw again
    typing: Data | None = None  # real dice: what is to be typed in
    presses: list[Data] = []  # the reaction buttons, for each of the viewer's seats
    window: Data | None = None  # the open reaction window: its `seconds`, and those `left`
    calls: list[Data] = []  # what came of the viewer's own calls in the window before
    lockouts: list[str] = []  # what the viewer is told of buttons that are closed
    ending: Data | None = None


class Turn(NamedTuple):
    """Of whom the last step of a match asks something, or to whom it offers something."""

    waits: WaitsFor
    seat: int | None
    taker_back: int | None
    of_all: bool  # every player has a part of their own

    def asks(self, viewer: Viewer) -> bool:
        """Whether a viewer may do something now, or is told something that others are not."""
        seats = viewer.seats
        return self.of_all or self.seat in seats or self.taker_back in seats


def turn_at(live: LiveMatch, step: Step) -> Turn:
    waits, seat = waiting_in(step, manual_dice=live.manual_dice)
    of_all = live.manual_dice or isinstance(live, ReactionMatch)
    return Turn(waits, seat, live.taker_back, of_all)


def said_part(
    live: LiveMatch, step: Step, language: Language, seats: frozenset[int] | None
) -> Data:
    """What is asked, as those who hold these seats are told it."""
    asked = asked_of(live, step, language, seats)
    return {"asked": asked} if asked else {}


def own_part(live: LiveMatch, step: Step, language: Language, viewer: Viewer, turn: Turn) -> Data:
    """What the last step is for one viewer alone: values of a `Frame` that are not the default."""
    own: Data = {}
    if turn.seat is not None and turn.seat in viewer.seats:
        may_see = viewer.may_see(live, turn.seat)
        own["mine" if may_see else "covered"] = True
        if may_see and turn.waits == "move":
            own["moves"] = moves_at(live, step)
    if turn.taker_back is not None and turn.taker_back in viewer.seats:
        own["taker_back"] = turn.taker_back
        if seconds := live.seconds_to_take_back:
            own["take_back_seconds"] = seconds
    if live.manual_dice:
        own |= typed_part(live, step, language, viewer, turn)
    if isinstance(live, ReactionMatch):
        own |= reaction_part(live, step, language, viewer, turn)
    return own


def typed_part(live: LiveMatch, step: Step, language: Language, viewer: Viewer, turn: Turn) -> Data:
    """What is to be typed in, and what may be typed again, where people roll real dice."""
    own: Data = {}
    if turn.waits == "throw" and (typing := typing_of(live, step.state, language, viewer)):
        own = {"mine": True, "typing": typing}
    retyping = retyper(live, viewer)
    if retyping is not None and retyping in viewer.seats:
        own["retyper"] = retyping
    return own


def reaction_part(
    live: ReactionMatch, step: Step, language: Language, viewer: Viewer, turn: Turn
) -> Data:
    """The buttons of an open window, and what came of the viewer's calls in the one before."""
    own: Data = {}
    if turn.waits == "watch":
        own["presses"] = presses_of(live, language, viewer)
        if window := window_of(live):
            own["window"] = window
    if calls := calls_of(live, step, language, viewer):
        own["calls"] = calls
    if lockouts := lockout_sentences(live, language, viewer):
        own["lockouts"] = lockouts
    return own


def shared_at(live: LiveMatch, place: int, language: Language, perspective: Perspective) -> Shared:
    """What everybody is sent of a step; who sees everything (None) also sees all events."""
    step = live.steps[place]
    waits, seat = waiting_in(step, manual_dice=live.manual_dice)
    watching = waits == "watch"
    return Shared(
        version=step.version,
        kind=step.kind,
        waits_for=waits,
        awaits=None if watching else step.state.awaits,
        seat=seat,
        roller=None if watching else step.roller,
        points=step.points,
        results=live.shows_results_at(place),
        events=public_events(live, step, perspective),
        said=live.narration_at(place, language),
        last_moves=last_moves_at(live, place, language),
        resigned=resigned_at(live, place),
        winners=winners_at(live, step),
    )


def resigned_at(live: LiveMatch, place: int) -> list[int]:
    """Who has resigned by a step. Of the last one, also who has resigned since it was shown."""
    steps = live.steps
    is_last = not live.is_replayed and place == len(steps) - 1
    resigned = live.resigned if is_last else steps[place].resigned
    return sorted(resigned) if resigned else []


def last_moves_at(live: LiveMatch, place: int, language: Language) -> list[LastMove]:
    """The last turn of each seat, encoded; what the step before told already is not made again."""
    before = live.written_moves.get(language.code, {})
    now = {
        told.version: before.get(told.version) or encode(last_move(told))
        for told in live.last_moves(place, language)
    }
    if not live.is_replayed:
        live.written_moves[language.code] = now
    return [cast(LastMove, msgspec.Raw(each)) for each in now.values()]


def last_move(told: Told) -> LastMove:
    return LastMove(
        told.version,
        cast(int, told.seat),
        None if told.sentence is None else told.sentence.decode(),
        {} if told.drawn is None else cast(Data, msgspec.Raw(told.drawn)),
    )


def as_data(frame: bytes) -> Data:
    """A frame as plain data."""
    data: Data = msgspec.json.decode(frame)
    return data


def public_events(live: LiveMatch, step: Step, perspective: Perspective) -> list[EventData]:
    """What happened in a step, without what some viewer may not know.

    Draws are left out of games with secrets: some of them deal cards. With reaction windows nothing
    is told, since a silence would say that there was something to notice.
    """
    if perspective is None:
        return step.events
    if live.game.reactions.is_enabled(step.state):
        return []
    public = live.game.notation.public_text
    return [
        {**event, "move": public(event["move"])} if "move" in event else event
        for event in step.events
        if "draw" not in event or not live.game.secrets
    ]


def winners_at(live: LiveMatch, step: Step) -> list[int]:
    result = live.match.result
    return result.winners if step.kind == "end" and result is not None else []
