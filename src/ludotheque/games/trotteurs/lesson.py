"""Les Trotteurs taught in the browser: a guided first throw, and the rulebook's examples drawn."""

from typing import Any

from ...core.language import Language
from .board import (
    BANDS,
    BUT,
    CIRCLED,
    DEPART,
    NO_SIGN,
    ORDERS,
    PENTAGON,
    SORTIE,
    SQUARE,
    TRIANGLE,
    WHEEL,
)
from .geometry import Board

Data = dict[str, Any]

#: The drawn examples, in the order of the rulebook's.
EXAMPLES = ("wheel", "ring", "prisoner", "triangles")

#: The printed boards, as the rulebook describes them: by band, the hole of each kind of sign.
COLOURS = ("red", "yellow", "green", "blue", "white")
RED, YELLOW, GREEN, BLUE, WHITE = range(BANDS)
SIGNS = {TRIANGLE: (3, 4, 5, 6, 7), SQUARE: (5, 6, 7, 8, 9), PENTAGON: (8, 9, 2, 3, 4)}

WIDTH = 340
EDGE = 8
LANE = 20.0
DIE = 40
DICE_ROOM = DIE + 2 * EDGE


def guide(language: Language) -> list[Data]:
    """The first throw of somebody who has never played; a step waits for what `until` names."""
    steps = (
        (
            "#board",
            None,
            language(
                "Five trotters run on your board, the large one: from DEPART through the holes "
                "to BUT. Whoever has all five at BUT first wins."
            ),
        ),
        ("#roll", "roll", language("It is up to you: throw the three dice.")),
        (
            "#dice",
            None,
            language(
                "They say how far, which colour and which way: M forwards, D backwards, M2 and D2 "
                "twice as far, O to the circled hole, BUT straight home. The Wheel is all colours."
            ),
        ),
        (
            "#dice",
            None,
            language(
                "But for whom? The cup names the player who marks the throw, and it may be anybody."
            ),
        ),
        (
            "#board",
            None,
            language(
                "Where a trotter stops, signs act on the others. Triangle: theirs on triangles go "
                "to BUT. Square: theirs on squares go back to DEPART. Pentagon: it is a prisoner, "
                "and theirs are free."
            ),
        ),
        (
            "#board",
            None,
            language(
                "The coin on a board shows what it would cost if the game were won now. And if "
                "four buttons appear after a throw, nothing acts by itself: call out what you see."
            ),
        ),
    )
    return [{"target": target, "text": text, "until": until} for target, until, text in steps]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing: dice, boards, trotters as they end up and where they were."""
    drawings = {"wheel": wheel, "ring": ring, "prisoner": prisoner, "triangles": triangles}
    return drawings[name](language)


def wheel(language: Language) -> Data:
    """Won in one throw."""
    board = board_at(DICE_ROOM)
    return drawing(
        language("The dice 5, the Wheel, M2: all five trotters run from DEPART to BUT."),
        dice(5, WHEEL, "M2"),
        printed(board),
        *(went(board, band, DEPART, BUT) for band in range(BANDS)),
    )


def ring(language: Language) -> Data:
    """Up and down from DEPART."""
    board = board_at(EDGE, width=WIDTH - 2 * EDGE - 38)
    ways = (("+12", 2), ("−10", CIRCLED), ("−12", 9), ("−11", BUT))
    notes = [
        {"x": WIDTH - EDGE, "y": board.rows[band], "text": steps}
        for band, (steps, _) in enumerate(ways)
    ]
    return drawing(
        language(
            "From DEPART: 12 forwards is hole 2, 12 backwards hole 9, 10 backwards the circled "
            "hole, 11 backwards BUT."
        ),
        printed(board),
        *(went(board, band, DEPART, place) for band, (_, place) in enumerate(ways)),
        {"notes": notes},
    )


def prisoner(language: Language) -> Data:
    """A colour with BUT frees nobody."""
    board = board_at(DICE_ROOM)
    hole = SIGNS[PENTAGON][BLUE]
    return drawing(
        language("The dice 3, blue, BUT: the blue trotter stays behind bars on its pentagon."),
        dice(3, BLUE, "BUT"),
        printed(board),
        {"trotters": [trotter(board, BLUE, hole, sign=PENTAGON)]},
    )


def triangles(language: Language) -> Data:
    """Somebody else's stop sends five trotters home."""
    mine, theirs = board_at(EDGE), board_at(EDGE + 5 * LANE + 13)
    holes = SIGNS[TRIANGLE]
    return drawing(
        language(
            "On the first board five trotters stand on triangles. On the second one a red trotter "
            "stops on a triangle, and all five go to BUT."
        ),
        printed(mine),
        printed(theirs),
        *(went(mine, band, holes[band], BUT) for band in range(BANDS)),
        went(theirs, RED, DEPART, holes[RED], sign=TRIANGLE),
        {
            "glows": [
                *(glow(mine, band, holes[band], TRIANGLE) for band in range(BANDS)),
                glow(theirs, RED, holes[RED], TRIANGLE),
            ]
        },
    )


