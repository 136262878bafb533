"""The legal moves to pick from, by number or by what they are."""

from itertools import count

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from ..core.language import Language
from ..core.state import State


class Menu:
    """A numbered list of the legal moves, those that score most first.

    A number that is itself a move in the game's notation (`7` in Level X) always means that move:
    such numbers are kept for the moves they name, and never given to another.
    """

    def __init__(self, state: State, names: list[str], words: Language) -> None:
        self.state = state
        self.names = names
        self.words = words
        self.moves = self._labelled()

    def _labelled(self) -> dict[str, str]:
        """Move by label, in the order of the list."""
        legal = self._best_first()
        readable = self.state.game.notation.read_move
        free = (str(number) for number in count(1) if readable(str(number)) is None)
        return {move if move in self._numbers(legal) else next(free): move for move in legal}

    @staticmethod
    def _numbers(legal: list[str]) -> set[str]:
        return {move for move in legal if move.isdigit()}

    def _best_first(self) -> list[str]:
        """By the points they bring at once, then by how many dice they use."""
        seat = self.state.seat
        assert seat is not None

        def gain(move: str) -> tuple[int, bool, int]:
            after = self.state.copy()
            after.play(move)
            return -after.points[seat], not any(map(str.isalnum, move)), -len(move.split())

        return sorted(sorted(self.state.moves()), key=gain)

    def show(self, console: Console) -> None:
        width = max(len(label) for label in self.moves)
        longest = max(len(move) for move in self.moves.values())
        entries = []
        for label, move in self.moves.items():
            after = self.state.copy()
            after.play(move)
            brings = self.state.game.piece("words").brief(self.state, after, self.names, self.words)
            entries.append(
                Text.assemble(
                    (f"{label:>{width}}", "bold"),
                    ("  ", ""),
                    (f"{move:<{longest}}", "bold cyan"),
                    (f"  {brings}", "dim"),
                )
            )
        console.print(Columns(entries, padding=(0, 3), column_first=True))

    def meant(self, answer: str) -> str | None:
        """The legal move an answer stands for; None if it stands for none."""
        if answer in self.moves:
            return self.moves[answer]
        move = self.tidied(answer)
        return move if move in self.moves.values() else None

    def tidied(self, answer: str) -> str:
        tidied: str = self.state.game.piece("terminal").tidied(answer)
        return tidied
