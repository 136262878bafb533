"""Draws described for people: what is drawn, and the labels of its equally likely outcomes.

Rules know a draw as its number of outcomes alone. A game's `positions.pending_draws` says what the
pending ones are; typed dice, statistics and tables read that.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Draw:
    """One pending draw. Outcome k shows `faces[k]`; several outcomes may show the same face."""

    kind: str  # die, card, seat or whatever the game names
    what: str  # which of them it is, in English
    faces: tuple[str, ...]
    secret: bool = False  # whether only its owner may see the outcome
    replaced: bool = True  # drawn with replacement, as dice are; dealt cards are gone
    of_seats: bool = False  # whether the faces are the numbers of seats

    def as_dict(self) -> dict[str, Any]:
        """The draw as plain data, for `State.throw`."""
        return {
            "kind": self.kind,
            "what": self.what,
            "faces": list(self.faces),
            "secret": self.secret,
        }


def seat_draw(kind: str, what: str, seats: int) -> Draw:
    """A draw among the first `seats` seats."""
    return Draw(kind, what, tuple(str(seat) for seat in range(seats)), of_seats=True)