def drawing(label: str, *parts: Data) -> Data:
    """Everything that the parts bring, as one drawing."""
    kinds = ("dice", "boards", "glows", "trotters", "notes")
    merged = {kind: [each for part in parts for each in part.get(kind, ())] for kind in kinds}
    bottom = max(each["y"] + each["height"] for each in merged["boards"])
    return {
        "label": label,
        "width": WIDTH,
        "height": bottom + EDGE,
        "size": DIE,
        "colours": COLOURS,
        **merged,
    }


def board_at(y: float, width: float = WIDTH - 2 * EDGE) -> Board:
    return Board(EDGE, y, width, LANE, is_large=False, is_bare=True)


def printed(board: Board) -> Data:
    flat = Board(0, 0, board.width, board.lane, is_large=False, is_bare=True)
    lanes = [
        {
            "colour": colour,
            "y": flat.rows[band],
            "holes": [
                {"x": flat.columns[hole], "sign": sign_on(band, hole)}
                for hole in range(CIRCLED, SORTIE)
            ],
        }
        for band, colour in enumerate(COLOURS)
    ]
    measures = ("width", "height", "lane", "plate", "pitch", "unit", "columns", "is_large")
    plain = {name: getattr(flat, name) for name in measures}
    return {"boards": [{"x": board.x, "y": board.y, **plain, "lanes": lanes}]}


def sign_on(band: int, hole: int) -> int:
    return next((kind for kind, holes in SIGNS.items() if holes[band] == hole), NO_SIGN)


def dice(points: int, colour: int, order: str) -> Data:
    faces: tuple[tuple[str, int], ...] = (
        ("points", points),
        ("colour", colour),
        ("order", ORDERS.index(order)),
    )
    return {
        "dice": [
            {"x": EDGE + place * (DIE + EDGE), "y": EDGE, "kind": kind, "face": face}
            for place, (kind, face) in enumerate(faces)
        ]
    }


def went(board: Board, band: int, start: int, end: int, sign: int = NO_SIGN) -> Data:
    """A trotter where it is now, and faintly where it came from."""
    return {
        "trotters": [
            trotter(board, band, start, is_past=True),
            trotter(board, band, end, sign=sign),
        ]
    }


def trotter(
    board: Board, band: int, place: int, *, sign: int = NO_SIGN, is_past: bool = False
) -> Data:
    x, y = board.spot(band, place)
    return {
        "colour": COLOURS[band],
        "x": round(x, 2),
        "y": y,
        "scale": board.trotter_scale,
        "halo": board.halo,
        "sign": sign,
        "is_prisoner": sign == PENTAGON,
        "is_past": is_past,
    }


def glow(board: Board, band: int, place: int, kind: int) -> Data:
    x, y = board.spot(band, place)
    return {"x": round(x, 2), "y": y, "kind": kind, "scale": round(board.unit * 0.64, 2)}
