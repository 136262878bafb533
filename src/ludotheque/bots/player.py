"""The interface of a player: given a View, it chooses a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from ..core.errors import BadPlayer
from ..core.view import View

MOST_SHOWN = 12  # legal moves that an error lists


class Player(Protocol):
    def choose(self, view: View) -> str:
        """One of the view's moves."""


class Decision(NamedTuple):
    """A move, and the player's estimates of its chances to win, if it has any."""

    move: str
    chances: Mapping[str, float] | None = None  # by move, of those that it considered


class EstimatingPlayer(Player, Protocol):
    """A player that can say what it thinks of the moves; that is optional."""

    def choose_with_chances(self, view: View) -> Decision:
        """What `choose` chooses, with the estimated probability to win after each move."""


def decide(player: Player, view: View) -> Decision:
    """The player's decision, with its chances if it is an EstimatingPlayer."""
    estimating = getattr(player, "choose_with_chances", None)
    return Decision(player.choose(view)) if estimating is None else estimating(view)


def check_legal(move: object, view: View, name: str) -> None:
    """BadPlayer, which lists what is legal, unless it is one of the view's moves."""
    if move not in view.moves:
        raise BadPlayer(
            "{player}, in seat {seat}, chose {move!r}, which is not legal; legal: {moves}",
            player=name,
            seat=view.seat,
            move=move,
            moves=listed(view.moves),
        )


def listed(moves: Sequence[str]) -> str:
    """Some moves in one line, and how many there are if they are not all of them."""
    some = ", ".join(f"“{move}”" for move in moves[:MOST_SHOWN])
    return some if len(moves) <= MOST_SHOWN else f"{some}, … ({len(moves)})"
