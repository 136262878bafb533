"""A match in sentences, derived from the labels of its fields and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import defaults
from ..declared import Dice, Field, Track, Turn
from ..draws import Draw
from ..language import Language, readable
from .declaration import declaration_of
from .positions import DIE

if TYPE_CHECKING:
    from ..game import Game
    from ..state import State

Event = dict[str, Any]


class Narration(defaults.Narration):
    def __init__(self, game: Game) -> None:
        self._game = game

    def ask(self, state: State, names: list[str], language: Language) -> str:
        if state.awaits == "end":
            return language("The match is over.")
        if state.seat is not None:
            return language("{name}, make your choice.", name=names[state.seat])
        draws = state.pending_draws
        if state.roller is not None:
            name = names[state.roller]
            if len(draws) == 1:
                return language("{name}, roll the die.", name=name)
            return language("{name}, roll the dice.", name=name)
        if draws[0].of_seats:
            return language("The first seat is drawn by lot.")
        return language("The dice are rolled.")

    def tell(
        self, before: State, event: Event, after: State, names: list[str], language: Language
    ) -> str | None:
        if "draw" in event:
            return self._tell_draw(before, event["draw"][1], after, names, language)
        return self._tell_move(before, event, after, names, language)

    def _tell_draw(
        self, before: State, k: int, after: State, names: list[str], language: Language
    ) -> str | None:
        """What a throw shows, once its last die has fallen."""
        draws = before.pending_draws
        if len(draws) > 1:
            return None
        draw, seat = draws[0], self._seat_in_turn(before)
        if draw.of_seats:
            return language("{name} begins.", name=names[k])
        dice = language.die("-".join([*self._fallen(before, draw), draw.faces[k]]))
        if seat is None:
            said = language("The dice show {dice}", dice=dice)
        else:
            said = language("{name} rolls {dice}", name=names[seat], dice=dice)
        return sentence(said, self.changes(before, after, seat, names, language), language)

    def _tell_move(
        self, before: State, event: Event, after: State, names: list[str], language: Language
    ) -> str | None:
        """What somebody did; nothing of a move that only picks up the dice."""
        seat, text = event["seat"], event["move"]
        move = declaration_of(self._game).moves.get(text)
        changes = self.changes(before, after, seat, names, language)
        if move is not None and move.said is not None:
            said = move.said[language.code].format(name=names[seat]).removesuffix(".")
        elif not changes and after.awaits == "draw" and after.roller is None:
            return None
        else:
            label = self.move_label(text, language)
            said = language("{name} plays {move}", name=names[seat], move=label)
        return sentence(said, changes, language)

    def brief(self, before: State, after: State, names: list[str], language: Language) -> str:
        return " · ".join(self.changes(before, after, before.seat, names, language))

    def move_label(self, move: str, language: Language) -> str:
        """What people read for a move."""
        known = declaration_of(self._game).moves.get(move)
        return move if known is None else known.label[language.code]

    def changes(
        self, before: State, after: State, seat: int | None, names: list[str], language: Language
    ) -> list[str]:
        """The numbers that have changed; those of another seat with its player's name."""
        declaration = declaration_of(self._game)
        old, new = declaration.values(before.record), declaration.values(after.record)
        said = []
        for name, field in declaration.fields.items():
            if not field.is_told or old[name] == new[name]:
                continue
            if not field.is_per_seat:
                said.append(change(field, old[name], new[name], language))
                continue
            for owner, (was, now) in enumerate(zip(old[name], new[name], strict=True)):
                if was == now or isinstance(was, list):
                    continue
                text = change(field, was, now, language)
                if owner != seat:
                    text = language("{name}: {text}", name=names[owner], text=text)
                said.append(text)
        return said

    def _seat_in_turn(self, state: State) -> int | None:
        """Who throws: who was asked to, or the seat in turn where the game declares it."""
        if state.roller is not None:
            return state.roller
        for name in declaration_of(self._game).of_kind(Turn):
            seat = int(state.record[name])
            return seat if 0 <= seat < state.players else None
        return None

    def _fallen(self, before: State, draw: Draw) -> list[str]:
        """The faces of the same throw that have fallen before its last die."""
        declaration = declaration_of(self._game)
        values = declaration.values(before.record)
        for name, field in declaration.of_kind(Dice).items():
            if draw.what != DIE and draw.what.startswith(field.label.en):
                value = values[name]
                return [str(face) for face in value if face] if isinstance(value, list) else []
        return []


def change(field: Field, old: Any, new: Any, language: Language) -> str:
    """What has become of a number; of a pawn on a track, from where to where it went."""
    if isinstance(field, Track):
        was, now = (
            language("space {number}", number=space) if space else language("start")
            for space in (old, new)
        )
        return f"{was} → {now}"
    label = field.label[language.code]
    return f"{label[:1].lower()}{label[1:]} {readable(old)} → {readable(new)}"


def sentence(said: str, changes: list[str], language: Language) -> str:
    """What was done, and what it has changed."""
    if not changes:
        return f"{said}."
    return language("{said}: {changes}.", said=said, changes=", ".join(changes))
