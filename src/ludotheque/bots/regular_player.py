"""The regular: a greedy player whose evaluation leaves things out."""

from .greedy_player import GreedyPlayer


class RegularPlayer(GreedyPlayer):
    """Evaluates by the game's `evaluate_regular`; where there is none, by `win_probability`."""

    as_regular = True
