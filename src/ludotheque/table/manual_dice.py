"""Manual dice: people roll real dice, and type in what they show.

All dice of a throw are typed at once: `4 2 heart`. Faces are in the order in which the rules draw
them, separated by spaces or commas. Their names are accepted in every language of the program,
regardless of accents and case, and may be abbreviated if that is unambiguous.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import groupby

from ..core.draws import Draw
from ..core.errors import BadDraw
from ..core.game import Game
from ..core.language import LANGUAGES, Language
from ..core.state import State
from .record import EventData

LONGEST_THROW = 2000  # characters; thirty dice take far fewer


class LastThrow(BadDraw):
    """A typed throw would end the match: confirm it, because it cannot be retyped afterwards."""

    code = "last_throw"

    def __init__(self, throw: str) -> None:
        super().__init__(
            "This throw ends the match: {throw}. It cannot be typed anew afterwards.", throw=throw
        )


@dataclass(frozen=True)
class Face:
    """A face of a die: its first outcome, how it is shown, and what it may be called."""

    k: int
    text: str  # as in `Draw.faces`
    label: str
    names: tuple[str, ...]  # the first is what a button types

    def is_called(self, word: str) -> bool:
        return word in map(normalized, self.names)

    def begins_with(self, word: str) -> bool:
        return any(normalized(name).startswith(word) for name in self.names)


@dataclass(frozen=True)
class Die:
    """One draw of a typed throw: its name, and its different faces."""

    kind: str
    what: str
    faces: tuple[Face, ...]
    draw: Draw


def draws_to_type(state: State) -> list[Draw]:
    """The draws that are typed in together: public ones, up to the next roll."""
    asked: list[Draw] = []
    ahead = state.copy()
    for draw in state.pending_draws:
        if draw.secret or (asked and ahead.roller is not None):
            break
        asked.append(draw)
        ahead.draw(0)  # which draws follow in a throw does not depend on outcomes
    return asked


def dice_to_type(state: State, names: list[str], language: Language) -> list[Die]:
    """The dice of the throw that is to be typed in."""
    return [die_for(state.game, draw, names, language) for draw in draws_to_type(state)]


def die_for(game: Game, draw: Draw, names: list[str], language: Language) -> Die:
    faces = tuple(
        face_for(game, draw, k, names, language)
        for k, text in enumerate(draw.faces)
        if text not in draw.faces[:k]
    )
    return Die(draw.kind, game.throws.draw_name(draw, names, language), faces, draw)


def face_for(game: Game, draw: Draw, k: int, names: list[str], language: Language) -> Face:
    text: str = draw.faces[k]
    label = face_label(game, draw, text, names, language)
    if draw.of_seats:
        return Face(k, text, label, (str(int(text) + 1), label))
    everywhere = [
        face_label(game, draw, text, names, game.language(code))
        for code in (language.code, *LANGUAGES)
    ]
    return Face(k, text, label, (*dict.fromkeys([*everywhere, text]),))


def face_label(game: Game, draw: Draw, text: str, names: list[str], language: Language) -> str:
    """A face's name: a seat's player, or what the game calls the face."""
    if draw.of_seats:
        return names[int(text)]
    return game.throws.face_name(draw, text, language)


def describe_dice(dice: list[Die]) -> str:
    """The dice of a throw in order: red die × 4, red MasterDé."""
    runs = [(what, len(list(run))) for what, run in groupby(die.what for die in dice)]
    return ", ".join(what if count == 1 else f"{what} × {count}" for what, count in runs)


def parse_throw(text: str, dice: list[Die]) -> tuple[int, ...]:
    """The outcomes that a typed throw names; BadDraw if it cannot be read."""
    words = split_words(text, dice)
    if len(words) != len(dice):
        raise BadDraw(
            "faces awaited: {count} ({what}); typed in: {given}",
            count=len(dice),
            what=describe_dice(dice),
            given=len(words),
        )
    return tuple(parse_face(word, die) for word, die in zip(words, dice, strict=True))


def check_not_final(
    state: State, dice: list[Die], typed: tuple[int, ...], names: list[str], language: Language
) -> None:
    """LastThrow if the match would end with this throw.

    The error does not say who would win: that could reveal secrets before the throw is confirmed.
    """
    after = state.copy()
    for k in typed:
        after.draw(k)
    while is_dealt(after):
        after.draw(0)  # whether the match ends does not depend on the card
    if after.awaits == "end":
        faces = [(die.draw, die.draw.faces[k]) for die, k in zip(dice, typed, strict=True)]
        raise LastThrow(" ".join(face_label(state.game, *face, names, language) for face in faces))


def is_dealt(state: State) -> bool:
    """Whether the server makes the pending draw: a secret one that nobody rolls."""
    return state.awaits == "draw" and state.roller is None and state.pending_draws[0].secret


def split_words(text: str, dice: list[Die]) -> list[str]:
    """The words of a typed throw; digits without spaces between them are taken one by one."""
    words: list[str] = []
    for word in re.split(r"[\s,;]+", text[:LONGEST_THROW].strip(" \t\r\n,;")):
        known = len(words) < len(dice) and any(
            face.is_called(normalized(word)) for face in dice[len(words)].faces
        )
        words += list(word) if word.isdecimal() and not known else [word]
    return [word for word in words if word]


def parse_face(word: str, die: Die) -> int:
    meant = normalized(word)
    found = [face for face in die.faces if face.is_called(meant)]
    found = found or [face for face in die.faces if face.begins_with(meant)]
    if len(found) == 1:
        return found[0].k
    allowed = ", ".join(allowed_name(face) for face in die.faces)
    if found:
        raise BadDraw(
            "{word!r} may be several faces of this die ({what}); its faces are: {allowed}",
            word=word,
            what=die.what,
            allowed=allowed,
        )
    raise BadDraw(
        "{word!r} is no face of this die ({what}); its faces are: {allowed}",
        word=word,
        what=die.what,
        allowed=allowed,
    )


def allowed_name(face: Face) -> str:
    """A face's name in a list of allowed faces; a seat has its number and its name."""
    first = face.names[0]
    return first if first == face.label else f"{first} ({face.label})"


