"""The regular: a greedy player with a simplified evaluation."""

from .greedy_player import GreedyPlayer


class RegularPlayer(GreedyPlayer):
    """Maximises the game's `evaluate_regular`, which defaults to `win_probability`."""

    as_regular = True
