"""A player who looks one move ahead, and takes what the game's advice likes best.

A game's advice has `worth_of(state, seat)`: how good a position is for a seat. Where there are
thousands of moves it may also have `shortlist(state, moves, count)`: a rule that keeps those worth
a thought, at the front of `moves`, and answers how many.
"""

import random
from typing import Any

import numpy as np

from ..core.compiler import Mode
from ..core.driver import worthwhile_at
from ..core.game import Game
from ..core.rule import END, habit_of, make_move, points_of, rule, worth_of
from ..core.state import State
from ..core.view import View
from .workshop import first_decision

#: How often the hidden is imagined at most, and how many moves are tried in all of that.
MOST_IMAGINED = 16
MOST_TRIALS = 240

#: Worths that differ by less are equal: compiled or not, the same moves are the best ones.
HAIR = 1e-9

Array = np.ndarray[Any, Any]


class GreedyPlayer:
    """Tries every move that is worth a thought; of several that are equally good, takes any.

    What cannot be seen is imagined: states that agree with all that the seat knows. Most moves
    are worth the same in all of them. Where they are not, because a move shows what was hidden,
    the average over several counts. What a move leads to is judged as it stands, before anything
    is drawn or decided by others.
    """

    by_habit = False  # whether positions are judged as a regular sees them

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        state = view.game.resample(view, self._random)
        if view.game.advice is None:
            return self._random.choice(richest_moves(state, view.seat))
        moves = moves_worth_a_thought(state)
        worths = self._worths(view, state, moves)
        best = moves[worths >= worths.max() - HAIR]
        return str(view.game.notation.write_move(int(self._random.choice(best))))

    def _worths(self, view: View, state: State, moves: Array) -> Array:
        """What moves are worth; on average, where something hidden has any influence."""
        first, settle = judged(state, moves, view.seat, self.by_habit)
        if not view.game.secrets:
            return first
        worths = [first]
        while len(worths) < min(MOST_IMAGINED, MOST_TRIALS // len(moves)):
            imagined = view.game.resample(view, self._random)
            worths.append(judged(imagined, moves, view.seat, self.by_habit)[0])
            if not settle and np.abs(worths[1] - first).max() < HAIR:
                break
        average: Array = np.mean(worths, axis=0)
        return average


def moves_worth_a_thought(state: State) -> Array:
    """The codes of the legal moves, or of those that the game's advice keeps."""
    game, moves = state.game, np.empty(state.game.rules.MOST_MOVES, np.int64)
    return moves[: game.binding(mode_of(game))(worthwhile_at)(state.states, moves)]


def judged(state: State, moves: Array, seat: int, by_habit: bool = False) -> tuple[Array, bool]:
    """What each of the moves leads to is worth to the seat; whether one of them settles scores."""
    worths, trials = np.zeros(len(moves)), np.zeros_like(state.states)
    judge = state.game.binding(mode_of(state.game))(judge_moves)
    settle = judge(state.states, trials, moves, seat, state.players, by_habit, worths)
    return worths, bool(settle)


@rule
def judge_moves(
    states: Any, trials: Any, moves: Any, seat: Any, players: Any, by_habit: Any, worths: Any
) -> Any:
    """Write down what each move leads to is worth; `trials` (one state) is workspace.

    Whether one of the moves settles scores: then something hidden may have been shown.
    """
    settle = False
    for place in range(moves.shape[0]):
        trials[0] = states[0]
        after = trials[0]
        make_move(after, moves[place])
        worths[place] = habit_of(after, seat) if by_habit else worth_of(after, seat)
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
    if game.advice is None or game in _prepared:
        return
    state, moves = first_decision(game), np.zeros(game.rules.MOST_MOVES, np.int64)
    binding = game.binding("compiled")
    binding(judge_moves)(state.states, state.copy().states, moves[:0], 0, 0, False, np.zeros(0))
    binding(worthwhile_at)(state.states, moves)
    _prepared.add(game)