def normalized(word: str) -> str:
    """A word without accents, capitals and spaces: Cœur is coeur."""
    plain = unicodedata.normalize("NFKD", word.casefold().replace("œ", "oe").replace("æ", "ae"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign) and sign.strip())


class TypedThrows:
    """The typed throws of a match since its last move, which may be retyped, the last one first.

    A throw can be corrected until somebody has made a move based on it.
    """

    def __init__(self) -> None:
        self._before: list[tuple[State, int]] = []  # the state and number of events before each
        self._left = 0  # draws of the last throw that are still missing

    def copy(self) -> TypedThrows:
        copied = TypedThrows()
        copied._before, copied._left = self._before[:], self._left
        return copied

    def __bool__(self) -> bool:
        return bool(self._before)

    def note_other(self) -> None:
        """Note a move, or a draw that was not typed."""
        self._left = 0

    def note(self, state: State, events: list[EventData], data: EventData) -> bool:
        """Note a typed draw that was applied to `state`; returns whether it begins a throw."""
        if self._left:
            self._left -= 1
            return False
        if events and "move" in events[-1]:
            self._before.clear()
        self._before.append((state, len(events)))
        self._left = max(len(draws_to_type(state)) - 1, 0)
        return True

    def last(self, events: list[EventData]) -> tuple[State, int] | None:
        """The state and number of events before the last typed throw, if nobody moved since."""
        if not self._before:
            return None
        state, count = self._before[-1]
        return None if any("move" in event for event in events[count:]) else (state, count)

    def clear(self) -> None:
        """Nothing typed so far can be corrected any more."""
        self._before, self._left = [], 0

    def drop_last(self) -> None:
        self._before.pop()
        self._left = 0
