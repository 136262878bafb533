"""Actions: a game's fixed vocabulary of numbered words, of which every move consists.

A program that learns chooses among whole numbers. Where a game's moves are few, each of them is one
action. Where they are many, a move is made of several: `reroll:3:value:6` of the three actions
`reroll`, `3`, `value:6`. The text of a move is split from left to right, always at the longest word
of the vocabulary; separators that are no words are skipped. The next legal actions are the branches
of the trie (prefix tree) of all legal moves, so every legal move has exactly one sequence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, overload

from ..errors import BadGame, shown

if TYPE_CHECKING:
    from .move_table import MoveTable

Path = tuple[int, ...]  # some actions in order: all those of a move, or the first ones

#: The word that ends a move which is itself the beginning of a longer one.
END_OF_MOVE = ""

#: The vocabulary of a game that declares none: moves are spelled character by character.
CHARACTERS = (*map(chr, range(ord(" "), ord("~") + 1)), END_OF_MOVE)

SEPARATORS = " ,:;-/"
REMEMBERED_PATHS = 1 << 14  # of moves, in each game


class Actions(Sequence[str]):
    """The vocabulary of one game: `actions[17]` is a word, `actions.index(word)` its number."""

    def __init__(self, words: Iterable[str], move_text: Callable[[int], str]) -> None:
        self._words = tuple(words)
        self._number = {word: number for number, word in enumerate(self._words)}
        if len(self._number) < len(self._words):
            raise BadGame("VOCABULARY has a word twice: {words}", words=shown(self._words))
        longest_first = sorted(filter(None, self._words), key=len, reverse=True)
        self._word = re.compile("|".join(map(re.escape, longest_first)))
        self.end_of_move = self._number.get(END_OF_MOVE, -1)
        #: The actions of a move, given its code.
        self.path_of = lru_cache(REMEMBERED_PATHS)(lambda move: self.split(move_text(move)))

    @cached_property
    def table(self) -> MoveTable:
        """The actions of moves, for compiled code."""
        from .move_table import MoveTable

        return MoveTable(self)

    def __len__(self) -> int:
        return len(self._words)

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[str, ...]: ...
    def __getitem__(self, number: int | slice) -> str | tuple[str, ...]:
        return self._words[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in self._number

    def __repr__(self) -> str:
        return f"<{len(self)} actions: {shown(self._words)}>"

    def index(self, word: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a word. ValueError if the vocabulary does not have it."""
        number = self._number.get(word) if isinstance(word, str) else None
        if number is None or number not in range(len(self))[start:stop]:
            raise ValueError(f"{shown(word)} is not an action; they are {shown(self._words)}")
        return number

    def split(self, text: str) -> Path:
        """The actions that make the move of this text."""
        path, place = list[int](), 0
        while place < len(text):
            if found := self._word.match(text, place):
                path.append(self._number[found[0]])
                place = found.end()
            elif text[place] in SEPARATORS:
                place += 1
            else:
                raise BadGame(
                    "VOCABULARY has no words for the move {move!r}, from character {place} on",
                    move=text,
                    place=place,
                )
        return tuple(path)

    def next_after(self, chosen: Path, moves: Iterable[int]) -> list[int]:
        """What may follow the actions chosen so far, if these moves are legal; ascending."""
        length = len(chosen)
        paths = [path for path in map(self.path_of, moves) if path[:length] == chosen]
        return sorted({path[length] if len(path) > length else self.end_of_move for path in paths})

    def follow(self, chosen: Path, action: int, moves: Iterable[int]) -> tuple[Path, int | None]:
        """The actions chosen after a legal action; and the move they make, once it is complete."""
        longer = chosen if action == self.end_of_move else (*chosen, action)
        paths = {move: self.path_of(move) for move in moves}
        going_on = [move for move, path in paths.items() if path[: len(longer)] == longer]
        whole = [move for move in going_on if paths[move] == longer]
        if len(whole) > 1 or (whole and len(going_on) > 1 and self.end_of_move < 0):
            raise BadGame(
                "VOCABULARY does not tell these moves apart: {moves}",
                moves=", ".join(map(str, going_on)),
            )
        if whole and (len(going_on) == 1 or action == self.end_of_move):
            return (), whole[0]
        return longer, None
