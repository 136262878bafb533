"""View model of Les Trotteurs' table in the browser: the data of its template and its script.

Nothing is secret, but with manual vigilance players have to notice by themselves what can be called
out. So nothing here depends on the offer or on whose answer is awaited: only on the boards, the
dice, the cup and the balance.
"""

from typing import Any

from ...core.language import Language
from ...core.state import State
from . import narration
from .board import BANDS, BUT, CIRCLED, NO_SIGN, ORDERS, SIGN_NAMES, SORTIE, WHEEL
from .event_effects import after_event
from .geometry import DIE, MARGIN, STAGE, WIDTH, Board, Layout, die_at
from .positions import band_colours
from .rules import COLOUR, MARKS, NOBODY, ORDER, POINTS, debt_of, sign_of

Data = dict[str, Any]

LETTER = 6.6  # the width of a letter of a name, about


def table(state: State, names: list[str], language: Language, viewer: object = None) -> Data:
    """The position as the template draws it; the board of a viewer with a seat is the large one."""
    return Table(state, names, language, viewer).data()


def displayed_state(before: State, rows: list[Data], after: State) -> State:
    """TR-15 The state to draw for what has happened: a game just won is shown as it was won.

    The rules set the next game up at once; until its first throw, people look at how it ended.
    """
    state = before.copy()
    for row in rows:
        earlier = state.copy()
        if "draw" in row:
            state.draw(row["draw"][1])
        elif "move" in row:
            state.play(row["move"])
        if state.record.game > earlier.record.game:
            stood = after_event(earlier, row)
            stood.record.rounds = earlier.record.rounds
            return stood
    return after


def choices(state: State, names: list[str], language: Language) -> list[Data]:
    """The legal moves, each with what it would do."""
    return [choice(state, move, names, language) for move in state.moves()]


def choice(state: State, move: str, names: list[str], language: Language) -> Data:
    after = state.copy()
    after.play(move)
    return {"move": move, "say": narration.effect(state, after, names, language)}


