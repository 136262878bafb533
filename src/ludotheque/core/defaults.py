"""Defaults of the optional hooks of a game's folder (`core.contract` says what they mean).

What follows from what a game declares is in `core.derived`, whose classes inherit these. Those of
`evaluation.py` are rules, and have a module of their own: `core.default_evaluation`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .rule import MOVE

if TYPE_CHECKING:
    from .declared import Component, Field, Move
    from .draws import Draw
    from .guide import Guide
    from .language import Language
    from .state import State
    from .view import View

Data = dict[str, Any]
Seat = int | None


class Table:
    FIELDS: Mapping[str, Field] = MappingProxyType({})
    MOVES: Mapping[str, Move] = MappingProxyType({})
    COMPONENTS: Mapping[str, Component] = MappingProxyType({})


class Notation:
    def public_text(self, text: str) -> str:
        return text


class Positions:
    MAX_DRAW_SIZE: int | None = None
    MAX_LENGTH: int | None = None

    def roller(self, state: Any) -> Seat:
        seat = int(state.seat)
        return None if seat < 0 else seat

    def starter(self, state: Any) -> Seat:
        return int(state.seat) if state.awaits == MOVE else None

    def memory(self, state: Any, seat: int) -> Data:
        return {}

    def observe(self, states: Any, seats: Any, fields: Data) -> Data:
        return fields

    def reveals(self, before: Any, after: Any) -> bool:
        return True

    def winners_among(self, state: Any, seats: Sequence[int], points: list[int]) -> list[int]:
        best = max(points[seat] for seat in seats)
        return [seat for seat in seats if points[seat] == best]


class Narration:
    def is_silent(self, before: State) -> bool:
        return False

    def silent_draws(self, before: State) -> int:
        return 0

    def legend(self, language: Language) -> str:
        return ""

    def reveal(self, name: str, move: str, language: Language) -> str | None:
        return None

    def tie_break(
        self,
        state: State,
        tied: list[int],
        winners: list[int],
        names: list[str],
        language: Language,
    ) -> str:
        return language("The points are equal, and no rule decides.")


class Terminal:
    def normalize_move(self, text: str) -> str:
        return text.strip()

    def move_name(self, move: str, language: Language) -> str:
        return move


class Browser:
    AVATARS: Collection[str] = ()

    def seat_view(self, state: State, seat: int) -> tuple[Data, Data] | None:
        return None

    def is_listed(self, move: str) -> bool:
        return True

    def displayed_state(self, before: State, events: list[Data], after: State) -> State:
        return after

    def last_move(self, before: State, events: list[Data], after: State) -> Data | None:
        return None

    def shows_results(self, before: State, after: State) -> bool:
        return False


class Lesson:
    EXAMPLES: Collection[str] = ()

    def guide(self, language: Language) -> Guide | None:
        return None

    def example(self, name: str, language: Language) -> Data:
        raise KeyError(name)


class Throws:
    def draw_name(self, draw: Draw, names: list[str], language: Language) -> str:
        return draw.what

    def face_name(self, draw: Draw, text: str, language: Language) -> str:
        return text

    def heading(self, draw: Draw, language: Language) -> str:
        if not draw.replaced:
            return language("Cards dealt")
        return language("The dice") if draw.kind == "die" else language("Lots")

    def owner(self, draw: Draw, turn: Seat) -> Seat:
        return turn

    def face_picture(self, draw: Draw, text: str) -> dict[str, str] | None:
        return None


class Reactions:
    OPTIONS: Mapping[str, Any] = MappingProxyType({})
    BUTTONS: tuple[str, ...] = ()
    SILENT = ""

    def is_enabled(self, state: State) -> bool:
        return False

    def attentive_move(self, view: View) -> str | None:
        return None

    def pauses_throw(self, state: State) -> bool:
        return False

    def is_about_omission(self, state: State) -> bool:
        return False

    def move_for(self, state: State, presses: set[str]) -> str:
        return self.SILENT

    def fitting_buttons(self, state: State) -> dict[int, set[str]]:
        return {}

    def buttons_in_time(self, state: State) -> set[str] | None:
        return None

    def public_snapshot(self, state: State) -> Data:
        return state.snapshot("public")

    def tell(
        self, before: State, events: list[Data], names: list[str], language: Language
    ) -> str | None:
        return None

    def buttons(self, language: Language) -> list[dict[str, str]]:
        return []
