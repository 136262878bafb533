"""A player that searches one move deep: it plays the move with the highest evaluation.

A game's evaluation has `win_probability(state, seat)`. A game with thousands of moves may also have
`shortlist(state, moves, count)`: a rule that prunes the moves, keeps the others at the front of
`moves`, and returns how many it has kept.
"""

import random
from typing import Any

import numpy as np

from ..core.compiler import Mode
from ..core.default_evaluation import is_default
from ..core.driver import shortlisted_at
from ..core.game import Game
from ..core.rule import END, evaluate_regular, make_move, points_of, rule, win_probability
from ..core.state import State
from ..core.view import View
from .warmup import first_decision

#: How often the hidden is imagined at most, and how many moves are tried in all of that.
MOST_DETERMINIZATIONS = 16
MOST_TRIALS = 240

#: Worths that differ by less are equal: compiled or not, the same moves are the best ones.
TOLERANCE = 1e-9

Array = np.ndarray[Any, Any]


class GreedyPlayer:
    """Tries every move that is worth a thought; of several that are equally good, takes any.

    What cannot be seen is imagined: states that agree with all that the seat knows. Most moves
    are worth the same in all of them. Where they are not, because a move shows what was hidden,
    the average over several counts. What a move leads to is judged as it stands, before anything
    is drawn or decided by others.
    """

    as_regular = False  # whether positions are judged as a regular sees them

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        state = view.game.resample(view, self._random)
        if is_default(view.game.evaluation.win_probability):
            return self._random.choice(richest_moves(state, view.seat))
        moves = moves_worth_a_thought(state)
        values = self._values(view, state, moves)
        best = moves[values >= values.max() - TOLERANCE]
        return str(view.game.notation.write_move(int(self._random.choice(best))))

    def _values(self, view: View, state: State, moves: Array) -> Array:
        """What moves are worth; on average, where something hidden has any influence."""
        first, settle = judged(state, moves, view.seat, self.as_regular)
        if not view.game.secrets:
            return first
        values = [first]
        while len(values) < min(MOST_DETERMINIZATIONS, MOST_TRIALS // len(moves)):
            imagined = view.game.resample(view, self._random)
            values.append(judged(imagined, moves, view.seat, self.as_regular)[0])
            if not settle and np.abs(values[1] - first).max() < TOLERANCE:
                break
        average: Array = np.mean(values, axis=0)
        return average


def moves_worth_a_thought(state: State) -> Array:
    """The codes of the legal moves, or of those that the game's advice keeps."""
    game, moves = state.game, np.empty(state.game.rules.MOST_MOVES, np.int64)
    return moves[: game.binding(mode_of(game))(shortlisted_at)(state.states, moves)]


def judged(state: State, moves: Array, seat: int, as_regular: bool = False) -> tuple[Array, bool]:
    """What each of the moves leads to is worth to the seat; whether one of them settles scores."""
    values, trials = np.zeros(len(moves)), np.zeros_like(state.states)
    judge = state.game.binding(mode_of(state.game))(judge_moves)
    settle = judge(state.states, trials, moves, seat, state.players, as_regular, values)
    return values, bool(settle)


@rule
def judge_moves(
    states: Any, trials: Any, moves: Any, seat: Any, players: Any, as_regular: Any, values: Any
) -> Any:
    """Write down what each move leads to is worth; `trials` (one state) is workspace.

    Whether one of the moves settles scores: then something hidden may have been shown.
    """
    settle = False
    for place in range(moves.shape[0]):
        trials[0] = states[0]
        after = trials[0]
        make_move(after, moves[place])
        values[place] = (
            evaluate_regular(after, seat) if as_regular else win_probability(after, seat)
        )
        settle = settle or settles(states[0], after, players)
    return settle


@rule
def settles(before: Any, after: Any, players: Any) -> Any:
    """Whether a move has ended the match, or changed anybody's points."""
    changed = after.awaits == END
    for seat in range(players):
        changed = changed or points_of(before, seat) != points_of(after, seat)
    return changed


def richest_moves(state: State, seat: int) -> list[str]:
    """For a game without advice: the moves with the best lead in points."""
    leads = {move: lead_in_points(after, seat) for move, after in state.successors().items()}
    return [move for move, lead in leads.items() if lead == max(leads.values())]


def lead_in_points(state: State, seat: int) -> float:
    """How far a seat is ahead of the best of the others."""
    points = state.points
    own = points.pop(seat)
    return float(own - max(points, default=0))


# Compiled when it is ready

_prepared: set[Game] = set()


def mode_of(game: Game) -> Mode:
    return "compiled" if game in _prepared else "interpreted"


def prepare(game: Game) -> None:
    """Compile what greedy players of a game need: seconds, the first time ever.

    Nobody has to: until it is done they think interpreted, and decide the same.
    """
    if is_default(game.evaluation.win_probability) or game in _prepared:
        return
    state, moves = first_decision(game), np.zeros(game.rules.MOST_MOVES, np.int64)
    binding = game.binding("compiled")
    binding(judge_moves)(state.states, state.copy().states, moves[:0], 0, 0, False, np.zeros(0))
    binding(shortlisted_at)(state.states, moves)
    _prepared.add(game)
