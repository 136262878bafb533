"""Drawings of Les Trotteurs' examples: the dice, and boards with trotters before and after a throw.

Where trotters go is computed by the rules; boards, colours and signs are those of the box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.state import State
from .._lesson import merged
from . import GAME
from .board import (
    BANDS,
    CIRCLED,
    DEPART,
    DOWN,
    NO_SIGN,
    ORDERS,
    PENTAGON,
    SIGN_NAMES,
    SORTIE,
    UP,
    WHEEL,
    place_after,
)
from .event_effects import EventEffects, effects_of
from .geometry import Board
from .positions import band_colours

if TYPE_CHECKING:
    from .lesson import ThrowExample

Data = dict[str, Any]

WIDTH = 340
EDGE = 8
LANE = 20.0
DIE = 40
DICE_ROOM = DIE + 2 * EDGE
NOTES_ROOM = 38
BOARD_PITCH = BANDS * LANE + 13
KINDS = ("dice", "boards", "glows", "trotters", "notes")
HIDDEN = "-"  # a trotter that a board does not show


class Drawing:
    """A drawing that grows part by part, with the boards of a state."""

    def __init__(self, label: str, record: Any) -> None:
        self.label = label
        self.signs = record.signs
        self.colours = band_colours(record)
        self.parts: list[Data] = []

    def data(self) -> Data:
        things = merged(KINDS, self.parts)
        bottom = max(each["y"] + each["height"] for each in things["boards"])
        return {
            "label": self.label,
            "width": WIDTH,
            "height": bottom + EDGE,
            "size": DIE,
            "colours": self.colours,
            **things,
        }

    def add(self, **things: list[Data]) -> None:
        self.parts.append(things)

    def dice(self, points: int, colour: int, order: int) -> None:
        faces = (("points", points), ("colour", colour), ("order", order))
        self.add(
            dice=[
                {"x": EDGE + place * (DIE + EDGE), "y": EDGE, "kind": kind, "face": face}
                for place, (kind, face) in enumerate(faces)
            ]
        )

    def board(self, y: float, width: float = WIDTH - 2 * EDGE) -> Board:
        """An empty board, as it is printed."""
        board = Board(EDGE, y, width, LANE, is_large=False, is_bare=True)
        flat = Board(0, 0, board.width, board.lane, is_large=False, is_bare=True)
        lanes = [
            {
                "colour": colour,
                "y": flat.rows[band],
                "holes": [
                    {"x": flat.columns[hole], "sign": int(self.signs[band, hole])}
                    for hole in range(CIRCLED, SORTIE)
                ],
            }
            for band, colour in enumerate(self.colours)
        ]
        measures = ("width", "height", "lane", "plate", "pitch", "unit", "columns", "is_large")
        plain = {name: getattr(flat, name) for name in measures}
        self.add(boards=[{"x": board.x, "y": board.y, **plain, "lanes": lanes}])
        return board

    def trotter(self, board: Board, band: int, start: int, end: int) -> None:
        """A trotter where it is now, and faintly where it came from."""
        sign = int(self.signs[band, end])
        came_from = [self.trotter_at(board, band, start, NO_SIGN, is_past=True)]
        self.add(
            trotters=[
                *(came_from if start != end else []),
                self.trotter_at(board, band, end, sign, is_past=False),
            ]
        )

    def trotter_at(self, board: Board, band: int, place: int, sign: int, *, is_past: bool) -> Data:
        x, y = board.spot(band, place)
        return {
            "colour": self.colours[band],
            "x": round(x, 2),
            "y": y,
            "scale": board.trotter_scale,
            "halo": board.halo,
            "sign": sign,
            "is_prisoner": sign == PENTAGON,
            "is_past": is_past,
        }

    def glow(self, board: Board, band: int, place: int, kind: int) -> None:
        x, y = board.spot(band, place)
        scale = round(board.unit * 0.64, 2)
        self.add(glows=[{"x": round(x, 2), "y": y, "kind": kind, "scale": scale}])


def draw_throw(example: ThrowExample, label: str) -> Data:
    """Boards before and after a throw."""
    cells = [board.split() for board in example.boards]
    state = position([[place_of(cell) for cell in board] for board in cells])
    drawing = Drawing(label, state.record)
    points, colour, order = example.throw.split()
    colour_face = WHEEL if colour == "wheel" else drawing.colours.index(colour)
    for k in (int(points) - 1, colour_face, ORDERS.index(order)):
        state.draw(k)
    if example.shows_dice:
        drawing.dice(int(points), colour_face, ORDERS.index(order))
    before = state.snapshot()["boards"]
    effects = effects_of(state, {"draw": [state.draw_size, example.marks]})
    state.draw(example.marks)
    after = state.snapshot()["boards"]
    top = DICE_ROOM if example.shows_dice else EDGE
    boards = [drawing.board(top + seat * BOARD_PITCH) for seat in range(len(cells))]
    for seat, board in enumerate(boards):
        for band in range(BANDS):
            if cells[seat][band] != HIDDEN:
                drawing.trotter(board, band, before[seat][band], after[seat][band])
    for seat, band, place, kind in signs_met(effects, drawing.signs):
        drawing.glow(boards[seat], band, place, kind)
    return drawing.data()


def place_of(cell: str) -> int:
    return DEPART if cell in ("D", HIDDEN) else int(cell)


def position(boards: list[list[int]]) -> State:
    """A state with these boards, in which the first seat throws."""
    state = GAME.start(max(len(boards), GAME.players[0]))
    state.draw(0)
    for seat, places in enumerate(boards):
        state.record.boards[seat] = places
    return state


def signs_met(effects: EventEffects, signs: Any) -> list[tuple[int, int, int, int]]:
    """Where signs acted, as seat, band, place and kind: those sent away, and the newcomers."""
    sent = [
        (each.seat, each.band, each.start, SIGN_NAMES.index(kind)) for kind, each in effects.sent
    ]
    kinds = {kind for *_, kind in sent}
    newcomers = [
        (each.seat, each.band, each.end, int(signs[each.band, each.end]))
        for each in effects.marked or []
        if signs[each.band, each.end] in kinds
    ]
    return sent + newcomers


def draw_steps(steps: tuple[int, ...], label: str) -> Data:
    """One board, each band with its number of steps from DEPART."""
    drawing = Drawing(label, position([]).record)
    board = drawing.board(EDGE, width=WIDTH - 2 * EDGE - NOTES_ROOM)
    for band, count in enumerate(steps):
        end = int(place_after(DEPART, UP if count > 0 else DOWN, abs(count)))
        drawing.trotter(board, band, DEPART, end)
        text = f"{count:+d}".replace("-", "−")
        drawing.add(notes=[{"x": WIDTH - EDGE, "y": board.rows[band], "text": text}])
    return drawing.data()
