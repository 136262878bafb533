"""Parser for positions of a duel in text form, for `ludotheque solve`.

    red 4 6 3 heart; blue 4 4 4 two; throw 2

Every colour has its dice and its MasterDé, or `none` for one that is out. A colour that is not
named does not play the duel. Pairs, and MasterDés beside equal dice, are eliminated by the rules,
except between the two players’ throws. These parts may follow in any order:
`throw 2` (or 3, or replay) is the throw to be made; `first red`: red throws now, before blue;
`second red`: red throws now, blue has thrown; `second red kept`: blue has kept everything;
`points 12 30`; `duel 9`. French words are understood as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ...core.errors import BadOption
from ...core.game import Game
from ...core.state import State
from ...core.terminal_drawing import without_accents
from ...core.typography import THIN_SPACE
from .duel import DICE, FACES, NONE, can_replay, can_rethrow
from .positions import COLOURS, MASTERS, counts_of
from .rules import (
    REPLAY_THROW,
    RETHROWING,
    SEATS,
    SECOND,
    THIRD,
    await_move_for,
    eliminate,
    end_throw,
)
from .track import EXPERT, GOAL

HIGHEST_DUEL = 999
MOST_POINTS = 9999
NO_MASTER = "none"
FRENCH = {
    "red": "rouge",
    "blue": "bleu",
    "heart": "cœur",
    "two": "deux",
    "replay": "rejouer",
    "out": "passer",
    "blank": "vierge",
    NO_MASTER: "rien",
    "throw": "lancer",
    "first": "premier",
    "second": "second",
    "kept": "garde",
}
THROWS = {"2": SECOND, "3": THIRD, "replay": REPLAY_THROW}


@dataclass
class ParsedPosition:
    """A position as written, before the rules are applied to it."""

    hands: dict[int, tuple[list[int], int]] = field(default_factory=dict)  # dice, MasterDé
    throw: int = SECOND
    mover: int | None = None  # the seat that throws now, if who goes first has been chosen
    is_second: bool = False
    other_threw: bool = True
    points: list[int] | None = None
    duel: int | None = None

    @property
    def is_in_a_match(self) -> bool:
        """Whether the text says anything about the match around the duel."""
        return self.points is not None or self.duel is not None


def state_of(parsed: ParsedPosition, game: Game, options: dict[str, Any], edition: Any) -> State:
    """A state of the game in which the position lies on the table."""
    state = game.start(SEATS, options, edition)
    lay_out(state.record, parsed)
    if parsed.is_second:
        ask_second(state.record, parsed)
    else:
        open_throw(state, parsed)
    return state


# From text


def normalized(text: str) -> str:
    """The text in lower case without accents, ligatures and commas."""
    return without_accents(text.lower().replace("œ", "oe").replace(",", " "))


ENGLISH = {normalized(french): english for english, french in FRENCH.items()}


def to_french(text: str) -> str:
    """A position in English notation, translated; with the space before French semicolons."""
    words = re.sub("[a-z]+", lambda word: FRENCH.get(word[0], word[0]), text)
    return words.replace(";", f"{THIN_SPACE};")


def parse(text: str) -> ParsedPosition:
    parsed = ParsedPosition()
    parts = [normalized(part).split() for part in text.split(";")]
    for words in [words for words in parts if words]:
        parse_part(parsed, words)
    check_hands(parsed)
    return parsed


def parse_part(parsed: ParsedPosition, words: list[str]) -> None:
    head, *rest = [ENGLISH.get(word, word) for word in words]
    if head in COLOURS:
        parsed.hands[COLOURS.index(head)] = parse_hand(rest)
    elif head == "throw" and len(rest) == 1 and rest[0] in THROWS:
        parsed.throw = THROWS[rest[0]]
    elif head in ("first", "second") and rest and rest[0] in COLOURS:
        parse_order(parsed, head, rest)
    elif head == "points" and len(rest) == SEATS:
        parsed.points = [parse_number(word, 0, MOST_POINTS) for word in rest]
    elif head == "duel" and len(rest) == 1:
        parsed.duel = parse_number(rest[0], 1, HIGHEST_DUEL)
    else:
        raise BadOption(
            "{part!r} says nothing about a position; its parts are: red 4 6 3 heart; "
            "blue 4 4 4 two; throw 2, 3 or replay; first red; second red; second red kept; "
            "points 12 30; duel 9",
            part=" ".join(words),
        )


def parse_order(parsed: ParsedPosition, head: str, rest: list[str]) -> None:
    parsed.mover = COLOURS.index(rest[0])
    parsed.is_second = head == "second"
    parsed.other_threw = rest[1:] != ["kept"]
    if rest[1:] and not (parsed.is_second and rest[1:] == ["kept"]):
        raise BadOption(
            "{word!r} cannot stand there: write 'first red', 'second red' or 'second red kept'",
            word=" ".join(rest[1:]),
        )


def parse_hand(words: list[str]) -> tuple[list[int], int]:
    """Dice, and a MasterDé at the end if there is one."""
    master = NONE
    if words and words[-1] in (*MASTERS, NO_MASTER):
        shown = words.pop()
        master = NONE if shown == NO_MASTER else MASTERS.index(shown)
    for word in words:
        if word not in map(str, range(1, FACES + 1)):
            raise BadOption(
                "{word!r} is neither a die from 1 to 6 nor a MasterDé; a MasterDé stands last: "
                "heart, two, replay, out, blank, or none",
                word=word,
            )
    if len(words) > DICE:
        raise BadOption("{count} dice are too many: nobody has more than three", count=len(words))
    return sorted(map(int, words)), master


def parse_number(word: str, low: int, high: int) -> int:
    is_number = word.isascii() and word.isdigit() and len(word) <= len(str(high))
    if not is_number or not low <= int(word) <= high:
        raise BadOption(
            "{word!r} is not a whole number from {low} to {high}", word=word, low=low, high=high
        )
    return int(word)


def check_hands(parsed: ParsedPosition) -> None:
    """MD-2, MD-9 Both have as many dice, and whoever plays alone has all of them."""
    counts = [len(dice) for dice, _ in parsed.hands.values()]
    if not counts:
        raise BadOption(
            "a position names the dice of red, of blue or of both: "
            "'red 4 6 3 heart; blue 4 4 4 two'"
        )
    if len(counts) == SEATS and counts[0] != counts[1]:
        raise BadOption(
            "red has {red} dice and blue {blue}: dice go out in pairs, so both have as many left",
            red=len(parsed.hands[0][0]),
            blue=len(parsed.hands[1][0]),
        )
    if len(counts) == 1 and parsed.mover is not None:
        raise BadOption("only red or only blue is named: who plays alone has nobody to follow")
    if len(counts) == 1 and counts[0] != DICE:
        raise BadOption(
            "whoever plays alone has three dice, not {count}: nothing pairs with them",
            count=counts[0],
        )


# On the table


def lay_out(record: Any, parsed: ParsedPosition) -> None:
    points = parsed.points or [0] * SEATS
    if record.level == EXPERT and max(points) >= GOAL:
        raise BadOption("in Expert, points are from 0 to 99 while the match lasts")
    record.duel, record.points[:] = parsed.duel or 1, points
    record.in_hand[:] = record.master_in_hand[:] = 0
    for seat in range(SEATS):
        record.playing[seat] = int(seat in parsed.hands)
        dice, record.master[seat] = parsed.hands.get(seat, ([], NONE))
        record.dice[seat] = counts_of(dice)


def open_throw(state: State, parsed: ParsedPosition) -> None:
    """Let the rules end the throw before this one and say whose turn it is."""
    record = state.record
    record.throw, record.threw = parsed.throw - 1, 1
    end_throw(record)
    if record.throw != parsed.throw:
        raise BadOption("nobody has anything to decide there: the duel is counted as it lies")
    if parsed.mover is None:
        return
    if state.draw_size is not None:
        state.draw(parsed.mover)
    if "first" in state.moves():
        state.play("first" if state.seat == parsed.mover else "second")
    if state.seat != parsed.mover:
        raise BadOption("whoever is said to throw now has nothing to throw")


def ask_second(record: Any, parsed: ParsedPosition) -> None:
    """Await the second player's rethrow.

    If the first has thrown, nothing is eliminated before the second has; if not, it is now.
    """
    mover = parsed.mover
    assert mover is not None
    if not parsed.other_threw:
        record.throw = parsed.throw - 1
        eliminate(record)
    able = can_replay if parsed.throw == REPLAY_THROW else can_rethrow
    if not able(record.dice[mover], record.master[mover]):
        raise BadOption("whoever is said to throw now has nothing to throw")
    record.throw, record.threw = parsed.throw, int(parsed.other_threw)
    record.order[:] = mover, -1
    await_move_for(record, RETHROWING, mover)
