"""The terminal during a match: the table, the last events, the question."""

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.segment import SegmentLines
from rich.table import Table
from rich.text import Text

from ...core.game import Game
from ...core.language import Language
from ...core.state import State
from ...core.typography import with_minus
from ...table.match import Match
from ...table.record import Record
from ...table.result import tie_break
from ..shared.console import show_paged

EVENTS = 2  # sentences below the table
EVENTS_IF_TALL = 4  # … on a screen of TALL lines and more
TALL = 32
CROWDED = 4  # players whose table leaves no blank line on a screen that is not tall
NARROWEST = 60  # columns in which every table fits

#: Colours.
FELT = "rgb(88,160,125)"
BRASS = "rgb(196,154,58)"
VERMILION = "rgb(217,72,43)"


class Screen:
    """Draws one match on a console."""

    def __init__(self, console: Console, game: Game, names: list[str], language: Language) -> None:
        self.console = console
        self.game = game
        self.names = names
        self.language = language
        self.game_language = game.language(language.code)

    def show(
        self, state: State, sentences: list[str], unread: int = 0, viewer: int | None = None
    ) -> int:
        """Draw the table, the last events (all `unread` ones) and the question.

        `viewer` is the seat that looks; without one, only what everybody may see is shown. Returns
        how many lines of the screen are left below.
        """
        asked = self.game.narration.ask(state, self.names, self.game_language)
        question = Text(f"▸ {asked}", style=f"bold {VERMILION}")
        return self._draw(self._table(state, sentences, unread, viewer), question)

    def show_table(self, state: State, sentences: list[str]) -> None:
        self._draw(self._table(state, sentences))

    def _draw(self, *parts: RenderableType) -> int:
        if self.console.is_terminal:
            self.console.clear()
        lines = self.console.render_lines(Group(*parts), pad=False)
        self.console.print(SegmentLines(lines, new_lines=True), end="")
        return self.console.height - len(lines)

    def _table(
        self, state: State, sentences: list[str], unread: int = 0, viewer: int | None = None
    ) -> Group:
        """The game's board under a title, and the last events."""
        unit = self.game.unit[self.language.code]
        length = self.language("{unit}: {number}", unit=unit, number=state.length)
        is_tall = self.console.height >= TALL
        shown = max(EVENTS_IF_TALL if is_tall else EVENTS, unread)
        return Group(
            Rule(f"[bold]{self.game.title}[/] · {length}", style=FELT),
            self.game.terminal.board(state, self.names, self.game_language, viewer),
            *self._width_warning(),
            *([Text()] if is_tall or len(self.names) < CROWDED else []),
            *(Text(sentence, style="dim") for sentence in sentences[-shown:]),
        )

    def _width_warning(self) -> list[Text]:
        if not self.console.is_terminal or self.console.width >= NARROWEST:
            return []
        warning = self.language(
            "This terminal has {width} columns; from {narrowest} on, everything is shown.",
            width=self.console.width,
            narrowest=NARROWEST,
        )
        return [Text(warning, style="italic")]

    def show_log(self, sentences: list[str]) -> None:
        log = Table.grid(padding=(0, 1, 0, 1))
        log.add_column(justify="right")
        for number, sentence in enumerate(sentences, 1):
            log.add_row(f"{number}.", Text(sentence))
        show_paged(
            self.console, log if sentences else Text(self.language("Nothing has happened yet."))
        )

    def show_end(self, match: Match, sentences: list[str]) -> None:
        """The winner, and the scores side by side."""
        assert match.result is not None
        self.show_table(match.state, sentences)
        self.console.print(Rule(style=FELT))
        self.console.print(self.result_table(match.result.points, match.result.winners))
        self.console.print(Text(self.outcome(match.result.data()), style=f"bold {BRASS}"))
        why = tie_break(match.state, match.result, match.resigned, self.names, self.game_language)
        if why is not None:
            self.console.print(Text(why))

    def ending(self, record: Record) -> str:
        """The scores of a record and who won, or that it stops before the end."""
        if record.result is None:
            return self.language("The record ends here, before the match does.")
        points = " : ".join(with_minus(str(each)) for each in record.result["points"])
        return f"{points} — {self.outcome(record.result)}"

    def outcome(self, result: dict[str, object]) -> str:
        """The result line of a record as a sentence."""
        winners, ended = result["winners"], result["ended"]
        assert isinstance(winners, list)
        names = self.language(" and ").join(self.names[seat] for seat in winners)
        if ended == "abandoned":
            return self.language("The match was abandoned.")
        if ended == "resigned":
            loser = result["seat"]
            assert isinstance(loser, int)
            if not winners:
                return self.language(
                    "{loser} resigns; everybody has resigned.", loser=self.names[loser]
                )
            return self.language(
                "{loser} resigns; the victory goes to {names}.",
                loser=self.names[loser],
                names=names,
            )
        if len(winners) > 1:
            return self.language("{names} share the victory!", names=names)
        return self.language("{names} won!", names=names)

    def result_table(self, points: list[int], winners: list[int]) -> Table:
        most = max(1, *points)
        table = Table(box=None, show_header=False, padding=(0, 1))
        for seat in sorted(range(len(points)), key=lambda s: (s not in winners, -points[s])):
            bar = "█" * round(30 * max(points[seat], 0) / most)
            crown = "★" if seat in winners else " "
            table.add_row(
                Text(crown, style=BRASS),
                Text(self.names[seat], style="bold"),
                Text(with_minus(str(points[seat])), style=f"bold {BRASS}", justify="right"),
                Text(bar, style=FELT),
            )
        return table
