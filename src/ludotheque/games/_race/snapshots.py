"""Parts of a race's snapshot: road, cards and objectives as plain data in a game's notation."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from ...core.draws import Draw
from .notation import Notation
from .road import COLOURS, DICE_OF_COLOUR, VALUES

GAP_CARD = "gap"
REMEMBERED_SETS = 8192  # sets of dice, which are shown in step after step


def dice_in(mask: int) -> list[int]:
    """The members of a bit set, in rising order."""
    return list(members(mask))


def members(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def groups_of(state: Any, notation: Notation) -> list[list[str] | str]:
    """The groups from the lead, dice sorted; gap cards where they lie. `state` is plain data."""
    line, values = state.line[: state.places], state.values
    return [list(texts_of(dice, values, notation)) if dice else GAP_CARD for dice in line]


@lru_cache(REMEMBERED_SETS)
def texts_of(dice: int, values: tuple[int, ...], notation: Notation) -> tuple[str, ...]:
    """The dice of a bit set by colour, then value; `values` are the dice that show 1, 2, … 6."""
    looks = looks_of(tuple([dice & mask for mask in values]))
    return tuple([notation.dice[number] for number in looks])


def dice_texts(state: Any, dice: int, notation: Notation) -> list[str]:
    """The dice of a bit set by colour, then value."""
    return [notation.dice[number] for number in dice_looks(state, dice)]


def dice_looks(state: Any, dice: int) -> list[int]:
    """How the dice of a bit set look, by colour, then value: numbers of a notation's `dice`."""
    return list(looks_of(tuple([int(dice & mask) for mask in state.values])))


@lru_cache(REMEMBERED_SETS)
def looks_of(by_value: tuple[int, ...]) -> tuple[int, ...]:
    """The looks of the dice that show 1, 2, … 6."""
    return tuple(
        sorted(
            VALUES * (die // DICE_OF_COLOUR) + value
            for value, dice in enumerate(by_value)
            for die in members(dice)
        )
    )


def cards_of(counts: Any, notation: Notation) -> list[str]:
    """Cards in card order, every copy named."""
    return [notation.cards[kind] for kind in kinds_of(tuple(counts))]


@lru_cache(REMEMBERED_SETS)
def kinds_of(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds of some cards, every copy's."""
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


def objectives_of(mask: int, notation: Notation) -> list[str]:
    """Objectives by colour, then value."""
    return [notation.dice[number] for number in numbers_in(int(mask))]


@lru_cache(REMEMBERED_SETS)
def numbers_in(mask: int) -> tuple[int, ...]:
    """The members of a bit set that is shown in step after step."""
    return tuple(members(mask))


def counts_of(cards: list[str], notation: Notation) -> list[int]:
    """Card texts, counted by kind."""
    return [cards.count(card) for card in notation.cards]


def discards(openly: Any, unseen: Any, notation: Notation, *, all_known: bool) -> dict[str, int]:
    """The discarded cards by kind; those discarded face down are one entry unless all is known.

    `openly` are counts by kind, and `unseen` such counts of each seat.
    """
    counts = map(sum, zip(openly, *unseen, strict=True)) if all_known else openly
    found = {card: count for card, count in zip(notation.cards, counts, strict=True) if count}
    if not all_known and (hidden := sum(map(sum, unseen))):
        found["?"] = hidden
    return found


def set_of(objectives: list[str], notation: Notation) -> int:
    """Objectives as a bit set."""
    return sum(1 << notation.dice.index(objective) for objective in objectives)


def put_groups(state: Any, groups: list[list[str] | str], notation: Notation) -> None:
    """Build the road that a snapshot shows. Equal dice are interchangeable."""
    state.line[:] = 0
    state.values[:] = 0
    used = [0] * COLOURS
    for place, group in enumerate(groups):
        dice = 0
        for text in group if isinstance(group, list) else []:
            colour, value = divmod(notation.dice.index(text), VALUES)
            die = 1 << (DICE_OF_COLOUR * colour + used[colour])
            used[colour] += 1
            dice |= die
            state.values[value] |= die
        state.line[place] = dice
    state.places = len(groups)


@cache
def die_draw(what: str) -> Draw:
    return Draw("die", what, tuple(str(value) for value in range(1, VALUES + 1)))


def dice_to_fall(state: Any, notation: Notation, seat: int | None = None) -> list[Draw]:
    """The dice of the throw under way that have not fallen yet, in dice order.

    Each is named by its colour alone: the six dice of a colour are interchangeable. A throw that
    counts for a seat, such as its roll-off, names the seat as well.
    """
    whose = "" if seat is None else f" of seat {seat}"
    colours = [notation.colours[die // DICE_OF_COLOUR] for die in dice_in(int(state.to_throw))]
    return [die_draw(f"die {colour}{whose}") for colour in colours]


def dice_in_throw(state: Any) -> int:
    """The dice of the throw under way, fallen or not; an empty set if there is none."""
    dice = int(state.to_throw)
    if not dice:
        return 0
    for fallen in state.thrown:
        dice |= int(fallen)
    return dice


def card_draw(state: Any, notation: Notation, seat: int) -> list[Draw]:
    """The card that a seat draws, alone: what is drawn after it depends on it."""
    faces = tuple(cards_of(state.deck, notation))
    return [Draw("card", f"card of seat {seat}", faces, secret=True, replaced=False)]


def objective_draw(state: Any, notation: Notation, seat: int) -> list[Draw]:
    """The objective that a seat is dealt."""
    faces = tuple(objectives_of(state.undealt, notation))
    return [Draw("objective", f"objective of seat {seat}", faces, secret=True, replaced=False)]
