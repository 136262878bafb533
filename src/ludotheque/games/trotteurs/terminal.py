"""The table of Les Trotteurs in the terminal: one board large, the others a line each."""

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from ...core.language import Language
from ...core.state import State
from ...core.terminal_drawing import BRASS, PAPER, VERMILION, seat_mark, seat_style, single_lines
from ...core.typography import with_minus
from .board import BANDS, BUT, CIRCLED, DEPART, PENTAGON, SORTIE
from .narration import colour_words, place_word
from .positions import band_colours
from .rules import debt_of, sign_of

TROTTER = "♞"
SIGNS = ("·", "△", "□", "⬠")
COLOUR_STYLES = {
    "red": "bold rgb(222,80,70)",
    "yellow": "bold rgb(235,200,70)",
    "green": "bold rgb(80,170,105)",
    "blue": "bold rgb(95,150,235)",
    "white": "bold rgb(235,235,230)",
    "orange": "bold rgb(238,150,50)",
    "purple": "bold rgb(170,110,200)",
    "pink": "bold rgb(240,150,180)",
    "brown": "bold rgb(165,115,75)",
    "black": "bold rgb(130,130,130)",
}
HOLE_WIDTH = 4
DEPART_WIDTH = 7
LABEL_WIDTH = 9
SMALL_WIDTH = 7  # of a band on a small board
NUMBER_WIDTH = 6  # of the points and debts beside it
SMALL_BOARD = BANDS * SMALL_WIDTH + 2 * NUMBER_WIDTH
MARK_WIDTH = 5  # of the arrow, a seat's shape and the spaces around them
LONGEST_NAME = 12


def board(
    state: State, names: list[str], language: Language, seat: int | None = None
) -> RenderableType:
    """Everything on the table; the board of `seat` is large, else that of whoever is to act."""
    return Board(state, names, language, seat)


