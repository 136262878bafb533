"""The table of DiceRun in the terminal: the race, the pile, what everybody has.

A seat's hand and objectives are drawn only where that seat is named as the one who looks.
"""

import re

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from ...core.language import Language
from ...core.state import State
from ...core.terminal_drawing import BRASS, VERMILION, seat_mark, seat_style, single_lines
from .._race.terminal import colour_legend, named_dice, with_more
from .cards import NOTATION
from .labels import labels_in
from .narration import card_words

DICE_STYLES = {
    "r": "bold white on rgb(190,50,45)",
    "o": "bold black on rgb(238,150,50)",
    "g": "bold white on rgb(40,125,75)",
    "b": "bold white on rgb(40,90,170)",
    "p": "bold white on rgb(125,65,150)",
}
NUMBER_WIDTH = 4
DIE_WIDTH = 3


def board(
    state: State, names: list[str], language: Language, seat: int | None = None
) -> RenderableType:
    """Everything on the table that everybody sees, and what `seat` holds, if one is named."""
    return Board(state, names, language, seat)


class Board:
    """The race from the lead backwards, the pile, the seats, and what one of them holds."""

    def __init__(
        self, state: State, names: list[str], language: Language, seat: int | None
    ) -> None:
        self.to_move = state.seat
        self.looking = seat
        self.seen = state.snapshot("public" if seat is None else seat)
        self.names = names
        self.language = language

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        colours = colour_legend(DICE_STYLES, self.language)
        width = options.max_width
        lines = [*self._race(width), colours, self._pile(), *self._seats(width)]
        if self.looking is not None:
            lines += self._own(self.looking)
        yield from single_lines(lines)

    def _race(self, width: int) -> list[Text]:
        """The groups from the lead, one line or more for each."""
        if not self.seen["groups"]:
            return [Text(self.language("The dice are not on the table yet."), style="dim")]
        a_line = max(1, (width - NUMBER_WIDTH) // DIE_WIDTH)
        lines, number = [], 0
        for group in self.seen["groups"]:
            if group == "gap":
                lines.append(Text("    ┄┄ " + self.language("gap") + " ┄┄", style="dim"))
                continue
            number += 1
            for start in range(0, len(group), a_line):
                mark = f"{number:>2}  " if not start else " " * NUMBER_WIDTH
                line = Text(mark, style=f"bold {VERMILION}" if number == 1 else "bold")
                lines.append(line.append_text(dice_text(group[start : start + a_line])))
        return lines

    def _pile(self) -> Text:
        language, seen = self.language, self.seen
        discarded = ", ".join(
            f"{self._card(card)} ×{count}" for card, count in seen["discard"].items()
        )
        line = Text()
        line.append(language("stage {stage}", stage=seen["stage"]), style=f"bold {BRASS}")
        line.append(" · " + language("pile: {count}", count=seen["pile"]), style="dim")
        line.append(" · " + language("discarded: {cards}", cards=discarded or "–"), style="dim")
        return line

    def _seats(self, width: int) -> list[Text]:
        widest = max(map(len, self.names))
        lines = []
        for seat, name in enumerate(self.names):
            lines += with_more(self._seat(seat, name, widest), self._shown(seat), width)
        return lines

    def _seat(self, seat: int, name: str, widest: int) -> Text:
        """Points, stages won, who rerolled last."""
        language, seen = self.language, self.seen
        line = Text("▸ " if seat == self.to_move else "  ", style=VERMILION)
        line.append_text(seat_mark(seat))
        line.append(f" {name:<{widest}}", style=seat_style(seat))
        line.append(f" {seen['points'][seat]:>3}", style=f"bold {BRASS}")
        wins = " ".join(f"★{points}" for points in seen["stage_wins"][seat])
        line.append(f" {wins}" if wins else "", style=BRASS)
        if seen["rerolled"] == seat:
            line.append("  " + language("rerolled last"), style="dim italic")
        return line

    def _shown(self, seat: int) -> Text:
        """The objectives that all have seen, by name: a letter and a number would be notation."""
        language, seen = self.language, self.seen
        line = Text()
        if seen["open"][seat]:
            line.append("  " + language("objective:") + " ")
            line.append_text(named_dice([seen["open"][seat]], DICE_STYLES, language))
        if seen["spent"][seat]:
            line.append("  " + language("spent:") + " ", style="dim")
            line.append_text(named_dice(seen["spent"][seat], DICE_STYLES, language))
        return line

    def _own(self, seat: int) -> list[Text]:
        """What only that seat may see."""
        hand = Text(self.language("cards:") + " ", style="dim")
        hand.append(" · ".join(map(self._card, self.seen["hands"][seat])), style="bold")
        goals = Text(self.language("objectives:") + " ", style="dim")
        named = named_dice(self.seen["goals"][seat], DICE_STYLES, self.language)
        return [Text(), hand, goals.append_text(named)]

    def _card(self, card: str) -> str:
        """A card by its name; "?" is one that was laid face down."""
        return self.language("face down") if card == "?" else card_words(card, self.language)


def dice_text(dice: list[str]) -> Text:
    """Dice side by side, each in its colour and with its colour's letter."""
    line = Text()
    for place, die in enumerate(dice):
        line.append(" " if place else "")
        line.append(die, style=DICE_STYLES[die[0]])
    return line


#: French and short words for verbs of the notation.
VERBS = {
    "colour": "color",
    "couleur": "color",
    "valeur": "value",
    "échange": "swap",
    "echange": "swap",
    "remontée": "surge",
    "remontee": "surge",
    "volte-face": "flip",
    "écart": "gap",
    "ecart": "gap",
    "accident": "crash",
    "objectif": "goal",
    "objective": "goal",
    "relancer": "reroll",
    "relance": "reroll",
    "défausser": "discard",
    "defausser": "discard",
    "choisir": "choose",
    "prendre": "pick",
    "lancer": "pick",
    "roll": "pick",
}


def normalize_move(text: str) -> str:
    """What somebody typed, as the notation writes it: `Sprint b2 r6 b1` is `sprint:r6,b1,b2`.

    Two dice alone are picked for the roll-off: `b1 r6` is `pick:r6,b1`.
    """
    words = re.split(r"[\s:,]+", text.strip().lower())
    words = [VERBS.get(word, word) for word in words if word]
    if len(words) == 1 and words[0] in NOTATION.colours:  # a number would be one of the list
        words.insert(0, "color")
    if len(words) == 2 and all(word in NOTATION.dice for word in words):
        words.insert(0, "pick")
    if words[:1] in (["sprint"], ["pick"]) and all(word in NOTATION.dice for word in words[1:]):
        return f"{words[0]}:" + ",".join(sorted(words[1:], key=NOTATION.dice.index))
    return ":".join(words)


def move_name(move: str, language: Language) -> str:
    return labels_in(language).entry(move)
