"""What has happened in a match, told sentence by sentence as it happens."""

from collections.abc import Iterable

from ...core.language import Language
from ...core.state import State
from ...table.record import Line, Record, follow


class Narration:
    """The sentences so far, and how many of them were on the screen when somebody was asked."""

    def __init__(self, record: Record, names: list[str], words: Language) -> None:
        self.sentences: list[str] = []
        self._tell = record.game.module("narration").tell
        self._names = names
        self._words = words
        self.go_on(record.start(), record.lines)
        self._seen = len(self.sentences)

    def go_on(self, before: State, lines: Iterable[Line]) -> None:
        """Tell the draws and moves that follow a state."""
        for line in lines:
            after = before.copy()
            follow(after, line)
            sentence = self._tell(before, line, after, self._names, self._words)
            if sentence is not None:
                self.sentences.append(sentence)
            before = after

    def take_back(self) -> None:
        """The last sentence told a move that is no more."""
        self.sentences.pop()
        self._seen = min(self._seen, len(self.sentences))

    def news(self) -> int:
        """How many sentences nobody was asked after yet; from now on, none."""
        news = len(self.sentences) - self._seen
        self._seen = len(self.sentences)
        return news
