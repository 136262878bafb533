"""The table of Course de dés for the terminal, as Rich renderables.

Only public things are drawn, unless the caller names the seat that is looking.
"""

import re
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from ...core.language import Language
from ...core.state import State
from ...core.terminal_drawing import (
    BRASS,
    VERMILION,
    seat_mark,
    seat_style,
    single_lines,
    without_accents,
)
from .._race.terminal import colour_legend, named_dice, with_more
from .labels import labels_in
from .narration import card_words
from .notation import NOTATION

Snapshot = dict[str, Any]
INK = "black"
DICE_STYLES = {
    "g": f"{INK} on green3",
    "k": f"{INK} on pink1",
    "b": f"{INK} on sky_blue2",
    "r": f"{INK} on light_coral",
    "v": f"{INK} on plum2",
}
MOST_LINES = 9  # of a road; a longer one runs on in the same line
SHORTEST_NAME = 8
SYNONYMS = {
    "colour": "color",
    "couleur": "color",
    "valeur": "value",
    "jocker": "joker",
    "ecart": "gap",
    "echange": "swap",
    "depassement": "overtake",
    "culbute": "tumble",
    "defausse": "discard",
    "defausser": "discard",
    "choix": "choose",
    "choisir": "choose",
    "pick": "choose",
    "changer": "exchange",
}


def board(
    state: State, names: list[str], language: Language, seat: int | None = None
) -> RenderableType:
    """Everything on the table that everybody sees, and what `seat` holds."""
    return Board(state, names, language, seat)


class Board:
    """The road from the lead backwards, the seats, and one seat's cards and objectives."""

    def __init__(
        self, state: State, names: list[str], language: Language, seat: int | None
    ) -> None:
        self.seen = state.snapshot("public" if seat is None else seat)
        self.to_act = state.seat
        self.looking = seat
        self.names = names
        self.language = language

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        colours = colour_legend(DICE_STYLES, self.language)
        lines = [self._heading(), *road_lines(self.seen, width), colours, *self._seats(width)]
        if self.looking is not None:
            lines += [Text(), *self._own(self.looking)]
        yield from single_lines(lines)

    def _heading(self) -> Text:
        seen, language = self.seen, self.language
        said = [
            language("stage {stage} of 4", stage=seen["stage"]),
            language("pile: {cards}", cards=seen["pile"]),
            language("discard: {cards}", cards=sum(seen["discard"].values())),
        ]
        line = Text(" · ".join(said), style="dim")
        if seen["tiebreak"] is not None:
            line.append("  " + language("tie-break"), style=f"bold {VERMILION}")
        return line

    def _seats(self, width: int) -> list[Text]:
        """Tokens, cards, objectives of every seat; an arrow points at whose turn it is."""
        room = max(SHORTEST_NAME, min(max(map(len, self.names)), width - 44))
        lines: list[Text] = []
        for seat, name in enumerate(self.names):
            line = Text("▸ " if seat == self.to_act else "  ", style=VERMILION)
            line.append_text(seat_mark(seat)).append(" ")
            shown = Text(name, style=seat_style(seat))
            shown.truncate(room, overflow="ellipsis", pad=True)
            line.append_text(shown)
            line.append(f"  {self.seen['points'][seat]:>2} ◉", style=f"bold {BRASS}")
            line.append(f"  {count_of(self.seen['hands'][seat])} ▯", style="dim")
            line.append(f"  {count_of(self.seen['goals'][seat])} ◎ ", style="dim")
            if self.seen["tumbled"] == seat:
                line.append("  ↻ " + self.language("tumbled"), style="dim")
            spent = named_dice(self.seen["spent"][seat], DICE_STYLES, self.language)
            lines += with_more(line, Text("  ").append_text(spent), width)
        return lines

    def _own(self, seat: int) -> list[Text]:
        """The hand and the objectives of the seat that looks; the one in force comes first."""
        hand = Text(self.language("your cards: "), style="dim")
        hand.append(
            ", ".join(card_words(card, self.language) for card in self.seen["hands"][seat]),
            style="bold",
        )
        goals = Text(self.language("your objectives: "), style="dim")
        named = named_dice(self.seen["goals"][seat], DICE_STYLES, self.language)
        return [hand, goals.append_text(named)]


def count_of(held: Any) -> int:
    """How many cards: a number for others, a list for oneself."""
    return held if isinstance(held, int) else len(held)


def die(name: str) -> Text:
    """A die or an objective: its colour, never without its letter."""
    return Text(name, style=DICE_STYLES[name[0]])


def road_lines(seen: Snapshot, width: int) -> list[Text]:
    """A group a line, the lead first; a road of many groups runs on from line to line."""
    pieces = road_pieces(seen)
    lines = [line for piece in pieces for line in wrapped([piece], width)]
    return lines if len(lines) <= MOST_LINES else wrapped(pieces, width)


def wrapped(pieces: list[Text], width: int) -> list[Text]:
    """Pieces one after another, in lines that are not too wide; those after the first indented."""
    lines = [Text()]
    for piece in pieces:
        for word in piece.split(" "):
            if lines[-1].cell_len + word.cell_len > width:
                lines.append(Text("   "))
            lines[-1].append_text(word).append(" ")
        lines[-1].append(" ")
    return lines


def road_pieces(seen: Snapshot) -> list[Text]:
    pieces, number = [], 0
    for group in seen["groups"]:
        if isinstance(group, str):
            pieces.append(Text("   ╌╌╌", style=BRASS))
            continue
        number += 1
        piece = Text(f"{number:>2} ", style=f"bold {VERMILION}" if number == 1 else "bold")
        for name in group:
            piece.append_text(die(name)).append(" ")
        pieces.append(piece)
    return pieces


def normalize_move(text: str) -> str:
    """What somebody typed, as the notation writes it: `Couleur b` and `b` are `color:b`."""
    words = [without_accents(word) for word in re.split(r"[\s:,]+", text.strip()) if word]
    if len(words) == 1 and words[0] in NOTATION.colours:
        return f"color:{words[0]}"
    return ":".join(SYNONYMS.get(word, word) for word in words)


def move_name(move: str, language: Language) -> str:
    return labels_in(language).entry(move)
