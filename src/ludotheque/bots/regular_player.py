"""A player with some habit of the game, who judges what the own move leads to."""

from .greedy_player import GreedyPlayer


class RegularPlayer(GreedyPlayer):
    """Judges by what the game's advice says a regular sees, `habit_of`; else by all of it."""

    by_habit = True
