"""Positions of a duel as a person writes them, to have them solved.

    red 4 6 3 heart; blue 4 4 4 two; throw 2

Every colour has its dice and its MasterDé, or `none` for one that is out. A colour that is not
named does not play the duel. Pairs, and MasterDés beside equal dice, go out by themselves, except
between the two players’ throws. Beside these, in any order:
`throw 2` (or 3, or replay) is the throw to be made; `first red`: red throws now, before blue;
`second red`: red throws now, blue has thrown; `second red kept`: blue has kept everything;
`points 12 30`; `duel 9`. French words are understood as well.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from ...core.errors import BadOption
from ...core.game import Game
from ...core.state import State
from .duel import DICE, FACES, NONE, can_replay, can_rethrow
from .positions import COLOURS, MASTERS, counts_of
from .rules import REPLAY_THROW, RETHROWING, SEATS, SECOND, THIRD, await_move, eliminate, end_throw
from .track import EXPERT, GOAL

HIGHEST_DUEL = 999
MOST_POINTS = 9999
NO_MASTER = "none"
FRENCH = {
    "red": "rouge",
    "blue": "bleu",
    "heart": "cœur",
    "two": "deux",
    "blank": "vierge",
    NO_MASTER: "rien",
    "throw": "lancer",
    "first": "premier",
    "second": "second",
    "kept": "garde",
}
THROWS = {"2": SECOND, "3": THIRD, "replay": REPLAY_THROW}


@dataclass
class Problem:
    """A position as it was written down."""

    hands: dict[int, tuple[list[int], int]] = field(default_factory=dict)  # dice, MasterDé
    throw: int = SECOND
    mover: int | None = None  # the seat that throws now, if the order has been chosen
    is_second: bool = False
    other_threw: bool = True
    points: list[int] | None = None
    duel: int | None = None

    @property
    def is_in_a_match(self) -> bool:
        """Whether anything is said of the match around the duel."""
        return self.points is not None or self.duel is not None


def state_of(problem: Problem, game: Game, options: dict[str, Any], edition: Any) -> State:
    """The state of a match in which the position lies on the table."""
    state = game.start(SEATS, options, edition)
    lay_out(state.record, problem)
    if problem.is_second:
        ask_second(state.record, problem)
    else:
        open_throw(state, problem)
    return state


# From text


def plain(text: str) -> str:
    """Without accents, ligatures, commas and capitals."""
    bare = unicodedata.normalize("NFKD", text.lower().replace("œ", "oe").replace(",", " "))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


ENGLISH = {plain(french): english for english, french in FRENCH.items()}


def in_french(text: str) -> str:
    """A position written in English, in French: words, and the space before a semicolon."""
    words = re.sub("[a-z]+", lambda word: FRENCH.get(word[0], word[0]), text)
    return words.replace(";", "\u00a0;")


def read(text: str) -> Problem:
    problem = Problem()
    parts = [plain(part).split() for part in text.split(";")]
    for words in [words for words in parts if words]:
        read_part(problem, words)
    check_hands(problem)
    return problem


def read_part(problem: Problem, words: list[str]) -> None:
    head, *rest = [ENGLISH.get(word, word) for word in words]
    if head in COLOURS:
        problem.hands[COLOURS.index(head)] = hand_of(rest)
    elif head == "throw" and len(rest) == 1 and rest[0] in THROWS:
        problem.throw = THROWS[rest[0]]
    elif head in ("first", "second") and rest and rest[0] in COLOURS:
        read_order(problem, head, rest)
    elif head == "points" and len(rest) == SEATS:
        problem.points = [number_in(word, 0, MOST_POINTS) for word in rest]
    elif head == "duel" and len(rest) == 1:
        problem.duel = number_in(rest[0], 1, HIGHEST_DUEL)
    else:
        raise BadOption(
            "{part!r} says nothing about a position; its parts are: red 4 6 3 heart; "
            "blue 4 4 4 two; throw 2, 3 or replay; first red; second red; second red kept; "
            "points 12 30; duel 9",
            part=" ".join(words),
        )


def read_order(problem: Problem, head: str, rest: list[str]) -> None:
    problem.mover = COLOURS.index(rest[0])
    problem.is_second = head == "second"
    problem.other_threw = rest[1:] != ["kept"]
    if rest[1:] and not (problem.is_second and rest[1:] == ["kept"]):
        raise BadOption(
            "{word!r} cannot stand there: write 'first red', 'second red' or 'second red kept'",
            word=" ".join(rest[1:]),
        )


def hand_of(words: list[str]) -> tuple[list[int], int]:
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


def number_in(word: str, low: int, high: int) -> int:
    is_number = word.isascii() and word.isdigit() and len(word) <= len(str(high))
    if not is_number or not low <= int(word) <= high:
        raise BadOption(
            "{word!r} is not a whole number from {low} to {high}", word=word, low=low, high=high
        )
    return int(word)


def check_hands(problem: Problem) -> None:
    """MD-2, MD-9 Both have as many dice, and whoever plays alone has all of them."""
    counts = [len(dice) for dice, _ in problem.hands.values()]
    if not counts:
        raise BadOption(
            "a position names the dice of red, of blue or of both: "
            "'red 4 6 3 heart; blue 4 4 4 two'"
        )
    if len(counts) == SEATS and counts[0] != counts[1]:
        raise BadOption(
            "red has {red} dice and blue {blue}: dice go out in pairs, so both have as many left",
            red=len(problem.hands[0][0]),
            blue=len(problem.hands[1][0]),
        )
    if len(counts) == 1 and problem.mover is not None:
        raise BadOption("only red or only blue is named: who plays alone has nobody to follow")
    if len(counts) == 1 and counts[0] != DICE:
        raise BadOption(
            "whoever plays alone has three dice, not {count}: nothing pairs with them",
            count=counts[0],
        )


# On the table


def lay_out(record: Any, problem: Problem) -> None:
    points = problem.points or [0] * SEATS
    if record.level == EXPERT and max(points) >= GOAL:
        raise BadOption("in Expert, points are from 0 to 99 while the match lasts")
    record.duel, record.points[:] = problem.duel or 1, points
    record.in_hand[:] = record.master_in_hand[:] = 0
    for seat in range(SEATS):
        record.playing[seat] = int(seat in problem.hands)
        dice, record.master[seat] = problem.hands.get(seat, ([], NONE))
        record.dice[seat] = counts_of(dice)


def open_throw(state: State, problem: Problem) -> None:
    """The throw before this one has just ended; whose turn it is follows from the rules."""
    record = state.record
    record.throw, record.threw = problem.throw - 1, 1
    end_throw(record)
    if record.throw != problem.throw:
        raise BadOption("nobody has anything to decide there: the duel is counted as it lies")
    if problem.mover is None:
        return
    if state.draw_size is not None:
        state.draw(problem.mover)
    if "first" in state.moves():
        state.play("first" if state.seat == problem.mover else "second")
    if state.seat != problem.mover:
        raise BadOption("whoever is said to throw now has nothing to throw")


def ask_second(record: Any, problem: Problem) -> None:
    """The other has kept everything; or has thrown, and nothing goes out before the second has."""
    mover = problem.mover
    assert mover is not None
    if not problem.other_threw:
        record.throw = problem.throw - 1
        eliminate(record)
    able = can_replay if problem.throw == REPLAY_THROW else can_rethrow
    if not able(record.dice[mover], record.master[mover]):
        raise BadOption("whoever is said to throw now has nothing to throw")
    record.throw, record.threw = problem.throw, int(problem.other_threw)
    record.order[:] = mover, -1
    await_move(record, RETHROWING, mover)
