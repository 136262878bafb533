"""Drawings of Level X's examples: dice in groups, and the rows that a move changes.

What a move does is computed by the rules, from the example's position.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .._lesson import merged
from . import GAME
from .groups import LOWEST_SUM
from .narration import RowEffect, row_effects

if TYPE_CHECKING:
    from .lesson import Example, Grouping

Data = dict[str, Any]

#: The rulebook's colours of seats 1, 2 and 3.
COLOURS = {1: "red", 2: "yellow", 3: "green"}

WIDTH = 340
DIE = 34
LINE = 66  # from one line of dice to the next
ROW = 48  # from one row of the board to the next
SPACE = 45
KINDS = ("dice", "clusters", "moves", "rows", "pawns", "arrows")


def draw(example: Example, label: str) -> Data:
    """The roll if dice are turned, every grouping, and the rows that the move changes."""
    parts: list[Data] = []
    height = 0.0
    if any(turned_dice(example, grouping) for grouping in example.groupings):
        parts.append(rolled(example.roll))
        height += LINE - 8
    for grouping in example.groupings:
        parts.append(grouped(example, grouping, height))
        height += LINE
    if example.pawns:
        effects = effects_of(example)
        for effect in sorted(effects, key=lambda each: -each.row):
            parts.append(row_drawn(example, effect, height))
            height += ROW
    return {
        "label": label,
        "width": WIDTH,
        "height": height,
        "size": DIE,
        **merged(KINDS, parts),
    }


def effects_of(example: Example) -> list[RowEffect]:
    """What the example's move does in each row, played by the rules from its position."""
    state = GAME.start(GAME.players[-1], {"first": example.seat})
    for row, spaces in example.pawns.items():
        for seat, space in spaces.items():
            state.record.pawns[seat, row - LOWEST_SUM] = space
    before = state.snapshot()
    for face in example.roll:
        state.draw(face - 1)
    state.play(move_text(example.groupings[0]))
    return row_effects(before, state.snapshot(), example.seat)


# ---- Dice


def move_text(grouping: Grouping) -> str:
    """A grouping as the notation writes it: its sums in rising order."""
    return " ".join(map(str, sorted(sum(group) for group in grouping)))


def turned_dice(example: Example, grouping: Grouping) -> Counter[int]:
    """The faces in a grouping that the roll does not show: ones that were turned (LX-10)."""
    return Counter(face for group in grouping for face in group) - Counter(example.roll)


def rolled(roll: tuple[int, ...]) -> Data:
    """The dice as they fell, and an arrow to what is made of them."""
    dice = [die_at(face, 8 + place * (DIE + 6), 10) for place, face in enumerate(roll)]
    return {"dice": dice, "arrows": [{"x": 8 + 2 * DIE + 9, "y": DIE + 16}]}


def grouped(example: Example, grouping: Grouping, y: float) -> Data:
    """A line of dice in groups, each with its sum; dice left aside at the end."""
    turned = turned_dice(example, grouping)
    aside = Counter(example.roll) - Counter(face for group in grouping for face in group)
    dice: list[Data] = []
    clusters: list[Data] = []
    x = 8.0
    for group in grouping:
        start = x
        for face in group:
            dice.append(die_at(face, x, y + 8, turned=turned[face] > 0))
            turned[face] -= 1
            x += DIE + 4
        clusters.append({"x": start - 4, "y": y + 4, "width": x - start + 4, "sum": sum(group)})
        x += 14
    if not turned_dice(example, grouping):
        for face in sorted(aside.elements()):
            dice.append(die_at(face, x, y + 8, aside=True))
            x += DIE + 4
    written = {"move": move_text(grouping), "y": y + 8 + DIE / 2}
    return {"dice": dice, "clusters": clusters, "moves": [written]}


def die_at(face: int, x: float, y: float, *, turned: bool = False, aside: bool = False) -> Data:
    return {"face": face, "x": x, "y": y, "turned": turned, "aside": aside}


# ---- Rows of the board


def row_drawn(example: Example, effect: RowEffect, y: float) -> Data:
    """A row: the pawn that moved with the spaces it came through, who was sent back, chips won."""
    length = GAME.edition["spaces"][effect.row - LOWEST_SUM]
    start = example.pawns.get(effect.row, {}).get(example.seat, 0)
    pawns = [
        pawn(example.seat, space_at(space), y, passing=True)
        for space in range(max(start, 1), effect.space)
    ]
    pawns.append(pawn(example.seat, space_at(effect.space), y))
    beside = space_at(length) + 40
    if effect.sent_back is not None:
        pawns.append(pawn(effect.sent_back, beside, y, passing=True))
    won = [{"x": beside + 44 + 30 * place} for place in range(effect.chips)]
    spaces = [space_at(space) for space in range(1, length + 1)]
    row = {"row": effect.row, "y": y + ROW / 2, "spaces": spaces, "chips": won}
    return {"rows": [row], "pawns": pawns}


def space_at(space: int) -> float:
    return 42 + SPACE * (space - 0.5)


def pawn(seat: int, x: float, y: float, *, passing: bool = False) -> Data:
    return {
        "colour": COLOURS[seat],
        "shape": seat,
        "x": x,
        "y": y + ROW / 2,
        "passing": passing,
    }
