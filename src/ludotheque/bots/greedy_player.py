"""A player who looks one move ahead, and takes what the game's advice likes best."""

import random
from importlib.util import find_spec
from types import ModuleType

from ..core.game import Game
from ..core.state import State
from ..core.view import View


class GreedyPlayer:
    """Tries every legal move on a copy; of several that are equally good, takes any.

    What cannot be seen is imagined: one state that agrees with all that the seat knows. What a
    move leads to is judged as it stands, before anything is drawn or decided by others.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        worths = self._worths(view)
        best = max(worths.values())
        return self._random.choice([move for move, worth in worths.items() if worth == best])

    def _worths(self, view: View) -> dict[str, float]:
        advice = advice_of(view.game)
        before = view.game.resample(view, self._random)
        return {
            move: worth(after, view.seat, advice) for move, after in before.successors().items()
        }


def advice_of(game: Game) -> ModuleType | None:
    """What the game's folder says about positions, if it says anything."""
    return game.piece("advice") if find_spec(f"{game.package}.advice") else None


def worth(state: State, seat: int, advice: ModuleType | None) -> float:
    """What the advice thinks of a position; where there is none, the lead in points."""
    if advice is not None:
        return float(advice.worth_of(state.record, seat))
    points = state.points
    own = points.pop(seat)
    return float(own - max(points, default=0))
