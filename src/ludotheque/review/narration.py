"""The sentences of a review, on the events of a match and on alternative moves."""

from __future__ import annotations

from ..core.draws import Draw
from ..core.language import Language
from ..table.narration import tell_event
from .replay import Replay


class Narration:
    """A replayed match in sentences, in one language. Nothing is secret: the match is over."""

    def __init__(self, replay: Replay, names: list[str], language: Language) -> None:
        self.replay = replay
        self.names = names
        self.language = language
        narration = replay.game.narration
        self._tell, self._reveal = narration.tell, narration.reveal
        self._sentences = [
            tell_event(before, dict(event), after, names, language)
            for before, event, after in zip(
                replay.states[:-1], replay.events, replay.states[1:], strict=True
            )
        ]

    def between(self, first: int, last: int) -> str:
        """The sentences on events `first` + 1 to `last`, counted from 1."""
        sentences = " ".join(sentence for sentence in self._sentences[first:last] if sentence)
        return sentences or self._draws(first, last)

    def _draws(self, first: int, last: int) -> str:
        """A sentence on draws that the game narrates only together with the following move."""
        states, events = self.replay.states[first:last], self.replay.events[first:last]
        faces = ", ".join(
            self._face(state.pending_draws[0], event["draw"][1])
            for state, event in zip(states, events, strict=True)
            if "draw" in event
        )
        roller = states[0].roller
        if roller is None:
            return self.language("Drawn: {faces}.", faces=faces) if faces else ""
        return self.language("{name} rolls {faces}.", name=self.names[roller], faces=faces)

    def _face(self, draw: Draw, k: int) -> str:
        """What was drawn, by the name that people give it."""
        return self.replay.game.throws.face_name(draw, draw.faces[k], self.language)

    def move(self, number: int, move: str) -> str:
        """The sentence on a move that was made, or could have been made, as event `number`."""
        before = self.replay.states[number - 1]
        assert before.seat is not None
        revealed = self._reveal(self.names[before.seat], move, self.language)
        if revealed:
            return revealed
        after = before.copy()
        after.play(move)
        event = {"seat": before.seat, "move": move}
        return self._tell(before, event, after, self.names, self.language) or move