class Table:
    def __init__(
        self, state: State, names: list[str], language: Language, viewer: object = None
    ) -> None:
        self.record = state.record
        self.seen = state.snapshot()
        self.names = names
        self.language = language
        self.colours = band_colours(state.record)
        self.colour_words = narration.colour_words(state, language)
        self.layout = Layout(state.players, self._large(viewer))

    def _large(self, viewer: object) -> int:
        """Whose board is large: the viewer's, or that of the seat which has marked last."""
        if isinstance(viewer, int):
            return viewer
        return 0 if self.marks is None else self.marks

    @property
    def marks(self) -> int | None:
        """The seat that has marked the last throw."""
        thrown = self.seen["throw"]
        return None if thrown is None else thrown["marks"]

    @property
    def is_covered(self) -> bool:
        """Whether the dice have fallen and the cup has not named anybody yet."""
        return bool(self.record.drawn == MARKS)

    @property
    def winner(self) -> int | None:
        """TR-13 The winner of the game that the boards show, if it is over."""
        boards = self.seen["boards"]
        won = [seat for seat, board in enumerate(boards) if set(board) == {BUT}]
        return won[0] if won else None

    def data(self) -> Data:
        seats = range(len(self.names))
        return {
            "width": WIDTH,
            "height": self.layout.height,
            "seats": len(self.names),
            "throws": int(self.record.throws),
            "game_number": int(self.record.game),
            "colours": self.colours,
            "signs": [self._signs(band) for band in range(BANDS)],
            "prints": self._prints(),
            "boards": [self._board(seat) for seat in seats],
            "trotters": [self._trotter(seat, band) for seat in seats for band in range(BANDS)],
            "stage": self._stage(),
        }

    # ---- The boards ---------------------------------------------------------------------------

    def _signs(self, band: int) -> list[int]:
        signs: list[int] = self.record.signs[band].tolist()
        return signs

    def _prints(self) -> list[Data]:
        """What is printed on a board, once for the large one and once for the others."""
        large = self.layout.boards[self.layout.large]
        small = self.layout.boards[(self.layout.large + 1) % len(self.names)]
        return [self._print("large", large), self._print("small", small)]

    def _print(self, name: str, board: Board) -> Data:
        flat = Board(0, 0, board.width, board.lane, board.is_large)
        return {
            "name": name,
            "is_large": board.is_large,
            **{key: getattr(flat, key) for key in ("width", "height", "head", "lane", "plate")},
            **{key: getattr(flat, key) for key in ("pitch", "unit")},
            "columns": flat.columns,
            "lanes": [self._lane(flat, band) for band in range(BANDS)],
            "figures": self.record.figures[:BUT].tolist() if board.is_large else [],
        }

    def _lane(self, board: Board, band: int) -> Data:
        signs = self._signs(band)
        return {
            "colour": self.colours[band],
            "word": self.colour_words[band],
            "y": board.rows[band],
            "holes": [
                {"x": board.columns[hole], "sign": signs[hole]} for hole in range(CIRCLED, SORTIE)
            ],
        }

    def _board(self, seat: int) -> Data:
        board = self.layout.boards[seat]
        return {
            "seat": seat,
            "number": seat + 1,
            "name": shortened(self.names[seat], board.width - (120 if board.is_large else 78)),
            "print": "large" if board.is_large else "small",
            "is_large": board.is_large,
            **{key: getattr(board, key) for key in ("x", "y", "width", "height")},
            "columns": [round(x, 2) for x in board.columns],
            "rows": [round(y, 2) for y in board.rows],
            "scale": board.trotter_scale,
            "unit": board.unit,
            "marks": seat == self.marks and not self.is_covered,
            "named": self._named_lanes(seat),
            "won": seat == self.winner,
            "account": self._account(seat),
            "label": self._board_label(seat),
        }

    def _named_lanes(self, seat: int) -> list[Data]:
        """TR-3 The bands that the throw has named on the board of whoever marks it."""
        if seat != self.marks or self.is_covered:
            return []
        board, colour = self.layout.boards[seat], self.seen["throw"]["color"]
        named = range(BANDS) if colour == "wheel" else [colour]
        return [
            {"band": band, "y": board.rows[band] - board.lane / 2, "height": board.lane}
            for band in named
        ]

    def _account(self, seat: int) -> str:
        """TR-14 What a board would owe now; once the game is won, what it owes or receives."""
        debt = self._debt(seat)
        if self.winner is None:
            return f"{debt}"
        if seat != self.winner:
            return f"−{debt}"
        return f"+{sum(self._debt(other) for other in range(len(self.names)))}"

    def _debt(self, seat: int) -> int:
        return int(debt_of(self.record, seat))

    def _board_label(self, seat: int) -> str:
        """The text alternative of a board, for screen readers."""
        language = self.language
        said = language("{name}, board {number}", name=self.names[seat], number=seat + 1)
        trotters = [
            f"{self.colour_words[band]} {self._place_words(seat, band)}" for band in range(BANDS)
        ]
        owes = language("would owe {debt}", debt=self._debt(seat))
        if self.winner is not None:
            owes = language("owes {debt}", debt=self._debt(seat))
        if seat == self.winner:
            owes = language("wins {points}", points=self._account(seat).removeprefix("+"))
        return language("{board}: {trotters}", board=said, trotters=", ".join([*trotters, owes]))

    def _place_words(self, seat: int, band: int) -> str:
        place = self.seen["boards"][seat][band]
        kind = int(sign_of(self.record, seat, band))
        words = narration.place_word(place, self.language)
        if self.seen["prisoners"][seat][band]:
            return self.language("{place} (prisoner)", place=words)
        if kind == NO_SIGN:
            return words
        return f"{words} ({narration.sign_word(SIGN_NAMES[kind], self.language)})"

    def _trotter(self, seat: int, band: int) -> Data:
        board, place = self.layout.boards[seat], self.seen["boards"][seat][band]
        x, y = board.spot(band, place)
        return {
            "seat": seat,
            "band": band,
            "place": place,
            "colour": self.colours[band],
            "x": round(x, 2),
            "y": round(y, 2),
            "scale": board.trotter_scale,
            "halo": board.halo,
            "sign": int(sign_of(self.record, seat, band)),
            "is_prisoner": self.seen["prisoners"][seat][band],
        }

    # ---- The dice and the cup -----------------------------------------------------------------

    def _stage(self) -> Data:
        faces = self._faces()
        marks = None if self.is_covered else self.marks
        return {
            "height": STAGE,
            "margin": MARGIN,
            "size": DIE,
            "dice": [self._die(die, face) for die, face in enumerate(faces)],
            "thrown": int(self.record.throws) + self.is_covered,
            "fallen": " ".join(map(str, faces)),
            "marks": marks,
            **self._said(marks),
            "games": self._games(),
            "label": self._stage_label(faces, marks),
        }

    def _faces(self) -> list[int]:
        """The faces of the dice, of this throw or else the last; NOBODY for one not fallen yet."""
        if self.is_covered:
            faces: list[int] = self.record.dice[:MARKS].tolist()
            return faces
        last: list[int] = self.record.throw[:MARKS].tolist()
        return last

    def _die(self, die: int, face: int) -> Data:
        x, y = die_at(die)
        faces = {
            POINTS: [f"die-{points}" for points in range(1, 7)],
            COLOUR: [f"tr-colour-{colour}" for colour in range(WHEEL + 1)],
            ORDER: [f"tr-order-{order}" for order in range(len(ORDERS))],
        }[die]
        return {
            "die": die,
            "x": x,
            "y": y,
            "faces": " ".join(faces),
            "face": None if face == NOBODY else faces[face],
        }

    def _said(self, marks: int | None) -> Data:
        """Beside the cup: whom it has named; or who has won."""
        language = self.language
        if self.winner is not None:
            return {
                "seat": self.winner,
                "name": self._name_beside(self.winner),
                "does": language("wins the game"),
            }
        if marks is not None:
            return {"seat": marks, "name": self._name_beside(marks), "does": language("marks")}
        does = language("who marks?") if self.is_covered else language("no throw yet")
        return {"seat": None, "name": "", "does": does}

    def _name_beside(self, seat: int) -> str:
        return shortened(self.names[seat], 92)

    def _games(self) -> str:
        """TR-15 Which game of how many."""
        if self.record.rounds == 1:
            return ""
        number, count = int(self.record.game), int(self.record.rounds)
        return self.language("game {number} of {count}", number=number, count=count)

    def _stage_label(self, faces: list[int], marks: int | None) -> str:
        language = self.language
        if NOBODY in faces:
            return language("The dice and the cup: no throw yet")
        thrown = {
            "points": faces[POINTS] + 1,
            "color": "wheel" if faces[COLOUR] == WHEEL else faces[COLOUR],
            "order": ORDERS[faces[ORDER]],
        }
        dice = narration.throw_words(thrown, self.colour_words, language)
        if marks is None:
            return language("The dice: {dice}; the cup is shaken", dice=dice)
        return language("The dice: {dice}; the cup names {name}", dice=dice, name=self.names[marks])


def shortened(name: str, room: float) -> str:
    """A name truncated to the space there is."""
    most = max(3, int(room / LETTER))
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"
