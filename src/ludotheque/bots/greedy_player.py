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
from .player import Decision
from .warmup import first_decision

#: Limits on the number of determinizations, and on the moves evaluated in all of them together.
MOST_DETERMINIZATIONS = 16
MOST_TRIALS = 240

#: Values that differ by less count as equal, so that both modes find the same best moves.
TOLERANCE = 1e-9

Array = np.ndarray[Any, Any]


class GreedyPlayer:
    """Evaluates the position right after every shortlisted move; picks one of the best at random.

    Hidden information is determinized. Most moves have the same value in every determinization. If
    they do not, because a move reveals something, values are averaged over several of them.
    """

    as_regular = False  # whether positions are evaluated by `evaluate_regular`

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        state = view.game.resample(view, self._random)
        if is_default(view.game.evaluation.win_probability):
            return self._random.choice(moves_with_best_lead(state, view.seat))
        return self._choose_among(*self._evaluated(view, state), view)

    def choose_with_chances(self, view: View) -> Decision:
        """The same; the chances are win probabilities, which a regular does not estimate."""
        is_default_game = is_default(view.game.evaluation.win_probability)
        if len(view.moves) == 1 or is_default_game or self.as_regular:
            return Decision(self.choose(view))
        moves, values = self._evaluated(view, view.game.resample(view, self._random))
        texts = map(view.game.move_text, moves.tolist())
        chances = dict(zip(texts, values.tolist(), strict=True))
        return Decision(self._choose_among(moves, values, view), chances)

    def _evaluated(self, view: View, state: State) -> tuple[Array, Array]:
        """The codes of the shortlisted moves, and their values."""
        moves = shortlisted_moves(state)
        return moves, self._values(view, state, moves)

    def _choose_among(self, moves: Array, values: Array, view: View) -> str:
        best = moves[values >= values.max() - TOLERANCE]
        return str(view.game.notation.write_move(int(self._random.choice(best))))

    def _values(self, view: View, state: State, moves: Array) -> Array:
        """The moves' values, averaged over determinizations if hidden information affects them."""
        first, revealing = evaluate_moves(state, moves, view.seat, self.as_regular)
        if not view.game.secrets:
            return first
        values = [first]
        while len(values) < min(MOST_DETERMINIZATIONS, MOST_TRIALS // len(moves)):
            sampled = view.game.resample(view, self._random)
            values.append(evaluate_moves(sampled, moves, view.seat, self.as_regular)[0])
            if not revealing and np.abs(values[1] - first).max() < TOLERANCE:
                break
        average: Array = np.mean(values, axis=0)
        return average


def shortlisted_moves(state: State) -> Array:
    """The codes of the legal moves that the game's evaluation does not prune."""
    game, moves = state.game, np.empty(state.game.rules.MOST_MOVES, np.int64)
    return moves[: game.binding(mode_of(game))(shortlisted_at)(state.states, moves)]


def evaluate_moves(
    state: State, moves: Array, seat: int, as_regular: bool = False
) -> tuple[Array, bool]:
    """Return the seat's value after each move, and whether any move may reveal something hidden."""
    values, trials = np.zeros(len(moves)), np.zeros_like(state.states)
    judge = state.game.binding(mode_of(state.game))(evaluate_all)
    revealing = judge(state.states, trials, moves, seat, state.players, as_regular, values)
    return values, bool(revealing)


@rule
def evaluate_all(
    states: Any, trials: Any, moves: Any, seat: Any, players: Any, as_regular: Any, values: Any
) -> Any:
    """Write the value of the position after each move; `trials` (one state) is workspace.

    Returns whether a move ends the match or changes anybody's points: such a move may have revealed
    something hidden.
    """
    revealing = False
    for place in range(moves.shape[0]):
        trials[0] = states[0]
        after = trials[0]
        make_move(after, moves[place])
        values[place] = (
            evaluate_regular(after, seat) if as_regular else win_probability(after, seat)
        )
        revealing = revealing or changes_points(states[0], after, players)
    return revealing


@rule
def changes_points(before: Any, after: Any, players: Any) -> Any:
    """Whether a move has ended the match, or changed anybody's points."""
    changed = after.awaits == END
    for seat in range(players):
        changed = changed or points_of(before, seat) != points_of(after, seat)
    return changed


def moves_with_best_lead(state: State, seat: int) -> list[str]:
    """The moves after which the lead in points is largest: for a game without an evaluation."""
    leads = {move: lead_in_points(after, seat) for move, after in state.successors().items()}
    return [move for move, lead in leads.items() if lead == max(leads.values())]


def lead_in_points(state: State, seat: int) -> float:
    """How far a seat is ahead of the best of the others."""
    points = state.points
    own = points.pop(seat)
    return float(own - max(points, default=0))


# -- compilation

_compiled: set[Game] = set()


def mode_of(game: Game) -> Mode:
    return "compiled" if game in _compiled else "interpreted"


def prepare(game: Game) -> None:
    """Compile what greedy players of a game need, which takes seconds the first time.

    This is optional: until it is done, they run interpreted and make the same decisions.
    """
    if is_default(game.evaluation.win_probability) or game in _compiled:
        return
    state, moves = first_decision(game), np.zeros(game.rules.MOST_MOVES, np.int64)
    binding = game.binding("compiled")
    binding(evaluate_all)(state.states, state.copy().states, moves[:0], 0, 0, False, np.zeros(0))
    binding(shortlisted_at)(state.states, moves)
    _compiled.add(game)
