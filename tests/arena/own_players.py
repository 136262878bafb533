"""Players that a user might write, for tests that name them by their class path."""

import random

from ludotheque import View


class LongestMove:
    """The longest move, which in Level X takes most groups."""

    def choose(self, view: View) -> str:
        return max(view.moves, key=lambda move: (len(move), move))


class Seeded:
    """A move drawn from the seed that the arena gives it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, view: View) -> str:
        return self.random.choice(view.moves)


class Cheat:
    def choose(self, view: View) -> str:
        return "win"


class Needy:
    def __init__(self, network: object) -> None:
        self.network = network

    def choose(self, view: View) -> str:
        return view.moves[0]


class Passing:
    """Passes where it can: two of these never end a match of Level X."""

    def choose(self, view: View) -> str:
        return min(view.moves)  # a pass is “-”


class NoPlayer:
    pass


ONE = LongestMove()
