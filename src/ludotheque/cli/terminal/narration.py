"""A match in sentences, one for each event that is narrated."""

from collections.abc import Iterable
from typing import NamedTuple

from ...core.language import Language
from ...core.state import State
from ...table.narration import tell_event
from ...table.record import EventData, Record, apply_event


class NarratedEvent(NamedTuple):
    """An event's sentence, its turn and the state after it."""

    turn: int  # 0 before the first
    sentence: str
    state: State

    def __str__(self) -> str:
        return f"{self.turn:>4}. {self.sentence}" if self.turn else f"      {self.sentence}"


def narrate(record: Record, names: list[str], language: Language) -> list[NarratedEvent]:
    """Narrate a record; draws that a later sentence describes have no sentence of their own."""
    before, events = record.start(), []
    game_language = record.game.language(language.code)
    for step in record.replay():
        sentence = tell_event(before, step.line, step.state, names, game_language)
        if sentence is not None:
            turn = before.length + 1 if "move" in step.line else 0
            events.append(NarratedEvent(turn, sentence, step.state))
        before = step.state
    return events


class Narration:
    """The sentences of a match being played, and how many of them are new since the last call."""

    def __init__(self, record: Record, names: list[str], game_language: Language) -> None:
        self.sentences: list[str] = []
        self._names = names
        self._language = game_language
        self.extend(record.start(), record.events)
        self._read = len(self.sentences)

    def extend(self, before: State, events: Iterable[EventData]) -> None:
        """Add the sentences of the events that follow a state."""
        for event in events:
            after = before.copy()
            apply_event(after, event)
            sentence = tell_event(before, event, after, self._names, self._language)
            if sentence is not None:
                self.sentences.append(sentence)
            before = after

    def take_back(self) -> None:
        """Drop the last sentence: its move was taken back."""
        self.sentences.pop()
        self._read = min(self._read, len(self.sentences))

    def unread(self) -> int:
        """How many sentences have come since the last call."""
        unread = len(self.sentences) - self._read
        self._read = len(self.sentences)
        return unread
