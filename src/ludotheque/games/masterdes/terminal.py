"""The table of MasterDés for the terminal, as Rich renderables."""

import re
from collections import Counter
from itertools import zip_longest
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from ...core.language import Language
from ...core.state import State
from ...core.terminal_drawing import (
    BRASS,
    PIPS,
    VERMILION,
    seat_mark,
    seat_style,
    single_lines,
    without_accents,
)
from ...core.typography import with_minus
from .browser import label_of, order_words
from .chips import chips_of
from .duel import BLANK, NONE
from .narration import master_word
from .notation import MASTER, THROW
from .rules import FLASH_DUELS, REPLAY_THROW, SEATS, SECOND, THIRD
from .score_breakdown import current_table, is_cleared, last_scores, last_table, zone_at
from .track import FLASH, GOAL

DICE_STYLES = ("bold white on red3", "bold white on dodger_blue3")
MASTER_STYLE = "bold black on rgb(251,246,234)"
MASTER_WIDTH = 8  # of what is written on a MasterDé
TRAY = 4 * 7 + MASTER_WIDTH  # columns of a player's four dice
GAP = 4  # columns between the two trays
HALF = 50  # spaces of the track in a line
SYNONYMS = {
    "first": "first",
    "second": "second",
    "keep": "keep",
    "premier": "first",
    "premiere": "first",
    "deuxieme": "second",
    "seconde": "second",
    "garde": "keep",
    "garder": "keep",
    "tout garder": "keep",
    "k": "keep",
    "g": "keep",
}
THROW_WORDS = ("throw", "lance", "lancer", "relance", "relancer", "rethrow", "reroll")


def board(
    state: State, names: list[str], language: Language, seat: int | None = None
) -> RenderableType:
    """Everything on the table, as wide as there is room for."""
    return Board(state, names, language)


class Board:
    """Two trays face to face, what has gone out, and in Expert the track."""

    def __init__(self, state: State, names: list[str], language: Language) -> None:
        self.record = state.record
        self.edition = state.edition or state.game.edition
        self.is_past = is_cleared(self.record)
        self.table = last_table(self.record) if self.is_past else current_table(self.record)
        self.to_act = state.seat if state.awaits == "move" else None
        self.names = names
        self.language = language

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        trays = [self._tray(seat, drawn=True) for seat in range(SEATS)]
        if options.max_width >= 2 * TRAY + GAP:
            lines = side_by_side(*trays)
        else:
            lines = [line for seat in range(SEATS) for line in self._tray(seat, drawn=False)]
        yield from single_lines([self._heading(), *lines])
        yield from self._gone()
        if self.record.level != FLASH:
            yield from single_lines(track_lines(self.record))

    def _heading(self) -> Text:
        language, duel = self.language, self.table.duel
        if self.record.level == FLASH and duel <= FLASH_DUELS:
            said = language("duel {duel} of 10", duel=duel)
        else:
            said = language("duel {duel}", duel=duel)
        state = language("counted") if self.is_past else throw_word(self.table.throw, language)
        line = Text(f"{said} · {state}", style="dim")
        if self.record.level != FLASH:
            line.append(" · " + language("pot: {pot}", pot=int(self.record.pot)), style=BRASS)
        return line

    def _tray(self, seat: int, *, drawn: bool) -> list[Text]:
        """A player's name and points, dice, and what they count."""
        lines = [self._name(seat)]
        if not self.table.playing[seat]:
            absent = self.language("does not play this duel")
            return [*lines, Text(f"  {absent}", style="italic dim")]
        if not drawn:
            return [*lines, self._faces(seat), self._sum(seat)]
        pieces = [*self._dice(seat), *self._master(seat)]
        lines += [spaced(row) for row in zip(*pieces, strict=True)] if pieces else [Text()] * 5
        return [*lines, self._sum(seat)]

    def _name(self, seat: int) -> Text:
        arrow = ("▸ " if seat == self.to_act else "  ", VERMILION)
        name = (self.names[seat], seat_style(seat))
        points = int(self.record.points[seat])
        line = Text.assemble(arrow, seat_mark(seat), " ", name, (f"  {points}", f"bold {BRASS}"))
        if self.record.level == FLASH and points:
            line.append(f"  {chips_words(self.record.points.tolist(), seat, self.edition)}", "dim")
        return line

    def _faces(self, seat: int) -> Text:
        """The dice in one line, where there is no room to draw them."""
        faces = [str(face) for face in self.table.dice[seat]]
        if self.table.master[seat] != NONE:
            faces.append(master_word(self.table.master[seat], self.language))
        return Text("  " + " ".join(f"[{face}]" for face in faces), style=seat_style(seat))

    def _dice(self, seat: int) -> list[list[Text]]:
        style = DICE_STYLES[seat] + (" dim" if self.is_past else "")
        falling = 0 if self.is_past else int(self.record.in_hand[seat])
        return [die_lines(face, style) for face in self.table.dice[seat]] + [
            boxed(["   ", " ? ", "   "], 5, "dim") for _ in range(falling)
        ]

    def _master(self, seat: int) -> list[list[Text]]:
        face = self.table.master[seat]
        if face != NONE:
            word = "" if face == BLANK else master_word(face, self.language)
            style = MASTER_STYLE + (" dim" if self.is_past else "")
            return [boxed(["", word, ""], MASTER_WIDTH, style)]
        if not self.is_past and self.record.master_in_hand[seat]:
            return [boxed(["", "?", ""], MASTER_WIDTH, "dim")]
        return []

    def _sum(self, seat: int) -> Text:
        """What the dice count: their sum, or the duel score once it is counted."""
        language = self.language
        if not self.is_past:
            total = sum(self.table.dice[seat])
            return Text("  " + language("sum {sum}", sum=total) if total else "", style="dim")
        entry = next(entry for entry in last_scores(self.record) if entry.seat == seat)
        change = entry.after - entry.before
        said = (
            language("score {score}", score=entry.score) + f" · {with_minus(format(change, '+d'))}"
        )
        return Text(f"  {said}", style=BRASS)

    def _gone(self) -> list[Text]:
        """What is out of the duel, and why; what has gone out last is bright."""
        gone = sorted([*self._pairs(), *self._masters()], key=lambda each: each[0])
        line = Text(self.language("out of the duel: "), style="dim")
        if not gone:
            return [line.append(self.language("nothing"), style="dim")]
        latest = gone[-1][0]
        lines = []
        for throw, said in gone:
            line.append(
                f"{said} ({throw_word(throw, self.language)})",
                style=VERMILION if throw == latest else "dim",
            )
            lines.append(line)
            line = Text("  ")
        return lines

    def _pairs(self) -> list[tuple[int, str]]:
        return [
            (throw, " ".join(f"{face}={face}" for face in faces))
            for throw, faces in enumerate(self.table.pairs)
            if faces
        ]

    def _masters(self) -> list[tuple[int, str]]:
        table, language = self.table, self.language
        return [
            (
                table.lost_in[seat],
                language(
                    "MasterDé of {name} [{shown}]: all dice showed {face}",
                    name=self.names[seat],
                    shown=master_word(table.lost[seat], language),
                    face=face,
                ),
            )
            for seat, face in enumerate(table.alike)
            if face
        ]


