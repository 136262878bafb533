"""The legal moves to pick from, by number or by what they are."""

from collections import Counter
from itertools import count

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from ...core.language import Language
from ...core.state import State

CROWD = 40  # moves of one kind that are too many to list
EXAMPLES = 3  # that are listed all the same


def kind_of(move: str) -> str:
    """What a move begins with, where the notation has such a word: `sprint` of sprint:r6,b1,b2."""
    return move.partition(":")[0] if ":" in move else ""


class Menu:
    """A numbered list of the legal moves, those that score most first.

    A number that is itself a move in the game's notation (`7` in Level X) always means that move:
    such numbers are kept for the moves they name, and never given to another.
    """

    def __init__(self, state: State, names: list[str], words: Language) -> None:
        self.state = state
        self.names = names
        self.words = words
        self._after = state.successors()
        self.moves = self._numbered()

    def _numbered(self) -> dict[str, str]:
        """Move by number, in the order of the list; a move that is a number is its own."""
        free = (str(number) for number in count(1) if not self.is_move(str(number)))
        return {move if move.isdigit() else next(free): move for move in self._best_first()}

    def is_move(self, text: str) -> bool:
        """The text is a move in the game's notation, legal or not."""
        return self.state.game.notation.read_move(text) is not None

    def _best_first(self) -> list[str]:
        """By the points they bring at once, then by how many dice they use.

        Where there are secrets, by name: points could depend on what the seat cannot know.
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
        """The list, with what each move brings if that fits into `room` lines."""
        full = self._drawn(with_effects=True)
        if console.is_terminal and len(console.render_lines(full, pad=False)) > room:
            full = self._drawn(with_effects=False)
        console.print(full)

    def _drawn(self, *, with_effects: bool) -> Columns:
        brief = self.state.game.module("narration").brief
        width = max(len(number) for number in self.moves)
        longest = max(len(move) for move in self.moves.values())
        entries = []
        crowds = Counter(map(kind_of, self.moves.values()))
        shown: Counter[str] = Counter()
        for number, move in self.moves.items():
            shown[kind_of(move)] += 1
            if crowds[kind_of(move)] > CROWD and shown[kind_of(move)] > EXAMPLES:
                continue
            entry = Text(no_wrap=True, overflow="ellipsis")
            entry.append(f"{'' if number == move else number:>{width}}  ", "bold")
            entry.append(f"{move:<{longest}}", "bold cyan")
            if with_effects:
                brings = brief(self.state, self._after[move], self.names, self.words)
                entry.append(f"  {brings}", "dim")
            entries.append(entry)
        for kind, many in crowds.items():
            if many > CROWD:
                entries.append(Text(f"{'':>{width}}  {kind}:… ×{many}", style="dim"))
        return Columns(entries, padding=(0, 3), column_first=True)

    def meant(self, answer: str) -> str | None:
        """The legal move an answer stands for; None if it stands for none."""
        if answer in self.moves:
            return self.moves[answer]
        move = self.tidied(answer)
        return move if move in self.moves.values() else None

    def is_stray_number(self, answer: str) -> bool:
        """A number that is neither in the list nor a move: a slip, not a move refused."""
        return answer.isascii() and answer.isdigit() and not self.is_move(self.tidied(answer))

    def tidied(self, answer: str) -> str:
        tidied: str = self.state.game.module("terminal").tidied(answer)
        return tidied
