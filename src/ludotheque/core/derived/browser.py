"""What the default table of the browser draws: fields and moves, with their labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import defaults
from ..declared import Track
from ..language import Language
from .declaration import declaration_of
from .narration import Narration
from .positions import dice_in_air

if TYPE_CHECKING:
    from ..game import Game
    from ..state import State

Data = dict[str, Any]
POINTS = ("points", "score", "scores")  # fields that every table shows with the seats anyway


class Browser(defaults.Browser):
    def __init__(self, game: Game) -> None:
        self._game = game

    def words(self, language: Language) -> Data:
        """The declaration as data: `static/table/default_table.js` draws each kind of field."""
        declaration, code = declaration_of(self._game), language.code
        return {
            "fields": [
                {"name": name, "kind": field.kind, "label": field.label[code], **field.extras()}
                for name, field in declaration.fields.items()
                if name not in POINTS
            ],
            "moves": {
                text: {"label": move.label[code], "at": move.at}
                for text, move in declaration.moves.items()
            },
            "start": language("start"),
            "goal": language("goal"),
            "space": language("space {number}"),
            "empty": language("empty"),
            "in_the_air": language("not thrown yet"),
            "tap": language("Tap one of the marked cells."),
        }

    def details(self, state: State, viewer: int | str | None) -> Data:
        """The dice in the air, and the lengths of tracks that depend on the edition."""
        declaration, record = declaration_of(self._game), state.record
        thrown = dice_in_air(declaration, record) if state.awaits == "draw" else []
        lengths = {field.extras()["spaces"] for field in declaration.of_kind(Track).values()}
        return {
            "in_air": [f"{name}-{place}" for name, place in thrown],
            **{name: int(record[name]) for name in lengths if isinstance(name, str)},
        }

    def preview(
        self, state: State, after: State, move: str, names: list[str], language: Language
    ) -> Data:
        label = Narration(self._game).move_label(move, language)
        said = self._game.narration.brief(state, after, names, language)
        return {"label": label, "say": said}
