"""A game's declaration: the fields and moves of its `table.py`, checked against its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from ..declared import Field, Move, Number, Numbers, PerSeat, Track
from ..errors import BadGame, shown
from ..options import LocalizedText
from ..plain import NUMBER
from ..rule import HEADER

if TYPE_CHECKING:
    from ..game import Game

PLAYERS = "players"  # the field of a state that has the number of players
MOST_DIMENSIONS = 2  # of a field
BOOKKEEPING = {PLAYERS, *(field[0] for field in HEADER)}


@dataclass(frozen=True)
class Declaration:
    """The fields that people see, in order, and the moves by their texts."""

    game: Game
    fields: Mapping[str, Field]
    moves: Mapping[str, Move]

    @cached_property
    def move_of_code(self) -> dict[int, tuple[str, Move]]:
        return {move.code: (text, move) for text, move in self.moves.items()}

    def of_kind(self, *kinds: type[Field]) -> dict[str, Field]:
        """The fields of some kinds."""
        return {name: each for name, each in self.fields.items() if isinstance(each, kinds)}

    def values(self, state: Any) -> dict[str, Any]:
        """The declared fields of a record as plain data; of seats, only those that are played."""
        plain = self.game.read_plain(state)
        return {
            name: as_data(getattr(plain, name), plain.players if field.is_per_seat else None)
            for name, field in self.fields.items()
        }


def as_data(value: Any, length: int | None) -> Any:
    """A number, or tuples as lists, the outer one cut to a length."""
    if not isinstance(value, tuple):
        return value
    return [as_data(each, None) for each in value[:length]]


@cache
def declaration_of(game: Game) -> Declaration:
    """What a game declares; BadGame says what is wrong with it."""
    rules, table = game.rules, game.table
    file = f"{game.folder / 'table.py'}"
    names = rules.STATE.names or ()
    if PLAYERS not in names:
        raise BadGame(
            "{file}: {hook} is missing; required: {required}",
            file=rules.__file__ or rules.__name__,
            hook=f"the field {PLAYERS!r} of STATE",
            required="the number of players, by which snapshots are derived; or write positions.py",
        )
    fields = table.FIELDS or guessed_fields(game)
    for name, field in fields.items():
        if not isinstance(field, Field):
            raise wrong(file, f"FIELDS[{name!r}]", field, "a Field of core.declared")
        if name not in names or name in BOOKKEEPING:
            known = ", ".join(each for each in names if each not in BOOKKEEPING)
            raise wrong(file, "FIELDS", name, f"a field of the game's STATE: {known}")
        check_type(game, name)
        if isinstance(field, Track) and isinstance(field.spaces, str) and field.spaces not in names:
            hook = f"FIELDS[{name!r}].spaces"
            raise wrong(file, hook, field.spaces, "a number, or a field of the game's STATE")
    for text, move in table.MOVES.items():
        if not isinstance(move, Move):
            raise wrong(file, f"MOVES[{text!r}]", move, "a Move of core.declared")
    codes = [move.code for move in table.MOVES.values()]
    for code in codes:
        if codes.count(code) > 1:
            raise wrong(file, "MOVES", code, "a code of its own for each move")
    return Declaration(game, fields, table.MOVES)


def check_type(game: Game, name: str) -> None:
    """BadGame unless the field is made of int32, in two dimensions at most."""
    dtype = game.rules.STATE[name]
    if dtype.base != NUMBER or len(dtype.shape) > MOST_DIMENSIONS:
        required = "np.int32, in two dimensions at most; or write positions.py"
        raise wrong(str(game.rules.__file__), f"the type of STATE's {name!r}", dtype, required)


def wrong(file: str, hook: str, value: object, required: str) -> BadGame:
    return BadGame(
        "{file}: {hook} = {value} is wrong; required: {required}",
        file=file,
        hook=hook,
        value=shown(value),
        required=required,
    )


def guessed_fields(game: Game) -> dict[str, Field]:
    """All fields by their own names; an array with a place for each seat is one of seats."""
    found: dict[str, Field] = {}
    for name in game.rules.STATE.names or ():
        if name in BOOKKEEPING:
            continue
        dtype = game.rules.STATE[name]
        words = name.replace("_", " ")
        label = LocalizedText(fr=words, en=words)
        if not dtype.shape:
            found[name] = Number(label)
        else:
            is_of_seats = dtype.shape[0] == game.players[-1]
            found[name] = PerSeat(label) if is_of_seats else Numbers(label)
    return found
