"""What is on the screen during a match: the table, the last events, what is asked."""

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.segment import SegmentLines
from rich.table import Table
from rich.text import Text

from ...core.game import Game
from ...core.language import Language
from ...core.state import State
from ...table.match import Match
from ..shared.console import show_paged

LAST_EVENTS = 2  # told below the table
MORE_EVENTS = 4  # … on a screen of TALL lines and more
TALL = 32
CROWD = 4  # players whose table leaves no line to spare on a screen that is not tall
NARROWEST = 60  # columns in which every table has room
FELT = "rgb(88,160,125)"
BRASS = "rgb(196,154,58)"
VERMILION = "rgb(217,72,43)"


class Screen:
    def __init__(self, console: Console, game: Game, names: list[str], language: Language) -> None:
        self.console = console
        self.game = game
        self.names = names
        self.language = language
        self.words = game.language(language.code)

    def show(self, state: State, told: list[str], news: int = 0, viewer: int | None = None) -> int:
        """The table, what happened (all `news` of it), what is asked; the lines left below.

        `viewer` is the seat that looks; without one, only what everybody may see is shown.
        """
        asked = self.game.module("narration").ask(state, self.names, self.words)
        question = Text(f"▸ {asked}", style=f"bold {VERMILION}")
        return self._draw(self._table(state, told, news, viewer), question)

    def show_table(self, state: State, told: list[str]) -> None:
        self._draw(self._table(state, told))

    def _draw(self, *parts: RenderableType) -> int:
        if self.console.is_terminal:
            self.console.clear()
        lines = self.console.render_lines(Group(*parts), pad=False)
        self.console.print(SegmentLines(lines, new_lines=True), end="")
        return self.console.height - len(lines)

    def _table(
        self, state: State, told: list[str], news: int = 0, viewer: int | None = None
    ) -> Group:
        """The game's board under a title, and the last things that happened."""
        unit = self.game.unit[self.language.code]
        length = self.language("{unit}: {number}", unit=unit, number=state.length)
        is_tall = self.console.height >= TALL
        shown = max(MORE_EVENTS if is_tall else LAST_EVENTS, news)
        return Group(
            Rule(f"[bold]{self.game.title}[/] · {length}", style=FELT),
            self.game.module("terminal").board(state, self.names, self.words, viewer),
            *self._remark_on_width(),
            *([Text()] if is_tall or len(self.names) < CROWD else []),
            *(Text(sentence, style="dim") for sentence in told[-shown:]),
        )

    def _remark_on_width(self) -> list[Text]:
        if not self.console.is_terminal or self.console.width >= NARROWEST:
            return []
        remark = self.language(
            "This terminal has {width} columns; from {narrowest} on, everything is shown.",
            width=self.console.width,
            narrowest=NARROWEST,
        )
        return [Text(remark, style="italic")]

    def show_log(self, told: list[str]) -> None:
        log = Table.grid(padding=(0, 1, 0, 1))
        log.add_column(justify="right")
        for number, sentence in enumerate(told, 1):
            log.add_row(f"{number}.", Text(sentence))
        show_paged(self.console, log if told else Text(self.language("Nothing has happened yet.")))

    def show_end(self, match: Match, told: list[str]) -> None:
        """The winner, and the scores side by side."""
        assert match.result is not None
        self.show_table(match.state, told)
        self.console.print(Rule(style=FELT))
        self.console.print(self.result_table(match.result.points, match.result.winners))
        self.console.print(Text(self.outcome(match.result.as_line()), style=f"bold {BRASS}"))

    def outcome(self, result: dict[str, object]) -> str:
        """The last line of a record in a sentence."""
        winners, ended = result["winners"], result["ended"]
        assert isinstance(winners, list)
        names = self.language(" and ").join(self.names[seat] for seat in winners)
        if ended == "abandoned":
            return self.language("The match was abandoned.")
        if ended == "resigned":
            loser = result["seat"]
            assert isinstance(loser, int)
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
                Text(str(points[seat]), style=f"bold {BRASS}", justify="right"),
                Text(bar, style=FELT),
            )
        return table