class Board:
    def __init__(
        self, state: State, names: list[str], language: Language, seat: int | None
    ) -> None:
        self.state = state.record
        self.seen = state.snapshot()
        self.to_act = state.seat if state.awaits == "move" else state.roller
        self.seat = first_of(seat, self.to_act, 0)
        self.names = names
        self.language = language
        self.colours = colour_words(state, language)
        self.styles = [COLOUR_STYLES[colour] for colour in band_colours(state.record)]
        offer = self.seen["offer"]
        self.name_width = LONGEST_NAME
        self.in_offer = [offer["newcomer"], offer["resident"]] if offer else []

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - SMALL_BOARD - MARK_WIDTH
        self.name_width = max(1, min(LONGEST_NAME, room))
        lines = [self._heading(), *self._figures(), *map(self._band, range(BANDS)), self._legend()]
        lines += [self._small_heading(), *map(self._small, self._others()), self._throw()]
        yield from single_lines(lines)

    def _others(self) -> list[int]:
        """From the next seat on."""
        count = len(self.names)
        return [(self.seat + further) % count for further in range(1, count)]

    def _name(self, seat: int) -> Text:
        line = Text("▸ " if seat == self.to_act else "  ", style=VERMILION)
        line.append_text(seat_mark(seat))
        name = Text(f" {self.names[seat]}", style=seat_style(seat))
        name.truncate(self.name_width + 1, overflow="ellipsis")
        return line.append_text(name)

    def _heading(self) -> Text:
        """Whose board it is, the balance, and what its trotters would cost now."""
        language = self.language
        line = self._name(self.seat)
        points = self.seen["points"][self.seat]
        line.append("  " + language("points: {points}", points=points), style=f"bold {BRASS}")
        owes = int(debt_of(self.state, self.seat))
        line.append("  " + language("would owe {debt}", debt=owes), style="dim")
        if self.state.rounds > 1:
            number, count = int(self.state.game), int(self.state.rounds)
            game_text = language("game {number} of {count}", number=number, count=count)
            line.append(f"  {game_text}", style="dim")
        return line

    def _figures(self) -> list[Text]:
        """The names of the places, and the figures beside them."""
        names = [place_word(DEPART, self.language), "①", *map(str, range(CIRCLED + 1, SORTIE))]
        figures = list(map(str, self.state.figures[:BUT]))
        places = spread([*names, place_word(BUT, self.language)])
        return [Text(places, style="bold"), Text(spread(figures), style="dim")]

    def _band(self, band: int) -> Text:
        line = Text(f"  {self.colours[band]:<{LABEL_WIDTH - 2}}", style=self.styles[band])
        for place in range(BUT + 1):
            width = DEPART_WIDTH if place == DEPART else HOLE_WIDTH
            cell = self._cell(band, place)
            line.append_text(cell).append(" " * (width - cell.cell_len))
        return line

    def _cell(self, band: int, place: int) -> Text:
        """A place of the large board: what is printed there, and the trotter."""
        sign = SIGNS[self.state.signs[band, place]]
        printed = {DEPART: "", CIRCLED: "○", BUT: ""}.get(place, sign)
        if self.seen["boards"][self.seat][band] != place:
            return Text(printed, style="dim" if printed == SIGNS[0] else "")
        if self.seen["prisoners"][self.seat][band]:
            return Text(f"[{TROTTER}]", style=self._style(self.seat, band))
        shown = TROTTER + (printed if printed in SIGNS[1:] else "")
        return Text(shown, style=self._style(self.seat, band))

    def _style(self, seat: int, band: int) -> str:
        """A trotter's colour; one that an offer is about stands out."""
        is_offered = [seat, band] in self.in_offer
        return f"{self.styles[band]} reverse" if is_offered else self.styles[band]

    def _legend(self) -> Text:
        words = self.language("△ triangle  □ square  ⬠ pentagon  [ ] prisoner")
        return Text(" " * LABEL_WIDTH + words, style="dim italic")

    def _small_heading(self) -> Text:
        line = Text(" " * (self.name_width + MARK_WIDTH))
        for colour, style in zip(self.colours, self.styles, strict=True):
            line.append(f"{colour[: SMALL_WIDTH - 1]:<{SMALL_WIDTH}}", style=style)
        for heading in (self.language("points"), self.language("owes")):
            line.append(f"{heading:>{NUMBER_WIDTH}}", style="dim")
        return line

    def _small(self, seat: int) -> Text:
        """Another's board in a line."""
        line = self._name(seat)
        line.append(" " * (self.name_width + MARK_WIDTH - line.cell_len))
        for band in range(BANDS):
            cell = Text(self._small_cell(seat, band), style=self._style(seat, band))
            line.append_text(cell).append(" " * (SMALL_WIDTH - cell.cell_len))
        line.append(
            with_minus(f"{self.seen['points'][seat]:>{NUMBER_WIDTH}}"), style=f"bold {BRASS}"
        )
        return line.append(f"{int(debt_of(self.state, seat)):>{NUMBER_WIDTH}}", style="dim")

    def _small_cell(self, seat: int, band: int) -> str:
        place, kind = self.seen["boards"][seat][band], sign_of(self.state, seat, band)
        if place in (DEPART, BUT):
            return place_word(place, self.language)
        if kind == PENTAGON:
            return f"[{place}]"
        return f"{place}{SIGNS[kind]}" if kind else str(place)

    def _throw(self) -> Text:
        """The dice of the last throw, and who marks them."""
        thrown, language = self.seen["throw"], self.language
        if thrown is None:
            return Text("  " + language("no throw yet"), style="dim")
        colour = thrown["color"]
        shown = language("Wheel") if colour == "wheel" else self.colours[colour]
        order = language("BUT") if thrown["order"] == "BUT" else thrown["order"]
        line = Text("  " + language("last throw:"), style="dim")
        for face in (thrown["points"], shown, order):
            line.append(" ").append(f" {face} ", style=PAPER)
        return line.append(" → ", style="dim").append_text(self._marker(thrown["marks"]))

    def _marker(self, seat: int) -> Text:
        return seat_mark(seat).append(f" {self.names[seat]}", style=seat_style(seat))


def first_of(*seats: int | None) -> int:
    """The first value that is not None."""
    return next(seat for seat in seats if seat is not None)


def spread(texts: list[str]) -> str:
    """Texts above the places of the large board."""
    head, *rest = texts
    return (
        " " * LABEL_WIDTH + f"{head:<{DEPART_WIDTH}}" + "".join(f"{t:<{HOLE_WIDTH}}" for t in rest)
    )


#: What somebody may type for a move, in either language.
TYPED = {
    "claim": ("claim", "c", "warn", "réclamer", "reclamer", "réclame", "prévenir", "prevenir"),
    "call": ("call", "signaler", "signale", "omission"),
    "silent": ("silent", "s", "-", "silence", "pass", "rien", "passer", "se taire"),
}


def normalize_move(text: str) -> str:
    """What somebody typed, as the notation writes it: `Réclamer` is `claim`."""
    typed = " ".join(text.lower().split())
    return next((move for move, words in TYPED.items() if typed in words), typed)
