"""Records: a match as text that anybody can replay, one JSON object per line (JSON Lines).

A record holds every draw and move in order. Reading one replays it. An event that cannot have
happened is refused with its line and the reason; a truncated record replays as far as it goes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..core.compiler import Mode
from ..core.errors import BadDraw, BadOption, BadRecord, IllegalMove, UnknownGame
from ..core.game import Game
from ..core.options import with_legacy_values
from ..core.state import State
from .resignations import check_resignation, check_stand_in, is_resignation, resigned_after
from .result import check_result

FORMAT = "ludotheque/1"
MOST_DEPTH = 100  # of lists and objects inside each other, in a line
MANUAL = "hand"  # the draw was rolled with real dice and typed in
BY = {"draw": MANUAL, "move": "stand-in"}  # the values of "by", for draws and for moves

LONE_SURROGATE = re.compile(
    r"\\u[dD][89a-fA-F]|[\ud800-\udfff]"
)  # a lone surrogate, as JSON escapes it

EventData = dict[str, Any]


@dataclass(frozen=True)
class ReplayedEvent:
    """One event of a replay: its line in the file, and the state after it."""

    number: int
    line: EventData
    state: State


@dataclass
class Record:
    """A match as data: how it was set up, what happened, how it ended (None: not yet)."""

    game: Game
    players: int
    options: dict[str, Any]
    edition: dict[str, Any] | None
    events: list[EventData] = field(default_factory=list)
    result: EventData | None = None
    more: dict[str, Any] = field(default_factory=dict)  # the header's other keys: names, date, …
    truncated: bool = False  # whether the last line of the text was incomplete
    old_options: dict[str, Any] | None = None  # as recorded, if some did not exist at the time

    @classmethod
    def of(cls, state: State, /, **more: Any) -> Record:
        """An empty record of a match that starts with this state."""
        return cls(state.game, state.players, state.options, state.edition, more=more)

    @property
    def manual_dice(self) -> bool:
        """Whether the match is played with real dice, its public draws typed in."""
        return bool(self.more.get("dice") == MANUAL)

    @property
    def header(self) -> EventData:
        """The first line, as it was recorded: the proof of fair dice covers every value in it."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "players": self.players,
            "options": self.options if self.old_options is None else self.old_options,
            "edition": self.edition,
            **self.more,
        }

    def text(self) -> str:
        """The content of the record as a `.jsonl` file."""
        end = [] if self.result is None else [self.result]
        return "".join(f"{to_json(line)}\n" for line in [self.header, *self.events, *end])

    def start(self, mode: Mode = "interpreted") -> State:
        return self.game.start(self.players, self.options, self.edition, mode=mode)

    @property
    def resigned(self) -> frozenset[int]:
        """The seats that have resigned while the match went on."""
        return frozenset(line["seat"] for line in self.events if is_resignation(line))

    def replay(self) -> Iterator[ReplayedEvent]:
        """The events with the states after them; BadRecord for one that cannot have happened."""
        state, resigned = self.start(), frozenset[int]()
        for number, line in enumerate(self.events, 2):
            replay_event(state, line, number, resigned)
            resigned = resigned_after(resigned, line)
            yield ReplayedEvent(number, line, state.copy())

    def final_state(self) -> State:
        """The state after the last event; checks the record while replaying it."""
        state, resigned = self.start(), frozenset[int]()
        number = 1
        for number, line in enumerate(self.events, 2):
            replay_event(state, line, number, resigned)
            resigned = resigned_after(resigned, line)
        if self.result is not None:
            check_result(state, self.result, number + 1, resigned)
        return state

    @classmethod
    def read(cls, text: str, find: Callable[[str], Game]) -> Record:
        """Parse a record, replay it and check it to its last line."""
        numbered, truncated = parse_lines(text)
        if not numbered:
            raise BadRecord(1, "the record is empty")
        record = cls._from_header(numbered[0], find)
        record.truncated = truncated
        for number, line in enumerate(numbered[1:], 2):
            if record.result is not None:
                raise BadRecord(number, "the match has ended already: nothing can follow")
            if "points" in line or "ended" in line:
                record.result = line
            else:
                record.events.append(line)
        if truncated and record.result is not None:
            raise BadRecord(len(numbered) + 1, "the match has ended already: nothing can follow")
        record.final_state()
        return record

    @classmethod
    def _from_header(cls, header: EventData, find: Callable[[str], Game]) -> Record:
        if header.get("format") != FORMAT:
            raise BadRecord(
                1,
                "format is {found!r}; it must be {format!r}",
                found=header.get("format"),
                format=FORMAT,
            )
        for key in ("game", "players", "options", "edition"):
            if key not in header:
                raise BadRecord(1, "the first line lacks {key!r}", key=key)
        try:
            game = find(header["game"])
        except UnknownGame as problem:
            raise BadRecord.because(1, problem) from None
        if not isinstance(header["options"], dict):
            raise BadRecord(
                1,
                "options are a mapping of names to values, not {given!r}",
                given=header["options"],
            )
        options = with_legacy_values(game.options, header["options"])
        for name in game.options:
            if name not in options:
                raise BadRecord(1, "options lack {name!r}: a record names them all", name=name)
        if not isinstance(header["edition"], dict | None):
            raise BadRecord(1, "the edition is neither null nor a table of components")
        try:
            start = game.start(header["players"], options, header["edition"])
        except BadOption as problem:
            raise BadRecord.because(1, problem) from None
        known = ("format", "game", "players", "options", "edition")
        record = cls.of(start, **{key: header[key] for key in header if key not in known})
        if options != header["options"]:
            record.old_options = header["options"]
        return record


