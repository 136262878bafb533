"""The menu of legal moves by name: chosen by number, or typed in the game's notation."""

from collections import Counter
from itertools import count

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from ...core.language import Language
from ...core.state import State

MOST_LISTED = 40  # moves of one kind; of more, only EXAMPLES are listed
EXAMPLES = 3


def kind_of(move: str) -> str:
    """The part before a move's colon, if it has one: `sprint` of sprint:r6,b1,b2."""
    return move.partition(":")[0] if ":" in move else ""


class Menu:
    """A numbered list of the legal moves, those that score most first.

    A number that is itself a move in the game's notation (`7` in Level X) always means that move:
    such numbers are kept for the moves they name, and never given to another.
    """

    def __init__(self, state: State, names: list[str], game_language: Language) -> None:
        self.state = state
        self.names = names
        self.game_language = game_language
        self._after = state.successors()
        self.moves = self._numbered()

    def _numbered(self) -> dict[str, str]:
        """The moves by their number, best first; a move that is itself a number keeps it."""
        free = (str(number) for number in count(1) if not self.is_move(str(number)))
        return {move if move.isdigit() else next(free): move for move in self._best_first()}

    def is_move(self, text: str) -> bool:
        """Whether a text is a move in the game's notation, legal or not."""
        return self.state.game.notation.read_move(text) is not None

    def _best_first(self) -> list[str]:
        """Sorted by the points they bring at once, then by how many dice they use.

        With secrets, sorted by name: points could depend on what the seat does not know.
        """
        seat = self.state.seat
        assert seat is not None
        if self.state.game.secrets:
            return sorted(self._after)

        def gain(move: str) -> tuple[int, bool, int]:
            points = self._after[move].points[seat]
            return -points, not any(map(str.isalnum, move)), -len(move.split())

        return sorted(sorted(self._after), key=gain)

    def show(self, console: Console, room: int) -> None:
        """Print the list, with the effect of each move if that fits into `room` lines."""
        columns = self._columns(with_effects=True)
        if console.is_terminal and len(console.render_lines(columns, pad=False)) > room:
            columns = self._columns(with_effects=False)
        console.print(columns)

    def _columns(self, *, with_effects: bool) -> Columns:
        brief = self.state.game.narration.brief
        width = max(len(number) for number in self.moves)
        longest = max(len(self.name(move)) for move in self.moves.values())
        entries = []
        counts = Counter(map(kind_of, self.moves.values()))
        shown: Counter[str] = Counter()
        for number, move in self.moves.items():
            shown[kind_of(move)] += 1
            if counts[kind_of(move)] > MOST_LISTED and shown[kind_of(move)] > EXAMPLES:
                continue
            entry = Text(no_wrap=True, overflow="ellipsis")
            entry.append(f"{'' if number == move else number:>{width}}  ", "bold")
            entry.append(f"{self.name(move):<{longest}}", "bold cyan")
            if with_effects:
                brings = brief(self.state, self._after[move], self.names, self.game_language)
                entry.append(f"  {brings}", "dim")
            entries.append(entry)
        language = self.game_language
        for many in counts.values():
            if many > MOST_LISTED:
                more = language("… {count} such moves: type yours", count=many)
                entries.append(Text(f"{'':>{width}}  {more}", style="dim"))
        return Columns(entries, padding=(0, 3), column_first=True)

    def name(self, move: str) -> str:
        return self.state.game.terminal.move_name(move, self.game_language)

    def parse(self, answer: str) -> str | None:
        """The legal move that an answer stands for; None if it stands for none."""
        if answer in self.moves:
            return self.moves[answer]
        move = self.normalized(answer)
        return move if move in self.moves.values() else None

    def is_unlisted_number(self, answer: str) -> bool:
        """Whether an answer is a number that is neither in the list nor a move in the notation."""
        return answer.isascii() and answer.isdigit() and not self.is_move(self.normalized(answer))

    def normalized(self, answer: str) -> str:
        """An answer in the game's canonical notation, as far as it can be read."""
        return self.state.game.terminal.normalize_move(answer)