def throw_word(throw: int, language: Language) -> str:
    if throw == SECOND:
        return language("second throw")
    if throw == THIRD:
        return language("third throw")
    if throw == REPLAY_THROW:
        return language("replay")
    return language("first throw")


def die_lines(face: int, style: str) -> list[Text]:
    """An ordinary die, five lines high, seen from above."""
    return boxed([" ".join(pips) for pips in PIPS[face]], 5, style)


def boxed(rows: list[str], width: int, style: str) -> list[Text]:
    """Three rows of text in a frame."""
    edge = "─" * width
    inside = [f"│{row.center(width)}│" for row in rows]
    return [Text(line, style=style) for line in (f"╭{edge}╮", *inside, f"╰{edge}╯")]


def spaced(pieces: Any) -> Text:
    return Text(" ").join(pieces)


def side_by_side(left: list[Text], right: list[Text]) -> list[Text]:
    lines = []
    for one, other in zip_longest(left, right, fillvalue=Text()):
        lines.append(one + Text(" " * max(TRAY + GAP - one.cell_len, 1)) + other)
    return lines


def chips_words(points: list[int], seat: int, edition: dict[str, Any]) -> str:
    """A seat's points in the chips of the box; what it has no chips for is written as a number."""
    chips, short = chips_of(points, seat, edition)
    shown = [f"{count}×◉{value}" for (_, value), count in Counter(chips).items()]
    return " ".join([*shown, *([f"+{short}"] if short else [])])


def track_lines(record: Any) -> list[Text]:
    """The track in two lines of fifty spaces, with its signs explained beside it."""
    return [
        track_part(record, range(HALF + 1)).append("  × Malus", style=VERMILION),
        track_part(record, range(HALF + 1, GOAL + 1)).append("  ◉ Cagnotte", style=BRASS),
    ]


def track_part(record: Any, spaces: range) -> Text:
    line = Text(f"{spaces[0]:>3} ", style="dim")
    for space in spaces:
        line.append_text(space_mark(record, space))
    return line.append(f" {spaces[-1]:<3}", style="dim")


def space_mark(record: Any, space: int) -> Text:
    """The pawns on a space, or its zone."""
    here = [seat for seat, points in enumerate(record.points.tolist()) if points == space]
    if len(here) == SEATS:
        return Text("◆", style=f"bold {BRASS}")
    if here:
        return seat_mark(here[0])
    zone = zone_at(record, space)
    if zone is None:
        return Text("·", style="dim")
    return Text("×", style=VERMILION) if zone == "malus" else Text("◉", style=BRASS)


def normalize_move(text: str) -> str:
    """What somebody typed, as the notation writes it: `4 1 m` or `lancer 1 4 M` for `throw:1,4,m`.

    A single number stays one: it is a number of the list.
    """
    words = [word for word in re.split(r"[\s:,;+-]+", without_accents(text)) if word]
    if " ".join(words) in SYNONYMS:
        return SYNONYMS[" ".join(words)]
    named = words[1:] if words and words[0] in THROW_WORDS else words
    dice = [die for word in named for die in word]
    is_number = named == words and len(words) == 1 and words[0].isdigit()
    if dice and not is_number and all(die in "123456m" for die in dice):
        return "throw:" + ",".join(sorted(dice))
    return text.strip()


def move_name(move: str, language: Language) -> str:
    """A move in words: its dice by their faces, 2-4 + MasterDé."""
    if move in (words := order_words(language)):
        return words[move]["label"]
    if not move.startswith(THROW):
        return label_of([], language)
    named = move.removeprefix(THROW).split(",")
    faces = "-".join(die for die in named if die != MASTER)
    dice = [each for each in (faces, "MasterDé" if MASTER in named else "") if each]
    return language("Throw again: {dice}", dice=" + ".join(dice))