def to_json(line: EventData) -> str:
    return json.dumps(line, ensure_ascii=False)


def parse_lines(text: str) -> tuple[list[EventData], bool]:
    """The lines as JSON objects, and whether the last one was truncated."""
    raw = text.removeprefix("\ufeff").split("\n")
    last = raw.pop()  # empty if the last line ends with a newline
    lines = [parse_line(line, number) for number, line in enumerate(raw, 1)]
    if not last:
        return lines, False
    try:
        return [*lines, parse_line(last, len(raw) + 1)], False
    except BadRecord:
        if not lines:
            raise
        return lines, True


def parse_line(line: str, number: int) -> EventData:
    if not line.strip():
        raise BadRecord(number, "the line is empty")
    try:
        data = json.loads(line, parse_constant=reject_constant)
    except (ValueError, RecursionError) as problem:
        raise BadRecord(number, "not JSON ({problem})", problem=str(problem)) from None
    if not isinstance(data, dict):
        raise BadRecord(number, "not a JSON object")
    if LONE_SURROGATE.search(line):
        check_characters(data, number)
    if line.count("[") + line.count("{") > MOST_DEPTH:
        check_depth(data, number)
    return data


def reject_constant(name: str) -> Any:
    """Refuse NaN and Infinity: Python reads them, but they are not JSON."""
    raise ValueError(name)


def check_characters(data: EventData, number: int) -> None:
    """Refuse lone surrogates: they could not be written to a file again."""
    try:
        to_json(data).encode()
    except UnicodeEncodeError:
        raise BadRecord(number, "not UTF-8 text") from None


def check_depth(data: EventData, number: int) -> None:
    """Refuse lists and objects too deep inside each other for some of the programs that read them.

    The walk goes level by level, so that it needs no stack.
    """
    level: list[Any] = [data]
    for _ in range(MOST_DEPTH):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [value for values in inner for value in values if isinstance(value, dict | list)]
    if level:
        raise BadRecord(number, "lists and objects go deeper than {most}", most=MOST_DEPTH)


def replay_event(
    state: State, data: EventData, number: int, resigned: Collection[int] = ()
) -> None:
    """Apply an event of a record to a state; BadRecord if it cannot have happened.

    `resigned` are the seats that have resigned before it.
    """
    check_event(state, data, number, resigned)
    try:
        apply_event(state, data)
    except (BadDraw, IllegalMove) as problem:
        raise BadRecord.because(number, problem) from None


def apply_event(state: State, data: EventData) -> None:
    """Apply a draw or a move to a state; BadDraw or IllegalMove if the rules do not allow it.

    A resignation changes nothing on the table.
    """
    if "draw" in data:
        state.draw(data["draw"][1])
    elif not is_resignation(data):
        state.play(data["move"])


def is_typed(data: EventData) -> bool:
    """Whether an event is a draw that people typed in."""
    return "draw" in data and data.get("by") == MANUAL


def check_event(state: State, data: EventData, number: int, resigned: Collection[int] = ()) -> None:
    """BadRecord unless it is the kind of event that the state awaits; rules check the rest."""
    if is_resignation(data):
        check_resignation(state, data, number, resigned)
        return
    kind = "draw" if "draw" in data else "move"
    allowed = {"draw", "by"} if kind == "draw" else {"seat", "move", "by"}
    if not {"draw"} <= data.keys() and not {"seat", "move"} <= data.keys():
        raise BadRecord(number, "neither a draw ('draw') nor a move ('seat' and 'move')")
    for key in data:
        if key not in allowed:
            raise BadRecord(
                number,
                "a {kind} has no {key!r}; it has: {allowed}",
                kind=kind,
                key=key,
                allowed=", ".join(sorted(allowed)),
            )
    if "by" in data and data["by"] != BY[kind]:
        raise BadRecord(
            number,
            "'by' of a {kind} can only be {allowed!r}, not {by!r}",
            kind=kind,
            allowed=BY[kind],
            by=data["by"],
        )
    if kind == "draw":
        check_draw(state, data["draw"], number)
    else:
        check_mover(state, data["seat"], number)
        check_stand_in(data, number, resigned)


def check_draw(state: State, drawn: Any, number: int) -> None:
    if not isinstance(drawn, list) or len(drawn) != 2:
        raise BadRecord(number, "a draw is [size, outcome], not {drawn!r}", drawn=drawn)
    size = drawn[0]
    if state.awaits == "draw" and (type(size) is not int or size != state.draw_size):
        raise BadRecord(
            number,
            "a draw of size {awaited} is awaited, not {size!r}",
            awaited=state.draw_size,
            size=size,
        )


def check_mover(state: State, seat: Any, number: int) -> None:
    if state.awaits == "move" and (type(seat) is not int or seat != state.seat):
        raise BadRecord(
            number,
            "a move of seat {awaited} is awaited, not of {seat!r}",
            awaited=state.seat,
            seat=seat,
        )
